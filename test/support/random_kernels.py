"""
Random gen functions of one work-item: any control flow, also with several loop entries.

A kernel of a work-group is some of them after each other; in between, where all items
of a group come, these exchange words through local memory. `expected` executes it, each
item by itself up to its next barrier.

Each block takes one from a fuel register, and leaves for the end where that is zero, so
that all of them end. Parameter 0 is the number of the item; an item writes to its own
words of an array, and reads these and a table.
"""

from collections.abc import Iterator
from random import Random

from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue

from circ.dialects import gen
from circ.dialects.common.algebra import INTS
from circ.dialects.common.kernel import KERNEL, KernelAttr
from circ.dialects.common.memory import memory
from circ.dialects.gen.semantics import meaning
from circ.dialects.gen.types import SPECIAL_REGISTERS

BINARY = ("ADD", "SUB", "MUL", "AND", "OR", "XOR", "SHL", "SHR", "ASR", "DIV", "REM")
COMPARISONS = ("EQ", "NE", "LT", "LE", "GT", "GE")
ROW = 64
"""Bytes of the first words of all items, where these are side by side."""
WORDS = 4
"""Words of the array for each item."""
TABLE = 16
"""Words of the table."""


class Kernel:
    """
    Builds one function of `parameters` and the item's number to one result.

    If the item is the lane its number is no parameter.
    """

    def __init__(
        self, random: Random, nodes: int, parameters: int, fuel: int, is_lane: bool
    ):
        inputs = self.declare(random, parameters)
        if is_lane:
            self.put(gen.create("SIMD_ID", "uint32", [self.item], []))
        else:
            inputs.insert(0, self.item)
        base = self.register("dword")
        self.put(gen.symbol(base, "array"))
        self.begin(base, fuel, parameters)
        blocks = [self.entry, *self.part(nodes)]
        self.put(gen.RetOp.of([self.total()]))
        self.func = self.function("f", inputs, ["dword"], blocks)

    def declare(self, random: Random, parameters: int) -> list[SSAValue]:
        """The registers; those of the parameters."""
        self.random = random
        self.entry = Block()
        self.here = self.entry
        self.registers: list[gen.RegisterOp] = []
        self.item, *inputs = (self.register("dword") for _ in range(parameters + 1))
        self.words = [*inputs, *(self.register("dword") for _ in range(3))]
        self.bools = [self.register("bool") for _ in range(3)]
        self.fuel, self.one, self.zero, self.four, self.mask = (
            self.register("dword") for _ in range(5)
        )
        self.array, self.table = self.register("dword"), self.register("dword")
        self.in_rows = random.random() < 0.6
        return inputs

    def begin(self, base: SSAValue, fuel: int, parameters: int) -> None:
        self.put(gen.loadi(self.fuel, "int32", fuel))
        for register, value in ((self.one, 1), (self.zero, 0), (self.four, 4)):
            self.put(gen.loadi(register, "int32", value))
        self.put(gen.loadi(self.mask, "int32", TABLE - 1))
        self.put(gen.symbol(self.table, "table"))
        size = self.register("dword")
        self.put(gen.loadi(size, "int32", 4 if self.in_rows else 4 * WORDS))
        self.put(gen.create("MUL", "int32", [self.array], [self.item, size]))
        self.put(gen.create("ADD", "int32", [self.array], [self.array, base]))
        for register in self.words[parameters:]:
            self.put(gen.loadi(register, "int32", self.random.getrandbits(8)))

    def function(
        self,
        name: str,
        inputs: list[SSAValue],
        results: list[str],
        blocks: list[Block],
    ) -> gen.FuncOp:
        head = [*self.registers, gen.InputsOp.of(inputs)]
        first = self.entry.first_op
        assert first is not None
        self.entry.insert_ops_before(head, first)
        return gen.FuncOp.of(name, ["dword"] * len(inputs), results, Region(blocks))

    def register(self, family: str) -> SSAValue:
        op = gen.RegisterOp.of(family)
        self.registers.append(op)
        return op.handle

    def put(self, op: Operation) -> None:
        self.here.add_op(op)

    def part(self, nodes: int) -> list[Block]:
        """Blocks from here to the last one, where all of their paths end."""
        random = self.random
        heads = [Block() for _ in range(nodes)]
        found: list[Block] = []
        end = Block()
        self.put(gen.BranchOp.of(heads[0]))
        for i, head in enumerate(heads):
            body = Block()
            self.here = head
            flag = self.register("bool")
            self.put(gen.create("SUB", "int32", [self.fuel], [self.fuel, self.one]))
            self.put(gen.create("GT", "int32", [flag], [self.fuel, self.zero]))
            self.put(gen.CondBranchOp.of(flag, body, end))
            self.here = body
            for _ in range(random.randint(0, 5)):
                self.statement()
            near = heads[max(0, i - 2) : i + 4]
            first, second = (random.choice((*near, end)) for _ in range(2))
            if random.random() < 0.6:
                condition = random.choice(self.bools)
                self.put(gen.CondBranchOp.of(condition, first, second))
            else:
                self.put(gen.BranchOp.of(first))
            found += (head, body)
        self.here = end
        return [*found, end]

    def total(self) -> SSAValue:
        """One word of all that an item has."""
        total = self.words[0]
        for word in self.words[1:]:
            self.put(gen.create("MUL", "int32", [total], [total, self.four]))
            self.put(gen.create("XOR", "int32", [total], [total, word]))
        for k in range(WORDS):
            self.put(gen.create("ADD", "int32", [total], [total, self.load_own(k)]))
            self.put(gen.create("MUL", "int32", [total], [total, self.mask]))
        return total

    def own(self, k: int) -> SSAValue:
        """The address of one of the words of an item."""
        offset, place = self.register("dword"), self.register("dword")
        self.put(gen.loadi(offset, "int32", ROW * k if self.in_rows else 4 * k))
        self.put(gen.create("ADD", "int32", [place], [self.array, offset]))
        return place

    def load_own(self, k: int) -> SSAValue:
        value = self.register("dword")
        self.put(gen.load([value], self.own(k), "int32", memory=memory(4)))
        return value

    def statement(self) -> None:
        random = self.random
        word = random.choice(self.words)
        other, third = (random.choice([*self.words, self.item]) for _ in range(2))
        choice = random.random()
        if choice < 0.35:
            opcode = random.choice(BINARY)
            self.put(gen.create(opcode, "int32", [word], [other, third]))
        elif choice < 0.6:
            opcode = random.choice(COMPARISONS)
            flag = random.choice(self.bools)
            self.put(gen.create(opcode, "int32", [flag], [other, third]))
        elif choice < 0.7:
            flag = random.choice(self.bools)
            self.put(gen.create("SEL", "int32", [word], [flag, other, third]))
        elif choice < 0.75:
            self.put(gen.loadi(word, "int32", random.getrandbits(6)))
        elif choice < 0.85:
            place = self.own(random.randrange(WORDS))
            self.put(gen.store(place, [other], "int32", memory=memory(4)))
        elif choice < 0.9:
            place = self.own(random.randrange(WORDS))
            self.put(gen.load([word], place, "int32", memory=memory(4)))
        else:
            index = self.register("dword")
            self.put(gen.create("AND", "int32", [index], [other, self.mask]))
            self.put(gen.create("MUL", "int32", [index], [index, self.four]))
            self.put(gen.create("ADD", "int32", [index], [index, self.table]))
            self.put(gen.load([word], index, "int32", memory=memory(4)))


