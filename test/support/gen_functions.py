"""Functions of gen with divisions and products, and what these mean."""

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region, SSAValue

from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.verifier import verify_module
from circ.dialects.gen import (
    SCALARS,
    CallOp,
    FuncOp,
    InputsOp,
    RegisterOp,
    RetOp,
    create,
    loadi,
)
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.memory import Memory

INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32")


def registers(*families: str) -> tuple[list[RegisterOp], list[SSAValue]]:
    """New registers: their declarations, and their handles."""
    ops = [RegisterOp.of(family) for family in families]
    return ops, [op.handle for op in ops]


def module_of(
    inputs: Sequence[SSAValue], results: Sequence[SSAValue], *blocks: Block
) -> ModuleOp:
    """A module with one function `f`."""

    def families(handles: Sequence[SSAValue]) -> list[str]:
        return [handle.owner.family for handle in handles]  # pyright: ignore

    func = FuncOp.of("f", families(inputs), families(results), Region(blocks))
    module = ModuleOp([func])
    verify_module(module)
    return module


def operation(opcode: str, type: str, constant: int | None = None) -> ModuleOp:
    """`f(a, b) = a op b`, or `a op constant`."""
    ops, (a, b) = registers(*[SCALARS[type].family] * 2)
    constants = [] if constant is None else [loadi(b, type, constant)]
    inputs = [a, b] if constant is None else [a]
    code = create(opcode, type, [a], [a, b])
    block = Block([*ops, InputsOp.of(inputs), *constants, code, RetOp.of([a])])
    return module_of(inputs, [a], block)


def run(module: ModuleOp, *arguments: int) -> list[int]:
    """The results of `f`, by the interpreter."""
    return gen.run(module, "f", arguments, Memory()).results


def meant(opcode: str, type: str) -> Callable[[int, int], int]:
    """What DIV, REM, MUL or MUL_HI gives, of bits."""
    scalar = SCALARS[type]
    width = scalar.width

    def whole(lhs: int, rhs: int) -> int:
        if scalar.signed:
            lhs, rhs = to_signed(width, lhs), to_signed(width, rhs)
        return lhs * rhs

    if opcode in ("MUL", "MUL_HI"):
        shift = 0 if opcode == "MUL" else width
        return lambda lhs, rhs: (whole(lhs, rhs) >> shift) % (1 << width)
    function = getattr(INTS, ("s" if scalar.signed else "u") + opcode.lower())
    return lambda lhs, rhs: function(width, lhs, rhs)


def values_of(width: int) -> list[int]:
    """Numbers at the ends of both ranges, and a few others."""
    top = 1 << (width - 1)
    near = (0, 1, 2, 3, 7, 10, top - 1, top, top + 1, 2 * top - 7, 2 * top - 2)
    return [*near, 2 * top - 1]


def calls(module: ModuleOp) -> list[str]:
    """The functions that a module calls, by name."""
    return [
        op.callee.root_reference.data for op in module.walk() if isinstance(op, CallOp)
    ]
