"""
Indices of sub-registers: names for parts of registers, and what they compose to.

The fields are those of `SubRegIndex` in `Target.td`.
"""

from dataclasses import dataclass, field

from circ.targets.tablegen.records import Record

UNKNOWN = -1
"""Size or offset of an index that stands for different places."""


@dataclass(eq=False, repr=False)
class SubRegisterIndex:
    """A name for a part of a register; numbers start at 1."""

    name: str
    number: int
    record: Record | None = None
    """None for an index that was inferred."""
    size: int = UNKNOWN
    offset: int = UNKNOWN
    composites: "dict[SubRegisterIndex, SubRegisterIndex]" = field(default_factory=dict)
    """By index inside the part that this one names: the index of both together."""
    parts: "list[SubRegisterIndex]" = field(default_factory=list)
    """The indices that lie side by side in this one."""
    is_artificial: bool = True
    """Does it only reach artificial registers?"""

    def compose(self, inner: "SubRegisterIndex", both: "SubRegisterIndex") -> bool:
        """Say what `inner` inside this part is called; False if it has a name."""
        known = self.composites.setdefault(inner, both)
        if UNKNOWN not in (self.offset, inner.offset) and both.offset == UNKNOWN:
            both.offset = self.offset + inner.offset
            both.size = inner.size
        return known is both
