"""The pass `test-gen-liveness`: prints what the analysis finds, for lit tests."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass

from circ.dialects.gen import FuncOp
from circ.transforms.gen.liveness import Liveness


@dataclass(frozen=True)
class TestGenLivenessPass(ModulePass):
    """Print the live registers of every block; the module stays as it is."""

    name = "test-gen-liveness"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.ops:
            if isinstance(func, FuncOp) and not func.is_declaration:
                _print(func)


def _print(func: FuncOp) -> None:
    liveness = Liveness.compute(func)
    names: dict[SSAValue, str] = {}
    for number, register in enumerate(func.registers):
        names[register.handle] = f"%{register.handle.name_hint or number}"
    print(f"@{func.sym_name.data}")
    for number, (live_in, live_out) in enumerate(
        zip(liveness.live_in, liveness.live_out, strict=True)
    ):
        into = " ".join(names[register] for register in liveness.members(live_in))
        out = " ".join(names[register] for register in liveness.members(live_out))
        print(f"  ^{number}: in {{{into}}} out {{{out}}}")
