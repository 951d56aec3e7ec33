"""The pass `test-gen-analysis`: prints what an analysis finds, for lit tests."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.gen import FuncOp, read_by, written_by
from circ.targets.gen.writer import lines_of
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.chains import Chains
from circ.transforms.gen.liveness import Liveness
from circ.transforms.gen.structure import Part, Structure, jump_targets
from circ.transforms.gen.uniformity import Uniformity


@dataclass(frozen=True)
class TestGenAnalysisPass(ModulePass):
    """Print what an analysis of gen finds; the module stays as it is."""

    name = "test-gen-analysis"

    show: str
    """`chains`, `liveness`, `loops`, `structure` or `uniformity`."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if (analysis := ANALYSES.get(self.show)) is None:
            known = ", ".join(ANALYSES)
            message = f"'{self.show}' is no analysis: there are {known}"
            raise Diagnostic(None, message)
        for func in op.ops:
            if isinstance(func, FuncOp) and not func.is_declaration:
                print(f"@{func.sym_name.data}")
                for line in analysis(func):
                    print(f"  {line}")


class _Names:
    """The names of registers and blocks."""

    def __init__(self, func: FuncOp):
        self.blocks = {block: f"^{i}" for i, block in enumerate(func.body.blocks)}
        self.registers: dict[SSAValue, str] = {
            register.handle: f"%{register.handle.name_hint or i}"
            for i, register in enumerate(func.registers)
        }

    def of(self, values: Iterable[SSAValue]) -> str:
        return "{" + " ".join(self.registers[value] for value in values) + "}"

    def of_blocks(self, blocks: Iterable[Block]) -> str:
        return " ".join(self.blocks[block] for block in blocks)


def _liveness(func: FuncOp) -> Iterator[str]:
    names, plain = _Names(func), Liveness.compute(func)
    kept = plain.over_loops(ControlFlow(func.body))
    for block, name in names.blocks.items():
        i = plain.block_index[block]
        sets = {
            "in": plain.live_in[i],
            "out": plain.live_out[i],
            "exposed": plain.exposed[i],
            "kill": plain.written[i],
            "in of lanes": kept.live_in[i] if kept.live_in != plain.live_in else 0,
        }
        shown = {what: names.of(plain.members(bits)) for what, bits in sets.items()}
        if not sets["in of lanes"]:
            del shown["in of lanes"]
        yield f"{name}: " + " ".join(f"{what} {found}" for what, found in shown.items())


def _chains(func: FuncOp) -> Iterator[str]:
    """As Beignet prints its graph of a function, with numbers for addresses."""
    chains, lines = Chains(func), lines_of(func)
    number = {op: i for i, op in enumerate(lines)}

    def named(ops: Iterable[tuple[Operation, str]]) -> str:
        return " ".join(
            f"[{number[op]}]" if op in number else f"# {origin}" for op, origin in ops
        )

    for op, line in lines.items():
        yield f"[{number[op]}] {line}"
        for i in range(len(written_by(op))):
            uses = [(use.op, "") for use in chains.uses_of(op, i)]
            yield f"  USES: {named(uses)}".rstrip()
        for i in range(len(read_by(op))):
            found = chains.definitions_of(op, i)
            yield f"  DEFS: {named((d.op, d.origin) for d in found)}".rstrip()


def _loops(func: FuncOp) -> Iterator[str]:
    flow, names = ControlFlow(func.body), _Names(func)
    for i, (block, name) in enumerate(names.blocks.items()):
        above = flow.tree.idom[i]
        dominator = f" dominated by ^{above}" if above >= 0 else ""
        header = flow.loops.header[i]
        loop = f" in the loop of ^{header}" if header >= 0 else ""
        yield f"{name}:{dominator}{loop} depth {flow.loops.depth[flow.number[block]]}"
    for source, target in flow.loops.irreducible:
        yield f"irreducible ^{source} -> ^{target}"


def _uniformity(func: FuncOp) -> Iterator[str]:
    names, found = _Names(func), Uniformity.compute(func)
    registers = (register.handle for register in func.registers)
    yield f"varying {names.of(r for r in registers if r in found.varying)}"
    yield f"order {names.of_blocks(found.order)}"
    yield f"divergent {names.of_blocks(b for b in found.order if b in found.divergent)}"
    yield f"partial {names.of_blocks(b for b in found.order if b in found.partial)}"


def _structure(func: FuncOp) -> Iterator[str]:
    names, targets = _Names(func), jump_targets(func)
    work: list[tuple[int, Part]] = [(0, p) for p in Structure(func).outermost[::-1]]
    while work:
        depth, part = work.pop()
        block = "" if part.parts else f" {names.blocks[part.entry]}"
        target = None if part.parts else targets.get(part.entry)
        waits = f" else to {names.blocks[target]}" if target else ""
        yield f"{'  ' * depth}{part.kind}{block}{waits}"
        work += [(depth + 1, inner) for inner in reversed(part.parts)]


ANALYSES: dict[str, Callable[[FuncOp], Iterator[str]]] = {
    "chains": _chains,
    "liveness": _liveness,
    "loops": _loops,
    "structure": _structure,
    "uniformity": _uniformity,
}
