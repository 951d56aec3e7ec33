"""The NaplesPU dialect: the many-core's instruction records over register values."""

from xdsl.ir import Dialect

from circ.dialects.naplespu.ops import (
    BRANCH_OPS,
    DirectCallOp,
    FuncOp,
    GlobalOp,
    IndirectCallOp,
    JumpOp,
    ReturnOp,
    record_ops,
)
from circ.dialects.naplespu.pseudos import (
    FrameAddressOp,
    GetRegisterOp,
    LoadConstantOp,
    SlotLoadOp,
    SlotStoreOp,
)
from circ.dialects.naplespu.registers import ScalarType, VectorType

Naplespu = Dialect(
    "naplespu",
    [
        FuncOp,
        GlobalOp,
        *record_ops().values(),
        *BRANCH_OPS.values(),
        JumpOp,
        DirectCallOp,
        IndirectCallOp,
        ReturnOp,
        LoadConstantOp,
        FrameAddressOp,
        GetRegisterOp,
        SlotLoadOp,
        SlotStoreOp,
    ],
    [ScalarType, VectorType],
)
