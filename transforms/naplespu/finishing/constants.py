"""
Constants after register allocation: immediates, and objects of the module.

A vector constant whose lanes differ is an object in memory, shared by all loads of it.
Where the program may have disabled lanes (`masked`), which a load would not write, the
lanes are set one by one.
"""

from hashlib import sha256

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Attribute, Operation
from xdsl.rewriter import Rewriter

from circ.dialects.common.algebra import to_signed
from circ.dialects.common.memory import memory
from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.generated.operations import operations
from circ.dialects.naplespu.masked import has_mask
from circ.dialects.naplespu.ops import FuncOp, GlobalOp, RecordOp, instruction
from circ.dialects.naplespu.pseudos import GetRegisterOp
from circ.dialects.naplespu.register_file import ALL_LANES, LANES, RM, TR
from circ.dialects.naplespu.registers import scalar
from circ.dialects.naplespu.vector_constants import LoadLanesOp

BYTES = 4 * LANES
"""The size and the alignment of such an object in bytes."""


def constant(
    value: int, type: Attribute, records: tuple[str, str, str], op: Operation
) -> list[RecordOp]:
    """
    The operations that load a constant; the last one's result is the constant.

    `records` move an immediate to a register, to its upper and to its lower half.
    """
    whole, upper, lower = records
    high, low = (to_signed(16, half) for half in divmod(value, 1 << 16))
    if high == 0:
        return [instruction(whole, (), (type,), imm=low, location=op.location)]
    return [
        instruction(upper, (), (type,), imm=high, location=op.location),
        instruction(lower, (), (type,), imm=low, location=op.location),
    ]


def expand_vector_constants(module: ModuleOp) -> None:
    """Replace the constants of all functions, and add the objects that they load."""
    objects: dict[str, GlobalOp] = {}
    names = {op.sym_name.data for op in operations_in(module.body, GlobalOp)}
    for func in operations_in(module.body, FuncOp):
        masked = has_mask(func.body)
        for op in operations_in(func.body, LoadLanesOp):
            if masked:
                made = _set_lanes(op)
                Rewriter.replace_op(op, made, [made[-2].results[0]])
                continue
            name = name_of(op)
            if name not in objects and name not in names:
                objects[name] = _object(op)
            Rewriter.replace_op(op, _load(op, name))
    first = module.body.block.first_op
    if first is not None:
        module.body.block.insert_ops_before(list(objects.values()), first)


def name_of(op: LoadLanesOp) -> str:
    """The name of the object that holds a constant."""
    return f".Llanes_{sha256(_bytes(op)).hexdigest()[:16]}"


def _bytes(op: LoadLanesOp) -> bytes:
    return b"".join(word.to_bytes(4, "little") for word in op.words)


def _object(op: LoadLanesOp) -> GlobalOp:
    return GlobalOp.of(name_of(op), BYTES, BYTES, _bytes(op), constant=True)


def _load(op: LoadLanesOp, name: str) -> list[Operation]:
    symbol = {"symbol": StringAttr(name)}
    high = operations()["LEAH"].create(
        result_types=[scalar(TR)], properties=symbol, location=op.location
    )
    low = operations()["LEAL"].create(
        operands=high.results,
        result_types=[scalar(TR)],
        properties=symbol,
        location=op.location,
    )
    load = instruction(
        "LV32WMainmem_U",
        low.results,
        (op.result.type,),
        imm=0,
        memory=memory(BYTES),
        location=op.location,
    )
    return [high, low, load]


def _set_lanes(op: LoadLanesOp) -> list[Operation]:
    """Splat the most frequent lane, then set the others under a mask each."""
    words = op.words
    usual = max(words, key=words.count)
    rm = GetRegisterOp.create(result_types=[scalar(RM)], location=op.location)
    saved = instruction("MOVE_SS_32", rm.results, (scalar(TR),), location=op.location)
    made: list[Operation] = [rm, saved, *_under_mask(op, ALL_LANES, usual)]
    for lane, word in enumerate(words):
        if word != usual:
            made += _under_mask(op, 1 << lane, word)
    result = made[-1].results[0]
    again = instruction(
        "MOVE_SS_32", saved.results, (scalar(RM),), location=op.location
    )
    assert result.type == op.result.type
    return [*made, again]


def _under_mask(op: LoadLanesOp, mask: int, word: int) -> list[Operation]:
    """Set the lanes of a mask to a constant; the mask stays set."""
    set_mask = instruction(
        "MOVEISI", (), (scalar(RM),), imm=to_signed(16, mask), location=op.location
    )
    records = ("MOVEIVI_U", "MOVEIHVI_U", "MOVEILVI_U")
    return [set_mask, *constant(word, op.result.type, records, op)]
