"""Objects of compiled modules: symbols, relocations and the run-time library."""

from pathlib import Path

from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker import link
from circ.targets.naplespu.objectfile import ObjectFile, RelocationKind
from circ.tools.formats import read_module
from circ.transforms.pipelines import compile


def compiled(path: Path, name: str) -> ObjectFile:
    path.write_text(
        f"func.func @{name}(%a: f64, %b: f64) -> f64 {{\n"
        "  %q = arith.addf %a, %b : f64\n"
        "  return %q : f64\n"
        "}\n"
    )
    return object_of(compile(read_module(str(path)), "naplespu"), name)


def test_two_objects_share_the_library(tmp_path: Path):
    objects = [compiled(tmp_path / f"{name}.mlir", name) for name in ("f", "g")]
    symbols = link(objects).symbols
    assert {"f", "g", "__circ_add_f64"} <= symbols.keys()


def test_a_call_is_relocated(tmp_path: Path):
    built = compiled(tmp_path / "f.mlir", "f")
    relocation = built.sections[0].relocations[0]
    assert relocation.kind is RelocationKind.BRANCH
    assert built.symbols[relocation.symbol].name == "__circ_add_f64"
    assert built.signature.splitlines()[0] == "@f : (f64, f64) -> f64"
