"""
Landing blocks for labels, before SSA form is rebuilt.

An edge from an indirect branch cannot be split. So a label moves to a block that only
indirect branches reach and that jumps on; if several of them do, the registers that it
would have to merge go through memory.
"""

from xdsl.ir import Block, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.memory import memory
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import width_of
from circ.dialects.gen import (
    BranchOp,
    FuncOp,
    IndirectBranchOp,
    LabelOp,
    RegisterOp,
    frame,
    load,
    store,
    written_by,
)
from circ.dialects.gen.types import UNSIGNED
from circ.transforms.gen.liveness import Liveness


def isolate_labels(func: FuncOp) -> None:
    """Rewrite the labelled blocks of a function in place; linear but for liveness."""
    branches = [
        op
        for block in func.body.blocks
        if isinstance(op := block.last_op, IndirectBranchOp)
    ]
    if not branches:
        return
    entering: dict[Block, list[IndirectBranchOp]] = {}
    for branch in branches:
        for target in branch.targets:
            entering.setdefault(target, []).append(branch)
    direct = {
        target
        for block in func.body.blocks
        if block.last_op is not None and not isinstance(block.last_op, IndirectBranchOp)
        for target in block.last_op.successors
    }
    shared: list[tuple[Block, list[IndirectBranchOp]]] = []
    for block, sources in entering.items():
        label = block.first_op
        assert isinstance(label, LabelOp)
        isolated = block
        if block in direct or not isinstance(label.next_op, BranchOp):
            isolated = _move_label(label, block, sources)
        if len(sources) > 1:
            shared.append((isolated, sources))
    if shared:
        _pass_in_memory(func, shared)


def _move_label(label: LabelOp, block: Block, sources: list[IndirectBranchOp]) -> Block:
    """A new predecessor that takes the label and the edges of the indirect branches."""
    assert block.parent is not None
    label.detach()
    isolated = Block((label, BranchOp.of(block, label.location)))
    block.parent.insert_block_before(isolated, block)
    for branch in sources:
        for i, successor in enumerate(branch.successors):
            if successor is block:
                branch.successors[i] = isolated
    return isolated


def _pass_in_memory(
    func: FuncOp, shared: list[tuple[Block, list[IndirectBranchOp]]]
) -> None:
    """Store values with several definitions before branches; load them at labels."""
    liveness = Liveness.compute(func)
    definitions: dict[SSAValue, int] = {}
    for block in func.body.blocks:
        for op in block.ops:
            for register in written_by(op):
                definitions[register] = definitions.get(register, 0) + 1
    entry = func.body.first_block
    assert entry is not None
    start = entry.first_op
    while isinstance(start, RegisterOp):
        start = start.next_op
    assert start is not None, "an entry has inputs or a terminator"
    places: dict[SSAValue, SSAValue] = {}

    def place_of(register: SSAValue) -> SSAValue:
        """The register with the address of a register's stack slot."""
        if register not in places:
            if func.lanes is not None:
                raise unsupported(func, "a label of several branches, with lanes,")
            size = size_of(width_of(register.type))
            made = RegisterOp.of("dword", location=func.location)
            entry.insert_op_before(made, start)
            address = frame(made.handle, size, size, location=func.location)
            after = start if start.name != "gen.inputs" else start.next_op
            assert after is not None
            entry.insert_op_before(address, after)
            places[register] = made.handle
        return places[register]

    stored: dict[IndirectBranchOp, dict[SSAValue, None]] = {}
    for block, sources in shared:
        first = block.first_op
        assert first is not None
        for register in liveness.into(block):
            if definitions.get(register, 0) < 2:
                continue
            type = UNSIGNED[width_of(register.type)]
            size = size_of(width_of(register.type))
            address = place_of(register)
            again = load(
                (register,), address, type, memory=memory(size), location=first.location
            )
            block.insert_op_after(again, first)
            for branch in sources:
                stored.setdefault(branch, {})[register] = None
    for branch, registers in stored.items():
        block = branch.parent
        assert block is not None
        for register in registers:
            type = UNSIGNED[width_of(register.type)]
            size = size_of(width_of(register.type))
            block.insert_op_before(
                store(
                    places[register],
                    (register,),
                    type,
                    memory=memory(size),
                    location=branch.location,
                ),
                branch,
            )
