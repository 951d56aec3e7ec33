"""
`gen-expand-atomics`: ATOMIC becomes accesses, a SYNC that is a fence an intrinsic.

An ATOMIC is a load, the operation and a store: NaplesPU has no access that excludes
other threads (docs/reference/naplespu-isa.md, section 5.8), and one of them may come
between load and store. What the vendor's compiler emits is not atomic either (section
4). Threads are kept apart by barriers only. A SYNC that is no barrier of threads is
replaced by the instruction that orders accesses (`Machine.fence`), which no pass moves
others across.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.module_functions import functions_of, name_of
from circ.dialects.common.reports import count, missed
from circ.dialects.gen import (
    CallOp,
    FuncOp,
    Instruction,
    instructions_in,
    is_uniform,
    load,
    store,
)
from circ.dialects.gen.semantics import atomic
from circ.dialects.gen.types import UNSIGNED
from circ.dialects.gen.unsupported_features import (
    special_registers,
    unsupported_feature,
)
from circ.targets.machines import machine_of
from circ.transforms.gen.emitter import Emitter, Instructions, declare
from circ.transforms.gen.lane_division import as_last, compute_lanes, lanes_of


@dataclass(frozen=True)
class GenExpandAtomicsPass(ModulePass):
    """Replace atomic updates by loads, operations and stores."""

    name = "gen-expand-atomics"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                expand_atomics(function)
                expand_fences(op, function)


def expand_atomics(function: FuncOp) -> None:
    """Replace the ATOMICs of one function, lane by lane where it has several."""
    atomics = instructions_in(function, "ATOMIC")
    if not atomics:
        return
    new = declare(function)
    special = special_registers(function)
    for op in atomics:
        if (what := unsupported_feature(op, special)) is not None:
            raise unsupported(op, f"{what} on NaplesPU")
        count("atomic updates expanded")
        missed(op, "not atomic: becomes a load, the operation and a store")
        _expand(op, Emitter.like(function, op, new), function.lane_count)


WORKGROUP = 1
"""The bit of SYNC's mask for a barrier of threads."""


def expand_fences(module: ModuleOp, function: FuncOp) -> None:
    """Replace the SYNCs of a function that only order accesses."""
    machine, new = machine_of(module), declare(function)
    fences = [
        op
        for op in instructions_in(function, "SYNC")
        if not op.integer("mask") & WORKGROUP
    ]
    for op in fences:
        emit = Emitter.like(function, op, new)
        if machine.fence is not None:
            name, numbers = machine.fence
            emit.uniform = True
            operands = [emit.constant("int32", number) for number in numbers]
            call = CallOp.of(name, (), operands, op.location)
            emit.ops.append(call)
            _declare(module, name, len(numbers))
        emit.replace(op)


def _declare(module: ModuleOp, name: str, count: int) -> None:
    if all(name_of(function) != name for function in functions_of(module)):
        kinds = ["dword"] * count
        module.body.block.add_op(FuncOp.of(name, kinds, [], None, private=True))


def _expand(op: Instruction, emit: Emitter, lanes: int) -> None:
    (dst,), type = op.dsts, UNSIGNED[op.scalar.width]
    srcs, predicate = list(op.srcs), op.predicate
    if predicate is not None:
        if lanes == 1:
            raise unsupported(op, "a predicate in a function of one lane")
        srcs[:1] = as_last(emit, lanes, predicate, srcs[:1])
        bits = [emit.constant("uint32", bit) for bit in (1, 0)]
        srcs[-1] = emit.temporary("SEL", "uint32", predicate, *bits)
    if lanes > 1 and not is_uniform(dst):
        update = partial(_updated, op)
        (found,) = compute_lanes(emit, lanes, srcs, [type], update)
    else:
        # A uniform register is written once, in lane 0.
        if lanes > 1:
            emit.uniform = True
            *_, srcs = next(lanes_of(emit, 1, srcs))
        (found,) = _updated(op, emit, srcs)
    # Last: it may be the register of the address or of a value.
    if op.keeps_lanes:
        assert predicate is not None
        emit.put("SEL", type, dst, predicate, found, dst)
    else:
        emit.put("MOV", type, dst, found)
    emit.replace(op)


def _updated(
    op: Instruction, emit: Emitter, srcs: Sequence[SSAValue]
) -> list[SSAValue]:
    """Load, change and store the value of one lane; the old one."""
    type, location = op.scalar.name, op.location
    address, *values = srcs
    old = emit.new(op.scalar.family)
    emit.ops.append(load((old,), address, type, memory=op.access, location=location))
    k, width = Instructions(emit, op.scalar.signed), op.scalar.width
    value = atomic(k, op.text("operation"), width, old, values)
    if op.predicate is not None:
        is_on = k.icmp("ne", 32, values[-1], k.const(32, 0))
        value = k.ite(width, is_on, value, old)
    put = store(address, (value,), type, memory=op.access, location=location)
    emit.ops.append(put)
    return [old]
