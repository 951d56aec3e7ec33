"""Which object an access is to, as alias classes of circuits."""

import pytest

from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.common.memory import may_overlap
from circ.dialects.common.operation_search import operations_in
from circ.targets.mlir.parser import parse_module
from circ.tools import api
from circ.tools.formats import context
from circ.transforms.pipelines import compile

HEAD = """
pointer.global @x 64 align 8 attributes {
  circ.aliases = ["y"], circ.weak_aliases = ["z"]}
pointer.global @other 64 align 8
func.func private @use(i32)
"""
OBJECT, GLOBAL = "alloca0", "global.x"
OWN = "alloca0.own"

CASES = {
    "sums": ("", "%p = arith.addi %i, %o : i32\n%q = arith.subi %p, %i : i32", OWN),
    "masks": ("", "%q = arith.andi %o, %i : i32", OWN),
    "globals": ("", "%q = arith.addi %g, %i : i32", GLOBAL),
    "alias": ("", "%q = pointer.address_of @y", GLOBAL),
    "weak alias": ("", "%q = pointer.address_of @z", ""),
    "argument": ("", "%q = arith.addi %i, %i : i32", ""),
    "loaded": ("", "%q = pointer.load %g : i32", ""),
    "product": ("", "%q = arith.muli %o, %i : i32", ""),
    "choice of one": (
        "",
        "%p = arith.addi %o, %i : i32\n%q = arith.select %c, %o, %p : i32",
        OWN,
    ),
    "choice with null": (
        "",
        "%null = arith.constant 0 : i32\n%q = arith.select %c, %o, %null : i32",
        OWN,
    ),
    "choice of two": ("", "%q = arith.select %c, %o, %g : i32", ""),
    "choice with any": ("", "%q = arith.select %c, %o, %i : i32", ""),
    "difference": (
        "",
        "%p = arith.addi %o, %i : i32\n"
        "%d = arith.subi %p, %o : i32\n%q = arith.addi %g, %d : i32",
        GLOBAL,
    ),
    "difference of two": (
        "",
        "%d = arith.subi %g, %o : i32\n%q = arith.addi %o, %d : i32",
        "",
    ),
    "negative": ("", "%q = arith.subi %i, %o : i32", ""),
    "loop": ("", "cf.br ^loop(%o : i32)\n^loop(%q: i32):", OWN),
    "loop over two": (
        "%q = arith.addi %q0, %i : i32\ncf.cond_br %c, ^loop(%g : i32), ^end\n^end:",
        "cf.br ^loop(%o : i32)\n^loop(%q0: i32):",
        "",
    ),
}
"""By name: what follows the accesses, what makes the address, and its class."""


def classes(name: str, further: str = "") -> list[str]:
    """The alias classes of the accesses to the address, and directly to the object."""
    after, made, _ = CASES[name]
    text = f"""{HEAD}
func.func @main(%i: i32, %c: i1) -> i32 {{
  %o = pointer.object 64 align 8
  %g = pointer.address_of @x
  {made}
  %v = pointer.load {"%q0" if "q0" in made else "%q"} : i32
  pointer.store %v, %o : i32
  {further}
  {after}
  return %v : i32
}}
"""
    module = compile(parse_module(context(), text, "x.mlir"), "circuit", 0)
    (circuit,) = (op for op in module.ops if isinstance(op, FuncOp))
    accesses = operations_in(circuit.body, LoadOp, StoreOp)
    return [
        "" if access.memory is None else access.memory.alias.data for access in accesses
    ][-2:]


@pytest.mark.parametrize("name", CASES)
def test_class_of_an_address(name: str):
    found, direct = classes(name)
    assert found == CASES[name][2]
    reached = ("choice of two", "choice with any", "difference of two", "negative")
    is_known = name in (*reached, "product", "loop over two")
    assert direct == (OBJECT if is_known else OWN)


@pytest.mark.parametrize(
    "further",
    (
        "func.call @use(%o) : (i32) -> ()",
        "%w = arith.xori %o, %i : i32",
        "%w = arith.extui %o : i32 to i64",
        "pointer.call %g(%o) : (i32) -> ()",
    ),
)
def test_what_an_address_is_used_for_makes_its_object_known(further: str):
    assert classes("globals", further) == [GLOBAL, OBJECT]


@pytest.mark.parametrize(
    "further",
    ("pointer.store %o, %g : i32", "%w = pointer.load %o : vector<4xi32>"),
)
def test_stored_addresses_and_vectors(further: str):
    assert OWN not in classes("sums", further)


def test_which_classes_overlap():
    for one, other, expected in (
        ("", "", True),
        ("", "global.x", True),
        ("", OWN, False),
        (OWN, OWN, True),
        (OWN, "global.x", False),
        ("alloca0", "alloca1", False),
    ):
        assert may_overlap(one, other) is expected
        assert may_overlap(other, one) is expected


def test_accesses_through_several_addresses():
    """What may be the same place is read and written in order, at every level."""
    text = """
pointer.global @g 8 align 4
func.func @main(%c: i1, %n: i32) -> (i32, i32, i32) {
  %o = pointer.object 8 align 4
  %q = pointer.object 8 align 4
  %g = pointer.address_of @g
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  pointer.store %n, %o : i32
  %o4 = arith.addi %o, %four : i32
  pointer.store %one, %o4 : i32
  pointer.store %zero, %q : i32
  %p = arith.select %c, %o, %g : i32
  %before = pointer.load %o : i32
  pointer.store %four, %p : i32
  %after = pointer.load %o : i32
  pointer.store %o, %g : i32
  cf.br ^loop(%o, %zero : i32, i32)
^loop(%at: i32, %k: i32):
  %v = pointer.load %at : i32
  %w = pointer.load %q : i32
  %sum = arith.addi %v, %w : i32
  pointer.store %sum, %q : i32
  %next = arith.addi %at, %four : i32
  %k1 = arith.addi %k, %one : i32
  %more = arith.cmpi slt, %k1, %four : i32
  %inside = arith.cmpi eq, %k, %zero : i32
  cf.cond_br %inside, ^loop(%next, %k1 : i32, i32), ^end
^end:
  %total = pointer.load %q : i32
  return %before, %after, %total : i32, i32, i32
}
"""
    for chosen, expected in ((0, [30, 30, 31]), (1, [30, 4, 5])):
        for opt in (0, 2):
            found = api.compare_levels(text, chosen, 30, entry="main", opt=opt)
            assert all([*each.results] == expected for each in found.values())
