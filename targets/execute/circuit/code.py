"""
What a circuit is prepared as for execution: control nodes, calls, steps by slot.

Each value has a slot, which is None while the value is not computed.
"""

from dataclasses import dataclass, field
from enum import Enum, auto

from xdsl.ir import Operation

from circ.dialects.circuit.calls import LibraryCall
from circ.dialects.circuit.control import FuncOp, ThrowOp
from circ.dialects.circuit.memory import CallOp
from circ.targets.execute.expressions import Slots, Step
from circ.targets.execute.steps import Step as ExternalStep


class End(Enum):
    """How control leaves a node."""

    GOTO = auto()
    MERGE = auto()
    BRANCH = auto()
    SWITCH = auto()
    RETURN = auto()
    THROW = auto()


@dataclass(eq=False)
class Node:
    """A state gate: the gates it demands, and its successors."""

    state: Operation
    end: End = End.GOTO
    weight: int = 1
    """Gates that are executed on each visit of the node, selectors included."""
    first: int = 0
    forget: Slots = field(default_factory=Slots)
    """None for each slot from `first` on that must be computed anew."""
    demands: list[int] = field(default_factory=list[int])
    plan: list[tuple[int, Step]] | None = None
    next: "Node | None" = None
    taken: "Node | None" = None
    condition: int = 0
    cases: "dict[int, Node]" = field(default_factory=lambda: dict[int, Node]())
    target: int = 0
    """On an edge to a merge: its first slot, which is that of its first selector."""
    flows: list[int] = field(default_factory=list[int])
    """On an edge to a merge: the slots to select, in the order of its selectors."""
    changed: Slots = field(default_factory=Slots)
    """On an edge to a merge: None for the slots after its selectors."""
    values: list[int] = field(default_factory=list[int])
    """Of a RETURN or THROW: the slots of its operands."""


@dataclass(eq=False)
class CallSite:
    """A CALL, or a call of a language's library, by slots."""

    gate: CallOp | LibraryCall | ThrowOp
    callee: int
    arguments: list[int]
    results: list[int]
    before: list[Step] = field(default_factory=list[Step])
    """LOADs that must be executed before the call."""
    externals: dict[str, ExternalStep] = field(default_factory=dict[str, ExternalStep])
    """Calls of external functions, by name."""
    checked: "set[Code]" = field(default_factory=lambda: set[Code]())
    """Functions whose type has been checked."""


@dataclass(eq=False)
class Code:
    """A compiled function."""

    func: FuncOp
    template: Slots
    """The initial slots of an activation, with the constants."""
    parameters: list[tuple[int, int]]
    """The slot and index of each ARG."""
    allocas: list[int]
    further: int | None
    """Of a variadic function, the slot of its further arguments."""
    needs: list[list[int]]
    steps: list[Step | None]
    calls: dict[int, CallSite]
    entry: Node
