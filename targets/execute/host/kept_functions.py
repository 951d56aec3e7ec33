"""
Functions of a program that are kept as machine code, and what compiled code uses.

A function that other programs have too is compiled alone (`Apart`), with names for all
that is outside of it (`Names`); they get the numbers of this run when it is linked.
"""

import ctypes
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import place_of
from circ.dialects.llvlir.ops import CallIndirectOp, FuncOp, TableOp
from circ.targets.execute.host.apart import (
    RECORDS,
    Apart,
    place_of_record,
    record_of,
)
from circ.targets.execute.host.arena import Arena
from circ.targets.execute.host.compiler import kept_object
from circ.targets.execute.host.module_code import SLOT, ModuleCode
from circ.targets.execute.host.outside import Names, Numbers, Outside
from circ.targets.execute.host.records import Meaning, Record, Type
from circ.targets.execute.host.signals import FIRST, support
from circ.targets.execute.outcome import Hooks
from circ.targets.llvm.export.environment import Environment
from circ.targets.llvm.export.module import function_text, name_of
from circ.targets.llvm.export.values import Code, Parts

MOST_VALUES = 2
"""Values in the text of a diagnostic."""
EXTERNAL, FAILURE = "external", "failure"
"""Kinds of numbers that names of kept code stand for."""
COUNT, LIMIT, TRAP = 0, 1, 2
"""Numbers that compiled code shares with Python: see `Shared`."""


class Shared:
    """Numbers that compiled code reads and writes."""

    def __init__(self) -> None:
        self.numbers = (ctypes.c_uint64 * (TRAP + MOST_VALUES + 1))()
        self.stack = ctypes.c_uint32()

    def place(self, number: int) -> int:
        return ctypes.addressof(self.numbers) + SLOT * number


class KeptFunctions(ModuleCode, Environment):
    """See the module's docstring; the code itself is an environment's."""

    counted, mirrored, accrues = False, True, False
    callback: Any
    """The function of C that compiled code calls Python by."""

    def __init__(self, module: ModuleOp, memory: Arena, hooks: Hooks):
        super().__init__(module, memory, hooks)
        self.memory = memory
        self.shared = Shared()
        self.failures: list[tuple[Attribute | str | None, str]] = []
        """By number: where a check is, and what is said if it fails."""
        self.externals: list[tuple[str, int, int, Attribute | str | None]] = [
            ("", 0, 0, None)
        ]
        """By number, from 1: the name, how many arguments and results, and the call."""
        self.outside: Outside = Numbers()
        self.apart = Apart()
        self._indirect = list[Type]()
        """The types of the indirect calls of a function that is written."""

    def address_of(self, op: TableOp, name: str) -> str:
        return self.outside.address(name, self.number_of(op, name))

    def is_apart(self, func: FuncOp) -> bool:
        return self.apart.has(func)

    def caller(self, op: CallIndirectOp) -> str | None:
        if self.apart.current is None:
            return None
        inputs = [value.type for value in op.operands]
        type = Type.of(op, inputs, op.result_types)
        self._indirect.append(type)
        return name_of(self.apart.caller(type))

    def uses_of(self, func: FuncOp) -> tuple[list[str], list[str]]:
        if (record := record_of(func)) is None:
            return super().uses_of(func)
        return [*record.called], [*record.taken]

    def pointer(self, code: Code, name: str) -> str:
        return self.outside.pointer(code, name, self._place(name))

    def recorded(self, func: FuncOp) -> Record:
        """What is kept of a function, which is put into the store."""
        apart, parts, inner = self.apart, Parts(), list[Type]()
        assert apart.store is not None
        apart.current, self._indirect = func, inner
        names = self.outside = Names(func.sym_name.data, parts)
        try:
            text = function_text(self, func, parts, internal=False)
        finally:
            apart.current, self.outside = None, Numbers()
        type, place = func.function_type, place_of_record(func)
        record = Record(
            func.sym_name.data,
            Type.of(func, type.inputs.data, type.outputs.data),
            *self.uses_of(func),
            [(name, self._meaning(*what)) for name, what in names.meanings.items()],
            [*{str(each): each for each in inner}.values()],
            self._externals_of(func),
            kept_object(f"{parts.text()}\n{text}", apart.store),
        )
        if place and not names.only_here and self._names_are_definitions(func):
            RECORDS[place] = record
            apart.store.put(place, record.encoded())
        return record

    def _names_are_definitions(self, func: FuncOp) -> bool:
        """Do no further names (`aliases_of`) stand for what a function uses?"""
        called, taken = self.uses_of(func)
        return all(self.symbols.definition(name) == name for name in (*called, *taken))

    def _externals_of(self, func: FuncOp) -> dict[str, str]:
        """The functions without a body that a function uses, as text."""
        called, taken = self.uses_of(func)
        used = {name: self.definition(name) for name in (*called, *taken)}
        return {n: str(op) for n, op in used.items() if op and not op.body.blocks}

    def _meaning(self, kind: str, value: str | int) -> Meaning:
        """What a name stands for, whatever the numbers of another run are."""
        if kind == EXTERNAL and isinstance(value, int):
            name, arguments, results, location = self.externals[value]
            return EXTERNAL, name, arguments, results, place_of(location)
        if kind == FAILURE and isinstance(value, int):
            location, message = self.failures[(value - FIRST) >> 1]
            return FAILURE, place_of(location), message
        return kind, value

    def link(self, record: Record) -> None:
        apart = self.apart
        for type in record.callers:
            apart.caller(type)
        for name in record.called:
            func = self.definition(name)
            if func is not None and func not in apart.functions:
                apart.called.add(func)
        for name, meaning in record.names:
            apart.symbols[name] = self._number_of(*meaning)
        apart.objects.append(record.object)

    def _number_of(self, kind: str | int | None, *values: Any) -> int:
        """The number that a name stands for in this run."""
        match kind:
            case "pointer":
                return self._place(*values)
            case "address":
                return self.symbols.address_of(*values)
            case "external":
                self.externals.append(values)
                return len(self.externals) - 1
            case "failure":
                self.failures.append(values)
                return FIRST + 2 * (len(self.failures) - 1)
            case _:
                return values[0] % (1 << 32)

    def _place(self, name: str) -> int:
        """The address in this process of what compiled code uses."""
        kind, _, number = name.partition(".")
        match kind:
            case "space":
                return getattr(self.memory.space(int(number)), "mapping").base
            case "shared":
                return self.shared.place(int(number))
            case "stack":
                return ctypes.addressof(self.shared.stack)
            case "callback":
                return ctypes.cast(self.callback, ctypes.c_void_p).value or 0
            case _:
                assert kind == "leave", kind
                return support().leave
