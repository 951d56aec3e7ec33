"""THROW at every level: the program ends, with the value, after what came before."""

import pytest
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.dialects.func import FuncOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.circuit.gates import read_gates
from circ.targets.execute.levels import execute, externals_of
from circ.targets.execute.marshal import Scalar
from circ.transforms.pipelines import LEVELS, compile

LEVELS_BELOW = LEVELS[LEVELS.index("circuit") :]


def program(type: str) -> ModuleOp:
    """Throws a number where it is zero, else returns it and one."""
    text = f"""x = ARG[{type}] {{0}}
n = ARG[I32] {{1}}
zero = CONST[I32] {{0}}
one = CONST[I32] {{1}}
print = SYMBOL[ARCH] {{@print_i32}}
c = ICMP[I1] {{EQ}} : | | n, zero
b = IF_BRANCH : SE | | c
t = IF_TRUE : b
f = IF_FALSE : b
said = CALL : | DE | print, one
w = THROW : t | said | x
m = ADD[I32] : | | n, one
r = RETURN : f | said | n, m
"""
    module = read_gates(text, "main.circuit")
    module.body.block.add_op(FuncOp.external("print_i32", [i32], []))
    return module


def run(module: ModuleOp, level: str, x: int, n: int) -> tuple[list[int], str]:
    signature = signature_of(definitions(module)["main"])
    arguments = [
        Scalar(type, bits) for type, bits in zip(signature.inputs, (x, n), strict=True)
    ]
    output: list[str] = []
    hooks = externals_of(module, output.append)
    lowered = compile(module, level)
    try:
        found = execute(level, lowered, "main", signature, arguments, hooks)
    except Diagnostic as error:
        return [], f"{''.join(output)}{error.message}"
    return list(found.outcome.results), "".join(output)


@pytest.mark.parametrize("level", LEVELS_BELOW)
@pytest.mark.parametrize(
    ("type", "bits", "text"),
    [
        ("I1", 1, "1"),
        ("I8", 0xFF, "-1"),
        ("I16", 300, "300"),
        ("I32", 0x80000000, "-2147483648"),
        ("ARCH", 7, "7"),
        ("F32", 0x3FC00000, "1.5"),
    ],
)
def test_throw(type: str, bits: int, text: str, level: str):
    module = program(type)
    _, said = run(module, level, bits, 0)
    assert said == f"1\nthe exception {text} was thrown"
    assert run(module, level, bits, 5) == ([5, 6], "1\n")


@pytest.mark.parametrize("level", ("circuit", "llvlir"))
def test_throw_of_64_bits(level: str):
    _, said = run(program("I64"), level, 1 << 40, 0)
    assert said.endswith(f"the exception {1 << 40} was thrown")


def test_declarations_are_added_once():
    module = program("I32")
    functions = [str(op.properties["sym_name"]) for op in compile(module, "llvlir").ops]
    assert functions == ['"main"', '"print_i32"', '"throw_i32"']
