"""
The front end: functions of `func` and the dialects inside them become circuits.

A declaration stays a `func.func private`: it has the name and type of an external
function, which calls reference by symbol.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from types import MappingProxyType

from xdsl.context import Context
from xdsl.dialects import cf, func
from xdsl.dialects.builtin import (
    FunctionType,
    ModuleOp,
    UnrealizedConversionCastOp,
    i1,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.circuit.constants import SymbolOp
from circ.dialects.circuit.control import FuncOp, ReturnOp
from circ.dialects.circuit.memory import CallOp, GlobalOp
from circ.dialects.circuit.types import DEPEND, ValueType, circuit_type
from circ.dialects.common.diagnostics import (
    Diagnostic,
    raise_errors,
    unsupported,
)
from circ.dialects.common.dispatch import rule
from circ.dialects.common.dynamic_objects import SIGNATURES as DYNAMIC_OBJECTS
from circ.dialects.common.globals import GlobalObject
from circ.dialects.common.kernel import lane_parameters, set_lane_parameters
from circ.dialects.common.linkage import aliases_in, aliases_of
from circ.dialects.common.machine import Machine
from circ.dialects.common.meaning import HasMemoryMeaning
from circ.dialects.common.memory import GLOBAL_CLASS, SIGNATURE
from circ.dialects.common.module_functions import (
    ADDRESS,
    NOALIAS,
    argument_attributes,
    functions_of,
    has_body,
    name_of,
    symbol_of,
)
from circ.dialects.common.variadic import MARK, is_variadic, words_read
from circ.dialects.source.advice import type_advice
from circ.dialects.source.dlti import check_data_layout
from circ.dialects.source.expansion import expand_operations
from circ.dialects.source.func import (
    CallIndirectOp,
    ConstantOp,
    check_cast,
    is_variadic_call,
)
from circ.dialects.source.layout import ArrayType
from circ.dialects.source.pointer import GlobalOp as PointerGlobalOp
from circ.dialects.source.signature import signature_of
from circ.targets.execute.machines import execution_on
from circ.targets.execute.source.global_arrays import GLOBAL, GlobalArray, global_array
from circ.targets.machines import machine_of
from circ.transforms.conversion.flatten_modules import flatten_modules
from circ.transforms.conversion.to_circuit.affine_to_circuit import (
    AFFINE_ACCESSES,
    AFFINE_CONVERSIONS,
)
from circ.transforms.conversion.to_circuit.alignment import globals_of_vectors
from circ.transforms.conversion.to_circuit.arith_to_circuit import ARITH_CONVERSIONS
from circ.transforms.conversion.to_circuit.cf_to_circuit import convert_region
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
    parameter_types,
)
from circ.transforms.conversion.to_circuit.compressed_vectors_to_circuit import (
    COMPRESSED_ACCESSES,
    COMPRESSED_VECTOR_CONVERSIONS,
)
from circ.transforms.conversion.to_circuit.halves_to_circuit import with_halves
from circ.transforms.conversion.to_circuit.math_to_circuit import MATH_CONVERSIONS
from circ.transforms.conversion.to_circuit.meaning_to_circuit import MEANINGS
from circ.transforms.conversion.to_circuit.memref_to_circuit import (
    MEMREF_ACCESSES,
    MEMREF_CONVERSIONS,
)
from circ.transforms.conversion.to_circuit.partial_vectors_to_circuit import (
    PARTIAL_VECTOR_CONVERSIONS,
    VECTOR_ACCESSES,
)
from circ.transforms.conversion.to_circuit.pointer_to_circuit import (
    POINTER_ACCESSES,
    POINTER_CONVERSIONS,
)
from circ.transforms.conversion.to_circuit.scf_to_circuit import SCF_CONVERSIONS
from circ.transforms.conversion.to_circuit.vector_to_circuit import VECTOR_CONVERSIONS
from circ.transforms.conversion.to_circuit.wide_addresses import (
    check_source,
    has_wide_addresses,
)
from circ.transforms.kernels.turns import take_turns

ASSERT = "assert"
"""The external function that a failing assertion calls."""


def convert_call(b: CircuitBuilder, op: func.CallOp) -> None:
    """A CALL of a SYMBOL; it may read and write all memory."""
    name = op.callee.root_reference.data
    actual = FunctionType.from_lists(op.operand_types, op.result_types)
    check_callee(b, op, name, actual)
    for argument in op.operands:
        if not parameter_types(argument.type):
            b.fail(f"an argument of type {argument.type}")
    types, arguments = b.types_of(op.results), b.operands()
    operands = (b.before_write(), b.symbol(name), *arguments)
    call = b.emit(CallOp, operands, (DEPEND, *types))
    if name in b.variadic:
        call.attributes |= MARK
    if words_read(name) and not is_variadic(b.function):
        b.fail("outside of a variadic function, it")
    b.wrote(call.depend)
    b.define_all(op.results, call.results[1:])


def convert_call_indirect(b: CircuitBuilder, op: CallIndirectOp) -> None:
    """
    A CALL of an address; the interpreters check the type of the function found there.
    """
    for argument in op.arguments:
        if not parameter_types(argument.type):
            b.fail(f"an argument of type {argument.type}")
    types = b.types_of(op.results)
    callee, *arguments = b.operands()
    call = b.emit(CallOp, (b.before_write(), callee, *arguments), (DEPEND, *types))
    if is_variadic_call(op, b.variadic):
        call.attributes |= MARK
    b.wrote(call.depend)
    b.define_all(op.results, call.results[1:])


def convert_cast(b: CircuitBuilder, op: UnrealizedConversionCastOp) -> None:
    """The cast of a function to further arguments keeps its address."""
    check_cast(op)
    b.define(op.outputs[0], b.value(op.inputs[0]))


def convert_function_constant(b: CircuitBuilder, op: ConstantOp) -> None:
    name = op.value.root_reference.data
    check_callee(b, op, name, op.result.type)
    if machine_of(op).is_intrinsic(name):
        b.fail(f"the address of the intrinsic '{name}'")
    b.define(op.result, b.symbol(name))


def check_callee(b: CircuitBuilder, op: Operation, name: str, actual: Attribute):
    """Raise a `Diagnostic` unless there is a function of that name and type."""
    if name not in b.functions:
        raise Diagnostic(op.location, f"'{op.name}': there is no function @{name}")
    expected = b.functions[name]
    if expected is not None and actual != expected:
        raise Diagnostic(
            op.location,
            f"'{op.name}': @{name} is of type {expected}, but is called as {actual}",
        )


def convert_assert(b: CircuitBuilder, op: cf.AssertOp) -> None:
    """A call of the external function `assert`, which ends the program if it fails."""
    if ASSERT in b.functions:
        check_callee(b, op, ASSERT, FunctionType.from_lists([i1], []))
    operands = (b.before_write(), b.symbol(ASSERT), b.value(op.arg))
    b.wrote(b.emit(CallOp, operands, (DEPEND,)).depend)


CONVERSIONS: Conversions = {
    **with_halves(
        {
            **ARITH_CONVERSIONS,
            **MATH_CONVERSIONS,
            **VECTOR_CONVERSIONS,
            **PARTIAL_VECTOR_CONVERSIONS,
            **COMPRESSED_VECTOR_CONVERSIONS,
        }
    ),
    **MEMREF_CONVERSIONS,
    **POINTER_CONVERSIONS,
    **AFFINE_CONVERSIONS,
    **SCF_CONVERSIONS,
    **MEANINGS,
    **dict(
        (
            rule(func.CallOp, convert_call),
            rule(CallIndirectOp, convert_call_indirect),
            rule(ConstantOp, convert_function_constant),
            rule(UnrealizedConversionCastOp, convert_cast),
            rule(cf.AssertOp, convert_assert),
        )
    ),
}
"""All operations that the front end accepts inside a function, except terminators."""

MEMORY_OPERATIONS: tuple[type[Operation], ...] = (
    *MEMREF_ACCESSES,
    *POINTER_ACCESSES,
    *AFFINE_ACCESSES,
    *VECTOR_ACCESSES,
    *COMPRESSED_ACCESSES,
    func.CallOp,
    CallIndirectOp,
    cf.AssertOp,
    HasMemoryMeaning,
)


def convert_function(
    function: func.FuncOp,
    machine: Machine,
    functions: Mapping[str, FunctionType | None],
    globals: Mapping[str, ArrayType],
    variadic: AbstractSet[str] = frozenset(),
    objects: Mapping[str, str] = MappingProxyType({}),
) -> FuncOp:
    """
    Convert a function with a body, which stays as it is.

    It may call `functions`, whose types are checked where they are known and some of
    which are `variadic`, and access `globals` and `objects`.
    """
    check_signature(function)
    b = CircuitBuilder(
        function, machine, CONVERSIONS, MEMORY_OPERATIONS, functions, globals
    )
    b.variadic, b.objects = variadic, objects
    wires = _arguments(b, function)

    def leave(terminator: Operation) -> None:
        b.emit(ReturnOp, (b.state, b.joined(), *b.wires(terminator.operands)))

    with b.all_errors():
        convert_region(b, function.body, wires, func.ReturnOp, leave)
    attributes = function.attributes | {SIGNATURE: signature_of(function)}
    if function.sym_visibility is not None:
        attributes["sym_visibility"] = function.sym_visibility
    type = circuit_type(function.function_type)
    assert type is not None, "the signature is checked"
    inputs, outputs = (map(b.wire, types) for types in (type.inputs, type.outputs))
    type = FunctionType.from_lists([*inputs], [*outputs])
    made = FuncOp.create(
        properties={"sym_name": function.sym_name, "function_type": type},
        attributes=attributes,
        regions=[Region(Block(b.gates))],
        location=function.location,
    )
    if (places := lane_parameters(function)) is not None:
        # An array before them may be several parameters.
        inputs = function.function_type.inputs.data
        lane, lanes = (
            sum(len(parameter_types(type)) for type in inputs[:place])
            for place in places
        )
        set_lane_parameters(made, lane, lanes)
    return made


def _arguments(b: CircuitBuilder, function: func.FuncOp) -> list[SSAValue]:
    """The ARG gates of the parameters."""
    types: list[ValueType] = []
    for index, argument in enumerate(function.args):
        types += parameter_types(argument.type)
        attributes = argument_attributes(function, index)
        if NOALIAS in attributes:
            b.set_alias(argument, f"arg{index}")
        elif ADDRESS in attributes:
            b.set_alias(argument, "arg")
    return [b.argument(position, type) for position, type in enumerate(types)]


def check_signature(function: func.FuncOp) -> None:
    """Diagnose arguments and results of types that cannot be passed."""
    for type in function.function_type.inputs:
        if not parameter_types(type):
            what = f"an argument of type {type}"
            raise unsupported(function, what, type_advice(type))
    for type in function.function_type.outputs:
        if not parameter_types(type):
            what = f"a result of type {type}"
            raise unsupported(function, what, type_advice(type))


def convert_module(module: ModuleOp) -> None:
    """
    Replace the functions of a module by circuits; on an error none is replaced.

    Existing circuits and declarations stay. Operations that are defined by others are
    expanded first, in place.
    """
    expand_operations(module)
    is_wide = has_wide_addresses(module)
    check_data_layout(module)
    flatten_modules(module)
    take_turns(module)
    if is_wide:
        check_source(module)
    machine, functions = machine_of(module), _function_types(module)
    variadic = {name_of(op) for op in functions_of(module) if is_variadic(op)}
    arrays = {op: global_array(op) for op in module.ops if op.name == GLOBAL}
    globals = {array.name: array.type for array in arrays.values()}
    objects = _objects(module)
    lines = globals_of_vectors(machine, module) if arrays else frozenset[str]()
    replacements: list[tuple[Operation, Operation]] = []
    errors: list[Diagnostic] = []
    for op in module.ops:
        if isinstance(op, FuncOp | GlobalOp):
            continue
        if op in arrays:
            array = arrays[op]
            if array.name in lines and not array.space:
                array = array._replace(align=max(array.align, machine.vector_bytes))
            replacements.append((op, convert_global(op, array)))
            continue
        if isinstance(op, PointerGlobalOp):
            replacements.append((op, convert_object(op)))
            continue
        try:
            if not isinstance(op, func.FuncOp):
                raise unsupported(op, "this operation in a module")
            if op.is_declaration:
                check_signature(op)
                if machine.is_intrinsic(name := op.sym_name.data):
                    execution_on(machine).intrinsic(name, op.function_type, op.location)
            else:
                machine.check_definition(op.sym_name.data, op.location)
                converted = convert_function(
                    op, machine, functions, globals, variadic, objects
                )
                replacements.append((op, converted))
        except Diagnostic as error:
            errors.append(error)
    raise_errors(errors)
    block = module.body.block
    asserts = any(op.name == cf.AssertOp.name for op in module.walk())
    if asserts and ASSERT not in functions:
        type = FunctionType.from_lists([i1], [])
        block.add_op(func.FuncOp(ASSERT, type, Region(), "private"))
    for name, type in DYNAMIC_OBJECTS.items():
        if _calls(replacements, name) and name not in functions:
            block.add_op(func.FuncOp(name, type, Region(), "private"))
    for function, circuit in replacements:
        block.insert_op_before(circuit, function)
        # Nothing outside uses values from inside, so the function is erased as a whole.
        function.detach()


def _calls(replacements: Sequence[tuple[Operation, Operation]], name: str) -> bool:
    """Does a circuit use the symbol of a function?"""
    return any(
        isinstance(gate, SymbolOp) and gate.symbol.string_value() == name
        for _, circuit in replacements
        for gate in circuit.walk()
    )


def convert_global(op: Operation, array: GlobalArray) -> GlobalOp:
    """The global object of an array, of at least one byte."""
    return GlobalOp.of(
        array.name,
        max(len(array.data), 1),
        array.align,
        array.data.rstrip(b"\0"),
        op.location,
        constant=array.constant,
        space=array.space,
    )


def convert_object(op: PointerGlobalOp) -> GlobalOp:
    """The same object at the level of circuits."""
    return GlobalOp.create(
        properties=op.properties, attributes=op.attributes, location=op.location
    )


def _objects(module: ModuleOp) -> dict[str, str]:
    """
    The alias classes of a module's objects by address, with their further names.

    Objects of different names are different ones, as in LLVM; what a weak alias names
    is not known.
    """
    objects = {
        op.sym_name.data: f"{GLOBAL_CLASS}{op.sym_name.data}"
        for op in module.ops
        if isinstance(op, PointerGlobalOp | GlobalOp)
    }
    for op in module.ops:
        for alias, is_weak in aliases_of(op):
            if (name := symbol_of(op)) in objects:
                objects[alias] = "" if is_weak else objects[name]
    return objects


def _function_types(module: ModuleOp) -> dict[str, FunctionType | None]:
    """The types of functions, also by their further names, where they are known."""
    types: dict[str, FunctionType | None] = {}
    for op in module.ops:
        if isinstance(op, func.FuncOp):
            types[op.sym_name.data] = op.function_type
        elif isinstance(op, FuncOp):
            signature = op.attributes.get(SIGNATURE)
            known = isinstance(signature, FunctionType)
            types[op.sym_name.data] = signature if known else None
    for alias, name in aliases_in(_definitions(module)).items():
        if name in types:
            types[alias] = types[name]
    return types


def _definitions(module: ModuleOp) -> Iterator[tuple[str, Operation]]:
    """What has a name and is not only declared."""
    for op in module.ops:
        name = symbol_of(op)
        is_object = isinstance(op, GlobalObject) and not op.is_declaration
        if name is not None and (is_object or has_body(op)):
            yield name, op


@dataclass(frozen=True)
class ConvertFuncToCircuitPass(ModulePass):
    """
    Convert func, arith, cf, scf, memref, vector and affine maps to circuits.

    docs/input.md lists the operations. Memory is in dependencies, loops are LOOP_BEGIN
    gates with selectors for what they carry. An operation with a meaning of its own
    (`HasMeaning`) and without a conversion is expanded into gates.
    """

    name = "convert-func-to-circuit"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        convert_module(op)
