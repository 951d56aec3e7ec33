"""Writes gen as gen-text; the spelling is that of forms.py and docs/gen-text.md."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import (
    DictionaryAttr,
    ModuleOp,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.target import Target

from circ.dialects import gen
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.kernel import KERNEL, KernelAttr, kernel_of
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.relocations import ADDRESS_BYTES, Relocation
from circ.dialects.common.signatures import IN_MEMORY
from circ.dialects.common.variadic import MARK, is_variadic
from circ.dialects.gen.function import STRUCTURED
from circ.dialects.gen.structured import is_after_else
from circ.dialects.gen.types import SPECIAL_REGISTERS
from circ.dialects.gen.unsupported_features import STATELESS
from circ.targets.gen.cursor import read_attribute
from circ.targets.gen.forms import (
    COORDINATES,
    LANE,
    LOCALS,
    PRINTED,
    SYNC_BITS,
    UNSIGNED,
    is_aligned,
    is_unaligned,
    literal_text,
    parts_of,
)

KEPT = frozenset({SIGNATURE, IN_MEMORY, *MARK})
"""Attributes of functions and calls that have a syntax of their own."""

WITHOUT_LINE = (
    gen.RegisterOp,
    gen.InputsOp,
    gen.LabelOp,
    gen.BranchOp,
    gen.CondBranchOp,
    *STRUCTURED,
)
"""Operations that are not always printed as one line."""


def write_gen_text(module: ModuleOp) -> str:
    """
    The text of a module's functions and globals.

    Raises a Diagnostic for attributes, and operations, for which there is no text.
    """
    own = {**module.properties, **module.attributes}
    parts: list[str] = [head] if (head := _attributes(module, own)) else []
    for op in module.ops:
        match op:
            case gen.FuncOp() if op.is_declaration:
                parts.append(_declaration(op))
            case gen.FuncOp():
                parts.append(_Function(op).text())
            case gen.GlobalOp():
                data = f" {op.data.data}" if op.data.data else ""
                size = f"size:{op.size.data} align:{op.align.data}"
                if op.space is not None:
                    size += f" space:{op.space.data}"
                if op.constant is not None:
                    size += " constant"
                if op.is_declaration:
                    size += " external"
                if op.addresses:
                    size += f" addresses:{{{_addresses(op.relocations)}}}"
                line = f".decl_global {name_text(op.sym_name.data)} {size}{data}\n"
                parts.append(line + _attributes(op, op.attributes))
            case _:
                raise unsupported(op, "an operation that is not of gen")
    return "\n".join(parts)


def lines_of(func: gen.FuncOp) -> dict[Operation, str]:
    """The line of each instruction of a function that has one."""
    function = _Function(func)
    lines = {op: function.lines_of(op) for b in func.body.blocks for op in b.ops}
    return {op: text[0] for op, text in lines.items() if text}


@dataclass(frozen=True)
class GenTextTarget(Target):
    """The module in the textual form of Beignet's dump (docs/gen-text.md)."""

    name = "gen-text"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(write_gen_text(module))


def name_text(name: str) -> str:
    """A symbol, as a string if it is no plain identifier."""
    return name if re.fullmatch(r"[A-Za-z_.][\w.]*", name) else json.dumps(name)


def _addresses(words: Iterable[Relocation]) -> str:
    """Symbols; with an offset where a word is not right after the one before it."""
    texts: list[str] = []
    following = 0
    for offset, symbol, addend in words:
        place = "" if offset == following else f"{offset}:"
        added = f"{addend:+}" if addend else ""
        texts.append(f"{place}{name_text(symbol)}{added}")
        following = offset + ADDRESS_BYTES
    return " ".join(texts)


def _declaration(func: gen.FuncOp) -> str:
    inputs = " ".join(func.inputs_of_families)
    results = " ".join(func.results_of_families)
    name = name_text(func.sym_name.data)
    line = f".decl_external {name} {{{inputs}}} -> {{{results}}}{_mark(func)}"
    if func.sym_visibility is None:
        line += " public"
    further = _attributes(func, func.attributes)
    return f"{line}\n{_signature(func)}{_lanes(func)}{further}"


def _mark(op: Operation) -> str:
    """The mark of variadic functions and of their calls."""
    return " variadic" if is_variadic(op) else ""


def _signature(func: gen.FuncOp) -> str:
    signature = func.attributes.get(SIGNATURE)
    where = " in memory" if IN_MEMORY in func.attributes else ""
    return "" if signature is None else f".decl_signature {signature}{where}\n"


def _lanes(func: gen.FuncOp) -> str:
    return "" if func.lanes is None else f".decl_lanes {func.lanes.data}\n"


