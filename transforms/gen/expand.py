"""
What a machine has no instruction for, by what it means: code over its builder.

An instruction computes what `circ.dialects.gen.semantics` says. Where no pattern of the
machine starts at it, the same meaning appends instructions on words, in one lane or in
all; binary64, division of 64 bits, and the functions of floats are the run-time
library's. A register of 64 bits becomes two words, the low one first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.machine import Machine
from circ.dialects.common.memory import SIGNATURE, MemoryAttr, memory
from circ.dialects.common.reports import count, done, missed
from circ.dialects.common.runtime import PREFIX
from circ.dialects.common.widths import width_of
from circ.dialects.common.words import Number
from circ.dialects.gen import (
    BranchOp,
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    FuncOp,
    InputsOp,
    Instruction,
    RegisterOp,
    RetOp,
    create,
    family_of,
    is_uniform,
)
from circ.dialects.gen.instructions import OP_CLASSES, OTHERS_ANY, UNIT
from circ.dialects.gen.rules import further_sources
from circ.dialects.gen.semantics import (
    bitcast,
    meaning,
    one_lane,
    table_element,
    table_number,
)
from circ.dialects.gen.types import UNSIGNED
from circ.dialects.gen.unsupported_features import (
    special_registers,
    unsupported_feature,
)
from circ.transforms.common.library_words import LibraryWords
from circ.transforms.gen.emitter import (
    WORD,
    Emitter,
    Instructions,
    NewRegister,
    declare,
    has_lanes,
)
from circ.transforms.gen.lane_division import (
    as_last,
    compute_lanes,
    inline_lanes,
    is_straight,
    lanes_of,
)
from circ.transforms.gen.signatures import signature_of, vector_signature_of

Words = Number[SSAValue]

FLOAT_FUNCTIONS = {
    "frem": "fmod_f32",
    "fsqrt": "sqrt_f32",
    "sin": "sin_f32",
    "cos": "cos_f32",
    "exp2": "exp2_f32",
    "log2": "log2_f32",
    "float_power": "pow_f32",
}
"""The function of the library that computes an operation of words."""

WORDS = 2
"""Words of a number of 64 bits."""

PLAIN = frozenset(
    (
        *(OP_CLASSES[opcode] for opcode in ("MOV", "LOADI", "SYMBOL", "FRAME")),
        *(RegisterOp, InputsOp, CallOp, CallIndirectOp, BranchOp, CondBranchOp, RetOp),
    )
)
"""Operations that stay as they are on words."""

Body = Callable[[str], FuncOp]
"""Gives a legal function of the library."""


def is_wide(register: SSAValue) -> bool:
    """Has a register 64 bits?"""
    return family_of(register) == "qword"


@dataclass
class Expansion:
    """The expansion of the functions of one module."""

    machine: Machine
    body: Body
    needs: dict[tuple[object, ...], bool] = field(
        default_factory=dict[tuple[object, ...], bool]
    )
    """By all that matters of an instruction: is it to be expanded?"""

    def function(self, function: FuncOp) -> list[str]:
        """Expand what is in a function; the library functions that it calls."""
        expander = _Expander(self, function)
        if self.machine.word == WORD:
            split_interface(function)
        if not function.is_declaration:
            expander.run()
        return expander.called


def split_interface(function: FuncOp) -> None:
    """Two words for each parameter and result of 64 bits."""
    for name, families in (
        ("input_families", function.inputs_of_families),
        ("result_families", function.results_of_families),
    ):
        parts = [part for family in families for part in _parts(family)]
        if parts != families:
            function.properties[name] = ArrayAttr(map(StringAttr, parts))
        if any(family.startswith("qwordx") for family in families):
            # It has no vectors of words in place of one.
            function.attributes.pop(SIGNATURE, None)


def _parts(kind: str) -> list[str]:
    family, *lanes = kind.partition("x")
    return ["".join(["dword", *lanes])] * WORDS if family == "qword" else [kind]


class _Expander:
    """One function."""

    def __init__(self, common: Expansion, function: FuncOp):
        self.common = common
        self.function = function
        self.lanes = function.lane_count
        self.special = special_registers(function)
        self.declare: NewRegister = declare(function)
        self.called: list[str] = []
        self.wide: dict[SSAValue, Words] = {}

    def run(self) -> None:
        """Expand all instructions; linear."""
        wide: list[RegisterOp] = []
        if self.common.machine.word == WORD:
            wide = [
                register
                for register in self.function.registers
                if is_wide(register.results[0])
            ]
        for register in wide:
            if register.special is None:
                self.wide[register.handle] = self._halves(register)
        work = [
            op
            for block in self.function.body.blocks
            for op in block.ops
            if wide or op.__class__ not in PLAIN
        ]
        for op in work:
            match op:
                case Instruction():
                    if self._needs(op):
                        self._expand(op)
                case InputsOp() | CallOp() | CallIndirectOp() | RetOp():
                    if any(map(is_wide, op.operands)):
                        self._pass_words(op)
                case _:
                    pass
        for register in wide:
            if register.special is None:
                register.detach()
                register.erase()

    def _halves(self, register: RegisterOp) -> Words:
        halves = tuple(
            self.declare("dword", is_uniform(register.handle)) for _ in range(WORDS)
        )
        if (name := register.handle.name_hint) is not None:
            for half, which in zip(halves, ("low", "high"), strict=True):
                half.name_hint = f"{name}_{which}"
        return halves

    def words(self, register: SSAValue) -> Words:
        """A register, or the two that it has become."""
        return self.wide.get(register, (register,))

    # region Instructions

    def _needs(self, op: Instruction) -> bool:
        """Is an instruction to be expanded? Asked of every one: answers are kept."""
        operands, properties = op.operands, op.properties
        if self.wide and any(register in self.wide for register in operands):
            return True
        in_lanes = self.lanes > 1 and has_lanes(self.function, op)
        key = (
            *(op.__class__, properties.get("type"), properties.get("src_type")),
            *(len(operands), self.lanes, in_lanes),
            *("block" in properties, "predicated" in properties),
        )
        found = self.common.needs.get(key)
        if found is None:
            found = self.common.needs[key] = self._decide(op, in_lanes)
        return found

    def _decide(self, op: Instruction, in_lanes: bool) -> bool:
        match op.ROW.kind:
            case "Load" | "Store":
                several = len(op.operands) != 2 + further_sources(op) and in_lanes
                if op.scalar.is_bool and not op.dsts and op.flag("predicated"):
                    return True  # a mask has no store of some of its lanes
                return several or op.flag("block") or op.scalar.name == "half"
            case "LoadImm" | "Symbol" | "Frame" | "Atomic" | "WorkGroup" | "SubGroup":
                return False
            case "Region" | "IndirectMov" | "Wait":
                return True
            case "BitCast" if len(op.operands) != 2:
                return True
            case _:
                pass
        opcode = op.ROW.opcode
        if opcode == "MOV" or op.ROW.types == "none":
            return False
        if opcode.startswith("SIMD_"):
            return self.lanes == 1
        return not self._is_legal(op, in_lanes)

    def _is_legal(self, op: Instruction, in_lanes: bool) -> bool:
        """
        Has the machine an instruction, or is it expanded later?

        In lanes it must have it for scalars too, as which equal lanes are computed.
        """
        scalar, machine = op.scalar, self.common.machine
        key = (op.ROW.opcode, scalar.name, op.source_scalar.name)
        name = f"{op.ROW.opcode}.{'float' if scalar.is_float else 'int'}"
        if name in machine.illegal:
            return not scalar.is_float
        signatures = [signature_of(*key)]
        if in_lanes:
            signatures.append(vector_signature_of(*key))
        return all(map(machine.selects, signatures))

    def _expand(self, op: Instruction) -> None:
        what = unsupported_feature(op, self.special)
        if what is not None:
            raise unsupported(op, f"{what} on {self.common.machine.title}")
        emit = Emitter.like(self.function, op, self.declare)
        p = _Registers(self, emit, op)
        if op.ROW.kind in ("Load", "Store"):
            _Access(self, op, p).run()
            count("accesses split")
        else:
            values = self._computed(op, p)
            if values is None:
                if any(map(is_wide, op.operands)):
                    what = f"{op.ROW.opcode} of type {op.scalar.name}"
                    raise unsupported(op, f"{what} on {self.common.machine.title}")
                return  # selection says what is wrong
            count("instructions expanded")
            p.write(op.dsts, values)
        emit.replace(op)

    def _computed(self, op: Instruction, p: "_Registers") -> Sequence[Words] | None:
        """The values that an instruction writes."""
        srcs = [self.words(src) for src in op.srcs]
        row, opcode = op.ROW, op.ROW.opcode
        match row.kind:
            case "Wait":
                return []
            case "LoadImm":
                return [p.const(op.scalar.width, op.integer("value"))]
            case "BitCast":
                width, source = op.scalar.width, op.source_scalar.width
                return bitcast(p, width, len(op.dsts), source, srcs)
            case "Region":
                index = p.const(WORD, op.integer("offset"))
                return [p.shuffled(srcs[0], index) if self.lanes > 1 else srcs[0]]
            case "IndirectMov":
                return [self._from_table(op, p, srcs)]
            case _:
                pass
        if opcode.startswith("SIMD_") and self.lanes > 1:
            return [_across(opcode, p, srcs)]
        name = op.scalar.name
        function = one_lane(p, opcode, name)
        if function is None:
            function = meaning(p, opcode, name, op.source_scalar.name)
        if function is None or len(op.dsts) != 1:
            return None
        result = function(*srcs)
        if opcode == "CBIT":  # its destination may have another width
            width, to = op.scalar.width, width_of(op.dsts[0].type)
            if to > width:
                result = p.zext(width, to, result)
            elif to < width:
                result = p.extract(width, to - 1, 0, result)
        return [result]

    def _from_table(
        self, op: Instruction, p: "_Registers", srcs: Sequence[Words]
    ) -> Words:
        """INDIRECT_MOV, whose table has the lanes of varying registers."""
        width, offset = op.scalar.width, op.integer("offset")
        *table, index = srcs
        if self.lanes == 1 or all(map(is_uniform, op.srcs[:-1])):
            columns = [[value] for value in table]
            return table_element(p, columns, width, offset, index)
        number = table_number(p, width, offset, index)
        result, start = p.const(width, 0), 0
        for register, value in zip(op.srcs[:-1], table, strict=True):
            length = 1 if is_uniform(register) else self.lanes
            lane = p.sub(WORD, number, p.const(WORD, start))
            inside = p.ult(WORD, lane, p.const(WORD, length))
            found = value if length == 1 else p.shuffled(value, lane)
            result = p.ite(width, inside, found, result)
            start += length
        return result

    # endregion
    # region Calls and returns

    def _pass_words(self, op: InputsOp | CallOp | CallIndirectOp | RetOp) -> None:
        """Registers of 64 bits as words."""
        if (what := unsupported_feature(op, self.special)) is not None:
            raise unsupported(op, f"{what} on {self.common.machine.title}")
        made: Operation
        match op:
            case InputsOp():
                made = InputsOp.of(self._all(op.registers), op.location)
            case RetOp():
                made = RetOp.of(self._all(op.srcs), op.location)
            case CallOp():
                dsts, srcs = self._all(op.dsts), self._all(op.srcs)
                made = CallOp.of(op.callee, dsts, srcs, op.location)
            case _:
                dsts, (address, *srcs) = self._all(op.dsts), self._all(op.srcs)
                made = CallIndirectOp.of(address, dsts, srcs, op.location)
        made.attributes |= op.attributes
        Rewriter.replace_op(op, made, [])

    def _all(self, registers: Sequence[SSAValue]) -> list[SSAValue]:
        return [word for register in registers for word in self.words(register)]

    # endregion


def _across(opcode: str, p: "_Registers", srcs: Sequence[Words]) -> Words:
    """An operation across lanes of 64 bits."""
    emit, zero = p.emit, p.k.const(WORD, 0)
    match opcode:
        case "SIMD_SHUFFLE":
            return p.shuffled(*srcs)
        case "SIMD_ANY" | "SIMD_ALL":
            some = p.k.or_(WORD, *srcs[0])
            return emit.temporary(opcode, "uint32", some), zero
        case _:
            return emit.temporary(opcode, "uint32"), zero


class _Registers(LibraryWords[SSAValue]):
    """Words in registers, on which instructions compute in one lane or in all."""

    own = LibraryWords.own | {*FLOAT_FUNCTIONS}

    def __init__(self, expander: _Expander, emit: Emitter, op: Instruction):
        super().__init__(Instructions(emit, False))
        self.expander, self.emit, self.op = expander, emit, op
        self.in_lanes = has_lanes(expander.function, op)

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[Words]
    ) -> Words:
        function = FLOAT_FUNCTIONS.get(name)
        if function is None or self.is_wide(*widths) or self._is_legal(name):
            return super().build(name, widths, operands)
        return self.call(function, *operands, words=1)

    def _is_legal(self, name: str) -> bool:
        opcode = {"frem": "REM.float", "fsqrt": "SQR.float"}.get(name)
        illegal = self.expander.common.machine.illegal
        return opcode is not None and opcode not in illegal

    def call(
        self, name: str, *values: Words, words: int = 2, is_float: bool = False
    ) -> Words:
        emit, op, expander = self.emit, self.op, self.expander
        operands = [word for value in values for word in value]
        name = PREFIX + name
        count("calls of the run-time library")

        def called(emit: Emitter, operands: Sequence[SSAValue]) -> list[SSAValue]:
            results = [emit.new("dword") for _ in range(words)]
            emit.ops.append(CallOp.of(name, results, operands, emit.location))
            return results

        if not self.in_lanes:
            results = called(emit, operands)
        elif is_straight(body := expander.common.body(name)):
            done(op, f"{name} is inlined in all lanes")
            return tuple(inline_lanes(emit, body, operands))
        else:
            types = ["uint32"] * words
            results = compute_lanes(emit, expander.lanes, operands, types, called)
        missed(op, f"becomes a call of {name}")
        expander.called.append(name)
        return tuple(results)

    def shuffled(self, value: Words, index: Words) -> Words:
        """The words of the lanes with these numbers."""
        if width_of(value[0].type) == 1:
            words = self.shuffled(self.zext(1, WORD, value), index)
            return self.icmp("ne", WORD, words, self.const(WORD, 0))
        return tuple(
            self.emit.temporary(
                "SIMD_SHUFFLE", UNSIGNED[width_of(word.type)], word, index[0]
            )
            for word in value
        )

    def write(self, dsts: Sequence[SSAValue], values: Sequence[Words]) -> None:
        """Write the destinations at once: they may be registers of the values."""
        emit = self.emit
        targets = [word for dst in dsts for word in self.expander.words(dst)]
        sources = [word for value in values for word in value]
        if not {*targets[:-1]}.isdisjoint(sources[1:]):
            copies = [
                emit.declare(family_of(source), is_uniform(source))
                for source in sources
            ]
            emit.moves(copies, sources)
            sources = copies
        emit.moves(targets, sources)


class _Access:
    """A LOAD or STORE in accesses of at most a word, to one element a lane."""

    def __init__(self, expander: _Expander, op: Instruction, p: _Registers):
        self.expander, self.op, self.p = expander, op, p
        self.emit, self.lanes = p.emit, expander.lanes
        self.width = op.scalar.width
        self.size = op.scalar.bytes
        self.address = expander.words(op.srcs[0])[0]
        self.predicate = op.predicate
        self.values = op.srcs[1 : len(op.srcs) - further_sources(op)]
        self.is_block = op.flag("block")
        self.stride = self.size

    def run(self) -> None:
        op = self.op
        if self.predicate is not None and self.lanes == 1:
            raise unsupported(op, "a predicate in a function of one lane")
        if self.lanes > 1 and op.dsts and all(map(is_uniform, op.dsts)):
            self._only_first_lane()
        elif self.is_block and self.lanes > 1:
            self._in_rows()
            return
        if op.dsts:
            self._load()
        elif self.p.in_lanes:
            values = [self._value(value) for value in self.values]
            whole = [self.address, *(word for value in values for word in value)]
            if self.predicate is not None:
                whole = as_last(self.emit, self.lanes, self.predicate, whole)
            for one, _, (address, *parts) in lanes_of(self.emit, self.lanes, whole):
                self._store(one, address, parts)
        else:
            self._store(
                self.emit,
                self.address,
                [word for value in self.values for word in self._value(value)],
            )

    def _only_first_lane(self) -> None:
        """What writes uniform registers is executed for lane 0."""
        self.emit.uniform, self.p.in_lanes = True, False
        if not is_uniform(self.address):
            address = self.emit.new("dword")
            self.emit.moves([address], [self.address])
            self.address = address
        if self.is_block:
            self.stride = self.lanes * self.size

    def _in_rows(self) -> None:
        """BLOCK: from the address of lane 0 on, all lanes' elements are in a row."""
        emit, p, op = self.emit, self.p, self.op
        emit.uniform = False
        p.in_lanes = True
        first = p.shuffled((self.address,), p.const(WORD, 0))
        lane = (emit.temporary("SIMD_ID", "uint32"),)
        offset = p.mul(WORD, lane, p.const(WORD, self.size))
        (self.address,) = p.add(WORD, first, offset)
        self.stride, whole = self.lanes * self.size, self.lanes * self.size
        access = self._operand(self.size)
        if self.width <= WORD:
            access = memory(
                whole, access.align.data, access.space.data, access.alias.data
            )
        if op.dsts:
            self._load(access)
            return
        for number, value in enumerate(self.values):
            for place, word in enumerate(self._value(value)):
                at = self._at(emit, self.address, number, place)
                if self.width > WORD:
                    access = self._operand(WORD // 8)
                self._emit(emit, "STORE", (), (at, word), access, self.predicate)

    def _value(self, register: SSAValue) -> Words:
        """A value to store; a bool as a byte."""
        if not self.op.scalar.is_bool:
            return self.expander.words(register)
        return self.p.zext(1, 8, (register,))

    def _load(self, access: MemoryAttr | None = None) -> None:
        values: list[Words] = []
        emit, part = self.emit, min(self.size, WORD // 8)
        if self.width > WORD or access is None:
            access = self._operand(part)
        family = "bool" if self.op.scalar.is_bool else None
        for number, dst in enumerate(self.op.dsts):
            words: list[SSAValue] = []
            for place, word in enumerate(self.expander.words(dst)):
                at = self._at(emit, self.address, number, place)
                made = emit.new(family or family_of(word))
                self._emit(emit, "LOAD", (made,), (at,), access, self.predicate)
                if self.predicate is not None and self.op.keeps_lanes:
                    type = UNSIGNED[width_of(word.type)]
                    made = emit.temporary("SEL", type, self.predicate, made, word)
                words.append(made)
            values.append(tuple(words))
        self.p.write(self.op.dsts, values)

    def _store(
        self, emit: Emitter, address: SSAValue, words: Sequence[SSAValue]
    ) -> None:
        """Store consecutive elements of one lane."""
        self._emit(
            emit, "STORE", (), (address, *words), self._operand(min(self.size, 4))
        )

    def _at(
        self, emit: Emitter, address: SSAValue, number: int, place: int
    ) -> SSAValue:
        return emit.offset(address, number * self.stride + place * (WORD // 8))

    def _operand(self, size: int) -> MemoryAttr:
        """The memory operand of an access to so many bytes in a lane."""
        access = self.op.access
        if access is None:
            return memory(size)
        align, volatile = min(access.align.data, size), bool(access.volatile.data)
        return memory(size, align, access.space.data, access.alias.data, volatile)

    def _emit(
        self,
        emit: Emitter,
        opcode: str,
        dsts: Sequence[SSAValue],
        srcs: Sequence[SSAValue],
        access: MemoryAttr,
        predicate: SSAValue | None = None,
    ) -> None:
        width = width_of((*dsts, *srcs)[-1 if srcs and not dsts else 0].type)
        part = create(
            opcode,
            UNSIGNED[width],
            dsts,
            srcs if predicate is None else (*srcs, predicate),
            predicated=predicate is not None,
            space=self.op.properties["space"],
            memory=access,
            location=self.op.location,
        )
        if predicate is not None:
            part.attributes[OTHERS_ANY] = UNIT
        emit.ops.append(part)
