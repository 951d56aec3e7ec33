"""
llvlir as LLVM IR, an object or a shared library of the host that C calls.

`circ_initialize(memory)` must be called first, with a pointer to 4 GiB of addresses of
which the first `circ_size` bytes may be accessed: it writes the module's objects there.
An address of the program is a number of 32 bits, the distance from that pointer. What
is left between `circ_end` and the stack is the caller's, for arrays. Public functions
have their own names; external functions are C's, with integers and floats.

Where addresses have 64 bits they are C's pointers (`PointerLibrary`).
"""

import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from circ.dialects.common.address_width import WIDE, address_width
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.setjmp import LONGJMP
from circ.dialects.common.symbols import is_private
from circ.dialects.common.variadic import is_variadic
from circ.dialects.llvlir.ops import FuncOp, TableOp
from circ.targets.execute.host.compiler import object_code
from circ.targets.execute.host.module_code import ModuleCode
from circ.targets.execute.memory import Memory
from circ.targets.execute.symbols import ObjectData
from circ.targets.llvm.export.accesses import refused
from circ.targets.llvm.export.environment import Call
from circ.targets.llvm.export.module import functions_text, name_of
from circ.targets.llvm.export.types import llvm_type, quoted
from circ.targets.llvm.export.values import Code, Parts, Value, joined

STACK = 1 << 20
"""Bytes of the stack of slots, at the end of the memory."""
ROOM = 64 << 20
"""Bytes between the module's objects and the stack."""

_HEAD = """\
; Call circ_initialize with a pointer to the memory first; see docs/host.md.
source_filename = "circ"
@circ_memory = global ptr null
@circ_stack = global i32 {end}
@circ_end = constant i32 {start}
@circ_size = constant i32 {end}
"""


