"""
Operations that are made, asked and changed in less than half of the time.

Half of what a conversion does is to make operations. xDSL's `create` sets operands,
results and successors by setters that also undo what was there, asks the definition
for defaults each time, and builds generators and tuples in between.
"""

from abc import ABCMeta
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from operator import attrgetter
from typing import Self, TypeAlias, TypeVar, cast

from xdsl.dialects.builtin import DenseArrayBase, LocationAttr, UnknownLoc
from xdsl.ir import (
    Attribute,
    Block,
    BlockArgument,
    IRNode,
    Operation,
    OpResult,
    Region,
    SSAValue,
    SSAValues,
)
from xdsl.ir.core import IRWithUses, OpOperands, Use
from xdsl.irdl import (
    BeforeVariadicSingleAccessor,
    IRDLOperation,
    OpDef,
    OptionalDef,
    UniqueVariadicAccessor,
    VariadicAttrAccessor,
    VarIRConstruct,
)

OperationT = TypeVar("OperationT", bound=Operation)
Place: TypeAlias = tuple[Callable[[int], LocationAttr], int]
"""A function that makes a location of a position, and the position."""

# pyright: reportPrivateUsage=false

_NOTHING: Mapping[str, Attribute] = {}
_UNKNOWN = UnknownLoc()


@cache
def _has_defaults(kind: type[Operation]) -> bool:
    """Does the constructor of a class add anything to what it is given?"""
    own = kind.__post_init__
    if own is Operation.__post_init__:
        return False
    if not issubclass(kind, IRDLOperation) or own is not IRDLOperation.__post_init__:
        return True
    definition: OpDef = kind.get_irdl_definition()
    return any(
        not isinstance(each, OptionalDef) and each.default_value is not None
        for each in (*definition.properties.values(), *definition.attributes.values())
    )


# xDSL's own indexing of values tells integers from slices first.
_item = cast(Callable[[Sequence[SSAValue], int], SSAValue], tuple.__getitem__)
_new = object.__new__


class _Values(SSAValues):
    """Values whose indexing is that of tuples; a slice of them is a tuple."""

    __slots__ = ()
    __getitem__ = _item  # pyright: ignore[reportAssignmentType]


class _Result(OpResult):
    """A result whose place in dictionaries no Python code computes."""

    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]


class _Argument(BlockArgument):
    """A block argument whose place in dictionaries no Python code computes."""

    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]


class _Operands(OpOperands):
    """A view in which one operand is replaced in half of the time."""

    def __setitem__(self, idx: int, operand: SSAValue) -> None:
        op = self._op
        operands, use = list(op._operands), op._operand_uses[idx]
        operands[idx].remove_use(use)
        operand.add_use(use)
        operands[idx] = operand
        op._operands = _Values(operands)


def _uses(op: Operation, used: Sequence[IRWithUses]) -> tuple[Use, ...]:
    """Add an operation to the users of its operands or successors, in order."""
    uses: list[Use] = []
    for index, each in enumerate(used):
        first = each.first_use
        # Constructors of Python take longer than what they do.
        use = _new(Use)
        use._operation = op
        use._index = index
        use._next_use = first
        if first is not None:
            first._prev_use = use
        each.first_use = use
        uses.append(use)
    return tuple(uses)


def _result(type: Attribute, op: Operation, index: int) -> OpResult:
    """What `OpResult(type, op, index)` makes."""
    result = _new(_Result)
    result._type = type
    result.op = op
    result.index = index
    return result


def make_operation(
    kind: type[OperationT],
    operands: Sequence[SSAValue] = (),
    result_types: Sequence[Attribute] = (),
    properties: Mapping[str, Attribute] = _NOTHING,
    attributes: Mapping[str, Attribute] = _NOTHING,
    location: LocationAttr | None = None,
    successors: Sequence[Block] = (),
    regions: Sequence[Region] = (),
) -> OperationT:
    """What `kind.create` makes of the same arguments."""
    # What is empty has its default from the class.
    op = _new(kind)
    # xDSL's own operations may ask slices of values for their types.
    values = _Values if isinstance(kind, PlainClass) else SSAValues
    if operands:
        op._operands = values(operands)
        op._operand_uses = _uses(op, op._operands)
    if result_types:
        results = [_result(type, op, i) for i, type in enumerate(result_types)]
        op.results = cast(SSAValues[OpResult], values(results))
    op.properties = dict(properties)
    op.attributes = dict(attributes)
    op.location = _UNKNOWN if location is None else location
    if successors:
        op._successors = tuple(successors)
        op._successor_uses = _uses(op, op._successors)
    for region in regions:
        op.add_region(region)
    if _has_defaults(kind):
        op.__post_init__()
    return op


