"""OpenCL C as an input: clang with circ's header, then the reader of LLVM IR."""

from circ.targets.c.opencl.reader import kernels_of as kernels_of
from circ.targets.c.opencl.reader import read_opencl as read_opencl
