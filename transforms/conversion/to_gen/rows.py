"""
Conversion of the scalar rows of llvlir to gen: one or a few instructions each.

`lanes` applies the same conversions to vectors; both levels compute by the same rules.
Gen has no arithmetic on bools: operations of one bit become logic. Where a row takes
several instructions only the last writes its register, which may therefore be one of
those that the row reads.
"""

from collections.abc import Callable, Sequence

from xdsl.ir import Attribute, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.widths import width_of
from circ.dialects.gen import create, frame, load, store
from circ.dialects.gen.types import FAMILY, FLOAT, SIGNED, UNSIGNED
from circ.dialects.llvlir.ops import TableOp
from circ.dialects.llvlir.rules import immediate_of, type_parameters
from circ.dialects.llvlir.semantics import (
    SCALAR_BASE,
    attributes_of,
    meaning,
    scalar_row,
)
from circ.dialects.llvlir.types import is_integer, is_number
from circ.transforms.conversion.to_gen.emitter import FunctionEmitter
from circ.transforms.gen.emitter import (
    CONDITIONS,
    Instructions,
    compare_into,
    negation,
)

Sources = Sequence[SSAValue]
Convert = Callable[[FunctionEmitter, TableOp, SSAValue, Sources], None]
"""Converts a row, given its destination and source registers."""


def types_of(op: TableOp) -> Sequence[Attribute]:
    """The type parameters of a row that are types, not lanes."""
    types = type_parameters(op.properties)
    return types[1:] if types and is_number(types[0]) else types


def base_of(op: TableOp) -> str:
    """The name without suffix of a row, or of that which it does in each lane."""
    return SCALAR_BASE.get(op.ROW.base, op.ROW.base)


def of_floats(op: TableOp) -> bool:
    """Is the row's one type a float?"""
    return op.ROW.suffix in ("F", "VF")


def width_in(op: TableOp, number: int = 0) -> int:
    """The width of a type parameter, which must be one of gen's."""
    type = types_of(op)[number]
    width = width_of(type)
    if width not in (FAMILY if is_integer(type) else FLOAT):
        raise unsupported(op, f"type {type} in gen")
    return width


# region Integers

INTEGER_ROWS = {
    "add": ("ADD", SIGNED),
    "addu": ("ADD", UNSIGNED),
    "sub": ("SUB", SIGNED),
    "subu": ("SUB", UNSIGNED),
    "mul": ("MUL", SIGNED),
    "mulu": ("MUL", UNSIGNED),
    "mulh": ("MUL_HI", SIGNED),
    "mulhu": ("MUL_HI", UNSIGNED),
    "div": ("DIV", SIGNED),
    "rem": ("REM", SIGNED),
    "divu": ("DIV", UNSIGNED),
    "remu": ("REM", UNSIGNED),
    "and": ("AND", SIGNED),
    "or": ("OR", SIGNED),
    "xor": ("XOR", SIGNED),
    "sll": ("SHL", SIGNED),
    "srl": ("SHR", UNSIGNED),
    "sra": ("ASR", SIGNED),
    "abs": ("ABS", SIGNED),
    "ctz": ("CTZ", UNSIGNED),
    "clz": ("LZD", UNSIGNED),
    "popc": ("CBIT", UNSIGNED),
    "brev": ("BFREV", UNSIGNED),
    "bswap": ("BSWAP", UNSIGNED),
}
"""Rows that are one instruction on integers, by their name without suffix."""

IMMEDIATE_ROWS = {
    "addi": "add",
    "subi": "sub",
    "srli": "srl",
    "srai": "sra",
    "slli": "sll",
}
"""Rows that are another with a constant as their last operand."""


