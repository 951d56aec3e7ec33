"""What NaplesPU functions compute before register allocation; see `random_machine`."""

from collections.abc import Sequence

from random_machine import LANE_OPERATIONS, LANES, WORD, Value
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.naplespu.masked import (
    InsertElementOp,
    UnderMaskOp,
    VectorSelectOp,
)
from circ.dialects.naplespu.ops import (
    BranchNonZeroOp,
    DirectCallOp,
    FuncOp,
    IndirectCallOp,
    JumpOp,
    ReturnOp,
)
from circ.dialects.naplespu.pseudos import (
    DynamicAllocaOp,
    FrameAddressOp,
    LoadConstantOp,
    SplatConstantOp,
)


class Interpreter:
    """Runs functions before register allocation."""

    def __init__(self, module: ModuleOp):
        self.functions = {
            op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)
        }
        self.names = list(self.functions)
        self.memory: dict[int, list[int]] = {}
        self.next_address = 0
        self.steps = 0

    def run(self, name: str, arguments: Sequence[Value]) -> list[Value]:
        block: Block = self.functions[name].body.blocks[0]
        values: dict[SSAValue, Value] = dict(zip(block.args, arguments, strict=True))
        objects: dict[int, int] = {}
        while True:
            for op in block.ops:
                self.steps += 1
                match op:
                    case ReturnOp():
                        return [values[value] for value in op.values]
                    case JumpOp():
                        taken, passed = op.target, list(op.arguments)
                    case BranchNonZeroOp():
                        if values[op.condition]:
                            taken, passed = op.taken, list(op.taken_arguments)
                        else:
                            taken, passed = op.next, list(op.next_arguments)
                    case _:
                        operands = [values[operand] for operand in op.operands]
                        results = self.execute(op, operands, objects)
                        values.update(zip(op.results, results, strict=True))
                        continue
                read = [values[value] for value in passed]
                values.update(zip(taken.args, read, strict=True))
                block = taken

    def execute(
        self, op: Operation, operands: list[Value], objects: dict[int, int]
    ) -> list[Value]:
        match op:
            case LoadConstantOp():
                if op.value is not None:
                    return [op.value.data]
                assert op.symbol is not None
                return [self.names.index(op.symbol.data)]
            case SplatConstantOp():
                return [[op.value.data] * LANES]
            case FrameAddressOp():
                if op.number.data not in objects:
                    objects[op.number.data] = self.new_object()
                return [objects[op.number.data]]
            case DynamicAllocaOp():
                return [self.new_object()]
            case DirectCallOp():
                return self.run(op.callee.data, operands)
            case IndirectCallOp():
                callee = operands[0]
                assert isinstance(callee, int)
                return self.run(self.names[callee], operands[1:])
            case VectorSelectOp():
                return [merge(*operands)]
            case InsertElementOp():
                old, element = operands[:2]
                lane = operands[2] if op.lane is None else op.lane.data
                assert isinstance(lane, int)
                return [merge(1 << lane, element, old)]
            case UnderMaskOp():
                mask, *sources, old = operands
                return [merge(mask, compute(op.record.data, sources), old)]
            case RecordOp(RECORD=record):
                if record.name == "SV32WMainmem_U":
                    value, address = operands
                    self.memory[address] = value
                    return []
                if record.name == "LV32WMainmem_U":
                    return [self.memory[operands[0]]]
                if record.name == "WRITEMR":
                    return []  # values are what they would be with all lanes
                imm = None if op.imm is None else op.imm.data
                return [compute(record.name, operands, imm)]
            case _:
                raise NotImplementedError(op.name)

    def new_object(self) -> int:
        self.next_address += 1
        return self.next_address


def lanes(value: Value) -> list[int]:
    return value if isinstance(value, list) else [value] * LANES


def merge(mask: Value, true: Value, old: Value) -> list[int]:
    assert isinstance(mask, int)
    pairs = zip(lanes(true), lanes(old), strict=True)
    return [t if mask >> i & 1 else o for i, (t, o) in enumerate(pairs)]


def compute(name: str, sources: Sequence[Value], imm: int | None = None) -> Value:
    """What a record computes of what it reads, all lanes enabled."""
    x = sources[0]
    if name.startswith("MOVE_VS"):
        return lanes(x)
    if name == "GET_LANEIimm":
        assert imm is not None
        return lanes(x)[imm]
    y = (imm or 0) & WORD if imm is not None else sources[1]
    if name.startswith("SGTUISVV"):
        pairs = enumerate(zip(lanes(x), lanes(y), strict=True))
        return sum((a > b) << i for i, (a, b) in pairs)
    operation = {**LANE_OPERATIONS, "AND": lambda a, b: a & b}[
        next(n for n in (*LANE_OPERATIONS, "AND") if name.startswith(n))
    ]
    if isinstance(x, int) and isinstance(y, int):
        return operation(x, y)
    return [operation(a, b) for a, b in zip(lanes(x), lanes(y), strict=True)]
