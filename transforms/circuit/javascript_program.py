"""
What is known of a whole program in JavaScript: its functions and its built-ins.

A script's circuits are all of the program: no module and no `eval` adds another. What
they mention therefore tells what can happen to the objects that the library makes. Any
doubt, as where a function is lowered already, is decided for the worst.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from circ.dialects.circuit.bytecodes import ARGUMENTS as RAW_ARGUMENTS
from circ.dialects.circuit.constants import ArgOp, ConstantOp, SymbolOp
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.conversions import BitcastOp, ZExtOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import AddOp
from circ.dialects.circuit.language import VALUE_BYTES, ConstStringOp, JsBytecodeOp
from circ.dialects.circuit.memory import GlobalOp, LoadOp, StoreOp
from circ.targets.javascript.function_builder import ARGUMENTS, THIS
from circ.targets.javascript.program_builder import (
    INSTALLER,
    METHOD,
    METHOD_FIELDS,
    STRICT,
)
from circ.transforms.circuit.javascript_types import ELEMENTS

MATH = "Math"

GLOBAL_OBJECT = frozenset({"globalThis"})
"""Names by which a program reaches the global object."""

REDEFINING = frozenset(
    {
        *("defineProperty", "defineProperties", "setPrototypeOf", "getPrototypeOf"),
        *("__proto__", "__defineGetter__", "Reflect"),
    }
)
"""Names by which a program may change what `length` of a typed array is."""

DEFINERS = {"definefunc": 0, "definemethod": 0, "defineclass": 0}
"""The bytecodes that make functions, with the operand that is the method."""

METHODS_CHANGED = frozenset({"definefieldbyvalue"})
"""Bytecodes that may define a property of any object."""


@dataclass(eq=False)
class Function:
    """A function of the program."""

    func: FuncOp
    strict: bool
    declared: int
    """How many arguments it may read without looking at their number."""
    parameters: dict[int, list[LoadOp]] = field(default_factory=dict[int, list[LoadOp]])
    """By number: where the function loads a parameter."""
    reads_this: bool = False
    reads_arguments: bool = False
    """Does it read its arguments in other ways, as `arguments` does?"""


@dataclass(eq=False)
class JavaScriptProgram:
    """The functions of a module by their symbols, and what the program may do."""

    functions: dict[str, Function]
    methods: dict[str, str]
    """By the symbol of a description: the function that it describes."""
    scripts: set[str]
    """The script, which is executed once."""
    escaped: set[str]
    """The script, and functions that are called where the analysis does not see it."""
    builtins: frozenset[str]
    """Global variables that have the values of the library for certain."""
    fixed_lengths: bool
    """Is `length` of a typed array its length for certain?"""
    known_environments: bool
    """Do bytecodes alone write variables?"""


def program_of(module: ModuleOp) -> JavaScriptProgram | None:
    """Look through a module once; None where it has no function of a script."""
    functions: dict[str, Function] = {}
    methods: dict[str, str] = {}
    escaped: set[str] = set()
    circuits = {op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)}
    for op in module.ops:
        if not isinstance(op, GlobalOp) or not op.sym_name.data.startswith(METHOD):
            continue
        words = op.relocations
        if op.size.data != METHOD_FIELDS.size or len(words) != 1:
            return None
        func = circuits.get(words[0].symbol)
        if func is None:
            return None
        _, declared, flags, *_ = METHOD_FIELDS.unpack(op.content)
        methods[op.sym_name.data] = words[0].symbol
        functions[words[0].symbol] = Function(func, bool(flags & STRICT), declared)
        if op.sym_name.data.startswith(f"{METHOD}0."):  # the script
            escaped.add(words[0].symbol)
    if not any(_has_bytecodes(function.func) for function in functions.values()):
        return None
    names: set[str] = set()
    lowered = reaches_global = stores = redefines = False
    assigned: set[str] = set()
    scripts = {*escaped}
    for symbol, function in functions.items():
        for gate in function.func.body.block.ops:
            match gate:
                case ConstStringOp():
                    names.add(gate.text.data)
                case SymbolOp() if gate.symbol.string_value() in methods:
                    if not _only_defines(gate):
                        escaped.add(methods[gate.symbol.string_value()])
                case SymbolOp():
                    lowered |= gate.symbol.string_value().startswith("js")
                case StoreOp():
                    stores = True
                case ArgOp() if gate.index.data == THIS:
                    function.reads_this = bool(gate.result.uses)
                    if symbol not in scripts and not function.strict:
                        reaches_global |= function.reads_this
                case JsBytecodeOp():
                    name = gate.bytecode.data
                    reaches_global |= name == "ldglobal"
                    redefines |= name in METHODS_CHANGED
                    function.reads_arguments |= RAW_ARGUMENTS in gate.row.inputs
                    if name == "trystglobalbyname":
                        assigned |= _text_of(gate.arguments[0])
                case LoadOp() if (number := _parameter(gate)) is not None:
                    function.parameters.setdefault(number, []).append(gate)
                case _:
                    pass
    installed = set(_installed(circuits.get(INSTALLER)))
    reaches_global |= bool(GLOBAL_OBJECT & (names | installed)) or lowered
    builtins = {*ELEMENTS, MATH} & installed - assigned
    return JavaScriptProgram(
        functions,
        methods,
        scripts,
        escaped,
        frozenset() if reaches_global else frozenset(builtins),
        not redefines and not lowered and not REDEFINING & (names | installed),
        not stores and not lowered,
    )


def _has_bytecodes(func: FuncOp) -> bool:
    return any(isinstance(gate, JsBytecodeOp) for gate in func.body.block.ops)


def _only_defines(symbol: SymbolOp) -> bool:
    """Is the address of a description used for nothing but to make functions?"""
    for use in symbol.results[0].uses:
        if not isinstance(wide := use.operation, ZExtOp):
            return False
        for other in wide.result.uses:
            gate = other.operation
            if not isinstance(gate, JsBytecodeOp) or gate.bytecode.data not in DEFINERS:
                return False
    return True


def _text_of(wire: SSAValue) -> set[str]:
    gate = gate_of(wire)
    if isinstance(gate, ConstStringOp):
        return {gate.text.data}
    return {*ELEMENTS, MATH}


def _installed(installer: FuncOp | None) -> Iterator[str]:
    """The names of what the program installs, while its gates still say so."""
    if installer is not None:
        for gate in installer.body.block.ops:
            if isinstance(gate, ConstStringOp):
                yield gate.text.data


def method_of(wire: SSAValue) -> str | None:
    """The symbol of the description that a bytecode makes a function of."""
    gate = gate_of(wire)
    if isinstance(gate, ZExtOp) and isinstance(gate_of(gate.value), SymbolOp):
        symbol = gate_of(gate.value)
        assert isinstance(symbol, SymbolOp)
        return symbol.symbol.string_value()
    return None


def _parameter(load: LoadOp) -> int | None:
    """The number of the parameter that is loaded."""
    base, distance = load.address, 0
    gate = gate_of(base)
    if isinstance(gate, AddOp) and isinstance(by := gate_of(gate.rhs), ConstantOp):
        base, distance = gate.lhs, by.bits.data
    cast = gate_of(base)
    if not isinstance(cast, BitcastOp) or distance % VALUE_BYTES:
        return None
    argument = gate_of(cast.value)
    if isinstance(argument, ArgOp) and argument.index.data == ARGUMENTS:
        return distance // VALUE_BYTES
    return None
