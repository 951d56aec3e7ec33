"""
Machine operations as assembly text and as relocatable objects.

Blocks in their order are the code; a jump to the next block is left out, and a
conditional branch whose second successor is not the next block gets a jump after it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, IntAttr, ModuleOp, UnitAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.stack_maps import MANAGED
from circ.dialects.naplespu.labels import IndirectJumpOp, LabelOp, labels_of
from circ.dialects.naplespu.ops import (
    CallOp,
    ConditionalBranch,
    DirectCallOp,
    FuncOp,
    GlobalOp,
    IndirectCallOp,
    JumpOp,
    RecordOp,
    ReturnOp,
)
from circ.dialects.naplespu.pseudos import GetRegisterOp
from circ.dialects.naplespu.register_file import PC, RA
from circ.dialects.naplespu.registers import ScalarType, VectorType
from circ.dialects.naplespu.spilling import LOWER_END, SAVED, StackMapOp
from circ.targets.naplespu.assembler.instruction_text import (
    format_instruction,
    is_symbol_name,
)
from circ.targets.naplespu.assembler.line_directives import LinePrinter
from circ.targets.naplespu.bindings import (
    Bindings,
    bindings_of,
    is_local_name,
    names_of,
)
from circ.targets.naplespu.data_sections import add_data, data_lines
from circ.targets.naplespu.description.encoding import EncodingError, encode
from circ.targets.naplespu.description.instructions import instructions
from circ.targets.naplespu.frame_tracker import FrameTracker
from circ.targets.naplespu.object.branch_relaxation import (
    RELOCATED,
    WORD_BYTES,
    Emitted,
    Item,
    Label,
    relax,
)
from circ.targets.naplespu.object.debug_lines import Row, add_lines, row_of
from circ.targets.naplespu.object.objectfile import (
    TEXT,
    ObjectFile,
    Relocation,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)
from circ.targets.naplespu.object.stack_maps import (
    CallMap,
    FunctionMaps,
    MappedValue,
    Place,
    add_section,
    text_of,
)


def emit_function(func: FuncOp) -> Iterator[Item]:
    """
    The labels and instructions of an allocated function, in order.

    Raises a Diagnostic for an operation that still is no instruction.
    """
    name = func.sym_name.data
    yield from (Label(each, True) for each in names_of(func))
    labels: dict[Block, str] = {}
    for number, block in enumerate(func.body.blocks):
        labels[block] = f".L{name}_{number}"
    targets = {
        successor
        for block in func.body.blocks
        if block.last_op is not None
        for successor in _branch_targets(block, block.last_op)
    }
    frame = FrameTracker(func)
    for block in func.body.blocks:
        if block in targets:
            yield Label(labels[block])
        for label in labels_of(block):
            yield Label(label.label.data)
        frame.enter(block)
        for op in block.ops:
            for item in _with_map(op, _emit(op, block, labels)):
                yield frame.with_bounds(op, item)


def _with_map(op: Operation, items: Iterable[Emitted]) -> Iterator[Emitted]:
    """The last instruction of a call with the stack map behind it, if there is one."""
    if not isinstance(op, CallOp) or (found := _map_behind(op)) is None:
        yield from items
        return
    *others, last = items
    yield from others
    words = iter(found.words)
    places = [
        Place(register=_number(op, next(words).type))
        if isinstance(place, UnitAttr)
        else Place(offset=_offset(place))
        for place in found.places or ()
    ]
    values = zip(found.kinds.data, places[::2], places[1::2], strict=True)
    yield replace(
        last,
        stack_map=tuple(
            MappedValue(kind == MANAGED, low, high) for kind, low, high in values
        ),
    )


def _offset(place: Attribute) -> int | None:
    return cast(IntAttr, place).data if isinstance(place, IntAttr) else None


def _map_behind(call: CallOp) -> StackMapOp | None:
    op = call.next_op
    while op is not None and not isinstance(op, CallOp):
        if isinstance(op, StackMapOp):
            return op
        op = op.next_op
    return None


def _branch_targets(block: Block, op: Operation) -> Sequence[Block]:
    """The blocks that a terminator names, where it does not fall into them."""
    match op:
        case JumpOp():
            return () if op.target is block.next_block else (op.target,)
        case ConditionalBranch():
            if op.next is block.next_block:
                return (op.taken,)
            return (op.taken, op.next)
        case _:
            return ()


def _emit(op: Operation, block: Block, labels: dict[Block, str]) -> Iterator[Emitted]:
    records = instructions()
    match op:
        case RecordOp():
            yield _record(op)
        case GetRegisterOp() | LabelOp() | StackMapOp():
            pass
        case DirectCallOp():
            yield Emitted(records["JMPSR_OFF"], {}, op.location, op.callee.data)
        case IndirectCallOp():
            number = _number(op, op.callee.type)
            if op.by_jump is None:
                yield Emitted(records["JMPSR_REG"], {"dst": number}, op.location)
            else:
                back = {"dst": RA, "src": PC, "imm": 2 * WORD_BYTES}
                yield Emitted(records["ADDSSI"], back, op.location)
                yield Emitted(records["JUMPREG"], {"cond": number}, op.location)
        case IndirectJumpOp():
            number = _number(op, op.address.type)
            yield Emitted(records["JUMPREG"], {"cond": number}, op.location)
        case ReturnOp():
            yield Emitted(records["JRET"], {}, op.location)
        case JumpOp():
            for target in _branch_targets(block, op):
                yield Emitted(records["JMP"], {}, op.location, labels[target])
        case ConditionalBranch():
            record = records[op.name.removeprefix("naplespu.")]
            taken, *other = _branch_targets(block, op)
            condition = {record.operands[0].name: _number(op, op.condition.type)}
            yield Emitted(record, condition, op.location, labels[taken])
            for target in other:
                yield Emitted(records["JMP"], {}, op.location, labels[target])
        case _:
            raise Diagnostic(
                op.location, f"'{op.name}': the operation is no machine instruction yet"
            )


def _record(op: RecordOp) -> Emitted:
    """Register numbers and immediates of an operation, by the names of its record."""
    record = instructions()[op.RECORD.name]
    operands: dict[str, int] = {}
    registers: Iterator[SSAValue] = iter((*op.results, *op.operands))
    for operand in record.operands:
        if operand.numbers is not None:
            number = _number(op, next(registers).type)
            if operand.tied_to < 0:
                operands[operand.name] = number
            elif number != operands[record.operands[operand.tied_to].name]:
                out = record.operands[operand.tied_to].name
                message = f"'{op.name}': {out} and {operand.name} must be one register"
                raise Diagnostic(op.location, message)
        elif op.symbol is not None:
            continue
        else:
            operands[operand.name] = 0 if op.imm is None else op.imm.data
    if op.symbol is None:
        return Emitted(record, operands, op.location)
    addend = 0 if op.imm is None else op.imm.data
    return Emitted(record, operands, op.location, op.symbol.data, addend=addend)


def _number(op: Operation, type: Attribute) -> int:
    assert isinstance(type, ScalarType | VectorType)
    if not isinstance(type.index, IntAttr) or type.index.data < 0:
        raise Diagnostic(op.location, f"'{op.name}': a register is not allocated")
    return type.index.data


def emit_module(module: ModuleOp) -> list[Item]:
    """
    Labels and instructions of all functions, with branches that reach far.

    These, which are only in very long code, are not reckoned with where functions are
    aligned.
    """
    items: list[Item] = []
    end = 0
    for func in module.ops:
        if isinstance(func, GlobalOp):
            continue
        if not isinstance(func, FuncOp):
            raise Diagnostic(func.location, f"'{func.name}' is no NaplesPU function")
        function = list(emit_function(func))
        size = WORD_BYTES * sum(isinstance(item, Emitted) for item in function)
        if func.align is not None:
            missing = -end % func.align.data
            nop = Emitted(instructions()["NOP"], {}, func.location)
            items += [nop] * (missing // WORD_BYTES)
            end += missing
        items += function
        end += size
    _check_names(module, items)
    return relax(items)


def stack_maps_of(module: ModuleOp, items: Sequence[Item]) -> list[FunctionMaps]:
    """The stack maps of a module's functions, whose code `items` are."""
    functions = {
        func.sym_name.data: func
        for func in module.ops
        if isinstance(func, FuncOp) and SAVED in func.attributes
    }
    calls: dict[str, list[CallMap]] = {}
    own: list[CallMap] = []
    offset = start = 0
    for item in items if functions else ():
        if isinstance(item, Label):
            if item.is_function:
                own, start = calls.setdefault(item.name, []), offset
            continue
        offset += WORD_BYTES
        if item.stack_map is not None:
            own.append(CallMap(offset - start, item.stack_map))
    return [
        _maps_of(functions[name], found)
        for name, found in calls.items()
        if name in functions
    ]


