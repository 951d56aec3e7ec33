"""
`gen-legalize`: what a machine lacks becomes what it has.

On a machine without an integer divider, such as NaplesPU, a quotient or remainder of
integers of up to 32 bits is a call of the run-time library, or code in place
(`inline`), which divides small integers by way of floats; divisions by constants are
best reduced before, by `gen-reduce-strength`. The functions called are added to the
module. The quotient and the remainder of the same registers are one division. All
other instructions that the machine lacks, and all numbers of 64 bits, are expanded by
their meaning (`expand`). An access to a number that is not aligned to its size is one
of each of its parts (`split_accesses`).
"""

from dataclasses import dataclass, field
from functools import cached_property

from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, ModuleOp, i32
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.machine import Machine
from circ.dialects.common.memory import RUNTIME
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done, missed
from circ.dialects.gen import (
    BranchOp,
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    FuncOp,
    Instruction,
    RetOp,
    instructions_in,
    is_uniform,
    written_by,
)
from circ.targets.machines import machine_of, set_target
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.align_accesses import align_accesses
from circ.transforms.gen.emitter import (
    WORD,
    Emitter,
    Instructions,
    declare,
    has_lanes,
    widened,
    write,
)
from circ.transforms.gen.expand import Expansion
from circ.transforms.gen.float_division import (
    SMALL,
    FloatDivision,
    is_large,
    ones_if_zero,
)
from circ.transforms.gen.inlining import inlined, split_from
from circ.transforms.gen.known_registers import KnownRegisters
from circ.transforms.gen.lane_division import divide_lanes
from circ.transforms.gen.lower_arguments import load_structs
from circ.transforms.gen.runtime import runtime_function
from circ.transforms.gen.split_accesses import split_accesses
from circ.transforms.runtime.library import add_functions

FUNCTIONS = {
    ("DIV", False): "__circ_udiv32",
    ("REM", False): "__circ_urem32",
    ("DIV", True): "__circ_sdiv32",
    ("REM", True): "__circ_srem32",
}
"""The run-time function by opcode and signedness."""

LARGE = "_large"
"""The suffix of the function that divides operands too large for floats."""

RARELY = (1, 15)
"""The branch weights: large operands, small operands."""

MOST_INLINED = 4
"""How many divisions of a function have the code for large operands inline."""


@dataclass(frozen=True)
class GenLegalizePass(ModulePass):
    """Replace operations that the target lacks."""

    name = "gen-legalize"

    target: str | None = None
    """The name of the machine; by default that of the module."""
    inline: bool = False
    """Divide by variables inline, which is faster and longer, or by a call?"""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        set_target(op, self.target)
        legalize_module(op, self.inline)


def legalize_module(module: ModuleOp, inline: bool = False) -> None:
    """Legalize every function, and add the run-time functions that are called."""
    legalization = _Legalization(machine_of(module), inline)
    called: dict[str, None] = {}
    for function in module.ops:
        if isinstance(function, FuncOp):
            load_structs(function)
            called |= dict.fromkeys(legalization.function(function))
    add_functions(module, called, "gen", legalization.library)


@dataclass
class _Legalization:
    """State shared by the functions of one module."""

    machine: Machine
    inline: bool
    _bodies: dict[str, FuncOp] = field(default_factory=dict[str, FuncOp])

    @cached_property
    def expansion(self) -> Expansion:
        return Expansion(self.machine, self.body)

    @cached_property
    def division(self) -> FloatDivision:
        return FloatDivision(scaled=not self.machine.truncates_exactly())

    def function(self, function: FuncOp) -> list[str]:
        """Legalize one function; the run-time functions that it calls."""
        if function.is_declaration:
            return self.expansion.function(function)
        if function.lanes is not None and function.lane_count != self.machine.lanes:
            refuse_lanes(function, self.machine)
        called = self.expansion.function(function)
        # The library's functions divide in place: they are what is called.
        inline = self.inline or RUNTIME in function.attributes
        illegal = self.machine.illegal
        divisions = [
            op for op in divisions_of(function) if f"{op.ROW.opcode}.int" in illegal
        ]
        if divisions:
            called += _Legalizer(self, function, divisions, inline).run()
        if not self.machine.unaligned_numbers:
            split_accesses(function, declare(function), self.machine.word)
        if function.lane_count > 1 and not self.machine.fast_unaligned_vectors:
            align_accesses(function, declare(function))
        return called

    def library(self, function: Operation) -> list[str]:
        """Legalize a function of the library; what it calls."""
        assert isinstance(function, FuncOp)
        self.function(function)
        return [op.callee_name for op in operations_in(function.body, CallOp)]

    def body(self, name: str) -> FuncOp:
        """A legalized function of the library, to be inlined."""
        found = self._bodies.get(name)
        if found is None:
            found = self._bodies[name] = runtime_function(name, self.machine.name)
            self.library(found)
        return found


