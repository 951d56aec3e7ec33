"""ARCH of 64 bits: texts, the rules of a function's one width, and what is computed."""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

import circ
from circ.dialects.circuit.control import FuncOp, arch_of, has_wide_addresses
from circ.dialects.circuit.types import ARCH, ARCH64, ArchType
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.widths import width_of
from circ.targets.circuit.dump_reader import read_dump
from circ.targets.circuit.dump_writer import write_dump
from circ.targets.circuit.gates import read_gates, write_gates
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.circuit.verify import CircuitVerifyPass

EVERY_GATE = """\
;; function g
x = ARG[I32] {0}
return = RETURN : SE | DE | x
;; function f
p = ARG[ARCH64] {0}
v = ARG[V4I32] {1}
k = CONST[ARCH64] {-4294967297}
q = ADD[ARCH64] : | | p, k
a = ALLOCA[ARCH64] {8, align 8}
g = SYMBOL[ARCH64] {@g}
l = LOAD[ARCH64] : | DE | a
m = LOAD[I32] {4, align 2} : | DE | p
s = STORE : | DE | m, a
w = STORE {8, align 4} : | s | q, a
x = LANE[I32] : | | v, q
y = SET_LANE[V4I32] : | | v, x, l
c = CALL[I32] : | w | g, x
b = BITCAST[I64] : | | p
t = TRUNC[I32] : | | p
return = RETURN : SE | c | c, b, t, y, q
"""

LOOP = """\
n = ARG[I32] {{0}}
p = ALLOCA[{arch}] {{64}}
zero = CONST[I32] {{0}}
one = CONST[I32] {{1}}
four = CONST[{arch}] {{4}}
head = LOOP_BEGIN : SE, back
i = VALUE_SELECTOR[I32] : head | | zero, next
d = DEPEND_SELECTOR : head | DE, st
wide = {widen}[{arch}] : | | i
off = MUL[{arch}] : | | wide, four
at = ADD[{arch}] : | | p, off
sq = MUL[I32] : | | i, i
st = STORE : | dr | sq, at
less = ICMP {{ULT}} : | | i, n
br = IF_BRANCH : head | | less
yes = IF_TRUE : br
no = IF_FALSE : br
dr = DEPEND_RELAY : yes | d
next = ADD[I32] : | | i, one
back = LOOP_BACK : yes
rel = DEPEND_RELAY : no | d
head2 = LOOP_BEGIN : no, back2
j = VALUE_SELECTOR[I32] : head2 | | zero, next2
acc = VALUE_SELECTOR[I32] : head2 | | zero, acc2
less2 = ICMP {{ULT}} : | | j, n
br2 = IF_BRANCH : head2 | | less2
yes2 = IF_TRUE : br2
no2 = IF_FALSE : br2
wide2 = {widen}[{arch}] : | | j
off2 = MUL[{arch}] : | | wide2, four
at2 = ADD[{arch}] : | | p, off2
v = LOAD[I32] : | rel | at2
acc2 = ADD[I32] : | | acc, v
next2 = ADD[I32] : | | j, one
back2 = LOOP_BACK : yes2
ret = RETURN : no2 | rel | acc
"""

WIDTHS = (("ARCH", "BITCAST"), ("ARCH64", "ZEXT"))


def parsed(text: str) -> ModuleOp:
    return parse_module(context(), text, "f.mlir")


def test_type():
    assert ArchType() == ArchType(32) == ARCH != ARCH64
    assert (width_of(ARCH), width_of(ARCH64)) == (32, 64)
    assert (str(ARCH), str(ARCH64)) == ("!circuit.arch", "!circuit.arch<64>")
    with pytest.raises(VerifyException, match="width must be 32 or 64, but is 16"):
        ArchType(16)


def test_round_trips():
    """Gate lists, MLIR's texts in both forms, and dumps keep the width."""
    module = read_gates(EVERY_GATE, "f.circuit")
    assert write_gates(module) == EVERY_GATE
    again = parsed(str(module))
    assert again.is_structurally_equivalent(module)
    assert "circuit.alloca 8 align 8 at !circuit.arch<64>" in str(module)
    dump = write_dump(module)
    assert '"MType":"ARCH64, ' in dump
    assert write_dump(read_dump(dump, "f.dump")) == dump


