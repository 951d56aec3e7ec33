"""
What the host's code of a module is made from, also where it is not run here.

Objects and functions have addresses of 32 bits, as `Symbols` gives them.
"""

from collections.abc import Iterable, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.llvlir.data import data_objects
from circ.dialects.llvlir.linking import LINKING
from circ.dialects.llvlir.ops import CallIndirectOp, CallOp, FuncOp, TableOp
from circ.targets.execute.llvlir.interpreter import object_data
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Hooks
from circ.targets.execute.symbols import Symbols
from circ.targets.llvm.export.module import name_of
from circ.targets.llvm.export.types import bits_of, llvm_type
from circ.targets.llvm.export.values import Code, Parts, Value

SLOT = 8
"""Bytes of a number in memory that Python shares with compiled code."""


class ModuleCode:
    """A module with the addresses of its symbols in a memory."""

    def __init__(self, module: ModuleOp, memory: Memory, hooks: Hooks):
        self.definitions = {
            op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)
        }
        objects = [object_data(item) for item in data_objects(module.ops)]
        self._objects = {item.name: item for item in objects}
        self.symbols = Symbols(module, memory, hooks, objects)
        self._addressed: dict[int, FuncOp] = {}

    def reached(self, entries: Sequence[str]) -> list[FuncOp]:
        """The functions with bodies that may be called; notes those with addresses."""
        found, seen, addressed = list[FuncOp](), set[str](), list[FuncOp]()
        work, named = [*entries], set[str]()
        while work:
            name = self.symbols.definition(work.pop())
            if name in seen:
                continue
            seen.add(name)
            taken = list[str]()
            if (item := self._objects.get(name)) is not None:
                taken = [word.symbol for word in item.relocations]
            elif (func := self.definitions.get(name)) is not None:
                found.append(func)
                called, taken = self.uses_of(func)
                work += called
            named.update(map(self.symbols.definition, taken))
            work += taken
        addressed = [func for func in found if func.sym_name.data in named]
        self._addressed = {}
        for func in addressed:
            if address := self.symbols.address_of(func.sym_name.data, func.location):
                self._addressed[address] = func
        return [func for func in found if func.body.blocks]

    def uses_of(self, func: FuncOp) -> tuple[list[str], list[str]]:
        """What a function calls by name, and the symbols whose addresses it takes."""
        called, taken = list[str](), list[str]()
        for op in (op for block in func.body.blocks for op in block.ops):
            if isinstance(op, CallOp):
                called.append(op.callee.root_reference.data)
            elif isinstance(op, TableOp) and op.label is not None:
                calls = op.ROW.name in LINKING
                symbol = op.label.root_reference.data
                (called if calls else taken).append(symbol)
        return called, taken

    def address_of(self, op: TableOp, name: str) -> str:
        return str(self.number_of(op, name))

    def number_of(self, op: TableOp, name: str) -> int:
        """The address of a symbol that an operation names."""
        if not self.symbols.is_known(name):
            message = f"'{op.name}': '{name}' is neither a function nor data"
            raise Diagnostic(op.location, message)
        return self.symbols.address_of(name, op.location)

    def is_apart(self, func: FuncOp) -> bool:
        return False

    def caller(self, op: CallIndirectOp) -> str | None:
        return None

    def definition(self, name: str) -> FuncOp | None:
        return self.definitions.get(self.symbols.definition(name))

    def functions(self) -> Iterable[tuple[int, FuncOp]]:
        return self._addressed.items()


def as_number(code: Code, value: Value, type: Attribute) -> Value:
    """The bits of a register as a number of 64."""
    width = bits_of(type)
    if value.type != f"i{width}":
        value = code.let(f"i{width}", f"bitcast {value} to i{width}")
    return value if width == 64 else code.let("i64", f"zext {value} to i64")


def slot_size(type: Attribute) -> int:
    """Bytes of an argument or a result among all."""
    return -(-bits_of(type) // 64) * SLOT


def entry_text(func: FuncOp, name: str) -> tuple[str, int]:
    """The function that Python calls with all values in memory; their bytes."""
    code, types = Code(Parts()), func.function_type
    start, arguments = 0, list[str]()
    for type in types.inputs:
        arguments.append(str(load_slot(code, type, "%values", start)))
        start += slot_size(type)
    results = [llvm_type(type) for type in types.outputs]
    whole = "void"
    if len(results) > 1:
        whole = "{ " + ", ".join(results) + " }"
    elif results:
        (whole,) = results
    text = f"call fastcc {whole} @{name_of(func)}({', '.join(arguments)})"
    if not results:
        code.add(text)
    else:
        found = code.let(whole, text)
        for number, type in enumerate(types.outputs):
            value = found
            if len(results) > 1:
                value = code.let(results[number], f"extractvalue {found}, {number}")
            store_slot(code, type, value, "%values", start)
            start += slot_size(type)
    code.add("ret void")
    lines = "\n".join(code.lines)
    return f"define void @{name}(ptr %values) {{\n{lines}\n}}\n", start


def load_slot(code: Code, type: Attribute, values: str, start: int) -> Value:
    """A register's value from the numbers at a pointer, that many bytes further."""
    width, whole = bits_of(type), 8 * slot_size(type)
    place = code.let("ptr", f"getelementptr i8, ptr {values}, i64 {start}").text
    value = code.let(f"i{whole}", f"load i{whole}, ptr {place}, align 8")
    if width != whole:
        value = code.let(f"i{width}", f"trunc {value} to i{width}")
    name = llvm_type(type)
    return value if name == value.type else code.let(name, f"bitcast {value} to {name}")


def store_slot(
    code: Code, type: Attribute, value: Value, values: str, start: int
) -> None:
    width, whole = bits_of(type), 8 * slot_size(type)
    if value.type != f"i{width}":
        value = code.let(f"i{width}", f"bitcast {value} to i{width}")
    if width != whole:
        value = code.let(f"i{whole}", f"zext {value} to i{whole}")
    place = code.let("ptr", f"getelementptr i8, ptr {values}, i64 {start}").text
    code.add(f"store {value}, ptr {place}, align 8")
