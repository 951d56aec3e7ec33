"""LLVM IR of the C library's sources: C by clang, Zig by Zig's own compiler."""

import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.c import library
from circ.targets.c.clang import TARGET_FLAGS

_FLAGS = (
    "-std=c11",
    "-fno-ident",
    "-fno-builtin",
    "-fno-unroll-loops",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-nostdinc",
    "-w",
    "-D_XOPEN_SOURCE=700",
    "-D_INTERNAL_SYSCALL_H",  # musl's header of system calls is empty
    "-D__lctrans_cur(message)=(message)",
)

_ZIG_TARGET = ("-target", "arm-linux-musleabihf", "-mcpu", "generic+vfp3d16")


class Compilers:
    """The compilers of an installed package `ziglang`, which is in `folder`."""

    def __init__(self, folder: Path, target: Iterable[str] = TARGET_FLAGS):
        self.folder = folder
        self.target = tuple(target)
        self.musl = folder / "lib" / "libc" / "musl" / "src"

    def c(self, source: Path, optimize: str = "-O2", internal: bool = True) -> str:
        """LLVM IR of a source, which may need the C library's `internal` headers."""
        folders = [library.folder() / "internal"]
        folders += [self.musl / name for name in ("include", "internal", "time")]
        if not internal:
            folders.clear()
        includes = [f"-I{folder}" for folder in folders]
        includes += ["-isystem", str(library.headers())]
        command = ["clang", *self.target, *_FLAGS, *includes]
        command += [optimize]
        return self._run([*command, "-S", "-emit-llvm", "-o", "-", str(source)])

    def zig(self, file: str, target: Iterable[str] = _ZIG_TARGET) -> str:
        """LLVM IR of what Zig's package has for `lib/FILE.zig`."""
        with TemporaryDirectory() as temporary:
            output = Path(temporary) / "module.ll"
            self._run(
                [
                    *("build-obj", str(self.folder / "lib" / f"{file}.zig"), *target),
                    *("-OReleaseSmall", "-fsingle-threaded", "-fstrip"),
                    *(
                        "-fno-stack-check",
                        "-lc",
                        "-fno-emit-bin",
                        f"-femit-llvm-ir={output}",
                    ),
                    *("--cache-dir", temporary, "--global-cache-dir", temporary),
                ]
            )
            return output.read_text()

    def _run(self, arguments: list[str]) -> str:
        command = [str(self.folder / "zig"), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Diagnostic(arguments[-1], done.stderr.strip())
        return done.stdout