def test_generic_form():
    module = read_gates(EVERY_GATE, "f.circuit")
    assert parsed(printed(module)).is_structurally_equivalent(module)


def printed(module: ModuleOp) -> str:
    """A module in MLIR's generic form."""
    output = StringIO()
    Printer(output, print_generic_format=True).print_op(module)
    assert '"circuit.alloca"()' in output.getvalue()
    return output.getvalue()


def test_the_default_width_is_not_written():
    text = str(read_gates(LOOP.format(arch="ARCH", widen="BITCAST"), "f.circuit"))
    assert "!circuit.arch" in text and "arch<" not in text and " at !" not in text
    assert str(parsed(text.replace("!circuit.arch", "!circuit.arch<32>"))) == text


def test_width_of_a_function():
    g, f = (op for op in read_gates(EVERY_GATE, "f").ops if isinstance(op, FuncOp))
    assert (arch_of(g), arch_of(f)) == (None, ARCH64)
    assert (has_wide_addresses(g), has_wide_addresses(f)) == (False, True)


@pytest.mark.parametrize(
    ("gates", "line", "message"),
    (
        (
            "q = ARG[ARCH] {2}\n",
            3,
            r"ARG needs addresses of type !circuit.arch<64> as its function has, but "
            r"has !circuit.arch of ARG %q \(rule 6\)",
        ),
        (
            "k = CONST[ARCH] {1}\n",
            3,
            r"CONSTANT needs .* has !circuit.arch of CONSTANT %k \(rule 6\)",
        ),
        (
            "z = ZEXT[ARCH64] : | | w\nw = CONST[ARCH] {0}\n",
            3,
            r"ZEXT needs .*arch<64> as .* of CONSTANT %w .*6",
        ),
        ("a = ALLOCA {8}\n", 3, r"ALLOCA .* has !circuit.arch of ALLOCA %a \(rule 6\)"),
        ("a = SYMBOL {@f}\n", 3, r"SYMBOL .* of SYMBOL %a \(rule 6\)"),
        ("a = ADD[I64] : | | p, p\n", 3, r"i64, but has !circuit.arch<64> of ARG %p"),
        ("a = LOAD[I32] : | DE | x\n", 3, r"an address .*, but has i64 of ARG %x"),
        ("a = BITCAST[I32] : | | p\n", 3, "a bit cast must keep the width, but"),
        ("a = TRUNC[I64] : | | p\n", 3, "narrower"),
        ("a = ZEXT[ARCH64] : | | x\n", 3, "wider"),
        ("a = LANE[I32] : | | v, x\nv = ARG[V4I32] {2}\n", 3, "LANE .*rule 6"),
    ),
)
def test_rules(gates: str, line: int, message: str):
    text = f"p = ARG[ARCH64] {{0}}\nx = ARG[I64] {{1}}\n{gates}r = RETURN : SE | DE\n"
    with pytest.raises(Diagnostic, match=message) as error:
        read_gates(text, "f")
    assert str(error.value.location).endswith(f":{line}:1)")


def test_both_widths_in_a_functions_type():
    """Of parameters that no gate reads, too."""
    (func,) = (
        op
        for op in read_gates("r = RETURN : SE | DE\n", "f").ops
        if isinstance(op, FuncOp)
    )
    func.function_type = FunctionType.from_lists([ARCH, ARCH64], [])
    message = r"@f has !circuit.arch<64> in its type, but .* !circuit.arch \(rule 6\)"
    with pytest.raises(Diagnostic, match=message):
        verify_circuit(func)


def called(caller: str, callee: str) -> ModuleOp:
    """A module in which a function of one width calls one of another."""
    return read_gates(
        f"""\
;; function main
f = SYMBOL[{caller}] {{@f}}
c = CALL[I32] : | DE | f
r = RETURN : SE | c | c
;; function f
a = ALLOCA[{callee}] {{8}}
l = LOAD[I32] : | DE | a
r = RETURN : SE | l | l
""",
        "main.circuit",
    )


@pytest.mark.parametrize("caller", ("ARCH", "ARCH64"))
@pytest.mark.parametrize("callee", ("ARCH", "ARCH64"))
def test_callees_have_their_callers_width(caller: str, callee: str):
    module = called(caller, callee)
    if caller == callee:
        CircuitVerifyPass().apply(context(), module)
        assert circ.run(module, entry="main", level="circuit").results == [0]
        return
    message = r"the addresses of @f are .*, but here !circuit.arch"
    with pytest.raises(Diagnostic, match=message) as error:
        CircuitVerifyPass().apply(context(), module)
    assert "main.circuit" in str(error.value.location)
    with pytest.raises(Diagnostic, match=message):
        circ.run(module, entry="main", level="circuit")


