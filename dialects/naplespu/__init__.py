"""The NaplesPU dialect: the many-core's instruction records over register values."""

from xdsl.ir import Dialect

from circ.dialects.naplespu.generated.operations import TYPES, operations
from circ.dialects.naplespu.labels import IndirectJumpOp, LabelOp
from circ.dialects.naplespu.masked import (
    InsertElementOp,
    UnderMaskOp,
    VectorCopyOp,
    VectorSelectOp,
)
from circ.dialects.naplespu.ops import (
    BRANCH_OPS,
    DirectCallOp,
    FuncOp,
    GlobalOp,
    IndirectCallOp,
    JumpOp,
    ReturnOp,
)
from circ.dialects.naplespu.pseudos import (
    DynamicAllocaOp,
    DynamicReleaseOp,
    FrameAddressOp,
    GetRegisterOp,
    LoadConstantOp,
    SlotLoadOp,
    SlotStoreOp,
    SplatConstantOp,
    VariableArgumentsOp,
)
from circ.dialects.naplespu.spilling import (
    FrameType,
    RecomputedType,
    ReloadOp,
    SpillOp,
    SplitOp,
    StackMapOp,
    StackType,
)
from circ.dialects.naplespu.vector_constants import LoadLanesOp

Naplespu = Dialect(
    "naplespu",
    [
        FuncOp,
        GlobalOp,
        *operations().values(),
        *BRANCH_OPS.values(),
        JumpOp,
        IndirectJumpOp,
        LabelOp,
        DirectCallOp,
        IndirectCallOp,
        ReturnOp,
        LoadConstantOp,
        SplatConstantOp,
        FrameAddressOp,
        DynamicAllocaOp,
        DynamicReleaseOp,
        VariableArgumentsOp,
        VectorSelectOp,
        InsertElementOp,
        LoadLanesOp,
        UnderMaskOp,
        VectorCopyOp,
        GetRegisterOp,
        SplitOp,
        SpillOp,
        ReloadOp,
        SlotLoadOp,
        SlotStoreOp,
        StackMapOp,
    ],
    [*TYPES, StackType, RecomputedType, FrameType],
)
