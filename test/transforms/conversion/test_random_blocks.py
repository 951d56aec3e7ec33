"""
Random functions of basic blocks compute the same as circuits as they did at source.

Jumps go anywhere, so that loops have several back edges and exits; each block uses up
fuel, so that they end. Irreducible ones are expected to be diagnosed.
"""

from random import Random

import pytest
from xdsl.context import Context
from xdsl.dialects import arith, builtin, cf, func, memref, scf

from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import DominatorTree
from circ.targets.execute import circuit, source
from circ.targets.execute.memory import Memory
from circ.targets.mlir.parser import parse_module
from circ.transforms.conversion.func_to_circuit import convert_module

ARRAY = "memref<8xi32>"
BINARY = ("addi", "subi", "muli", "xori", "divsi", "remui", "shli", "maxsi", "andi")


class Program:
    """The text of one random function, written block by block."""

    def __init__(self, seed: int):
        self.random = Random(seed)
        self.lines: list[str] = []
        self.count = 0
        blocks = self.random.randrange(3, 10)
        self.successors = [
            [self.random.randrange(1, blocks) for _ in range(self.random.randrange(4))]
            for _ in range(blocks)
        ]
        self.successors[0] = self.successors[0] or [1]
        # Fuel may run out everywhere: the last block ends the function.
        edges = [[*targets, blocks] for targets in self.successors] + [[]]
        self.tree = DominatorTree.compute(edges)
        self.blocks = blocks

    def text(self) -> str:
        visible: dict[int, list[str]] = {}
        self.lines.append(
            f"func.func @f(%m: {ARRAY}, %p: i32, %q: i32) -> (i32, i32) {{"
        )
        self.lines.append("  %one = arith.constant 1 : i32")
        self.lines.append("  %none = arith.constant 0 : i32")
        self.lines.append("  %fuel = arith.constant 40 : i32")
        for node in self.tree.reverse_postorder:
            if node == self.blocks:
                continue
            values = ["%p", "%q"] if not node else list(visible[self.tree.idom[node]])
            fuel = "%fuel"
            if node:
                fuel = f"%f{node}"
                self.lines.append(
                    f"^b{node}({fuel}: i32, %x{node}: i32, %y{node}: i32):"
                )
                values += [f"%x{node}", f"%y{node}"]
            self.body(values, "  ", 2)
            visible[node] = values
            self.terminator(node, values, fuel)
        self.lines.append(f"^b{self.blocks}(%f: i32, %r: i32, %s: i32):")
        self.lines.append("  func.return %r, %s : i32, i32\n}")
        return "\n".join(self.lines)

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def body(self, values: list[str], indent: str, depth: int) -> None:
        """A few operations; what they define is added to the visible values."""
        for _ in range(self.random.randrange(5)):
            pick = lambda: self.random.choice(values)  # noqa: E731
            result = self.fresh()
            kind = self.random.randrange(6 if depth else 4)
            if kind < 2:
                name = self.random.choice(BINARY)
                line = f"{result} = arith.{name} {pick()}, {pick()} : i32"
                self.lines.append(indent + line)
            elif kind < 4:
                index = self.index(pick(), indent)
                if self.random.random() < 0.5:
                    line = f"memref.store {pick()}, %m[{index}] : {ARRAY}"
                    self.lines.append(indent + line)
                    continue
                line = f"{result} = memref.load %m[{index}] : {ARRAY}"
                self.lines.append(indent + line)
            elif kind == 4:
                self.branch(result, pick(), values, indent, depth)
            else:
                self.loop(result, pick(), values, indent, depth)
            values.append(result)

    def index(self, value: str, indent: str) -> str:
        low, index, seven = self.fresh(), self.fresh(), self.fresh()
        self.lines.append(f"{indent}{seven} = arith.constant 7 : i32")
        self.lines.append(f"{indent}{low} = arith.andi {value}, {seven} : i32")
        self.lines.append(f"{indent}{index} = arith.index_cast {low} : i32 to index")
        return index

    def branch(
        self, result: str, value: str, values: list[str], indent: str, depth: int
    ) -> None:
        condition = self.fresh()
        self.lines.append(f"{indent}{condition} = arith.trunci {value} : i32 to i1")
        self.lines.append(f"{indent}{result} = scf.if {condition} -> (i32) {{")
        self.region(values, indent, depth)
        self.lines.append(f"{indent}}} else {{")
        self.region(values, indent, depth)
        self.lines.append(f"{indent}}}")

    def loop(
        self, result: str, value: str, values: list[str], indent: str, depth: int
    ) -> None:
        bound, i, carried = self.fresh(), self.fresh(), self.fresh()
        self.lines.append(
            f"{indent}{bound} = arith.constant {self.random.randrange(4)} : i32"
        )
        self.lines.append(
            f"{indent}{result} = scf.for {i} = %none to {bound} step %one "
            f"iter_args({carried} = {value}) -> (i32) : i32 {{"
        )
        self.region([*values, i, carried], indent, depth)
        self.lines.append(f"{indent}}}")

    def region(self, values: list[str], indent: str, depth: int) -> None:
        inner = list(values)
        self.body(inner, indent + "  ", depth - 1)
        value = self.random.choice(inner)
        self.lines.append(f"{indent}  scf.yield {value} : i32")

    def terminator(self, node: int, values: list[str], fuel: str) -> None:
        left, empty = self.fresh(), self.fresh()
        self.lines.append(f"  {left} = arith.subi {fuel}, %one : i32")

        def target(block: int) -> str:
            x, y = self.random.choice(values), self.random.choice(values)
            return f"^b{block}({left}, {x}, {y} : i32, i32, i32)"

        targets = self.successors[node]
        if not targets:
            self.lines.append(f"  cf.br {target(self.blocks)}")
            return
        self.lines.append(f"  {empty} = arith.cmpi slt, {left}, %none : i32")
        flag, wide = self.fresh(), self.fresh()
        self.lines.append(f"  {wide} = arith.remui {values[-1]}, {values[0]} : i32")
        self.lines.append(f"  {flag} = arith.select {empty}, {left}, {wide} : i32")
        cases = [
            f"    {case}: {target(block)}" for case, block in enumerate(targets[1:])
        ]
        cases.append(f"    -1: {target(self.blocks)}")
        self.lines.append(f"  cf.switch {flag} : i32, [")
        self.lines.append(f"    default: {target(targets[0])},")
        self.lines.append(",\n".join(cases) + "\n  ]")


