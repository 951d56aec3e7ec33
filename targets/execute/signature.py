"""
The type of a function in source terms, at every level.

`circ.signature` says it from the circuit level on; where that is missing, as in a
circuit written by hand, the type of its wires serves.
"""

from xdsl.dialects.builtin import (
    FunctionType,
    IndexType,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, Operation

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import RUNTIME, SIGNATURE
from circ.dialects.common.variadic import is_variadic

FUNCTIONS = ("func.func", "circuit.func", "llvlir.func", "gen.func", "naplespu.func")
"""The function of each level."""


def name_of(function: Operation) -> str:
    name = function.properties.get("sym_name")
    assert isinstance(name, StringAttr), function.name
    return name.data


def functions_of(module: ModuleOp) -> list[Operation]:
    return [op for op in module.ops if op.name in FUNCTIONS]


def has_body(function: Operation) -> bool:
    return any(region.blocks.first for region in function.regions)


def definitions(module: ModuleOp) -> dict[str, Operation]:
    """Functions with bodies, by name."""
    return {name_of(op): op for op in functions_of(module) if has_body(op)}


def entries(module: ModuleOp) -> dict[str, Operation]:
    """
    Functions where the user's program may begin, by name.

    One that takes any number of arguments is called by others alone.
    """
    functions = definitions(module)
    return {
        name: function
        for name, function in functions.items()
        if RUNTIME not in function.attributes and not is_variadic(function)
    }


def declarations(module: ModuleOp) -> dict[str, Operation]:
    """Functions that are defined elsewhere, by name."""
    return {name_of(op): op for op in functions_of(module) if not has_body(op)}


def signature_of(function: Operation) -> FunctionType:
    """The function's type in source terms."""
    kept = function.attributes.get(SIGNATURE)
    if isinstance(kept, FunctionType):
        return kept
    if kept is not None:
        raise Diagnostic(function.location, f"'{SIGNATURE}' must be a function type")
    match function.name:
        case "func.func":
            declared = function.properties.get("function_type")
            assert isinstance(declared, FunctionType)
            return declared
        case "circuit.func":
            return circuit_signature(function)
        case _:
            name = name_of(function)
            message = f"'{name}' has no '{SIGNATURE}', so its types are not known"
            raise Diagnostic(function.location, message)


def source_type(type: Attribute) -> Attribute:
    """What a circuit's type is in source terms."""
    from circ.dialects.circuit.types import ARCH

    return IndexType() if type == ARCH else type


def circuit_signature(function: Operation) -> FunctionType:
    """The type of a circuit's wires in source terms."""
    from circ.dialects.circuit.control import FuncOp

    assert isinstance(function, FuncOp)
    type = function.type
    inputs, outputs = (map(source_type, types) for types in (type.inputs, type.outputs))
    return FunctionType.from_lists([*inputs], [*outputs])
