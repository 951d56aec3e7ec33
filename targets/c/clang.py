"""
The C compiler: where it is, and how it is called.

Clang is used for its front end and LLVM's optimiser. The target is one of 32 bits whose
data layout and calling convention circ takes over: little-endian, `long` and pointers
of 32 bits, `long double` as `double`, `va_list` as a pointer (docs/c.md).
"""

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import which

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.c import library

VARIABLE = "CIRC_CLANG"
"""The environment variable that names the C compiler."""

NEWEST, OLDEST = 22, 19
"""The versions of clang that are looked for by name: llvmlite has LLVM 22."""

INSTALL = "pip install 'circ-compiler[c]' installs one"

TARGET_FLAGS = (
    "--target=armv7a-none-eabihf",
    "-mfpu=vfpv3-d16",
    "-mfloat-abi=hard",
    "-fsigned-char",
    "-fno-short-enums",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-exceptions",
    "-fno-unwind-tables",
    "-fno-asynchronous-unwind-tables",
    "-fno-stack-protector",
    "-fno-pic",
    "-fdebug-compilation-dir=.",  # files are called what they were called here
    "-nostdlibinc",
    "-Wno-unused-command-line-argument",
)

UNROLLED = ("-mllvm", "-unroll-threshold=60")
"""
Below -O3 clang unrolls loops up to as many instructions, not to 150.

circ unrolls what is worth it; programs become smaller by a tenth.
"""

NO_MACROS = (
    *("__arm__", "__arm", "__ARMEL__", "__ARM_EABI__", "__ARM_ARCH"),
    *("__ARM_ARCH_7A__", "__ARM_FEATURE_DSP", "__ARM_FEATURE_SIMD32"),
)
"""What would make programs choose inline assembly or intrinsics of that target."""

OPENCL_FLAGS = (
    "--target=spir",
    *("-x", "cl"),
    "-cl-std=CL1.2",
    *("-Xclang", "-cl-ext=+all"),
    "-cl-no-stdinc",
    "-cl-kernel-arg-info",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-builtin",  # no loop becomes a call of memcpy, which knows one memory
    "-fdebug-compilation-dir=.",
    "-Wno-unused-command-line-argument",
)
"""SPIR has pointers of 32 bits and tells address spaces apart."""

MACROS = ("__naplespu__=1", "__circ__=1")


@dataclass(frozen=True)
class Clang:
    """A C compiler."""

    command: Sequence[str]
    """How it is called."""
    builtin_headers: str | None = None
    """Where its own headers are, if it does not find them itself."""

    def compile(
        self,
        source: str,
        output: str,
        flags: Sequence[str],
        mode: Sequence[str],
        language: str | None = None,
        with_library: bool = True,
    ) -> list[str]:
        """The command line for one file; `flags` are the user's."""
        command = [*self.command, *TARGET_FLAGS]
        command += [f"-U{name}" for name in NO_MACROS]
        command += [f"-D{macro}" for macro in MACROS]
        if "-O3" not in flags:
            command += UNROLLED
        command += [*mode, *flags]
        if with_library:
            command += ["-isystem", str(library.headers())]
        if self.builtin_headers is not None:
            command += ["-isystem", self.builtin_headers]
        if language is not None:
            command += ["-x", language]
        return [*command, source, "-o", output]

    def compile_kernels(self, flags: Sequence[str]) -> list[str]:
        """The command line for OpenCL C from the standard input to the output."""
        return [*self.command, *OPENCL_FLAGS, *flags, "-", "-o", "-"]


def find_clang(named: str | None = None) -> Clang:
    """
    The C compiler that is named, or the first of those that there may be.

    Those are the one that CIRC_CLANG names, ziglang's, and those on PATH.
    """
    if named := named or os.environ.get(VARIABLE):
        found = which(named)
        if found is None:
            raise Diagnostic(None, f"the C compiler '{named}' is not found; {INSTALL}")
        return _at(found)
    spec = find_spec("ziglang")
    for folder in spec.submodule_search_locations or () if spec else ():
        if (zig := Path(folder, "zig")).is_file():
            return _at(str(zig))
    versions = [f"clang-{version}" for version in range(NEWEST, OLDEST - 1, -1)]
    for name in ("clang", *versions):
        if (found := which(name)) is not None:
            return Clang((found,))
    message = f"C needs clang, and there is none: {INSTALL}; --clang PATH or {VARIABLE}"
    raise Diagnostic(None, f"{message} names another")


def _at(path: str) -> Clang:
    """The compiler at a path: clang, or zig, which holds one."""
    if Path(path).name != "zig":
        return Clang((path,))
    headers = Path(path).resolve().parent / "lib" / "include"
    return Clang((path, "clang"), str(headers))


def version_of(clang: Clang) -> str:
    """The first line of what it says about itself."""
    done = subprocess.run(
        [*clang.command, "--version"], capture_output=True, text=True, check=False
    )
    return done.stdout.partition("\n")[0].strip()