def agree(seed: int) -> bool:
    """Do both levels agree? False where the function is irreducible."""
    text = Program(seed).text()
    ctx = Context()
    for dialect in (
        builtin.Builtin,
        func.Func,
        arith.Arith,
        cf.Cf,
        scf.Scf,
        memref.MemRef,
    ):
        ctx.load_dialect(dialect)
    module, converted = (parse_module(ctx, text, "test.mlir") for _ in range(2))
    try:
        convert_module(converted)
    except Diagnostic as error:
        assert "irreducible" in error.message, text
        return False
    function = converted.body.block.first_op
    assert isinstance(function, FuncOp)
    verify_circuit(function)
    for p, q in ((0, 0), (7, 3), (0xDEADBEEF, 12345), (1, 0xFFFFFFFE)):
        after: list[tuple[list[int], bytes]] = []
        for run, program in ((source.run, module), (circuit.run, converted)):
            memory = Memory()
            address = memory.allocate(32)
            memory.write(address, bytes(range(32)))
            outcome = run(
                program, "f", [address, p, q], memory, max_operations=1_000_000
            )
            after.append((outcome.results, memory.read(address, 32)))
        assert after[0] == after[1], (p, q, text)
    return True


def test_random_functions():
    reducible = sum(agree(seed) for seed in range(60))
    assert reducible > 30


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 20_000, 1000))
def test_many_random_functions(start: int):
    for seed in range(start, start + 1000):
        agree(1_000_000 + seed)
