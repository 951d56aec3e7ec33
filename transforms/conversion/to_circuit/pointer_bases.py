"""
Which object each address of a function is in, and which objects nothing else reaches.

An address is in the object that it is computed from by sums, also where it comes from a
block argument or a choice all of whose values are in that object. An argument that is
an address (`llvm.noalias`, `circ.address`) is that of an object, too, if all accesses
of the function are in objects. An object is private
if its address is only computed with, compared, loaded from and stored to: then no
access through another address, and no call, reaches it. The accesses must be to
numbers: those to vectors may become calls, or lose their alias class.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from xdsl.dialects import arith, cf, func
from xdsl.ir import BlockArgument, Operation, SSAValue

from circ.dialects.common.module_functions import (
    ADDRESS,
    NOALIAS,
    argument_attributes,
)
from circ.dialects.common.operation_search import Subclasses
from circ.dialects.source import pointer
from circ.dialects.source.func import CallIndirectOp

_SUMS = Subclasses(arith.AddiOp, arith.SubiOp, arith.AndIOp, arith.OrIOp)
_OBJECTS = Subclasses(pointer.ObjectOp, pointer.AllocateOp, pointer.AddressOfOp)
_BRANCHES = Subclasses(cf.BranchOp, cf.ConditionalBranchOp, cf.SwitchOp)


@dataclass(frozen=True)
class PointerBases:
    """The result for one function."""

    bases: Mapping[SSAValue, SSAValue]
    """By address, the address of the object that it is in, where that is known."""
    private: AbstractSet[SSAValue]
    """The addresses of objects that are private."""


def pointer_bases(function: Operation) -> PointerBases:
    """Follow addresses to their uses; linear in these."""
    found = _Bases(function)
    found.run()
    bases = {value: base for value, base in found.base.items() if base is not None}
    if not found.tells_arguments_apart:
        bases = {
            value: base
            for value, base in bases.items()
            if not isinstance(base, BlockArgument)
        }
    objects = {value for value in bases if isinstance(value.owner, pointer.ObjectOp)}
    return PointerBases(bases, objects - found.escaped)


class _Bases:
    def __init__(self, function: Operation):
        self.base: dict[SSAValue, SSAValue | None] = {}
        """None for what may be in several objects; nothing for other numbers."""
        self.escaped: set[SSAValue] = set()
        self.incoming: dict[SSAValue, list[SSAValue]] = {}
        """By block argument, the values passed to it."""
        self.negated: list[Operation] = []
        """Differences of what may be no address and an address."""
        self.work: list[SSAValue] = []
        self.accesses: list[pointer.LoadOp | pointer.StoreOp] = []
        self.noalias: set[SSAValue] = set()
        self.has_calls = False
        if isinstance(function, func.FuncOp):
            for index, argument in enumerate(function.args):
                attributes = argument_attributes(function, index)
                if NOALIAS in attributes:
                    self.noalias.add(argument)
                if NOALIAS in attributes or ADDRESS in attributes:
                    self._is_in(argument, argument)
        for op in function.walk():
            kind = type(op)
            if _OBJECTS[kind]:
                self._is_in(op.results[0], op.results[0])
            elif isinstance(op, pointer.LoadOp | pointer.StoreOp):
                self.accesses.append(op)
            elif isinstance(op, func.CallOp | CallIndirectOp):
                self.has_calls = True
            elif _BRANCHES[kind]:
                for argument, value in passed_values(op):
                    self.incoming.setdefault(argument, []).append(value)

    def run(self) -> None:
        if not self.base:
            return
        self._propagate()
        for op in self.negated:
            if op.operands[0] not in self.base:
                if (base := self.base[op.operands[1]]) is not None:
                    self.escaped.add(base)
                self._is_in(op.results[0], None)
        self._propagate()
        # What else may come in has no object: it may be any address.
        for value in [*self.base]:
            if any(not self._is_known(each) for each in self._joined(value)):
                self._is_in(value, None)
        self._propagate()
        for value, base in self.base.items():
            if base is not None:
                uses = value.uses
                if not all(_keeps(use.operation, use.index) for use in uses):
                    self.escaped.add(base)

    @property
    def tells_arguments_apart(self) -> bool:
        """
        Are accesses by one argument beside no others that may be to the same?

        Calls may be inlined, which access globals.
        """
        bases = {self.base.get(op.address) for op in self.accesses}
        owners = {type(base.owner) for base in bases if base is not None}
        return None not in bases and (
            self.noalias >= {base for base in bases if isinstance(base, BlockArgument)}
            or not (pointer.AddressOfOp in owners or self.has_calls)
        )

    def _joined(self, value: SSAValue) -> Sequence[SSAValue]:
        """The values one of which a block argument or choice is."""
        if isinstance(value, BlockArgument):
            return self.incoming.get(value, ())
        op = value.owner
        return op.operands[1:] if isinstance(op, arith.SelectOp) else ()

    def _is_known(self, value: SSAValue) -> bool:
        # No access through the null pointer is valid.
        return value in self.base or isinstance(value.owner, arith.ConstantOp)

    def _is_in(self, value: SSAValue, base: SSAValue | None) -> None:
        """Record one object of an address; a second one makes it unknown."""
        if value in self.base:
            old = self.base[value]
            if old is base:
                return
            self.escaped.update(each for each in (old, base) if each is not None)
            if old is None:
                return
            base = None
        self.base[value] = base
        self.work.append(value)

    def _propagate(self) -> None:
        while self.work:
            value = self.work.pop()
            base = self.base[value]
            for use in value.uses:
                op = use.operation
                if _SUMS[type(op)]:
                    self._add(op)
                elif isinstance(op, arith.SelectOp) and use.index:
                    self._is_in(op.results[0], base)
                elif _BRANCHES[type(op)]:
                    for argument, passed in passed_values(op):
                        if passed is value:
                            self._is_in(argument, base)

    def _add(self, op: Operation) -> None:
        """A sum with an address; the difference of two in one object is a number."""
        lhs, rhs = op.operands
        result = op.results[0]
        if lhs in self.base and rhs in self.base:
            one, other = self.base[lhs], self.base[rhs]
            if isinstance(op, arith.SubiOp) and one is other and one is not None:
                return
            self.escaped.update(each for each in (one, other) if each is not None)
            self._is_in(result, None)
        elif lhs in self.base:
            self._is_in(result, self.base[lhs])
        elif not isinstance(op, arith.SubiOp):
            self._is_in(result, self.base[rhs])
        else:
            self.negated.append(op)  # unless the other turns out to be an address


def _keeps(op: Operation, index: int) -> bool:
    """Is this operand only computed with or accessed, so that nothing else knows it?"""
    match op:
        case arith.CmpiOp() | arith.SelectOp():
            return True
        case pointer.LoadOp():
            return op.result.type in pointer.STORED
        case pointer.StoreOp():
            return index == 1 and op.value.type in pointer.STORED
        case _:
            return _SUMS[type(op)] or (
                _BRANCHES[type(op)] and index >= int(not isinstance(op, cf.BranchOp))
            )


def passed_values(op: Operation) -> Iterator[tuple[SSAValue, SSAValue]]:
    """The arguments of the blocks that a branch goes to, with what it passes."""
    match op:
        case cf.BranchOp():
            yield from _pairs(op.successor.args, op.arguments)
        case cf.ConditionalBranchOp():
            yield from _pairs(op.then_block.args, op.then_arguments)
            yield from _pairs(op.else_block.args, op.else_arguments)
        case cf.SwitchOp():
            yield from _pairs(op.default_block.args, op.default_operands)
            for block, values in zip(op.case_blocks, op.case_operand, strict=True):
                yield from _pairs(block.args, values)
        case _:
            pass


def _pairs(
    arguments: Iterable[SSAValue], values: Iterable[SSAValue]
) -> Iterator[tuple[SSAValue, SSAValue]]:
    return zip(arguments, values, strict=False)
