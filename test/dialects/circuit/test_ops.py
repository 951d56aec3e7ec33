"""Every gate's text: custom and generic round trips, and what is rejected."""

from io import StringIO

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp, f32, f64, i1, i8, i32
from xdsl.ir import Attribute
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit import GATES, Circuit
from circ.dialects.circuit.constants import constant_text
from circ.dialects.circuit.control import ROOTS
from circ.dialects.circuit.gate import Gate, PureGate
from circ.dialects.circuit.shape import Group, shape_of
from circ.dialects.circuit.types import ARCH
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import Circ
from circ.targets.circuit.gates import read_gates, write_gates
from circ.targets.mlir.parser import parse_module

CONVERSIONS = {
    "TRUNC": ("I64", "I8"),
    "ZEXT": ("I1", "I32"),
    "SEXT": ("I8", "I16"),
    "SITOFP": ("I32", "F32"),
    "UITOFP": ("I64", "F64"),
    "FPTOSI": ("F64", "I32"),
    "FPTOUI": ("F32", "I8"),
    "BITCAST": ("F32", "I32"),
    "FEXT": ("F32", "F64"),
    "FTRUNC": ("F64", "F32"),
}
ACROSS_LANES = {
    "BROADCAST": "[V16I32] : | | aI32",
    "LANE": "[F32] : | | aV16F32, aARCH",
    "SET_LANE": "[V16I1] : | | aV16I1, aI1, aARCH",
}
COMPARISONS = {"ICMP": ("I64", "SGE"), "FCMP": ("F64", "UNO")}
OTHERS = """
vk = CONST[V16I8] {[0, 1, -1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 127]}
vs = CONST[V16F32] {0.5}
vn = CONST[V16I32] {-1}
ta = BITCAST[ARCH] : | | aF32
za = ZEXT[ARCH] : | | aI1
l = LOAD[F32] {4, align 2, alias "a", volatile} : | DE | aARCH
s = STORE : | l | l, aARCH
al = ALLOCA[ARCH] {8, align 8}
sy = SYMBOL[ARCH] {@main}
ca = CALL[I32, F32] : | s | sy, aI32, al
k = CONST[F32] {0x7fc00000}
ob = ORDINARY_BLOCK : SE
br = IF_BRANCH {1, 9} : ob | | aI1
t = IF_TRUE : br
f = IF_FALSE : br
re = DEPEND_RELAY : t | ca
jo = DEPEND_AND : | re, ca
sw = SWITCH_BRANCH : t | | aI32
c1 = SWITCH_CASE {7} : sw
df = DEFAULT_CASE : sw
el = LOAD_ELEMENT[I64] {3} : c1 | jo | aI64, aI64
su = IF_SUCCESS : el
ex = IF_EXCEPTION : el
ge = GET_EXCEPTION[I64] : | el
cs = CONSTSTRING[I64] {2, "say \\"so\\""}
by = JS_BYTECODE[I64] {callrange} : ex | ge | aI64, ge, cs
su2 = IF_SUCCESS : by
ex2 = IF_EXCEPTION : by
m2 = MERGE : su2, ex2
th = THROW : m2 | by | by
es = STORE_ELEMENT {3} : su | el | aI64, aI64, aI64
m = MERGE : df, f, es
d = DEPEND_SELECTOR : m | jo, ca, es
v = VALUE_SELECTOR[I32] : m | | aI32, aI32, ca
lb = LOOP_BEGIN : m, bk
b2 = IF_BRANCH : lb | | aI1
t2 = IF_TRUE : b2
f2 = IF_FALSE : b2
bk = LOOP_BACK : t2
rt = RETURN : f2 | d | v, ca#1
"""


def scalar_or_vector(opcode: str, kind: type[Gate], v: str) -> str:
    """A gate of scalars, or of vectors where `v` begins the names of their types."""
    if opcode in CONVERSIONS:
        source, target = CONVERSIONS[opcode]
        return f"{opcode}[{v}{target}] : | | a{v}{source}"
    if opcode in COMPARISONS:
        type, condition = COMPARISONS[opcode]
        return f"{opcode}[{v}I1] {{{condition}}} : | | a{v}{type}, a{v}{type}"
    if opcode == "SELECT":
        return f"SELECT[{v}F32] : | | a{v}I1, a{v}F32, a{v}F32"
    if opcode == "MATH":
        return f"MATH[{v}F32] {{ATAN2}} : | | a{v}F32, a{v}F32"
    is_float = opcode[0] == "F" or opcode == "SQRT"
    type = "F32" if is_float else "I1" if opcode == "REV" else "I16"
    count = shape_of(kind).operands[Group.VALUES].count
    return f"{opcode}[{v}{type}] : | | {', '.join([f'a{v}{type}'] * count)}"


