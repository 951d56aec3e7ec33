"""
Equal programs, written in two ways, that become one circuit at `opt=2`.

`canonical_forms/CLASS.mlir` holds the pairs of a class, separated by `// -----`. The
first line of each is `// NAME: what differs`; its functions are `@left`, `@right` and
those that both call. Each side is compiled in a module of its own, under one name, and
the circuits' texts are compared without the names of values.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import StringAttr

import circ
from circ.dialects.circuit.control import FuncOp
from circ.transforms.circuit.sort import CircuitSortPass

DATA = Path(__file__).parent / "canonical_forms"
CLASSES = sorted(file.stem for file in DATA.glob("*.mlir"))
SIDES = ("left", "right")

DIFFERENT: dict[str, set[str]] = {
    "if_against_select": {"address", "stored_in_loop"},
    "loop_peeled": {
        "constants",
        "first_is_special",
        "last",
        "last_of_copy",
        "last_store",
        "last_sum",
    },
    "loop_rotated": {"find"},
    "reassociated": {"index_sum", "three_dimensions"},
    "redundant_load": {"accumulate_in_memory", "invariant_in_nest"},
    "redundant_store": {
        "default_then_condition",
        "each_iteration",
        "on_one_side",
    },
    "renamed_and_reordered": {"two_counters"},
}
"""The pairs of each class that do not end alike."""


def pairs(name: str) -> Iterator[tuple[str, str]]:
    """The names and texts of the pairs of a class."""
    for text in (DATA / f"{name}.mlir").read_text().split("// -----\n"):
        title = text.lstrip().splitlines()[0]
        yield title.removeprefix("// ").split(":")[0], text


def circuit_of(text: str, side: str, opt: int = 2) -> str:
    """The circuit of one side of a pair, in one order and without names."""
    (other,) = {*SIDES} - {side}
    module = circ.load(text.replace(f"@{side}", "@subject")).module
    for op in module.ops:
        if op.properties.get("sym_name") == StringAttr(other):
            op.detach()
            op.erase()
    compiled = circ.compile(module, "circuit", opt=opt).module
    CircuitSortPass(canonical=True).apply(Context(), compiled)
    for func in compiled.ops:
        if isinstance(func, FuncOp) and func.sym_name.data == "subject":
            for gate in func.body.block.ops:
                for result in gate.results:
                    result.name_hint = None
            return str(func)
    raise AssertionError(f"no @{side} in {text}")


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.every(6, first=5)
def test_pairs(name: str):
    different = {
        title
        for title, text in pairs(name)
        if len({circuit_of(text, side) for side in SIDES}) > 1
    }
    assert different == DIFFERENT.get(name, set())


@pytest.mark.parametrize("name", CLASSES)
def test_names_are_different(name: str):
    names = [title for title, _ in pairs(name)]
    assert sorted({*names}) == sorted(names)