def _attributes(op: Operation, own: Mapping[str, Attribute]) -> str:
    """A line for each attribute of a declaration that has no syntax of its own."""
    lines: list[str] = []
    for name, value in own.items():
        if name in KEPT:
            continue
        text = str(value)
        if read_attribute(text) != (value, len(text)):
            raise unsupported(op, f"the attribute '{name}' in gen-text")
        lines.append(f".decl_attribute {name_text(name)} {text}\n")
    return "".join(lines)


def _further(op: Operation) -> str:
    """The end of an instruction: its attributes that have no syntax of their own."""
    known = ()
    if isinstance(op, gen.CallOp | gen.CallIndirectOp):
        known = tuple(MARK)
    further = {n: value for n, value in op.attributes.items() if n not in known}
    if not further:
        return ""
    text = str(value := DictionaryAttr(further))
    if isinstance(op, WITHOUT_LINE) or read_attribute(text) != (value, len(text)):
        names = ", ".join(f"'{name}'" for name in further)
        raise unsupported(op, f"in gen-text, attribute {names}")
    return f" attributes {text}"


def _counted(count: int, what: str) -> str:
    return f"## {count} {what}{'s' if count else ''} ##"


def _is_inside(block: Block) -> bool:
    """Is a block within one of the text: an ENDIF, or what follows an ELSE?"""
    return isinstance(block.last_op, gen.EndIfOp) or is_after_else(block)


def _labels(func: gen.FuncOp) -> dict[Block, int]:
    """The numbers of blocks: in order, then those of structured branches."""
    inside = [block for block in func.body.blocks if _is_inside(block)]
    named = (block for block in func.body.blocks if block not in set(inside))
    labels = {block: number for number, block in enumerate(named)}
    free, taken = len(labels), set(labels.values())
    for block in inside:
        mark = block.last_op
        if not isinstance(mark, gen.EndIfOp):
            before = block.prev_block
            mark = None if before is None else before.last_op
        assert isinstance(mark, gen.EndIfOp | gen.ElseOp)
        label = free if mark.label is None else mark.label.data
        labels[block] = label = free if label in taken else label
        taken.add(label)
        free = max(free, label + 1)
    return labels


