"""
Modules that are programs: `main` is run with strings, and gives an exit status.

`main` has the C type `int ()` or `int (int argc, char **argv)`, of which the result may
be missing; a third parameter is the environment, which is empty.
"""

PROGRAM = "circ.program"
"""The attribute of such a module; it has no value."""

MAIN = "main"
