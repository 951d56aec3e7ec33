"""
A program in bytecode as a module of circuits.

Besides its functions the module has the table of strings, a description of each
function that closures are made of, and `main`, which starts the run-time library with
them; docs/javascript.md describes the objects. The library's functions are declared.
"""

import re
import struct
from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import (
    FunctionType,
    IntAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i32,
    i64,
)
from xdsl.dialects.func import FuncOp as DeclarationOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.circuit.bytecodes import LIBRARY
from circ.dialects.circuit.constants import ConstantOp, SymbolOp
from circ.dialects.circuit.control import (
    DependEntryOp,
    FuncOp,
    ReturnOp,
    StateEntryOp,
    ThrowOp,
    root_gates,
)
from circ.dialects.circuit.conversions import BitcastOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.language import (
    DOUBLE_OFFSET,
    GET_EXCEPTION,
    STRINGS,
    UNDEFINED,
    VALUE_BYTES,
    ConstStringOp,
    GetExceptionOp,
    JsBytecodeOp,
    library_type,
    string_properties,
)
from circ.dialects.circuit.memory import CallOp, GlobalOp
from circ.dialects.circuit.types import ARCH, DEPEND
from circ.dialects.common.algebra import float_to_bits
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.programs import MAIN, PROGRAM
from circ.dialects.common.relocations import ADDRESS_BYTES, Relocation
from circ.targets.javascript.builtins import FUNCTIONS, holders, installed
from circ.targets.javascript.bytecode import KINDS, UNKNOWN, Function, Program
from circ.targets.javascript.function_builder import (
    FUNCTION_TYPE,
    FunctionBuilder,
)

TEXT, METHOD, FUNCTION = "js.text", "js.method.", "js.function."
SOURCE, EXPRESSIONS = "js.source", "js.expressions"
INSTALLER = "js.install"
START, THROWER, INSTALL = "js_start", "js_throw_value", "js_install_"
"""Of the library: what `main` and THROW call, how the names of the others begin."""

STRICT = 1 << 4
"""Added to the number of a function's kind."""

TWO_BYTES = 1 << 31
"""In the header of a string: its units have two bytes each."""

WORD = struct.Struct("<I")
METHOD_FIELDS = struct.Struct("<IIIIII")
"""
The address of the code, the parameters, the kind, the index of the name, where the
function's text is in the program's.
"""


def build_circuits(program: Program) -> ModuleOp:
    """The circuits of a program; wrong bytecode is a `Diagnostic`."""
    return _ProgramBuilder(program).build()


class _ProgramBuilder:
    def __init__(self, program: Program):
        if not program.functions:
            raise Diagnostic(None, "a program needs a function")
        self.program = program
        self.strings: dict[str, int] = {}
        """By text: its index in the table."""
        self.expressions: dict[str, int] = {}
        """By what messages name: where it is in the table of expressions, …"""
        self.expression_bytes = bytearray(WORD.size)
        """… whose first word is its size."""
        self.methods: dict[str, str] = {}
        """By the name of a function: the symbol of its description."""
        self.symbols: list[str] = []
        """By the number of a function: the symbol of its circuit."""
        for number, function in enumerate(program.functions):
            if function.name in self.methods:
                message = f"there are two functions {function.name}"
                raise Diagnostic(function.location, message)
            plain = re.sub(r"\W", "_", function.name, flags=re.ASCII)
            self.methods[function.name] = f"{METHOD}{number}.{plain}"
            self.symbols.append(f"{FUNCTION}{number}.{plain}")

    def build(self) -> ModuleOp:
        functions = [
            FunctionBuilder(
                function, self._string, self.methods.get, self._expression
            ).build(symbol, THROWER)
            for function, symbol in zip(
                self.program.functions, self.symbols, strict=True
            )
        ]
        methods = list(map(self._method, self.program.functions, self.symbols))
        install = self._install()
        main = self._main()  # knows how many strings there are
        circuits = [*functions, install, main]
        return ModuleOp(
            [*_declarations(circuits), *self._tables(), *methods, *circuits],
            {PROGRAM: UnitAttr()},
        )

    def _string(self, text: str) -> int:
        return self.strings.setdefault(text, len(self.strings))

    def _expression(self, text: str) -> int:
        if (place := self.expressions.get(text)) is None:
            place = self.expressions[text] = len(self.expression_bytes)
            self.expression_bytes += _string_bytes(text)
        return place

    def _method(self, function: Function, symbol: str) -> GlobalOp:
        """What the library knows of a function."""
        kind = KINDS.index(function.kind) + STRICT * function.strict
        name = self._string(function.display_name)
        return GlobalOp.of(
            self.methods[function.name],
            METHOD_FIELDS.size,
            ADDRESS_BYTES,
            METHOD_FIELDS.pack(0, function.parameters, kind, name, *function.text),
            function.location,
            constant=True,
            addresses=[Relocation(0, symbol, 0)],
        )

    def _tables(self) -> Iterator[GlobalOp]:
        """The texts of all strings, room for their values, and what messages quote."""
        text = b"".join(map(_string_bytes, self.strings))
        size = VALUE_BYTES * max(len(self.strings), 1)
        yield GlobalOp.of(TEXT, len(text), ADDRESS_BYTES, text, constant=True)
        yield GlobalOp.of(STRINGS, size, VALUE_BYTES)
        text = _string_bytes(self.program.source)
        yield GlobalOp.of(SOURCE, len(text), ADDRESS_BYTES, text, constant=True)
        size = len(self.expression_bytes)
        text = WORD.pack(size) + self.expression_bytes[WORD.size :]
        yield GlobalOp.of(EXPRESSIONS, size, ADDRESS_BYTES, text, constant=True)

    def _install(self) -> FuncOp:
        """A call of the library for each built-in that the program may use."""
        calls = _Calls()
        numbers = holders()
        for row in installed(self.program.names | self.strings.keys()):
            arguments = [calls.constant(numbers[row.holder])]
            arguments.append(calls.string(self._string(row.name), row.name))
            if row.kind in FUNCTIONS:
                arguments.append(calls.pointer(row.symbol))
                arguments.append(calls.constant(row.length))
            if row.kind == "constructor":
                own = numbers[row.name], numbers[f"{row.name}.prototype"]
                arguments += map(calls.constant, own)
            elif row.kind == "object":
                arguments.append(calls.constant(numbers[row.symbol]))
            elif row.kind == "value":
                arguments.append(calls.constant(_tagged(row.symbol)))
            calls.call(f"{INSTALL}{row.kind}", arguments)
        return calls.function(INSTALLER)

    def _main(self) -> FuncOp:
        """The program starts the library with its tables and its first function."""
        script = self.methods[self.program.functions[0].name]
        calls = _Calls()
        arguments = [calls.pointer(TEXT), calls.pointer(STRINGS)]
        arguments.append(calls.constant(len(self.strings), i32))
        arguments += map(calls.pointer, (INSTALLER, script, SOURCE, EXPRESSIONS))
        return calls.function(MAIN, calls.call(START, arguments, i32))


