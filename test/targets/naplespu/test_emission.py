"""Objects of compiled modules: symbols, relocations and the run-time library."""

from pathlib import Path

from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker import link
from circ.targets.naplespu.objectfile import ObjectFile, RelocationKind
from circ.tools.formats import read_module
from circ.transforms.pipelines import compile


def compiled(path: Path, name: str) -> ObjectFile:
    path.write_text(
        f"func.func @{name}(%a: i32, %b: i32) -> i32 {{\n"
        "  %q = arith.divui %a, %b : i32\n"
        "  return %q : i32\n"
        "}\n"
    )
    return object_of(compile(read_module(str(path)), "naplespu"), name)


def test_two_objects_share_the_library(tmp_path: Path):
    objects = [compiled(tmp_path / f"{name}.mlir", name) for name in ("f", "g")]
    symbols = link(objects).symbols
    assert {"f", "g", "__circ_udiv32"} <= symbols.keys()


def test_a_call_is_relocated(tmp_path: Path):
    built = compiled(tmp_path / "f.mlir", "f")
    (relocation,) = built.sections[0].relocations
    assert relocation.kind is RelocationKind.BRANCH
    assert built.symbols[relocation.symbol].name == "__circ_udiv32"
    assert built.signature.splitlines()[0] == "@f : (i32, i32) -> i32"
