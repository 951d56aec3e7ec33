"""A dialect of saturating fixed-point arithmetic, which runs at every level of circ."""

from xdsl.ir import Dialect
from xdsl.universe import Universe

from fixed_point import operations, signals
from fixed_point.types import FixedType

Fixed = Dialect("fixed", [*operations.OPERATIONS, *signals.OPERATIONS], [FixedType])

UNIVERSE = Universe(all_dialects={"fixed": lambda: Fixed})