def _integer(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    width = width_in(op)
    base = base_of(op)
    if width == 1:
        _bit(emit, op, base, dst, srcs)
        return
    opcode, types = INTEGER_ROWS[base]
    emit.put(opcode, types[width], dst, *srcs)


def _bit(
    emit: FunctionEmitter, op: TableOp, base: str, dst: SSAValue, srcs: Sources
) -> None:
    """One bit: signed it is 0 or -1, shift amounts are all 0."""
    match base:
        case "and" | "mul" | "mulu" | "max" | "minu":
            emit.put("AND", "bool", dst, *srcs)
        case "or" | "min" | "maxu":
            emit.put("OR", "bool", dst, *srcs)
        case "xor" | "add" | "addu" | "sub" | "subu":
            emit.put("XOR", "bool", dst, *srcs)
        case "div" | "divu":  # all ones by zero
            emit.put("OR", "bool", dst, srcs[0], negation(emit, srcs[1]))
        case "rem" | "remu":  # the dividend by zero
            emit.put("AND", "bool", dst, srcs[0], negation(emit, srcs[1]))
        case "mulh" | "mulhu":
            emit.load_constant(dst, "bool", 0)
        case "not" | "clz" | "ctz":
            emit.put("XOR", "bool", dst, srcs[0], emit.constant("bool", 1))
        case _:  # neg, abs, popc, reversals and shifts
            emit.put("MOV", "bool", dst, srcs[0])


def _immediate(
    emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources
) -> None:
    base = IMMEDIATE_ROWS[base_of(op)]
    width = width_in(op)
    constant = emit.constant(SIGNED[width], immediate_of(op))
    if width == 1:
        _bit(emit, op, base, dst, (*srcs, constant))
    else:
        opcode, types = INTEGER_ROWS[base]
        emit.put(opcode, types[width], dst, *srcs, constant)


NEGATED_LOGIC = ("nand", "nor", "xnor", "andc", "orc")
"""Rows that complement their result or their second operand."""


def _expanded(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    """The operations that a row expands to; the last one writes its result."""
    if width_in(op) == 1 and base_of(op) not in NEGATED_LOGIC:
        _bit(emit, op, base_of(op), dst, srcs)
        return
    row = scalar_row(op.ROW) if op.ROW.suffix.startswith("V") else op.ROW
    assert row is not None
    _, immediates, condition, _ = attributes_of(op)
    compute = meaning(Instructions(emit), row, types_of(op), immediates, condition)
    assert compute is not None
    known = len(emit.registers)
    result = compute(*srcs)
    last = emit.ops[-1] if emit.ops else None
    made = len(emit.registers) > known
    if (
        last is None
        or not made
        or not (last.operands[0] is result is emit.registers[-1].handle)
    ):
        # What it computes is simpler than the row: a source, or made earlier.
        emit.put("MOV", SIGNED[width_of(dst.type)], dst, result)
        return
    emit.registers.pop()
    last.operands[0] = dst


def _constant(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    types = FLOAT if of_floats(op) else SIGNED
    emit.load_constant(dst, types[width_in(op)], immediate_of(op))


# endregion
# region Comparison and selection


def _compare(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    assert op.condition is not None
    compare_into(emit, op.condition.data, width_in(op), dst, srcs)


def _compare_floats(
    emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources
) -> None:
    assert op.condition is not None
    condition = op.condition.data
    if condition in ("fa", "tr"):
        emit.load_constant(dst, "bool", int(condition == "tr"))
    else:
        emit.put(CONDITIONS[condition], FLOAT[width_in(op)], dst, *srcs)


def _select(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    types = FLOAT if of_floats(op) else SIGNED
    emit.put("SEL", types[width_in(op)], dst, *srcs)


# endregion
# region Floats

FLOAT_ROWS = {
    "add": "ADD",
    "sub": "SUB",
    "mul": "MUL",
    "div": "DIV",
    "frem": "REM",
    "sqrt": "SQR",
    "abs": "ABS",
}


def _float(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    _require_nearest(op)
    emit.put(FLOAT_ROWS[base_of(op)], FLOAT[width_in(op)], dst, *srcs)


def _require_nearest(op: TableOp) -> None:
    if op.rounding is not None and op.rounding.data != "rne":
        raise unsupported(op, f"rounding mode {op.rounding.data} in gen")


# endregion
# region Conversions


def _extend(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    to, width = width_in(op), width_in(op, 1)
    signed = base_of(op) == "sext"
    if width == 1:
        ones = emit.constant(SIGNED[to], -1 if signed else 1)
        zero = emit.constant(SIGNED[to], 0)
        emit.put("SEL", SIGNED[to], dst, srcs[0], ones, zero)
    else:
        source = (SIGNED if signed else UNSIGNED)[width]
        emit.put("CVT", SIGNED[to], dst, srcs[0], src_type=source)


def _truncate(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    to, width = width_in(op), width_in(op, 1)
    type = SIGNED[width]
    if to == 1:
        low = emit.temporary("AND", type, srcs[0], emit.constant(type, 1))
        emit.put("NE", type, dst, low, emit.constant(type, 0))
    else:
        emit.put("CVT", SIGNED[to], dst, srcs[0], src_type=type)


ONE = {32: 0x3F800000, 64: 0x3FF << 52}
SIGN = {32: 1 << 31, 64: 1 << 63}


def _to_float(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    _require_nearest(op)
    to, width = width_in(op), width_in(op, 1)
    signed = base_of(op) == "cvt"
    if width == 1:
        one = emit.constant(FLOAT[to], ONE[to] | (SIGN[to] if signed else 0))
        emit.put("SEL", FLOAT[to], dst, srcs[0], one, emit.constant(FLOAT[to], 0))
    else:
        source = (SIGNED if signed else UNSIGNED)[width]
        emit.put("CVT", FLOAT[to], dst, srcs[0], src_type=source)


def _from_float(
    emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources
) -> None:
    to, width = width_in(op), width_in(op, 1)
    signed = base_of(op) == "cvt"
    type = FLOAT[width]
    if to > 1:
        target = (SIGNED if signed else UNSIGNED)[to]
        emit.put("CVT", target, dst, srcs[0], src_type=type)
    elif signed:  # -1 or less; NaN gives the maximum, which is 0
        limit = emit.constant(type, ONE[width] | SIGN[width])
        emit.put("LE", type, dst, srcs[0], limit)
    else:  # 1 or more, or NaN
        below = emit.compare("LT", type, srcs[0], emit.constant(type, ONE[width]))
        emit.put("XOR", "bool", dst, below, emit.constant("bool", 1))


def _change_format(
    emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources
) -> None:
    _require_nearest(op)
    to, source = FLOAT[width_in(op)], FLOAT[width_in(op, 1)]
    if to == source:
        emit.put("MOV", to, dst, srcs[0])
    else:
        emit.put("CVT", to, dst, srcs[0], src_type=source)


# endregion
# region Addresses and memory


def _address_arithmetic(
    emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources
) -> None:
    address, distance = srcs
    width = width_in(op)
    if width == 1:
        raise unsupported(op, "a distance of one bit in gen")
    if width != 32:
        distance = emit.temporary("CVT", "int32", distance, src_type=SIGNED[width])
    opcode = "ADD" if base_of(op) == "addp" else "SUB"
    emit.put(opcode, "int32", dst, address, distance)


def _difference(
    emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources
) -> None:
    width = width_in(op)
    if width == 32:
        emit.put("SUB", "int32", dst, *srcs)
    elif width == 1:
        raise unsupported(op, "a difference of one bit in gen")
    else:
        distance = emit.temporary("SUB", "int32", *srcs)
        emit.put("CVT", SIGNED[width], dst, distance, src_type="int32")


def access_type(op: TableOp) -> str:
    if op.order is not None and op.order.data:
        raise unsupported(op, "a memory order in gen")
    types = FLOAT if of_floats(op) else SIGNED
    return types[width_in(op)]


def with_offset(emit: FunctionEmitter, op: TableOp, address: SSAValue) -> SSAValue:
    offset = immediate_of(op)
    if not offset:
        return address
    return emit.temporary("ADD", "int32", address, emit.constant("int32", offset))


def _load(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    type = access_type(op)
    address = with_offset(emit, op, srcs[0])
    location = emit.location
    emit.ops.append(load((dst,), address, type, memory=op.memory, location=location))


def store_row(emit: FunctionEmitter, op: TableOp, srcs: Sources) -> None:
    """A row that writes memory."""
    type = access_type(op)
    address = with_offset(emit, op, srcs[0])
    put = store(address, (srcs[1],), type, memory=op.memory, location=emit.location)
    emit.ops.append(put)


ATOMIC_OPERATIONS = {
    "amoadd": "ADD",
    "amoand": "AND",
    "amoor": "OR",
    "amoxor": "XOR",
    "amomin": "IMIN",
    "amomax": "IMAX",
    "amominu": "UMIN",
    "amomaxu": "UMAX",
    "amoswap": "XCHG",
    "cmpswap": "CMPXCHG",
}
"""Rows that are gen's ATOMIC, in the order of the program whatever theirs is."""


def _atomic(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    width = width_in(op)
    if width == 1:
        raise unsupported(op, "an atomic update of one bit in gen")
    if op.condition is not None and op.condition.data != "eq":
        raise unsupported(op, f"an exchange on condition {op.condition.data} in gen")
    emit.ops.append(
        create(
            "ATOMIC",
            SIGNED[width],
            (dst,),
            srcs,
            operation=ATOMIC_OPERATIONS[op.ROW.base],
            space="global",
            memory=op.memory,
            location=emit.location,
        )
    )


READS, WRITES = 2 | 8, 4 | 16
"""The bits of SYNC's mask for accesses to local and to global memory."""


def fence_row(emit: FunctionEmitter, op: TableOp) -> None:
    """`fence`: bits 1 and 4 of its order are of loads, 2 and 8 of stores."""
    order = op.order.data if op.order is not None else 0
    mask = (READS if order & 5 else 0) | (WRITES if order & 10 else 0)
    if mask:
        sync = create("SYNC", None, (), (), mask=mask, location=emit.location)
        emit.ops.append(sync)


def _slot(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    size, align = immediate_of(op), immediate_of(op, "imm1")
    emit.ops.append(frame(dst, size, align, location=emit.location))


def _symbol(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    emit.ops.append(
        create("SYMBOL", "uint32", (dst,), (), symbol=op.label, location=emit.location)
    )


# endregion

ROWS: dict[str, Convert] = {
    **{f"{base}.I": _integer for base in INTEGER_ROWS},
    **{f"{base}.I": _immediate for base in IMMEDIATE_ROWS},
    **{f"{base}.I": _expanded for base in NEGATED_LOGIC},
    **{f"{base}.I": _expanded for base in ("min", "max", "minu", "maxu")},
    **{f"{base}.I": _expanded for base in ("not", "neg", "extract", "deposit")},
    **{f"{base}.I": _expanded for base in ("ror", "rol", "rori", "roli")},
    **{name: _constant for name in ("const.I", "constu.I", "const.F")},
    **{f"{base}.F": _float for base in FLOAT_ROWS},
    **{f"{base}.F": _expanded for base in ("min", "max", "neg")},
    **{f"copysign{kind}.F": _expanded for kind in ("", "_xor", "_not")},
    "cmps.I": _compare,
    "cmps.F": _compare_floats,
    "select.I": _select,
    "select.F": _select,
    "sext.II": _extend,
    "zext.II": _extend,
    "trunc.II": _truncate,
    "cvt.FI": _to_float,
    "cvtu.FI": _to_float,
    "cvt.IF": _from_float,
    "cvtu.IF": _from_float,
    "cvt.FF": _change_format,
    "addp.I": _address_arithmetic,
    "subp.I": _address_arithmetic,
    "pdiff.I": _difference,
    "ld.I": _load,
    "ldu.I": _load,
    "ld.F": _load,
    **{f"{base}.I": _atomic for base in ATOMIC_OPERATIONS},
    "slot": _slot,
    "consta.L": _symbol,
}
"""The conversion of each row with a result, by name."""

COPIES = frozenset({"mv", "mv.F", "mva", "mvr", "bits.IF", "bits.FI"})
"""Rows whose result shares the register of their operand."""

STORES = frozenset({"st.I", "st.F"})
