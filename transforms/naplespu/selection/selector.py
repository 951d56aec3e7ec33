"""
Selection of machine instructions for gen's, by the patterns of `Patterns.td`.

The table of patterns is generated (`targets/naplespu/generated/selection.py`), and
`common/pattern_matcher.py` runs it; here are the machine's hooks: how an instruction is
emitted, and where the elements of an access are. What patterns cannot say stays code: a
copy is a new name, a LOADI a constant until an instruction has it as an operand, and an
access to several elements is one access to each. All operands are in registers: which
of them fit an instruction says `naplespu-combine`.

What each type looks like in a register says `Patterns.td`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from xdsl.dialects.builtin import (
    IntAttr,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.machine_operations import Effects
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.gen import Instruction
from circ.dialects.naplespu.generated.operations import (
    ScalarType,
    operations,
)
from circ.dialects.naplespu.masked import (
    InsertElementOp,
    UnderMaskOp,
    VectorSelectOp,
)
from circ.dialects.naplespu.register_file import ALL_LANES, LANES
from circ.dialects.naplespu.registers import SCALAR, VECTOR
from circ.targets.naplespu.description.subtarget import Subtarget, subtarget
from circ.targets.naplespu.generated.selection import ROOTS
from circ.targets.tablegen.matching import Emit, Signature
from circ.transforms.common.pattern_matcher import (
    Matcher,
    NoPatternError,
    Root,
    Slots,
    constant_width,
)
from circ.transforms.gen.signatures import (
    BRANCH,
    meaning_of,
    of_one_lane,
    signature_of,
)
from circ.transforms.naplespu.analysis.value_ranges import BOOL, LANE_BOOLS, is_value
from circ.transforms.naplespu.selection.values import FrameObject, Source, Values


@dataclass(frozen=True)
class Test:
    """A conditional branch, by its record, and the register that it tests."""

    record: str
    register: SSAValue


@dataclass
class Selector(Values):
    """Selection of one function: appends to the current block."""

    features: Subtarget = field(default_factory=subtarget)
    """The subtarget."""
    is_scaled: bool = False
    """Is the lowest byte of the conversion that is selected not needed?"""
    defined: Callable[[SSAValue, Source], None] = lambda register, value: None
    """Called with each gen register before it is assigned a value."""
    current: dict[SSAValue, Source] = field(default_factory=dict[SSAValue, Source])
    """The value of each gen register."""
    frame_objects: int = 0
    access: MemoryAttr | None = None
    """The memory operand of the access that is selected."""
    displacement: int = 0
    """The displacement of the accessed element from the address."""
    test: Test | None = None
    """What the last branch tests."""

    # region Instructions

    def source(self, op: Instruction, index: int) -> Source:
        """The value of a source register; 0 if it was never written."""
        return self.current.get(op.srcs[index], 0)

    def write(self, register: SSAValue, value: Source) -> None:
        """Give a gen register a value."""
        self.defined(register, value)
        self.current[register] = value

    def select(self, op: Instruction) -> None:
        """Emit the instructions of one gen instruction."""
        self.location = op.location
        opcode = op.ROW.opcode
        match opcode:
            case "MOV":
                self.write(op.dsts[0], self.source(op, 0))
                return
            case "LOADI":
                self.write(op.dsts[0], op.integer("value"))
                return
            case "LOAD" | "STORE":
                if op.predicate is not None:
                    raise self.refusal(op)
                self._access(op)
                return
            case "SYMBOL":
                operands: Sequence[object] = (_symbol(op),)
            case "FRAME":
                operands = (self._frame_object(op),)
            case _:
                current = self.current
                operands = [current.get(source, 0) for source in op.srcs]
        self._select(op, operands, op.dsts)

    def _select(
        self, op: Instruction, operands: Sequence[object], targets: Sequence[SSAValue]
    ) -> None:
        root = root_of(op)
        if (
            root is None
            or len(operands) != len(root.signature.operands)
            or len(targets) != len(root.signature.results)
        ):
            raise self.refusal(op)
        try:
            values = MATCHER.select(self, root, operands)
        except NoPatternError as error:
            raise self.refusal(op) from error
        for target, value in zip(targets, values, strict=True):
            self.write(target, _source(value))

    def compute(self, signature: str, *operands: object) -> Source:
        """The result of a selected node."""
        (value,) = MATCHER.select(self, MATCHER.root(signature), operands)
        return _source(value)

    def refusal(self, op: Instruction) -> Diagnostic:
        """The diagnostic for an instruction that no pattern matches."""
        what = "the operation"
        if op.ROW.kind == "BitCast" and len(op.operands) != 2:
            what = "a bit cast between tuples of registers"
        elif op.ROW.opcode == "DIV" and op.scalar.is_integer:
            what = "an integer division that is not legalized"
        elif op.access is not None and op.access.align.data < op.scalar.bytes:
            what = f"an access of {op.scalar.bytes} bytes aligned to "
            what += str(op.access.align.data)
        elif "type" in op.properties and any(
            signature.partition(".")[0].partition(" ")[0] == op.ROW.opcode
            for signature in ROOTS
        ):
            scalars = (op.scalar, op.source_scalar)
            odd = [s for s in scalars if s.width == 64 or s.name == "half"]
            what = f"type {(odd or scalars)[0].name}"
        return Diagnostic(
            op.location, f"'{op.name}': {what} is not supported on NaplesPU"
        )

    def branch_test(self, condition: SSAValue) -> Test:
        """The test for a condition."""
        root = MATCHER.root(BRANCH)
        MATCHER.select(self, root, (condition, "taken"))
        assert self.test is not None
        return self.test

    # endregion
    # region Memory

    @property
    def address_space(self) -> int:
        return 0 if self.access is None else self.access.space.data

    @property
    def alignment(self) -> int:
        """The alignment in bytes; natural by default."""
        return 1 << 31 if self.access is None else self.access.align.data

    def holds(self, fact: str) -> bool:
        """Does a predicate of the patterns hold (an erratum of the subtarget)?"""
        if fact == "HasFtoiFault" and self.is_scaled:
            return False
        return bool(getattr(self.features, fact))

    def _access(self, op: Instruction) -> None:
        """Select one access for each element; values come before the address."""
        self.access = op.access
        address = self.source(op, 0)
        if op.ROW.opcode == "LOAD":
            elements = [((address,), (target,)) for target in op.dsts]
        else:
            elements = [
                ((self.source(op, index), address), ())
                for index in range(1, len(op.srcs))
            ]
        size = op.scalar.bytes
        for index, (operands, targets) in enumerate(elements):
            self.displacement = index * size
            self._select(op, operands, targets)

    def _frame_object(self, op: Instruction) -> FrameObject:
        number = self.frame_objects
        self.frame_objects += 1
        return FrameObject(number, op.integer("size"), op.integer("align"))

    # endregion


def _source(value: object) -> Source:
    if is_value(value):
        return value
    assert isinstance(value, int)
    return value


def _symbol(op: Instruction) -> StringAttr:
    symbol = op.properties["symbol"]
    assert isinstance(symbol, SymbolRefAttr)
    return symbol.root_reference


# region The machine's side of the matcher


class NaplesPU:
    """The hooks of the pattern matcher."""

    def emitter(self, step: Emit) -> Callable[[Selector, Slots], None]:
        """The function that emits a record or a pseudo record."""
        match step.instruction:
            case "LoadI32":
                (slot,) = step.slots
                return lambda s, slots: slots.append(s.address_of(slots[slot]))
            case "LOAD_EFFECTIVE_ADDR":
                return partial(_emit_frame_address, step.slots[0])
            case "BNEZ":
                return partial(_emit_test, step.instruction, step.slots[0])
            case "SELECTVI":
                return partial(_emit_selection, step.slots)
            case _:
                return _record_emitter(step)

    def finder(
        self, function: str
    ) -> Callable[[Selector, object], Sequence[object] | None]:
        """The one complex pattern: addresses."""
        assert function == "base_and_offset", function
        return base_and_displacement

    def folder(self, signature: Signature) -> Callable[..., int | None] | None:
        """Gen's meaning of a node over constants of its operands' types."""
        if not signature.operands:
            return None
        if (one := of_one_lane(signature)) is not None:
            return _folder_of_lanes(one)
        meaning = meaning_of(INTS, signature)
        if meaning is None:
            return None
        masks = [(1 << constant_width(type)) - 1 for type in signature.operands]

        def fold(*operands: int) -> int:
            return meaning(*[value & mask for value, mask in zip(operands, masks)])

        return fold

    def finisher(
        self, signature: Signature
    ) -> Callable[[Selector, object], None] | None:
        """Bools are 0 or 1 in a register; varying ones have sixteen bits."""
        match signature.results:
            case ("i1",):
                return lambda s, value: s.learn(value, BOOL)
            case ("v16i1",):
                return lambda s, value: s.learn(value, LANE_BOOLS)
            case _:
                return None


def _folder_of_lanes(signature: Signature) -> Callable[..., int | None] | None:
    """
    The folding of a node on constant lanes, from its signature in one lane.

    Constants are equal in all lanes, but bools have one bit for each lane.
    """
    meaning = meaning_of(INTS, signature)
    if meaning is None:
        return None
    is_mask = [type == "i1" for type in signature.operands]
    masks = [(1 << constant_width(type)) - 1 for type in signature.operands]
    gives_mask = signature.results == ("i1",)

    def fold(*operands: int) -> int | None:
        found = [
            meaning(
                *[
                    (value >> lane if bits else value) & mask
                    for value, bits, mask in zip(operands, is_mask, masks)
                ]
            )
            for lane in range(LANES)
        ]
        if gives_mask:
            return sum(bit << lane for lane, bit in enumerate(found))
        return found[0] if found.count(found[0]) == LANES else None

    return fold


def _emit_selection(places: Sequence[int], s: Selector, slots: Slots) -> None:
    """A masked move of a vector, or of a scalar into each lane."""
    mask, true, false = [slots[place] for place in places]
    old = s.vector(false)
    scalar = s.scalar_of(true)
    if scalar is None:
        op: Operation = VectorSelectOp.create(
            operands=[s.register(mask), s.vector(true), old],
            result_types=[VECTOR],
            location=s.location,
        )
    elif isinstance(mask, int) and (mask & ALL_LANES).bit_count() == 1:
        op = InsertElementOp.build(
            operands=[old, scalar, None],
            result_types=[VECTOR],
            properties={"lane": IntAttr(mask.bit_length() - 1)},
        )
    else:
        op = UnderMaskOp.build(
            operands=[s.register(mask), [scalar], old],
            result_types=[VECTOR],
            properties={"record": StringAttr("MOVE_VS_M_32")},
        )
    op.location = s.location
    s.append(op)
    slots.append(op.results[0])


def _emit_frame_address(slot: int, s: Selector, slots: Slots) -> None:
    object = slots[slot]
    assert isinstance(object, FrameObject)
    slots.append(s.frame_address(object))


def _emit_test(record: str, slot: int, s: Selector, slots: Slots) -> None:
    s.test = Test(record, s.register(slots[slot]))


def _record_emitter(step: Emit) -> Callable[[Selector, Slots], None]:
    """The function that emits a record: registers in its order, and its immediate."""
    operation = operations()[step.instruction]
    shape = operation.RECORD.shape
    places = [
        slot
        for place, slot in enumerate(step.slots)
        if not step.immediates >> place & 1
    ]
    registers = list(
        zip(places, [kind is ScalarType for kind in shape.sources], strict=True)
    )
    immediates = [
        slot for place, slot in enumerate(step.slots) if step.immediates >> place & 1
    ]
    assert len(immediates) <= 1, step
    immediate = immediates[0] if immediates else None
    is_access = bool(operation.RECORD.effects & (Effects.LOAD | Effects.STORE))
    types = [SCALAR if kind is ScalarType else VECTOR for _, kind in shape.outs]
    create = operation.create

    def emit(s: Selector, slots: Slots) -> None:
        operands = [
            value
            if is_value(value := slots[slot])
            else s.register(value)
            if is_scalar
            else s.vector(value)
            for slot, is_scalar in registers
        ]
        properties: dict[str, Attribute] = {}
        if immediate is not None:
            number = slots[immediate]
            assert isinstance(number, int)
            properties["imm"] = IntAttr(number)
        if is_access and s.access is not None:
            properties["memory"] = s.access
        op = create(
            operands=operands,
            result_types=types,
            properties=properties,
            location=s.location,
        )
        s.blocks[s.block].add_op(op)
        slots.extend(op.results)

    return emit


def base_and_displacement(s: Selector, source: object) -> tuple[SSAValue, int]:
    """The base register and the displacement of an access."""
    return s.register(source), s.displacement


MATCHER: Matcher[Selector] = Matcher(ROOTS, NaplesPU())


_ROOTS: dict[tuple[str, str, str], Root[Selector] | None] = {}


def root_of(op: Instruction) -> Root[Selector] | None:
    """The root of an instruction's signature; None where no pattern starts at it."""
    if "type" not in op.properties:
        return None
    scalar, source = op.scalar, op.source_scalar
    key = (op.ROW.opcode, scalar.name, source.name)
    if key not in _ROOTS:
        root = MATCHER.root(signature_of(*key))
        _ROOTS[key] = root if root.alternatives else None
    return _ROOTS[key]


# endregion
