"""The reader of gate-list text, which `circ.targets.circuit.gates` describes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import PurePath

from xdsl.dialects.builtin import (
    DictionaryAttr,
    FunctionType,
    IntAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.exceptions import ParseError

from circ.dialects.circuit import GATES
from circ.dialects.circuit.control import (
    DependEntryOp,
    FuncOp,
    RootGate,
    StateEntryOp,
    SwitchCaseOp,
    root_gates,
)
from circ.dialects.circuit.gate import (
    Gate,
    depend_result,
    state_result,
    value_results,
)
from circ.dialects.circuit.gate_types import (
    TYPES,
    UNTYPED,
    GateType,
    gate_types,
    types_attribute,
)
from circ.dialects.circuit.inference import infer_types
from circ.dialects.circuit.shape import Group, Shape, shape_of
from circ.dialects.circuit.types import (
    ANYVECTOR,
    DEPEND,
    STATE,
    DependType,
    StateType,
    lane_type,
    vector_of,
)
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import (
    MOST_ERRORS,
    Diagnostic,
    for_each,
    located,
    raise_errors,
)
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.verifier import verify_module
from circ.dialects.common.widths import width_of
from circ.targets.circuit.gates_bits import read_bits
from circ.targets.circuit.gates_line import INTEGER, NAME, WORD, Line, is_short
from circ.targets.circuit.gates_writer import (
    OPCODE_SPELLINGS,
    SCALAR_NAMES,
    type_name,
)
from circ.targets.mlir.dialects import attribute_context, context
from circ.targets.mlir.parser import (
    MALFORMED,
    attribute_parser,
    in_one_line,
    parse_module,
    what_is_wrong,
)

REFERENCE = re.compile(r"([A-Za-z0-9_$.\-]+)(?:#([0-9]+))?")
VECTOR = re.compile(r"V([1-9][0-9]*)([A-Z][A-Z0-9]*)")
COMMENT = re.compile(r'(?:[^;"]+|"(?:[^"\\]|\\.)*")*')
HEADER = re.compile(r";;[ \t]+function[ \t]+(\S+)[ \t\r]*$")
MODULE_LINE = re.compile(r";;[ \t]+(signature|attributes|operation)[ \t]+(.*)$")
FIRST_WORD = re.compile(r";;[ \t]*([a-z]+)\b")
DECLARATIONS = ("function", "signature", "attributes", "operation")
ALIKE = 0.8
"""How much of a word is a declaration's if it is taken for a misspelt one."""

SCALARS = {name: type for type, name in SCALAR_NAMES.items()}
OPCODES = {OPCODE_SPELLINGS.get(o, o): g for o, g in GATES.items()} | GATES


@dataclass
class Entry:
    """A gate that is created but not yet connected."""

    gate: Gate
    line: Line
    groups: dict[Group, list[tuple[str, int, int]]]
    """By group: the name, the number of the value and the column of each operand."""