class Library(ModuleCode):
    """The code of a module that C calls."""

    counted, mirrored, accrues, calls_pointers = False, False, False, False

    def __init__(self, module: ModuleOp):
        self.memory = Memory()
        super().__init__(module, self.memory, {})

    def text(self) -> str:
        """The module of LLVM."""
        public = self._public()
        parts = Parts()
        functions = self.reached([func.sym_name.data for func in public])
        body = functions_text(self, functions, parts)
        entries = "\n".join(_entry(func, _c_name(func)) for func in public)
        start = -(-self.memory.end_of_objects() // 4096) * 4096
        head = _HEAD.format(start=start, end=start + ROOM + STACK)
        return "\n".join((head, parts.text(), body, entries, self._initialize()))

    def _public(self) -> list[FuncOp]:
        return [
            func
            for func in self.definitions.values()
            if func.body.blocks and not is_private(func) and not is_variadic(func)
        ]

    def _initialize(self) -> str:
        lines = list[str]()
        images = list[str]()
        for item in self.symbols.objects():
            if item.space:
                message = f"'{item.name}' is in the scratchpad, which C does not have"
                raise Diagnostic(item.op.location, message)
            address = self.symbols.address_of(item.name, item.op.location)
            data = self.memory.read(address, item.size)
            name = f"@circ.image.{len(images)}"
            type = f"[{item.size} x i8]"
            images.append(f"{name} = internal constant {type} {_bytes(data)}")
            place = f"%p{len(images)}"
            lines.append(f"  {place} = getelementptr i8, ptr %memory, i64 {address}")
            copy = "@llvm.memcpy.p0.p0.i64"
            arguments = f"ptr {place}, ptr {name}, i64 {item.size}, i1 false"
            lines.append(f"  call void {copy}({arguments})")
        whole = [
            *images,
            "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
            "define void @circ_initialize(ptr %memory) {",
            "  store ptr %memory, ptr @circ_memory",
            *lines,
            "  ret void",
            "}",
            "",
        ]
        return "\n".join(whole)

    # region The environment of the code

    def base(self, code: Code, space: int) -> str:
        return code.let("ptr", "load ptr, ptr @circ_memory").text

    def stack(self, code: Code) -> str:
        return "@circ_stack"

    def computed(
        self, code: Code, op: TableOp, values: Sequence[Value]
    ) -> Value | None:
        raise refused(op)

    def external(
        self, code: Code, op: Call, name: str, values: Sequence[Value]
    ) -> list[Value]:
        if name in LONGJMP:
            raise self._refused(op, name)
        types = [llvm_type(result.type) for result in op.results]
        if len(types) > 1:
            message = f"'{name}' has several results, which functions of C have not"
            raise Diagnostic(op.location, message)
        found = code.call(joined(types), f'"{quoted(name)}"', values)
        return [found] if types else []

    def fail(
        self, code: Code, location: Attribute, message: str, values: Sequence[Value]
    ) -> None:
        code.call("void", "llvm.trap", ())

    def count(self, code: Code, operations: Sequence[Operation]) -> None:
        raise AssertionError("nothing is counted")

    def set_jump(
        self, code: Code, op: Call, buffer: Value, marks: list[str], place: str
    ) -> Value:
        raise self._refused(op, "setjmp")

    def leave(self, code: Code, marks: Iterable[str]) -> None:
        raise AssertionError("there are no marks")

    def _refused(self, op: Call, name: str) -> Diagnostic:
        return Diagnostic(op.location, f"'{name}' is not supported in LLVM IR for C")

    # endregion


class PointerLibrary(Library):
    """
    The code of a module whose addresses are C's pointers, without `circ_initialize`.

    Objects are variables of LLVM, stack slots are on C's stack, and the address of a
    function is that of one which C can call.
    """

    calls_pointers = True

    def text(self) -> str:
        public = self._public()
        parts = Parts()
        functions = self.reached([func.sym_name.data for func in public])
        names = {func.sym_name.data for func in public}
        self._entries = {
            func.sym_name.data: _c_name(func) if func.sym_name.data in names else ""
            for func in functions
        }
        self._parts, self._wanted = parts, dict[str, ObjectData]()
        self._known = {item.name: item for item in self.symbols.objects()}
        self._called = list[FuncOp]()
        body = functions_text(self, functions, parts)
        objects = "\n".join(self._objects_text())
        entries = "\n".join(_entry(func, _c_name(func)) for func in public)
        inner = "\n".join(_entry(func, _inner(func), True) for func in self._called)
        head = 'source_filename = "circ"'
        return "\n".join((head, parts.text(), objects, body, entries, inner))

    def address_of(self, op: TableOp, name: str) -> str:
        super().address_of(op, name)  # a Diagnostic where there is none
        return self._address(name)

    def _address(self, name: str) -> str:
        """A constant of LLVM: the address of a function or an object."""
        if self.symbols.is_undefined_weak(name):
            return "0"
        name = self.symbols.definition(name)
        if (item := self._known.get(name)) is not None:
            self._wanted[name] = item
            text = f'"d.{quoted(name)}"'
        else:
            text = self._function(self.definitions[name])
        return f"ptrtoint (ptr @{text} to i64)"

    def _function(self, func: FuncOp) -> str:
        """The name of a function that C can call."""
        name = func.sym_name.data
        if (entry := self._entries.get(name)) is None:
            results = joined([llvm_type(type) for type in func.function_type.outputs])
            types = ", ".join(map(llvm_type, func.function_type.inputs))
            text = _c_name(func)
            self._parts.declarations[text] = f"declare {results} @{text}({types})"
            return text
        if not entry:
            entry = self._entries[name] = _inner(func)
            self._called.append(func)
        return entry

    def _objects_text(self) -> Iterator[str]:
        done = 0
        while done < len(self._wanted):  # others are found in them
            item = [*self._wanted.values()][done]
            done += 1
            if item.space:
                message = f"'{item.name}' is in the scratchpad, which C does not have"
                raise Diagnostic(item.op.location, message)
            types, values = list[str](), list[str]()
            end = 0
            content = item.data.ljust(item.size, b"\0")
            for offset, symbol, addend in [*item.relocations, (item.size, None, 0)]:
                if piece := content[end:offset]:
                    types.append(f"[{len(piece)} x i8]")
                    values.append(f"{types[-1]} {_bytes(piece)}")
                if symbol is not None:
                    types.append("i64")
                    address = self._address(symbol)
                    values.append(f"i64 add (i64 {address}, i64 {addend})")
                end = offset + 8
            type, value = ", ".join(types), ", ".join(values)
            name = f'@"d.{quoted(item.name)}"'
            content = f"<{{ {type} }}> <{{ {value} }}>"
            yield f"{name} = internal global {content}, align {item.align}"

    def base(self, code: Code, space: int) -> str:
        if space:
            raise Diagnostic(None, "C does not have the scratchpad")
        return "null"

    def stack(self, code: Code) -> str:
        raise AssertionError("slots are on C's stack")


def _bytes(data: bytes) -> str:
    """Bytes as a constant of LLVM."""
    if not any(data):
        return "zeroinitializer"
    return 'c"' + "".join(f"\\{byte:02X}" for byte in data) + '"'


def _c_name(func: FuncOp) -> str:
    return f'"{quoted(func.sym_name.data)}"'


def _inner(func: FuncOp) -> str:
    """The name of a private function as C calls it."""
    return f'"c.{quoted(func.sym_name.data)}"'


def _entry(func: FuncOp, name: str, is_internal: bool = False) -> str:
    """A function, as C calls it."""
    types = [llvm_type(type) for type in func.function_type.inputs]
    results = [llvm_type(type) for type in func.function_type.outputs]
    arguments = ", ".join(f"{type} %p{n}" for n, type in enumerate(types))
    result = joined(results)
    call = f"call fastcc {result} @{name_of(func)}({arguments})"
    if not results:
        body = f"  {call}\n  ret void"
    else:
        body = f"  %r = {call}\n  ret {result} %r"
    linkage = "internal " if is_internal else ""
    return f"define {linkage}{result} @{name}({arguments}) {{\n{body}\n}}\n"


def write_llvm_ir(module: ModuleOp) -> str:
    """The text of a module of llvlir in LLVM IR."""
    is_wide = address_width(module) == WIDE
    return (PointerLibrary if is_wide else Library)(module).text()


def write_object(module: ModuleOp) -> bytes:
    """An object of the host."""
    return object_code(write_llvm_ir(module))


def write_shared(module: ModuleOp) -> bytes:
    """A shared library of the host, which a C compiler links."""
    from circ.targets.c.clang import find_clang

    data = write_object(module)
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder, "code.o"), Path(folder, "code.so")
        source.write_bytes(data)
        clang = find_clang()
        command = [*clang.command, "-shared", str(source), "-o", str(output), "-lm"]
        if Path(clang.command[0]).name == "zig":
            command[1] = "cc"
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            last = done.stderr.strip().rpartition("\n")[2]
            raise Diagnostic(None, f"the C compiler cannot link the library: {last}")
        return output.read_bytes()
