"""
Programs of the suites through bytecode and another process.

One process compiles what others have written: the machine code of each is that of the
program without the detour, but for line numbers, and so are its results. Optimised
again there (`lift-llvlir`) a program computes the same with no more instructions.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO

import numpy as np
import opencl_function_cases  # noqa: F401
import pytest
from c_compiler import needs_clang
from c_programs import COMPILED, FOLDER, PROGRAMS, bitcode, circ_cc
from opencl_cases import CASES as KERNELS
from opencl_cases import FILE as KERNELS_FILE
from opencl_cases import check_arrays
from strength_programs import ARGUMENTS, DATA, arguments_of
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.dialects.llvlir.profiles import UNOPTIMIZED
from circ.targets.llvlir.decoder import decode
from circ.targets.llvlir.encoder import encode
from circ.targets.naplespu.object.elf_reader import read_object
from circ.targets.naplespu.object.objectfile import ObjectFile
from circ.tools.formats import read_module
from circ.transforms.common.dead_functions import internalize, remove_dead_functions
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import compile, run_passes

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "test" / "data" / "javascript"

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

SOURCES = [
    *sorted(DATA.glob("*.mlir")),
    *sorted((DATA.parent / "placement").glob("*.mlir")),
    *sorted((ROOT / "test" / "acceptance" / "programs").glob("*.mlir")),
    *sorted((ROOT / "bench" / "data").glob("*.mlir")),
    *sorted((ROOT / "examples").glob("*.mlir")),
]
CASES = {f"{path.parent.name}/{path.stem}": path for path in SOURCES}


@dataclass(frozen=True)
class Elsewhere:
    """Another process, which compiles bytecode."""

    requests: IO[str]
    answers: IO[str]

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


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Elsewhere]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", CHILD]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as child:
        assert child.stdin is not None and child.stdout is not None
        yield Elsewhere(child.stdin, child.stdout)
        child.stdin.close()


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


def check(module: ModuleOp, elsewhere: Elsewhere, bytecode: Path) -> Path:
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


def run_program(object: Path, argv: Sequence[str], stdin: bytes = b"") -> circ.Result:
    """A program of C or JavaScript, linked with what it uses of the libraries."""
    path = object.with_suffix(".elf")
    circ_cc(object, "-o", path)
    return circ.run(path, argv=argv, stdin=stdin)


def instructions(result: circ.Result) -> int:
    return result.counters["instructions"]


@pytest.mark.every(36, first=27)
@pytest.mark.parametrize("name", CASES)
def test_detour(name: str, elsewhere: Elsewhere, tmp_path: Path):
    source, bytecode = CASES[name], tmp_path / "program.llvb"
    check(circ.load(source).module, elsewhere, bytecode)
    if source.parent != DATA:
        return
    arguments = source.stem.removesuffix(".ideal")
    expected, found = (
        circ.run(form, *arguments_of(arguments), entry="f")
        for form in (source, bytecode)
    )
    assert found.results == expected.results
    assert found.counters == expected.counters
    for position, array in expected.arrays.items():
        np.testing.assert_array_equal(found.arrays[position], array)


UNOPTIMIZED_NEEDS = {"12_licm_load_store_other_global": 1.03}
"""What code that comes unoptimised may need more: this loop becomes smaller."""


@pytest.mark.every(12)
@pytest.mark.parametrize("name", ARGUMENTS)
def test_unoptimised_code_is_optimised(name: str):
    """Bytecode says that it was not; optimised it is like code without the detour."""
    module = circ.load(DATA / f"{name}.mlir").module
    lifted = decode(encode(compile(module, "llvlir", 0)))
    assert UNOPTIMIZED in lifted.attributes
    run_passes([make_pass("lift-llvlir")], lifted)
    assert UNOPTIMIZED not in lifted.attributes
    direct, again = (
        circ.run(form, *arguments_of(name), entry="f") for form in (module, lifted)
    )
    assert again.results == direct.results
    most = UNOPTIMIZED_NEEDS.get(name, 1) * instructions(direct)
    assert instructions(again) <= most


# region C

MORE_IN_C = {
    "variadic": 1.002,
    **dict.fromkeys(("huffman", "levenshtein", "sorting"), 1.001),
}
"""The most instructions after optimising again, as many times those before."""


def check_c(name: str, source: Path, elsewhere: Elsewhere, folder: Path) -> None:
    program, bytecode = PROGRAMS[name], folder / "program.llvb"
    object = check(read_module(str(source)), elsewhere, bytecode)
    _, _, again = elsewhere.compiled(bytecode, again=True)
    counts: list[int] = []
    for each in (object, again):
        found = run_program(each, program.arguments, program.stdin)
        program.check(found.status, os.fsencode(found.output))
        counts.append(instructions(found))
    assert counts[1] <= MORE_IN_C.get(name, 1) * counts[0]


@pytest.mark.parametrize(
    "name",
    ["irreducible", *(pytest.param(n, marks=pytest.mark.long) for n in COMPILED)],
)
def test_compiled_c_programs(name: str, elsewhere: Elsewhere, tmp_path: Path):
    source = FOLDER / "ll" / f"{name}{COMPILED[name]}.ll"
    check_c(name, source, elsewhere, tmp_path)


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
def test_c_programs(name: str, elsewhere: Elsewhere, tmp_path: Path):
    source = bitcode(PROGRAMS[name], "-O2", tmp_path)
    check_c(name, source, elsewhere, tmp_path)


# region JavaScript

SMALL = ("process_exit", "collatz", "sieve")
MORE_IN_JAVASCRIPT = 1.0001
"""The same for scripts: one needs 0.01 % more."""


@pytest.mark.parametrize(
    "name",
    [
        *SMALL,
        *(
            pytest.param(path.stem, marks=pytest.mark.long)
            for path in sorted(SCRIPTS.glob("*.expected"))
            if path.stem not in SMALL
        ),
    ],
)
def test_scripts(name: str, elsewhere: Elsewhere, tmp_path: Path):
    """Bytecode has the functions of the script, and references the library."""
    pytest.importorskip("tree_sitter")
    text = (SCRIPTS / f"{name}.expected").read_text(encoding="utf-8")
    status = 0
    if match := re.match(r"exit ([0-9]+)\n", text):
        status, text = int(match[1]), text[match.end() :]
    bytecode = tmp_path / f"{name}.llvb"
    object = check(read_module(str(SCRIPTS / f"{name}.js")), elsewhere, bytecode)
    _, _, again = elsewhere.compiled(bytecode, again=True)
    counts: list[int] = []
    for each in (object, again):
        found = run_program(each, ())
        assert (found.status, found.output) == (status, text)
        counts.append(instructions(found))
    assert counts[1] <= MORE_IN_JAVASCRIPT * counts[0]


def test_a_script_as_bytecode_is_run_and_linked(tmp_path: Path):
    """circ-run and circ-cc find JavaScript's library for bytecode, and scripts."""
    pytest.importorskip("tree_sitter")
    source, bytecode = SCRIPTS / "exit_code.js", tmp_path / "exit_code.llvb"
    bytecode.write_bytes(encode(compile(read_module(str(source)), "llvlir")))
    found = [circ.run(bytecode, argv=())]
    for given in (source, bytecode):
        circ_cc("-O2", given, "-o", tmp_path / "program.elf")
        found.append(circ.run(tmp_path / "program.elf", argv=(), engine="blocks"))
    first, *linked = found
    for other in linked:
        assert (other.output, other.status) == (first.output, first.status)
    assert linked[0].counters == linked[1].counters


# region OpenCL

MORE_IN_KERNELS = {"maths": 1.005, "sub_groups": 1.021}


@needs_clang
@pytest.mark.parametrize(
    "name",
    [
        *chain(
            ("private_array",),
            (pytest.param(n, marks=pytest.mark.long) for n in KERNELS),
        )
    ],
)
def test_kernels(name: str, elsewhere: Elsewhere, tmp_path: Path):
    """A kernel's own code is the same; what runs it for each item comes later."""
    module = circ.load(str(KERNELS_FILE)).module
    internalize(module, [name])
    remove_dead_functions(module)
    bytecode = tmp_path / "kernel.llvb"
    check(module, elsewhere, bytecode)
    again, _, _ = elsewhere.compiled(bytecode, again=True)
    counts: list[int] = []
    for form in (bytecode, again):
        made = KERNELS[name]()
        found = circ.run(
            *(form, *made.arguments),
            entry=name,
            global_size=made.size,
            local_size=made.group,
            offset=made.offset,
        )
        check_arrays(name, made, found)
        counts.append(instructions(found))
    assert counts[1] <= MORE_IN_KERNELS.get(name, 1) * counts[0]