class Reader:
    """Reads the gates of one function: creates them all, then connects them."""

    def __init__(self, name: str, filename: str, line: int):
        location = located(filename, line, 1)
        block = Block()
        self.func = FuncOp.create(
            properties={"sym_name": StringAttr(name)},
            regions=[Region(block)],
            location=location,
        )
        self.gates: dict[str, Gate] = {}
        self.errors: list[Diagnostic] = []
        self.entries: list[Entry] = []
        for gate in root_gates(location):
            block.add_op(gate)
            if isinstance(gate, StateEntryOp):
                self.gates["SE"] = gate
            elif isinstance(gate, DependEntryOp):
                self.gates["DE"] = gate

    def read_line(self, line: Line) -> None:
        line.skip_space()
        start = line.at
        name = line.take(NAME, "a gate's name").group()
        if name in self.gates:
            raise line.error(f"the name '{name}' is taken", start)
        line.expect("=")
        at = line.at
        opcode = line.take(WORD, "an opcode").group()
        kind = OPCODES.get(opcode)
        if kind is None:
            raise line.error(f"'{opcode}' is not an opcode", at)
        if issubclass(kind, RootGate):
            raise line.error(f"{opcode} is implied in every circuit", at)
        shape = shape_of(kind)
        types, secondary = _result_types(line, opcode, shape)
        properties = read_bits(line, kind, types[-1:])
        groups = _groups(line, opcode, shape)
        attributes = _attributes(line)
        if secondary:
            attributes[TYPES] = types_attribute(secondary)
        gate = kind.create(
            result_types=types,
            properties=properties,
            attributes=attributes,
            location=located(line.filename, line.number, start + 1),
        )
        if gate.results and SSAValue.is_valid_name(name):
            gate.results[-1].name_hint = name
        self.gates[name] = gate
        self.entries.append(Entry(gate, line, groups))
        self.func.body.block.add_op(gate)

    def finish(self) -> None:
        """Connect the gates, unless a line is wrong: its name is not known."""
        raise_errors(self.errors)
        for_each(self._connect, self.entries)

    def _connect(self, entry: Entry) -> None:
        if any(entry.groups.values()):
            entry.gate.operands = [
                self._wire(entry, group, *operand)
                for group, operands in entry.groups.items()
                for operand in operands
            ]
        if isinstance(entry.gate, SwitchCaseOp):
            _wrap_case(entry)

    def _wire(
        self, entry: Entry, group: Group, name: str, number: int, at: int
    ) -> SSAValue:
        """
        The wire that a name denotes in a group.

        For a gate without one it is another result, which the verifier rejects by its
        rule; RETURN and THROW have no results at all.
        """
        gate = self.gates.get(name)
        if gate is None:
            raise entry.line.error(f"no gate is named '{name}'", at)
        if group is Group.VALUES and number:
            values = value_results(gate)
            if number >= len(values):
                message = f"'{name}' has {len(values)} values"
                raise entry.line.error(f"{message}, and none is number {number}", at)
            return values[number]
        if number:
            raise entry.line.error(f"'{name}#{number}' is no {group.value}", at)
        match group:
            case Group.STATES:
                wire = state_result(gate)
            case Group.DEPENDS:
                wire = depend_result(gate)
            case Group.VALUES:
                wire = next(iter(value_results(gate)), None)
        if wire is not None:
            return wire
        if gate.results:
            return gate.results[-1]
        if group is Group.STATES:
            message = f"{gate.OPCODE} must have no state successor (rule 17)"
        elif group is Group.DEPENDS:
            message = f"{gate.OPCODE} gives no dependency (rule 14)"
        else:
            message = f"{gate.OPCODE} gives no value (rule 1)"
        raise entry.line.error(message, at)


def type_of_name(name: str) -> Attribute | None:
    """The type of that name, None if there is none."""
    if (found := VECTOR.fullmatch(name)) is None:
        return SCALARS.get(name)
    lanes, element = found.groups()
    if (scalar := SCALARS.get(element)) is None or not is_short(lanes):
        return None
    type = vector_of(scalar, int(lanes))
    return type if ANYVECTOR.holds(type) else None


def _result_types(
    line: Line, opcode: str, shape: Shape
) -> tuple[list[Attribute], list[GateType]]:
    """The types of a gate's results, and secondary ones, from the text in brackets."""
    at = line.at
    named: list[Attribute] = []
    secondary: dict[int, GateType] = {}
    if line.accept("["):
        while True:
            start = line.at
            name = line.take(NAME, "a type").group()
            if (type := type_of_name(name)) is not None:
                named.append(type)
            elif name != "NOVALUE":
                raise line.error(f"'{name}' is not a type", start)
            if line.accept(":"):
                secondary[len(named) - 1] = _gate_type(line)
            if not line.accept(","):
                break
        line.expect("]")
    values = shape.results[Group.VALUES]
    if not named:
        named = [*shape.fixed_results[:1]]
    if not values.accepts(len(named)):
        if not named:
            raise line.error(f"{opcode} needs a type", at)
        wanted = "one value" if values.count else "no value"
        raise line.error(f"{opcode} gives {wanted}, but has {len(named)} types", at)
    if (fixed := shape.fixed_results) and lane_type(named[0]) not in fixed:
        fixed = type_name(fixed[0])
        raise line.error(f"{opcode} gives {fixed}, but has {type_name(named[0])}", at)
    types: list[Attribute] = [STATE] * shape.results[Group.STATES].count
    types += [DEPEND] * shape.results[Group.DEPENDS].count
    untyped = gate_types()[UNTYPED]
    further = [secondary.get(i, untyped) for i in range(len(named))]
    return types + named, further if secondary else []


