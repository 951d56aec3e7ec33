"""
Lowering is proved gate by gate: gen's instructions compute what the gate does.

One function for each class of gates at each of its types goes through llvlir to gen.
Calls of the run-time library are left to the tests that run it.
"""

import gen_terms
import pytest
from gate_shapes import KINDS, Signature, argument, gate, signatures, term_of
from xdsl.context import Context
from xdsl.dialects.builtin import i1, i8

from circ.dialects.circuit.floats import FExpOp
from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.integers import ClzOp, CtzOp, ExpOp
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.types import is_float, vector_of
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.arithmetic import canonical_nan, is_nan
from circ.dialects.common.terms import TERMS, Term, assert_equal
from circ.dialects.common.widths import width_of
from circ.dialects.gen import FuncOp
from circ.dialects.gen.types import LANES
from circ.targets.circuit.gates import read_gates
from circ.targets.circuit.gates_writer import type_name
from circ.transforms.conversion.llvlir_to_gen import ConvertLlvlirToGenPass
from circ.transforms.pipelines import compile

CALLS = (ExpOp, FExpOp, MathOp)
"""Gates that become calls or loops."""


def without_payload(width: int, term: Term) -> Term:
    """A float whose NaN is the canonical one: no level preserves payloads."""
    nan = canonical_nan(TERMS, width)
    return TERMS.ite(width, is_nan(TERMS, width, term), nan, term)


def lowered(signature: Signature) -> FuncOp:
    """A function of one gate, at gen."""
    kind, types, result, condition = signature
    lines = [f"x{i} = ARG[{type_name(type)}] {{{i}}}" for i, type in enumerate(types)]
    bits = f" {{{condition.upper()}}}" if condition else ""
    operands = ", ".join(f"x{i}" for i in range(len(types)))
    lines += [f"r = {kind.OPCODE}[{type_name(result)}]{bits} : | | {operands}"]
    lines += ["ret = RETURN : SE | DE | r"]
    # Not legalised: numbers of 64 bits stay what they are.
    module = compile(read_gates("\n".join(lines), "f.circuit"), "llvlir")
    ConvertLlvlirToGenPass().apply(Context(), module)
    func = module.body.block.first_op
    assert isinstance(func, FuncOp)
    return func


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind not in CALLS], ids=lambda kind: kind.OPCODE
)
@pytest.mark.every(4, first=2)
def test_gates_at_gen(kind: type[PureGate]):
    for signature in signatures(kind):
        _, types, result, condition = signature
        arguments = [argument(type, index) for index, type in enumerate(types)]
        made = gate(kind, result, *arguments, condition=condition)
        results = gen_terms.results_of(lowered(signature), [*map(term_of, arguments)])
        assert results is not None, "branches or calls"
        (found,), expected = results, term_of(made.results[0])
        if is_float(result):
            width = width_of(result)
            found = without_payload(width, found)
            expected = without_payload(width, expected)
        assert_equal(found, expected)


VECTORS = [
    kind
    for kind in KINDS
    if kind not in (*CALLS, BroadcastOp, LaneOp, SetLaneOp, ClzOp, CtzOp)
]
"""Counts of zeros take z3 long in sixteen lanes; they are instructions of gen."""


@pytest.mark.parametrize("kind", VECTORS, ids=lambda kind: kind.OPCODE)
def test_integer_gates_on_vectors_at_gen(kind: type[PureGate]):
    """All lanes, of types of up to a byte; float gates are the same instructions."""
    narrow = (i1, i8)
    for _, types, result, condition in signatures(kind):
        if result not in narrow or any(type not in narrow for type in types):
            continue
        wide = tuple(vector_of(type, LANES) for type in types)
        made_of = (kind, wide, vector_of(result, LANES), condition)
        arguments = [argument(type, index) for index, type in enumerate(wide)]
        made = gate(kind, vector_of(result, LANES), *arguments, condition=condition)
        results = gen_terms.results_of(lowered(made_of), [*map(term_of, arguments)])
        assert results is not None, "branches or calls"
        assert_equal(results[0], term_of(made.results[0]))


@pytest.mark.parametrize("kind", CALLS[:2], ids=lambda kind: kind.OPCODE)
def test_others_call_or_loop(kind: type[PureGate]):
    """What is left out above is left out for a reason, at some type at least."""
    results = [
        gen_terms.results_of(lowered(signature), [*map(term_of, arguments)])
        for signature in signatures(kind)
        if (arguments := [argument(type, i) for i, type in enumerate(signature[1])])
    ]
    assert None in results
