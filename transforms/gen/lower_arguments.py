"""
`gen-lower-arguments`: structs that a kernel gets by value.

The host passes the address of one copy for all work-items (`byval.N`). What a kernel
does with it decides, as in Beignet:

- it only loads at constant offsets: the values are in registers on entry, pushed there
  by the host (`structure.N`), and moves take the place of the loads;
- it loads at computed offsets: from the copy, which is constant memory;
- it writes, or an address goes where it is not followed: the struct is copied to the
  frame of each work-item first.
"""

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.kernel import KERNEL, KernelAttr, kernel_of, struct_bytes
from circ.dialects.common.reports import count, done
from circ.dialects.gen import (
    SCALARS,
    FuncOp,
    InputsOp,
    Instruction,
    RegisterOp,
    family_of,
    frame,
    instructions_in,
    load,
    store,
    written_by,
)
from circ.dialects.gen.arguments import (
    STRUCT_ALIGN,
    argument_registers,
    loads_on_entry,
    struct_access,
    structs_of,
)
from circ.dialects.gen.types import FAMILY_BYTES, UNSIGNED
from circ.transforms.gen.chains import Chains, Definition, Use
from circ.transforms.gen.emitter import Emitter, NewRegister, declare

WORD = 4


@dataclass(frozen=True)
class GenLowerArgumentsPass(ModulePass):
    """Decide how the structs that kernels get by value are accessed."""

    name = "gen-lower-arguments"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.ops:
            if isinstance(func, FuncOp) and not func.is_declaration:
                lower_arguments(func)


def lower_arguments(func: FuncOp) -> None:
    """Rewrite the accesses of one function; near-linear."""
    if (kernel := kernel_of(func)) is None:
        return
    for number, text in enumerate(kernel.texts):
        kind, _, name = text.partition(" ")
        if (size := struct_bytes(kind, "byval")) is None:
            continue
        pointers = _Pointers(func, number)
        if pointers.stray is not None:
            _copy(func, pointers, number, size)
            count("structs copied")
            done(pointers.stray, f"argument {name} is copied for each work-item")
        elif pointers.is_direct(size):
            pushed = _push(func, pointers, number)
            _set_kind(func, number, f"structure.{size} {name}")
            count("structs pushed")
            done(func, f"argument {name} is in registers, {pushed} of them pushed")
        else:
            for access, _ in pointers.loads:
                _make_flat(access, "constant")
            count("structs in constant memory")
            done(func, f"argument {name} is loaded from constant memory")


@dataclass
class _Pointers:
    """The addresses computed from an argument, and what becomes of them."""

    func: FuncOp
    number: int
    loads: list[tuple[Instruction, int | None]] = field(
        default_factory=list[tuple[Instruction, int | None]]
    )
    """With their offsets, if these are known."""
    stores: list[Instruction] = field(default_factory=list[Instruction])
    steps: dict[Operation, None] = field(default_factory=dict[Operation, None])
    """Instructions that compute addresses."""
    stray: Operation | None = None
    """The first instruction that writes there, or uses an address in another way."""

    def __post_init__(self) -> None:
        self.chains = Chains(self.func)
        inputs = next(op for op in _entry(self.func) if isinstance(op, InputsOp))
        self.offsets: dict[Definition, int | None] = {}
        merged: list[Use] = []
        work: list[tuple[Definition, int | None]] = [
            (Definition(inputs, self.number), 0)
        ]
        while work:
            definition, offset = work.pop()
            if definition in self.offsets:
                if self.offsets[definition] in (offset, None):
                    continue
                offset = None
            self.offsets[definition] = offset
            for use in self.chains.uses_of(definition.op, definition.index):
                at = offset
                if self.chains.single_definition(use.op, use.index) is None:
                    merged.append(use)
                    at = None
                if (step := self._follow(use, at)) is not None:
                    work.append((Definition(use.op, 0), step[0]))
        for use in merged:
            found = self.chains.definitions_of(use.op, use.index)
            if not all(definition in self.offsets for definition in found):
                self.stray = self.stray or use.op

    def _follow(self, use: Use, offset: int | None) -> tuple[int | None] | None:
        """The offset of what an instruction computes of an address; None if nothing."""
        op = use.op
        opcode = op.ROW.opcode if isinstance(op, Instruction) else ""
        assert isinstance(op, Instruction) or not opcode
        match opcode:
            case "LOAD" if isinstance(op, Instruction) and use.index == 0:
                self.loads = [each for each in self.loads if each[0] is not op]
                self.loads.append((op, offset))
                return None
            case "MOV":
                change: int | None = 0
            case "ADD" if isinstance(op, Instruction) and op.srcs[0] is not op.srcs[1]:
                change = self.constant(op, 1 - use.index)
            case "SUB" if use.index == 0:
                subtracted = self.constant(op, 1)
                change = None if subtracted is None else -subtracted
            case _:
                self.stray = self.stray or op
                if opcode == "STORE" and isinstance(op, Instruction) and not use.index:
                    self.stores.append(op)
                return None
        self.steps[op] = None
        return (None if offset is None or change is None else offset + change,)

    def constant(self, op: Operation, index: int) -> int | None:
        definition = self.chains.single_definition(op, index)
        if definition is None or not isinstance(definition.op, Instruction):
            return None
        if definition.op.ROW.opcode != "LOADI":
            return None
        value, width = definition.op.integer("value"), definition.op.scalar.width
        return value - (value >> width - 1 << width)

    def is_direct(self, size: int) -> bool:
        """Are all loads of known parts of the struct?"""
        return all(
            offset is not None
            and not op.scalar.is_bool
            and 0 <= offset <= size - len(op.dsts) * op.scalar.bytes
            for op, offset in self.loads
        )


