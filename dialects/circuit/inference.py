"""
Infers the types of circuits whose text leaves them out, once after parsing.

ARG gates give the parameters of their indices, and a RETURN gives the results. Where
gates say nothing (an index without ARG, further arguments, results of a function that
never returns), the first of these that is present does:

- `circ.signature`, which gate-list text has as `;; signature`;
- the first CALL by the function's name;
- all CALLs of other addresses that fit the gates, if they have one type and the address
  of the function is taken.

Otherwise a parameter is `none`, which takes any number, and there are no results.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from xdsl.dialects.builtin import FunctionType, ModuleOp, NoneType
from xdsl.ir import Attribute, Use

from circ.dialects.circuit.calls import callee_name
from circ.dialects.circuit.constants import ArgOp, SymbolOp
from circ.dialects.circuit.control import FuncOp, ReturnOp
from circ.dialects.circuit.gate import values_of
from circ.dialects.circuit.memory import CallOp
from circ.dialects.circuit.types import circuit_type
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.variadic import is_variadic


def infer_types(module: ModuleOp) -> None:
    """Give each circuit without a type one."""
    untyped = [f for f in module.ops if isinstance(f, FuncOp) and not f.function_type]
    inferred = inferred_types(module) if untyped else {}
    for func in untyped:
        func.function_type = inferred[func.sym_name.data]


def inferred_types(module: ModuleOp) -> dict[str, FunctionType]:
    """The types by name, from gates and calls; linear, but for indirect calls."""
    calls = _calls(module)
    return {
        func.sym_name.data: _inferred(func, *calls)
        for func in module.ops
        if isinstance(func, FuncOp)
    }


def _calls(
    module: ModuleOp,
) -> tuple[dict[str, FunctionType], dict[FunctionType, None], set[str]]:
    """First calls by name, the types of all others, whose address is taken."""
    named: dict[str, FunctionType] = {}
    others: dict[FunctionType, None] = {}
    taken: set[str] = set()
    for func in module.ops:
        if not isinstance(func, FuncOp):
            continue
        for gate in func.body.block.ops:
            if isinstance(gate, SymbolOp):
                if not all(map(_is_callee, gate.result.uses)):
                    taken.add(gate.symbol.string_value())
            elif isinstance(gate, CallOp) and len(gate.operands) > 1:
                arguments = [value.type for value in gate.operands[2:]]
                results = [result.type for result in gate.results[1:]]
                type = FunctionType.from_lists(arguments, results)
                if (name := callee_name(gate)) is None:
                    others[type] = None
                else:
                    named.setdefault(name, type)
    return named, others, taken


def _is_callee(use: Use) -> bool:
    return isinstance(use.operation, CallOp) and use.index == 1


def _of_gates(func: FuncOp) -> tuple[list[Attribute], list[Attribute] | None]:
    """Parameters (`none` where no gate determines them) and results."""
    inputs: dict[int, Attribute] = {}
    results: list[Attribute] | None = None
    for gate in func.body.block.ops:
        if isinstance(gate, ArgOp):
            inputs.setdefault(gate.index.data, gate.result.type)
        elif isinstance(gate, ReturnOp) and results is None:
            results = [value.type for value in values_of(gate)]
    arity = max(inputs, default=-1) + 1
    return [inputs.get(i, NoneType()) for i in range(arity)], results


def _inferred(
    func: FuncOp,
    named: Mapping[str, FunctionType],
    others: Iterable[FunctionType],
    taken: AbstractSet[str],
) -> FunctionType:
    name, (inputs, results) = func.sym_name.data, _of_gates(func)
    other = circuit_type(func.attributes.get(SIGNATURE)) or named.get(name)
    if other is None and name in taken:
        fitting = [type for type in others if _fits(type, inputs, results)]
        other = fitting[0] if len(fitting) == 1 else None
    given = [] if other is None else [*other.inputs]
    if is_variadic(func) and SIGNATURE not in func.attributes:
        given = given[: len(inputs)]
    inputs += given[len(inputs) :]
    for index, type in enumerate(given):
        if isinstance(inputs[index], NoneType):
            inputs[index] = type
    if results is None:
        results = [] if other is None else [*other.outputs]
    return FunctionType.from_lists(inputs, results)


def _fits(
    call: FunctionType, inputs: Sequence[Attribute], results: list[Attribute] | None
) -> bool:
    return (
        len(inputs) <= len(call.inputs)
        and all(
            wanted in (given, NoneType())
            for wanted, given in zip(inputs, call.inputs, strict=False)
        )
        and results in (None, [*call.outputs])
    )