def random_kernel(seed: int, is_lane: bool = False) -> tuple[ModuleOp, int]:
    """A module with a function @f, and the number of its further parameters."""
    random = Random(seed)
    parameters = random.randint(1, 3)
    kernel = Kernel(
        random, random.randint(1, 9), parameters, random.randint(5, 30), is_lane
    )
    data = bytes(random.getrandbits(8) for _ in range(4 * TABLE))
    table = gen.GlobalOp.of("table", len(data), 64, data)
    array = gen.GlobalOp.of("array", 16 * 4 * WORDS, 64, bytes(16 * 4 * WORDS))
    return ModuleOp([table, array, kernel.func]), parameters


# region Work-groups

ARRAY, TABLE_AT = 1 << 20, 1 << 16
"""Where the oracle has the array and the table."""
GROUP = ("local_id_0", "local_size_0", "global_offset_0", "group_id_0")
GROUP += ("enqueued_local_size_0",)


class GroupKernel(Kernel):
    """Parts between which the items of a group exchange words; some are in a loop."""

    def __init__(self, random: Random):
        array, number = self.declare(random, 2)
        self.words = self.words[1:]  # the array's address stays as it is
        count, more = self.register("dword"), self.register("bool")
        self.of_group = {name: self.special(name) for name in GROUP}
        ids = self.of_group
        self.put(
            gen.create(
                *("MUL", "int32", [self.item]),
                [ids["group_id_0"], ids["enqueued_local_size_0"]],
            )
        )
        self.put(
            gen.create("ADD", "int32", [self.item], [self.item, ids["local_id_0"]])
        )
        self.begin(array, 1, 1)
        self.put(gen.create("AND", "int32", [count], [number, self.one]))
        blocks = [self.entry]
        for _ in range(random.randint(1, 3)):
            is_loop, head = random.random() < 0.4, self.here
            if is_loop:
                head = Block()
                self.put(gen.BranchOp.of(head))
                self.here = head
                blocks.append(head)
            self.put(gen.loadi(self.fuel, "int32", random.randint(3, 12)))
            blocks += self.part(random.randint(1, 5))
            self.exchange()
            if is_loop:
                behind = Block()
                self.put(gen.create("SUB", "int32", [count], [count, self.one]))
                self.put(gen.create("GE", "int32", [more], [count, self.zero]))
                self.put(gen.CondBranchOp.of(more, head, behind))
                self.here = behind
                blocks.append(behind)
        self.put(gen.store(self.own(0), [self.total()], "int32", memory=memory(4)))
        self.put(gen.RetOp.of([]))
        func = self.function("k", [array, number], [], blocks)
        texts = ["global array", "value number"]
        local = IntegerAttr(4 * ROW, 32)
        func.attributes[KERNEL] = KernelAttr.of(texts, {"local_bytes": local})
        self.func = func

    def special(self, name: str) -> SSAValue:
        kind = SPECIAL_REGISTERS[name]
        family, uniform = kind.family.data, bool(kind.uniform.data)
        self.registers.append(gen.RegisterOp.of(family, uniform, name))
        return self.registers[-1].handle

    def exchange(self) -> None:
        """A word goes to the item that is some numbers before it in its group."""
        random, ids = self.random, self.of_group
        place, distance = self.register("dword"), self.register("dword")

        def address(item: SSAValue) -> None:
            self.put(gen.create("MUL", "int32", [place], [item, self.four]))

        address(ids["local_id_0"])
        self.put(
            gen.create(
                *("STORE", "int32", [], [place, random.choice(self.words)]),
                space="local",
                bti=254,
            )
        )
        self.put(gen.create("SYNC", None, [], [], mask=7))
        self.put(gen.loadi(distance, "int32", random.randint(1, 9)))
        self.put(gen.create("ADD", "int32", [distance], [distance, ids["local_id_0"]]))
        self.put(
            gen.create("REM", "uint32", [distance], [distance, ids["local_size_0"]])
        )
        address(distance)
        self.put(
            gen.create(
                *("LOAD", "int32", [random.choice(self.words)], [place]),
                space="local",
                bti=254,
            )
        )
        self.put(gen.create("SYNC", None, [], [], mask=7))


