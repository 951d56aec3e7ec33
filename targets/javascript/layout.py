"""
Where objects of the run-time library have the fields that compiled code reads.

In bytes, on a machine with addresses of 32 bits: `runtime/objects.h`.
"""

FUNCTION_ENVIRONMENT = 48
ENVIRONMENT_PARENT, ENVIRONMENT_SLOTS = 8, 16
OBJECT_SHAPE, OBJECT_SLOTS, OBJECT_ELEMENTS = 4, 12, 16
OBJECT_ELEMENT_COUNT, ARRAY_LENGTH = 20, 28
KIND_OBJECT, KIND_ARRAY = 4, 5
"""The first byte of a heap object; from the first one on it is an object."""
SPECIAL_LIMIT = 16
"""Smaller values without a tag are no addresses."""

DEPTH, DEEPEST = "js_depth", 9000
"""The variable that counts calls within calls, and the most of them."""

REMEMBER = "js_remember"
"""What keeps the shape of an object that an instruction has met in a cache."""
CACHE_SHAPE, CACHE_DISTANCE, CACHE_BYTES = 0, 4, 12
WRITABLE = 1
TYPED_BYTES, TYPED_LENGTH = 40, 44
"""Of a typed array, which keeps both as it was made with."""
