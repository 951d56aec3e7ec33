"""Names of C's functions that leave several activations at once."""

SETJMP = frozenset({"setjmp", "_setjmp"})
"""A call of one of these may return again whenever a later call is made."""

LONGJMP = frozenset({"longjmp", "_longjmp"})
"""A call of one of these does not return."""