def _gate_type(line: Line) -> GateType:
    """A secondary type, by its name or its word."""
    start = line.at
    if INTEGER.match(line.text, start):
        type = gate_types().of_word(line.integer("a word"))
    else:
        name = line.take(NAME, "a secondary type").group()
        type = gate_types()[name] if name in gate_types() else None
    if type is None:
        found = line.text[start : line.at].strip()
        raise line.error(f"'{found}' is not a secondary type", start)
    return type


def _groups(
    line: Line, opcode: str, shape: Shape
) -> dict[Group, list[tuple[str, int, int]]]:
    """The operands' names by group; their number is rule 1 of the verifier."""
    groups: dict[Group, list[tuple[str, int, int]]] = {group: [] for group in Group}
    if line.accept(":"):
        for position, group in enumerate(Group):
            if position and not line.accept("|"):
                break
            while (at := line.at) < len(line.text) and line.text[at] != "|":
                found = line.take(REFERENCE, "a gate's name")
                number = found.group(2) or "0"
                if not is_short(number):
                    raise line.error("there is no value of this number", at)
                groups[group].append((found.group(1), int(number), at))
                if not line.accept(","):
                    break
    for group, operands in groups.items():
        arity = shape.operands[group]
        if not arity.accepts(len(operands)):
            least = "at least " if arity.unbounded else ""
            raise line.error(
                f"{opcode} needs {least}{arity.count} {group.value} operands, "
                f"but has {len(operands)} (rule 1)",
                operands[arity.count][2] if len(operands) > arity.count else None,
            )
    return groups


def _attributes(line: Line) -> dict[str, Attribute]:
    """`attributes {...}` at the end of a line, which must end then."""
    if line.accept("attributes"):
        found = read_attribute(line, line.at, line.text[line.at :].rstrip())
        if not isinstance(found, DictionaryAttr):
            raise line.error("attributes must be a dictionary")
        return dict(found.data)
    if line.at < len(line.text):
        raise line.error(f"unexpected '{line.text[line.at :].split()[0]}'")
    return {}


def _wrap_case(entry: Entry) -> None:
    """A negative case is the bit pattern of the selector's type."""
    gate = entry.gate
    assert isinstance(gate, SwitchCaseOp)
    branch = gate.operands[0].owner
    value = gate.value.data
    if value < 0 and isinstance(branch, Gate) and len(branch.operands) == 2:
        type = branch.operands[1].type
        if not isinstance(type, StateType | DependType):
            width = width_of(type)
            if value >= -1 << (width - 1):
                gate.value = IntAttr(INTS.const(width, value))


def _lines(text: str, filename: str) -> Iterator[Line]:
    """Lines without their comments, empty ones left out but for headers."""
    for number, content in enumerate(text.split("\n"), 1):
        if content.startswith(";;"):
            yield Line(content, filename, number)
            continue
        if ";" in content:
            found = COMMENT.match(content)
            content = found.group() if found else content
        if content := content.rstrip():
            yield Line(content, filename, number)