def _entry(func: FuncOp) -> list[Operation]:
    assert func.body.first_block is not None
    return list(func.body.first_block.ops)


def _set_kind(func: FuncOp, number: int, text: str) -> None:
    kernel = kernel_of(func)
    assert kernel is not None
    texts = kernel.texts
    texts[number] = text
    func.attributes[KERNEL] = KernelAttr.of(texts, kernel.further.data)


def _make_flat(access: Instruction, space: str) -> None:
    """Beignet's surfaces of private memory are no part of circ's addresses."""
    if not access.flag("dynamic_bti"):
        access.properties.pop("bti", None)
        access.properties["space"] = StringAttr(space)


def _push(func: FuncOp, pointers: _Pointers, number: int) -> int:
    """Take the values from registers; how many are pushed."""
    argument = argument_registers(func)[number][0]
    inside = [op for block in func.body.blocks for op in block.ops]
    writers = sum(written_by(op).count(argument) for op in inside)
    pushed: dict[tuple[str, int], SSAValue] = {}
    if writers == 1:
        pushed[family_of(argument), 0] = argument
    new, last = declare(func), func.registers[-1]
    for op, offset in pointers.loads:
        assert offset is not None
        scalar, emit = op.scalar, Emitter(new, op.location)
        for i, dst in enumerate(op.dsts):
            place = offset + i * scalar.bytes
            key = scalar.family, place
            if key not in pushed:
                register = RegisterOp.of(scalar.family, pushed=(number, place))
                register.location = op.location
                assert last.parent is not None
                last.parent.insert_op_after(register, last)
                last, pushed[key] = register, register.handle
            emit.put("MOV", scalar.name, dst, pushed[key])
        emit.replace(op)
    constants: dict[Operation, None] = {}
    for step in pointers.steps:
        for index in range(len(step.operands) - 1):
            definition = pointers.chains.single_definition(step, index)
            if definition is not None and definition.origin == "instruction":
                constants[definition.op] = None
    for op in constants:
        uses = pointers.chains.uses_of(op, 0)
        if op not in pointers.steps and {use.op for use in uses} <= {*pointers.steps}:
            _erase(op)
    for op in pointers.steps:
        _erase(op)
    return len(pushed) - (writers == 1)


def _erase(op: Operation) -> None:
    op.detach()
    op.erase()


def _insert_after(op: Operation, emit: Emitter) -> None:
    assert op.parent is not None
    for each in emit.ops:
        each.location = emit.location
    op.parent.insert_ops_after(emit.ops, op)


def _copy(func: FuncOp, pointers: _Pointers, number: int, size: int) -> None:
    """Copy a struct to the frame; the argument's register has the copy's address."""
    emit = Emitter(declare(func), func.location)
    argument = argument_registers(func)[number][0]
    inputs = next(op for op in _entry(func) if isinstance(op, InputsOp))
    origin = emit.new(family_of(argument))
    inputs.operands[number] = origin
    emit.ops.append(frame(argument, size, STRUCT_ALIGN))
    offset = 0
    while offset < size:
        step = next(n for n in (WORD, 2, 1) if offset + n <= size)
        type, access = UNSIGNED[8 * step], struct_access(step, offset)
        source, target = emit.offset(origin, offset), emit.offset(argument, offset)
        value = emit.new(SCALARS[type].family)
        emit.ops.append(load([value], source, type, memory=access))
        emit.ops.append(store(target, [value], type, memory=access))
        offset += step
    _insert_after(inputs, emit)
    for access in (*(op for op, _ in pointers.loads), *pointers.stores):
        _make_flat(access, "private")


def _load_indirectly(op: Instruction, start: SSAValue, new: NewRegister) -> None:
    """Replace an INDIRECT_MOV by a load from the struct at an address."""
    emit = Emitter(new, op.location)
    address = emit.temporary("ADD", "uint32", start, op.srcs[1])
    address = emit.offset(address, op.integer("offset"))
    access = struct_access(op.scalar.bytes, 1)
    type = op.text("type")
    get = load(op.dsts, address, type, memory=access, location=op.location)
    emit.ops.append(get)
    emit.replace(op)


def load_structs(func: FuncOp) -> None:
    """Load what a kernel's registers hold on entry: `structure.N` becomes `byval.N`."""
    loads = list(loads_on_entry(func))
    if not loads:
        return
    emit = Emitter(declare(func), func.location)
    structs, starts = structs_of(func), dict[SSAValue, SSAValue]()
    for op in instructions_in(func, "INDIRECT_MOV"):
        register = op.srcs[0]
        if register not in structs:
            continue
        if len(op.srcs) > 2:
            raise unsupported(op, "a struct among other registers")
        if register not in starts:
            starts[register] = emit.temporary("MOV", "uint32", register)
        _load_indirectly(op, starts[register], emit.declare)
    for register, address, access, offset in loads:
        place = emit.offset(address, offset)
        type = UNSIGNED[8 * FAMILY_BYTES[family_of(register)]]
        emit.ops.append(load([register], place, type, memory=access))
    _insert_after(next(op for op in _entry(func) if isinstance(op, InputsOp)), emit)
    for register in func.registers:
        register.argument = register.offset = None
    kernel = kernel_of(func)
    assert kernel is not None
    for number, text in enumerate(kernel.texts):
        if struct_bytes(text.partition(" ")[0], "structure") is not None:
            _set_kind(func, number, text.replace("structure", "byval", 1))
