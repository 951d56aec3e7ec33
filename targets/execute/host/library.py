"""
llvlir as LLVM IR, an object or a shared library of the host that C calls.

`circ_initialize(memory)` must be called first, with a pointer to 4 GiB of addresses of
which the first `circ_size` bytes may be accessed: it writes the module's objects there.
An address of the program is a number of 32 bits, the distance from that pointer. What
is left between `circ_end` and the stack is the caller's, for arrays. Public functions
have their own names; external functions are C's, with integers and floats.
"""

import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.setjmp import LONGJMP
from circ.dialects.common.symbols import is_private
from circ.dialects.common.variadic import is_variadic
from circ.dialects.llvlir.ops import FuncOp, TableOp
from circ.targets.execute.host.compiler import object_code
from circ.targets.execute.host.module_code import ModuleCode
from circ.targets.execute.memory import Memory
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

    counted, mirrored, accrues = False, False, False

    def __init__(self, module: ModuleOp):
        self.memory = Memory()
        super().__init__(module, self.memory, {})

    def text(self) -> str:
        """The module of LLVM."""
        public = [
            func
            for func in self.definitions.values()
            if func.body.blocks and not is_private(func) and not is_variadic(func)
        ]
        parts = Parts()
        functions = self.reached([func.sym_name.data for func in public])
        body = functions_text(self, functions, parts)
        entries = "\n".join(map(_entry, public))
        start = -(-self.memory.end_of_objects() // 4096) * 4096
        head = _HEAD.format(start=start, end=start + ROOM + STACK)
        return "\n".join((head, parts.text(), body, entries, self._initialize()))

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
            text = "".join(f"\\{byte:02X}" for byte in data)
            type = f"[{item.size} x i8]"
            images.append(f'{name} = internal constant {type} c"{text}"')
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


def _entry(func: FuncOp) -> str:
    """A public function, as C calls it."""
    types = [llvm_type(type) for type in func.function_type.inputs]
    results = [llvm_type(type) for type in func.function_type.outputs]
    arguments = ", ".join(f"{type} %p{n}" for n, type in enumerate(types))
    result = joined(results)
    name = f'"{quoted(func.sym_name.data)}"'
    call = f"call fastcc {result} @{name_of(func)}({arguments})"
    if not results:
        body = f"  {call}\n  ret void"
    else:
        body = f"  %r = {call}\n  ret {result} %r"
    return f"define {result} @{name}({arguments}) {{\n{body}\n}}\n"


def write_llvm_ir(module: ModuleOp) -> str:
    """The text of a module of llvlir in LLVM IR."""
    return Library(module).text()


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
