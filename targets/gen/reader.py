"""Reads gen-text; the spelling is that of forms.py and docs/gen-text.md."""

import re
from collections.abc import Callable, Container
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FileLineColLoc,
    IntAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects import gen
from circ.dialects.common.diagnostics import Diagnostic, for_each, raise_errors
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.relocations import ADDRESS_BYTES, Relocation
from circ.dialects.common.signatures import IN_MEMORY
from circ.dialects.common.variadic import MARK
from circ.dialects.gen.function import TERMINATORS
from circ.dialects.gen.types import LANE_COUNTS, SPECIAL_REGISTERS, family_and_lanes
from circ.targets.gen.cursor import REGISTER, Cursor, Lines, Registers, verify
from circ.targets.gen.forms import ARGUMENT
from circ.targets.gen.instruction_reader import read_instruction
from circ.targets.gen.writer import ARGUMENTS, KEPT


def read_gen_text(text: str, filename: str = "<gen-text>") -> ModuleOp:
    """Read and verify a module; errors are raised as a `Diagnostic`."""
    lines = Lines(text, filename)
    module = ModuleOp([], _read_attributes(lines))
    errors: list[Diagnostic] = []
    while lines.skip_blank():
        cursor = lines.next()
        if cursor.optional(".decl_function "):
            try:
                module.body.block.add_op(_Function(lines, cursor).read())
            except Diagnostic as error:
                errors.append(error)
                lines.skip_past(".end_function")
        elif cursor.optional(".decl_external "):
            module.body.block.add_op(_external(lines, cursor))
        elif cursor.optional(".decl_global "):
            module.body.block.add_op(item := _global(cursor))
            item.attributes |= _read_attributes(lines)
        else:
            cursor.fail("expected .decl_function, .decl_external or .decl_global")
    raise_errors(errors)
    names: dict[str, Operation] = {}
    for op in module.ops:
        assert isinstance(op, gen.FuncOp | gen.GlobalOp)
        if op.sym_name.data in names:
            raise Diagnostic(op.location, f"@{op.sym_name.data} is declared twice")
        names[op.sym_name.data] = op
    for_each(verify, module.ops)
    return module


_KIND = re.compile(r"[\w.]*")
_NAME = re.compile(r"\S*")
_OFFSET = re.compile(r"([0-9]+:)?")
_ADDEND = re.compile(r"([+-][0-9]+)?")
_HEX = re.compile(r"([0-9a-fA-F]{2})+")

# region Globals and declarations


def _global(cursor: Cursor) -> gen.GlobalOp:
    name = cursor.symbol()
    cursor.expect(" size:")
    size = cursor.integer()
    cursor.expect(" align:")
    align = cursor.integer()
    space = cursor.integer() if cursor.optional(" space:") else 0
    constant = cursor.optional(" constant")
    external = cursor.optional(" external")
    addresses = _addresses(cursor) if cursor.optional(" addresses:{") else []
    data = cursor.match(_HEX, "bytes") if cursor.optional(" ") else ""
    cursor.end()
    bits = bytes.fromhex(data)
    return gen.GlobalOp.of(
        *(name, size, align, bits, cursor.start),
        constant=constant,
        space=space,
        addresses=addresses,
        external=external,
    )


def _addresses(cursor: Cursor) -> list[Relocation]:
    """`a b+4 12:c}`: an offset before a name, and what is added after it."""
    found: list[Relocation] = []
    offset = 0
    while True:
        if (given := cursor.match(_OFFSET, "an address")) != "":
            offset = int(given[:-1])
        symbol, addend = cursor.symbol(), int(cursor.match(_ADDEND, "") or "0")
        found.append(Relocation(offset, symbol, addend))
        offset += ADDRESS_BYTES
        if cursor.optional("}"):
            return found
        cursor.expect(" ")


def _external(lines: Lines, cursor: Cursor) -> gen.FuncOp:
    name = cursor.symbol()
    cursor.expect(" {")
    inputs = _families(cursor)
    cursor.expect(" -> {")
    results = _families(cursor)
    variadic = cursor.optional(" variadic")
    private = not cursor.optional(" public")
    cursor.end()
    func = gen.FuncOp.of(name, inputs, results, private=private, location=cursor.start)
    func.attributes |= MARK if variadic else {}
    _read_signature(lines, func)
    _read_lanes(lines, func)
    func.attributes |= _read_attributes(lines)
    return func


def _families(cursor: Cursor) -> list[str]:
    families: list[str] = []
    while not cursor.optional("}"):
        if families:
            cursor.expect(" ")
        families.append(_kind(cursor))
    return families


