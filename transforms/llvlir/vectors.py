"""
Vectors of other lengths, and of 64-bit lanes, as vectors of sixteen lanes or scalars.

A row that computes lane by lane is done on each part, one with lanes of 64 bits on each
lane. Rows that gen lacks are made of rows that it has, of sixteen lanes too: rows
across lanes are expanded on scalars, by their meaning (`dialects.llvlir.horizontal`).
"""

from collections.abc import Collection, Sequence
from functools import partial

from xdsl.dialects.builtin import FunctionType, StringAttr
from xdsl.ir import Attribute, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.widths import width_of
from circ.dialects.gen.types import LANES
from circ.dialects.llvlir.exact import FUSED
from circ.dialects.llvlir.horizontal import horizontal_meaning
from circ.dialects.llvlir.ops import FuncOp, RowOp
from circ.dialects.llvlir.rules import immediate_of
from circ.dialects.llvlir.semantics import (
    CLASS_WIDTH,
    MOVES_FROM_VECTOR,
    MOVES_TO_VECTOR,
    attributes_of,
    constant_of,
    lane_meaning,
)
from circ.dialects.llvlir.table import rows
from circ.dialects.llvlir.types import GeneralType, VectorType, integer, is_integer
from circ.targets.execute.split_values import VECTORS
from circ.transforms.llvlir.maker import I1, I32, WORD
from circ.transforms.llvlir.parts import (
    Handler,
    Lane,
    Vectors,
    by_parts,
    element_of,
    is_known,
    is_split,
    lane_count,
    lane_types,
    lanes_of_parts,
    lanewise,
)
from circ.transforms.llvlir.row_algebra import RowAlgebra
from circ.transforms.llvlir.vector_memory import BY_INDEX, MEMORY_ROWS, index_parts


def needs_parts(types: Collection[Attribute], names: Collection[str]) -> bool:
    """Has a function of these types and rows a vector or row that gen lacks?"""
    return not LACKING.isdisjoint(names) or any(map(is_split, types))


def split_vectors(function: FuncOp) -> None:
    """
    Legalize the vectors of a function for gen.

    Raises a Diagnostic at the first operation that cannot be made of gen's; the module
    is not to be used then.
    """
    signature, types = function.attributes.get(SIGNATURE), function.function_type
    if signature is not None:
        for type in (*types.inputs, *types.outputs):
            if isinstance(type, VectorType) and not is_known(type.element):
                # Those who call it by its source's types have another layout.
                raise unsupported(function, f"a parameter of type {type} in gen")
    vectors = Vectors(function, HANDLERS, LACKING | KNOWN_BETTER)
    vectors.run()
    for op in vectors.superfluous:
        if all(result.first_use is None for result in op.results):
            op.detach()
            op.erase()
    if isinstance(signature, FunctionType):
        function.attributes[SIGNATURE] = VECTORS.signature(signature)


# region Masks


def _mask(s: Vectors, op: RowOp) -> None:
    """`mvm`: bit i of an integer is lane i."""
    (source,), (result,) = op.operands, op.results
    bits = constant_of(source)
    if bits is not None:
        s.known[result] = bits
        if s.is_split(result.type):
            s.old.append(op)
        else:
            s.superfluous[op] = None
    if isinstance(source.owner, RowOp):
        s.superfluous[source.owner] = None
    if bits is not None:
        return
    if not s.is_split(result.type):
        return
    lanes, maker = lane_count(result.type), s.maker
    if lanes < 8:
        source = _truncated(source)
    width = width_of(source.type)
    parts: list[SSAValue] = []
    for start in range(0, lanes, LANES):
        short = source
        types = (integer(width),)
        if start:
            by = maker.constant(start, width)
            short = maker.row("srl.I", source, by, types=types)
        name = "zext.II" if width < LANES else "trunc.II"
        if width != LANES:
            short = maker.row(name, short, types=(integer(LANES), integer(width)))
        parts.append(maker.row("mvm", short, types=()))
    s.done(op, parts)


def _truncated(value: SSAValue) -> SSAValue:
    """A wider value with the same low bits: no registers have two or four bits."""
    op = value.owner
    if isinstance(op, RowOp) and op.ROW.name == "trunc.II":
        return op.operands[0]
    return value


