"""
The rounding mode and the accrued exceptions of floats, for machines without either.

Both are words of one object, common to all modules of a program. `fgetrm fsetrm fgetex
fsetex` load and store them. A row with the rounding `dyn` becomes a call of a function
that branches to the row under each mode. Where a module reads exceptions, each row that
may raise some is followed by a call of a function of its operands that gives them: the
row in a format of the same precision and more exponents, rounded down and up, says
whether the result is exact, and whether it is too large or tiny.
"""

from collections.abc import Callable, Iterator, Sequence

from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr, UnitAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.common import exact_floats as exact
from circ.dialects.common.address_width import address_width
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.exact_floats import MODES
from circ.dialects.common.float_exceptions import (
    BY_ZERO,
    INEXACT,
    INVALID,
    OVERFLOW,
    UNDERFLOW,
)
from circ.dialects.common.linkage import COMMON, LINKAGE
from circ.dialects.common.memory import RUNTIME
from circ.dialects.common.reports import count, missed
from circ.dialects.common.runtime import OWN_PREFIX
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.data import DATA_SECTION
from circ.dialects.llvlir.exact import FUSED
from circ.dialects.llvlir.float_flags import (
    EXCEPTIONS,
    ORDERED,
    flags_meaning,
    lane_flags,
)
from circ.dialects.llvlir.horizontal import horizontal_meaning
from circ.dialects.llvlir.ops import (
    CallOp,
    FuncOp,
    RetOp,
    RowOp,
    TableBranchOp,
    TableOp,
    create,
)
from circ.dialects.llvlir.semantics import attributes_of, scalar_row
from circ.dialects.llvlir.table import Row, row_of_name
from circ.dialects.llvlir.types import (
    R32,
    FloatFormat,
    VectorType,
    float_format,
    format_of,
    is_integer,
)
from circ.transforms.llvlir.float_functions import ModuleFunctions, at_the_end, text_of
from circ.transforms.llvlir.maker import I1, I32, Maker
from circ.transforms.llvlir.row_algebra import RowAlgebra

STATE = f"{OWN_PREFIX}float_environment"
"""The object: the word of the mode, then that of the exceptions."""
WORDS = {"fgetrm": 0, "fsetrm": 0, "fgetex": 4, "fsetex": 4}
"""The offset of the word that a row reads or writes."""
ALL_FLAGS = 31
QUIET, SIGNALLING, INFINITE, ZERO = 32, 64, 16, 4
"""Bits of a class; NaN is the first two."""
ARITHMETIC = frozenset(("add", "sub", "mul", "div", "sqrt", "frem", *FUSED))

Bits = list[tuple[SSAValue, int]]
"""Bits that say whether an exception is raised, each with its flag."""


def without_float_environment(module: ModuleOp) -> ModuleOp:
    """The module, or a copy in which its rounding mode and exceptions are in memory."""
    if not any(op.ROW.name in WORDS or _rounding(op) == "dyn" for op in _rows(module)):
        return module
    module = module.clone()
    write_out_float_environment(module)
    return module


def write_out_float_environment(module: ModuleOp) -> None:
    """Replace what needs a rounding mode or exceptions; linear in the operations."""
    control, dynamic, raising = list[RowOp](), list[RowOp](), list[RowOp]()
    for op in _rows(module):
        if op.ROW.name in WORDS:
            control.append(op)
        elif "d" in op.ROW.operands and _rounding(op) == "dyn":
            dynamic.append(op)
    reads = any(op.ROW.name == "fgetex" for op in control)
    if reads or EXCEPTIONS in module.attributes:
        raising = [op for op in _rows(module) if _raises(op)]
    if not (control or dynamic or raising):
        return
    environment = _Environment(address_width(module))
    for op in raising:
        environment.note(op)
    for op in dynamic:
        environment.by_mode(op)
    for op in control:
        environment.access(op)
    for function in environment.functions.added_to(module):
        # What the functions of exceptions compute may be rounded in the mode as well.
        for op in [*_rows_of(function)]:
            if _rounding(op) == "dyn":
                environment.by_mode(op)
    if not any(_is_state(op) for op in module.ops):
        module.body.block.add_ops(_state())


