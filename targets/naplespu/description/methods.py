"""
The methods that the description names: what tables do not say about operands.

Encoders check ranges, which the vendor's assembler does not
(docs/reference/naplespu-isa.md, section 1.7); displacements have the 18 bits that
hardware and relocations use of the 24 in the J format (section 2.3). The printers spell
operands as the vendor's disassembler does.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from circ.targets.naplespu.generated import (
    asm_matcher,
    asm_writer,
    disassembler,
    emitter,
    register_info,
)
from circ.targets.tablegen.runtime.encoding import Decoder, Encoder

BRANCH_WIDTH = 18
"""Bits of a displacement that hardware and relocations use."""
PC = int(register_info.Register.PC_REG)


class FieldRange(ValueError):
    """The value of a machine operand that its field cannot hold."""

    def __init__(self, number: int, value: int, least: int, most: int):
        super().__init__(f"operand {number} must be in {least}..{most}, but is {value}")
        self.number = number
        self.limits = f"must be in {least}..{most}, but is {value}"


# Encoding and decoding.


def _encoder(width: int, least: int, most: int) -> Encoder:
    mask = (1 << width) - 1

    def encode(opcode: int, operands: Sequence[int], number: int) -> int:
        value = operands[number]
        if not least <= value <= most:
            raise FieldRange(number, value, least, most)
        return value & mask

    return encode


def _decoder(width: int) -> Decoder:
    mask, sign = (1 << width) - 1, 1 << (width - 1)

    def decode(value: int, address: int) -> tuple[int, ...]:
        return ((value & mask ^ sign) - sign,)

    return decode


def _repeat_register(opcode: int, operands: Sequence[int], word: int) -> int:
    """`jmp sN` and `jmpsr sN` have the number in the low bits too (section 2)."""
    return word | emitter.REGISTER_ENCODINGS[operands[0]]


_HALF = _encoder(16, -(1 << 15), (1 << 16) - 1)
_REACH = 1 << (BRANCH_WIDTH - 1)
ENCODERS = emitter.Hooks(
    encode_high_half=_HALF,
    encode_low_half=_HALF,
    encode_simm16=_HALF,
    encode_simm9=_encoder(9, -256, 255),
    encode_target=_encoder(BRANCH_WIDTH, -_REACH, _REACH - 1),
    repeat_register=_repeat_register,
)
DECODERS = disassembler.Hooks(
    decode_simm16=_decoder(16),
    decode_simm9=_decoder(9),
    decode_target=_decoder(BRANCH_WIDTH),
)


# Printing.

_Operands = Sequence[int | str]


def _print_address(opcode: int, operands: _Operands, number: int, modifier: str) -> str:
    """`offset(base)`, `(base)` for offset 0, or the symbol that stands for both."""
    base, offset = operands[number], operands[number + 1]
    if isinstance(offset, str):
        return offset
    name = asm_writer.REGISTER_NAMES[base] if isinstance(base, int) else base
    return f"{offset}({name})" if offset else f"({name})"


def _print_value(opcode: int, operands: _Operands, number: int, modifier: str) -> str:
    return str(operands[number])


PRINTERS = asm_writer.Hooks(
    print_address=_print_address,
    print_high_half=_print_value,
    print_low_half=_print_value,
    print_target=_print_value,
)


# Matching.


class SymbolName(NamedTuple):
    """`name + addend`, minus the address of another label, or the half of it."""

    name: str
    addend: int
    minus: str = ""
    half: str = ""
    """hi or lo."""
    expression: str = ""
    """Text whose value is a number once all labels are known, instead of a name."""
    column: int = 0
    """Where the expression is in its statement, from 0."""


class WrittenOperand(NamedTuple):
    """One parsed operand; registers by number, 0 for none."""

    shape: str
    """A description for messages."""
    register: int = 0
    value: int | None = None
    """An integer, or the offset from `base`."""
    base: int = 0
    symbol: SymbolName | None = None
    """The symbol of the value, which is None if the operand is an address."""
    token: str | None = None
    is_computed: bool = False
    """Whether it depends on the values of symbols at this statement."""


Predicate = Callable[[WrittenOperand], bool]
SCALARS, VECTORS = (
    frozenset(map(int, register_info.REGISTER_CLASSES[each].members))
    for each in (
        register_info.RegisterClass.GPR32,
        register_info.RegisterClass.VR512W,
    )
)
"""The registers of each file, by number."""


def _is_integer_or_half(operand: WrittenOperand) -> bool:
    return operand.value is not None and not operand.base


def _is_integer(operand: WrittenOperand) -> bool:
    is_half = operand.symbol is not None and operand.symbol.half
    return _is_integer_or_half(operand) and not is_half


def _is_symbol(operand: WrittenOperand) -> bool:
    return operand.symbol is not None and operand.value is None


def _is_integer_or_symbol(operand: WrittenOperand) -> bool:
    return _is_symbol(operand) or _is_integer(operand)


def _is_address(operand: WrittenOperand) -> bool:
    return _is_symbol(operand) or operand.base in SCALARS


def _is_vector_address(operand: WrittenOperand) -> bool:
    return operand.base in VECTORS


def _value_of(operand: WrittenOperand) -> tuple[int, ...]:
    """The value, 0 until the symbol is known."""
    return (operand.value or 0,)


def _address_of(operand: WrittenOperand) -> tuple[int, ...]:
    """Base and offset; that of a symbol is from the program counter."""
    return (operand.base or PC, operand.value or 0)


MATCHERS: asm_matcher.Hooks[WrittenOperand] = asm_matcher.Hooks(
    asm_matcher.Predicates(
        isAddress=_is_address,
        isAddressHalf=_is_integer_or_symbol,
        isLocalAddress=_is_address,
        isSImm16=_is_integer_or_half,
        isSImm9=_is_integer,
        isTarget=_is_integer_or_symbol,
        isVectorAddress=_is_vector_address,
    ),
    asm_matcher.Renderers(
        addAddressHalfOperands=_value_of,
        addAddressOperands=_address_of,
        addLocalAddressOperands=_address_of,
        addSImm16Operands=_value_of,
        addSImm9Operands=_value_of,
        addTargetOperands=_value_of,
        addVectorAddressOperands=_address_of,
    ),
)
