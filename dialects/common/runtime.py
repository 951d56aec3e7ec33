"""Names of the functions of the run-time library."""

PREFIX = "__circ_"
"""In front of the names of all but C's."""

OWN_PREFIX = "__circ."
"""The same of functions that a module has of its own: no library knows them."""

C_FUNCTIONS = ("memcmp", "memcpy", "memmove", "memset")
"""Functions of the library that have their names in C."""

EXTERNAL_LIBRARY = "circ.external_library"
"""
The attribute of a module to which functions of the library are not added: it calls
those of another object, such as the one that all functions of a program share.
"""