def _maps_of(func: FuncOp, calls: Sequence[CallMap]) -> FunctionMaps:
    saved = cast("ArrayAttr[ArrayAttr[IntAttr]]", func.attributes[SAVED])
    base = cast(IntAttr, func.attributes[LOWER_END])
    assert func.frame is not None
    pairs = ((pair.data[0].data, pair.data[1].data) for pair in saved)
    size = func.frame.data
    return FunctionMaps(func.sym_name.data, size, base.data, tuple(pairs), tuple(calls))


def _alignment(module: ModuleOp) -> int:
    """That of the code of a module."""
    sizes = (f.align.data for f in module.ops if isinstance(f, FuncOp) and f.align)
    return max((WORD_BYTES, *sizes))


def _check_names(module: ModuleOp, items: Sequence[Item]) -> None:
    """Raise a Diagnostic for a label whose name something else has too."""
    names = {op.sym_name.data for op in module.ops if isinstance(op, GlobalOp)}
    for number, item in enumerate(items):
        if isinstance(item, Label):
            if item.name in names:
                rest = (i for i in items[number:] if isinstance(i, Emitted))
                place = next((i.location for i in rest), None)
                raise Diagnostic(place, f"@{item.name} is defined twice")
            names.add(item.name)


# region Text


def emit_assembly(module: ModuleOp, locations: bool = False) -> str:
    """
    The module's functions in the assembler's syntax, with symbolic labels.

    With `locations` directives say where in the source the instructions are from.
    """
    lines = ["\t.text\n"]
    if (alignment := _alignment(module)) > WORD_BYTES:
        lines.append(f"\t.balign\t{alignment}\n")
    printer = LinePrinter()
    items = emit_module(module)
    _check_symbol_names(module, items)
    bindings = bindings_of(module)
    for item in items:
        match item:
            case Label(name, True):
                lines.append(f"{bindings[name].line(name)}\t.type\t{name},@function\n")
                lines.append(f"{name}:\n")
            case Label(name):
                lines.append(f"{name}:\n")
            case Emitted():
                if locations:
                    lines.append(printer.directives(row_of(0, item.location)))
                lines.append(f"\t{_text(item)}\n")
    labels = {item.name for item in items if isinstance(item, Label)}
    lines.extend(data_lines(module, labels, bindings))
    lines.extend(text_of(stack_maps_of(module, items)))
    return "".join(lines)


