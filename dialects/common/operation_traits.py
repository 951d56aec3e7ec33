"""The traits of operation classes that the verifier needs, looked up once a class."""

from dataclasses import dataclass

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation
from xdsl.traits import IsolatedFromAbove, IsTerminator, NoTerminator

GRAPH_REGIONS = frozenset({"hw.module"})
"""Operations without `NoTerminator` whose region is a graph all the same."""


@dataclass(frozen=True)
class OperationTraits:
    """What the verifier asks of an operation's class."""

    terminates: bool
    """May it end a block that needs a terminator?"""
    needs_terminator: bool
    """Must the only block of its regions end in a terminator?"""
    isolated: bool
    """Are values from outside invisible in its regions?"""
    has_graph: bool
    """May its regions use values before their definition?"""

    @staticmethod
    def of(op: Operation) -> "OperationTraits":
        no_terminator = op.has_trait(NoTerminator)
        return OperationTraits(
            op.has_trait(IsTerminator),
            not no_terminator,
            op.has_trait(IsolatedFromAbove, value_if_unregistered=False),
            no_terminator or isinstance(op, UnregisteredOp) or op.name in GRAPH_REGIONS,
        )


class TraitTable(dict[type[Operation], OperationTraits]):
    """`OperationTraits` by class; looking up a trait takes half a microsecond."""

    def of(self, op: Operation) -> OperationTraits:
        if (found := self.get(type(op))) is None:
            found = self[type(op)] = OperationTraits.of(op)
        return found