class _Function:
    """The numbers of a function's registers and blocks, and its lines."""

    def __init__(self, func: gen.FuncOp):
        self.func = func
        self.numbers: dict[SSAValue, str] = {}
        for number, register in enumerate(func.registers):
            self.numbers[register.handle] = f"%{number}"
        self.labels = _labels(func)

    def text(self) -> str:
        named = [block for block in self.labels if not _is_inside(block)]
        lines = [*self.head(), _counted(len(named), "block")]
        for block in self.func.body.blocks:
            if not _is_inside(block):
                line = f"LABEL ${self.labels[block]}"
                if isinstance(block.first_op, gen.LabelOp):
                    line += f" {name_text(block.first_op.label_name)}"
                lines += [line] if block is named[0] else ["", line]
            for op in block.ops:
                lines += self.lines_of(op)
        lines += ["", ".end_function", ""]
        return "\n".join(lines)

    def head(self) -> list[str]:
        func = self.func
        lines = [f".decl_function {name_text(func.sym_name.data)}"]
        if func.sym_visibility is not None:
            lines.append(f".decl_visibility {func.sym_visibility.data}")
        lines += _signature(func).splitlines()
        if is_variadic(func):
            lines.append(".decl_variadic")
        lines += _lanes(func).splitlines()
        attributes = dict(func.attributes)
        if (kernel := kernel_of(func)) == implied_kernel(func, _arguments(func)):
            attributes.pop(KERNEL, None)
        elif kernel is None:
            raise unsupported(func, "in gen-text, such registers but in a kernel")
        lines += _attributes(func, attributes).splitlines()
        lines.append(_counted(len(self.numbers), "register"))
        for register in func.registers:
            lines.append(self.register_line(register))
        lines.append(_counted(len(func.inputs), "input register"))
        for register, argument in zip(func.inputs, _arguments(func), strict=True):
            kind, _, name = argument.partition(" ")
            lines.append(f"decl_input.{kind} {self.numbers[register]} {name}")
        lines.append(_counted(len(func.result_families), "output register"))
        lines += [f"decl_output.{family}" for family in func.results_of_families]
        pushed = [(r, at) for r in func.registers if (at := r.pushed_from) is not None]
        lines.append(f"## {len(pushed)} pushed register")
        for register, (number, offset) in pushed:
            place = f"@{{{number},{offset}}}"
            lines.append(f"decl_pushed {self.numbers[register.handle]} {place}")
        return lines

    def register_line(self, register: gen.RegisterOp) -> str:
        line = f".decl.{register.family} {self.numbers[register.handle]}"
        if register.special is not None:
            return f"{line} {register.special.data}"
        return f"{line} uniform" if register.handle.type.uniform.data else line

    def braced(self, registers: Sequence[SSAValue]) -> str:
        return "{" + " ".join(self.numbers[register] for register in registers) + "}"

    def after(self, registers: Sequence[SSAValue]) -> str:
        return "".join(f" {self.numbers[register]}" for register in registers)

    # region Instructions

    def lines_of(self, op: Operation) -> list[str]:
        further = _further(op) if op.attributes else ""
        match op:
            case gen.RegisterOp() | gen.InputsOp() | gen.LabelOp():
                return []
            case gen.Instruction():
                return [_Line(self, op).text() + further]
            case gen.BranchOp():
                return self.on(op, op.target)
            case gen.CondBranchOp():
                weights = "" if op.weights is None else f" weights:{op.weights}"
                branch = f"BRA<{self.numbers[op.condition]}>"
                line = f"{branch} -> label${self.labels[op.taken]}{weights}"
                return [line, *self.on(op, op.next)]
            case gen.IfOp():
                if not self.is_next(op, op.then):
                    raise unsupported(op, "in gen-text, a first block after others")
                sign = "" if op.inverted is None else " !"
                predicate = f"<{self.numbers[op.predicate]}>"
                return [f"IF{sign}{predicate} -> label${self.labels[op.other]}"]
            case gen.WhileOp():
                line = f"WHILE<{self.numbers[op.predicate]}>"
                return [
                    f"{line} -> label${self.labels[op.loop]}",
                    *self.on(op, op.next),
                ]
            case gen.ElseOp():
                assert op.parent is not None and op.parent.next_block is not None
                body = self.labels[op.parent.next_block]
                return [f"ELSE -> label${self.labels[op.next]}  <**>label: {body}"]
            case gen.EndIfOp():
                assert op.parent is not None
                line = f"ENDIF -> label${self.labels[op.parent]}"
                return [line, *self.on(op, op.next)]
            case gen.IndirectBranchOp():
                labels = " ".join(f"label${self.labels[b]}" for b in op.targets)
                return [f"BRA<*{self.numbers[op.address]}> -> {{{labels}}}{further}"]
            case gen.RetOp():
                return [f"RET{self.after(op.srcs)}{further}"]
            case gen.CallOp():
                callee = name_text(op.callee_name)
                operands = f"{self.braced(op.dsts)} {self.braced(op.srcs)}"
                return [f"CALL {callee} {operands}{_mark(op)}{further}"]
            case gen.CallIndirectOp():
                callee = f"<{self.numbers[op.srcs[0]]}>"
                operands = f"{self.braced(op.dsts)} {self.braced(op.srcs[1:])}"
                return [f"CALL {callee} {operands}{_mark(op)}{further}"]
            case _:
                raise unsupported(op, "an operation that is not of gen")

    def is_next(self, op: Operation, block: Block) -> bool:
        """Is a block the next in layout, where execution falls through to it?"""
        return op.parent is not None and op.parent.next_block is block

    def on(self, op: Operation, block: Block) -> list[str]:
        """The line that goes on at a block; none where execution falls through."""
        return [] if self.is_next(op, block) else [f"BRA -> label${self.labels[block]}"]

    # endregion


def _arguments(func: gen.FuncOp) -> list[str]:
    """The kind and name of each argument; the hidden ones of a kernel are values."""
    kernel = kernel_of(func)
    texts = [] if kernel is None else kernel.texts
    count = len(func.input_families)
    return [*texts, *(f"value arg{number}" for number in range(len(texts), count))]


def implied_kernel(func: gen.FuncOp, arguments: Sequence[str]) -> KernelAttr | None:
    """
    What a text says of a kernel by its other lines; None if it is like no kernel.

    It has all special registers, arguments other than values, or pushed registers.
    """
    names = (r.special.data for r in func.registers if r.special is not None)
    plain = [f"value arg{number}" for number in range(len(arguments))]
    is_kernel = (
        list(names) == list(SPECIAL_REGISTERS)
        or any(register.pushed_from is not None for register in func.registers)
        or list(arguments) != plain
    )
    return KernelAttr.of(arguments) if is_kernel else None