def _kind(cursor: Cursor, most_lanes: int = max(LANE_COUNTS)) -> str:
    """The family of a parameter or result, with its lanes where there are several."""
    position = cursor.position
    kind = cursor.word("a family of registers")
    found = family_and_lanes(kind)
    if found is None or found[1] > most_lanes:
        cursor.fail(f"'{kind}' is not a family of registers", position)
    return kind


def _read_signature(lines: Lines, func: gen.FuncOp) -> None:
    if (cursor := lines.optional(".decl_signature ")) is not None:
        func.attributes[SIGNATURE] = cursor.attribute()
        if cursor.optional(" in memory"):
            func.attributes[IN_MEMORY] = UnitAttr()
        cursor.end()


def _read_lanes(lines: Lines, func: gen.FuncOp) -> None:
    if (cursor := lines.optional(".decl_lanes ")) is None:
        return
    position = cursor.position
    lanes = cursor.integer()
    if lanes not in LANE_COUNTS:
        cursor.fail(
            f"a function must have 8 or 16 lanes, or none, but has {lanes}", position
        )
    cursor.end()
    func.lanes = IntAttr(lanes)


def _read_attributes(lines: Lines) -> dict[str, Attribute]:
    """Other attributes of the module, or of the declaration before them."""
    found: dict[str, Attribute] = {}
    while (cursor := lines.optional(".decl_attribute ")) is not None:
        position, name = cursor.position, cursor.symbol()
        if name in found or name in KEPT:
            cursor.fail(f"'{name}' is said twice, or has words of its own", position)
        cursor.expect(" ")
        found[name] = cursor.attribute()
        cursor.end()
    return found


def _read_further(cursor: Cursor, known: Container[str]) -> dict[str, Attribute]:
    """The attributes at the end of an instruction, without those in `known`."""
    if not cursor.optional(" attributes "):
        return {}
    start = cursor.position
    found = cursor.attribute()
    if not isinstance(found, DictionaryAttr) or any(n in known for n in found.data):
        cursor.fail("expected further attributes such as {mark}", start)
    return dict(found.data)


# endregion
# region Functions


