"""
Rows of the table as instructions of LLVM.

What is not written here is the row's meaning (`circ.dialects.llvlir.semantics`) over
`Llvm`; of vectors all lanes at once, of rows across lanes lane by lane.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Attribute, SSAValue

from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.float_flags import flags_meaning, lane_flags
from circ.dialects.llvlir.ops import FuncOp, TableOp
from circ.dialects.llvlir.rules import immediate_of
from circ.dialects.llvlir.semantics import (
    MOVES_FROM_VECTOR,
    MOVES_TO_VECTOR,
    attributes_of,
    lane_meaning,
    meaning,
)
from circ.dialects.llvlir.table import row_of_name
from circ.dialects.llvlir.types import VectorType, is_basic_float, is_number
from circ.targets.llvm.export.accesses import Accesses
from circ.targets.llvm.export.types import (
    bits_of,
    element_type,
    lanes_of,
    llvm_type,
    quoted,
)
from circ.targets.llvm.export.values import Llvm, Value, element_of, vector_type

if TYPE_CHECKING:
    from circ.targets.llvm.export.environment import Environment
    from circ.targets.llvm.export.functions import FunctionText

INTEGER_INTRINSICS = {
    "popc": "ctpop",
    "brev": "bitreverse",
    "min": "smin",
    "max": "smax",
    "minu": "umin",
    "maxu": "umax",
}
"""Rows of integers that are intrinsic functions of LLVM, by their bases."""

FLOAT_INTRINSICS = {
    "min": "minimumnum",
    "max": "maximumnum",
    "copysign": "copysign",
    "abs": "fabs",
}
FUNNELS = {
    "fsll": ("fshl", 2),
    "fsrl": ("fshr", 2),
    "fsra": ("fshr", 2),
    "rol": ("fshl", 1),
    "ror": ("fshr", 1),
}
"""Funnel shifts and rotations: the intrinsic, and how many numbers are shifted."""

ALL_LANES = IntAttr(1)
"""The lanes of a vector where it is one value of the algebra."""


class Rows(Accesses):
    """Writes the operations of one function."""

    def __init__(self, function: "FunctionText", environment: "Environment"):
        super().__init__(function, environment)
        self._across = Llvm(self.code)

    def name_of(self, func: FuncOp) -> str:
        """The name of a function in LLVM."""
        return f'"f.{quoted(func.sym_name.data)}"'

    def emit(self, op: TableOp) -> None:
        """Write an operation, and note its result."""
        result = self._result(op)
        if op.results and result is not None:
            type = op.results[0].type
            self.function.values[op.results[0]] = self.of_type(result, type)

    def of_type(self, value: Value, type: Attribute) -> Value:
        """A value as the register's type has it: floats are floats."""
        k = Llvm(self.code, lanes_of(type))
        element = element_of(llvm_type(type))
        return k.as_bits(value) if element[0] == "i" else k.as_type(element, value)

    def _result(self, op: TableOp) -> Value | None:
        row = op.ROW
        match row.category:
            case "memory" | "vec-memory" | "atomic" if row.name != "fence":
                return self.access(op)
            case "ext-memory":
                raise AssertionError(row.name)
            case _:
                pass
        operands = [self.function.operand(v, exact=False) for v in op.operands]
        match row.name:
            case "fence":
                self.code.add("fence seq_cst")
                return None
            case "sysbr.I" | "endbr.I":
                return None
            case "consta.L" | "addpc.I":
                assert op.label is not None
                name = op.label.root_reference.data
                text = self.environment.address_of(op, name)
                address = Value(text, f"i{self.width}")
                if not operands:
                    return address
                types, row = attributes_of(op)[0], row_of_name()["addp.I"]
                add = meaning(self.k, row, types, addresses=self.width)
                return add and add(address, *operands)
            case "mvm":
                bits = self.k.as_bits(operands[0])
                type = llvm_type(op.results[0].type)
                return self.code.let(type, f"bitcast {bits} to {type}")
            case "const.F" | "const.VI" | "const.VF":
                return self._constant(op)
            case "lane.VI" | "lane.VF" | "setlane.VI" | "setlane.VF":
                return self._lane(op, operands)
            case _:
                pass
        if self.environment.accrues and _raises(op):
            return self._computed(op)
        value = self._direct(op, operands)
        if value is None and row.suffix.startswith("V") and row.name != "mv.x.x.VI":
            value = self._vector(op, operands)
        elif value is None:
            function = meaning(self.k, row, *attributes_of(op), self.width)
            value = function and function(*operands)
        return self._computed(op) if value is None else value

    def _computed(self, op: TableOp) -> Value | None:
        """What LLVM does not have is computed outside."""
        operands = [self.function.operand(value) for value in op.operands]
        return self.environment.computed(self.code, op, operands)

    def _constant(self, op: TableOp) -> Value:
        type = op.results[0].type
        width = bits_of(type)
        bits = immediate_of(op) & ((1 << width) - 1)
        name = llvm_type(type)
        return Value(f"bitcast (i{width} {bits} to {name})", name)

    # region Instructions that LLVM has

    def _direct(self, op: TableOp, operands: Sequence[Value]) -> Value | None:
        """An intrinsic function of LLVM; None where there is none."""
        row = op.ROW
        if row.suffix not in ("I", "F", "VI", "VF"):
            return None
        types, immediates, _, rounding = attributes_of(op)
        masked = row.suffix.startswith("V")
        if (masked and row.values[-1] != "m") or rounding != "rne":
            return None
        base = {"rorv": "ror", "rolv": "rol"}.get(row.base, row.base).rstrip("x")
        lanes = types[0].data if is_number(types[0]) else 0
        element = types[-1]
        width = width_of(element)
        k = Llvm(self.code, lanes)
        values = list(operands)
        mask = values.pop() if masked else None
        if lanes:
            values = [
                value if value.type.startswith("<") else self.code.splat(value, lanes)
                for value in values
            ]
        found = None
        if row.suffix.endswith("F"):
            if base in FLOAT_INTRINSICS and is_basic_float(element):
                name = FLOAT_INTRINSICS[base]
                found = k.float_intrinsic(name, width, *values)
                if base in ("min", "max"):  # of two NaNs the second
                    nan = k.fcmp("uno", width, found, found)
                    found = k.ite(width, nan, k.exact(values[1]), found)
        elif base in INTEGER_INTRINSICS:
            found = k.intrinsic(INTEGER_INTRINSICS[base], width, *values)
        elif base == "bswap" and width % 16 == 0:
            found = k.intrinsic("bswap", width, *values)
        elif base == "abs":
            # The magnitude of the minimum is itself: no poison.
            no = Value("false", "i1")
            name = f"llvm.abs.{f'v{lanes}' if lanes else ''}i{width}"
            values = [k.as_bits(values[0]), no]
            found = self.code.call(k.type_of(width), name, values)
        elif base in FUNNELS or base.removesuffix("i") in FUNNELS:
            name, count = FUNNELS[base if base in FUNNELS else base.removesuffix("i")]
            numbers = values[:1] * 2 if count == 1 else values[:2]
            amount = k.const(width, immediates[0]) if immediates else values[count]
            found = k.intrinsic(name, width, *numbers, amount)
        if found is None or mask is None:
            return found
        return k.ite(width, mask, found, k.const(width, 0))

    # endregion
    # region Vectors

    def _lane(self, op: TableOp, operands: Sequence[Value]) -> Value:
        type = op.operands[0].type
        assert isinstance(type, VectorType)
        lanes = type.lanes.data
        vector, *given, index = operands
        if lanes & (lanes - 1):
            index = self.code.let("i32", f"urem {index}, {lanes}")
        else:
            index = self.code.let("i32", f"and {index}, {lanes - 1}")
        if not given:
            text = f"extractelement {vector}, {index}"
            return self.code.let(llvm_type(op.results[0].type), text, vector.raw)
        vector = self.function.operand(op.operands[0])
        value = self.function.operand(op.operands[1])
        return self.code.let(vector.type, f"insertelement {vector}, {value}, {index}")

    def _vector(self, op: TableOp, operands: Sequence[Value]) -> Value | None:
        row = op.ROW
        if row.crosses_lanes or row.name in MOVES_TO_VECTOR:
            return self._horizontal(op)
        if row.name in MOVES_FROM_VECTOR:
            (vector,) = operands
            text = f"extractelement {vector}, i64 0"
            return self.code.let(llvm_type(op.results[0].type), text, vector.raw)
        types, immediates, condition, rounding = attributes_of(op)
        lanes = types[0].data if is_number(types[0]) else 1
        k = Llvm(self.code, lanes)
        function = lane_meaning(
            *(k, row, (ALL_LANES, *types[1:])), immediates, condition, rounding
        )
        if function is None:
            return None
        columns: list[Sequence[Value] | Value] = []
        for value, type in zip(operands, row.values[1:], strict=True):
            if type[0] in "xm":
                columns.append([value])
            else:
                columns.append(self.code.splat(value, lanes))
        (result,) = function(*columns)
        return result

    def _horizontal(self, op: TableOp) -> Value | None:
        """Lane by lane; LLVM finds the shuffles."""
        function = cast(
            "Callable[..., Sequence[Value]] | None",
            lane_meaning(self._across, op.ROW, *attributes_of(op)),
        )
        if function is None:
            return None
        columns = [self._parted(value) for value in op.operands]
        lanes = function(*columns)
        type = op.results[0].type
        element = type.element if isinstance(type, VectorType) else None
        return self.packed(lanes, element)

    def _parted(self, value: SSAValue) -> Sequence[Value] | Value:
        found, lanes = self.function.operand(value), lanes_of(value.type)
        if not lanes:
            return found
        element = element_of(found.type)
        return [
            self.code.let(element, f"extractelement {found}, i64 {lane}")
            for lane in range(lanes)
        ]

    def packed(self, lanes: Sequence[Value], element: Attribute | None) -> Value:
        """A vector, or a mask, of these lanes."""
        k, whole, type = self._across, "poison", ""
        for number, lane in enumerate(lanes):
            name = "i1" if element is None else element_type(element)
            if name[0] == "i":
                lane = k.as_bits(lane)
            else:
                lane = k.exact(k.as_type(name, lane))
            type = vector_type(len(lanes), lane.type)
            text = f"insertelement {type} {whole}, {lane}, i64 {number}"
            whole = self.code.let(type, text).text
        return Value(whole, type)

    # endregion


def _raises(op: TableOp) -> bool:
    """May it raise an exception of floats?"""
    flags = lane_flags if op.ROW.suffix.startswith("V") else flags_meaning
    return flags(op.ROW, *attributes_of(op)) is not None
