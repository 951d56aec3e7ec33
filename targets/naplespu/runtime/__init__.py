"""
NaplesPU's run-time library: what the machine lacks, in circ's own input language.

One function a file, `<name>.mlir` for the function `__circ_<name>`, or `<name>` for one
of C's.
"""