def refuse_lanes(function: FuncOp, machine: Machine) -> None:
    """Raise a diagnostic at the first instruction of several lanes."""
    if function.lanes is None:
        return
    what = f"a vector of {function.lane_count} lanes on {machine.title}"
    for block in function.body.blocks:
        for op in block.ops:
            if isinstance(op, Instruction | CallOp | CallIndirectOp | RetOp):
                if not all(map(is_uniform, op.operands)):
                    raise unsupported(op, what)
    raise unsupported(function, what)


def divisions_of(function: FuncOp) -> list[Instruction]:
    """The divisions of integers of up to 32 bits, in order."""
    return [
        op
        for op in instructions_in(function, "DIV", "REM")
        if op.scalar.is_integer and op.scalar.width <= WORD
    ]


@dataclass(frozen=True)
class _Division:
    """A division to replace, and the register that keeps its quotient."""

    op: Instruction
    saved: SSAValue | None = None
    computed: bool = False
    """Does `saved` hold the quotient already, from an earlier division?"""


class _Legalizer:
    """The divisions of one function."""

    def __init__(
        self,
        common: _Legalization,
        function: FuncOp,
        divisions: list[Instruction],
        inline: bool,
    ):
        self.common = common
        self.function = function
        self.divisions = divisions
        self.wanted = frozenset(divisions)
        self.inline = inline
        self.called: list[str] = []
        self.declare = declare(function)
        self.known = KnownRegisters(function, ControlFlow(function.body))
        self.computed = 0

    def run(self) -> list[str]:
        """Replace the divisions; the names of the functions called."""
        divisions = self._paired()
        self.computed = sum(not division.computed for division in divisions)
        # From the last: what comes after one moves to another block, but once.
        for division in reversed(divisions):
            self._replace(division)
        return self.called[::-1]

    def emitter(self, op: Instruction) -> Emitter:
        """The emitter for the replacement of an instruction."""
        return Emitter.like(self.function, op, self.declare)

    # region Quotient and remainder of the same registers

    def _paired(self) -> list[_Division]:
        """The divisions, with a register where several of a block share a quotient."""
        first: dict[Instruction, Instruction] = {}
        for block in dict.fromkeys(op.parent for op in self.divisions):
            assert block is not None
            self._pair_in(block, first)
        saved: dict[Instruction, SSAValue] = {}
        for leader in first.values():
            saved[leader] = self.emitter(leader).new("dword")
        return [
            _Division(op, saved.get(first.get(op, op)), op in first)
            for op in self.divisions
        ]

    def _pair_in(self, block: Block, first: dict[Instruction, Instruction]) -> None:
        """Map each division to an earlier one of the same, unchanged registers."""
        leaders: dict[tuple[str, SSAValue, SSAValue], Instruction] = {}
        keys: dict[SSAValue, set[tuple[str, SSAValue, SSAValue]]] = {}
        for op in block.ops:
            if isinstance(op, Instruction) and op in self.wanted:
                key = (op.scalar.name, op.srcs[0], op.srcs[1])
                if key in leaders:
                    first[op] = leaders[key]
                else:
                    leaders[key] = op
                    for source in op.srcs:
                        keys.setdefault(source, set()).add(key)
            for register in written_by(op):
                for key in keys.pop(register, ()):
                    leaders.pop(key, None)

    # endregion

    def _replace(self, division: _Division) -> None:
        op = division.op
        k = Instructions(self.emitter(op), op.scalar.signed)
        n, d = (widened(k, op, source) for source in op.srcs)
        write(k, op, self._result(k, division, n, d))
        k.emit.replace(op)

    def _result(
        self, k: Instructions, division: _Division, n: SSAValue, d: SSAValue
    ) -> SSAValue:
        """The quotient or remainder of words; a saved result is a quotient."""
        op, whole = division.op, division.saved
        if whole is None:
            result = k.emit.new("dword")
            self._divide(k, op, op.ROW.opcode, n, d, result)
            return result
        if not division.computed:
            self._divide(k, op, "DIV", n, d, whole)
        return whole if op.ROW.opcode == "DIV" else _rest(k, n, d, whole)

    def _divide(
        self,
        k: Instructions,
        op: Instruction,
        opcode: str,
        n: SSAValue,
        d: SSAValue,
        result: SSAValue,
    ) -> None:
        """The code that writes the quotient or remainder to `result`."""
        lanes = has_lanes(self.function, op)
        count("divisions replaced")
        if not self.inline and not lanes:
            missed(op, f"becomes a call of {FUNCTIONS[opcode, op.scalar.signed]}")
            self._call(k.emit, FUNCTIONS[opcode, op.scalar.signed], n, d, result)
            return
        small = self.common.division
        if op.scalar.signed and op.scalar.width < WORD:
            whole = small.signed_quotient(k, n, d)
        elif all(self.known.range(x).unsigned_bits <= SMALL for x in op.srcs):
            whole = small.quotient(k, n, d)
        elif lanes:
            done(op, "divides in all lanes at once, with reciprocals")
            k.emit.moves([result], [divide_lanes(k, opcode, op.scalar.signed, n, d)])
            return
        else:
            self._divide_any(k, op, opcode, n, d, result)
            return
        done(op, "divides by way of floats, since its operands are small")
        if opcode == "REM":
            value = _rest(k, n, d, whole)
        elif op.scalar.width < SMALL and not op.scalar.signed:
            value = whole  # for d = 0, its lower 23 bits are ones
        else:
            value = ones_if_zero(k, d, whole)
        k.emit.moves([result], [value])

    def _divide_any(
        self,
        k: Instructions,
        op: Instruction,
        opcode: str,
        n: SSAValue,
        d: SSAValue,
        result: SSAValue,
    ) -> None:
        """Split the block: small operands, large ones, and the continuation."""
        name = FUNCTIONS[opcode, op.scalar.signed] + LARGE
        if is_inline := self.computed <= MOST_INLINED:
            done(op, "divides inline: by way of floats where its operands are small")
        else:
            what = f"a function of more than {MOST_INLINED} divisions"
            missed(op, f"calls {name} where its operands are large, in {what}")
        large = is_large(k, opcode, n, d)
        # Before the branch: the machine would wait for the test, and divides meanwhile.
        whole = self.common.division.quotient(k, n, d)
        value = whole if opcode == "DIV" else _rest(k, n, d, whole)
        before = k.emit.insert_before(op)
        small = self.emitter(op)
        small.moves([result], [value])
        after = split_from(before, op)
        emit = self.emitter(op)
        if is_inline:
            slow = inlined(self.common.body(name), emit, (n, d), (result,), after)
        else:
            self._call(emit, name, n, d, result)
            slow = [Block([*emit.ops, BranchOp.of(after, op.location)])]
        fast = Block([*small.ops, BranchOp.of(after, op.location)])
        self.function.body.insert_block_after([fast, after], before)
        self.function.body.add_block(slow)
        weights = DenseArrayBase.from_list(i32, RARELY)
        before.add_op(CondBranchOp.of(large, slow[0], fast, weights, op.location))

    def _call(
        self, emit: Emitter, name: str, n: SSAValue, d: SSAValue, result: SSAValue
    ) -> None:
        self.called.append(name)
        emit.ops.append(CallOp.of(name, [result], [n, d], emit.location))


def _rest(k: Instructions, n: SSAValue, d: SSAValue, whole: SSAValue) -> SSAValue:
    """The remainder for a quotient."""
    return k.sub(WORD, n, k.mul(WORD, whole, d))