def _rows(module: ModuleOp) -> Iterator[RowOp]:
    for function in module.ops:
        if isinstance(function, FuncOp):
            yield from _rows_of(function)


def _rows_of(function: FuncOp) -> Iterator[RowOp]:
    for block in function.body.blocks:
        for op in block.ops:
            if isinstance(op, RowOp):
                yield op


def _rounding(op: Operation) -> str | None:
    rounding = op.properties.get("rounding")
    return rounding.data if isinstance(rounding, StringAttr) else None


def _raises(op: RowOp) -> bool:
    """May it raise an exception?"""
    if "F" not in op.ROW.suffix or not isinstance(op, TableOp):
        return False
    types, immediates, condition, rounding = attributes_of(op)
    mode = rounding if rounding in MODES else MODES[0]
    flags = lane_flags if op.ROW.suffix.startswith("V") else flags_meaning
    return flags(op.ROW, types, immediates, condition, mode) is not None


def _is_state(op: Operation) -> bool:
    """Is it the label of the object, of a part that was written out before?"""
    label = op.properties.get("label")
    return isinstance(label, SymbolRefAttr) and label.string_value() == STATE


def _state() -> Sequence[Operation]:
    label = create("label.L", label=STATE)
    label.attributes[LINKAGE] = StringAttr(COMMON)
    return (
        create("section", data=DATA_SECTION.encode()),
        create("align", imm=4),
        label,
        create("zero", imm=8),
    )


