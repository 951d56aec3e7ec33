"""
Where objects of the run-time library have the fields that compiled code reads.

In bytes, on a machine with addresses of 32 bits: `runtime/objects.h`.
"""

FUNCTION_ENVIRONMENT = 48
ENVIRONMENT_PARENT, ENVIRONMENT_SLOTS = 8, 16
TYPED_BYTES, TYPED_LENGTH = 40, 44
"""Of a typed array, which keeps both as it was made with."""
