"""
The C compiler driver `circ-cc`: options, the plan, and its steps.

`options` and `option_table` read the command line, `plan` turns it into `steps`,
`execution` does them; `whole_program` joins LLVM modules. Where clang is and how it is
called, `circ.targets.c` knows.
"""
