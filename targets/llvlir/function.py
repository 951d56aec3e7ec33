"""The state of one function while its bytecode is read."""

from dataclasses import dataclass, field

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Attribute, Block, SSAValue

from circ.dialects.common.memory import MemoryAttr
from circ.targets.llvlir.type_codes import CLASSES


@dataclass
class PendingCall:
    """A call whose results are not all read yet."""

    callee: str | SSAValue
    """The name of a function, or the address of one."""
    arguments: list[SSAValue]
    start: int
    variadic: bool
    results: list[Attribute] = field(default_factory=list[Attribute])


@dataclass
class Edge:
    """Where control goes, by the name of a label, and what is passed."""

    label: str
    arguments: list[SSAValue]


@dataclass
class Branch:
    """A compare-and-branch; the way to the next block is read after it."""

    condition: str
    lhs: SSAValue
    rhs: SSAValue
    taken: Edge
    weights: tuple[int, int] | None
    start: int


@dataclass
class Table:
    """A branch by table; the ways to its targets and to the default follow it."""

    number: SSAValue
    start: int
    entries: list[Edge] = field(default_factory=list[Edge])


@dataclass
class End:
    """The end of a block, made when all labels are known."""

    block: Block
    branch: Branch | Table | None
    next: Edge
    start: int


class Function:
    """A function being read."""

    def __init__(self, name: str, start: int):
        self.name = name
        self.start = start
        self.visibility: str | None = None
        self.outputs: list[Attribute] = []
        self.signature: FunctionType | None = None
        self.variadic = False
        self.blocks: list[Block] = []
        self.labels: dict[str, Block] = {}
        self.wanted: dict[str, int] = {}
        """Labels that branches name, and where the first one does."""
        self.ends: list[End] = []
        self.values: dict[str, list[SSAValue]] = {letter: [] for letter in CLASSES}
        self.operations = 0
        self.block: Block | None = None
        """The block being filled, None after a terminator."""
        self.label: str | None = None
        self.parameters: list[Attribute] | None = []
        """
        The parameters of the block that `label` starts, None after them.

        A block is made when all are known; adding them one by one would be quadratic.
        """
        self.passes: list[SSAValue] = []
        self.memory: MemoryAttr | None = None
        self.weights: tuple[int, int] | None = None
        self.marked = False
        """Is the call that follows one of a variadic function?"""
        self.call: PendingCall | None = None
        self.branch: Branch | Table | None = None
        self.jumped: str | None = None
        """The label that the operation before jumped to."""
