"""Gate classes against the rows of the specification: wires, types, bits, roots."""

import csv
import re
from collections.abc import Callable
from operator import eq, gt, lt
from pathlib import Path
from typing import TypeAlias

import pytest
from xdsl.dialects.builtin import f32, f64, i1, i8, i16, i32, i64
from xdsl.ir import Attribute
from xdsl.irdl import AttrConstraint, VerificationContext
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit import GATES
from circ.dialects.circuit.comparisons import FCMP_CONDITIONS, ICMP_CONDITIONS
from circ.dialects.circuit.control import (
    BRANCH_SIDES,
    GENERAL_STATES,
    RELAY_STATES,
    ROOTS,
    FixedGate,
    RootGate,
    StateGate,
    TerminalState,
)
from circ.dialects.circuit.conversions import ConversionGate
from circ.dialects.circuit.shape import Arity, Group, shape_of
from circ.dialects.circuit.types import ARCH, ARCH64
from circ.dialects.common.widths import width_of
from circ.targets.circuit.gates_reader import read_gates

TABLE = Path(__file__).parents[2] / "data" / "circuit" / "gates.csv"
ROWS = [*csv.DictReader(TABLE.read_text().splitlines())]
BY_NAME = {row["name"]: row for row in ROWS}
ALL = pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])

INTEGERS: set[Attribute] = {i1, i8, i16, i32, i64, ARCH, ARCH64}
FLOATS: set[Attribute] = {f32, f64}
SETS: dict[str, set[Attribute]] = {
    "I1": {i1},
    "I64": {i64},
    "ARCH": {ARCH, ARCH64},
    "ANYVALUE": INTEGERS | FLOATS,
}


def items(text: str) -> list[str]:
    """The comma-separated parts of a bracketed cell."""
    return [part for part in re.sub(r"\(lists .*|[\[\]{}*]", "", text).split(",")]


def wires(text: str) -> Arity:
    """The number of wires that a cell like `[ARCH,<<ANYVALUE>>(N)]` asks for."""
    parts = [part for part in items(text) if part.strip()]
    several = sum(part.startswith("<<") for part in parts)
    return Arity(len(parts) - several, bool(several))


def accepted(constraint: AttrConstraint) -> set[Attribute]:
    """The scalar types that a constraint allows."""
    found: set[Attribute] = set()
    for type in INTEGERS | FLOATS:
        try:
            constraint.verify(type, VerificationContext())
        except VerifyException:
            continue
        found.add(type)
    return found


def own_types(row: dict[str, str]) -> set[Attribute]:
    """What FLEX stands for, by the row's category and type rule."""
    rule = row["type_rule"]
    if "F32 or F64" in rule or rule.endswith("float out"):
        return FLOATS
    is_integer = "(ANYINT)" in rule or rule.endswith(("int out", "integers"))
    return INTEGERS if is_integer else INTEGERS | FLOATS


def test_there_are_63_rows():
    assert len(ROWS) == len(BY_NAME) == 63
    assert BY_NAME.keys() <= GATES.keys()


def test_what_is_no_row_is_marked_as_an_extension():
    """But MULHS and its like, whose page says so for all of them."""
    for opcode in GATES.keys() - BY_NAME.keys():
        module = GATES[opcode].__module__
        assert any(
            re.search(rf"{opcode}\b[^.]*\(?extension", text, re.IGNORECASE | re.DOTALL)
            or ("xtension" in text and re.search(rf"\b{opcode}\b", text))
            for text in (GATES[opcode].__doc__ or "", _docstring(module))
        ), opcode


def _docstring(module: str) -> str:
    return __import__(module, fromlist=["__doc__"]).__doc__ or ""


@ALL
def test_operands(row: dict[str, str]):
    """The operand groups have the row's wires, in the order of the columns."""
    name = row["name"]
    shape = shape_of(GATES[name])
    assert [*shape.operands] == [Group.STATES, Group.DEPENDS, Group.VALUES]
    states, values = wires(row["state_in"]), wires(row["value_in"])
    if name == "LOOP_BEGIN":  # several LOOP_BACKs are an extension
        states = Arity(0, True)
    if name == "RETURN":  # any number of values is an extension
        values = Arity(0, True)
    several = row["depend_in"] == "N"
    depends = Arity(0 if several else int(row["depend_in"]), several)
    assert [*shape.operands.values()] == [states, depends, values]


@ALL
def test_results(row: dict[str, str]):
    """A gate gives a state, a dependency and a value where its row has uses of one."""
    name, kind = row["name"], GATES[row["name"]]
    shape = shape_of(kind)
    # The uses of a list root are its members, which follow from their classes here.
    uses_states = row["state_out"] != "{}" and "lists" not in row["state_out"]
    assert shape.results[Group.STATES] == Arity(int(uses_states), False)
    assert shape.results[Group.DEPENDS] == Arity(int(row["depend_out"] == "any"), False)
    gives = wires(row["value_out"])
    if name == "DEPEND_SELECTOR":  # its flows are dependencies, and so is its result
        gives = Arity(0, False)
    if name == "CALL":  # any number of values is an extension
        gives = Arity(0, True)
    assert shape.results[Group.VALUES] == gives


@ALL
def test_types(row: dict[str, str]):
    """Value operands and results take exactly the primary types of the row."""
    kind = GATES[row["name"]]
    shape = shape_of(kind)
    own = own_types(row)
    for part, constraint in zip(
        items(row["value_in"]), shape.constraints, strict=False
    ):
        name = re.sub(r"<<|>>.*", "", part)
        expected = SETS.get(name, own)
        if row["name"] in ("ICMP", "FCMP"):
            expected = INTEGERS if row["name"] == "ICMP" else FLOATS
        assert accepted(constraint) == expected, part
    if shape.given is not None and shape.results[Group.VALUES] != Arity(0, False):
        name = items(row["value_out"])[0]
        expected = SETS.get(name, own)
        if issubclass(kind, ConversionGate):
            expected = INTEGERS | FLOATS  # the rule of the pair: the next test
        assert accepted(shape.given) == expected


