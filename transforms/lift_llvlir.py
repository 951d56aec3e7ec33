"""
`lift-llvlir`: llvlir that comes as bytecode is optimised where it is installed.

Functions become circuits again, which are optimised and lowered. What the compiler that
wrote the bytecode has decided by costs is not decided again, unless the module says
that it was not optimised (`circ.unoptimized`).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block
from xdsl.passes import ModulePass

from circ.dialects.circuit.control import FuncOp, ReturnOp
from circ.dialects.llvlir.profiles import UNOPTIMIZED
from circ.transforms.circuit.circuit_pass import CircuitPass, MemoryPass
from circ.transforms.circuit.gate_maker import CircuitMaker
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import (
    BY_COST,
    check_opt,
    passes,
    profile_passes,
    run_passes,
)

LIFT = "convert-llvlir-to-circuit"


AGAIN: Mapping[str, Mapping[str, object]] = {
    "circuit-dead-loops": {"sums": False},
    "circuit-gvn": {"careful": True},
}
"""Options of passes for code that was optimised before."""


def _again(step: ModulePass) -> ModulePass:
    """A pass as it runs for code that was optimised before."""
    options = AGAIN.get(step.name)
    return step if options is None else make_pass(step.name, **options)


@dataclass(frozen=True)
class LiftLlvlirPass(ModulePass):
    """
    Optimise llvlir as circuits, and lower it again.

    Code that comes as bytecode is optimised where it is installed, for all that is
    known there: the other functions of a program among them.
    """

    name = "lift-llvlir"
    opt: int = 2
    """How much to optimise: 0 to 3, as `lower-to-llvlir`."""
    first: bool = False
    """
    Is the code optimised for the first time, also where the module does not have
    `circ.unoptimized`? If it was optimised before it became bytecode, loops are not
    unrolled in part again, branches stay branches, no jumps are threaded through copies
    of what they jump over, and no path computes what only others need.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        together, alone = self.steps(op)
        run_passes([*together, *alone], op, ctx)

    def steps(
        self, module: ModuleOp, disable: Collection[str] = ()
    ) -> tuple[list[ModulePass], list[ModulePass]]:
        """
        The passes for a module: those that look at all functions, then the others.

        What the latter make of a function depends on the bodies of no other.
        Optimisations that `disable` names do not run.
        """
        check_opt(self.opt)
        first = self.first or UNOPTIMIZED in module.attributes
        decided = () if first else BY_COST
        down = passes("circuit", "llvlir", self.opt, {*disable, *decided})
        if not first:
            down = [*map(_again, down)]
        *circuit, last = down
        count = len(circuit)
        while count and isinstance(circuit[count - 1], CircuitPass | MemoryPass):
            count -= 1
        before = [*profile_passes(module), make_pass(LIFT)]
        return [*before, *circuit[:count]], [*circuit[count:], last]


def keep_share(module: ModuleOp, number: int, count: int) -> set[str]:
    """
    Leave one of several shares of a module's circuits with their bodies; their names.

    Shares are about as large as each other. The other functions stay, and do nothing.
    """
    circuits = [op for op in module.ops if isinstance(op, FuncOp)]
    sizes = [len(func.body.block.ops) for func in circuits]
    shares = [0] * count
    kept: set[str] = set()
    for i in sorted(range(len(circuits)), key=lambda i: -sizes[i]):
        least = min(range(count), key=shares.__getitem__)
        shares[least] += sizes[i]
        if least == number:
            kept.add(circuits[i].sym_name.data)
        else:
            _empty(circuits[i])
    return kept


def _empty(func: FuncOp) -> None:
    """Give a function a body that only returns."""
    maker = CircuitMaker()
    zeros = [maker.constant(type, 0) for type in func.type.outputs]
    maker.emit(ReturnOp, (maker.state, maker.depend, *zeros))
    old = func.body.block
    func.body.detach_block(old)
    old.erase(safe_erase=False)
    func.body.add_block(Block(maker.gates))