def _select(s: Vectors, op: RowOp) -> None:
    """A select by a mask, which zeroes no lanes."""
    then, otherwise, mask = op.operands
    if lanes_of_parts(then.type) != 1:
        by_parts(s, op)
        return
    lanes: list[SSAValue] = []
    columns = zip(s.lanes(then), s.lanes(otherwise), s.bits_of_mask(mask), strict=True)
    for a, b, bit in columns:
        if isinstance(bit, int):
            lanes.append(a if bit else b)
        else:
            lanes.append(s.maker.choose(bit, a, b))
    s.done(op, s.assembled(op.results[0].type, lanes))


def _all_ones(s: Vectors, op: RowOp) -> Lane:
    """`cmps.VIF`: -1 where a condition holds of floats."""
    to, element = lane_types(op)
    condition = op.properties["condition"]
    assert isinstance(condition, StringAttr)
    row = s.maker.row

    def lane(operands: Sequence[SSAValue]) -> SSAValue:
        bit = row("cmps.F", *operands, types=(element,), condition=condition.data)
        return bit if to == I1 else row("sext.II", bit, types=(to, I1))

    return lane


def _choose_nonzero(s: Vectors, op: RowOp) -> Lane:
    """`select.VIF`: selects by nonzero integers."""
    maker = s.maker

    def lane(operands: Sequence[SSAValue]) -> SSAValue:
        number, then, otherwise = operands
        width = width_of(number.type)
        if width > 1:
            number = maker.compare("ne", number, maker.constant(0, width))
        return maker.choose(number, then, otherwise)

    return lane


# endregion
# region Constants and single lanes


def _constant(s: Vectors, op: RowOp) -> None:
    """After the last lane comes lane 0 again, so that equal lanes stay equal."""
    (result,) = op.results
    element, bits = element_of(result.type), immediate_of(op)
    width, maker = width_of(element), s.maker
    lanes = [
        bits >> i * width & ((1 << width) - 1) for i in range(lane_count(result.type))
    ]
    if lanes_of_parts(result.type) == 1:
        s.done(op, [maker.number(element, lane) for lane in lanes])
        return
    parts: list[SSAValue] = []
    for start in range(0, len(lanes), LANES):
        part = lanes[start : start + LANES]
        part += [part[0]] * (LANES - len(part))
        imm = sum(lane << i * width for i, lane in enumerate(part))
        made = maker.make(op.ROW.name, (), (LANES, element), imm=imm)
        parts += made.results
    s.done(op, parts)


def _splat(s: Vectors, op: RowOp) -> None:
    (result,) = op.results
    maker, mask = s.maker, op.operands[-1]
    if lanes_of_parts(result.type) != 1:
        for part in by_parts(s, op):
            if op.ROW.base == "splat" and s.is_full(mask):
                s.same_lanes(part, op.operands[0])
        return
    if op.ROW.base == "splat":
        value = op.operands[0]
    else:
        value = maker.number(element_of(result.type), immediate_of(op))
    s.done(op, [s.masked(bit, value) for bit in s.bits_of_mask(mask)])


def _copy(s: Vectors, op: RowOp) -> None:
    s.done(op, s.parts_of(op.operands[0]))


def _index(s: Vectors, value: SSAValue, count: int, each: int) -> SSAValue | int:
    """A lane's number, modulo the lanes; an integer if it is constant."""
    if (known := constant_of(value)) is not None:
        return known % count
    if count == each > 1:  # the row itself counts modulo them
        return value
    if count & (count - 1):
        return s.maker.row("remu.I", value, s.maker.constant(count))
    return s.maker.row("and.I", value, s.maker.constant(count - 1))


def _picked(
    s: Vectors, index: SSAValue, first: int, candidates: Sequence[SSAValue]
) -> SSAValue:
    """The value whose index is given by the bits from `first` on."""
    maker = s.maker
    highs: list[SSAValue] = []
    for k in range((len(candidates) - 1).bit_length()):
        bit = maker.row("and.I", index, maker.constant(1 << first + k))
        highs.append(maker.compare("ne", bit, maker.constant(0)))

    def among(start: int, level: int) -> SSAValue:
        """Of two to the level from one on: half after half, so that few are live."""
        if not level:
            return candidates[start]
        low, middle = among(start, level - 1), start + (1 << level - 1)
        if middle >= len(candidates):
            return low
        return maker.choose(highs[level - 1], among(middle, level - 1), low)

    return among(0, len(highs))