def random_group_kernel(seed: int) -> ModuleOp:
    """A module with a kernel @k of an array and a number."""
    random = Random(seed)
    kernel = GroupKernel(random)
    data = bytes(random.getrandbits(8) for _ in range(4 * TABLE))
    return ModuleOp([gen.GlobalOp.of("table", len(data), 64, data), kernel.func])


def expected(module: ModuleOp, values: list[int], local: int, number: int) -> list[int]:
    """What the kernel leaves of the array, for ROW / 4 items or less."""
    table, func = module.ops
    assert isinstance(table, gen.GlobalOp) and isinstance(func, gen.FuncOp)
    words = dict(enumerate(values, ARRAY // 4))
    for k in range(TABLE):
        part = table.content[4 * k : 4 * k + 4]
        words[TABLE_AT // 4 + k] = int.from_bytes(part, "little")
    items = ROW // 4
    for group, first in enumerate(range(0, items, local)):
        size = min(local, items - first)
        tile: dict[int, int] = {}
        of_group = (size, 0, group, local)
        runs = [
            _execute(func, dict(zip(GROUP, (item, *of_group))), number, words, tile)
            for item in range(size)
        ]
        while runs:
            ended = [next(run, "end") == "end" for run in runs]
            assert all(ended) or not any(ended), "items part at a barrier"
            runs = [] if all(ended) else runs
    return [words[ARRAY // 4 + k] for k in range(len(values))]


def _execute(
    func: gen.FuncOp,
    special: dict[str, int],
    number: int,
    words: dict[int, int],
    tile: dict[int, int],
) -> Iterator[str]:
    now = dict.fromkeys((register.handle for register in func.registers), 0)
    for register in func.registers:
        if register.special is not None:
            now[register.handle] = special[register.special.data]
    now |= zip(func.inputs, (ARRAY, number), strict=True)
    op = func.body.blocks[0].first_op
    while op is not None:
        match op:
            case gen.CondBranchOp():
                op = (op.taken if now[op.condition] else op.next).first_op
                continue
            case gen.BranchOp():
                op = op.target.first_op
                continue
            case gen.Instruction():
                memory = tile if op.flag("bti") else words
                srcs = [now[register] for register in op.srcs]
                match op.ROW.opcode:
                    case "SYNC":
                        yield "barrier"
                    case "LOADI":
                        now[op.dsts[0]] = op.integer("value")
                    case "SYMBOL":
                        now[op.dsts[0]] = TABLE_AT
                    case "LOAD":
                        now[op.dsts[0]] = memory[srcs[0] // 4]
                    case "STORE":
                        memory[srcs[0] // 4] = srcs[1]
                    case opcode:
                        compute = meaning(INTS, opcode, op.scalar.name, op.scalar.name)
                        assert compute is not None
                        now[op.dsts[0]] = compute(*srcs)
            case _:
                pass
        op = op.next_op


# endregion