def _check_symbol_names(module: ModuleOp, items: Sequence[Item]) -> None:
    """Raise a Diagnostic for a name that would not be one of a symbol in assembly."""
    named = [(op.sym_name.data, op) for op in module.ops if isinstance(op, FuncOp)]
    named += [(op.sym_name.data, op) for op in module.ops if isinstance(op, GlobalOp)]
    places = {name: op.location for name, op in named}
    for item in items:
        if isinstance(item, Emitted) and item.target is not None:
            places.setdefault(item.target, item.location)
    for name, place in places.items():
        if not is_symbol_name(name):
            message = f"'{name}' is no name of a symbol in assembly, only in objects"
            raise Diagnostic(place, message)


def _text(item: Emitted) -> str:
    operands: dict[str, int | str] = dict(item.operands)
    if item.target is not None:
        for name, _, _ in item.instruction.fields:
            addend = f"{item.addend:+}" if item.addend else ""
            operands.setdefault(name, item.target + addend)
    return format_instruction(item.instruction, operands)


# endregion
# region Objects


def object_of(module: ModuleOp, name: str = "circ", spacing: int = 1) -> ObjectFile:
    """
    A relocatable object: the module's functions one after the other in `.text`.

    Branches inside a function are final; calls and addresses of symbols are relocated.
    The lines of the source go along (`debug_lines`). `spacing` is that of `add_data`.
    """
    items = emit_module(module)
    text = Section(TEXT, executable=True, alignment=_alignment(module))
    built = ObjectFile(name, [text], signature=_signatures(module))
    bindings = bindings_of(module)
    labels = _define(items, built, bindings)
    words = add_data(module, built, bindings, spacing)
    numbers = {symbol.name: i for i, symbol in enumerate(built.symbols)}

    def number_of(name: str) -> int:
        """The symbol of a name: one that is there, of a label, or an undefined one."""
        if name not in numbers:
            numbers[name] = len(built.symbols)
            defined = labels.get(name)
            is_weak = name in bindings and bindings[name].is_weak
            built.symbols.append(
                Symbol(name, is_global=True, is_weak=is_weak)
                if defined is None
                else Symbol(name, 0, value=defined)
            )
        return numbers[name]

    rows: list[Row] = []
    for section, (offset, name, addend) in words:
        if name in numbers or name in labels or not is_local_name(name):
            kind, symbol = RelocationKind.ABS32, number_of(name)
            section.relocations.append(Relocation(offset, kind, symbol, addend))
    for item in items:
        if isinstance(item, Label):
            continue
        offset = len(text.data)
        if item.bounds is not None:
            built.bounds[offset] = item.bounds
        if item.reads_line:
            built.reads_lines.add(offset)
        operands = dict(item.operands)
        record = item.instruction.record
        if record in RELOCATED:
            assert item.target is not None
            field, kind = RELOCATED[record]
            symbol = number_of(item.target)
            relocation = Relocation(offset, kind, symbol, item.addend)
            text.relocations.append(relocation)
            operands[field] = 0
        elif item.target is not None:
            operands["target"] = labels[item.target] - offset
        try:
            word = encode(record, operands)
        except EncodingError as error:
            raise Diagnostic(item.location, str(error)) from None
        rows.append(row_of(offset, item.location))
        text.data += word.to_bytes(WORD_BYTES, "little")
    maps = stack_maps_of(module, items)
    addresses = {str(each.function): number_of(str(each.function)) for each in maps}
    add_section(built, maps, addresses)
    add_lines(built, {0: rows})
    return built


