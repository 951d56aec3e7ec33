"""Declarations of functions of the run-time library that another object defines."""

from collections.abc import Container

from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Operation

from circ.dialects import gen
from circ.dialects.common.memory import RUNTIME
from circ.dialects.common.module_functions import functions_of
from circ.dialects.common.operation_search import operations_in
from circ.dialects.llvlir import ops as llvlir


def declare_functions(module: ModuleOp, names: Container[str]) -> None:
    """Declare the functions of these names that are called, as the calls are."""
    declared: dict[str, Operation] = {}
    for function in functions_of(module):
        match function:
            case llvlir.FuncOp():
                for call in operations_in(function.body, llvlir.CallOp):
                    name = call.callee.string_value()
                    if name in names and name not in declared:
                        declared[name] = llvlir.FuncOp.create_(
                            name,
                            [argument.type for argument in call.arguments],
                            [*call.result_types],
                            visibility="private",
                            attributes={RUNTIME: UnitAttr()},
                        )
            case gen.FuncOp():
                lanes = function.lane_count
                for call in operations_in(function.body, gen.CallOp):
                    name = call.callee_name
                    if name in names and name not in declared:
                        inputs = [
                            gen.kind_of(register, lanes) for register in call.srcs
                        ]
                        results = [
                            gen.kind_of(register, lanes) for register in call.dsts
                        ]
                        declared[name] = made = gen.FuncOp.of(
                            name, inputs, results, private=True
                        )
                        made.attributes[RUNTIME] = UnitAttr()
            case _:
                pass
    module.body.block.add_ops(declared.values())