def _lane(s: Vectors, op: RowOp) -> None:
    value, number = op.operands
    parts, each = s.parts_of(value), lanes_of_parts(value.type)
    index = _index(s, number, lane_count(value.type), each)
    if isinstance(index, int):
        part = parts[index // each]
        s.done(op, [part if each == 1 else s.lane(part, index % each)])
        return
    if each > 1:
        parts = [s.lane_at(part, index) for part in parts]
    s.done(op, [_picked(s, index, each.bit_length() - 1, parts)])


def _set_lane(s: Vectors, op: RowOp) -> None:
    value, new, number = op.operands
    parts, each = list(s.parts_of(value)), lanes_of_parts(value.type)
    index = _index(s, number, lane_count(value.type), each)
    if isinstance(index, int):
        k, place = divmod(index, each)
        if each == 1:
            parts[k] = new
        else:
            lanes = min(each, lane_count(value.type) - k * each)
            parts[k] = s.completed(s.with_lane(parts[k], new, place), lanes)
        s.done(op, parts)
        return
    maker = s.maker
    which = index
    if each > 1 and len(parts) > 1:
        which = maker.row("srl.I", index, maker.constant(each.bit_length() - 1))
    for k, part in enumerate(parts):
        lane = new
        if len(parts) > 1:
            here = maker.compare("eq", which, maker.constant(k))
            old = part if each == 1 else s.lane_at(part, index)
            lane = maker.choose(here, new, old)
        parts[k] = lane if each == 1 else s.with_lane(part, lane, index)
    s.done(op, parts)


# endregion
# region Rows that gen lacks


def _double_product(s: Vectors, op: RowOp) -> None:
    """Both factors made wider, then their product."""
    lhs, rhs, mask = op.operands
    count = lane_count(lhs.type)
    narrow, wide = element_of(lhs.type), element_of(op.results[0].type)
    extend, product = DOUBLE_PRODUCTS[op.ROW.name]
    make, types = s.maker.make, (count, wide, narrow)
    wider = [make(extend, (factor, mask), types) for factor in (lhs, rhs)]
    factors = [row.results[0] for row in wider]
    s.expanded(op, [*wider, make(product, (*factors, mask), (count, wide))])


DOUBLE_PRODUCTS = {
    "mul.VID": ("sext.VII", "mul.VI"),
    "mulu.VID": ("zext.VII", "mul.VI"),
    "mul.VFD": ("cvt.VFF", "mul.VF"),
}
"""How factors are made wider, and what multiplies them."""


def _typed_lanes(
    s: Vectors, type: Attribute, lanes: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """The parts of a vector of these lanes, or of their bits."""
    element, maker = element_of(type), s.maker
    if is_integer(element):
        return s.assembled(type, [maker.integer_of(lane) for lane in lanes])
    return s.assembled(type, [maker.float_of(lane, element) for lane in lanes])


def _horizontal(s: Vectors, op: RowOp) -> None:
    """By the row's meaning, on scalars."""
    k = RowAlgebra(s.maker)
    types = op.properties["types"].data  # pyright: ignore
    function = horizontal_meaning(k, op.ROW, types)  # pyright: ignore
    if function is None:
        raise unsupported(op, "this operation in gen")
    operands: list[list[SSAValue] | SSAValue] = []
    for value in op.operands:
        if isinstance(value.type, VectorType):
            operands.append(s.lanes(value))
            continue
        if isinstance(value.type, GeneralType):
            operands.append(value)
            continue
        operands.append(s.flags(value))
    s.done(op, _typed_lanes(s, op.results[0].type, function(*operands)))


def _class(s: Vectors, op: RowOp) -> Lane:
    """`class.F`, in an integer of another width."""
    to, element = lane_types(op)
    width, row = width_of(to), s.maker.row

    def lane(operands: Sequence[SSAValue]) -> SSAValue:
        found = row("class.F", *operands, types=(element,))
        if width == CLASS_WIDTH:
            return found
        name = "zext.II" if width > CLASS_WIDTH else "trunc.II"
        return row(name, found, types=(to, integer(CLASS_WIDTH)))

    return lane


def _by_meaning(s: Vectors, op: RowOp) -> None:
    """Lane by lane what the row means, on the bits of floats."""
    maker = s.maker
    if any(is_lane(type) for type in lane_types(op)):
        if op.ROW.base == "class":
            lanewise(s, op, _class)
        else:
            lanewise(s, op)
        return
    function = lane_meaning(RowAlgebra(maker), op.ROW, *attributes_of(op))
    if function is None:
        raise unsupported(op, "this operation in gen")
    operands: list[list[SSAValue]] = []
    for value in op.operands:
        if isinstance(value.type, VectorType):
            operands.append([maker.integer_of(lane) for lane in s.lanes(value)])
            continue
        operands.append(s.flags(value))
    s.done(op, _typed_lanes(s, op.results[0].type, function(*operands)))


def is_lane(element: Attribute) -> bool:
    """Are lanes of a type of floats scalars?"""
    return not is_integer(element) and width_of(element) != WORD


BY_MEANING = (
    *("class.VIF", "frac.VIF", "exp.VIF", "comp.VFI"),
    *(f"{base}.VF" for base in FUSED),
)
"""Rows in each lane that gen does not have."""


def _to_vector(s: Vectors, op: RowOp) -> None:
    """A scalar in lane 0; the others are zero."""
    (value,), (result,) = op.operands, op.results
    zero = s.maker.number(element_of(result.type), 0)
    rest = [zero] * (lane_count(result.type) - 1)
    s.done(op, s.assembled(result.type, [value, *rest]))


def _from_vector(s: Vectors, op: RowOp) -> None:
    s.done(op, s.lanes(op.operands[0])[:1])


def _permute(s: Vectors, op: RowOp) -> None:
    """Sixteen lanes of each part by one row, of which each lane takes one."""
    value, index, mask = op.operands
    if lanes_of_parts(value.type) == 1:
        _horizontal(s, op)
        return
    maker, count = s.maker, lane_count(value.type)
    element, words, full = element_of(value.type), (LANES, I32), s.full
    numbers = index_parts(s, op, index, "zext.VII")
    sources = s.parts_of(value)
    last = maker.make("splati.VI", (full,), words, imm=count - 1).results[0]
    four = maker.constant(LANES.bit_length() - 1)
    parts: list[SSAValue] = []
    for k, number in enumerate(numbers):
        place = maker.row("and.VI", number, last, full, types=words)
        types, final = (LANES, element, I32), s.mask_for_values(mask, k)
        chosen: SSAValue | None = None
        part_number = None
        for j, source in enumerate(sources):
            on = final if j == 0 else full
            if len(sources) > 1:
                part_number = part_number or maker.row(
                    "srl.VI", place, four, full, types=words
                )
                wanted = maker.make("splati.VI", (full,), words, imm=j).results[0]
                on = maker.row(
                    *("cmps.VI", part_number, wanted, final),
                    types=words,
                    condition="eq",
                )
            found = maker.row("permute.VII", source, place, on, types=types)
            # A lane that another part gives is zero here.
            chosen = found if chosen is None else _joined(s, chosen, found, full)
        assert chosen is not None
        parts.append(chosen)
    s.done(op, parts)


def _joined(s: Vectors, lhs: SSAValue, rhs: SSAValue, full: SSAValue) -> SSAValue:
    """Two vectors of which each lane is zero in one."""
    element = element_of(lhs.type)
    return s.maker.row("or.VI", lhs, rhs, full, types=(LANES, element))


# endregion

HORIZONTAL = frozenset(
    row.name for row in rows() if row.crosses_lanes and row.suffix != "VII"
)
"""Rows across lanes."""

HANDLERS: dict[str, Handler] = {
    **MEMORY_ROWS,
    **dict.fromkeys(HORIZONTAL, _horizontal),
    **dict.fromkeys(BY_MEANING, _by_meaning),
    **dict.fromkeys(DOUBLE_PRODUCTS, _double_product),
    "permute.VII": _permute,
    **dict.fromkeys(MOVES_TO_VECTOR, _to_vector),
    **dict.fromkeys(MOVES_FROM_VECTOR, _from_vector),
    "mvm": _mask,
    "cmps.VIF": partial(lanewise, lane_of=_all_ones),
    "select.VI": _select,
    "select.VIF": partial(lanewise, lane_of=_choose_nonzero),
    "const.VI": _constant,
    "const.VF": _constant,
    "splat.VI": _splat,
    "splat.VF": _splat,
    "splati.VI": _splat,
    "splatui.VI": _splat,
    "mv.x.x.VI": _copy,
    "lane.VI": _lane,
    "lane.VF": _lane,
    "setlane.VI": _set_lane,
    "setlane.VF": _set_lane,
}

KNOWN_BETTER = frozenset(
    f"{base}.{suffix}"
    for base in ("lane", "setlane", "splat")
    for suffix in ("VI", "VF")
) | {"mvm"}
"""Rows that are visited whatever their lengths, since they define known lanes."""

LACKING = (
    HORIZONTAL
    | DOUBLE_PRODUCTS.keys()
    | BY_INDEX
    | {"permute.VII", *MOVES_TO_VECTOR, *MOVES_FROM_VECTOR, *BY_MEANING}
)
"""Rows that gen lacks, or has for some types only, whatever their lengths."""
