"""Short listings of records: `--print-enums` and `--print-sets`."""

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen.analysis.set_theory import Sets, field_expander
from circ.targets.tablegen.records import RecordKeeper


def enumeration(records: RecordKeeper, class_name: str) -> str:
    """The names of the records of a class, in one line."""
    if class_name not in records.classes:
        raise Diagnostic(None, f"The class '{class_name}' is not defined")
    names = [f"{record.name}, " for record in records.derived(class_name)]
    return "".join(names) + "\n"


def print_sets(records: RecordKeeper) -> str:
    """What `--print-sets` prints: the elements of each record of the class `Set`."""
    sets = Sets(records, {"Set": field_expander("Elements")})
    return "".join(
        " ".join(
            (f"{record.name} = [", *(item.name for item in sets.expand(record) or ()))
        )
        + " ]\n"
        for record in records.derived("Set")
    )
