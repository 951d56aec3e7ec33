"""
llvlir modules as bytecode of format 1.

The format is that of docs/llvlir-bytecode.md: one operation after the other, inputs as
distances to earlier values of the same register class, blocks as labels, block
arguments as `arg` and what is passed to them as `pass`.
"""

import re
from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import FunctionType, ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.dominance import reverse_postorder
from circ.dialects.common.memory import SIGNATURE, MemoryAttr, memory
from circ.dialects.common.variadic import is_variadic
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.codes import CONDITIONS, ROUNDINGS
from circ.dialects.llvlir.profiles import profile_of
from circ.dialects.llvlir.rules import data_of, type_parameters
from circ.dialects.llvlir.symbols import check_symbols
from circ.dialects.llvlir.table import REGISTER_LETTERS, Row, row_of_name
from circ.dialects.llvlir.types import (
    REGISTER_CLASSES,
    FloatType,
    GeneralType,
    MaskType,
    VectorType,
    is_integer,
    is_number,
)
from circ.targets.llvlir.attributes import (
    ELSEWHERE,
    attribute_bytes,
    check_no_attributes,
)
from circ.targets.llvlir.leb import LONGEST_NAME, Writer
from circ.targets.llvlir.type_codes import (
    write_integer,
    write_registers,
    write_signature,
    write_type_parameters,
)

MAGIC = b"\0LVL"
VERSION = 1
PROFILE = 1
"""The document's operation table (docs/reference/llvlir.md), with circ's extensions."""

VISIBILITIES = (None, "public", "private", "nested")
IS_DECLARATION = 1
HAS_SIGNATURE = 8
IS_VARIADIC = 16
"""Bits of the flags of `function`; the visibility is between the first two."""

LABEL_NAME = re.compile(r"[A-Za-z_$.-][A-Za-z0-9_$.-]*")


def encode_format1(module: ModuleOp) -> bytes:
    """The bytecode of format 1 of a verified module of llvlir."""
    if profile_of(module) != PROFILE:
        raise Diagnostic(module.location, "format 1 of bytecode has profile 1 alone")
    check_symbols(module)
    stream = Writer()
    Encoder(stream).module(module)
    writer = Writer()
    writer.data += MAGIC
    for number in (VERSION, PROFILE, 0):
        writer.unsigned(number)
    writer.string(bytes(stream.data))
    return bytes(writer.data)


def is_label_hint(name: str) -> bool:
    """May a block's name hint be its label? Other blocks are named by their index."""
    return (
        LABEL_NAME.fullmatch(name) is not None
        and len(name) <= LONGEST_NAME
        and not Block.is_default_block_name(name)
        and Block.extract_valid_name(name) == name
    )


