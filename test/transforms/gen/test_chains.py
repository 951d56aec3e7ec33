"""Use-def and def-use chains, against their definition by paths."""

import pytest
from gen_lanes import random_function
from work import calls_in
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.gen import FuncOp, read_by, written_by
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.chains import Chains, Definition, Use


def reaching(func: FuncOp, use: Operation, register: SSAValue) -> set[Definition]:
    """Go back from a use, on every path, to the last operation that writes."""
    predecessors: dict[Block, list[Block]] = {b: [] for b in func.body.blocks}
    flow = ControlFlow(func.body)
    for number in flow.tree.reverse_postorder:
        for next in flow.successors[number]:
            predecessors[flow.blocks[next]].append(flow.blocks[number])
    found: set[Definition] = set()
    seen: set[Block] = set()
    assert use.parent is not None
    work: list[tuple[Block, Operation | None]] = [(use.parent, use.prev_op)]
    while work:
        block, op = work.pop()
        while op is not None:
            writes = list(written_by(op))
            if register in writes:
                # Of several destinations the last one stays.
                index = len(writes) - 1 - writes[::-1].index(register)
                found.add(Definition(op, index))
                break
            op = op.prev_op
        else:
            for before in predecessors[block]:
                if before not in seen:
                    seen.add(before)
                    work.append((before, before.last_op))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_chains_connect_what_paths_connect(seed: int):
    func = random_function(seed, 2 + seed % 12)
    chains, flow = Chains(func), ControlFlow(func.body)
    uses: dict[Definition, set[Use]] = {}
    definitions: list[Definition] = []
    for number, block in enumerate(flow.blocks):
        if not flow.tree.is_reachable(number):
            continue
        for op in block.ops:
            definitions += [Definition(op, i) for i in range(len(written_by(op)))]
            for index, register in enumerate(read_by(op)):
                expected = reaching(func, op, register)
                assert {*chains.definitions_of(op, index)} == expected
                single = chains.single_definition(op, index)
                assert single == (min(expected, key=id) if len(expected) == 1 else None)
                for definition in expected:
                    uses.setdefault(definition, set()).add(Use(op, index))
    for definition in definitions:
        found = chains.uses_of(definition.op, definition.index)
        assert {*found} == uses.get(definition, set())
        assert len(found) == len({*found})


def test_work_is_near_linear():
    small, large = (random_function(3, blocks) for blocks in (300, 3000))
    work = calls_in(lambda: Chains(small))
    assert calls_in(lambda: Chains(large)) < 14 * work
