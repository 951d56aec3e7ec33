"""What the verifier asks of an operation's class, looked up once for each."""

from dataclasses import dataclass

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation
from xdsl.traits import IsolatedFromAbove, IsTerminator, NoTerminator

GRAPH_REGIONS = frozenset({"hw.module"})
"""Operations without `NoTerminator` whose region is a graph all the same."""


@dataclass(frozen=True)
class Kind:
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
    def of(op: Operation) -> "Kind":
        no_terminator = op.has_trait(NoTerminator)
        return Kind(
            op.has_trait(IsTerminator),
            not no_terminator,
            op.has_trait(IsolatedFromAbove, value_if_unregistered=False),
            no_terminator or isinstance(op, UnregisteredOp) or op.name in GRAPH_REGIONS,
        )


class Kinds(dict[type[Operation], Kind]):
    """`Kind` by class; a look-up of traits costs half a microsecond each time."""

    def of(self, op: Operation) -> Kind:
        if (kind := self.get(type(op))) is None:
            kind = self[type(op)] = Kind.of(op)
        return kind
