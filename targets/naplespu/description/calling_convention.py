"""
Locations of arguments, results and saved registers, by register number.

What the description says (`generated/calling_convention.py`), in the terms of register
allocation; facts: docs/reference/naplespu-isa.md, sections 1.2 to 1.5. Vector registers
have their numbers after the scalar ones (`registers.FIRST_VECTOR`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from circ.dialects.naplespu.register_file import FP, PC, RA, RM, SP, TR
from circ.dialects.naplespu.registers import FIRST_VECTOR
from circ.targets.naplespu.description.subtarget import Subtarget
from circ.targets.naplespu.generated.calling_convention import (
    CALLEE_SAVED as SAVED,
)
from circ.targets.naplespu.generated.calling_convention import (
    Argument,
    CallingState,
    CC_NaplesPU,
    Convention,
    RetCC_NaplesPU,
)
from circ.targets.naplespu.generated.register_info import (
    REGISTER_CLASSES,
    REGISTERS,
    RegisterClass,
)

_SCALARS = REGISTER_CLASSES[RegisterClass.GPR32]
_VECTORS = REGISTER_CLASSES[RegisterClass.VR512W]
_NUMBERS = {r: REGISTERS[r].encoding for r in _SCALARS.members} | {
    r: FIRST_VECTOR + REGISTERS[r].encoding for r in _VECTORS.members
}
_SAVED = frozenset(_NUMBERS[register] for register in SAVED["CSR_NaplesPU"])

WORD = _SCALARS.spill_size // 8
"""Bytes of a scalar register and of a scalar argument on the stack."""
VECTOR_BYTES = _VECTORS.spill_size // 8
"""Bytes of a vector register, of its slots on the stack and of their alignment."""
STACK_ALIGNMENT = 64
"""Bytes: of the stack pointer at every call, as v16i32 accesses need it."""

TYPES = ("i32", "v16i32")
"""The description's types of scalar and vector registers."""


def _registers(convention: Convention, type: str) -> tuple[int, ...]:
    """The registers that a convention assigns to values of a type, in order."""
    state = CallingState()
    found: list[int] = []
    while convention(Argument(len(found), type), state):
        register = state.locations[-1].register
        if register is None:
            break
        found.append(_NUMBERS[register])
    return tuple(found)


@dataclass(frozen=True)
class RegisterFile:
    """The allocatable registers of one file."""

    results: tuple[int, ...]
    """Registers of results, which limit their number."""
    caller_saved: tuple[int, ...]
    """Clobbered by calls."""
    callee_saved: tuple[int, ...]
    """Preserved by calls."""


def _file(
    register_class: RegisterClass, type: str, reserved: Iterable[int]
) -> RegisterFile:
    members = REGISTER_CLASSES[register_class].members
    numbers = [n for r in members if (n := _NUMBERS[r]) not in reserved]
    return RegisterFile(
        _registers(RetCC_NaplesPU, type),
        tuple(number for number in numbers if number not in _SAVED),
        tuple(number for number in numbers if number in _SAVED),
    )


_FAULTY_VECTORS = {FIRST_VECTOR + RM: "ReservesV59", FIRST_VECTOR + PC: "ReservesV63"}
"""Vector registers that the hardware confuses with scalar ones, and the erratum."""
VECTOR_SCRATCH = (FIRST_VECTOR + 54, FIRST_VECTOR + 55)
"""
Vector registers that only parallel copies use: in cycles, and from slot to slot.

Scalars have `tr` and `ra`; no vector register has such a role.
"""
FILES = (
    _file(RegisterClass.GPR32, "i32", (TR, RM, FP, SP, RA, PC)),
    _file(RegisterClass.VR512W, "v16i32", VECTOR_SCRATCH),
)
"""The scalar file and the vector file."""


def faulty_vectors(features: Subtarget) -> tuple[int, ...]:
    """
    Vector registers that no value may have.

    What writes `v59` changes the mask of the published chip, and what writes `v63`
    branches (docs/reference/naplespu-isa.md, sections 5.1 and 7).
    """
    return tuple(n for n, flag in _FAULTY_VECTORS.items() if getattr(features, flag))


ARGUMENT_REGISTERS = _registers(CC_NaplesPU, "i32")
"""Scalar registers of the first arguments; further ones are words on the stack."""
CALL_ADDRESS = 8
"""
Scalar register that circ puts the address of an indirect call into.

No convention asks for it: a call may change the register, and passes nothing in it.
"""
RESULT_REGISTERS = FILES[0].results
"""Scalar registers of the results; more than six cannot be returned."""
CALLER_SAVED = FILES[0].caller_saved
"""Scalar registers that a call may change."""
CALLEE_SAVED = FILES[0].callee_saved
"""Scalar registers that a function must leave as they were; `rm`, `fp`, `ra` too."""
ADDRESS_TEMPORARY = CALLER_SAVED[-1]
"""
Scalar register for addresses of far slots where `fp` is the frame pointer.

In functions with dynamic objects no value has it.
"""


@dataclass(frozen=True)
class StackPlace:
    """The stack slot of an argument, in bytes from the stack pointer at the call."""

    offset: int


Place = int | StackPlace
"""The location of an argument: a register by number, or the stack."""


def argument_places(
    vectors: Sequence[bool], variadic: bool = False
) -> tuple[list[Place], int]:
    """
    The place of each argument, and the bytes of the stack that they take.

    Of each argument it says whether it is a vector. What calls a variadic function
    passes all of them on the stack.
    """
    state = CallingState(variadic)
    places: list[Place] = []
    size = 0
    for number, vector in enumerate(vectors):
        placed = CC_NaplesPU(Argument(number, TYPES[vector]), state)
        assert placed, "arguments of both files have places"
        where = state.locations[-1]
        if where.register is not None:
            places.append(_NUMBERS[where.register])
            continue
        assert where.offset is not None
        places.append(StackPlace(where.offset))
        size = where.offset + (VECTOR_BYTES if vector else WORD)
    return places, size
