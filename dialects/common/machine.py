"""
What the levels above a machine know of it: one record of facts.

Passes and interpreters above a machine's own level do not ask which machine it is: what
differs between machines is a field here. `circ.targets.machines` finds the record of
the machine that a module is compiled for.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from xdsl.ir import Attribute, Operation

from circ.dialects.common.address_width import ADDRESS_WIDTH, address_width
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.struct_layout import StructLayout
from circ.dialects.common.widths import WORD


@dataclass(frozen=True)
class Costs:
    """
    What integer instructions cost from operands to result, a move being 1.

    What loads a constant and what computes are compared, so it must be one unit.
    """

    multiply: int
    add: int
    shift: int
    immediates: range
    """The constants that an instruction holds; others are loaded into a register."""
    loaded_bits: int
    """Bits of the constants that one instruction loads; others take two."""
    branch: int
    """A branch that is taken."""
    latency: int = 1
    """Instructions that issue from operands to result of a move."""


def _always(signature: str) -> bool:
    return True


@dataclass(frozen=True, eq=False, kw_only=True)
class Machine:
    """
    One machine, with the features that a module asks for.

    Facts whose tables take time to import are functions.
    """

    name: str
    """The name that modules and options use."""
    title: str
    """The name in messages."""
    word: Literal[32, 64]
    """Bits of a scalar register: wider numbers are pairs of words."""
    registers: int = 32
    """Scalar registers for values."""
    lanes: int
    """Lanes of a vector register, of a word each at most."""
    illegal: frozenset[str]
    """
    Operations of gen that `gen-legalize` expands, by opcode and `int` or `float`.

    Of `DIV.int REM.int REM.float SQR.float`; of the others `selects` says it.
    """
    selects: Callable[[str], bool] = _always
    """Has it an instruction of that signature (`circ.transforms.gen.signatures`)?"""
    truncates_exactly: Callable[[], bool]
    """Is the conversion of floats to integers right for all floats?"""
    unaligned_numbers: bool = False
    """Does an access to a number work at any address?"""
    fast_unaligned_vectors: bool
    """Is an access to a vector as fast where its alignment is not known?"""
    costs: Callable[[], Costs]
    returned_struct: Callable[[Sequence[int], int], StructLayout | None]
    """
    The calling convention's struct for results of so many bits, and so many lane masks.

    None where registers take them all.
    """
    library: Path
    """The folder of the run-time library, a file `<name>.mlir` for `__circ_<name>`."""
    intrinsics: tuple[str, ...] = ()
    """How the names of external functions begin that stand for instructions."""
    fence: tuple[str, Sequence[int]] | None = None
    """
    The intrinsic that orders the accesses of a thread, and its operands.

    None where they are in the order of the program, and no pass changes it.
    """
    passes: str | None = None
    """`module:function` that gives its passes from gen (`transforms.pipelines`)."""
    execution: str | None = None
    """The module that executes its code (`circ.targets.execute.machines`)."""

    @property
    def vector_bytes(self) -> int:
        """Bytes of a vector register."""
        return self.lanes * self.word // 8

    def is_intrinsic(self, name: str) -> bool:
        """Is it a name that only an intrinsic may have?"""
        return name.startswith(self.intrinsics)

    def check_addresses(self, module: Operation) -> None:
        """Diagnose a module whose addresses the machine does not have."""
        if (width := address_width(module)) != WORD:
            message = f"{self.title} has addresses of {WORD} bits, but the module has"
            place = module.regions[0].block.first_op or module
            raise Diagnostic(place.location, f"{message} {width} ('{ADDRESS_WIDTH}')")

    def check_definition(self, name: str, location: Attribute) -> None:
        """Diagnose a function with a body that has the name of an intrinsic."""
        if self.is_intrinsic(name):
            message = f"'{name}' is the name of an intrinsic, which has no body"
            raise Diagnostic(location, message)