def append_operation(
    block: Block,
    kind: type[OperationT],
    operands: Sequence[SSAValue],
    result: Attribute | None,
    properties: dict[str, Attribute],
    place: Place,
    successors: tuple[Block, ...] = (),
) -> OperationT:
    """
    Add at the end of a block what `make_operation` makes, in half of its time.

    For classes of `FastOperation` without defaults; `properties` become the
    operation's own. Its location is made from `place` when it is asked for.
    """
    op = _new(kind)
    if operands:
        op._operands = _Values(operands)
        uses: list[Use] = []
        index = 0
        for value in operands:
            use = _new(Use)
            use._operation = op
            use._index = index
            index += 1
            first = value.first_use
            if first is not None:
                use._next_use = first
                first._prev_use = use
            value.first_use = use
            uses.append(use)
        op._operand_uses = tuple(uses)
    if successors:
        op._successors = successors
        op._successor_uses = _uses(op, successors)
    if result is not None:
        value = _new(_Result)
        value._type = result
        value.op = op
        value.index = 0
        op.results = cast(SSAValues[OpResult], _Values((value,)))
    op.properties = properties
    op.attributes = {}
    op._place = place  # pyright: ignore
    link(block, op)
    return op


def add_results(op: Operation, types: Sequence[Attribute]) -> None:
    """Add results to a new operation of a class of `FastOperation`."""
    count = len(op.results)
    more = (_result(type, op, index) for index, type in enumerate(types, count))
    op.results = cast(SSAValues[OpResult], _Values((*op.results, *more)))


def make_block(types: Sequence[Attribute]) -> Block:
    """What `Block(arg_types=types)` makes."""
    block = _new(Block)
    block._first_op = block._last_op = None
    arguments: list[BlockArgument] = []
    for index, type in enumerate(types):
        argument = _new(_Argument)
        argument._type = type
        argument.block = block
        argument.index = index
        argument.location = _UNKNOWN
        arguments.append(argument)
    block._args = tuple(arguments)
    return block


def make_region(blocks: Sequence[Block]) -> Region:
    """What `Region(blocks)` makes of new blocks."""
    region = _new(Region)
    before: Block | None = None
    for block in blocks:
        block.parent = region
        if before is None:
            region._first_block = block
        else:
            block._prev_block = before
            before._next_block = block
        before = block
    region._last_block = before
    return region


def link(block: Block, op: Operation) -> None:
    """Add a new operation at the end of a block that it does not contain."""
    op.parent = block
    last = block._last_op
    if last is None:
        block._first_op = op
    else:
        op._prev_op = last
        last._next_op = op
    block._last_op = op


class _Operand:
    """Gives one operand of an operation, without asking which construct it is."""

    def __init__(self, index: int):
        self.index = index

    def __get__(self, op: Operation, kind: object = None) -> SSAValue:
        return _item(op._operands, self.index)


class _SingleResult:
    """Gives one result."""

    def __init__(self, index: int):
        self.index = index

    def __get__(self, op: Operation, kind: object = None) -> SSAValue:
        return _item(op.results, self.index)


class _Successor:
    """Gives one successor."""

    def __init__(self, index: int):
        self.index = index

    def __get__(self, op: Operation, kind: object = None) -> Block:
        return op._successors[self.index]


class _Rest:
    """Gives those operands or results that a single variadic definition has."""

    def __init__(self, field: str, start: int, others: int):
        self.field, self.start, self.others = attrgetter(field), start, others

    def __get__(self, op: Operation, kind: object = None) -> SSAValues:
        values = self.field(op)
        return _Values(values[self.start : len(values) - self.others + self.start])