ALL_TYPES = INTEGERS | FLOATS


def any_width(value: int, result: int) -> bool:
    return True


Conversion: TypeAlias = tuple[
    set[Attribute], set[Attribute], Callable[[int, int], bool]
]
CONVERSIONS: dict[str, Conversion] = {
    "TRUNC": (INTEGERS, INTEGERS, gt),
    "ZEXT": (INTEGERS, INTEGERS, lt),
    "SEXT": (INTEGERS, INTEGERS, lt),
    "SITOFP": (INTEGERS, FLOATS, any_width),
    "UITOFP": (INTEGERS, FLOATS, any_width),
    "FPTOSI": (FLOATS, INTEGERS, any_width),
    "FPTOUI": (FLOATS, INTEGERS, any_width),
    "BITCAST": (ALL_TYPES, ALL_TYPES, eq),
}
"""By opcode: the types of the operand and the result, and a rule for their widths."""


@pytest.mark.parametrize("opcode", CONVERSIONS)
def test_pairs_of_types_of_conversions(opcode: str):
    assert BY_NAME[opcode]["category"] == "MIR conversion"
    takes, gives, fits = CONVERSIONS[opcode]
    kind = GATES[opcode]
    assert issubclass(kind, ConversionGate)
    for value in INTEGERS | FLOATS:
        for result in INTEGERS | FLOATS:
            expected = (
                value in takes
                and result in gives
                and fits(width_of(value), width_of(result))
            )
            assert (kind.rule(value, result) is None) == expected, (value, result)


@ALL
def test_category(row: dict[str, str]):
    kind, category = GATES[row["name"]], row["category"]
    assert issubclass(kind, RootGate) == category.startswith("root")
    assert issubclass(kind, StateGate) == (category in ("pure state", "HIR"))
    assert issubclass(kind, FixedGate) == (category == "intermediate")
    if category == "pure state":
        assert issubclass(kind, TerminalState) == (row["state_out"] == "{}")


MEMBERS = ("RETURN", "THROW", "ALLOCA", "ARG", "CONSTANT")


@ALL
def test_root(row: dict[str, str]):
    """Roots belong to CIRCUIT_ROOT, five gates to the list that has their name."""
    name, root = row["name"], row["root"].removesuffix(" (implied)")
    if name in MEMBERS:
        assert root == f"{name}_LIST"
        assert GATES[root] in ROOTS
    elif GATES[name] in ROOTS and name != "CIRCUIT_ROOT":
        assert root == "CIRCUIT_ROOT"
    else:
        assert root == "none"


def test_each_root_is_a_row():
    assert ROOTS[0].OPCODE == "CIRCUIT_ROOT"
    roots = {row["name"] for row in ROWS if row["category"].startswith("root")}
    assert {root.OPCODE for root in ROOTS} == roots


BITFIELDS = {
    "ARG": "index",
    "CONSTANT": "bits",
    "ALLOCA": "size",
    "SWITCH_CASE": "value",
    "ICMP": "condition",
    "FCMP": "condition",
}
"""Gates with a bit field, by the property that has it; N is a number of operands."""


@ALL
def test_bitfield(row: dict[str, str]):
    name, bits = row["name"], row["bitfield"]
    properties = GATES[name].get_irdl_definition().properties
    if bits.startswith("N ="):
        shape = shape_of(GATES[name])
        assert any(arity.unbounded for arity in shape.operands.values())
    elif bits.startswith("unused"):
        optional = {"IF_BRANCH": {"weights"}, "LOAD": {"memory"}, "STORE": {"memory"}}
        assert set(properties) == optional.get(name, set())
    else:
        assert BITFIELDS[name] in properties


@pytest.mark.parametrize("opcode", ("ICMP", "FCMP"))
def test_condition_codes(opcode: str):
    """Every code has the row's number, and reads back from its number in text."""
    codes = {
        name: int(number)
        for name, number in re.findall(r"(\w+) (\d+)", BY_NAME[opcode]["bitfield"])
    }
    ours = ICMP_CONDITIONS if opcode == "ICMP" else FCMP_CONDITIONS
    assert {name.upper(): number for name, number in ours.items()} == codes
    type = "I32" if opcode == "ICMP" else "F64"
    for name, number in codes.items():
        text = f"x = ARG[{type}] {{0}}\nc = {opcode} {{{number}}} : | | x, x\n"
        module = read_gates(f"{text}r = RETURN : SE | DE | c\n", "f")
        assert f'condition = "{name.lower()}"' in str(module) or (
            f"{opcode.lower()} {name.lower()} " in str(module)
        )


def test_groups_of_states():
    """GENERAL_STATE and the gates that a relay may be attached to."""
    relay = BY_NAME["DEPEND_RELAY"]["state_in"].strip("[]").split("|")
    assert {gate.OPCODE for gate in RELAY_STATES} == set(relay)
    sides = set(relay) - {"ORDINARY_BLOCK"}
    assert {gate.OPCODE for gate in BRANCH_SIDES} == sides
    general = sides | {"MERGE", "LOOP_BEGIN", "STATE_ENTRY", "ORDINARY_BLOCK"}
    assert {gate.OPCODE for gate in GENERAL_STATES} == general
