"""
Operations that are made in less than half of the time that xDSL's take.

Half of what a conversion does is to make operations. xDSL's `create` sets operands,
results and successors by setters that also undo what was there, asks the definition
for defaults each time, and builds generators and tuples in between.
"""

from abc import ABCMeta
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Self, TypeVar, cast

from xdsl.dialects.builtin import LocationAttr, UnknownLoc
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue, SSAValues
from xdsl.ir.core import IRWithUses, Use
from xdsl.irdl import (
    BeforeVariadicSingleAccessor,
    IRDLOperation,
    OpDef,
    OptionalDef,
    VarIRConstruct,
)

OperationT = TypeVar("OperationT", bound=Operation)

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


def _uses(op: Operation, used: Sequence[IRWithUses]) -> tuple[Use, ...]:
    """Add an operation to the users of its operands or successors, in order."""
    uses: list[Use] = []
    for index, each in enumerate(used):
        first = each.first_use
        use = Use(op, index, None, first)
        if first is not None:
            first._prev_use = use
        each.first_use = use
        uses.append(use)
    return tuple(uses)


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
    op = object.__new__(kind)
    if operands:
        op._operands = SSAValues(operands)
        op._operand_uses = _uses(op, op._operands)
    if result_types:
        results = [OpResult(type, op, i) for i, type in enumerate(result_types)]
        op.results = SSAValues(results)
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


class PlainClass(ABCMeta):
    """
    Classes whose `isinstance` looks at base classes alone, in half of the time.

    That of abstract base classes calls Python code for what others may have registered.
    """

    __instancecheck__ = type.__instancecheck__
    __subclasscheck__ = type.__subclasscheck__


class FastOperation(IRDLOperation, metaclass=PlainClass):
    """An operation whose `create` and `isinstance` are the fast ones."""

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


# xDSL's own indexing of values tells integers from slices first.
_item = cast(Callable[[Sequence[SSAValue], int], SSAValue], tuple.__getitem__)


class _Operand:
    """Gives one operand of an operation, without asking which construct it is."""

    def __init__(self, index: int):
        self.index = index

    def __get__(self, op: Operation, kind: object = None) -> SSAValue:
        return _item(op._operands, self.index)


class _Result:
    """Gives one result."""

    def __init__(self, index: int):
        self.index = index

    def __get__(self, op: Operation, kind: object = None) -> SSAValue:
        return _item(op.results, self.index)


def use_fast_accessors(kind: type[Operation]) -> None:
    """Let a class find its single operands and results in a third of the time."""
    for name, accessor in [*vars(kind).items()]:
        if isinstance(accessor, BeforeVariadicSingleAccessor):
            if accessor.construct is VarIRConstruct.OPERAND:
                setattr(kind, name, _Operand(accessor.idx))
            elif accessor.construct is VarIRConstruct.RESULT:
                setattr(kind, name, _Result(accessor.idx))
