"""The programs of the data files give their results at every level below circuit."""

import re
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.circuit.constants import ArgOp
from circ.dialects.circuit.control import FuncOp, ReturnOp
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import FuncOp as LlvlirFuncOp
from circ.targets.circuit.gates import read_gates
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.memory import Memory
from circ.transforms.conversion.circuit_to_llvlir import ConvertCircuitToLlvlirPass
from circ.transforms.conversion.llvlir_to_gen import ConvertLlvlirToGenPass

DATA = Path(__file__).parents[2] / "data" / "circuit"
RUN = re.compile(r"\bf\(([-\d,]*)\)=(-?\d+)")
PROGRAMS = [path for path in sorted(DATA.glob("*")) if RUN.search(path.read_text())]


def module_of(path: Path) -> tuple[ModuleOp, FuncOp]:
    module = read_gates(path.read_text(), path.name)
    func = module.body.block.first_op
    assert isinstance(func, FuncOp)
    return module, func


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_programs_give_their_results(path: Path):
    module, func = module_of(path)
    gates = list(func.body.block.ops)
    returned = next(gate for gate in gates if isinstance(gate, ReturnOp))
    width = width_of(returned.values[0].type)
    widths = {
        gate.index.data: width_of(gate.result.type)
        for gate in gates
        if isinstance(gate, ArgOp)
    }
    for convert, level in (
        (ConvertCircuitToLlvlirPass(), llvlir),
        (ConvertLlvlirToGenPass(), gen),
    ):
        convert.apply(Context(), module)
        module.verify()
        for arguments, expected in RUN.findall(path.read_text()):
            bits = [
                int(text) % (1 << widths.get(index, 32))
                for index, text in enumerate(arguments.split(","))
            ]
            outcome = level.run(module, path.stem, bits, Memory())
            assert to_signed(width, outcome.results[0]) == int(expected), level


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_no_gate_remains(path: Path):
    module, _ = module_of(path)
    ConvertCircuitToLlvlirPass().apply(Context(), module)
    assert not [op for op in module.walk() if op.name.startswith("circuit.")]


def test_unsupported_gate_leaves_the_module_as_it_was():
    module, _ = module_of(DATA / "O8.circuit")
    before = str(module)
    with pytest.raises(Diagnostic, match=r"O8.circuit:4:1: error: 'circuit.load_elem"):
        ConvertCircuitToLlvlirPass().apply(Context(), module)
    assert str(module) == before


def names_in_gen(text: str) -> list[str]:
    """The names of the operations in gen that a circuit becomes."""
    module = read_gates(text, "f.circuit")
    ConvertCircuitToLlvlirPass().apply(Context(), module)
    ConvertLlvlirToGenPass().apply(Context(), module)
    return [op.name for op in module.walk()]


def test_loop_needs_no_moves():
    """Counters and sums are changed in place; the constants load their registers."""
    names = names_in_gen((DATA / "D1.circuit").read_text())
    assert "gen.mov" not in names
    assert names.count("gen.loadi") == 3


def test_parameters_without_gates_keep_their_place():
    module = read_gates("x = ARG[I8] {2}\nr = RETURN : SE | DE | x\n", "f.circuit")
    ConvertCircuitToLlvlirPass().apply(Context(), module)
    func = module.body.block.first_op
    assert isinstance(func, LlvlirFuncOp)
    assert [str(type) for type in func.function_type.inputs] == [
        "!llvlir.r<i32>",
        "!llvlir.r<i32>",
        "!llvlir.r<i8>",
    ]
    assert llvlir.run(module, "f", [1, 2, 3], Memory()).results == [3]
