"""
`gen-expand-atomics`: ATOMIC becomes a load, the operation and a store.

NaplesPU has no access that excludes other threads (docs/reference/naplespu-isa.md,
section 5.8): one of them may come between load and store. What the vendor's compiler
emits is not atomic either (section 4). Threads are kept apart by barriers only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.reports import count, missed
from circ.dialects.gen import (
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
