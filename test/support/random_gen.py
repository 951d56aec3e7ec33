"""
Random gen programs that end: nested loops and branches over many registers.

Registers are written before the program starts, so that nothing reads an undefined
value; loops count down a register of their own, so that they end.
"""

from random import Random

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region, SSAValue

from circ.dialects import gen

BINARY = ("ADD", "SUB", "MUL", "AND", "OR", "XOR", "SHL", "SHR", "ASR", "MUL_HI")
COMPARISONS = ("EQ", "NE", "LT", "LE", "GT", "GE")
TYPES = {
    "byte": ("int8", "uint8"),
    "word": ("int16", "uint16"),
    "dword": ("int32", "uint32"),
}


class Function:
    """Builds one function; `callees` are (name, parameters, results), all dwords."""

    def __init__(
        self,
        random: Random,
        name: str,
        parameters: int,
        results: int,
        registers: int,
        callees: list[tuple[str, int, int]],
    ):
        self.random = random
        self.callees = callees
        self.blocks = [Block()]
        self.pools: dict[str, list[SSAValue]] = {
            family: [self.register(family) for _ in range(count)]
            for family, count in (
                ("dword", registers),
                ("word", 3),
                ("byte", 3),
                ("bool", 3),
            )
        }
        arguments = [self.register("dword") for _ in range(parameters)]
        self.counters = [self.register("dword") for _ in range(4)]
        self.flag = self.register("bool")
        self.one = self.register("dword")
        self.append(gen.InputsOp.of(arguments))
        for family, pool in self.pools.items():
            for register in pool:
                width = gen.FAMILY_WIDTH[family]
                bits = random.getrandbits(width) >> random.choice((0, width // 2))
                self.append(gen.loadi(register, self.type_of(family), bits))
        for argument in arguments:
            register = random.choice(self.pools["dword"])
            self.append(gen.create("ADD", "int32", [register], [register, argument]))
        self.pools["dword"] += arguments
        self.depth = 0
        self.statements(random.randint(3, 8))
        returned = [self.fold() for _ in range(results)]
        self.append(gen.RetOp.of(returned))
        self.func = gen.FuncOp.of(
            name, ["dword"] * parameters, ["dword"] * results, Region(self.blocks)
        )

    def type_of(self, family: str) -> str:
        return "bool" if family == "bool" else self.random.choice(TYPES[family])

    def register(self, family: str) -> SSAValue:
        op = gen.RegisterOp.of(family)
        self.blocks[0].add_op(op)
        return op.handle

    def append(self, op) -> None:
        self.blocks[-1].add_op(op)

    def pick(self, family: str) -> SSAValue:
        return self.random.choice(self.pools[family])

    def fold(self) -> SSAValue:
        """A register with a digest of all others."""
        total = self.register_late("dword")
        for register in self.pools["dword"]:
            sources = [total, self.pick("dword")]
            self.append(gen.create("MUL", "int32", [total], sources))
            self.append(gen.create("ADD", "int32", [total], [total, register]))
        for family in ("byte", "word"):
            for register in self.pools[family]:
                wide = self.register_late("dword")
                self.append(
                    gen.create(
                        "CVT",
                        "int32",
                        [wide],
                        [register],
                        src_type=self.type_of(family),
                    )
                )
                self.append(gen.create("XOR", "int32", [total], [total, wide]))
        return total

    def register_late(self, family: str) -> SSAValue:
        op = gen.RegisterOp.of(family)
        first = self.blocks[0].first_op
        assert first is not None
        self.blocks[0].insert_op_before(op, first)
        self.append(gen.loadi(op.handle, self.type_of(family), 1))
        return op.handle

    def statements(self, count: int) -> None:
        for _ in range(count):
            kinds = ["ops"] * 4 + (["if", "loop"] if self.depth < 3 else [])
            if self.callees:
                kinds.append("call")
            getattr(self, f"statement_{self.random.choice(kinds)}")()

    def statement_ops(self) -> None:
        for _ in range(self.random.randint(1, 6)):
            family = self.random.choice(("dword",) * 4 + ("word", "byte", "bool"))
            type = self.type_of(family)
            choice = self.random.random()
            if family == "bool":
                if choice < 0.4:
                    opcode = self.random.choice(("AND", "OR", "XOR"))
                    sources = [self.pick("bool"), self.pick("bool")]
                    op = gen.create(opcode, "bool", [self.pick("bool")], sources)
                else:
                    of = self.random.choice(("dword", "word", "byte"))
                    op = gen.create(
                        self.random.choice(COMPARISONS),
                        self.type_of(of),
                        [self.pick("bool")],
                        [self.pick(of), self.pick(of)],
                    )
            elif choice < 0.15:
                op = gen.create(
                    "SEL",
                    type,
                    [self.pick(family)],
                    [self.pick("bool"), self.pick(family), self.pick(family)],
                )
            elif choice < 0.3:
                source = self.random.choice(("dword", "word", "byte"))
                op = gen.create(
                    "CVT",
                    type,
                    [self.pick(family)],
                    [self.pick(source)],
                    src_type=self.type_of(source),
                )
            elif choice < 0.4:
                width = gen.FAMILY_WIDTH[family]
                bits = self.random.getrandbits(width)
                op = gen.loadi(self.pick(family), type, bits)
            elif choice < 0.5:
                opcode = self.random.choice(("LZD", "CTZ", "ABS", "MOV"))
                op = gen.create(opcode, type, [self.pick(family)], [self.pick(family)])
            else:
                sources = [self.pick(family), self.pick(family)]
                opcode = self.random.choice(BINARY)
                op = gen.create(opcode, type, [self.pick(family)], sources)
            self.append(op)

    def statement_if(self) -> None:
        condition = self.pick("bool")
        head = self.blocks[-1]
        self.depth += 1
        then = Block()
        self.blocks.append(then)
        self.statements(self.random.randint(1, 3))
        then_end = self.blocks[-1]
        otherwise = Block()
        self.blocks.append(otherwise)
        self.statements(self.random.randint(0, 2))
        otherwise_end = self.blocks[-1]
        self.depth -= 1
        join = Block()
        self.blocks.append(join)
        head.add_op(gen.CondBranchOp.of(condition, then, otherwise))
        then_end.add_op(gen.BranchOp.of(join))
        otherwise_end.add_op(gen.BranchOp.of(join))

    def statement_loop(self) -> None:
        counter = self.counters[self.depth]
        self.append(gen.loadi(counter, "int32", self.random.randint(1, 4)))
        entry = self.blocks[-1]
        self.depth += 1
        body = Block()
        self.blocks.append(body)
        entry.add_op(gen.BranchOp.of(body))
        self.statements(self.random.randint(1, 3))
        self.depth -= 1
        self.append(gen.loadi(self.one, "int32", 1))
        self.append(gen.create("SUB", "int32", [counter], [counter, self.one]))
        self.append(gen.loadi(self.one, "int32", 0))
        self.append(gen.create("GT", "int32", [self.flag], [counter, self.one]))
        after = Block()
        self.append(gen.CondBranchOp.of(self.flag, body, after))
        self.blocks.append(after)

    def statement_call(self) -> None:
        name, parameters, results = self.random.choice(self.callees)
        targets = self.random.sample(self.pools["dword"], results)
        sources = [self.pick("dword") for _ in range(parameters)]
        self.append(gen.CallOp.of(name, targets, sources))


def random_module(seed: int, registers: int) -> tuple[ModuleOp, int]:
    """A module with a function @main, and the number of its parameters."""
    random = Random(seed)
    callees: list[tuple[str, int, int]] = []
    functions: list[gen.FuncOp] = []
    for i in range(random.randint(0, 3)):
        parameters, results = random.randint(0, 14), random.randint(0, 6)
        name = f"f{i}"
        built = Function(random, name, parameters, results, 6, list(callees))
        functions.append(built.func)
        callees.append((name, parameters, results))
    parameters = random.randint(0, 20)
    main = Function(random, "main", parameters, 3, max(registers, 6), callees)
    functions.append(main.func)
    return ModuleOp(functions), parameters
