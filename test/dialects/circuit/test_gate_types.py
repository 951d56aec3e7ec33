"""Secondary types: the lattice, the 32-bit word, text, and the verifier's rules."""

from itertools import product

import pytest

from circ.dialects.circuit.constants import ArgOp
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.gate_types import (
    EMPTY,
    FIRST_OF_USERS,
    GateType,
    Gc,
    TypeLattice,
    built_in_types,
    declared_types,
    gate_types,
    word_of,
)
from circ.dialects.circuit.memory import LoadOp
from circ.dialects.circuit.type_rules import (
    TypeRule,
    check_types,
    register_check,
    register_rule,
    type_of_bits,
)
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.circuit.gates import read_gates, write_gates
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context

LATTICE = built_in_types()
TYPES = [*LATTICE]


def type(name: str) -> GateType:
    return LATTICE[name]


# region Words


@pytest.mark.parametrize(
    ("name", "gc"),
    (
        ("TAGGED", 0b00),
        ("TAGGED_POINTER", 0b01),
        ("TAGGED_NON_POINTER", 0b10),
        ("NATIVE", 0b11),
    ),
)
def test_words_of_the_machine(name: str, gc: int):
    """Bit 31 is set, and bits 30 and 29 say what the collector does."""
    assert type(name).word == 1 << 31 | gc << 29
    assert LATTICE.gc(type(name)) == gc


def test_words_of_the_language():
    """Bit 31 is clear; what the collector does follows from the order of types."""
    for each in TYPES:
        if each.name.startswith("JS_"):
            assert each.word is not None and each.word < 1 << 28
    assert LATTICE.gc(type("JS_STRING")) is Gc.YES
    assert LATTICE.gc(type("JS_DOUBLE")) is Gc.NO
    assert LATTICE.gc(type("JS_ANY")) is Gc.MAYBE
    assert LATTICE.gc(type("UNTYPED")) is Gc.MAYBE


def test_empty_is_native_without_output():
    assert EMPTY == 0b1111 << 28
    assert LATTICE.of_word(EMPTY) is None
    func = function(f"k = CONST[I64] {{6}}\n{END}")
    (ret,) = (op for op in func.body.block.ops if op.name == "circuit.return")
    assert word_of(ret) == [EMPTY]


def test_every_word_decodes_to_the_type_that_it_encodes():
    """All words with the upper bits and any number that a type can have, and more."""
    decoded = set[str]()
    for upper, number in product(range(16), range(1 << 17)):
        word = upper << 28 | number
        found = LATTICE.of_word(word)
        if found is not None:
            assert found.word == word
            decoded.add(found.name)
    assert decoded == {each.name for each in TYPES} - {"UNTYPED"}


# endregion
# region The lattice


def test_laws_of_the_lattice():
    is_subtype, join, meet = LATTICE.is_subtype, LATTICE.join, LATTICE.meet
    for a, b in product(TYPES, repeat=2):
        upper, lower = join(a, b), meet(a, b)
        assert upper is join(b, a) and lower is meet(b, a)
        assert is_subtype(a, upper) and is_subtype(b, upper)
        assert is_subtype(a, b) == (upper is b) == (lower is a)
        for c in TYPES:
            if is_subtype(a, c) and is_subtype(b, c):
                assert is_subtype(upper, c)
            if is_subtype(c, a) and is_subtype(c, b):
                assert lower is not None and is_subtype(c, lower)


@pytest.mark.parametrize(
    ("a", "b", "join", "meet"),
    (
        ("JS_STRING", "JS_ARRAY", "JS_HEAP_OBJECT", None),
        ("JS_SMI", "JS_DOUBLE", "JS_NUMBER", None),
        ("JS_UINT8_ARRAY", "JS_FLOAT64_ARRAY", "JS_TYPED_ARRAY", None),
        ("JS_NULL", "JS_OBJECT", "JS_ANY", None),
        ("JS_ANY", "TAGGED_POINTER", "TAGGED", "JS_HEAP_OBJECT"),
        ("JS_NUMBER", "TAGGED_NON_POINTER", "TAGGED_NON_POINTER", "JS_NUMBER"),
        ("JS_NUMBER", "TAGGED_POINTER", "TAGGED", None),
        ("JS_NUMBER", "NATIVE", "UNTYPED", None),
    ),
)
def test_joins_and_meets(a: str, b: str, join: str, meet: str | None):
    assert LATTICE.join(type(a), type(b)).name == join
    lower = LATTICE.meet(type(a), type(b))
    assert (lower and lower.name) == meet


