"""
What a machine lacks, in functions of several lanes.

Words are divided in all lanes at once, as the run-time library divides one by one
(`targets/naplespu/runtime/udiv32_large.mlir`), without branches. Another function of
the library becomes code in place if it has no branch, else a call for each lane.
"""

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Operation, SSAValue

from circ.dialects.gen import (
    CallOp,
    FuncOp,
    InputsOp,
    Instruction,
    RegisterOp,
    RetOp,
    create,
    family_of,
    loadi,
)
from circ.transforms.gen.constant_division import Code

NEWTON_STEPS = 4
"""Each squares the relative error, which is at most one half at first."""

NewRegister = Callable[[str, bool], SSAValue]
"""A new register of a family, uniform or not."""


def divide_lanes(
    code: Code, opcode: str, signed: bool, n: SSAValue, d: SSAValue
) -> SSAValue:
    """
    The quotient (DIV) or remainder (REM) of words, by circ's rules in every lane.

    A division by zero gives all ones, its remainder the dividend; MIN / -1 is MIN.
    """
    if not signed:
        whole, rest = _divide(code, n, d)
    else:
        unsigned = [code.emit("ABS", "int32", value) for value in (n, d)]
        whole, rest = _divide(code, *unsigned)
        whole = _negated_where(code, whole, code.emit("XOR", "int32", n, d))
        rest = _negated_where(code, rest, n)
    undefined = code.emit("EQ", "uint32", d, 0)
    if opcode == "DIV":
        return code.emit("SEL", "uint32", undefined, code.constant(-1), whole)
    return code.emit("SEL", "uint32", undefined, n, rest)


def _divide(code: Code, n: SSAValue, d: SSAValue) -> tuple[SSAValue, SSAValue]:
    """
    Quotient and remainder of unsigned words where the divisor is not zero.

    The reciprocal approximates 2^32 / d from below. A quotient by it leaves a remainder
    that is divided by it once more; what that leaves is below 2 * d.
    """
    shift = code.emit("LZD", "uint32", d)
    reciprocal = code.emit("SHL", "uint32", code.constant(1), shift)
    minus_d = code.emit("SUB", "uint32", code.constant(0), d)
    for _ in range(NEWTON_STEPS):
        error = code.emit("MUL", "uint32", reciprocal, minus_d)
        step = code.emit("MUL_HI", "uint32", reciprocal, error)
        reciprocal = code.emit("ADD", "uint32", reciprocal, step)
    whole, rest = None, n
    for _ in range(2):
        more = code.emit("MUL_HI", "uint32", rest, reciprocal)
        product = code.emit("MUL", "uint32", more, minus_d)
        rest = code.emit("ADD", "uint32", rest, product)
        whole = more if whole is None else code.emit("ADD", "uint32", whole, more)
    assert whole is not None
    fits = code.emit("GE", "uint32", rest, d)
    above = code.emit("ADD", "uint32", whole, 1)
    less = code.emit("SUB", "uint32", rest, d)
    return (
        code.emit("SEL", "uint32", fits, above, whole),
        code.emit("SEL", "uint32", fits, less, rest),
    )


def _negated_where(code: Code, value: SSAValue, negative: SSAValue) -> SSAValue:
    """The value, or minus it where another one is negative."""
    sign = code.emit("ASR", "int32", negative, 31)
    return code.emit("SUB", "int32", code.emit("XOR", "int32", value, sign), sign)


def is_straight(body: FuncOp) -> bool:
    """Has a function no branch and no call?"""
    return len(body.body.blocks) == 1 and not any(
        isinstance(op, CallOp) for op in body.body.block.ops
    )


def inline_lanes(body: FuncOp, new: NewRegister, op: Instruction) -> list[Operation]:
    """What a straight function of scalars computes, in each lane of an instruction."""
    registers: dict[SSAValue, SSAValue] = {}
    made: list[Operation] = []
    for inner in body.body.block.ops:
        match inner:
            case RegisterOp():
                registers[inner.handle] = new(inner.family, False)
            case InputsOp():
                inputs = [registers[register] for register in inner.registers]
                made += _moves(inputs, op.srcs, op.location)
            case RetOp():
                results = [registers[register] for register in inner.srcs]
                made += _moves(op.dsts, results, op.location)
            case _:
                copy = inner.clone(registers)
                copy.location = op.location
                made.append(copy)
    return made


def _moves(
    dsts: Sequence[SSAValue], srcs: Sequence[SSAValue], location: LocationAttr
) -> list[Operation]:
    return [
        create("MOV", "int32", [dst], [src], location=location)
        for dst, src in zip(dsts, srcs, strict=True)
    ]


def call_in_lanes(
    name: str, lanes: int, new: NewRegister, op: Instruction
) -> list[Operation]:
    """A call of a function of words for each lane of an instruction."""
    (dst,) = op.dsts
    location = op.location
    assert family_of(dst) == "dword"
    made: list[Operation] = []
    numbers = new("dword", False)
    made.append(create("SIMD_ID", "uint32", [numbers], [], location=location))
    found = new("dword", False)
    made.append(loadi(found, "uint32", 0, location=location))
    for lane in range(lanes):
        index, result = new("dword", True), new("dword", True)
        arguments = [new("dword", True) for _ in op.srcs]
        made.append(loadi(index, "uint32", lane, location=location))
        made += [
            create("SIMD_SHUFFLE", "uint32", [to], [src, index], location=location)
            for to, src in zip(arguments, op.srcs, strict=True)
        ]
        made.append(CallOp.of(name, [result], arguments, location))
        is_it, next = new("bool", False), new("dword", False)
        made.append(
            create("EQ", "uint32", [is_it], [numbers, index], location=location)
        )
        sources = [is_it, result, found]
        made.append(create("SEL", "uint32", [next], sources, location=location))
        found = next
    made += _moves([dst], [found], location)
    return made