def every_gate() -> str:
    """One function in which each opcode occurs."""
    types = ("I1", "I8", "I16", "I32", "I64", "F32", "F64")
    types = (*types, "ARCH", *(f"V16{type}" for type in types))
    lines = [f"a{t} = ARG[{t}] {{{i}}}" for i, t in enumerate(types)]
    for opcode, kind in GATES.items():
        if not issubclass(kind, PureGate):
            continue
        name = f"x{opcode.lower()}"
        if opcode in ACROSS_LANES:
            lines.append(f"{name} = {opcode}{ACROSS_LANES[opcode]}")
            continue
        lines.append(f"{name} = {scalar_or_vector(opcode, kind, '')}")
        lines.append(f"v{name} = {scalar_or_vector(opcode, kind, 'V16')}")
    return "\n".join(lines) + OTHERS


def context() -> Context:
    ctx = Context()
    for dialect in (Builtin, Circuit, Circ):
        ctx.load_dialect(dialect)
    return ctx


def text_of(module: ModuleOp, generic: bool = False) -> str:
    output = StringIO()
    Printer(output, print_generic_format=generic).print_op(module)
    return output.getvalue()


def test_every_gate_goes_through_every_text():
    module = read_gates(every_gate(), "main.circuit")
    module.verify()
    func = next(iter(module.ops))
    found = {type(gate) for gate in func.regions[0].block.ops}
    assert found == set(GATES.values())
    custom = text_of(module)
    for text in (custom, text_of(module, generic=True)):
        again = parse_module(context(), text, "main.mlir")
        again.verify()
        assert text_of(again) == custom
        assert write_gates(again) == write_gates(module)


def test_opcodes_are_those_of_the_operations():
    for opcode, kind in GATES.items():
        assert kind.OPCODE == opcode
        assert kind.name.startswith("circuit.")
    assert all(issubclass(kind, Gate) for kind in ROOTS)


@pytest.mark.parametrize(
    ("type", "bits", "text"),
    (
        (i1, 1, "1"),
        (i8, 0x80, "-128"),
        (i32, 7, "7"),
        (ARCH, 0xFFFFFFFF, "-1"),
        (f32, 0x3F800000, "1.0"),
        (f32, 0x3DCCCCCD, "0.1"),
        (f32, 0x80000000, "-0.0"),
        (f32, 0x7F800000, "0x7f800000"),
        (f64, 0x3FB999999999999A, "0.1"),
        (f64, 0x7FF8000000000000, "0x7ff8000000000000"),
    ),
)
def test_text_of_constants(type: Attribute, bits: int, text: str):
    assert constant_text(type, bits) == text
    mlir = f"circuit.func @f {{ %k = circuit.constant {text} : {type} }}"
    module = parse_module(context(), mlir, "f.mlir")
    assert f"circuit.constant {text} : {type}" in text_of(module)
    assert f"#builtin.int<{bits}>" in text_of(module, generic=True)


@pytest.mark.parametrize(
    ("gate", "message"),
    (
        ("circuit.trunc %i : i32 to i64", "must become a narrower integer"),
        ("circuit.sext %i : i32 to f64", "must become a wider integer"),
        ("circuit.sitofp %f : f32 to f32", "an integer must become a float"),
        ("circuit.fptosi %i : i32 to i32", "a float must become an integer"),
        ("circuit.bitcast %i : i32 to f64", "a bit cast must keep the width"),
        ("circuit.fext %f : f32 to f32", "a float must become a wider float"),
        ("circuit.ftrunc %f : f32 to f64", "a float must become a narrower float"),
        ("circuit.icmp lt %i, %i : i32", "condition must be one of eq, ugt"),
        ("circuit.fcmp eq %f, %f : f32", "condition must be one of false, oeq"),
        ("circuit.icmp eq %f, %f : f32", "but got f32"),
        ("circuit.exp %f, %f : f32", "f32"),
        ("circuit.fexp %i, %i : i32", "i32"),
        ("circuit.sqrt %i : i32", "i32"),
        ("circuit.math sine %f : f32", "function must be one of exp, exp2, .* is sine"),
        ("circuit.math sin %f, %f : f32", "sin takes 1 operands, but has 2"),
        ("circuit.math atan2 %f : f32", "atan2 takes 2 operands, but has 1"),
        ("circuit.math sin %i : i32", "i32"),
        ("circuit.alloca 8 align 3", "alignment must be a power of two, but is 3"),
        ("circuit.add %f, %f : f32", "f32"),
        (
            '"circuit.constant"() {bits = #builtin.int<256>} : () -> i8',
            "bits must be an unsigned number of 8 bits, but are 256",
        ),
        ('"circuit.rev"(%i) : (i32) -> i1', "i32"),
        (
            '"circuit.load"(%de, %i) : (!circuit.depend, i32) -> (!circuit.depend, i8)',
            "i32",
        ),
    ),
)
def test_rejected_operations(gate: str, message: str):
    text = f"""circuit.func @f {{
      %de = circuit.depend_entry
      %i = circuit.arg 0 : i32
      %f = circuit.arg 1 : f32
      %r{":2" if "load" in gate else ""} = {gate}
    }}"""
    with pytest.raises((Diagnostic, VerifyException), match=message):
        parse_module(context(), text, "f.mlir").verify()
