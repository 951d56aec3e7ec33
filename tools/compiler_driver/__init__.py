"""
The C compiler driver `circ-cc`: options, finding clang, the plan, and its steps.

`options` and `option_table` read the command line, `clang` finds the C compiler and
says how it is called, `plan` turns a command line into `steps`, `execution` does them;
`whole_program` joins LLVM modules, `library` knows where the C library is, and
`reader` lets the other commands read C.
"""
