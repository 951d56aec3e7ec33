"""
The C library of NaplesPU: headers, sources, and what is built of them.

`make libc` builds it (`circ.tools.libc`) from the sources here and from those of musl
and Zig that the package `ziglang` has: `libc.bc.a` holds LLVM bitcode, `libc.a`
objects.
COPYRIGHT is musl's licence.
"""
