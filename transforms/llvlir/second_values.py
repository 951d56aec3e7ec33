"""What rows of profile 2 that compute become in profile 1 (`llvlir-to-profile-1`)."""

from collections.abc import Callable

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.llvlir.ops import TableOp, create
from circ.dialects.llvlir.rules import type_parameters
from circ.dialects.llvlir.second_rows import LEAST_WIDTH, row_meaning
from circ.dialects.llvlir.types import (
    VectorType,
    format_of,
    integer,
    is_integer,
    is_number,
)
from circ.transforms.llvlir.maker import Maker
from circ.transforms.llvlir.row_algebra import RowAlgebra


def own_types(op: TableOp) -> tuple[Attribute, ...]:
    """The type parameters that rows of profile 1 have, too."""
    types = type_parameters(op.properties)
    return tuple(
        type
        for letter, type in zip(op.ROW.parameters, types, strict=True)
        if letter in "IFNLV"
    )


def order_of(op: TableOp) -> int:
    return op.order.data if is_number(op.order) else 0


def memory_of(op: TableOp) -> MemoryAttr | None:
    return op.memory if isinstance(op.memory, MemoryAttr) else None


def condition_of(op: TableOp) -> str:
    condition = op.properties["condition"]
    assert isinstance(condition, StringAttr)
    return condition.data


class Values:
    """Builds what computes a result; in front of the operation that `maker` is at."""

    def __init__(self, maker: Maker):
        self.maker = maker
        self.algebra = RowAlgebra(maker)

    def lower(self, op: TableOp) -> SSAValue:
        """The result of a row that computes."""
        lower = ROWS.get(op.ROW.name)
        return self._by_meaning(op) if lower is None else lower(self, op)

    def _by_meaning(self, op: TableOp) -> SSAValue:
        """A row with a meaning over the algebra, lane by lane if it is of vectors."""
        (element,) = (type for type in own_types(op) if is_integer(type))
        base, width = op.ROW.base, width_of(element)
        if base.startswith("rdiv") and width < LEAST_WIDTH:
            raise unsupported(op, f"a reciprocal of {width} bits")
        function = row_meaning(self.algebra, base, width)
        assert function is not None, op.name
        result = op.results[0].type
        if not isinstance(result, VectorType):
            return function(*op.operands)
        return self._by_lanes(op, function, result, element)

    def _by_lanes(
        self,
        op: TableOp,
        function: Callable[..., SSAValue],
        type: VectorType,
        element: Attribute,
    ) -> SSAValue:
        maker, types = self.maker, (type.lanes.data, element)
        operands = list(op.operands)
        mask = operands.pop() if op.ROW.inputs[-1] == "m" else None
        whole = operands[0]
        for lane in range(type.lanes.data):
            place = maker.constant(lane)
            values = [
                maker.row("lane.VI", value, place, types=types)
                if isinstance(value.type, VectorType)
                else value
                for value in operands
            ]
            value = function(*values)
            whole = maker.row("setlane.VI", whole, value, place, types=types)
        if mask is not None:
            whole = maker.row("and.VI", whole, whole, mask, types=types)
        return whole

    def rsqrt(self, op: TableOp) -> SSAValue:
        """One by the square root."""
        maker, types = self.maker, own_types(op)
        element = types[-1]
        rounding = op.properties.get("rounding")
        mode = rounding.data if isinstance(rounding, StringAttr) else "rne"
        bits = format_of(element).one
        one = maker.make("const.F", (), (element,), imm=bits).results[0]
        is_vector = len(types) == 2
        mask = (op.operands[1],) if is_vector else ()
        suffix = "VF" if is_vector else "F"
        if is_vector:
            one = maker.row("splat.VF", one, *mask, types=types)

        def rounded(name: str, *operands: SSAValue) -> SSAValue:
            return maker.add(
                create(
                    *(f"{name}.{suffix}", (*operands, *mask), types),
                    rounding=mode,
                    location=op.location,
                )
            )[0]

        return rounded("div", one, rounded("sqrt", op.operands[0]))

    def setb(self, op: TableOp) -> SSAValue:
        (type,) = own_types(op)
        bit = op.operands[0]
        if width_of(type) == 1:
            return bit
        return self.maker.row("zext.II", bit, types=(type, integer(1)))

    def select_float(self, op: TableOp) -> SSAValue:
        """The mask has one lane: a vector of one lane that it lets through says it."""
        maker, types = self.maker, own_types(op)
        then, otherwise, mask = op.operands
        lane = create(
            "splatui.VI", [mask], (1, integer(WORD)), imm=1, location=op.location
        )
        (lane,) = maker.add(lane)
        word = maker.row("mv.r.x.VI", lane, types=(1, integer(WORD)))
        bit = maker.compare("ne", word, maker.constant(0))
        return maker.row("select.F", bit, then, otherwise, types=types)

    def select_vector(self, op: TableOp) -> SSAValue:
        """Lanes of ones where the mask is set select in a row that takes such lanes."""
        maker, types = self.maker, own_types(op)
        then, otherwise, mask = op.operands
        lanes, element, _ = types
        ones = create(
            "splati.VI", [mask], (lanes, element), imm=-1, location=op.location
        )
        (ones,) = maker.add(ones)
        operands = (ones, then, otherwise, self._all_lanes(lanes))
        return maker.row("select.VIF", *operands, types=types)

    def compare_vector(self, op: TableOp) -> SSAValue:
        """A mask of the lanes that `cmps.VIF` fills with ones."""
        maker = self.maker
        lanes, element = own_types(op)
        lhs, rhs, mask = op.operands
        word = integer(width_of(element))
        ones = maker.row(
            *("cmps.VIF", lhs, rhs, mask),
            types=(lanes, word, element),
            condition=condition_of(op),
        )
        zero = create("splati.VI", [mask], (lanes, word), imm=0, location=op.location)
        (zero,) = maker.add(zero)
        return maker.row(
            "cmps.VI", ones, zero, mask, types=(lanes, word), condition="ne"
        )

    def _all_lanes(self, lanes: Attribute) -> SSAValue:
        """A mask of all lanes."""
        assert is_number(lanes)
        return self.maker.row("mvm", self.maker.constant(-1, lanes.data), types=())

    def exchange(self, op: TableOp) -> SSAValue:
        """The value is what is compared with and what is stored."""
        address, value = op.operands
        return self.maker.make(
            *("cmpswap.I", (address, value, value), own_types(op)),
            condition=condition_of(op),
            order=order_of(op),
            memory=memory_of(op),
        ).results[0]


ROWS: dict[str, Callable[[Values, TableOp], SSAValue]] = {
    "setb.I": Values.setb,
    "p2.select.F": Values.select_float,
    "p2.select.VIF": Values.select_vector,
    "cmp.CVF": Values.compare_vector,
    "cmpswap.CI": Values.exchange,
    "rsqrt.F": Values.rsqrt,
    "rsqrt.VF": Values.rsqrt,
}
"""Rows without a meaning over integers alone."""
