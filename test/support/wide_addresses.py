"""Circuits with addresses of 64 bits, made from those with 32."""

from random import Random

from levels import parsed
from random_loops import loop_program
from xdsl.dialects.builtin import FunctionType, IntAttr, ModuleOp
from xdsl.ir import Attribute, Operation
from xdsl.rewriter import Rewriter

from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.conversions import BitcastOp, SExtOp, TruncOp
from circ.dialects.circuit.types import ARCH, ARCH64
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SIGNATURE
from circ.targets.execute.circuit.interpreter import run
from circ.targets.execute.memory import Memory
from circ.transforms.circuit.verify import CircuitVerifyPass
from circ.transforms.pipelines import circuit_passes, compile, run_passes

LIMIT = 1_000_000
"""Gates that a program may execute."""


def _wide(type: Attribute) -> Attribute:
    return ARCH64 if type == ARCH else type


def widen(module: ModuleOp) -> None:
    """
    Give the circuits of a module addresses of 64 bits.

    Offsets of 32 bits are extended with their sign, so that those of loops stay.
    """
    for func in module.ops:
        if not isinstance(func, FuncOp):
            continue
        inputs, outputs = (
            [_wide(type) for type in types]
            for types in (func.type.inputs, func.type.outputs)
        )
        func.function_type = FunctionType.from_lists(inputs, outputs)
        func.attributes.pop(SIGNATURE, None)
        for gate in [*func.body.block.ops]:
            _widen_gate(gate)
        verify_circuit(func)


def _widen_gate(gate: Operation) -> None:
    """The operands of a gate may be wide already."""
    for result in gate.results:
        if result.type != ARCH:
            continue
        if isinstance(gate, ConstantOp):
            gate.bits = IntAttr(INTS.const(64, to_signed(32, gate.bits.data)))
        Rewriter.replace_value_with_new_type(result, ARCH64)
    if not isinstance(gate, BitcastOp):
        return
    types = [value.type for value in (gate.operands[0], gate.result)]
    if any(type in (ARCH, ARCH64) for type in types):
        kind = SExtOp if gate.result.type == ARCH64 else TruncOp
        new = kind.create(operands=gate.operands, result_types=[gate.result.type])
        Rewriter.replace_op(gate, new)


def executed(
    module: ModuleOp, arguments: tuple[tuple[int, ...], ...]
) -> tuple[list[int], list[int]] | str:
    """
    The results of @main and its arrays afterwards, or what is wrong.

    Several numbers are an array of words, of which the address is passed.
    """
    memory, bits, places = Memory(), list[int](), list[tuple[int, int]]()
    for each in arguments:
        if len(each) == 1:
            bits += each
            continue
        address = memory.allocate(4 * len(each))
        for place, word in enumerate(each):
            memory.store(address + 4 * place, 4, word)
        bits.append(address)
        places.append((address, len(each)))
    try:
        results = run(module, "main", bits, memory, max_operations=LIMIT).results
    except Diagnostic as error:
        return error.message
    words = [memory.load(at + 4 * i, 4) for at, count in places for i in range(count)]
    return results, words


def check_passes(
    module: ModuleOp, runs: tuple[tuple[tuple[int, ...], ...], ...], opt: int
) -> None:
    """The passes of a level keep what the circuits of a module do."""
    optimized = module.clone()
    run_passes([*circuit_passes(opt, ()), CircuitVerifyPass()], optimized)
    for arguments in runs:
        assert executed(optimized, arguments) == executed(module, arguments)


def check_loops(seed: int, opt: int) -> None:
    """A random program of loops over arrays does the same at both widths."""
    program = loop_program(Random(seed))
    module = compile(parsed(program.text), "circuit", opt=0)
    narrow = [executed(module, arguments) for arguments in program.arguments]
    widen(module)
    assert [executed(module, each) for each in program.arguments] == narrow
    check_passes(module, program.arguments, opt)
