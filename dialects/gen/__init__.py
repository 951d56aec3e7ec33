"""
The gen dialect: mutable registers, typed instructions, labelled blocks.

After the intermediate representation of Beignet, Intel's OpenCL compiler. A function is
a list of registers, each of a family (bool, byte, word, dword, qword) and uniform or
varying, and a list of blocks. `gen.register` gives a register's handle; an instruction
takes handles it writes and handles it reads as two groups of operands and has the type
of the operation as a property:

    gen.func @double(dword) -> (dword) {
      %x = gen.register : !gen.reg<dword>
      %y = gen.register : !gen.reg<dword>
      gen.inputs %x
      gen.add int32 %y = %x, %x
      gen.ret %y
    }

`opcodes.csv` lists the opcodes; one class each is generated. circ's extensions:
- `gen.call`, `gen.call_indirect`, and values of `gen.ret`
- `gen.label` and `gen.bra_indirect`: addresses of blocks, and branches to these
- SYMBOL (address of a function, global or label) and FRAME (address of a slot of this
  activation; each FRAME instruction is one slot, however often it is executed)
- CTZ, total: the width for zero; LZD is total in the same way at every width
- MUL_HI, LZD, FBH, FBL, CBIT, BFREV and BSWAP at every integer width, ABS on integers
- `predicated` LOAD, STORE and ATOMIC, whose last source is a bool: lanes where it is
  not set do nothing, and their destinations keep their values
- SIMD_ANY and SIMD_ALL on bools
- IF, ELSE, ENDIF and WHILE end blocks: `structured.py` says how
- `memory`, `circ.memory` on LOAD and STORE; `weights` on `gen.bra_if`
- `gen.global`, functions without a body
"""

from xdsl.ir import Dialect

from circ.dialects.gen.control import (
    BranchOp,
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    IndirectBranchOp,
    InputsOp,
    LabelOp,
    RegisterOp,
    RetOp,
)
from circ.dialects.gen.function import (
    FuncOp,
    GlobalOp,
    instructions_in,
    read_by,
    written_by,
)
from circ.dialects.gen.instructions import (
    OP_CLASSES,
    Instruction,
    create,
    frame,
    load,
    loadi,
    store,
    symbol,
)
from circ.dialects.gen.rules import family_of, is_uniform, kind_of
from circ.dialects.gen.structured import ElseOp, EndIfOp, IfOp, WhileOp
from circ.dialects.gen.types import (
    FAMILY_WIDTH,
    SCALARS,
    RegisterType,
    Scalar,
    width_of_kind,
)

Gen = Dialect(
    "gen",
    [
        FuncOp,
        GlobalOp,
        RegisterOp,
        InputsOp,
        BranchOp,
        CondBranchOp,
        IndirectBranchOp,
        LabelOp,
        RetOp,
        CallOp,
        CallIndirectOp,
        IfOp,
        ElseOp,
        EndIfOp,
        WhileOp,
        *OP_CLASSES.values(),
    ],
    [RegisterType],
)

__all__ = [
    "FAMILY_WIDTH",
    "SCALARS",
    "BranchOp",
    "CallIndirectOp",
    "CallOp",
    "CondBranchOp",
    "ElseOp",
    "EndIfOp",
    "FuncOp",
    "Gen",
    "GlobalOp",
    "IfOp",
    "IndirectBranchOp",
    "InputsOp",
    "Instruction",
    "LabelOp",
    "RegisterOp",
    "RetOp",
    "Scalar",
    "WhileOp",
    "create",
    "family_of",
    "frame",
    "instructions_in",
    "is_uniform",
    "kind_of",
    "load",
    "loadi",
    "read_by",
    "store",
    "symbol",
    "width_of_kind",
    "written_by",
]
