"""
`naplespu-combine`, proved: each form with an immediate computes what the record with
the constant in a register does, for all registers and immediates; and so does code
before and after the pass, for constants at the edges and for offsets in accesses.
"""

from collections.abc import Sequence
from itertools import product

import machine_terms
import pytest
from machine_terms import Values
from xdsl.dialects.builtin import IntAttr, ModuleOp, UnknownLoc
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.common.algebra import to_signed
from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.terms import TERMS, Bytes, Term, assert_equal, symbol
from circ.dialects.naplespu.generated.operations import ScalarType, operations
from circ.dialects.naplespu.ops import ReturnOp, instruction
from circ.dialects.naplespu.pseudos import LoadConstantOp
from circ.dialects.naplespu.registers import SCALAR, VECTOR
from circ.dialects.naplespu.semantics import ACCESSES, IEEE, compute
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.generated.instr_info import (
    Opcode,
    getImmediateOpcode,
)
from circ.tools.formats import context
from circ.transforms.naplespu.analysis.accesses import accesses
from circ.transforms.naplespu.optimization.combine import (
    Class,
    CombinePass,
    Form,
    combine,
    forms,
    sums,
)
from circ.transforms.naplespu.optimization.fuse_branches import FuseBranchesPass

UNKNOWN = UnknownLoc()
IMMEDIATES = range(-256, 256)
EDGES = (0, 1, 5, 31, 32, 255, 256, 257, -1, -2, -255, -256, -257, 1 << 31, 70000)

FORMS = [
    pytest.param(record, place, form, id=f"{record.RECORD.name}-{place}-{index}")
    for record, places in forms().items()
    for place, found in enumerate(places)
    for index, form in enumerate(found)
]


def type_of(kind: type) -> Attribute:
    return SCALAR if kind is ScalarType else VECTOR


def meaning(record: Class, *sources: Term) -> Term:
    """What a record computes, of vectors in one lane."""
    name = record.RECORD.operation
    if name in IEEE.comparisons:
        return IEEE.comparisons[name](TERMS, *sources)
    return compute(TERMS, name, *sources)


def test_all_records_with_an_immediate_form_are_combined():
    mapped = {
        name
        for name, record in operations().items()
        if getImmediateOpcode(Opcode[name]) >= 0
        and len(record.RECORD.shape.sources) == 2
    }
    assert {record.RECORD.name for record in forms()} == mapped
    assert len(mapped) == 2 * 11 + 2 * 10 + 1  # arithmetic, comparisons, getlane


@pytest.mark.parametrize(("record", "place", "form"), FORMS)
def test_form_is_the_record_with_a_constant(record: Class, place: int, form: Form):
    immediate = TERMS.sext(9, 32, symbol("imm", 9))
    zero = TERMS.const(32, 0)
    constant = TERMS.sub(32, zero, immediate) if form.negates else immediate
    if record.RECORD.operation == "getlane_i32":  # of all lanes
        assert form.record.RECORD.operation == "getlane_i32" and not form.negates
        return
    x = symbol("x", 32)
    sources = (constant, x) if place == 0 else (x, constant)
    assert form.place == 1 - place
    assert_equal(meaning(form.record, x, immediate), meaning(record, *sources))


@pytest.mark.parametrize("negates", (False, True))
def test_immediates_of_all_constants(negates: bool):
    form = Form(operations()["ADDSSI"], 0, negates)
    for value in IMMEDIATES:
        constant = (-value if negates else value) % (1 << 32)
        assert form.immediate(constant) == value
    for value in (-257, 256, 1 << 31, 70000):
        assert form.immediate((-value if negates else value) % (1 << 32)) is None


class Code:
    """One block, before the pass and after it, as terms."""

    def __init__(self, *types: Attribute):
        self.block = Block(arg_types=types)
        self.region = Region(self.block)
        self.inputs: Values = {
            argument: symbol(f"x{i}", 32) for i, argument in enumerate(self.block.args)
        }

    def constant(self, bits: int) -> SSAValue:
        op = LoadConstantOp.create(
            properties={"value": IntAttr(bits % (1 << 32))}, result_types=[SCALAR]
        )
        self.block.add_op(op)
        return op.result

    def record(
        self, name: str, *sources: SSAValue, imm: int | None = None
    ) -> list[SSAValue]:
        outs = operations()[name].RECORD.shape.outs
        types = [type_of(kind) for _, kind in outs]
        op = instruction(name, sources, types, imm=imm, location=UNKNOWN)
        self.block.add_op(op)
        return list(op.results)

    def returns(self, values: Sequence[SSAValue]) -> None:
        self.block.add_op(ReturnOp.create(operands=values))

    def terms(self) -> tuple[list[Term], Bytes]:
        """What is returned, and the memory then."""
        values, memory = dict(self.inputs), Bytes("memory")
        *ops, last = self.block.ops
        machine_terms.run(ops, values, memory)
        return [values[value] for value in last.operands], memory

    def users(self) -> list[Operation]:
        return [op for op in self.block.ops if isinstance(op, RecordOp)]


def check(code: Code) -> int:
    """The pass changes nothing of what code computes. How many have changed."""
    before, stored = code.terms()
    changed = combine(code.region)
    for op in code.block.ops:
        op.verify()
    after, stored_after = code.terms()
    for expected, found in zip(before, after, strict=True):
        assert_equal(found, expected)
    anywhere = symbol("anywhere", 32)
    assert_equal(stored_after.load(anywhere, 1), stored.load(anywhere, 1))
    return changed