def read_attribute(line: Line, at: int, text: str) -> Attribute:
    """The type or attribute that is all of a text."""
    try:
        parser = attribute_parser(attribute_context(text), text)
        found = parser.parse_attribute()
        if parser.pos == len(text):
            return found
    except ParseError as error:
        raise line.error(in_one_line(error.msg), at) from None
    except (*MALFORMED, RecursionError) as error:
        raise line.error(what_is_wrong(error), at) from None
    raise line.error(f"unexpected '{text[parser.pos :][:20]}'", at)


def _operation(line: Line, at: int) -> list[Operation]:
    """The operations of a module that are no circuits, on one line of MLIR's text."""
    text = "\n" * (line.number - 1) + " " * at + line.text[at:]
    module = parse_module(context(), text, line.filename)
    found = list(module.ops)
    for op in found:
        if isinstance(op, FuncOp):
            raise Diagnostic(op.location, "a circuit is written as its gates")
        op.detach()
    return found


class GateModule:
    """What has been read of a file."""

    def __init__(self, filename: str):
        self.filename = filename
        self.operations: list[Operation] = []
        self.readers: dict[str, Reader] = {}
        self.attributes: dict[str, Attribute] = {}

    def begin(self, name: str, line: int) -> Reader:
        """A new function, in the place of one of that name."""
        reader = Reader(name, self.filename, line)
        if (old := self.readers.get(name)) is not None:
            self.operations.remove(old.func)
        self.readers[name] = reader
        self.operations.append(reader.func)
        return reader

    def note(self, line: Line, what: str, at: int, reader: Reader | None) -> None:
        """What a line says of the function that is read, or of the module."""
        if what == "operation":
            self.operations += _operation(line, at)
            return
        found = read_attribute(line, at, line.text[at:].rstrip())
        if what == "attributes":
            if not isinstance(found, DictionaryAttr):
                raise line.error("attributes must be a dictionary", at)
            target = self.attributes if reader is None else reader.func.attributes
            target |= found.data
        elif not isinstance(found, FunctionType):
            raise line.error("a signature must be a function type", at)
        elif reader is not None:
            reader.func.attributes[SIGNATURE] = found

    def finish(self) -> ModuleOp:
        """The module, verified."""
        for_each(Reader.finish, self.readers.values())
        module = ModuleOp(self.operations, attributes=self.attributes)
        infer_types(module)
        if len(self.operations) > len(self.readers):
            verify_module(module)
        else:
            for_each(verify_circuit, (r.func for r in self.readers.values()))
        return module


def read_gates(text: str, filename: str) -> ModuleOp:
    """
    The module that gate-list text stands for, verified.

    Anything wrong with the text, or with the circuit, is a `Diagnostic`: each wrong
    line, then each wrong operand, and then each circuit that breaks a rule.
    """
    module = GateModule(filename)
    reader: Reader | None = None
    for line in _lines(text, filename):
        if found := HEADER.match(line.text):
            reader = _begin(module, found.group(1), line)
        elif found := MODULE_LINE.match(line.text):
            module.note(line, found.group(1), found.start(2), reader)
        elif line.text.startswith(";;"):
            _check_comment(line)
        else:
            stem = PurePath(filename).stem or "main"
            reader = reader or _begin(module, stem, line)
            try:
                reader.read_line(line)
            except Diagnostic as error:
                reader.errors.append(error)
                if len(reader.errors) == MOST_ERRORS:
                    break
    if not module.operations:
        module.begin(PurePath(filename).stem or "main", 1)
    return module.finish()


def _check_comment(line: Line) -> None:
    """Raise a Diagnostic for a comment that looks like a declaration."""
    if (found := FIRST_WORD.match(line.text)) is None:
        return
    word = found.group(1)
    alike = get_close_matches(word, DECLARATIONS, 1, ALIKE)
    if word not in DECLARATIONS and alike:
        message = f"'{word}' is not a declaration; is it '{alike[0]}'?"
        raise line.error(message, found.start(1))


def _begin(module: GateModule, name: str, line: Line) -> Reader:
    if name in module.readers:
        raise line.error(f"there are two functions @{name}", 0)
    return module.begin(name, line.number)
