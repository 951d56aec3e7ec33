"""
What each byte of a file in bytecode format 2 means, as text; and what its parts take.

Each instruction is a line with its offset, its bytes and the operations that it stands
for. The module is decoded first, so that what is printed is right.
"""

from collections.abc import Iterator
from io import StringIO

from xdsl.ir import Operation
from xdsl.printer import Printer

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.llvlir.ops import FuncOp
from circ.targets.llvlir.decoder import Bytecode, decode
from circ.targets.llvlir.encoder import (
    BLOCK_NAMES,
    FUNCTIONS,
    ITEMS,
    NAMES,
    RECORDS,
    TYPES,
    VERSION,
)
from circ.targets.llvlir.format1_encoder import MAGIC
from circ.targets.llvlir.light import LightFunction, decode_light

SECTIONS = {
    NAMES: "names",
    TYPES: "function types",
    FUNCTIONS: "index of functions",
    ITEMS: "items",
    RECORDS: "functions",
    BLOCK_NAMES: "names of blocks",
}
MOST_BYTES = 8
"""Of a line; more are cut off."""


def dump(data: bytes, filename: str | None = None) -> str:
    """A line for each part of the file: offset, bytes, meaning."""
    module = _bytecode(data, filename)
    lines = [_line(data, 0, module.head_end, "header, version 2")]
    functions = decode_light(data, filename)
    for number, (start, end) in module.sections.items():
        name = SECTIONS[number]
        lines.append(f"section {number}, {name}: {end - start} bytes from {start}")
        if number == NAMES:
            for index, raw in enumerate(module.raw_names):
                text = f"{index}: {module.name_of(index)}"
                lines.append(_line(data, start, start + len(raw) + 1, text))
                start += len(raw) + 1
        elif number == TYPES:
            for index, type in enumerate(module.function_types):
                inputs = ", ".join(map(str, type.inputs))
                outputs = ", ".join(map(str, type.outputs))
                lines.append(f"{'':31}  {index}: ({inputs}) -> ({outputs})")
        elif number == RECORDS:
            for light in functions:
                lines += _function(module, light)
    return "\n".join(lines) + "\n"


def sizes(data: bytes, filename: str | None = None) -> str:
    """What the sections and the parts of functions take, in bytes."""
    module = _bytecode(data, filename)
    functions = decode_light(data, filename)
    contents = sum(end - start for start, end in module.sections.values())
    heads = len(data) - module.head_end - contents
    lines = [f"{len(data):8} bytes", f"{module.head_end:8} header"]
    lines.append(f"{heads:8} numbers and lengths of sections")
    for number, (start, end) in module.sections.items():
        lines.append(f"{end - start:8} {SECTIONS[number]}")
    parts = {
        "head": "attributes and signatures",
        "blocks": "parameters of blocks",
        "instructions": "instructions",
        "aliases": "alias classes",
    }
    lines.append("\nof functions")
    for part, text in parts.items():
        lines.append(f"{sum(light.sizes[part] for light in functions):8} {text}")
    columns = ("operations", 12), ("instructions", 14), ("bytes", 8), ("bytes/op", 10)
    lines.append("\n" + "".join(f"{text:>{w}}" for text, w in columns) + "  function")
    total = 0, 0, 0
    for number, light in enumerate(functions):
        func = module.function(number)
        operations = sum(1 for block in func.body.blocks for _ in block.ops)
        row = operations, len(light.instructions), light.body
        total = total[0] + row[0], total[1] + row[1], total[2] + row[2]
        if operations:
            lines.append(_size_line(*row, light.name))
    lines.append(_size_line(*total, "all"))
    return "\n".join(lines) + "\n"


def _size_line(operations: int, instructions: int, size: int, name: str) -> str:
    each = size / max(operations, 1)
    return f"{operations:12}{instructions:14}{size:8}{each:10.2f}  {name}"


def _bytecode(data: bytes, filename: str | None) -> Bytecode:
    decode(data, filename)
    if data[len(MAGIC)] != VERSION:
        raise Diagnostic(filename, "only bytecode of format 2 is printed")
    return Bytecode(data, filename)


def _function(module: Bytecode, light: LightFunction) -> Iterator[str]:
    number = module.number_of(light.name)
    assert number is not None
    start = module.start_of(number)
    func = module.function(number)
    size = module.lengths[number]
    yield f"function {number}, {light.name}: {size} bytes from {start}"
    data = module.data
    at = start
    for part, text in (("head", "attributes, signature"), ("blocks", "blocks")):
        size = light.sizes[part]
        if size:
            yield _line(data, at, at + size, text)
        at += size
    texts = _texts(func)
    for piece in light.instructions:
        found = texts.get(at, [""])
        yield _line(data, at, at + len(piece), found[0])
        for text in found[1:]:
            yield f"{'':31}  {text}"
        at += len(piece)
    if light.sizes["aliases"]:
        yield _line(data, at, at + light.sizes["aliases"], "alias classes")


def _texts(func: FuncOp) -> dict[int, list[str]]:
    """By offset, the operations of an instruction as text."""
    stream = StringIO()
    printer = Printer(stream)
    found: dict[int, list[str]] = {}
    # Blocks and values are named by what is printed first.
    for block in func.body.blocks:
        printer.print_block(block, print_block_args=True, print_block_terminator=True)
    for index, block in enumerate(func.body.blocks):
        for op in block.ops:
            stream.seek(0)
            stream.truncate(0)
            printer.print_op(op)
            text = stream.getvalue().strip()
            if op is block.first_op and index:
                text = f"{text}  // block {index}"
            found.setdefault(_offset(op), []).append(text)
    return found


def _offset(op: Operation) -> int:
    """The byte of an operation that was decoded."""
    return int(str(Diagnostic(op.location, "")).split("byte ")[1].split(":")[0])


def _line(data: bytes, start: int, end: int, text: str) -> str:
    shown = data[start : min(end, start + MOST_BYTES)].hex(" ")
    more = "…" if end - start > MOST_BYTES else ""
    return f"{start:6}  {shown + more:25}{text}"