def test_height():
    """A value's type rises at most so often: TAGGED, JS_ANY … JS_INT8_ARRAY."""
    assert LATTICE.height == len(
        "UNTYPED TAGGED TAGGED_POINTER JS_ANY JS_HEAP_OBJECT JS_OBJECT JS_TYPED_ARRAY "
        "JS_INT8_ARRAY".split()
    )


def test_types_of_users():
    lattice = built_in_types()
    date = lattice.register("JS_DATE", ["JS_OBJECT"])
    even = lattice.register("EVEN", ["JS_SMI"], 0x2000, "an even integer")
    assert date.word == FIRST_OF_USERS and lattice.of_word(0x2000) is even
    assert lattice.register("NEXT", ["JS_DATE"]).word == FIRST_OF_USERS + 1
    assert lattice.join(date, lattice["JS_ARRAY"]).name == "JS_OBJECT"
    assert lattice.meet(even, lattice["JS_NUMBER"]) is even
    assert lattice.gc(date) is Gc.YES and lattice.gc(even) is Gc.NO


@pytest.mark.parametrize(
    ("name", "parents", "word", "message"),
    (
        ("JS_ANY", ["TAGGED"], None, "there is a gate type JS_ANY already"),
        ("A-B", ["TAGGED"], None, "must be named by a word"),
        ("A", ["B"], None, "there is no gate type B"),
        ("A", [], None, "needs a parent"),
        ("A", ["TAGGED"], 8, "JS_SMI has the word 0x8 already"),
        ("A", ["TAGGED"], EMPTY, "0xf0000000 cannot be the word"),
        ("A", ["TAGGED"], 1 << 32, "0x100000000 cannot be the word"),
    ),
)
def test_types_that_cannot_be_registered(
    name: str, parents: list[str], word: int | None, message: str
):
    with pytest.raises(ValueError, match=message):
        built_in_types().register(name, parents, word)


def test_a_type_must_leave_the_order_a_lattice():
    lattice = TypeLattice()
    for name, parents in (("T", ""), ("A", "T"), ("B", "T"), ("C", "A B")):
        lattice.register(name, parents.split())
    message = "D and C would have no least common supertype"
    with pytest.raises(ValueError, match=message):
        lattice.register("D", ["A", "B"])
    assert "D" not in lattice


@pytest.mark.parametrize(
    ("bits", "name"),
    (
        (2, "JS_UNDEFINED"),
        (3, "JS_NULL"),
        (5, "JS_HOLE"),
        (6, "JS_BOOLEAN"),
        (7, "JS_BOOLEAN"),
        (10, "JS_NOT_POINTER"),
        (16, "JS_HEAP_OBJECT"),
        ((1 << 48) - 1, "JS_HEAP_OBJECT"),
        (1 << 48, "JS_DOUBLE"),
        ((0xFFFF << 48) - 1, "JS_DOUBLE"),
        (0xFFFF << 48, "JS_SMI"),
        ((1 << 64) - 1, "JS_SMI"),
    ),
)
def test_types_of_bits(bits: int, name: str):
    assert type_of_bits(bits).name == name


# endregion
# region Text

END = "r = RETURN : SE | DE | k\n"


def function(text: str) -> FuncOp:
    (func,) = read_gates(text, "f.circuit").ops
    assert isinstance(func, FuncOp)
    return func


TYPED = """\
;; function f
x = ARG[I64:JS_NUMBER] {0}
k = CONST[I64:JS_SMI] {-281474976710653}
g = SYMBOL[ARCH] {@g}
c = CALL[I64:JS_STRING, I32, I64] : | DE | g
p = JS_BYTECODE[I64:JS_NUMBER] {mul2} : SE | c | x, k
s = IF_SUCCESS : p
e = IF_EXCEPTION : p
v = LOAD_ELEMENT[I64:JS_ANY] {0} : s | p | x, k
r = RETURN : v | v | k
q = RETURN : e | p | k
"""


def test_text():
    """Written on wires in gate lists and in MLIR, and read back."""
    module = read_gates(TYPED, "f.circuit")
    lines = write_gates(module).splitlines()
    for line in TYPED.splitlines():
        if ":JS_" in line:
            assert line in lines
    text = str(module)
    assert "circ.types = #circuit.types<JS_STRING, UNTYPED, UNTYPED>" in text
    again = parse_module(context(), text, "f.mlir")
    assert write_gates(again).splitlines() == lines


