"""Other types for values that stay the same."""

from xdsl.ir import Attribute, SSAValue


def retype(value: SSAValue, type: Attribute) -> None:
    """
    Give a value another type, in place.

    xDSL's way makes a new value, and visits all uses of the old one.
    """
    value._type = type  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