class _Line:
    """One instruction; a field takes the sources and destinations in order."""

    def __init__(self, function: _Function, op: gen.Instruction):
        self.function = function
        self.op = op
        self.dsts, self.srcs = list(op.dsts), list(op.srcs)
        self.guard = self.srcs.pop() if op.flag("predicated") else None
        self.surface: SSAValue | None = None
        if op.flag("dynamic_bti"):
            # ATOMIC names a dynamic surface twice: as a source and after "bti:".
            self.surface = self.srcs[-1] if op.ROW.kind == "Atomic" else self.srcs.pop()

    def text(self) -> str:
        pieces: list[str] = []
        for before, name in parts_of(self.op.ROW):
            pieces.append(before)
            if name in _FIELDS:
                pieces.append(_FIELDS[name](self))
            elif name:
                pieces.append(str(self.op.integer(name)))
        return "".join(pieces)

    def taken(
        self, registers: list[SSAValue], count: int | None = None
    ) -> list[SSAValue]:
        """Take the next registers of a group, by default all of them."""
        count = len(registers) if count is None else count
        found = registers[:count]
        del registers[:count]
        return found

    def one(self, registers: list[SSAValue]) -> str:
        return self.function.numbers[registers.pop(0)]

    def listed(self, registers: list[SSAValue]) -> str:
        return self.function.braced(self.taken(registers))

    def labelled(self, registers: Sequence[SSAValue], labels: Sequence[str]) -> str:
        numbers = self.function.numbers
        return "".join(
            label + numbers[register]
            for label, register in zip(labels, registers, strict=False)
        )

    def type_unless(self, name: str, default: str) -> str:
        """A type that Beignet does not print; empty if it is the default."""
        type = self.op.text(name)
        return "" if type == default else f".{type}"

    def coordinates(self) -> str:
        count = len(self.srcs) - (4 if self.op.ROW.kind == "TypedWrite" else 0)
        return self.labelled(self.taken(self.srcs, count), COORDINATES)

    def surface_text(self) -> str:
        if self.surface is not None:
            return f" bti: {self.function.numbers[self.surface]}"
        return f" bti:{self.op.integer('bti') if self.op.flag('bti') else STATELESS}"

    def guard_text(self) -> str:
        return "" if self.guard is None else f"<{self.function.numbers[self.guard]}>"

    def memory(self) -> str:
        """The memory operand, where the word "unaligned" does not say all of it."""
        op = self.op
        if op.access is None or (op.ROW.kind != "Atomic" and is_unaligned(op)):
            return ""
        return f" {op.access}"

    def mask(self) -> str:
        mask = self.op.integer("mask")
        return "".join(
            f".{name}" for bit, name in enumerate(SYNC_BITS) if mask >> bit & 1
        )

    def family_type(self, registers: Sequence[SSAValue]) -> str:
        return self.type_unless("type", UNSIGNED[gen.family_of(registers[0])])

    def locals(self) -> str:
        """The ids of a broadcast, which Beignet prints twice."""
        is_broadcast = self.op.text("operation") == "BROADCAST"
        return self.labelled(self.op.srcs[1:], LOCALS) if is_broadcast else ""

    def printed(self) -> str:
        """The operands of PRINTF, which Beignet does not print."""
        if not self.dsts:
            return ""
        op = self.op
        numbers = [f"{before}{op.integer(name)}" for name, before in PRINTED.items()]
        return f" {self.one(self.dsts)} {self.listed(self.srcs)}{''.join(numbers)}"

    def symbol(self) -> str:
        symbol = self.op.properties["symbol"]
        assert isinstance(symbol, SymbolRefAttr)
        return name_text(symbol.root_reference.data)


_FIELDS: dict[str, Callable[[_Line], str]] = {
    "op": lambda line: line.op.ROW.opcode,
    "type": lambda line: line.op.text("type"),
    "src_type": lambda line: line.op.text("src_type"),
    "space": lambda line: line.op.text("space"),
    "operation": lambda line: line.op.text("operation"),
    "d": lambda line: line.one(line.dsts),
    "s": lambda line: line.one(line.srcs),
    "dsts": lambda line: line.function.after(line.taken(line.dsts)),
    "srcs": lambda line: line.function.after(line.taken(line.srcs)),
    "dlist": lambda line: line.listed(line.dsts),
    "slist": lambda line: line.listed(line.srcs),
    "stored": lambda line: line.listed(line.srcs),
    "address": lambda line: "{" + line.one(line.srcs) + "}",
    "guard": _Line.guard_text,
    "coordinates": _Line.coordinates,
    "locals": _Line.locals,
    "lane": lambda line: line.labelled(line.srcs, (LANE,)),
    "literal": lambda line: literal_text(line.op.scalar, line.op.integer("value")),
    "block": lambda line: "BLOCK" if line.op.flag("block") else "",
    "aligned": lambda line: "aligned" if is_aligned(line.op) else "unaligned",
    "bti": _Line.surface_text,
    "bti_number": lambda line: str(line.op.integer("bti")),
    "memory": _Line.memory,
    "mask": _Line.mask,
    "printed": _Line.printed,
    "symbol": _Line.symbol,
    "atomic_type": lambda line: line.family_type(line.op.dsts),
    "group_type": lambda line: line.family_type(line.op.dsts),
    "dword_type": lambda line: line.type_unless("type", "uint32"),
    "coordinate_type": lambda line: line.type_unless("src_type", "uint32"),
}
"""The writer of each field; other fields are integer properties."""