def test_words_in_text():
    func = function(f"x = ARG[I64:0xA0000000] {{0}}\nk = CONST[I64] {{1}}\n{END}")
    (arg,) = (op for op in func.body.block.ops if isinstance(op, ArgOp))
    declared = declared_types(arg)
    assert declared and declared[0].name == "TAGGED_POINTER"
    assert word_of(arg) == [0xA0000000]
    text = str(func).replace("TAGGED_POINTER", "8")
    assert "#circuit.types<JS_SMI>" in str(parse_module(context(), text, "f.mlir"))


@pytest.mark.parametrize(
    ("written", "message"),
    (
        ("JS_DAT", "f:1:13: error: 'JS_DAT' is not a secondary type"),
        ("0xF0000000", "f:1:13: error: '0xF0000000' is not a secondary type"),
        ("99", "f:1:13: error: '99' is not a secondary type"),
        ("]", "f:1:13: error: expected a secondary type"),
    ),
)
def test_unknown_types_in_gate_lists(written: str, message: str):
    with pytest.raises(Diagnostic) as error:
        read_gates(f"k = ARG[I64:{written}] {{0}}\n{END}", "f")
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("written", "message"),
    (
        ("JS_DAT", "there is no gate type JS_DAT"),
        ("4026531840", "no gate type has the word 0xf0000000"),
    ),
)
def test_unknown_types_in_mlir(written: str, message: str):
    text = (
        f"circuit.func @f() {{\n %x = circuit.arg 0 {{t = #circuit.types<{written}>}}"
    )
    with pytest.raises(Diagnostic, match=rf"f\.mlir:2:.*{message}"):
        parse_module(context(), f"{text} : i64\n}}", "f.mlir")


# endregion
# region Rules

PRELUDE = """\
a = ARG[I64:JS_STRING] {0}
b = ARG[I64:JS_ARRAY] {1}
n = ARG[I64:JS_NUMBER] {2}
u = ARG[I64] {3}
w = ARG[I32:NATIVE] {4}
c = ARG[I1] {5}
k = CONST[I64] {0}
"""
MERGE = (
    "i = IF_BRANCH : SE | | c\nt = IF_TRUE : i\nf = IF_FALSE : i\nm = MERGE : t, f\n"
)
MERGED = f"{MERGE}v = VALUE_SELECTOR"
ENDS = "\nr = RETURN : m | DE | k\n"


@pytest.mark.parametrize(
    "gates",
    (
        f"{MERGED}[I64:JS_HEAP_OBJECT] : m | | a, b{ENDS}",
        f"{MERGED}[I64:JS_NUMBER] : m | | n, u{ENDS}",
        f"{MERGED}[I64] : m | | n, a{ENDS}",
        f"{MERGED}[I64:NATIVE] : m | | u, u{ENDS}",
        f"s = SELECT[I64:JS_ANY] : | | c, n, b\n{END}",
        f"s = CONST[I64:NATIVE] {{20}}\n{END}",
        f"s = CONST[I64:JS_ANY] {{7}}\n{END}",
        f"s = CONST[I64:TAGGED_NON_POINTER] {{2}}\n{END}",
        # As precise as speculation knows, or less than the rule says.
        "s = JS_BYTECODE[I64:JS_STRING] {typeof} : SE | DE | u\n"
        "r = RETURN : s | s | s\n",
        "s = JS_BYTECODE[I64:JS_ANY] {typeof} : SE | DE | u\nr = RETURN : s | s | s\n",
    ),
)
def test_accepted(gates: str):
    read_gates(PRELUDE + gates, "f")


