"""Functions with one counted loop, for the tests of loop passes."""

from xdsl.dialects.builtin import FunctionType, ModuleOp, i32

from circ.dialects.circuit.control import LoopBeginOp
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Scalar
from circ.transforms.pipelines import level_of


def counted(test: str, start: int, bound: int, step: int) -> str:
    """A loop in cf form that folds its counter into a value; the test is given."""
    return f"""
func.func @f(%x: i32) -> (i32, i32) {{
  %start = arith.constant {start} : i32
  %bound = arith.constant {bound} : i32
  %step = arith.constant {step} : i32
  cf.br ^head(%start, %x : i32, i32)
^head(%i: i32, %v: i32):
  {test}
  cf.cond_br %go, ^body, ^exit
^body:
  %scaled = arith.muli %v, %i : i32
  %next = arith.xori %scaled, %x : i32
  %j = arith.addi %i, %step : i32
  cf.br ^head(%j, %next : i32, i32)
^exit:
  %both = arith.addi %i, %v : i32
  return %both, %i : i32, i32
}}
"""


def run(module: ModuleOp, x: int) -> list[int]:
    (function,) = definitions(module).values()
    signature: FunctionType = signature_of(function)
    argument = Scalar(i32, x % (1 << 32))
    level = level_of(module)
    execution = execute(level, module, "f", signature, [argument], {}, 10_000)
    return list(execution.outcome.results)


def loops(module: ModuleOp) -> int:
    return sum(isinstance(op, LoopBeginOp) for op in module.walk())