class Encoder:
    """Writes one operation stream."""

    def __init__(self, writer: Writer):
        self.writer = writer
        self.section = "text"
        self.ordinals: dict[SSAValue, int] = {}
        self.counts: dict[str, int] = {}
        self.labels: dict[Block, str] = {}

    def module(self, module: ModuleOp) -> None:
        self._attributes(module, "module", {**module.attributes, **module.properties})
        for op in module.ops:
            if isinstance(op, llvlir.FuncOp):
                if self.section != "text":
                    self.section = "text"
                    self._opcode("section")
                    self.writer.string(b"text")
                self._function(op)
            elif isinstance(op, llvlir.TableOp) and op.ROW.is_data:
                if op.ROW.name == "section":
                    self.section = data_of(op.data).decode()
                elif self.section == "text":
                    message = f"'{op.name}' must be in a section of data"
                    raise Diagnostic(op.location, message)
                if op.ROW.name == "label.L":
                    self._attributes(op, "attribute", op.attributes)
                else:
                    check_no_attributes(op)
                self._row(op, op.ROW)
            else:
                raise unsupported(op, "outside functions, in bytecode, it")

    # region Functions

    def _function(self, func: llvlir.FuncOp) -> None:
        blocks = layout(func)
        self.ordinals.clear()
        self.counts = dict.fromkeys(REGISTER_LETTERS, 0)
        attributes = func.attributes.items()
        own = {name: value for name, value in attributes if name not in ELSEWHERE}
        self._attributes(func, "attribute", own)
        self._opcode("label.L")
        self.writer.unsigned(1)
        self._name(func.sym_name.data, func)
        self._opcode("function")
        self.writer.string(self._description(func, not blocks))
        self._labels(blocks)
        for index, block in enumerate(blocks):
            if index:
                self._opcode("label.L")
                self.writer.unsigned(0)
                self._name(self.labels[block], func)
            self._args(block.args)
            following = blocks[index + 1] if index + 1 < len(blocks) else None
            for op in block.ops:
                self._operation(op, following)

    def _description(self, func: llvlir.FuncOp, is_declaration: bool) -> bytes:
        writer = Writer()
        signature = func.attributes.get(SIGNATURE)
        visibility = func.sym_visibility.data if func.sym_visibility else None
        if visibility not in VISIBILITIES:
            raise unsupported(func, f"visibility '{visibility}'")
        flags = 2 * VISIBILITIES.index(visibility)
        flags |= IS_DECLARATION if is_declaration else 0
        flags |= HAS_SIGNATURE if signature is not None else 0
        flags |= IS_VARIADIC if is_variadic(func) else 0
        writer.unsigned(flags)
        if is_declaration:
            write_registers(writer, func.function_type.inputs.data)
        write_registers(writer, func.function_type.outputs.data)
        if signature is not None:
            if not isinstance(signature, FunctionType):
                raise unsupported(func, f"{SIGNATURE} of {signature}")
            write_signature(writer, signature, func.location)
        return bytes(writer.data)

    def _labels(self, blocks: Sequence[Block]) -> None:
        """Name each block by its hint if that is free, else by its index."""
        self.labels.clear()
        taken: set[str] = set()
        for index, block in enumerate(blocks):
            name = str(index)
            hint = block.name_hint
            if hint is not None and is_label_hint(hint) and hint not in taken:
                name = hint
                taken.add(hint)
            self.labels[block] = name

    def _attributes(
        self, op: Operation, row: str, attributes: Mapping[str, Attribute]
    ) -> None:
        for name, value in attributes.items():
            self._opcode(row)
            self._name(name, op)
            self.writer.string(attribute_bytes(op, name, value))

    def _operation(self, op: Operation, following: Block | None) -> None:
        check_no_attributes(op)
        match op:
            case llvlir.TableOp() if not op.ROW.is_data:
                if isinstance(op.memory, MemoryAttr) and op.ROW.is_access:
                    self._memory(op.memory)
                self._row(op, op.ROW)
                for result in op.results:
                    self._define(result)
            case llvlir.CallOp():
                self._passes(op.arguments)
                self._mark(op)
                self._opcode("call")
                self._name(op.callee.root_reference.data, op)
                self._args(op.results)
            case llvlir.CallIndirectOp():
                self._passes(op.arguments)
                self._mark(op)
                self._opcode("call_indirect")
                self._delta(op.callee)
                self._args(op.results)
            case llvlir.RetOp():
                self._passes(op.arguments)
                self._opcode("ret")
            case llvlir.JumpOp():
                self._jump(op.target, op.arguments, following)
            case llvlir.CompareBranchOp():
                self._branch(op)
                self._jump(op.next, op.next_arguments, following)
            case llvlir.TableBranchOp():
                self._opcode("brtab")
                self._delta(op.number)
                for block, passed in op.edges:
                    self._passes(passed)
                    self._opcode("entry")
                    self.writer.string(self.labels[block].encode())
                self._jump(op.default, op.default_arguments, following)
            case _:
                raise unsupported(op, "in bytecode, it")

    def _mark(self, call: Operation) -> None:
        if is_variadic(call):
            self._opcode("variadic")

    def _jump(
        self, target: Block, arguments: Sequence[SSAValue], following: Block | None
    ) -> None:
        """Jump to a block, unless it follows in the layout."""
        self._passes(arguments)
        if target is not following:
            self._opcode("j.L")
            self.writer.unsigned(0)
            self.writer.string(self.labels[target].encode())

    def _branch(self, op: llvlir.CompareBranchOp) -> None:
        if op.weights is not None:
            self._opcode("weights")
            for weight in op.weights.get_values():
                self.writer.unsigned(weight)
        self._passes(op.taken_arguments)
        self._opcode("cmpbr.I")
        write_integer(self.writer, width_of(op.lhs.type))
        self.writer.unsigned(CONDITIONS[op.condition.data])
        self._delta(op.lhs)
        self._delta(op.rhs)
        self.writer.string(self.labels[op.taken].encode())

    def _memory(self, attribute: MemoryAttr) -> None:
        size, align = attribute.size.data, attribute.align.data
        if not size & (size - 1) and attribute == memory(size):
            self._opcode("natural")
            self.writer.unsigned(size)
            return
        self._opcode("memory")
        for number in (size, align, attribute.space.data, attribute.volatile.data):
            self.writer.unsigned(number)
        self.writer.string(attribute.alias.data.encode())

    # endregion
    # region Values

    def _define(self, value: SSAValue) -> None:
        letter = REGISTER_CLASSES[type(value.type)]
        self.counts[letter] += 1
        self.ordinals[value] = self.counts[letter]

    def _delta(self, value: SSAValue) -> None:
        letter = REGISTER_CLASSES[type(value.type)]
        self.writer.unsigned(self.counts[letter] + 1 - self.ordinals[value])

    def _args(self, values: Sequence[SSAValue]) -> None:
        for value in values:
            self._typed("arg", value.type)
            self._define(value)

    def _passes(self, values: Sequence[SSAValue]) -> None:
        for value in values:
            self._typed("pass", value.type)
            self._delta(value)

    def _typed(self, base: str, type: Attribute) -> None:
        """The opcode of `arg` or `pass` for a register type, and its parameters."""
        match type:
            case GeneralType():
                name, parameters = f"{base}.I", (type.element,)
            case FloatType():
                name, parameters = f"{base}.F", (type.element,)
            case VectorType(lanes=lanes, element=element):
                name = f"{base}.VI" if is_integer(element) else f"{base}.VF"
                parameters = (lanes, element)
            case MaskType():
                name, parameters = f"{base}.N", (type.lanes,)
            case _:
                name, parameters = base, ()
        self._opcode_and_types(row_of_name()[name], parameters)

    # endregion
    # region Operations

    def _opcode(self, name: str) -> None:
        self.writer.unsigned(row_of_name()[name].number)

    def _name(self, name: str, op: Operation) -> None:
        data = name.encode()
        if not 1 <= len(data) <= LONGEST_NAME or "\0" in name:
            message = f"a name in bytecode has 1 to {LONGEST_NAME} bytes and no NUL"
            raise Diagnostic(op.location, message)
        self.writer.string(data)

    def _opcode_and_types(self, row: Row, types: Sequence[Attribute]) -> None:
        self.writer.unsigned(row.number)
        write_type_parameters(self.writer, row.parameters, types)

    def _row(self, op: llvlir.TableOp, row: Row) -> None:
        """An operation as its row says: opcode, type parameters, operands."""
        self._opcode_and_types(row, type_parameters(op.properties))
        operands = iter(op.operands)
        for letter, name in row.arguments:
            if name is None:
                self._delta(next(operands))
            elif letter == "i":
                self._immediate(op, row, name)
            else:
                self._code(op, letter)

    def _immediate(self, op: llvlir.TableOp, row: Row, name: str) -> None:
        value = op.properties[name]
        assert is_number(value)
        if row.immediate in ("signed", "offset"):
            self.writer.signed(value.data)
        else:
            self.writer.unsigned(value.data)

    def _code(self, op: llvlir.TableOp, letter: str) -> None:
        properties = op.properties
        match letter:
            case "c":
                condition = properties["condition"]
                assert isinstance(condition, StringAttr)
                self.writer.unsigned(CONDITIONS[condition.data])
            case "d":
                rounding = properties.get("rounding")
                name = rounding.data if isinstance(rounding, StringAttr) else "rne"
                self.writer.unsigned(ROUNDINGS[name])
            case "o":
                order = properties.get("order")
                self.writer.unsigned(order.data if is_number(order) else 0)
            case "l":
                label = properties["label"]
                assert isinstance(label, SymbolRefAttr)
                self._name(label.root_reference.data, op)
            case _:
                self.writer.string(data_of(properties["data"]))

    # endregion


def layout(func: llvlir.FuncOp) -> list[Block]:
    """
    The blocks in an order in which definitions come before uses.

    That of the function where it is one, else reverse post-order.
    """
    blocks = list(func.body.blocks)
    if not blocks or _is_ordered(blocks):
        return blocks
    index = {block: position for position, block in enumerate(blocks)}
    successors = [
        [index[successor] for successor in block.last_op.successors]
        if block.last_op
        else []
        for block in blocks
    ]
    order = reverse_postorder(successors)
    reached = set(order)
    order += [position for position in range(len(blocks)) if position not in reached]
    ordered = [blocks[position] for position in order]
    if not _is_ordered(ordered):
        raise unsupported(func, "code that is never reached and uses later values")
    return ordered


def _is_ordered(blocks: Sequence[Block]) -> bool:
    """Does every definition come before its uses, from the first block to the last?"""
    seen: set[SSAValue] = set()
    for block in blocks:
        seen.update(block.args)
        for op in block.ops:
            if any(operand not in seen for operand in op.operands):
                return False
            seen.update(op.results)
    return True