class _Environment:
    """Writes out the rows of a module, and the functions that these need."""

    def __init__(self, address_width: int) -> None:
        self.maker = Maker()
        self.functions = ModuleFunctions()
        self.address_width = address_width

    # region The state

    def access(self, op: RowOp) -> None:
        """Read or write the mode or the exceptions."""
        self.maker.move(op)
        offset = WORDS[op.ROW.name]
        if op.results:
            op.results[0].replace_all_uses_with(self._load(offset))
        else:
            value = op.operands[0]
            if op.ROW.name == "fsetex":
                value = self.maker.row("and.I", value, self.maker.constant(ALL_FLAGS))
            self._store(offset, value)
        count("operations expanded")
        op.detach()
        op.erase()

    def _place(self, maker: Maker) -> SSAValue:
        """The address of the object."""
        op = create("consta.L", label=STATE, address_width=self.address_width)
        return maker.add(op)[0]

    def _load(self, offset: int) -> SSAValue:
        address = self._place(self.maker)
        return self.maker.make("ld.I", (address,), (I32,), imm=offset).results[0]

    def _store(self, offset: int, value: SSAValue) -> None:
        address = self._place(self.maker)
        self.maker.make("st.I", (address, value), (I32,), imm=offset)

    # endregion
    # region The mode

    def by_mode(self, op: RowOp) -> None:
        """Call the function of a row that chooses by the mode; any other is `rne`."""
        types, immediates, condition, _ = attributes_of(op)
        inputs = [value.type for value in op.operands]
        parts = [*map(text_of, types), *map(str, immediates)]
        name = "_".join((f"{OWN_PREFIX}dyn", op.ROW.name, *parts, condition or ""))
        if name not in self.functions.made:
            entry, rows = Block(arg_types=inputs), list[Block]()
            for mode in MODES:
                row = op.clone(dict(zip(op.operands, entry.args, strict=True)))
                row.properties["rounding"] = StringAttr(mode)
                rows.append(Block([row, RetOp.create(operands=row.results)]))
            maker = Maker()
            with at_the_end(maker, entry):
                place = (self._place(maker),)
                mode = maker.make("ld.I", place, (I32,), imm=0).results[0]
                edges = [(block, ()) for block in rows]
                maker.add(TableBranchOp.of(mode, edges[0], edges))
            function = _function(name, inputs, op.result_types, [entry, *rows])
            self.functions.made[name] = function
        self.maker.move(op)
        missed(op, f"rounding mode dyn becomes a call of {name}")
        call = CallOp.create_(name, op.operands, op.result_types, op.location)
        self.maker.add(call)
        op.results[0].replace_all_uses_with(call.results[0])
        op.detach()
        op.erase()

    # endregion
    # region Exceptions

    def note(self, op: RowOp) -> None:
        """Let a row accrue its exceptions."""
        self.maker.move(op)
        count("operations that note exceptions")
        flags = self._flags(op)
        total = flags[0]
        for word in flags[1:]:
            total = self.maker.row("or.I", total, word)
        old = self._load(WORDS["fgetex"])
        self._store(WORDS["fgetex"], self.maker.row("or.I", old, total))

    def _flags(self, op: RowOp) -> list[SSAValue]:
        """The exceptions of a row, or of each of its lanes, as words."""
        types, _, condition, rounding = attributes_of(op)
        row = op.ROW
        if not row.suffix.startswith("V"):
            operands = [*op.operands]
            return [self.called(op, row, types, condition, rounding, operands)]
        *vectors, mask = ([*self._lanes(value)] for value in op.operands)
        bits = [self.maker.row("trunc.II", on, types=(I1, I32)) for on in mask]
        if row.crosses_lanes:
            noted = _Noted(self, op)
            sums = horizontal_meaning(noted, row, types)
            assert sums is not None
            values = [self.maker.integer_of(lane) for lane in vectors[0]]
            sums(values, bits)
            return noted.flags
        if row.name == "cmps.VIF":
            row, types = row_of_name()["cmps.F"], types[1:]
        elif row.name != "mul.VFD":
            row = scalar_row(row)
            assert row is not None
        found = list[SSAValue]()
        for lane, on in enumerate(mask):
            operands = [column[lane % len(column)] for column in vectors]
            word = self.called(op, row, types[1:], condition, rounding, operands)
            found.append(self.maker.row("and.I", word, on))
        return found

    def _lanes(self, value: SSAValue) -> Iterator[SSAValue]:
        """The lanes of a vector, words of ones or zeros of a mask, or a scalar."""
        type, maker = value.type, self.maker
        lanes = getattr(type, "lanes", None)
        if lanes is None:
            yield value
            return
        element: Attribute = I32
        if isinstance(type, VectorType):
            element = type.element
        else:
            types = (lanes.data, I32)
            value = maker.make("splati.VI", (value,), types, imm=-1).results[0]
        name = "lane.VI" if is_integer(element) else "lane.VF"
        for lane in range(lanes.data):
            number = maker.constant(lane)
            yield maker.row(name, value, number, types=(lanes.data, element))

    def called(
        self,
        op: RowOp,
        row: Row,
        types: Sequence[Attribute],
        condition: str | None,
        rounding: str,
        operands: Sequence[SSAValue],
    ) -> SSAValue:
        """A call of the function that gives the exceptions of a row on scalars."""
        parts = (row.name, *map(text_of, types), condition or "", rounding)
        name = "_".join((f"{OWN_PREFIX}raised", *parts))
        inputs = [value.type for value in operands]
        if name not in self.functions.made:
            maker, block = Maker(), Block(arg_types=inputs)
            with at_the_end(maker, block):
                raised = _Raised(op, maker, row, types, condition, rounding)
                word = raised.word(block.args)
                maker.add(RetOp.create(operands=[word]))
            self.functions.made[name] = _function(name, inputs, [R32], [block])
        call = CallOp.create_(name, operands, [R32], op.location)
        return self.maker.add(call)[0]

    # endregion


def _function(
    name: str,
    inputs: Sequence[Attribute],
    outputs: Sequence[Attribute],
    blocks: Sequence[Block],
) -> FuncOp:
    return FuncOp.create_(
        *(name, inputs, outputs, Region(blocks)),
        visibility="private",
        attributes={RUNTIME: UnitAttr()},
    )