def _signatures(module: ModuleOp) -> str:
    """The functions' types in source terms, one a line, for the object's note."""
    return "".join(
        f"@{func.sym_name.data} : {func.attributes[SIGNATURE]}\n"
        for func in module.ops
        if isinstance(func, FuncOp) and SIGNATURE in func.attributes
    )


def _define(
    items: Sequence[Item], built: ObjectFile, bindings: Bindings
) -> dict[str, int]:
    """Offsets of all labels; the functions among them become symbols."""
    labels: dict[str, int] = {}
    ends: dict[int, int] = {}
    """By offset of a function: where the one before it ends, without padding."""
    offset = used = 0
    for item in items:
        if isinstance(item, Emitted):
            offset += WORD_BYTES
            if item.instruction is not instructions()["NOP"]:
                used = offset
            continue
        labels[item.name] = offset
        if item.is_function:
            ends.setdefault(offset, used)
            symbol = Symbol(
                item.name,
                0,
                value=offset,
                type=SymbolType.FUNCTION,
                is_global=bindings[item.name].is_global,
                is_weak=bindings[item.name].is_weak,
            )
            built.symbols.append(symbol)
    end = start = offset
    for symbol in reversed(built.symbols):  # a function may have several names
        if symbol.value != start:
            end, start = ends.get(start, start), symbol.value
        symbol.size = end - start
    return labels


# endregion
