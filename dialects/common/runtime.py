"""Names of the functions of the run-time library."""

PREFIX = "__circ_"
"""In front of the names of all but C's."""

C_FUNCTIONS = ("memcmp", "memcpy", "memmove", "memset")
"""Functions of the library that have their names in C."""