class _Function:
    """Reads one function: registers by their numbers, blocks by their labels."""

    def __init__(self, lines: Lines, cursor: Cursor):
        self.lines = lines
        self.start = cursor.start
        self.name = cursor.symbol()
        cursor.end()
        self.registers = Registers()
        self.blocks: dict[int, Block] = {}
        self.head: list[Operation] = []
        self.errors: list[Diagnostic] = []
        """Those of instructions after which the reader went on."""
        self.jumps: list[tuple[FileLineColLoc, int]] = []
        self.pending: Callable[[Block], Operation] | None = None
        """The branch read last, which waits for the block that comes next."""
        self.structured: list[Operation] = []
        """Structured branches, to be verified when all blocks are read."""

    def read(self) -> gen.FuncOp:
        lines = self.lines
        func = gen.FuncOp.of(self.name, [], [], location=self.start)
        if (cursor := lines.optional(".decl_visibility ")) is not None:
            cursor.expect("private")
            cursor.end()
            func.sym_visibility = StringAttr("private")
        _read_signature(lines, func)
        if lines.peek().rstrip() == ".decl_variadic":
            lines.next()
            func.attributes |= MARK
        _read_lanes(lines, func)
        func.attributes |= _read_attributes(lines)
        for _ in range(self.count("register")):
            self.read_register(lines.next())
        func.input_families = self.read_inputs(func.lane_count)
        families = [self.read_output() for _ in range(self.count("output register"))]
        func.result_families = ArrayAttr(StringAttr(family) for family in families)
        if self.count("pushed register"):
            lines.next().fail("a pushed register is not supported")
        layout = self.read_blocks(self.count("block"))
        for place, label in self.jumps:
            if self.blocks[label] not in layout:
                raise Diagnostic(place, f"there is no block with label ${label}")
        if not layout:
            raise Diagnostic(self.start, "a function must have a block")
        entry, *rest = layout
        if any(self.blocks[label] is entry for _, label in self.jumps):
            # A loop to the first block: the registers get an entry block of their own.
            rest = [entry, *rest]
            entry = Block([gen.BranchOp.of(entry, location=self.start)])
        first = entry.first_op
        assert first is not None
        entry.insert_ops_before(self.head, first)
        func.body.add_block([entry, *rest])
        for_each(verify, self.structured)
        return func

    def count(self, what: str) -> int:
        cursor = self.lines.next()
        cursor.expect("## ")
        number = cursor.integer()
        cursor.expect(f" {what}")
        cursor.optional("s")
        cursor.optional(" ##")
        cursor.end()
        return number

    def read_register(self, cursor: Cursor) -> None:
        cursor.expect(".decl.")
        family = _kind(cursor, most_lanes=1)
        cursor.expect(" ")
        number = cursor.match(REGISTER, "a register")
        if number in self.registers.handles:
            cursor.fail(f"{number} is declared twice")
        special, uniform = None, False
        if cursor.optional(" "):
            word = cursor.word("'uniform' or the name of a special register")
            if word == "uniform":
                uniform = True
            elif word in SPECIAL_REGISTERS:
                special = word
                uniform = bool(SPECIAL_REGISTERS[word].uniform.data)
            else:
                cursor.fail(f"'{word}' is not a special register")
        cursor.end()
        register = gen.RegisterOp.of(family, uniform, special, cursor.start)
        if special is not None:
            verify(register)
        self.registers.handles[number] = register.handle
        self.head.append(register)

    def read_inputs(self, lanes: int) -> ArrayAttr[StringAttr]:
        inputs: list[SSAValue] = []
        arguments: list[str] = []
        place = self.start
        for number in range(self.count("input register")):
            cursor = self.lines.next()
            place = cursor.start if not number else place
            cursor.expect("decl_input.")
            start = cursor.position
            kind = cursor.match(_KIND, "a kind of argument")
            if ARGUMENT.fullmatch(kind) is None:
                cursor.fail(f"'{kind}' is not a kind of argument", start)
            cursor.expect(" ")
            inputs.append(self.registers.one(cursor))
            name = cursor.match(_NAME, "a name") if cursor.optional(" ") else ""
            cursor.end()
            arguments.append(f"{kind} {name}")
        if inputs:
            op = gen.InputsOp.of(inputs, place)
            if arguments != [f"value arg{number}" for number in range(len(inputs))]:
                op.attributes[ARGUMENTS] = ArrayAttr(map(StringAttr, arguments))
            self.head.append(op)
        return ArrayAttr(
            StringAttr(gen.kind_of(register, lanes)) for register in inputs
        )

    def read_output(self) -> str:
        cursor = self.lines.next()
        cursor.expect("decl_output.")
        kind = _kind(cursor)
        cursor.end()
        return kind

    def block(self, label: int) -> Block:
        if label not in self.blocks:
            self.blocks[label] = Block()
        return self.blocks[label]

    # region Blocks

    def read_blocks(self, count: int) -> dict[Block, None]:
        """Read the blocks in layout order; a block without a jump falls through."""
        layout: dict[Block, None] = {}
        current: Block | None = None
        labels = 0
        while True:
            cursor = self.lines.next()
            if cursor.optional(".end_function"):
                cursor.end()
                break
            if cursor.optional("LABEL $"):
                block = self.block(cursor.integer())
                name = cursor.symbol() if cursor.optional(" ") else None
                cursor.end()
                if block in layout:
                    raise Diagnostic(cursor.start, "this label is declared twice")
                if name is not None:
                    block.add_op(gen.LabelOp.of(name, cursor.start))
                self.fall_through(current, block, cursor.start)
                layout[block] = None
                current = block
                labels += 1
            elif current is None:
                cursor.fail("expected a LABEL")
            elif cursor.text.startswith("ELSE"):
                current = self.read_else(current, cursor, layout)
            elif cursor.text.startswith("ENDIF"):
                current = self.read_endif(current, cursor, layout)
            else:
                is_ended = isinstance(current.last_op, TERMINATORS)
                try:
                    self.read_instruction(current, cursor)
                except Diagnostic as error:
                    self.errors.append(error)
                    if is_ended or self.pending is not None:
                        break
        raise_errors(self.errors)
        self.fall_through(current, None, cursor.start)
        if labels != count:
            message = f"{count} blocks are announced, but there are {labels}"
            raise Diagnostic(cursor.start, message)
        return layout

    def fall_through(
        self, block: Block | None, following: Block | None, place: FileLineColLoc
    ) -> None:
        if block is None or isinstance(block.last_op, TERMINATORS):
            return
        if following is None:
            raise Diagnostic(place, "the last block must end in RET or BRA")
        self.go_to(block, following, place)

    def go_to(self, block: Block, target: Block, place: FileLineColLoc) -> None:
        """End a block: complete its conditional branch, or add a jump."""
        if self.pending is not None:
            block.add_op(self.pending(target))
            self.pending = None
        else:
            block.add_op(gen.BranchOp.of(target, location=place))

    def read_instruction(self, block: Block, cursor: Cursor) -> None:
        if isinstance(block.last_op, TERMINATORS):
            cursor.fail("an instruction after the end of its block")
        if cursor.optional("BRA -> label$"):
            self.go_to(block, self.target(cursor), cursor.start)
            cursor.end()
            return
        if self.pending is not None:
            cursor.fail("an instruction after the end of its block")
        op: Operation | None = None
        if cursor.optional("BRA<*"):
            op = self.read_indirect_branch(cursor)
        elif cursor.optional("BRA<"):
            self.pending = self.read_branch(cursor)
        elif cursor.optional("IF"):
            self.pending = self.read_if(cursor)
        elif cursor.optional("WHILE<"):
            self.pending = self.read_while(cursor)
        elif cursor.optional("RET"):
            op = gen.RetOp.of(self.registers.following(cursor), cursor.start)
        elif cursor.optional("CALL "):
            op = self.read_call(cursor)
        else:
            op = read_instruction(self.registers, cursor)
        if op is not None:
            block.add_op(op)
            op.attributes |= _read_further(cursor, op.attributes)
        cursor.end()

    def target(self, cursor: Cursor) -> Block:
        place = cursor.place
        label = cursor.integer()
        self.jumps.append((place, label))
        return self.block(label)

    def read_branch(self, cursor: Cursor) -> Callable[[Block], gen.CondBranchOp]:
        """Read a conditional branch; the function adds its second successor."""
        condition = self.registers.one(cursor)
        cursor.expect("> -> label$")
        taken = self.target(cursor)
        weights: DenseArrayBase | None = None
        if cursor.optional(" weights:"):
            start = cursor.position
            attribute = cursor.attribute()
            if not isinstance(attribute, DenseArrayBase):
                cursor.fail("expected weights such as array<i32: 3, 1>", start)
            weights = cast(DenseArrayBase, attribute)
        location = cursor.start

        def complete(following: Block) -> gen.CondBranchOp:
            op = gen.CondBranchOp.of(condition, taken, following, weights, location)
            verify(op)
            return op

        return complete

    def read_if(self, cursor: Cursor) -> Callable[[Block], Operation]:
        inverted = cursor.optional(" !")
        cursor.expect("<")
        predicate = self.registers.one(cursor)
        cursor.expect("> -> label$")
        other, location = self.target(cursor), cursor.start

        def complete(following: Block) -> gen.IfOp:
            op = gen.IfOp.of(predicate, following, other, inverted, location)
            self.structured.append(op)
            return op

        return complete

    def read_while(self, cursor: Cursor) -> Callable[[Block], Operation]:
        predicate = self.registers.one(cursor)
        cursor.expect("> -> label$")
        loop, location = self.target(cursor), cursor.start

        def complete(following: Block) -> gen.WhileOp:
            op = gen.WhileOp.of(predicate, loop, following, location)
            verify(op)
            return op

        return complete

    def read_else(
        self, block: Block, cursor: Cursor, layout: dict[Block, None]
    ) -> Block:
        """Read an ELSE, which is first in its block; what follows is another block."""
        cursor.expect("ELSE -> label$")
        end = self.target(cursor)
        cursor.expect("  <**>label: ")
        label = cursor.integer()
        cursor.end()
        if block.first_op is not None or self.pending is not None:
            raise Diagnostic(cursor.start, "ELSE must be the first of its block")
        following = self.block(label)
        if following in layout:
            raise Diagnostic(cursor.start, "this label is declared twice")
        op = gen.ElseOp.of(end, label, cursor.start)
        block.add_op(op)
        self.structured.append(op)
        layout[following] = None
        return following

    def read_endif(
        self, block: Block, cursor: Cursor, layout: dict[Block, None]
    ) -> Block:
        """Read an ENDIF, which is a block of its own."""
        cursor.expect("ENDIF -> label$")
        label = cursor.integer()
        cursor.end()
        mark, location = self.block(label), cursor.start
        if mark in layout:
            raise Diagnostic(location, "this label is declared twice")
        self.fall_through(block, mark, location)
        layout[mark] = None
        self.pending = lambda following: gen.EndIfOp.of(following, label, location)
        return mark

    def read_indirect_branch(self, cursor: Cursor) -> gen.IndirectBranchOp:
        address = self.registers.one(cursor)
        cursor.expect("> -> {label$")
        targets = [self.target(cursor)]
        while not cursor.optional("}"):
            cursor.expect(" label$")
            targets.append(self.target(cursor))
        return gen.IndirectBranchOp.of(address, targets, cursor.start)

    def read_call(self, cursor: Cursor) -> Operation:
        location = cursor.start
        if cursor.optional("<"):
            address = self.registers.one(cursor)
            cursor.expect("> ")
            dsts = self.registers.listed(cursor)
            cursor.expect(" ")
            srcs = self.registers.listed(cursor)
            op: Operation = gen.CallIndirectOp.of(address, dsts, srcs, location)
        else:
            callee = cursor.symbol()
            cursor.expect(" ")
            dsts = self.registers.listed(cursor)
            cursor.expect(" ")
            op = gen.CallOp.of(callee, dsts, self.registers.listed(cursor), location)
        op.attributes |= MARK if cursor.optional(" variadic") else {}
        verify(op)
        return op

    # endregion


# endregion
