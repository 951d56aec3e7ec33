"""Operations that say what they compute: the rule on their types, and who lacks it."""

from xdsl.ir import Operation

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.meaning import HasMeaning
from circ.dialects.source.layout import lane_count, vector_type


def check_lanes(op: HasMeaning) -> None:
    """Diagnose values that are neither all scalars nor all of the same lane count."""
    lanes = {
        lane_count(value.type) if vector_type(value.type) else 0
        for value in (*op.operands, *op.results)
    }
    if len(lanes) > 1:
        message = "has operands and results with different numbers of lanes"
        raise Diagnostic(op.location, f"'{op.name}' {message}")


def advice(op: Operation) -> str:
    """What a message about an unsupported operation of another package adds."""
    if type(op).__module__.startswith(("circ.", "xdsl.")):
        return ""
    return ": its class has no meaning (HasMeaning, docs/extending.md)"
