"""Modules through llvlir bytecode and another process, which compiles it."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from xdsl.dialects.builtin import ModuleOp

import circ
from circ.targets.llvlir.encoder import encode
from circ.targets.naplespu.object.elf_reader import read_object
from circ.targets.naplespu.object.objectfile import ObjectFile
from circ.transforms.pipelines import compile

CHILD = """
import sys
import circ
from circ.targets.llvlir.encoder import encode
from circ.tools.formats import read_module
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import compile, run_passes
for line in sys.stdin:
    again, _, path = line.rstrip("\\n").partition(" ")
    module = read_module(path)
    if again == "again":
        run_passes([make_pass("lift-llvlir")], module)
        path += ".again"
        with open(path, "wb") as file:
            file.write(encode(module))
    code = compile(module, "naplespu")
    with open(path + ".s", "w") as file:
        file.write(circ.emit(code, "naplespu-asm"))
    with open(path + ".o", "wb") as file:
        file.write(circ.emit(code, "naplespu-obj"))
    print(path, flush=True)
"""


@dataclass(frozen=True)
class Elsewhere:
    """Another process, which compiles bytecode."""

    requests: IO[str]
    answers: IO[str]

    @staticmethod
    @contextmanager
    def started() -> "Generator[Elsewhere]":
        """A process that ends with the block."""
        pipe = subprocess.PIPE
        command = [sys.executable, "-c", CHILD]
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as child:
            assert child.stdin is not None and child.stdout is not None
            yield Elsewhere(child.stdin, child.stdout)
            child.stdin.close()

    def compiled(self, path: Path, again: bool = False) -> tuple[Path, str, Path]:
        """
        The bytecode that is compiled, its assembly, and the path of its object.

        It may be optimised `again` before.
        """
        self.requests.write(f"{'again' if again else 'once'} {path}\n")
        self.requests.flush()
        name = self.answers.readline().rstrip("\n")
        assert name
        return Path(name), Path(f"{name}.s").read_text(), Path(f"{name}.o")


def parts_of(data: bytes) -> tuple[object, ...]:
    """What an object consists of, but for line numbers."""
    read: ObjectFile = read_object(data, "an object")
    sections = [s for s in read.sections if not s.name.startswith(".debug")]
    names = [symbol.name for symbol in read.symbols]
    return (
        read.signature,
        *(
            (
                s.name,
                bytes(s.data),
                [(r.offset, r.kind, names[r.symbol], r.addend) for r in s.relocations],
            )
            for s in sections
        ),
    )


def check_code(module: ModuleOp, elsewhere: Elsewhere, bytecode: Path) -> Path:
    """
    The machine code is the same if bytecode is written, and compiled elsewhere.

    Gives the object from there.
    """
    lowered = compile(module, "llvlir")
    bytecode.write_bytes(encode(lowered))
    _, assembly, object = elsewhere.compiled(bytecode)
    code = compile(lowered, "naplespu")
    assert assembly == circ.emit(code, "naplespu-asm")
    direct = circ.emit(code, "naplespu-obj")
    assert isinstance(direct, bytes)
    assert parts_of(object.read_bytes()) == parts_of(direct)
    return object


def instructions(result: circ.Result) -> int:
    return result.counters["instructions"]
