"""
A function in bytecode as a circuit of JS_BYTECODE gates.

docs/javascript.md: blocks in reverse postorder, selectors
for live slots whose incoming values differ, LOOP_BEGIN at loops, IF_EXCEPTION to the
handler. Constants, moves and jumps become no JS_BYTECODE. A function of the circuit has
the arguments function, new.target, this (tagged values of 64 bits), the number of the
arguments (32 bits) and their address; at least as many are there as it has parameters.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from xdsl.dialects.builtin import (
    FunctionType,
    IntAttr,
    LocationAttr,
    StringAttr,
    SymbolRefAttr,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.ir import Block as GateBlock

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp, SymbolOp
from circ.dialects.circuit.control import (
    DependEntryOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    IfExceptionOp,
    IfFalseOp,
    IfSuccessOp,
    IfTrueOp,
    LoopBackOp,
    LoopBeginOp,
    MergeOp,
    ReturnOp,
    StateEntryOp,
    ThrowOp,
    ValueSelectorOp,
    root_gates,
)
from circ.dialects.circuit.conversions import BitcastOp, ZExtOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import AddOp, AndOp
from circ.dialects.circuit.language import (
    DOUBLE_OFFSET,
    EXCEPTION,
    FALSE,
    HOLE,
    NULL,
    THROWER,
    TRUE,
    UNDEFINED,
    VALUE_BYTES,
    ConstStringOp,
    GetExceptionOp,
    JsBytecodeOp,
    string_properties,
    tagged_int,
)
from circ.dialects.circuit.memory import LoadOp
from circ.dialects.circuit.types import ARCH, DEPEND, STATE
from circ.dialects.common.algebra import float_to_bits
from circ.dialects.common.memory import memory
from circ.targets.javascript.bytecode import (
    Function,
    Instruction,
    Operand,
    Range,
    Register,
)
from circ.targets.javascript.control_flow import ACC, ENV, Block, ControlFlow, bits_of

FUNCTION_TYPE = FunctionType.from_lists([i64, i64, i64, i32, i32], [i64])
FUNCTION, NEW_TARGET, THIS, COUNT, ARGUMENTS = range(5)

NAME_EXCEPTION = "nameexception"

CONSTANTS = {
    "ldtrue": TRUE,
    "ldfalse": FALSE,
    "ldnull": NULL,
    "ldundefined": UNDEFINED,
    "ldhole": HOLE,
    "ldnan": float_to_bits(64, float("nan")) + DOUBLE_OFFSET,
    "ldinfinity": float_to_bits(64, float("inf")) + DOUBLE_OFFSET,
}
FRAME = {"ldfunction": FUNCTION, "ldthis": THIS, "ldnewtarget": NEW_TARGET}
ZEROS = (FALSE, tagged_int(0), DOUBLE_OFFSET, (1 << 63) + DOUBLE_OFFSET)
"""What `jeqz` takes as false: false, 0, and the doubles 0.0 and -0.0."""

Wires = list[SSAValue | None]
"""By slot: its value, None before it has one."""


class Arrival(NamedTuple):
    """How control arrives at a block."""

    state: SSAValue
    depend: SSAValue
    values: Wires


@cache
def _name(bytecode: str) -> StringAttr:
    """The name of a bytecode as an attribute, of which there is one."""
    return StringAttr(bytecode)


@dataclass(eq=False)
class _Loop:
    """A loop whose back edges are not all there yet."""

    begin: LoopBeginOp
    depend: DependSelectorOp
    selectors: dict[int, ValueSelectorOp]
    backs: list[Arrival] = field(default_factory=list[Arrival])


class FunctionBuilder:
    """
    Builds the circuit of one function.

    `string_index`, `method_symbol` and `expression_place` say where the program has a
    string, the description of another function, and the text that a message names.
    """

    def __init__(
        self,
        function: Function,
        string_index: Callable[[str], int],
        method_symbol: Callable[[str], str | None],
        expression_place: Callable[[str], int],
    ):
        self.function = function
        self.string_index, self.method_symbol = string_index, method_symbol
        self.expression_place = expression_place
        self.flow = ControlFlow(function)
        self.gates: list[Operation] = [*root_gates(function.location)]
        self.location: LocationAttr = function.location
        (entry,) = (gate for gate in self.gates if isinstance(gate, StateEntryOp))
        (memory,) = (gate for gate in self.gates if isinstance(gate, DependEntryOp))
        self.entry, self.memory = entry.results[0], memory.results[0]
        self.constants: dict[tuple[int, Attribute], SSAValue] = {}
        self.others: dict[object, SSAValue] = {}
        """Arguments, strings and symbols."""
        self.arrivals: dict[int, list[Arrival]] = {}
        self.loops: dict[int, _Loop] = {}
        self.uncaught: list[Arrival] = []
        """Where exceptions leave the function, …"""
        self.uncaught_names: list[SSAValue] = []
        """… and where the texts are that their messages name."""
        self.state, self.depend = self.entry, self.memory
        self.values: Wires = []

    # region Gates

    def emit(
        self,
        kind: type[Operation],
        operands: Sequence[SSAValue],
        types: Sequence[Attribute] = (),
        properties: dict[str, Attribute] | None = None,
    ) -> Operation:
        gate = kind.create(
            operands=operands,
            result_types=types,
            properties=properties or {},
            location=self.location,
        )
        self.gates.append(gate)
        return gate

    def constant(self, bits: int, type: Attribute = i64) -> SSAValue:
        if (wire := self.constants.get((bits, type))) is None:
            made = self.emit(ConstantOp, (), (type,), {"bits": IntAttr(bits)})
            wire = self.constants[bits, type] = made.results[0]
        return wire

    def address(self, wire: SSAValue) -> SSAValue:
        """A pointer of the library, which is an integer, as an address."""
        return self.emit(BitcastOp, (wire,), (ARCH,)).results[0]

    def argument(self, index: int) -> SSAValue:
        if (wire := self.others.get(index)) is None:
            type = FUNCTION_TYPE.inputs.data[index]
            made = self.emit(ArgOp, (), (type,), {"index": IntAttr(index)})
            wire = self.others[index] = made.results[0]
        return wire

    def string(self, text: str) -> SSAValue:
        if (wire := self.others.get(text)) is None:
            properties = string_properties(self.string_index(text), text)
            made = self.emit(ConstStringOp, (), (i64,), properties)
            wire = self.others[text] = made.results[0]
        return wire

    def method(self, name: str, instruction: Instruction) -> SSAValue:
        """The address of the description of another function."""
        key = ("method", name)
        if (wire := self.others.get(key)) is None:
            if (symbol := self.method_symbol(name)) is None:
                self.flow.fail(f"there is no function {name}", instruction)
            reference: dict[str, Attribute] = {"symbol": SymbolRefAttr(symbol)}
            made = self.emit(SymbolOp, (), (ARCH,), reference)
            wire = self.others[key] = self.widened(made.results[0])
        return wire

    def widened(self, wire: SSAValue) -> SSAValue:
        return self.emit(ZExtOp, (wire,), (i64,)).results[0]

    def relay(self, state: SSAValue, depend: SSAValue) -> SSAValue:
        return self.emit(DependRelayOp, (state, depend), (DEPEND,)).results[0]

    # endregion
    # region Blocks

    def build(self, symbol: str, thrower: str) -> FuncOp:
        """The circuit, by that name; `thrower` is what THROW gates call."""
        live, written = self.flow.live_in()
        tree = self.flow.tree
        order = [node - 1 for node in tree.reverse_postorder[1:]]
        headers = {node - 1 for node in tree.loops.headers}
        changed = self._changed_in_loops(written)
        self.values = [None] * self.flow.slots
        self._load_arguments(live[0])
        self.arrivals[0] = [Arrival(self.entry, self.depend, self.values)]
        for number in order:
            arrivals = self.arrivals.pop(number)
            if number in headers:
                self._begin_loop(number, arrivals, live[number], changed[number])
            else:
                self._merge(arrivals, live[number])
            self._block(self.flow.blocks[number])
        self.location = self.function.location
        for loop in self.loops.values():
            self._end_loop(loop)
        if self.uncaught:
            self._merge(self.uncaught, 0)
            if self.uncaught_names:
                names = self.uncaught_names
                self._name_exception(self._selector(ValueSelectorOp, i64, names))
            exception = self.constant(EXCEPTION)
            self.emit(ReturnOp, (self.state, self.depend, exception))
        attributes: dict[str, Attribute] = {}
        if any(isinstance(gate, ThrowOp) for gate in self.gates):
            attributes[THROWER] = SymbolRefAttr(thrower)
        return FuncOp.create(
            properties={"sym_name": StringAttr(symbol), "function_type": FUNCTION_TYPE},
            attributes=attributes,
            regions=[Region(GateBlock(self.gates))],
            location=self.function.location,
        )

    def _changed_in_loops(self, written: Sequence[int]) -> dict[int, int]:
        """By the header of a loop: the slots that are written in it."""
        forest = self.flow.tree.loops
        changed = dict.fromkeys(forest.headers, 0)
        for block in self.flow.blocks:
            if (header := forest.header[block.number + 1]) in changed:
                changed[header] |= written[block.number]
        for header in reversed(forest.headers):
            if (outer := forest.parent[header]) in changed:
                changed[outer] |= changed[header]
        return {header - 1: slots for header, slots in changed.items()}

    def _load_arguments(self, live: int) -> None:
        """The values that slots have where the function begins."""
        first = self.flow.arguments
        undefined = self.constant(UNDEFINED) if live else None
        for slot in bits_of(live):
            if not first <= slot < self.flow.handlers:
                self.values[slot] = undefined
                continue
            address = self.address(self.argument(ARGUMENTS))
            if distance := VALUE_BYTES * (slot - first):
                operands = address, self.constant(distance, ARCH)
                address = self.emit(AddOp, operands, (ARCH,)).results[0]
            access: dict[str, Attribute] = {"memory": memory(VALUE_BYTES)}
            load = self.emit(LoadOp, (self.depend, address), (DEPEND, i64), access)
            self.depend, self.values[slot] = load.results

    def _merge(self, arrivals: Sequence[Arrival], live: int) -> None:
        """Go on where control arrives from one or several places."""
        if len(arrivals) == 1:
            self.state, self.depend, values = arrivals[0]
            self.values = values.copy()
            return
        states = [arrival.state for arrival in arrivals]
        self.state = self.emit(MergeOp, states, (STATE,)).results[0]
        depends = [arrival.depend for arrival in arrivals]
        self.depend = self._selector(DependSelectorOp, DEPEND, depends)
        self.values = [None] * self.flow.slots
        for slot in bits_of(live):
            wires = [self._known(arrival.values[slot]) for arrival in arrivals]
            self.values[slot] = self._selector(ValueSelectorOp, i64, wires)

    def _known(self, wire: SSAValue | None) -> SSAValue:
        return self.constant(UNDEFINED) if wire is None else wire

    def _selector(
        self, kind: type[Operation], type: Attribute, wires: Sequence[SSAValue]
    ) -> SSAValue:
        if all(wire is wires[0] for wire in wires):
            return wires[0]
        return self.emit(kind, (self.state, *wires), (type,)).results[0]

    def _begin_loop(
        self, number: int, arrivals: Sequence[Arrival], live: int, changed: int
    ) -> None:
        self._merge(arrivals, live)
        begin = self.emit(LoopBeginOp, (self.state,), (STATE,))
        self.state = begin.results[0]
        depend = self.emit(DependSelectorOp, (self.state, self.depend), (DEPEND,))
        self.depend = depend.results[0]
        selectors: dict[int, ValueSelectorOp] = {}
        for slot in bits_of(live & changed):
            wire = self._known(self.values[slot])
            selector = self.emit(ValueSelectorOp, (self.state, wire), (i64,))
            assert isinstance(selector, ValueSelectorOp)
            selectors[slot] = selector
            self.values[slot] = selector.result
        assert isinstance(begin, LoopBeginOp) and isinstance(depend, DependSelectorOp)
        self.loops[number] = _Loop(begin, depend, selectors)

    def _end_loop(self, loop: _Loop) -> None:
        """Give the gates of a loop's beginning what the back edges bring."""
        backs = [
            self.emit(LoopBackOp, (back.state,), (STATE,)).results[0]
            for back in loop.backs
        ]
        loop.begin.operands = [*loop.begin.operands, *backs]
        depends = [back.depend for back in loop.backs]
        loop.depend.operands = [*loop.depend.operands, *depends]
        for slot, selector in loop.selectors.items():
            wires = [self._known(back.values[slot]) for back in loop.backs]
            selector.operands = [*selector.operands, *wires]

    def _go(self, target: int, state: SSAValue, depend: SSAValue) -> None:
        self._arrive(target, Arrival(state, depend, self.values))

    def _arrive(self, target: int, arrival: Arrival) -> None:
        if (loop := self.loops.get(target)) is not None:
            loop.backs.append(arrival)
        else:
            self.arrivals.setdefault(target, []).append(arrival)

    def _block(self, block: Block) -> None:
        for slot in block.saved:
            self.values[slot] = self.values[ENV]
        if block.handler is not None:
            self.values[ENV] = self.values[self.flow.handlers + block.handler]
            self._name_exception(self.values[self.flow.expression])
            gate = self.emit(GetExceptionOp, (self.depend,), (DEPEND, i64))
            self.depend, self.values[ACC] = gate.results
        if block.entry is not None:
            number = self.constant(tagged_int(block.entry))
            self.values[self.flow.entry] = number
        for instruction in block.code:
            self.location = instruction.location
            self._instruction(instruction, block)
        name = block.code[-1].bytecode.name if block.code else ""
        if block.target is None and block.next is not None:
            self._go(block.next, self.state, self.depend)
        elif name == "jmp" and block.target is not None:
            self._go(block.target, self.state, self.depend)
        elif block.target is not None and block.next is not None:
            if block.asked is not None:
                condition = self._is_entry(block.asked)
            else:
                condition = self._is_zero(self._known(self.values[ACC]))
            branch = self.emit(IfBranchOp, (self.state, condition), (STATE,)).results
            sides = (IfTrueOp, block.target), (IfFalseOp, block.next)
            if name == "jnez":
                sides = (IfTrueOp, block.next), (IfFalseOp, block.target)
            for kind, target in sides:
                state = self.emit(kind, branch, (STATE,)).results[0]
                self._go(target, state, self.relay(state, self.depend))

    def _is_entry(self, number: int) -> SSAValue:
        """Does control go to the entry of a loop that has this number?"""
        entry = self._known(self.values[self.flow.entry])
        operands = entry, self.constant(tagged_int(number))
        equal: dict[str, Attribute] = {"condition": StringAttr("eq")}
        return self.emit(ICmpOp, operands, (i1,), equal).results[0]

    def _is_zero(self, value: SSAValue) -> SSAValue:
        """Does `jeqz` jump? What is a boolean is compared with false alone."""
        gate = gate_of(value)
        is_boolean = isinstance(gate, JsBytecodeOp) and gate.row.result == "boolean"
        condition: SSAValue | None = None
        for zero in ZEROS[: 1 if is_boolean else None]:
            equal: dict[str, Attribute] = {"condition": StringAttr("ne")}
            if is_boolean:
                equal["condition"] = StringAttr("eq")
            operands = value, self.constant(zero)
            wire = self.emit(ICmpOp, operands, (i1,), equal).results[0]
            if condition is not None:
                wire = self.emit(AndOp, (condition, wire), (i1,)).results[0]
            condition = wire
        assert condition is not None
        return condition if is_boolean else self._inverted(condition)

    def _inverted(self, condition: SSAValue) -> SSAValue:
        operands = condition, self.constant(0, i1)
        equal: dict[str, Attribute] = {"condition": StringAttr("eq")}
        return self.emit(ICmpOp, operands, (i1,), equal).results[0]

    # endregion
    # region Instructions

    def _instruction(self, instruction: Instruction, block: Block) -> None:
        row, operands = instruction.bytecode, instruction.operands
        match row.name, operands:
            case "lda", (Register() as register,):
                self.values[ACC] = self._read(register)
            case "sta", (Register() as register,):
                self.values[self.flow.slot(register)] = self._known(self.values[ACC])
            case "mov", (Register() as target, Register() as register):
                self.values[self.flow.slot(target)] = self._read(register)
            case "ldai", (int() as value,):
                self.values[ACC] = self.constant(tagged_int(value))
            case "fldai", (float() | int() as value,):
                bits = float_to_bits(64, float(value)) + DOUBLE_OFFSET
                self.values[ACC] = self.constant(bits)
            case "lda_str", (str() as text,):
                self.values[ACC] = self.string(text)
            case "return", _:
                self._leave(self._known(self.values[ACC]))
            case "returnundefined", _:
                self._leave(self.constant(UNDEFINED))
            case "throw", _:
                self._throw(block)
            case name, _ if name in CONSTANTS:
                self.values[ACC] = self.constant(CONSTANTS[name])
            case name, _ if name in FRAME:
                self.values[ACC] = self.argument(FRAME[name])
            case _ if row.is_called:
                self._call(instruction, block)
            case _:
                pass  # a jump, at the end of its block

    def _read(self, register: Register) -> SSAValue:
        return self._known(self.values[self.flow.slot(register)])

    def _leave(self, value: SSAValue) -> None:
        self.emit(ReturnOp, (self.state, self.depend, value))

    def _throw(self, block: Block) -> None:
        """What is thrown in the range of a handler goes there."""
        value = self._known(self.values[ACC])
        if block.thrown_to is None:
            self.emit(ThrowOp, (self.state, self.depend, value))
        else:
            self.values[ENV] = self.values[self.flow.handlers + block.thrown_to]

    def _call(self, instruction: Instruction, block: Block) -> None:
        """A JS_BYTECODE gate, with its successors if it may throw."""
        row = instruction.bytecode
        arguments: list[SSAValue] = []
        for letter, operand in zip(row.operands, instruction.operands, strict=True):
            arguments += self._operand(letter, operand, instruction)
        for name in row.inputs:
            arguments += self._input(name)
        gate = self.emit(
            JsBytecodeOp,
            (self.state, self.depend, *arguments),
            (STATE, DEPEND, i64),
            {"bytecode": _name(row.name)},
        )
        state, depend, result = gate.results
        if row.throws:
            thrown = self.emit(IfExceptionOp, (state,), (STATE,)).results[0]
            place = self._place_of(instruction)
            arrival = Arrival(thrown, self.relay(thrown, depend), self.values)
            if block.landing is None:
                self.uncaught.append(arrival)
                if place is not None:
                    self.uncaught_names.append(place)
            else:
                self.values = self.values.copy()
                arrival.values[self.flow.expression] = place
                self._arrive(block.landing, arrival)
            state = self.emit(IfSuccessOp, (state,), (STATE,)).results[0]
            depend = self.relay(state, depend)
        self.state, self.depend = state, depend
        if row.output == "acc":
            self.values[ACC] = result
        elif row.output == "env":
            self.values[ENV] = result

    def _place_of(self, instruction: Instruction) -> SSAValue | None:
        """Where the text is that the message of its exception names; 0: it has none."""
        if not self.flow.has_names:
            return None
        text = instruction.text
        return self.constant(self.expression_place(text) if text else 0)

    def _name_exception(self, place: SSAValue | None) -> None:
        """The message of what has been thrown names an expression."""
        if place is None or place is self.constants.get((0, i64)):
            return
        gate = self.emit(
            JsBytecodeOp,
            (self.state, self.depend, place),
            (STATE, DEPEND, i64),
            {"bytecode": _name(NAME_EXCEPTION)},
        )
        self.state, self.depend, _ = gate.results

    def _operand(
        self, letter: str, operand: Operand, instruction: Instruction
    ) -> Sequence[SSAValue]:
        match letter, operand:
            case "r", Register() as register:
                return (self._read(register),)
            case "n", Range() as several:
                wires = map(self._read, several.registers)
                return self.constant(several.length), *wires
            case "i", int() as value:
                return (self.constant(value & (1 << 64) - 1),)
            case "s", str() as text:
                return (self.string(text),)
            case _, name:
                assert letter == "m" and isinstance(name, str), letter
                return (self.method(name, instruction),)

    def _input(self, name: str) -> Sequence[SSAValue]:
        match name:
            case "acc":
                return (self._known(self.values[ACC]),)
            case "env":
                return (self._known(self.values[ENV]),)
            case "this":
                return (self.argument(THIS),)
            case "function":
                return (self.argument(FUNCTION),)
            case "newtarget":
                return (self.argument(NEW_TARGET),)
            case _:
                count, address = self.argument(COUNT), self.argument(ARGUMENTS)
                return self.widened(count), self.widened(address)

    # endregion