SCALAR_RECORDS = [
    record.RECORD.name
    for record in forms()
    if all(kind is ScalarType for kind in record.RECORD.shape.sources)
]


@pytest.mark.parametrize("place", (0, 1))
@pytest.mark.parametrize("name", SCALAR_RECORDS)
def test_constants_of_records(name: str, place: int):
    """Each fits or stays, first and second."""
    possible = forms()[operations()[name]][place]
    for bits in EDGES:
        code = Code(SCALAR)
        constant = code.constant(bits)
        sources = (constant, code.block.args[0])
        code.returns(code.record(name, *(sources if place == 0 else sources[::-1])))
        found = [form.immediate(bits % (1 << 32)) for form in possible]
        fits = [
            (form.record, value)
            for form, value in zip(possible, found, strict=True)
            if value is not None
        ]
        changed = check(code)
        if name == "ANDSSS_32" and bits % (1 << 32) == (1 << 32) - 1:
            assert changed and not code.users()  # all bits stay as they are
            continue
        assert changed == (1 if fits else 0)
        (user,) = code.users()
        assert isinstance(user, RecordOp)
        if fits:
            assert user.imm is not None
            assert (user.__class__, user.imm.data) == fits[0]


def test_a_constant_twice_in_one_instruction():
    code = Code(SCALAR)
    constant = code.constant(3)
    code.returns(code.record("ADDSSS_32", constant, constant))
    assert check(code) == 1
    (user,) = code.users()
    assert user.operands[0] is constant


OFFSETS = (0, 4, 100, 252, 255, -256, -4)
WORDS = [
    record.RECORD.name
    for record in accesses()
    if not ACCESSES[record.RECORD.operation].vector
    or ACCESSES[record.RECORD.operation].element == 4
]


@pytest.mark.parametrize("name", WORDS)
def test_offsets_of_accesses(name: str):
    """The sum that an address is becomes the offset, if both fit together."""
    for first, second in product(OFFSETS, OFFSETS):
        sources = operations()[name].RECORD.shape.sources
        code = Code(*map(type_of, sources))
        *values, base = code.block.args
        (address,) = code.record("ADDSSI", base, imm=first)
        code.returns(code.record(name, *values, address, imm=second))
        folds = first + second in IMMEDIATES
        assert check(code) == folds
        access = code.users()[-1]
        assert isinstance(access, RecordOp) and access.imm is not None
        assert access.operands[-1] is (base if folds else address)
        assert access.imm.data == (first + second if folds else second)


def test_what_is_stored_is_no_address():
    code = Code(SCALAR)
    (sum,) = code.record("ADDSSI", code.block.args[0], imm=8)
    code.returns(code.record("S32W_Mainmem", sum, sum, imm=0))
    assert check(code) == 1
    assert list(code.users()[-1].operands) == [sum, code.block.args[0]]


@pytest.mark.parametrize("name", sorted(record.RECORD.name for record in sums()))
def test_sums_of_sums(name: str):
    for first, second in product(OFFSETS, OFFSETS):
        (kind,) = operations()[name].RECORD.shape.sources
        code = Code(type_of(kind))
        (inner,) = code.record(name, code.block.args[0], imm=first)
        code.returns(code.record(name, inner, imm=second))
        assert check(code) == (first + second in IMMEDIATES)


@pytest.mark.parametrize("step", (0, 1, 100))
def test_a_chain_of_sums_is_linear(step: int):
    """What a sum is made of changes once, however long the chain is."""
    length = 2000
    code = Code(SCALAR)
    value = code.block.args[0]
    one = code.constant(step)
    for _ in range(length):
        (value,) = code.record("ADDSSS_32", value, one)
    code.returns([value])
    assert length <= combine(code.region) <= 2 * length
    assert combine(code.region) == 0
    *_, last = code.block.ops
    total, op = 0, last.operands[0].owner
    while isinstance(op, RecordOp):
        assert op.imm is not None
        total += op.imm.data
        op = op.operands[0].owner
    assert to_signed(32, total) == step * length


def test_sums_of_themselves_end():
    """As in code that nothing reaches."""
    code = Code(SCALAR)
    (first,) = code.record("ADDSSI", code.block.args[0], imm=0)
    (second,) = code.record("ADDSSI", first, imm=1)
    (third,) = code.record("ADDSSI", second, imm=-1)
    code.returns([third])
    owner = first.owner
    assert isinstance(owner, RecordOp)
    owner.operands[0] = third
    assert combine(code.region) < 10
    assert combine(code.region) < 10


def test_registers_are_left_alone():
    """What a sum adds to may be another value where the sum is used."""
    module = parse_module(context(), ALLOCATED, "allocated.mlir")
    assert isinstance(module, ModuleOp)
    before = str(module)
    CombinePass().apply(context(), module)
    FuseBranchesPass().apply(context(), module)
    assert str(module) == before


ALLOCATED = """
naplespu.func @f {
^bb0(%a : !naplespu.scalar<s0>):
  %b = naplespu.ADDSSI(%a), 8 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s1>
  %c = naplespu.SEQSISSI(%a), 0 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s2>
  %d = naplespu.LoadI32 5 : !naplespu.scalar<s0>
  %e = naplespu.L32W_Mainmem(%b), 0 : (!naplespu.scalar<s1>) -> !naplespu.scalar<s0>
  naplespu.BNEZ %c : !naplespu.scalar<s2>, ^bb1, ^bb2
^bb1:
  naplespu.JRET %e : !naplespu.scalar<s0>
^bb2:
  naplespu.JRET %d : !naplespu.scalar<s0>
}
"""
