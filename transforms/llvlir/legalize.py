"""
`llvlir-legalize`: legalizes llvlir for 32-bit machines with sixteen vector lanes.

Memory orders and reservations are written out (`atomic_rows`), jumps that link and
calls of the system become calls (`control_rows`). Rows that are rounded other than to
nearest even become calls (`roundings`), and those that the levels below lack are
written out (`expansions`). Vectors of other lengths, and lanes of 64 bits, become such
vectors or scalars (`vectors`). Then an f64, a float of another format, and an integer
of a width that the levels below lack, is words. What a row computes is computed on
these (`common.words`); division and binary64 arithmetic are calls of the run-time
library (`wide_rows`), rows of floats that are computed in integers are calls of
functions of the module (`float_functions`). Arguments, results and what branches pass
become as many values, the low word first; an access to memory is one of each word, and
of the bytes of the last.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.context import Context
from xdsl.dialects.builtin import Float32Type, ModuleOp, StringAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.directed import MODES
from circ.dialects.common.machine import Machine
from circ.dialects.common.reports import count, missed
from circ.dialects.common.widths import width_of
from circ.dialects.common.words import NoMeaning, Number
from circ.dialects.llvlir.linking import CONTROL_ROWS
from circ.dialects.llvlir.ops import CallOp, CompareBranchOp, FuncOp, RowOp
from circ.dialects.llvlir.semantics import integer_condition
from circ.dialects.llvlir.types import (
    R32,
    FloatType,
    FormatType,
    GeneralType,
    MaskType,
    VectorType,
    r,
)
from circ.targets.machines import machine_of, set_target
from circ.transforms.llvlir.atomic_rows import expand_atomic_rows, needs_expansion
from circ.transforms.llvlir.control_rows import expand_control_rows
from circ.transforms.llvlir.expansions import EXPANDED, expand_rows
from circ.transforms.llvlir.float_environment import write_out_float_environment
from circ.transforms.llvlir.float_functions import FloatFunctions
from circ.transforms.llvlir.maker import Maker
from circ.transforms.llvlir.roundings import ROUNDED, round_rows
from circ.transforms.llvlir.runtime import calls_of
from circ.transforms.llvlir.splitting import Splitting
from circ.transforms.llvlir.vectors import needs_parts, split_vectors
from circ.transforms.llvlir.wide_rows import RowWords, on_words
from circ.transforms.runtime.library import add_functions

WIDTHS = (1, 8, 16, 32)
"""Of integers that are one value."""
MOST = 1024
"""The widest integer: products take code in the square of its words."""
MOST_OF_FLOAT = 256
"""The widest float: products have twice, and quotients as many bits."""


def is_split(type: Attribute) -> bool:
    """Is it a register of a number that becomes words?"""
    if isinstance(type, GeneralType):
        return width_of(type) not in WIDTHS
    return isinstance(type, FloatType) and not isinstance(type.element, Float32Type)


def is_word(machine: Machine, type: Attribute) -> bool:
    """Is it a number of a machine's word, but for floats that machines lack?"""
    element = getattr(type, "element", None)
    return width_of(type) == machine.word and not isinstance(element, FormatType)


def is_rounded(op: RowOp) -> bool:
    """Is it a row that no function of the library rounds?"""
    rounding = op.properties.get("rounding")
    return isinstance(rounding, StringAttr) and rounding.data in MODES


def legalize_function(
    machine: Machine, floats: FloatFunctions, function: Operation
) -> list[str]:
    """
    Legalize a function; returns the library functions that it calls.

    Those that its rows of floats need are added to `floats`.
    """
    assert isinstance(function, FuncOp)
    types, names = contents_of(function)
    if needs_expansion(function, names):
        expand_atomic_rows(function)
    if not CONTROL_ROWS.isdisjoint(names):
        expand_control_rows(function)
    is_rounding = not ROUNDED.isdisjoint(names) and round_rows(function)
    if is_rounding:
        types, names = contents_of(function)
    if not EXPANDED.keys().isdisjoint(names):
        expand_rows(function)
        types, names = contents_of(function)
    vectors = [type for type in types if isinstance(type, VectorType | MaskType)]
    if vectors and needs_parts(vectors, names):
        split_vectors(function)
        types, _ = contents_of(function)
    # A machine of 64 bits has its words too, unless there are others beside them.
    needs_words = any(is_split(t) and not is_word(machine, t) for t in types)
    if needs_words or is_rounding:
        legalizer = _Legalizer(function, floats)
        legalizer.run()
        legalizer.words.maker.erase_unused()
    return list(calls_of(function))


