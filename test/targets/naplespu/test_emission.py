"""Objects of compiled modules: symbols, relocations and the run-time library."""

from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.assembler.listing import disassemble_object
from circ.targets.naplespu.emission import emit_assembly, object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.objectfile import ObjectFile, RelocationKind
from circ.tools.formats import read_module
from circ.transforms.pipelines import compile


def lowered(path: Path, name: str) -> ModuleOp:
    path.write_text(
        f"func.func @{name}(%a: f64, %b: f64) -> f64 {{\n"
        "  %q = arith.addf %a, %b : f64\n"
        "  return %q : f64\n"
        "}\n"
    )
    return compile(read_module(str(path)), "naplespu")


def compiled(path: Path, name: str) -> ObjectFile:
    return object_of(lowered(path, name), name)


@pytest.mark.parametrize("by_assembly", (False, True))
def test_two_objects_share_the_library(by_assembly: bool, tmp_path: Path):
    modules = [lowered(tmp_path / f"{name}.mlir", name) for name in ("f", "g")]
    objects = [
        assemble(emit_assembly(module)) if by_assembly else object_of(module)
        for module in modules
    ]
    symbols = link(objects).symbols
    assert {"f", "g", "__circ_add_f64"} <= symbols.keys()


def test_a_call_is_relocated(tmp_path: Path):
    built = compiled(tmp_path / "f.mlir", "f")
    relocation = built.sections[0].relocations[0]
    assert relocation.kind is RelocationKind.BRANCH
    assert built.symbols[relocation.symbol].name == "__circ_add_f64"
    assert built.signature.splitlines()[0] == "@f : (f64, f64) -> f64"


@pytest.mark.parametrize("name", ("s1", "rm", '"a b"', '"1"'))
@pytest.mark.every(2)
def test_names_that_assembly_does_not_have(name: str, tmp_path: Path):
    module = lowered(tmp_path / "f.mlir", name)
    message = f"{name.strip(chr(34))}' is no name of a symbol in assembly"
    with pytest.raises(Diagnostic, match=message):
        emit_assembly(module)
    built = object_of(module)
    assert link([built]).entry == 0x400
    with pytest.raises(Diagnostic, match=message):
        disassemble_object(built)
