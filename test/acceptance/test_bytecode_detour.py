"""
Programs of the suites through bytecode and another process.

One process compiles what others have written: the machine code of each is that of the
program without the detour, but for line numbers, and so are its results. Optimised
again there (`lift-llvlir`) a program computes the same with no more instructions.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import csmith
import numpy as np
import opencl_function_cases  # noqa: F401
import pytest
from c_compiler import needs_clang
from c_programs import COMPILED, FOLDER, LIMIT, PROGRAMS, bitcode, circ_cc
from detours import Elsewhere, check_code, instructions
from mlir_programs import CALLED
from source_arguments import argument_of, canonical, shown
from strength_programs import ARGUMENTS, DATA, arguments_of

import circ
from circ.dialects.common.module_functions import definitions
from circ.dialects.llvlir.profiles import UNOPTIMIZED
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute, externals_of
from circ.targets.llvlir.decoder import decode
from circ.targets.llvlir.encoder import encode
from circ.tools.formats import read_module
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import compile, run_passes

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "test" / "data" / "javascript"

SOURCES = [
    *sorted(DATA.glob("*.mlir")),
    *sorted((DATA.parent / "placement").glob("*.mlir")),
    *sorted((ROOT / "test" / "acceptance" / "programs").glob("*.mlir")),
    *sorted((ROOT / "bench" / "data").glob("*.mlir")),
    *sorted((ROOT / "examples").glob("*.mlir")),
]
CASES = {f"{path.parent.name}/{path.stem}": path for path in SOURCES}


def run_program(object: Path, argv: Sequence[str], stdin: bytes = b"") -> circ.Result:
    """A program of C or JavaScript, linked with what it uses of the libraries."""
    path = object.with_suffix(".elf")
    circ_cc(object, "-o", path)
    # A script is spread over much code, which takes longer to compile than to run.
    return circ.run(path, argv=argv, stdin=stdin, engine="blocks")


@pytest.mark.every(36, first=27)
@pytest.mark.parametrize("name", CASES)
def test_detour(name: str, elsewhere: Elsewhere, tmp_path: Path):
    source, bytecode = CASES[name], tmp_path / "program.llvb"
    check_code(circ.load(source).module, elsewhere, bytecode)
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


@pytest.mark.every(40, first=3)
@pytest.mark.parametrize("name", CALLED)
def test_optimised_again(name: str, elsewhere: Elsewhere, tmp_path: Path):
    """All functions of a program together need no more instructions."""
    program, bytecode = CALLED[name], tmp_path / "program.llvb"
    module = circ.load(program.path).module
    functions = definitions(module)
    signatures = {name: signature_of(op) for name, op in functions.items()}
    lowered = compile(module, "llvlir")
    bytecode.write_bytes(encode(lowered))
    path, _, _ = elsewhere.compiled(bytecode, again=True)
    forms = [compile(each, "naplespu") for each in (lowered, read_module(str(path)))]
    counts = [0, 0]
    for entry, values in program.calls():
        entry = entry or [*functions][-1]
        signature = signatures[entry]
        found: list[tuple[list[str], list[bytes]]] = []
        for number, code in enumerate(forms):
            pairs = zip(signature.inputs, values, strict=True)
            arguments = [argument_of(type, value) for type, value in pairs]
            hooks = externals_of(code, lambda _: None)
            run = execute("naplespu", code, entry, signature, arguments, hooks, LIMIT)
            arrays = [canonical(run.arrays[k]) for k in sorted(run.arrays)]
            found.append((shown(signature, run.outcome.results), arrays))
            counts[number] += run.outcome.operations
        assert found[0] == found[1], (entry, values)
    assert counts[1] <= counts[0]


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


def check_c(name: str, source: Path, elsewhere: Elsewhere, folder: Path) -> None:
    program, bytecode = PROGRAMS[name], folder / "program.llvb"
    object = check_code(read_module(str(source)), elsewhere, bytecode)
    _, _, again = elsewhere.compiled(bytecode, again=True)
    counts: list[int] = []
    for each in (object, again):
        found = run_program(each, program.arguments, program.stdin)
        program.check(found.status, os.fsencode(found.output))
        counts.append(instructions(found))
    assert counts[1] <= counts[0]


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


@pytest.mark.long
@pytest.mark.parametrize("opt", csmith.OPT_LEVELS)
@pytest.mark.parametrize("program", [*csmith.checked_in()], ids=lambda p: p.seed)
def test_csmith_programs(
    program: csmith.CheckedIn, opt: int, elsewhere: Elsewhere, tmp_path: Path
):
    """As clang has written them at -O0 and -O2."""
    source, bytecode = program.assembly(opt, tmp_path), tmp_path / "program.llvb"
    object = check_code(read_module(str(source)), elsewhere, bytecode)
    _, _, again = elsewhere.compiled(bytecode, again=True)
    (found, before), (better, after) = (
        csmith.object_run(each.read_bytes(), "blocks") for each in (object, again)
    )
    assert found == better == program.expected
    assert after <= before


# region JavaScript

SMALL = ("process_exit", "collatz", "sieve")


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
    object = check_code(read_module(str(SCRIPTS / f"{name}.js")), elsewhere, bytecode)
    _, _, again = elsewhere.compiled(bytecode, again=True)
    counts: list[int] = []
    for each in (object, again):
        found = run_program(each, ())
        assert (found.status, found.output) == (status, text)
        counts.append(instructions(found))
    assert counts[1] <= counts[0]


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
