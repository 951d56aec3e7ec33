"""Dead gates: what goes, what stays, in any order of the block."""

import pytest
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.inference import infer_types
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.circuit.gates import read_gates
from circ.targets.circuit.gates_reader import Line, Reader
from circ.transforms.circuit.dead_gates import erase_dead_gates


def function_of(text: str) -> FuncOp:
    func = read_gates(text, "f").body.block.first_op
    assert isinstance(func, FuncOp)
    return func


def opcodes(func: FuncOp) -> list[str]:
    return [g.OPCODE for g in func.body.block.ops if isinstance(g, Gate)][8:]


def test_dead_computation_memory_and_cycles_go():
    func = function_of("""
        x = ARG[I32] {0}
        unused = ARG[I32] {1}
        d1 = MUL[I32] : | | x, x
        d2 = ADD[I32] : | | d1, x
        p = ALLOCA[ARCH] {4}
        s = STORE : | DE | x, p
        lb = LOOP_BEGIN : SE, back
        i = VALUE_SELECTOR[I32] : lb | | x, i1
        i1 = ADD[I32] : | | i, i
        c = ICMP[I1] {EQ} : | | x, x
        br = IF_BRANCH : lb | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        back = LOOP_BACK : t
        r = RETURN : f | DE | x
    """)
    assert erase_dead_gates(func) == 7
    verify_circuit(func)
    assert (
        opcodes(func)
        == "ARG LOOP_BEGIN ICMP IF_BRANCH IF_TRUE IF_FALSE LOOP_BACK RETURN".split()
    )
    assert erase_dead_gates(func) == 0


def test_dead_control_goes():
    func = function_of("""
        b = ARG[I1] {0}
        r = RETURN : SE | DE
        lb = LOOP_BEGIN : z, k
        d = DEPEND_SELECTOR : lb | DE, d
        br = IF_BRANCH : lb | | b
        t = IF_TRUE : br
        z = IF_FALSE : br
        k = LOOP_BACK : t
    """)
    assert erase_dead_gates(func) == 7
    assert opcodes(func) == ["RETURN"]
    assert str(func.type) == "(i1) -> ()"


def unverified(text: str) -> FuncOp:
    """A circuit as a pass may leave it: with edges from states never reached."""
    reader = Reader("f", "f", 1)
    for number, line in enumerate(text.strip().split("\n"), 1):
        reader.read_line(Line(line, "f", number))
    reader.finish()
    module = ModuleOp([reader.func])
    infer_types(module)
    with pytest.raises(Diagnostic):
        verify_circuit(reader.func)
    return reader.func


def test_edges_of_dead_states_are_dropped():
    func = unverified("""
        x = ARG[I32] {0}
        c = ARG[I1] {1}
        br = IF_BRANCH : SE | | c
        t = IF_TRUE : br
        f = IF_FALSE : br
        m = MERGE : t, dead, f
        v = VALUE_SELECTOR[I32] : m | | x, y, x
        d = DEPEND_SELECTOR : m | DE, rd, DE
        lb = LOOP_BEGIN : m, back
        w = VALUE_SELECTOR[I32] : lb | | v, y
        e = DEPEND_SELECTOR : lb | d, rd
        y = ADD[I32] : | | x, x
        rd = DEPEND_RELAY : dead | DE
        u = ORDINARY_BLOCK : dead2
        dead = ORDINARY_BLOCK : u
        dead2 = IF_TRUE : br2
        back = LOOP_BACK : other
        other = IF_FALSE : br2
        br2 = IF_BRANCH : z | | c
        z = ORDINARY_BLOCK : z
        r = RETURN : lb | e | w
    """)
    erase_dead_gates(func)
    verify_circuit(func)
    assert opcodes(func).count("VALUE_SELECTOR") == 1
    assert not {"LOOP_BEGIN", "LOOP_BACK", "ADD"} & set(opcodes(func))


def test_long_dead_chains_in_any_order():
    lines = ["x0 = ARG[I32] {0}"]
    lines += [f"x{i + 1} = ADD[I32] : | | x{i}, x{i}" for i in range(3000)]
    lines.append("r = RETURN : SE | DE | x0")
    for text in ("\n".join(lines), "\n".join(reversed(lines))):
        assert erase_dead_gates(function_of(text)) == 3000
