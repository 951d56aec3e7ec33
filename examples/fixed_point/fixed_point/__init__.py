"""A dialect of saturating fixed-point arithmetic, which runs at every level of circ."""

from xdsl.ir import Dialect
from xdsl.universe import Universe

from fixed_point.operations import OPERATIONS
from fixed_point.types import FixedType

Fixed = Dialect("fixed", OPERATIONS, [FixedType])

UNIVERSE = Universe(all_dialects={"fixed": lambda: Fixed})
