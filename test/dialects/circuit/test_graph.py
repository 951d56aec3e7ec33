"""The graph of a function is made anew after changes only."""

from xdsl.dialects.builtin import IntAttr, i32

from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.graph import CircuitGraph
from circ.dialects.circuit.integers import AddOp
from circ.dialects.common.operation_search import operations_in
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.pipelines import compile

SUM = """
func.func @sum(%a: i32) -> i32 {
  %c = arith.constant 5 : i32
  %d = arith.addi %a, %c : i32
  return %d : i32
}
"""


def test_graph_is_that_of_the_gates_as_they_are():
    module = compile(parse_module(context(), SUM, "t.mlir"), "circuit")
    (func,) = operations_in(module.body, FuncOp)
    graph = CircuitGraph.of(func)
    assert CircuitGraph.of(func) is graph
    (total,) = operations_in(func.body, AddOp)
    at = graph.gates.index(total)
    total.operands[1] = total.lhs
    changed = CircuitGraph.of(func)
    argument = graph.at(total.lhs)
    assert changed.inputs[at] == [argument, argument] != graph.inputs[at]
    made = ConstantOp.create(result_types=[i32], properties={"bits": IntAttr(1)})
    func.body.block.add_op(made)
    assert len(CircuitGraph.of(func).gates) == len(changed.gates) + 1
    made.detach()
    total.detach()
    func.body.block.insert_op_before(total, graph.gates[0])
    assert CircuitGraph.of(func).gates[0] is total