class _Noted(RowAlgebra):
    """Sums of lanes, of which the exceptions are wanted."""

    def __init__(self, environment: _Environment, op: RowOp):
        super().__init__(environment.maker)
        self._environment, self._op = environment, op
        _, self._type = attributes_of(op)[0]
        self.flags = list[SSAValue]()

    def float_row(self, name: str, type: Attribute) -> Callable[..., SSAValue]:
        row = row_of_name()[f"{name}.F"]

        def noted(width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
            values = [self.maker.float_of(value, self._type) for value in (lhs, rhs)]
            types = (self._type,)
            flags = self._environment.called(self._op, row, types, None, "rne", values)
            self.flags.append(flags)
            found = self.maker.row(row.name, *values, types=types)
            return self.maker.integer_of(found)

        return noted

    def fadd(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self.float_row("add", self._type)(width, lhs, rhs)

    def fsub(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self.float_row("sub", self._type)(width, lhs, rhs)


class _Raised:
    """Writes the exceptions of a row on scalars, as rows on these."""

    def __init__(
        self,
        op: RowOp,
        maker: Maker,
        row: Row,
        types: Sequence[Attribute],
        condition: str | None,
        rounding: str,
    ):
        self.op, self.maker, self.row, self.types = op, maker, row, types
        self.condition, self.rounding = condition, rounding

    def word(self, operands: Sequence[SSAValue]) -> SSAValue:
        """The exceptions as a word."""
        maker = self.maker
        total = maker.constant(0)
        for bit, flag in self._bits(operands):
            word = maker.choose(bit, maker.constant(flag), maker.constant(0))
            total = maker.row("or.I", total, word)
        return total

    def _bits(self, operands: Sequence[SSAValue]) -> Bits:
        base, types = self.row.base, self.types
        match self.row.suffix:
            case "VFD":
                return self._exact_product(operands)
            case "F" if base in ARITHMETIC:
                return self._arithmetic(operands)
            case "F":  # min, max, and comparisons
                ordered = base == "cmps" and self.condition in ORDERED
                kinds = QUIET | SIGNALLING if ordered else SIGNALLING
                return [(self._any(operands, types[0], kinds), INVALID)]
            case "IF":
                return self._to_integer(operands[0])
            case _:
                found = self._rounded(operands, self._result(operands))
                if self.row.suffix == "FF":
                    found.append((self._any(operands, types[1], SIGNALLING), INVALID))
                return found

    # region Rows

    def _scalar(
        self, values: Sequence[SSAValue], types: Sequence[Attribute], mode: str
    ) -> SSAValue:
        """The row itself, of these types."""
        made = create(
            *(self.row.name, values, types),
            condition=self.condition,
            rounding=mode,
        )
        return self.maker.add(made)[0]

    def _result(self, operands: Sequence[SSAValue]) -> SSAValue:
        return self._scalar(operands, self.types, self.rounding)

    def _extended(self, to: Attribute, value: SSAValue, type: Attribute) -> SSAValue:
        return self.maker.row("cvt.FF", value, types=(to, type))

    def _holds(
        self, condition: str, type: Attribute, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        types = (type,)
        return self.maker.row("cmps.F", lhs, rhs, types=types, condition=condition)

    def _is(self, value: SSAValue, type: Attribute, kinds: int) -> SSAValue:
        """Is it of one of these classes?"""
        maker = self.maker
        kind = maker.row("class.F", value, types=(type,))
        kind = maker.row("and.I", kind, maker.constant(kinds))
        return maker.compare("ne", kind, maker.constant(0))

    def _any(self, values: Sequence[SSAValue], type: Attribute, kinds: int) -> SSAValue:
        first, *others = (self._is(value, type, kinds) for value in values)
        for bit in others:
            first = self.maker.bit("or", first, bit)
        return first

    def _unless(self, bit: SSAValue, other: SSAValue) -> SSAValue:
        return self.maker.bit("and", bit, self.maker.bit("not", other))

    # endregion

    def _wide(self, precision: int, most: int = 0) -> FloatFormat:
        """
        A format in which the row's result is neither too large nor tiny, nor integers
        below 2 to the power of `most`.
        """
        formats = [format_of(t) for t in self.types if not is_integer(t)]
        exponent = max(format.exponent for format in formats) + 2
        longest = max(precision, *(f.fraction for f in formats), most)
        exponent = max(exponent, (2 * longest + 8).bit_length() + 2)
        if exponent > 31:
            raise unsupported(self.op, f"exceptions of type {self.types[0]} in gen")
        return float_format(exponent, precision)

    def _rounded(self, operands: Sequence[SSAValue], result: SSAValue) -> Bits:
        """What the result raises because it has limits."""
        maker, type = self.maker, self.types[0]
        format = format_of(type)
        wide = self._wide(format.fraction + 1)
        is_arithmetic = self.row.suffix == "F"
        values = operands
        if is_arithmetic:
            values = [self._extended(wide, value, type) for value in operands]
        types = (wide, *self.types[1:])
        low, high, free = (
            self._scalar(values, types, mode) for mode in ("rdn", "rup", self.rounding)
        )
        result = self._extended(wide, result, type)
        inexact = self._holds("lt", wide, low, high)
        for pair in ((free, result), (result, free)):
            inexact = maker.bit("or", inexact, self._holds("lt", wide, *pair))
        size = maker.row("abs.F", free, types=(wide,))
        large = self._holds("lt", wide, self._limit(wide, format.infinity - 1), size)
        if self.row.suffix in ("F", "FF"):  # of infinities, which is exact
            large = self._unless(large, self._is(free, wide, INFINITE))
        tiny = self._holds("lt", wide, size, self._limit(wide, 1 << format.fraction))
        inexact = maker.bit("or", inexact, large)
        return [
            (inexact, INEXACT),
            (maker.bit("and", tiny, inexact), UNDERFLOW),
            (large, OVERFLOW),
        ]

    def _limit(self, wide: FloatFormat, bits: int) -> SSAValue:
        """A constant of the result's format."""
        format = format_of(self.types[0])
        return self.maker.number(
            wide, exact.convert(format, format_of(wide), MODES[0], bits)
        )

    def _arithmetic(self, operands: Sequence[SSAValue]) -> Bits:
        type, base = self.types[0], self.row.base
        result = self._result(operands)
        found = [] if base == "frem" else self._rounded(operands, result)
        made = self._is(result, type, QUIET | SIGNALLING)
        made = self._unless(made, self._any(operands, type, QUIET | SIGNALLING))
        found.append((made, INVALID))
        found.append((self._any(operands, type, SIGNALLING), INVALID))
        if base == "div":
            x, y = operands
            bit = self._is(result, type, INFINITE)
            bit = self.maker.bit("and", bit, self._is(y, type, ZERO))
            found.append((self._unless(bit, self._is(x, type, INFINITE)), BY_ZERO))
        return found

    def _exact_product(self, operands: Sequence[SSAValue]) -> Bits:
        type = self.types[0]
        kinds = [[self._is(x, type, k) for k in (ZERO, INFINITE)] for x in operands]
        (x_zero, x_infinite), (y_zero, y_infinite) = kinds
        bit = self.maker.bit
        return [
            (bit("and", x_zero, y_infinite), INVALID),
            (bit("and", y_zero, x_infinite), INVALID),
            (self._any(operands, type, SIGNALLING), INVALID),
        ]

    def _to_integer(self, value: SSAValue) -> Bits:
        to, type = self.types
        width, signed = width_of(to), self.row.base == "cvt"
        format = format_of(type)
        wide = self._wide(max(format.fraction + 1, width + 3), width + 2)
        low, end = (-1 << width - 1, 1 << width - 1) if signed else (0, 1 << width)
        float_of = exact.from_signed
        below, limit = (
            self.maker.number(
                wide,
                float_of(format_of(wide), MODES[0], width + 2, n % (1 << width + 2)),
            )
            for n in (low - 1, end)
        )
        x = self._extended(wide, value, type)
        invalid = self._is(value, type, QUIET | SIGNALLING | INFINITE)
        for condition, bound in (("le", below), ("ge", limit)):
            beyond = self._holds(condition, wide, x, bound)
            invalid = self.maker.bit("or", invalid, beyond)
        found = self._result([value])
        name = "cvt.FI" if signed else "cvtu.FI"
        back = self.maker.row(name, found, types=(wide, to))
        differs = self._holds("ne", wide, x, back)
        return [(invalid, INVALID), (self._unless(differs, invalid), INEXACT)]
