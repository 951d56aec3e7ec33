"""Gates are replaced by diamonds, loops and circuits with memory, wherever they are."""

from collections.abc import Callable

import pytest
from xdsl.dialects.builtin import ModuleOp, i32

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.integers import AddOp, MulOp, SDivOp, SubOp
from circ.dialects.circuit.memory import LoadOp
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.operation_search import operations_in
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Scalar
from circ.tools.formats import read_mlir
from circ.transforms.circuit.expansion import diamond, loop, replace_by_circuits
from circ.transforms.pipelines import compile, level_of

SOURCE = """
func.func @f(%x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %three = arith.constant 3 : i32
  %a = memref.alloca() : memref<4xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    %j = arith.index_cast %i : index to i32
    %p = arith.muli %j, %x : i32
    %q = arith.divsi %p, %three : i32
    memref.store %q, %a[%i] : memref<4xi32>
  }
  %small = arith.cmpi ult, %x, %three : i32
  %r = scf.if %small -> i32 {
    %u = memref.load %a[%c1] : memref<4xi32>
    %v = arith.muli %u, %x : i32
    scf.yield %v : i32
  } else {
    scf.yield %three : i32
  }
  %s = arith.divsi %r, %x : i32
  %t = arith.muli %s, %r : i32
  return %t, %s : i32, i32
}
"""


def product() -> FuncOp:
    """The sum of as many of one factor as the other says."""
    return loop(
        (i32, i32),
        (lambda k, v: v[0], lambda k, v: k.constant(i32, 0)),
        lambda k, v: k.compare(ICmpOp, "ne", v[0], k.constant(i32, 0)),
        (
            lambda k, v: k.compute(SubOp, i32, v[0], k.constant(i32, 1)),
            lambda k, v: k.compute(AddOp, i32, v[1], v[3]),
        ),
        lambda k, v: v[1],
    )


def quotient() -> FuncOp:
    """No division where the dividend is zero."""
    return diamond(
        (i32, i32),
        i32,
        lambda k, v: k.compare(ICmpOp, "ne", v[0], k.constant(i32, 0)),
        lambda k, v: k.compute(SDivOp, i32, *v),
        lambda k, v: k.select(
            k.compare(ICmpOp, "ne", v[1], k.constant(i32, 0)),
            k.constant(i32, 0),
            k.constant(i32, -1),
        ),
    )


READ = """
circuit.func @read(!circuit.arch) -> i32 {
  circuit.circuit_root
  %s = circuit.state_entry
  %d = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %a = circuit.arg 0 : !circuit.arch
  %d1, %x = circuit.load %d, %a : i32
  %zero = circuit.constant 0 : i32
  %c = circuit.icmp eq %x, %zero : i32
  %b = circuit.if_branch %s, %c
  %t = circuit.if_true %b
  %f = circuit.if_false %b
  %df = circuit.depend_relay %f, %d1
  %d2, %y = circuit.load %df, %a : i32
  circuit.return %t, %d1, %zero : i32
  circuit.return %f, %d2, %y : i32
}
"""


def reading() -> FuncOp:
    """A value is loaded again unless it is zero."""
    module = read_mlir(READ.encode(), "read.mlir")
    (func,) = operations_in(module.body, FuncOp)
    return func


def run(module: ModuleOp, x: int) -> list[int]:
    signature = signature_of(definitions(module)["f"])
    argument = Scalar(i32, x)
    done = execute(level_of(module), module, "f", signature, [argument], {}, 10_000)
    return list(done.outcome.results)


@pytest.mark.parametrize(
    ("kind", "circuit", "replaced"),
    [(MulOp, product, 3), (SDivOp, quotient, 2), (LoadOp, reading, 1)],
)
@pytest.mark.parametrize("opt", [0, 1])
@pytest.mark.every(4)
def test_gates_become_circuits(
    kind: type[Gate], circuit: Callable[[], FuncOp], replaced: int, opt: int
):
    module = read_mlir(SOURCE.encode(), "f.mlir")
    changed = compile(module, "circuit", opt=opt)
    (func,) = operations_in(changed.body, FuncOp)
    gates = [
        gate for gate in operations_in(func.body, kind) if gate.results[-1].type == i32
    ]
    count = replace_by_circuits(func, {gate: circuit() for gate in gates})
    assert count == replaced
    changed.verify()
    lowered = compile(changed, "naplespu")
    for x in (1, 2, 3, 7, 100):
        assert run(changed, x) == run(lowered, x) == run(module, x)
