"""
Random circuits, well-formed by construction.

They are structured (branches, switches, bounded loops, memory, calls) and their gates
are shuffled, since no pass may depend on their order. Some LOADs are free: no wire puts
them before the writes that follow.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st
from xdsl.dialects.builtin import (
    FunctionType,
    IntAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.circuit import GATES, floats, integers
from circ.dialects.circuit.comparisons import FCMP_CONDITIONS, ICMP_CONDITIONS
from circ.dialects.circuit.control import ROOTS, FuncOp
from circ.dialects.circuit.floats import FloatBinaryGate
from circ.dialects.circuit.integers import IntegerBinaryGate, IntegerUnaryGate
from circ.dialects.circuit.types import ARCH, ARCH64, DEPEND, STATE, is_float
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.functions import FUNCTIONS
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.widths import width_of
from circ.dialects.source.signature import source_type

NARROW = (i1, i8, i16, i32, ARCH, f32)
WIDE = (i1, i8, i16, i32, i64, ARCH, f32, f64)
LONG_ADDRESSES = (i1, i8, i16, i32, i64, ARCH64, f32, f64)
BUFFER = 64
MAX_RESULT_WORDS = 6
"""NaplesPU returns no more."""
FIRST_ROOTS = {"STATE_ENTRY": STATE, "DEPEND_ENTRY": DEPEND}
INTERESTING = {32: (0, 1 << 31, 0x3F800000, 0xBF800000, 0x7F800000, 0x7FC00000)}
INTERESTING[64] = (0, 1 << 63, 0x3FF << 52, 0xBFF << 52, 0x7FF << 52, 0x7FF8 << 48)
INTEGER_GATES = [g for g in GATES.values() if g.__module__ == integers.__name__]
FLOAT_GATES = [g for g in GATES.values() if g.__module__ == floats.__name__]
Environment = dict[Attribute, list[SSAValue]]


@dataclass
class Builder:
    """One random function."""

    rng: Random
    types: Sequence[Attribute]
    callees: Sequence[FuncOp]
    ops: list[Operation] = field(default_factory=list)
    budget: int = 60

    def __post_init__(self) -> None:
        self.integers = [type for type in self.types if not is_float(type)]
        self.floats = [type for type in self.types if is_float(type)]
        self.word = i64 if i64 in self.types else i32
        self.arch = ARCH64 if ARCH64 in self.types else ARCH
        self.size = width_of(self.word) // 8

    def gate(
        self,
        opcode: str,
        operands: Sequence[SSAValue] = (),
        results: Sequence[Attribute] = (),
        **properties: Attribute,
    ) -> Operation:
        op = GATES[opcode].create(
            operands=operands, result_types=results, properties=properties
        )
        self.ops.append(op)
        return op

    def pure(
        self,
        opcode: str,
        operands: Sequence[SSAValue],
        type: Attribute,
        **properties: Attribute,
    ) -> SSAValue:
        return self.gate(opcode, operands, [type], **properties).results[0]

    def constant(self, type: Attribute) -> SSAValue:
        width = width_of(type)
        bits = self.rng.choice([self.rng.getrandbits(width), self.rng.randrange(2)])
        if is_float(type) and self.rng.random() < 0.7:
            bits = self.rng.choice(INTERESTING[width])
        return self.pure("CONSTANT", (), type, bits=IntAttr(bits))

    def pick(self, values: Environment, type: Attribute) -> SSAValue:
        known = values.get(type)
        if not known or self.rng.random() < 0.15:
            return self.constant(type)
        return self.rng.choice(known[-6:])

    # region Straight-line code

    def value(self, values: Environment) -> None:
        """A pure gate on known values."""
        kind = self.rng.choice(("integer", "float", "compare", "convert", "select"))
        kinds: dict[str, Callable[[Environment], SSAValue]] = {
            "integer": self.integer,
            "float": self.float,
            "compare": self.compare,
            "convert": self.conversion,
            "select": self.select,
        }
        value = kinds[kind](values)
        values.setdefault(value.type, []).append(value)

    def integer(self, values: Environment) -> SSAValue:
        gate = self.rng.choice(INTEGER_GATES)
        type = self.rng.choice(self.integers)
        if issubclass(gate, IntegerBinaryGate):
            count = 2
        elif issubclass(gate, IntegerUnaryGate):
            count = 1
        else:
            type, count = i1, 1
        operands = [self.pick(values, type) for _ in range(count)]
        return self.pure(gate.OPCODE, operands, type)

    def float(self, values: Environment) -> SSAValue:
        if self.rng.random() < 0.1:
            name, function = self.rng.choice(sorted(FUNCTIONS.items()))
            operands = [self.pick(values, f32) for _ in range(function.arity)]
            return self.pure("MATH", operands, f32, function=StringAttr(name))
        gate = self.rng.choice(FLOAT_GATES)
        type = self.rng.choice(self.floats)
        count = 2 if issubclass(gate, FloatBinaryGate) else 1
        operands = [self.pick(values, type) for _ in range(count)]
        return self.pure(gate.OPCODE, operands, type)

    def compare(self, values: Environment) -> SSAValue:
        type = self.rng.choice(self.types)
        opcode, conditions = (
            ("FCMP", FCMP_CONDITIONS) if is_float(type) else ("ICMP", ICMP_CONDITIONS)
        )
        condition = StringAttr(self.rng.choice(list(conditions)))
        operands = [self.pick(values, type), self.pick(values, type)]
        return self.pure(opcode, operands, i1, condition=condition)

    def conversion(self, values: Environment) -> SSAValue:
        source, target = self.rng.choice(self.types), self.rng.choice(self.types)
        width, to = width_of(source), width_of(target)
        match is_float(source), is_float(target):
            case True, False:
                choices = ["FPTOSI", "FPTOUI"]
            case False, True:
                choices = ["SITOFP", "UITOFP"]
            case True, True:
                choices = ["FEXT"] if width < to else ["FTRUNC"] if to < width else []
            case _:
                choices = (
                    ["ZEXT", "SEXT"] if width < to else ["TRUNC"] if to < width else []
                )
        if width == to:
            choices = [*choices, "BITCAST"]
        opcode = self.rng.choice(choices)
        return self.pure(opcode, [self.pick(values, source)], target)

    def select(self, values: Environment) -> SSAValue:
        type = self.rng.choice(self.types)
        operands = [self.pick(values, t) for t in (i1, type, type)]
        return self.pure("SELECT", operands, type)

    def address(self, values: Environment, width: int) -> SSAValue:
        """A place in the buffer, aligned."""
        size = max(width // 8, 1)
        index = self.pick(values, self.arch)
        mask = IntAttr(BUFFER - size)
        offset = self.pure(
            "AND", [index, self.pure("CONSTANT", (), self.arch, bits=mask)], self.arch
        )
        return self.pure("ADD", [self.buffer, offset], self.arch)

    def load(self, values: Environment, depend: SSAValue) -> SSAValue:
        type = self.rng.choice(self.types[1:])
        load = self.gate(
            "LOAD", [depend, self.address(values, width_of(type))], [DEPEND, type]
        )
        values.setdefault(type, []).append(load.results[1])
        free = self.rng.random() < 0.4
        return depend if free else load.results[0]

    def store(self, values: Environment, depend: SSAValue) -> SSAValue:
        type = self.rng.choice(self.types[1:])
        operands = [depend, self.pick(values, type)]
        operands.append(self.address(values, width_of(type)))
        return self.gate("STORE", operands, [DEPEND]).results[0]

    def joined_loads(self, values: Environment, depend: SSAValue) -> SSAValue:
        flows: list[SSAValue] = []
        for _ in range(2):
            address = self.address(values, 32)
            load = self.gate("LOAD", [depend, address], [DEPEND, i32])
            values.setdefault(i32, []).append(load.results[1])
            flows.append(load.results[0])
        return self.gate("DEPEND_AND", flows, [DEPEND]).results[0]

    def call(self, values: Environment, depend: SSAValue) -> SSAValue:
        callee = self.rng.choice(self.callees)
        inputs, outputs = callee.type.inputs.data, callee.type.outputs.data
        symbol = self.symbol(callee)
        others = [f for f in self.callees if f.type == callee.type]
        if len(others) > 1 and self.rng.random() < 0.5:
            operands = [self.pick(values, i1), *map(self.symbol, others[:2])]
            symbol = self.pure("SELECT", operands, self.arch)
        arguments = [self.pick(values, t) for t in inputs]
        results = outputs
        call = self.gate("CALL", [depend, symbol, *arguments], [DEPEND, *results])
        for result in call.results[1:]:
            values.setdefault(result.type, []).append(result)
        return call.results[0]

    def symbol(self, callee: FuncOp) -> SSAValue:
        name = SymbolRefAttr(callee.sym_name)
        return self.pure("SYMBOL", (), self.arch, symbol=name)

    # endregion
    # region Control

    def relay(self, state: SSAValue, depend: SSAValue) -> SSAValue:
        return self.gate("DEPEND_RELAY", [state, depend], [DEPEND]).results[0]

    def copy(self, values: Environment) -> Environment:
        return {type: list(known) for type, known in values.items()}

    def body(
        self, state: SSAValue, depend: SSAValue, values: Environment, depth: int
    ) -> tuple[SSAValue, SSAValue]:
        for _ in range(self.rng.randrange(1, 7)):
            if self.budget <= 0:
                break
            self.budget -= 1
            roll = self.rng.random()
            if roll < 0.5:
                self.value(values)
            elif roll < 0.6:
                depend = self.store(values, depend)
            elif roll < 0.7:
                depend = self.load(values, depend)
            elif roll < 0.73:
                depend = self.joined_loads(values, depend)
            elif roll < 0.77 and self.callees:
                depend = self.call(values, depend)
            elif depth < 4:
                if roll < 0.87:
                    state, depend = self.branch(state, depend, values, depth)
                elif roll < 0.92:
                    state, depend = self.switch(state, depend, values, depth)
                else:
                    state, depend = self.loop(state, depend, values, depth)
        if self.rng.random() < 0.2:
            state = self.gate("ORDINARY_BLOCK", [state], [STATE]).results[0]
        return state, depend

    def merge(
        self,
        ends: Sequence[tuple[SSAValue, SSAValue, Environment]],
        values: Environment,
    ) -> tuple[SSAValue, SSAValue]:
        state = self.gate("MERGE", [end[0] for end in ends], [STATE]).results[0]
        flows = [end[1] for end in ends]
        depend = self.gate("DEPEND_SELECTOR", [state, *flows], [DEPEND]).results[0]
        for type in self.rng.sample(self.types, self.rng.randrange(4)):
            picked = [self.pick(end[2], type) for end in ends]
            value = self.pure("VALUE_SELECTOR", [state, *picked], type)
            values.setdefault(type, []).append(value)
        return state, depend

    def sides(
        self,
        sides: Sequence[SSAValue],
        depend: SSAValue,
        values: Environment,
        depth: int,
    ) -> tuple[SSAValue, SSAValue]:
        ends: list[tuple[SSAValue, SSAValue, Environment]] = []
        for state in sides:
            inner = self.copy(values)
            flow = self.relay(state, depend)
            if self.rng.random() < 0.8:
                ends.append((*self.body(state, flow, inner, depth + 1), inner))
            else:
                ends.append((state, flow, inner))
        return self.merge(ends, values)

    def branch(
        self, state: SSAValue, depend: SSAValue, values: Environment, depth: int
    ) -> tuple[SSAValue, SSAValue]:
        condition = self.rng.choice((self.compare, lambda v: self.pick(v, i1)))(values)
        return self.sides(self.parted(state, condition), depend, values, depth)

    def switch(
        self, state: SSAValue, depend: SSAValue, values: Environment, depth: int
    ) -> tuple[SSAValue, SSAValue]:
        type = self.rng.choice((i8, i32, self.word))
        three = self.pure("CONSTANT", (), type, bits=IntAttr(15))
        selector = self.pure("AND", [self.pick(values, type), three], type)
        branch = self.gate("SWITCH_BRANCH", [state, selector], [STATE])
        cases = self.rng.sample(range(16), self.rng.choice((0, 1, 3, 9)))
        sides = [
            self.gate("SWITCH_CASE", branch.results, [STATE], value=IntAttr(case))
            for case in cases
        ]
        sides.append(self.gate("DEFAULT_CASE", branch.results, [STATE]))
        states = [side.results[0] for side in sides]
        return self.sides(states, depend, values, depth)

    def loop(
        self, state: SSAValue, depend: SSAValue, values: Environment, depth: int
    ) -> tuple[SSAValue, SSAValue]:
        """A counted loop that carries a few values; some only leave at the end."""
        carried = self.rng.sample(self.types, self.rng.randrange(4))
        zero = self.pure("CONSTANT", (), i32, bits=IntAttr(0))
        one = self.pure("CONSTANT", (), i32, bits=IntAttr(1))
        bound = self.pure("CONSTANT", (), i32, bits=IntAttr(self.rng.randrange(4)))
        head = self.gate("LOOP_BEGIN", [state, state], [STATE])
        begin = head.results[0]
        memory = self.gate("DEPEND_SELECTOR", [begin, depend, depend], [DEPEND])
        count = self.gate("VALUE_SELECTOR", [begin, zero, zero], [i32])
        selectors: list[Operation] = []
        for type in carried:
            start = self.pick(values, type)
            selector = self.gate("VALUE_SELECTOR", [begin, start, start], [type])
            selectors.append(selector)
            values.setdefault(type, []).append(selector.results[0])
        bottom = self.rng.random() < 0.4
        inner = self.copy(values)
        inner.setdefault(i32, []).append(count.results[0])
        state, flow = begin, memory.results[0]
        if bottom:
            state, flow = self.body(state, flow, inner, depth + 1)
        order = StringAttr("slt")
        condition = self.pure("ICMP", [count.results[0], bound], i1, condition=order)
        stay, leave = self.parted(state, condition)
        leaves = [(leave, self.relay(leave, flow), self.copy(inner))]
        state, flow = stay, self.relay(stay, flow)
        backs: list[tuple[SSAValue, SSAValue, Environment]] = []
        for ends in (leaves, backs):
            if self.rng.random() < 0.2:
                aside, state = self.parted(state, self.compare(inner))
                around = self.relay(aside, flow), self.copy(inner)
                ends.append((aside, *around))
                flow = self.relay(state, flow)
        if not bottom:
            state, flow = self.body(state, flow, inner, depth + 1)
        backs.append((state, flow, inner))
        following = self.pure("ADD", [count.results[0], one], i32)
        edges = [self.gate("LOOP_BACK", [end[0]], [STATE]).results[0] for end in backs]
        head.operands = [head.operands[0], *edges]
        memory.operands = [begin, depend, *(end[1] for end in backs)]
        count.operands = [begin, zero, *(following for _ in backs)]
        for selector in selectors:
            type = selector.results[0].type
            carried_on = [self.pick(end[2], type) for end in backs]
            selector.operands = [begin, selector.operands[1], *carried_on]
        if len(leaves) > 1:
            return self.merge(leaves, values)
        return leaves[0][:2]

    def parted(self, state: SSAValue, condition: SSAValue) -> tuple[SSAValue, SSAValue]:
        """Where a condition holds, and where it does not."""
        branch = self.gate("IF_BRANCH", [state, condition], [STATE])
        yes, no = (
            self.gate(opcode, branch.results, [STATE]).results[0]
            for opcode in ("IF_TRUE", "IF_FALSE")
        )
        return yes, no

    # endregion

    def function(self, name: str, like: FuncOp | None = None) -> FuncOp:
        """A function, perhaps with the arguments and results of another one."""
        roots: dict[str, Operation] = {}
        for root in ROOTS:
            type = FIRST_ROOTS.get(root.OPCODE)
            roots[root.OPCODE] = self.gate(root.OPCODE, (), [type] if type else [])
        inputs = [self.rng.choice(self.types) for _ in range(3)]
        chosen = self.rng.sample(self.types, 5)
        if like is not None:
            inputs = [*like.type.inputs]
            chosen = [*like.type.outputs][:-1]
        while sum(map(words_of, (*chosen, self.word))) > MAX_RESULT_WORDS:
            chosen.pop()
        values: Environment = {}
        for index, type in enumerate(inputs):
            argument = self.pure("ARG", (), type, index=IntAttr(index))
            values.setdefault(type, []).append(argument)
        slot = self.gate(
            "ALLOCA", (), [self.arch], size=IntAttr(BUFFER), align=IntAttr(8)
        )
        self.buffer = slot.results[0]
        state, depend = (
            roots["STATE_ENTRY"].results[0],
            roots["DEPEND_ENTRY"].results[0],
        )
        zero = self.pure("CONSTANT", (), self.word, bits=IntAttr(0))
        for offset in range(0, BUFFER, self.size):
            at = self.pure("CONSTANT", (), self.arch, bits=IntAttr(offset))
            place = self.pure("ADD", [self.buffer, at], self.arch)
            depend = self.gate("STORE", [depend, zero, place], [DEPEND]).results[0]
        for _ in range(3):
            state, depend = self.body(state, depend, values, 0)
        # The last one is a digest of the memory.
        results = [self.pick(values, type) for type in chosen]
        digest, factor = zero, self.pure("CONSTANT", (), self.word, bits=IntAttr(31))
        for offset in range(0, BUFFER, self.size):
            at = self.pure("CONSTANT", (), self.arch, bits=IntAttr(offset))
            place = self.pure("ADD", [self.buffer, at], self.arch)
            load = self.gate("LOAD", [depend, place], [DEPEND, self.word])
            depend = load.results[0]
            product = self.pure("MUL", [digest, factor], self.word)
            digest = self.pure("ADD", [product, load.results[1]], self.word)
        results.append(digest)
        self.gate("RETURN", [state, depend, *results])
        head, rest = self.ops[: len(ROOTS)], self.ops[len(ROOTS) :]
        if self.rng.random() < 0.7:
            self.rng.shuffle(rest)
        outputs = [result.type for result in results]
        func = FuncOp.create(
            properties={
                "sym_name": StringAttr(name),
                "function_type": FunctionType.from_lists(inputs, outputs),
            },
            regions=[Region(Block([*head, *rest]))],
        )
        func.attributes[SIGNATURE] = FunctionType.from_lists(
            [source_type(type) for type in inputs],
            [source_type(type) for type in outputs],
        )
        return func


def words_of(type: Attribute) -> int:
    """Registers of NaplesPU that a value takes."""
    return (width_of(type) + 31) // 32


@dataclass(frozen=True)
class CircuitProgram:
    """A module of circuits with a function @main, and what to call it with."""

    module: ModuleOp
    arguments: tuple[tuple[tuple[int, ...], ...], ...]
    """Runs, each with the bit patterns of all arguments."""
    opt: int


def circuit_program(random: Random, types: Sequence[Attribute]) -> CircuitProgram:
    """
    A program over some types: `NARROW` for those that NaplesPU has, `WIDE`, or
    `LONG_ADDRESSES`.
    """
    funcs: list[FuncOp] = []
    for name in ("leaf", "twin", "main"):
        if name == "twin" and random.randrange(2):
            continue
        budget = random.choice((30, 90)) if name == "main" else 15
        builder = Builder(random, types, tuple(funcs), budget=budget)
        func = builder.function(name, funcs[0] if name == "twin" else None)
        verify_circuit(func)
        funcs.append(func)
    widths = [width_of(type) for type in funcs[-1].type.inputs]
    runs = tuple(
        tuple(
            (random.choice((random.randrange(2), random.getrandbits(width))),)
            for width in widths
        )
        for _ in range(3)
    )
    return CircuitProgram(ModuleOp(funcs), runs, random.choice((2, 0)))


def circuit_programs(types: Sequence[Attribute]) -> st.SearchStrategy[CircuitProgram]:
    """hypothesis makes the choices, and shrinks them."""
    randoms = st.randoms(use_true_random=False)
    return randoms.map(lambda random: circuit_program(random, types))