@pytest.mark.parametrize(
    ("gates", "line", "message"),
    (
        (
            f"s = ADD[I32:JS_SMI] : | | w, w\n{END}",
            1,
            "ADD gives i32, which cannot be JS_SMI",
        ),
        (
            f"s = ADD[I32:TAGGED] : | | w, w\n{END}",
            1,
            "ADD gives i32, which cannot be TAGGED",
        ),
        (
            f"s = CONST[I64:JS_STRING] {{7}}\n{END}",
            1,
            "CONSTANT cannot be JS_STRING: it gives JS_BOOLEAN",
        ),
        (
            f"s = CONST[I64:JS_SMI] {{0x7ff9000000000000}}\n{END}",
            1,
            "CONSTANT cannot be JS_SMI: it gives JS_DOUBLE",
        ),
        (
            f"{MERGED}[I64:JS_STRING] : m | | a, b{ENDS}",
            5,
            "VALUE_SELECTOR cannot be JS_STRING: ARG %b is JS_ARRAY",
        ),
        (
            f"{MERGED}[I64:JS_OBJECT] : m | | b, a{ENDS}",
            5,
            "VALUE_SELECTOR cannot be JS_OBJECT: ARG %a is JS_STRING",
        ),
        (
            f"{MERGED}[I64:JS_NUMBER] : m | | u, a{ENDS}",
            5,
            "VALUE_SELECTOR cannot be JS_NUMBER: it gives JS_STRING",
        ),
        (
            f"s = SELECT[I64:NATIVE] : | | c, n, n\n{END}",
            1,
            "SELECT cannot be NATIVE: it gives JS_NUMBER",
        ),
        (
            "s = JS_BYTECODE[I64:JS_NUMBER] {typeof} : SE | DE | u\n"
            "r = RETURN : s | s | s\n",
            1,
            "JS_BYTECODE cannot be JS_NUMBER: it gives JS_STRING",
        ),
        (
            "s = JS_BYTECODE[I64:JS_NUMBER] {add2} : SE | DE | n, a\n"
            "t = IF_SUCCESS : s\ne = IF_EXCEPTION : s\n"
            "r = RETURN : t | s | s\nq = RETURN : e | s | n\n",
            1,
            "JS_BYTECODE cannot be JS_NUMBER: it gives JS_STRING",
        ),
        (
            f's = CONSTSTRING[I64:JS_NUMBER] {{0, "x"}}\n{END}',
            1,
            "CONSTSTRING cannot be JS_NUMBER: it gives JS_STRING",
        ),
    ),
)
def test_rejected(gates: str, line: int, message: str):
    with pytest.raises(Diagnostic) as error:
        read_gates(PRELUDE + gates, "f")
    at = PRELUDE.count("\n") + line
    assert str(error.value).startswith(f"f:{at}:1: error: {message}")
    assert str(error.value).endswith("(secondary types)")


ROOTS = """
      circuit.circuit_root
      %s = circuit.state_entry
      %d = circuit.depend_entry
      circuit.return_list
      circuit.throw_list
      circuit.constant_list
      circuit.alloca_list
      circuit.arg_list"""


@pytest.mark.parametrize(
    ("attribute", "message"),
    (
        ("#circuit.types<JS_ANY, JS_ANY>", "gives 1 values, but has 2 types"),
        ("#circuit.types<>", "gives 1 values, but has 0 types"),
        ("7 : i32", "needs #circuit.types<…> as its circ.types"),
    ),
)
def test_rejected_attributes(attribute: str, message: str):
    text = f"""circuit.func @f() {{
      {ROOTS}
      %k = circuit.constant 3 {{circ.types = {attribute}}} : i64
      circuit.return %s, %d
    }}"""
    (func,) = parse_module(context(), text, "f.mlir").ops
    assert isinstance(func, FuncOp)
    with pytest.raises(Diagnostic, match=message):
        verify_circuit(func)


def test_rules_of_users():
    """A type, a rule and a check of a user's, which text and verifier then know."""
    lattice = gate_types()
    lattice.register("TEST_DATE", ["JS_OBJECT"])

    def date(gate: object, operands: object) -> GateType:
        return lattice["TEST_DATE"]

    class Date(LoadOp):
        pass

    register_rule(Date, TypeRule(date))
    with pytest.raises(ValueError, match="has a rule of types already"):
        register_rule(Date, TypeRule(date))
    func = function(f"k = ARG[I64:TEST_DATE] {{0}}\n{END}")
    assert "#circuit.types<TEST_DATE>" in str(func)

    register_check(Date, lambda gate: "must not be here")
    text = "p = ARG[ARCH] {0}\nk = LOAD[I64:JS_STRING] : | DE | p\n" + END
    (load,) = (op for op in function(text).body.block.ops if isinstance(op, LoadOp))
    date_load = Date.create(
        operands=[*load.operands],
        result_types=[result.type for result in load.results],
        attributes=load.attributes,
    )
    with pytest.raises(Diagnostic, match="cannot be JS_STRING: it gives TEST_DATE"):
        check_types(date_load)
    date_load.attributes.clear()
    with pytest.raises(Diagnostic, match=r"LOAD must not be here \(secondary types\)"):
        check_types(date_load)


# endregion
