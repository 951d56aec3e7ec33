"""
Random NaplesPU functions before register allocation, and what they compute.

Values of both register files cross branches, loops and calls; some lie in objects of
the frame or of any size. Every access is to a whole word or vector, so that the
interpreter's memory is a dictionary.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from xdsl.dialects.builtin import IntAttr, ModuleOp, StringAttr, UnitAttr, UnknownLoc
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.common.variadic import VARIADIC
from circ.dialects.naplespu.masked import (
    InsertElementOp,
    UnderMaskOp,
    VectorSelectOp,
)
from circ.dialects.naplespu.ops import (
    DirectCallOp,
    FuncOp,
    IndirectCallOp,
    JumpOp,
    ReturnOp,
    branch,
    instruction,
)
from circ.dialects.naplespu.pseudos import (
    DynamicAllocaOp,
    FrameAddressOp,
    LoadConstantOp,
    SplatConstantOp,
)
from circ.dialects.naplespu.registers import SCALAR, VECTOR, is_vector

UNKNOWN = UnknownLoc()
WORD = 0xFFFF_FFFF
LANES = 16

Value = int | list[int]

LANE_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "ADD": lambda a, b: a + b & WORD,
    "SUB": lambda a, b: a - b & WORD,
    "XOR": lambda a, b: a ^ b,
    "MULL": lambda a, b: a * b & WORD,
}


@dataclass
class Signature:
    """A function: for each argument and result, is it a vector?"""

    name: str
    arguments: list[bool]
    results: list[bool]
    variadic: bool = False
    cost: int = 0
    """Operations that a call executes, at most."""


MAX_COST = 20_000


@dataclass
class Shape:
    """How large programs are."""

    vectors: int = 20
    """Vectors that are live all through a function."""
    scalars: int = 10
    statements: int = 12
    depth: int = 3
    functions: int = 3
    objects: bool = True
    dynamic: bool = False
    masks: bool = False
    """Is the lane mask set while values are copied?"""


@dataclass
class Pool:
    """The values that may be used at a point, by file."""

    scalars: list[SSAValue] = field(default_factory=list[SSAValue])
    vectors: list[SSAValue] = field(default_factory=list[SSAValue])
    objects: list[SSAValue] = field(default_factory=list[SSAValue])

    def copy(self) -> "Pool":
        return Pool(list(self.scalars), list(self.vectors), list(self.objects))

    def add(self, value: SSAValue) -> None:
        (self.vectors if is_vector(value.type) else self.scalars).append(value)


class Builder:
    """Builds one function."""

    def __init__(
        self,
        random: Random,
        signature: Signature,
        callees: Sequence[Signature],
        shape: Shape,
    ):
        self.random = random
        self.signature = signature
        self.callees = callees
        self.shape = shape
        types = [VECTOR if vector else SCALAR for vector in signature.arguments]
        self.blocks = [Block(arg_types=types)]
        self.objects = 0
        self.frequency = 1
        """How often the current block is executed."""

    def build(self) -> FuncOp:
        random, shape, pool = self.random, self.shape, Pool()
        for argument in self.blocks[0].args:
            pool.add(argument)
        pool.scalars.append(self.constant(random.getrandbits(32)))
        if shape.objects:
            for size in (64, 200, 4096):
                pool.objects.append(self.object(size, random.choice((64, 128, 512))))
        while len(pool.vectors) < shape.vectors:
            self.vector(pool)
        while len(pool.scalars) < shape.scalars:
            self.scalar(pool)
        self.region(pool, shape.depth)
        # All that is known here takes part in the results.
        kept = pool.copy()
        for value in kept.vectors:
            latest = pool.vectors[-1]
            pool.add(self.record("XORVVV_U_32", VECTOR, latest, value))
        for value in kept.scalars:
            pool.add(self.record("ADDSSS_32", SCALAR, pool.scalars[-1], value))
        last = {True: pool.vectors[-7:], False: pool.scalars[-7:]}
        results = [
            last[vector][-1 - i % len(last[vector])]
            for i, vector in enumerate(self.signature.results)
        ]
        self.append(ReturnOp.create(operands=results, location=UNKNOWN))
        func = FuncOp.create(
            properties={"sym_name": StringAttr(self.signature.name)},
            attributes={VARIADIC: UnitAttr()} if self.signature.variadic else {},
            regions=[Region(self.blocks)],
            location=UNKNOWN,
        )
        return func

    # region Operations

    def append(self, op: Operation) -> Operation:
        self.signature.cost += self.frequency
        self.blocks[-1].add_op(op)
        return op

    def record(
        self, name: str, type: Attribute, *sources: SSAValue, imm: int | None = None
    ) -> SSAValue:
        op = instruction(name, sources, (type,), imm=imm, location=UNKNOWN)
        return self.append(op).results[0]

    def constant(self, value: int) -> SSAValue:
        return self.append(
            LoadConstantOp.create(
                properties={"value": IntAttr(value)},
                result_types=[SCALAR],
                location=UNKNOWN,
            )
        ).results[0]

    def object(self, size: int, align: int) -> SSAValue:
        self.objects += 1
        properties = {
            "number": IntAttr(self.objects),
            "size": IntAttr(size),
            "align": IntAttr(align),
        }
        return self.append(
            FrameAddressOp.create(
                properties=properties, result_types=[SCALAR], location=UNKNOWN
            )
        ).results[0]

    def scalar(self, pool: Pool) -> None:
        random = self.random
        a, b = random.choice(pool.scalars), random.choice(pool.scalars)
        match random.randrange(5):
            case 0:
                width = random.choice((4, 16, 32))
                pool.add(self.constant(random.getrandbits(width)))
            case 1 if pool.vectors:
                vector = random.choice(pool.vectors)
                lane = random.randrange(LANES)
                pool.add(self.record("GET_LANEIimm", SCALAR, vector, imm=lane))
            case 2 if pool.vectors:
                x, y = random.choice(pool.vectors), random.choice(pool.vectors)
                pool.add(self.record("SGTUISVV_U_32", SCALAR, x, y))
            case _:
                name = random.choice(list(LANE_OPERATIONS))
                pool.add(self.record(f"{name}SSS_32", SCALAR, a, b))

    def vector(self, pool: Pool) -> None:
        random = self.random
        scalar = random.choice(pool.scalars)
        if not pool.vectors:
            pool.add(self.record("MOVE_VS_32", VECTOR, scalar))
        x, y, z = (random.choice(pool.vectors) for _ in range(3))
        mask = self.record("ANDSSS_32", SCALAR, scalar, self.constant(0xFFFF))
        name = random.choice(list(LANE_OPERATIONS))
        op: Operation
        match random.randrange(10):
            case 0:
                width = random.choice((4, 16, 32))
                op = SplatConstantOp.create(
                    properties={"value": IntAttr(random.getrandbits(width))},
                    result_types=[VECTOR],
                    location=UNKNOWN,
                )
            case 1 | 2:
                op = VectorSelectOp.create(
                    operands=[mask, x, y], result_types=[VECTOR], location=UNKNOWN
                )
            case 3:
                op = InsertElementOp.build(
                    operands=[x, scalar, None],
                    properties={"lane": IntAttr(random.randrange(LANES))},
                    result_types=[VECTOR],
                )
            case 4:
                position = self.record("ANDSSI", SCALAR, scalar, imm=15)
                op = InsertElementOp.build(
                    operands=[x, scalar, position], result_types=[VECTOR]
                )
            case 5:
                op = UnderMaskOp.build(
                    operands=[mask, [x, y], z],
                    properties={"record": StringAttr(f"{name}VVV_M_32")},
                    result_types=[[VECTOR]],
                )
            case 6:
                op = UnderMaskOp.build(
                    operands=[mask, [scalar], z],
                    properties={"record": StringAttr("MOVE_VS_M_32")},
                    result_types=[[VECTOR]],
                )
            case 7:
                pool.add(self.record("MOVE_VS_32", VECTOR, scalar))
                return
            case _:
                pool.add(self.record(f"{name}VVV_U_32", VECTOR, x, y))
                return
        op.location = UNKNOWN
        pool.add(self.append(op).results[0])

    def memory(self, pool: Pool) -> None:
        """Store in an object and load from there."""
        random = self.random
        if self.shape.dynamic and random.random() < 0.5:
            size = self.record("ANDSSI", SCALAR, random.choice(pool.scalars), imm=255)
            size = self.record("ADDSSI", SCALAR, size, imm=64)
            align = random.choice((4, 64, 128, 512))
            pool.objects.append(
                self.append(
                    DynamicAllocaOp.create(
                        operands=[size],
                        properties={"align": IntAttr(align)},
                        result_types=[SCALAR],
                        location=UNKNOWN,
                    )
                ).results[0]
            )
        if not pool.objects:
            return
        address = random.choice(pool.objects)
        vector = random.choice(pool.vectors)
        self.append(
            instruction(
                "SV32WMainmem_U", (vector, address), (), imm=0, location=UNKNOWN
            )
        )
        if random.random() < 0.5:
            self.call(pool)
        pool.add(self.record("LV32WMainmem_U", VECTOR, address, imm=0))

    def call(self, pool: Pool) -> None:
        if not self.callees:
            return
        random = self.random
        callee = random.choice(self.callees)
        cost = self.signature.cost + self.frequency * callee.cost
        if cost > MAX_COST:
            return
        self.signature.cost = cost
        operands = [
            random.choice(pool.vectors if vector else pool.scalars)
            for vector in callee.arguments
        ]
        results = [VECTOR if vector else SCALAR for vector in callee.results]
        properties: dict[str, Attribute] = {}
        if callee.variadic:
            properties["variadic"] = UnitAttr()
        if random.random() < 0.3:
            address = self.append(
                LoadConstantOp.create(
                    properties={"symbol": StringAttr(callee.name)},
                    result_types=[SCALAR],
                    location=UNKNOWN,
                )
            ).results[0]
            op = IndirectCallOp.create(
                operands=[address, *operands],
                result_types=results,
                properties=properties,
                location=UNKNOWN,
            )
        else:
            properties["callee"] = StringAttr(callee.name)
            op = DirectCallOp.create(
                operands=operands,
                result_types=results,
                properties=properties,
                location=UNKNOWN,
            )
        for result in self.append(op).results:
            pool.add(result)

    def masked(self, pool: Pool) -> None:
        """
        Disable lanes, change the places of values, and enable all lanes again.

        What needs lanes that are disabled must have them none the less.
        """
        random = self.random
        self.write_mask(random.getrandbits(16))
        values = self.some(pool, [SCALAR, SCALAR, *[VECTOR] * random.randrange(9)])
        mask = self.record("ANDSSS_32", SCALAR, values[0], self.constant(0xFFFF))
        chosen = VectorSelectOp.create(
            operands=[mask, *self.some(pool, [VECTOR] * 2)],
            result_types=[VECTOR],
            location=UNKNOWN,
        )
        value = random.getrandbits(32)
        splat = SplatConstantOp.create(
            properties={"value": IntAttr(value)},
            result_types=[VECTOR],
            location=UNKNOWN,
        )
        for op in (chosen, splat):
            values.append(self.append(op).results[0])
        inserted = InsertElementOp.build(
            operands=[splat.result, values[1], None],
            properties={"lane": IntAttr(random.randrange(LANES))},
            result_types=[VECTOR],
        )
        inserted.location = UNKNOWN
        values.append(self.append(inserted).results[0])
        block = Block(arg_types=[value.type for value in values])
        self.append(
            JumpOp.create(operands=values, successors=[block], location=UNKNOWN)
        )
        self.blocks.append(block)
        self.write_mask(0xFFFF)
        for argument in block.args:
            pool.add(argument)

    def write_mask(self, mask: int) -> None:
        sources = (self.constant(mask),)
        self.append(instruction("WRITEMR", sources, (), location=UNKNOWN))

    # endregion
    # region Control flow

    def region(self, pool: Pool, depth: int) -> None:
        """Statements, in the current block and those that follow from it."""
        random = self.random
        for _ in range(random.randrange(1, self.shape.statements)):
            kind = random.random()
            if depth and kind < 0.08:
                self.conditional(pool, depth - 1)
            elif depth and kind < 0.16:
                self.loop(pool, depth - 1)
            elif kind < 0.22:
                self.call(pool)
            elif kind < 0.30:
                self.memory(pool)
            elif self.shape.masks and kind < 0.42:
                self.masked(pool)
            elif kind < 0.5:
                self.scalar(pool)
            else:
                self.vector(pool)

    def some(self, pool: Pool, types: Sequence[Attribute]) -> list[SSAValue]:
        random = self.random
        return [
            random.choice(pool.vectors if is_vector(type) else pool.scalars)
            for type in types
        ]

    def types(self) -> list[Attribute]:
        count = self.random.randrange(6)
        return [self.random.choice((SCALAR, VECTOR)) for _ in range(count)]

    def conditional(self, pool: Pool, depth: int) -> None:
        condition = self.record(
            "ANDSSI", SCALAR, self.random.choice(pool.scalars), imm=1
        )
        here = self.blocks[-1]
        types = self.types()
        join = Block(arg_types=[*types, VECTOR, SCALAR])
        sides: list[tuple[Block, list[SSAValue]]] = []
        for _ in range(2):
            block, inner = Block(), pool.copy()
            self.blocks.append(block)
            if self.random.random() < 0.8:
                self.region(inner, depth)
            values = [*self.some(inner, types), inner.vectors[-1], inner.scalars[-1]]
            self.append(
                JumpOp.create(operands=values, successors=[join], location=UNKNOWN)
            )
            sides.append((block, []))
        here.add_op(branch("BNEZ", condition, *sides, UNKNOWN))
        self.blocks.append(join)
        for argument in join.args:
            pool.add(argument)

    def loop(self, pool: Pool, depth: int) -> None:
        types = self.types()
        header = Block(arg_types=[SCALAR, *types])
        exit = Block()
        rounds = self.random.randrange(1, 4)
        start = [self.constant(rounds), *self.some(pool, types)]
        self.append(
            JumpOp.create(operands=start, successors=[header], location=UNKNOWN)
        )
        self.blocks.append(header)
        for argument in header.args[1:]:
            pool.add(argument)
        self.frequency *= rounds
        self.region(pool, depth)
        count = self.record("ADDSSI", SCALAR, header.args[0], imm=-1)
        next = [count, *self.some(pool, types)]
        if self.random.random() < 0.5:  # all arguments change places
            next[1:] = _rotated(header.args[1:])
        self.append(branch("BNEZ", count, (header, next), (exit, ()), UNKNOWN))
        self.frequency //= rounds
        self.blocks.append(exit)

    # endregion


def _rotated(values: Sequence[SSAValue]) -> list[SSAValue]:
    """Each value at the place of another one of the same file."""
    rotated = list(values)
    for vector in (False, True):
        places = [i for i, v in enumerate(values) if is_vector(v.type) == vector]
        for to, origin in zip(places, places[1:] + places[:1]):
            rotated[to] = values[origin]
    return rotated


def random_program(seed: int, shape: Shape) -> tuple[ModuleOp, list[Signature]]:
    """A module; the last function calls the others."""
    random = Random(seed)
    signatures: list[Signature] = []
    functions: list[Operation] = []
    for number in range(shape.functions):
        arguments = [
            random.random() < 0.5 for _ in range(random.choice((2, 5, 12, 24)))
        ]
        results = [
            vector for vector in (False, True) for _ in range(random.randrange(7))
        ]
        random.shuffle(results)
        last = number == shape.functions - 1
        signature = Signature(
            "main" if last else f"f{number}",
            arguments,
            results,
            not last and random.random() < 0.3,
        )
        builder = Builder(random, signature, list(signatures), shape)
        functions.append(builder.build())
        signatures.append(signature)
    return ModuleOp(functions), signatures