def test_arguments_have_their_parameters_width():
    text = """\
;; function main
f = SYMBOL[ARCH64] {@f}
k = CONST[I64] {1}
c = CALL : | DE | f, k
r = RETURN : SE | c
;; function f
a = ARG[ARCH64] {0}
r = RETURN : SE | DE
"""
    message = "takes !circuit.arch<64> as argument 0, but the call gives i64"
    with pytest.raises(Diagnostic, match=message):
        CircuitVerifyPass().apply(context(), read_gates(text, "main.circuit"))


@pytest.mark.parametrize(("arch", "widen"), WIDTHS)
@pytest.mark.parametrize("count", (0, 1, 9))
def test_loop_over_memory(arch: str, widen: str, count: int):
    module = read_gates(LOOP.format(arch=arch, widen=widen), "f.circuit")
    result = circ.run(module, count, level="circuit")
    assert result.results == [sum(i * i for i in range(count))]


def test_sums_wrap_at_their_width():
    """2^31 + 2^31 is 0 in 32 bits: the same function at both widths."""
    text = """\
x = ARG[I32] {{0}}
k = CONST[I64] {{-1}}
p = {widen}[{arch}] : | | x
s = ADD[{arch}] : | | p, p
c = ICMP {{ULT}} : | | s, p
r = RETURN : SE | DE | s, c
"""
    expected = {"ARCH": [0, 1], "ARCH64": [1 << 32, 0]}
    for arch, widen in WIDTHS:
        module = read_gates(text.format(arch=arch, widen=widen), "f.circuit")
        results = circ.run(module, 1 << 31, level="circuit").results
        assert results == expected[arch]


@pytest.mark.parametrize("high", (1, 1 << 31, -1))
def test_addresses_do_not_wrap_at_32_bits(high: int):
    """The low half of an address is that of an object, but the address is not."""
    text = f"""\
a = ALLOCA[ARCH64] {{8}}
k = CONST[ARCH64] {{{high << 32}}}
p = ADD[ARCH64] : | | a, k
l = LOAD[I32] : | DE | p
r = RETURN : SE | l | l
"""
    module = read_gates(text, "f.circuit")
    with pytest.raises(Diagnostic, match=r"access of 4 bytes at .* outside any object"):
        circ.run(module, level="circuit")


def test_index_of_a_lane_has_all_bits():
    """2^32 modulo 3 is 1: the upper half counts."""
    text = """\
v = ARG[V3I32] {0}
x = ARG[I64] {1}
i = BITCAST[ARCH64] : | | x
l = LANE[I32] : | | v, i
k = CONST[I32] {9}
n = SET_LANE[V3I32] : | | v, k, i
j = CONST[ARCH64] {1}
m = LANE[I32] : | | n, j
r = RETURN : SE | DE | l, m
"""
    module = read_gates(text, "f.circuit")
    for level in ("circuit", "llvlir", "host"):
        result = circ.run(module, np.array([5, 6, 7], np.int32), 1 << 32, level=level)
        assert result.results == [6, 9]


@pytest.mark.parametrize("level", ("gen", "naplespu"))
def test_lower_levels_have_32_bits(level: str):
    module = read_gates(LOOP.format(arch="ARCH64", widen="ZEXT"), "f.circuit")
    message = "NaplesPU has addresses of 32 bits, but the module has 64"
    with pytest.raises(Diagnostic, match=message):
        circ.compile(module, level)


def test_command(tmp_path: Path):
    """One message with its place, and status 1."""
    path = tmp_path / "f.circuit"
    path.write_text(LOOP.format(arch="ARCH64", widen="ZEXT"))
    code = "import sys; from circ.tools.circ_run import main; sys.exit(main())"
    command = [sys.executable, "-c", code, str(path), "--", "3"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    message = "error: NaplesPU has addresses of 32 bits, but the module has 64 "
    assert done.stderr.startswith(f"{path}:1:1: {message}")
    assert done.stderr.count("error:") == 1
