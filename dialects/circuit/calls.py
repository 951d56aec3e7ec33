"""Calls of circuits: the callee of a CALL, and whether the call has its type."""

from collections.abc import Iterator
from typing import TypeAlias

from xdsl.dialects.builtin import ModuleOp, NoneType, i32, i64
from xdsl.dialects.func import FuncOp as DeclarationOp
from xdsl.ir import Attribute, Operation

from circ.dialects.circuit.constants import SymbolOp
from circ.dialects.circuit.control import FuncOp, ThrowOp, arch_of
from circ.dialects.circuit.gate import gate_of, value_results
from circ.dialects.circuit.language import (
    GetExceptionOp,
    JsBytecodeOp,
    LoadElementOp,
    StoreElementOp,
)
from circ.dialects.circuit.memory import CallOp
from circ.dialects.circuit.types import ARCH, ArchType, circuit_type
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.kernel import BARRIER
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.setjmp import SETJMP
from circ.dialects.common.variadic import is_variadic

BY_ADDRESS = "circ.by_address"
"""The attribute of a call through a pointer: it need not have the callee's type."""


def passed_type(type: Attribute) -> Attribute:
    """The type in which a parameter is passed; an unused one is passed as an `i32`."""
    return i32 if isinstance(type, NoneType) else type


def callee_name(call: CallOp) -> str | None:
    """The symbol that a CALL calls; None for an indirect call."""
    callee = gate_of(call.callee)
    return callee.symbol.string_value() if isinstance(callee, SymbolOp) else None


def is_barrier(gate: Operation) -> bool:
    """Must all items of a group execute a gate together, and no two copies of it?"""
    return isinstance(gate, CallOp) and callee_name(gate) == BARRIER


def calls_setjmp(func: FuncOp) -> bool:
    """
    May a call in a function return again, with memory as it is then?

    What is true of memory before such a call is not after it, and the function must
    have the frame that it had.
    """
    symbols = operations_in(func.body, SymbolOp)
    return any(symbol.symbol.string_value() in SETJMP for symbol in symbols)


LibraryCall: TypeAlias = JsBytecodeOp | GetExceptionOp | LoadElementOp | StoreElementOp


def check_call(call: CallOp | LibraryCall | ThrowOp, callee: Operation) -> None:
    """Raise a `Diagnostic` unless a call fits the type of a circuit or declaration."""
    if isinstance(call, ThrowOp):
        return  # a value to the library's function
    if isinstance(call, JsBytecodeOp) and call.row.is_variadic:
        return  # its values are passed in memory
    if isinstance(callee, FuncOp):
        name, type = callee.sym_name.data, callee.type
    else:
        assert isinstance(callee, DeclarationOp)
        name, type = callee.sym_name.data, circuit_type(callee.function_type)
    plain = _same if isinstance(callee, FuncOp) else _any_word
    variadic = is_variadic(callee)
    if is_variadic(call) != variadic:
        other = "" if variadic else "not "
        message = f"@{name} is {other}variadic, but is called otherwise"
        raise Diagnostic(call.location, message)
    if type is None:  # of a declaration, which lowering diagnoses
        return
    given, arity = len(call.arguments), len(type.inputs)
    if given < arity or (given > arity and not variadic):
        takes = f"@{name} takes {arity} argument" + "s" * (arity != 1)
        raise Diagnostic(call.location, f"{takes}, but the call gives {given}")
    for index, wanted in enumerate(map(passed_type, type.inputs)):
        actual = call.arguments[index].type
        if plain(actual) != wanted:
            message = f"@{name} takes {wanted} as argument {index}"
            raise Diagnostic(call.location, f"{message}, but the call gives {actual}")
    results = tuple(result.type for result in value_results(call))
    if isinstance(call, StoreElementOp):
        results = (i64,)  # whether it has thrown
    if tuple(map(plain, results)) != type.outputs.data:
        wants, has = (f"({', '.join(map(str, t))})" for t in (results, type.outputs))
        message = f"the call expects {wants}, but @{name} returns {has}"
        raise Diagnostic(call.location, message)


def _same(type: Attribute) -> Attribute:
    return type


def _any_word(type: Attribute) -> Attribute:
    """A word of any width as one of 32 bits: `index` is the module's word."""
    return ARCH if type.__class__ is ArchType else type


def check_calls(module: ModuleOp) -> None:
    """
    Check each call by name of a circuit or of a declared function, and that circuits
    have the width of addresses of those that name them; linear.
    """
    for call, callee in _calls_of_symbols(module):
        if callee is not None and BY_ADDRESS not in call.attributes:
            check_call(call, callee)
    _check_widths(module)


def _check_widths(module: ModuleOp) -> None:
    circuits = {op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)}
    widths: dict[str, ArchType | None] = {}
    for func in circuits.values():
        for symbol in operations_in(func.body, SymbolOp):
            name, type = symbol.symbol.string_value(), symbol.result.type
            if (callee := circuits.get(name)) is None:
                continue
            if name not in widths:
                widths[name] = arch_of(callee)
            if widths[name] not in (None, type):
                message = (
                    f"the addresses of @{name} are {widths[name]}, but here {type}"
                )
                raise Diagnostic(symbol.location, message)


def name_callees(module: ModuleOp) -> None:
    """Calls by address are calls by name unless the function is of another type."""
    for call, callee in _calls_of_symbols(module):
        if callee is None or fits(call, callee):
            call.attributes.pop(BY_ADDRESS, None)


def fits(call: CallOp, callee: Operation) -> bool:
    """Is a call of the type of a circuit or declaration?"""
    try:
        check_call(call, callee)
    except Diagnostic:
        return False
    return True


def _calls_of_symbols(module: ModuleOp) -> Iterator[tuple[CallOp, Operation | None]]:
    """The calls of symbols with the circuits and declarations that they call."""
    callees = {
        op.sym_name.data: op
        for op in module.ops
        if isinstance(op, FuncOp | DeclarationOp)
    }
    for func in callees.values():
        if isinstance(func, FuncOp):
            for gate in operations_in(func.body, CallOp):
                if (name := callee_name(gate)) is not None:
                    yield gate, callees.get(name)