@cache
def _bounds(sizes: bytes) -> tuple[int, ...]:
    """Where the segments of these sizes begin and end."""
    return tuple(accumulate(memoryview(sizes).cast("i"), initial=0))


class _Segment:
    """Gives operands or results whose number an attribute tells."""

    def __init__(self, field: str, accessor: VariadicAttrAccessor):
        self.field, self.index = attrgetter(field), accessor.idx
        self.sizes, self.name = (
            accessor.option.container,
            accessor.option.attribute_name,
        )

    def __get__(self, op: Operation, kind: object = None) -> SSAValues:
        sizes = cast(DenseArrayBase, self.sizes(op)[self.name])
        bounds = _bounds(sizes.data.data)
        values = self.field(op)
        return _Values(values[bounds[self.index] : bounds[self.index + 1]])


_FIELDS = {VarIRConstruct.OPERAND: "_operands", VarIRConstruct.RESULT: "results"}


def _fast_accessor(accessor: object) -> object:
    """What gives the same as one of xDSL's accessors in a third of the time."""
    match accessor:
        case BeforeVariadicSingleAccessor(VarIRConstruct.OPERAND, index):
            return _Operand(index)
        case BeforeVariadicSingleAccessor(VarIRConstruct.RESULT, index):
            return _SingleResult(index)
        case BeforeVariadicSingleAccessor(VarIRConstruct.SUCCESSOR, index):
            return _Successor(index)
        case UniqueVariadicAccessor(construct, index, count) if construct in _FIELDS:
            return _Rest(_FIELDS[construct], index, count - 1)
        case VariadicAttrAccessor(construct) if construct in _FIELDS:
            return _Segment(_FIELDS[construct], accessor)
        case _:
            return accessor


class PlainClass(ABCMeta):
    """
    Classes whose `isinstance` looks at base classes alone, in half of the time.

    That of abstract base classes calls Python code for what others may have registered.
    The accessors of operands that xDSL sets become the fast ones.
    """

    __instancecheck__ = type.__instancecheck__
    __subclasscheck__ = type.__subclasscheck__

    def __setattr__(cls, name: str, value: object) -> None:
        super().__setattr__(name, _fast_accessor(value))


def _located(op: Operation) -> LocationAttr:
    make, position = cast(Place, op._place)  # pyright: ignore
    found = op.location = make(position)
    return found


class _Location(staticmethod):  # pyright: ignore
    """
    Makes the location of an operation that has its place alone.

    That of an operation, once there is one, hides this. xDSL refuses fields of other
    classes than those of functions.
    """

    def __get__(self, op: Operation, kind: object = None) -> LocationAttr:  # pyright: ignore
        return self.__func__(op)  # pyright: ignore


class FastOperation(IRDLOperation, metaclass=PlainClass):
    """An operation whose methods and accessors are the fast ones."""

    location = _Location(_located)  # pyright: ignore

    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]

    @property
    def operands(self) -> OpOperands:
        return _Operands(self)

    @operands.setter
    def operands(self, new: Sequence[SSAValue]) -> None:
        operands = _Values(new)
        for operand, use in zip(self._operands, self._operand_uses, strict=False):
            operand.remove_use(use)
        self._operands = operands
        self._operand_uses = _uses(self, operands)

    def is_ancestor(self, op: IRNode) -> bool:
        return super().is_ancestor(op) if self.regions else op is self

    def erase(self, safe_erase: bool = True, drop_references: bool = True) -> None:
        if any(result.first_use is not None for result in self.results):
            super().erase(safe_erase, drop_references)
        else:
            assert self.parent is None, "an operation is detached before it is erased"
            if drop_references:
                self.drop_all_references()

    @classmethod
    def create(
        cls,
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] = _NOTHING,
        attributes: Mapping[str, Attribute] = _NOTHING,
        location: LocationAttr | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
    ) -> Self:
        return make_operation(
            cls,
            operands,
            result_types,
            properties,
            attributes,
            location,
            successors,
            regions,
        )