def contents_of(function: FuncOp) -> tuple[Collection[Attribute], Collection[str]]:
    """The types of a function's values, and the names of its rows."""
    function_type = function.function_type
    # By `id`: most types are the same object, and hashing one is slow.
    types = {id(type): type for type in (*function_type.inputs, *function_type.outputs)}
    kinds: set[type[Operation]] = set()
    for block in function.body.blocks:
        for argument in block.args:
            types[id(argument.type)] = argument.type
        for op in block.ops:
            kinds.add(type(op))
            for result in op.results:
                types[id(result.type)] = result.type
    rows = {kind.ROW.name for kind in kinds if issubclass(kind, RowOp)}
    return types.values(), rows


class _Legalizer(Splitting):
    """Words for each number that gen has on words alone."""

    def __init__(self, function: FuncOp, floats: FloatFunctions):
        super().__init__(function)
        self.floats = floats
        self.words = RowWords(function, Maker())
        self._parts: dict[SSAValue, Number[SSAValue]] = {}
        self._split: dict[int, tuple[bool, Attribute]] = {}
        """By the `id` of the type: hashing one is slow."""

    def is_split(self, type: Attribute) -> bool:
        found = self._split.get(id(type))
        if found is None:
            found = self._split[id(type)] = (is_split(type), type)
            self._check(type)
        return found[0]

    def _check(self, type: Attribute) -> None:
        """Diagnose a number that would be too much code."""
        match type:
            case GeneralType() if width_of(type) > MOST:
                what = "an integer"
            case FloatType() if width_of(type) > MOST_OF_FLOAT:
                what = "a float"
            case _:
                return
        raise unsupported(self.function, f"{what} of {width_of(type)} bits in gen")

    def part_types(self, type: Attribute) -> Sequence[Attribute]:
        if not self.is_split(type):
            return (type,)
        width = width_of(type)
        if self.words.container(width) < 32:
            return (r(width),)
        return (R32,) * self.words.count(width)

    def give(self, value: SSAValue, parts: Sequence[SSAValue]) -> None:
        self._parts[value] = tuple(parts)

    def parts_of(self, value: SSAValue) -> Number[SSAValue]:
        return self._parts[value] if self.is_split(value.type) else (value,)

    def name_parts(self, value: SSAValue, parts: Sequence[SSAValue]) -> None:
        if len(parts) != 2:
            super().name_parts(value, parts)
        elif value.name_hint is not None:
            for part, which in zip(parts, ("low", "high"), strict=True):
                part.name_hint = f"{value.name_hint}_{which}"

    def convert_row(self, op: RowOp) -> None:
        types = [value.type for value in (*op.operands, *op.results)]
        if not any(map(self.is_split, types)) and not is_rounded(op):
            return
        count("operations split into words")
        self.words.maker.move(op)
        callee = self.floats.callee(op, self.function)
        if callee is not None:
            words = self._called(callee, op)
        else:
            words = self._computed(op)
        if words is None:
            split = [type for type in types if self.is_split(type)] or types
            assert isinstance(split[0], GeneralType | FloatType)
            raise unsupported(op, f"type {split[0].element} in gen")
        for result in op.results:
            if self.is_split(result.type):
                self.give(result, words)
                if width_of(result.type) not in (32, 64):
                    self.name_parts(result, words)
                continue
            (value,) = words
            if isinstance(result.type, FloatType):
                value = self.words.maker.float_of(value)
            result.replace_all_uses_with(value)
        self.old.append(op)

    def _computed(self, op: RowOp) -> Number[SSAValue] | None:
        try:
            return on_words(self.words, op, list(map(self.parts_of, op.operands)))
        except NoMeaning:
            return None

    def _called(self, name: str, op: RowOp) -> Number[SSAValue]:
        missed(op, f"becomes a call of {name}")
        operands = self.split_values(op.operands)
        types = self.split_types(op.result_types)
        call = CallOp.create_(name, operands, types, op.location)
        return tuple(self.words.maker.add(call))

    def compared(self, op: CompareBranchOp) -> tuple[str, SSAValue, SSAValue]:
        if not self.is_split(op.lhs.type):
            return super().compared(op)
        self.words.maker.move(op)
        holds = integer_condition(self.words, op.condition.data, width_of(op.lhs.type))
        (truth,) = holds(self.parts_of(op.lhs), self.parts_of(op.rhs))
        return "ne", truth, self.words.maker.constant(0, 1)


@dataclass(frozen=True)
class LlvlirLegalizePass(ModulePass):
    """Legalize vectors for the machine, and split 64-bit numbers into words."""

    name = "llvlir-legalize"

    target: str | None = None
    """The machine, by name; that of the module where it is left out."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        set_target(op, self.target)
        machine_of(op).check_addresses(op)
        write_out_float_environment(op)
        floats = FloatFunctions()
        legalize = partial(legalize_function, machine_of(op), floats)
        functions = [function for function in op.ops if isinstance(function, FuncOp)]
        called: dict[str, None] = {}
        for function in functions:
            called |= dict.fromkeys(legalize(function))
        for function in floats.added_to(op):
            called |= dict.fromkeys(legalize(function))
        add_functions(op, called, "llvlir", legalize)
