"""
Random gen functions of one work-item: any control flow, also with several loop entries.

Each block takes one from a fuel register, and leaves for the end where that is zero, so
that all of them end. Parameter 0 is the number of the item; an item writes to its own
words of an array, and reads these and a table.
"""

from random import Random

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue

from circ.dialects import gen
from circ.dialects.common.memory import memory

BINARY = ("ADD", "SUB", "MUL", "AND", "OR", "XOR", "SHL", "SHR", "ASR", "DIV", "REM")
COMPARISONS = ("EQ", "NE", "LT", "LE", "GT", "GE")
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
        if is_lane:
            self.put(gen.create("SIMD_ID", "uint32", [self.item], []))
        else:
            inputs.insert(0, self.item)
        self.array, self.table = self.register("dword"), self.register("dword")
        self.put(gen.loadi(self.fuel, "int32", fuel))
        for register, value in ((self.one, 1), (self.zero, 0), (self.four, 4)):
            self.put(gen.loadi(register, "int32", value))
        self.put(gen.loadi(self.mask, "int32", TABLE - 1))
        self.put(gen.symbol(self.table, "table"))
        base = self.register("dword")
        self.put(gen.symbol(base, "array"))
        size = self.register("dword")
        self.in_rows = random.random() < 0.6
        self.put(gen.loadi(size, "int32", 4 if self.in_rows else 4 * WORDS))
        self.put(gen.create("MUL", "int32", [self.array], [self.item, size]))
        self.put(gen.create("ADD", "int32", [self.array], [self.array, base]))
        for register in self.words[parameters:]:
            self.put(gen.loadi(register, "int32", random.getrandbits(8)))
        blocks = self.blocks(nodes)
        head = [*self.registers, gen.InputsOp.of(inputs)]
        first = self.entry.first_op
        assert first is not None
        self.entry.insert_ops_before(head, first)
        self.func = gen.FuncOp.of(
            "f", ["dword"] * len(inputs), ["dword"], Region(blocks)
        )

    def register(self, family: str) -> SSAValue:
        op = gen.RegisterOp.of(family)
        self.registers.append(op)
        return op.handle

    def put(self, op: Operation) -> None:
        self.here.add_op(op)

    def blocks(self, nodes: int) -> list[Block]:
        random = self.random
        heads = [Block() for _ in range(nodes)]
        found = [self.entry]
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
        total = self.words[0]
        for word in self.words[1:]:
            self.put(gen.create("MUL", "int32", [total], [total, self.four]))
            self.put(gen.create("XOR", "int32", [total], [total, word]))
        for k in range(WORDS):
            self.put(gen.create("ADD", "int32", [total], [total, self.load_own(k)]))
            self.put(gen.create("MUL", "int32", [total], [total, self.mask]))
        self.put(gen.RetOp.of([total]))
        return [*found, end]

    def own(self, k: int) -> SSAValue:
        """The address of one of the words of an item."""
        offset, place = self.register("dword"), self.register("dword")
        self.put(gen.loadi(offset, "int32", 64 * k if self.in_rows else 4 * k))
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
