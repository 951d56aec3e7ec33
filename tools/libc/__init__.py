"""
The build of the C library that is checked in (`make libc`).

Sources are musl's and Zig's, as the package `ziglang` installs them, and circ's own in
targets/naplespu/libc.
"""
