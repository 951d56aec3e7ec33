"""
The type of a function in source terms, at every level.

From the circuit level on it is the attribute `circ.signature`; without that, as in a
circuit written by hand, it follows from the types of the wires.
"""

from xdsl.dialects.builtin import (
    FunctionType,
    IndexType,
    i64,
)
from xdsl.ir import Attribute, Operation

from circ.dialects.common.address_width import WIDE, address_width
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.module_functions import has_body, name_of


def signature_of(function: Operation) -> FunctionType:
    """The function's type in source terms."""
    module = function.parent_op()
    is_wide = module is not None and address_width(module) == WIDE
    kept = function.attributes.get(SIGNATURE)
    if isinstance(kept, FunctionType):
        # Hooks are declared with `index` at both widths.
        return _with_wide_index(kept) if is_wide and has_body(function) else kept
    if kept is not None:
        raise Diagnostic(function.location, f"'{SIGNATURE}' must be a function type")
    match function.name:
        case "func.func":
            declared = function.properties.get("function_type")
            assert isinstance(declared, FunctionType)
            return _with_wide_index(declared) if is_wide else declared
        case "circuit.func":
            return circuit_signature(function)
        case _:
            name = name_of(function)
            message = f"'{name}' has no '{SIGNATURE}', so its types are not known"
            raise Diagnostic(function.location, message)


def _with_wide_index(type: FunctionType) -> FunctionType:
    """The type where `index` has 64 bits; elements of arrays are as they were."""
    inputs, outputs = (
        [i64 if isinstance(each, IndexType) else each for each in types]
        for types in (type.inputs, type.outputs)
    )
    return FunctionType.from_lists(inputs, outputs)


def source_type(type: Attribute) -> Attribute:
    """The type of a circuit in source terms, where `index` has 32 bits."""
    from circ.dialects.circuit.types import ARCH, ARCH64

    return IndexType() if type == ARCH else i64 if type == ARCH64 else type


def circuit_signature(function: Operation) -> FunctionType:
    """The type in source terms that the wires of a circuit imply."""
    from circ.dialects.circuit.control import FuncOp

    assert isinstance(function, FuncOp)
    type = function.type
    inputs, outputs = (map(source_type, types) for types in (type.inputs, type.outputs))
    return FunctionType.from_lists([*inputs], [*outputs])
