"""The reader of what gates have in braces in gate-list text."""

from json import JSONDecodeError, loads
from typing import TypeAlias

from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntAttr,
    StringAttr,
    SymbolRefAttr,
    i32,
)
from xdsl.ir import Attribute

from circ.dialects.circuit.bytecodes import bytecodes
from circ.dialects.circuit.comparisons import CompareGate
from circ.dialects.circuit.constants import ArgOp, ConstantOp, SymbolOp
from circ.dialects.circuit.control import (
    IfBranchOp,
    SwitchCaseOp,
)
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.language import (
    ConstStringOp,
    JsBytecodeOp,
    LoadElementOp,
    StoreElementOp,
)
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.memory import (
    AllocaOp,
    LoadOp,
    StoreOp,
)
from circ.dialects.circuit.types import (
    is_float,
    is_vector,
    lane_count,
    lane_width,
    splat,
)
from circ.dialects.common.algebra import INTS, float_to_bits
from circ.dialects.common.lanes import pack
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.widths import width_of
from circ.targets.circuit.gates_line import (
    NAME,
    NUMBER,
    STRING,
    WORD,
    Line,
    is_short,
)
from circ.targets.circuit.gates_writer import type_name

NEEDED = (
    *(ConstantOp, ArgOp, SymbolOp, CompareGate, MathOp, SwitchCaseOp, AllocaOp),
    *(LoadElementOp, StoreElementOp, JsBytecodeOp, ConstStringOp),
)
"""Gates that must have something in braces."""

Attributes: TypeAlias = dict[str, Attribute]


def read_bits(line: Line, kind: type[Gate], types: list[Attribute]) -> Attributes:
    """The properties in the braces, by class of gate."""
    start = line.at
    if not line.accept("{"):
        if issubclass(kind, NEEDED):
            raise line.error(f"{kind.OPCODE} needs bits in braces")
        return {}
    properties: dict[str, Attribute]
    if issubclass(kind, ConstantOp):
        properties = {"bits": IntAttr(_constant(line, types[0]))}
    elif issubclass(kind, ArgOp):
        properties = {"index": IntAttr(line.integer("an argument's index"))}
    elif issubclass(kind, SymbolOp):
        line.expect("@")
        symbol = line.take(NAME, "a symbol's name").group()
        properties = {"symbol": SymbolRefAttr(symbol)}
    elif issubclass(kind, CompareGate):
        properties = {"condition": StringAttr(_condition(line, kind))}
    elif issubclass(kind, MathOp):
        name = line.take(NAME, "a function's name").group().lower()
        properties = {"function": StringAttr(name)}
    elif issubclass(kind, SwitchCaseOp):
        properties = {"value": IntAttr(line.integer("a case's value", negative=True))}
    elif issubclass(kind, AllocaOp):
        properties = _alloca(line)
    elif issubclass(kind, LoadElementOp | StoreElementOp):
        properties = {"kind": IntAttr(line.integer("a kind of element"))}
    elif issubclass(kind, JsBytecodeOp):
        properties = {"bytecode": StringAttr(_bytecode(line))}
    elif issubclass(kind, ConstStringOp):
        properties = {"index": IntAttr(line.integer("a string's index"))}
        line.expect(",")
        properties["text"] = StringAttr(read_string(line))
    elif issubclass(kind, IfBranchOp):
        weights = [_weight(line)]
        line.expect(",")
        weights.append(_weight(line))
        properties = {"weights": DenseArrayBase.from_list(i32, weights)}
    elif issubclass(kind, LoadOp | StoreOp):
        properties = {"memory": _memory(line)}
    else:
        raise line.error(f"{kind.OPCODE} has no bits", start)
    line.expect("}")
    return properties


def _constant(line: Line, type: Attribute) -> int:
    """The bit pattern of a constant: of a vector, of each lane or of all."""
    if not is_vector(type):
        return _number(line, type)
    if not line.accept("["):
        return splat(type, _number(line, type.element_type))
    lanes = [_number(line, type.element_type)]
    while len(lanes) < lane_count(type):
        line.expect(",")
        lanes.append(_number(line, type.element_type))
    line.expect("]")
    return pack(INTS, lane_width(type), lanes)


def _number(line: Line, type: Attribute) -> int:
    """The bit pattern of a scalar constant's number."""
    start, width = line.at, width_of(type)
    text = line.take(NUMBER, "a number").group()
    if not is_short(text):
        raise line.error("the number has too many digits", start)
    is_bits = "x" in text.lower()
    try:
        if is_float(type) and not is_bits:
            return float_to_bits(width, float(text))
        value = int(text, 16 if is_bits else 10)
    except ValueError:
        what = f"'{text}' is not a number of type {type_name(type)}"
        raise line.error(what, start) from None
    if not -1 << (width - 1) <= value < 1 << width:
        raise line.error(f"{text} does not fit {type_name(type)}", start)
    return INTS.const(width, value)


def _condition(line: Line, kind: type[CompareGate]) -> str:
    start = line.at
    if found := line.optional(WORD):
        if (name := found.group().lower()) in kind.CONDITIONS:
            return name
    else:
        number = line.integer("a condition")
        for name, known in kind.CONDITIONS.items():
            if known == number:
                return name
    found = line.text[start : line.at].strip()
    raise line.error(f"'{found}' is not a condition of {kind.OPCODE}", start)


def _weight(line: Line) -> int:
    start = line.at
    weight = line.integer("a weight")
    if weight >= 1 << 31:
        raise line.error("a weight must be below 2^31", start)
    return weight


def _alignment(line: Line) -> int:
    start = line.at
    align = line.integer("an alignment")
    if align.bit_count() != 1:
        raise line.error(f"alignment must be a power of two, but is {align}", start)
    return align


def _alloca(line: Line) -> dict[str, Attribute]:
    properties: dict[str, Attribute] = {"size": IntAttr(line.integer("a size"))}
    if line.accept(","):
        line.expect("align")
        properties["align"] = IntAttr(_alignment(line))
    return properties


def read_string(line: Line) -> str:
    at = line.at
    try:
        return loads(line.take(STRING, "a string").group())
    except JSONDecodeError:
        raise line.error("malformed string", at) from None


def _bytecode(line: Line) -> str:
    at = line.at
    name = line.take(NAME, "a bytecode").group()
    if name not in bytecodes():
        raise line.error(f"there is no bytecode '{name}'", at)
    return name


def _memory(line: Line) -> MemoryAttr:
    """`size, align N, space N, alias "A", volatile`; all but the size optional."""
    start = line.at
    size, align, space, alias, volatile = line.integer("a size"), None, 0, "", False
    if not size:
        raise line.error("size must be positive, but is 0", start)
    while line.accept(","):
        if line.accept("align"):
            align = _alignment(line)
        elif line.accept("space"):
            space = line.integer("an address space")
        elif line.accept("alias"):
            alias = read_string(line)
        else:
            line.expect("volatile")
            volatile = True
    if align is None and size.bit_count() != 1:
        raise line.error(f"a size of {size} needs an alignment", start)
    return memory(size, align, space, alias, volatile)
