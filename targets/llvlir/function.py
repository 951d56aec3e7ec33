"""The state of one function while its bytecode is read."""

from dataclasses import dataclass, field

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Attribute, Block, SSAValue

from circ.dialects.common.memory import MemoryAttr
from circ.targets.llvlir.type_codes import CLASSES


@dataclass
class PendingCall:
    """A call whose results are not all read yet."""

    name: str
    arguments: list[SSAValue]
    start: int
    results: list[Attribute] = field(default_factory=list[Attribute])


@dataclass
class PendingBranch:
    """A compare-and-branch of which the way to the next block is not read yet."""

    condition: str
    lhs: SSAValue
    rhs: SSAValue
    taken: Block
    arguments: list[SSAValue]
    weights: tuple[int, int] | None
    start: int


class Function:
    """A function being read."""

    def __init__(self, name: str, start: int):
        self.name = name
        self.start = start
        self.visibility: str | None = None
        self.outputs: list[Attribute] = []
        self.signature: FunctionType | None = None
        entry = Block()
        self.blocks = [entry]
        self.labels: dict[str, Block] = {}
        self.wanted: dict[str, int] = {}
        """Labels that are used but not defined yet, and where."""
        self.values: dict[str, list[SSAValue]] = {letter: [] for letter in CLASSES}
        self.operations = 0
        self.block: Block | None = entry
        """The block being filled, None after a terminator."""
        self.parameters_may_come = True
        self.passes: list[SSAValue] = []
        self.memory: MemoryAttr | None = None
        self.weights: tuple[int, int] | None = None
        self.call: PendingCall | None = None
        self.branch: PendingBranch | None = None
        self.jumped: str | None = None
        """The label that the operation before jumped to."""
