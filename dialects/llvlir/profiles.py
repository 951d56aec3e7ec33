"""
What a module of llvlir states of itself: its profile, and whether it was optimised.

The profile is which document's operation table its functions follow. The attribute
`circ.llvlir_profile` says it; profile 1 where it is left out.
"""

from xdsl.dialects.builtin import IntegerAttr, IntegerType, ModuleOp, i32
from xdsl.ir import Attribute, Operation

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.llvlir.table import PROFILES

PROFILE = "circ.llvlir_profile"

UNOPTIMIZED = "circ.unoptimized"
"""
The attribute, without a value, of a module whose circuits were lowered without the
optimisations that weigh costs (`opt=0` and `opt=1`).
"""


def profile_attribute(profile: int) -> IntegerAttr[IntegerType]:
    """The attribute's value for a profile."""
    return IntegerAttr(profile, i32)


_KNOWN: dict[Attribute | None, int] = {
    None: PROFILES[0],
    **{profile_attribute(profile): profile for profile in PROFILES},
}


def profile_of(op: Operation) -> int:
    """The profile of the module that has an operation."""
    while not isinstance(op, ModuleOp):
        if (parent := op.parent_op()) is None:
            return PROFILES[0]
        op = parent
    attribute = op.attributes.get(PROFILE)
    if attribute not in _KNOWN:
        known = " and ".join(map(str, PROFILES))
        message = f"there are the profiles {known} of llvlir (i32), not {attribute}"
        raise Diagnostic(op.location, message)
    return _KNOWN[attribute]