class _Calls:
    """A circuit that calls one function after the other."""

    def __init__(self) -> None:
        self.gates: list[Operation] = [*root_gates(UNKNOWN)]
        (entry,) = (gate for gate in self.gates if isinstance(gate, StateEntryOp))
        (memory,) = (gate for gate in self.gates if isinstance(gate, DependEntryOp))
        self.state, self.depend = entry.results[0], memory.results[0]

    def _emit(
        self,
        kind: type[Operation],
        operands: Sequence[SSAValue],
        types: Sequence[Attribute],
        properties: dict[str, Attribute] | None = None,
    ) -> Sequence[SSAValue]:
        gate = kind.create(
            operands=operands, result_types=types, properties=properties or {}
        )
        self.gates.append(gate)
        return gate.results

    def constant(self, bits: int, type: Attribute = i64) -> SSAValue:
        return self._emit(ConstantOp, (), (type,), {"bits": IntAttr(bits)})[0]

    def symbol(self, name: str) -> SSAValue:
        reference: dict[str, Attribute] = {"symbol": SymbolRefAttr(name)}
        return self._emit(SymbolOp, (), (ARCH,), reference)[0]

    def pointer(self, name: str) -> SSAValue:
        """The address of a symbol as the library takes it."""
        return self._emit(BitcastOp, (self.symbol(name),), (i32,))[0]

    def string(self, index: int, text: str) -> SSAValue:
        return self._emit(ConstStringOp, (), (i64,), string_properties(index, text))[0]

    def call(
        self, name: str, arguments: Sequence[SSAValue], result: Attribute | None = None
    ) -> Sequence[SSAValue]:
        """Call a function of the library; its results."""
        types = () if result is None else (result,)
        operands = self.depend, self.symbol(name), *arguments
        self.depend, *results = self._emit(CallOp, operands, (DEPEND, *types))
        return results

    def function(self, name: str, results: Sequence[SSAValue] = ()) -> FuncOp:
        self._emit(ReturnOp, (self.state, self.depend, *results), ())
        type = FunctionType.from_lists([], [wire.type for wire in results])
        return FuncOp.create(
            properties={"sym_name": StringAttr(name), "function_type": type},
            regions=[Region(Block(self.gates))],
        )


def _tagged(symbol: str) -> int:
    """The value that a row of the built-ins states."""
    if symbol == "undefined":
        return UNDEFINED
    return float_to_bits(64, float(symbol)) + DOUBLE_OFFSET


def _string_bytes(text: str) -> bytes:
    """A string as the library reads it, padded to a whole word."""
    units = text.encode("utf-16-le", "surrogatepass")
    header = len(units) // 2
    if all(ord(character) < 256 for character in text):
        units = text.encode("latin-1")
    else:
        header |= TWO_BYTES
    return WORD.pack(header) + units + bytes(-len(units) % 4)


def _declarations(circuits: Sequence[FuncOp]) -> Iterator[DeclarationOp]:
    """Declarations of the functions that circuits call and address by name."""
    types: dict[str, FunctionType] = {}
    defined = {circuit.sym_name.data for circuit in circuits}
    for gate in (gate for circuit in circuits for gate in circuit.body.block.ops):
        match gate:
            case JsBytecodeOp():
                types[gate.callee_name] = library_type(gate.row)
            case GetExceptionOp():
                types[GET_EXCEPTION] = FunctionType.from_lists([], [i64])
            case ThrowOp():
                types[THROWER] = FunctionType.from_lists([i64], [i64])
            case CallOp():
                callee = gate_of(gate.callee)
                assert isinstance(callee, SymbolOp)
                name = callee.symbol.string_value()
                inputs = [wire.type for wire in gate.arguments]
                outputs = [result.type for result in gate.results[1:]]
                types[name] = FunctionType.from_lists(inputs, outputs)
            case SymbolOp() if (name := gate.symbol.string_value()).startswith(LIBRARY):
                types.setdefault(name, FUNCTION_TYPE)
            case _:
                pass
    for name in sorted(types.keys() - defined):
        yield DeclarationOp(name, types[name], Region(), "private")
