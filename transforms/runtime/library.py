"""
The run-time library: functions that a level calls where it has no operation.

Each has one source, from which every level is compiled: a file of `func`, `arith`, `cf`
and `math`, here or for a machine in `circ.targets`, or a meaning over the algebra that
is turned into gates. It is compiled once a process and level; a module gets copies of
those that it calls, and of those that these call.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import cast

from xdsl.context import Context
from xdsl.dialects import arith, cf, func, math
from xdsl.dialects.builtin import (
    Builtin,
    Float32Type,
    Float64Type,
    FunctionType,
    ModuleOp,
    StringAttr,
    UnitAttr,
    f32,
    f64,
    i32,
    i64,
)
from xdsl.dialects.memref import MemRef
from xdsl.dialects.vector import Vector
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects import gen
from circ.dialects.circuit.control import (
    ROOTS,
    FuncOp,
    ReturnOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.common import directed
from circ.dialects.common.address_width import (
    ADDRESS_WIDTH,
    address_width,
    address_width_attr,
)
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.functions import FUNCTIONS, Function
from circ.dialects.common.machine import Machine
from circ.dialects.common.memory import RUNTIME, SIGNATURE
from circ.dialects.common.module_functions import functions_of, has_body, name_of
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.power import float_power
from circ.dialects.common.reports import of_library
from circ.dialects.common.runtime import C_FUNCTIONS, EXTERNAL_LIBRARY, PREFIX
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.source import dialect_named
from circ.targets.machines import DEFAULT, machine_of, set_target, target_of
from circ.targets.mlir.parser import parse_module
from circ.transforms import pipelines
from circ.transforms.circuit.gate_algebra import GateAlgebra
from circ.transforms.circuit.gate_maker import CircuitMaker
from circ.transforms.runtime.external import declare_functions
from circ.transforms.runtime.square_root import square_root


@dataclass(frozen=True)
class Generated:
    """A function that is generated from its meaning."""

    meaning: Callable[..., object]
    """From an algebra and the operands to the result."""
    inputs: Sequence[Attribute]
    output: Attribute

    @staticmethod
    def of(function: Function, type: Float32Type | Float64Type) -> "Generated":
        """A function whose operands and result have one type."""

        def meaning(k: GateAlgebra, *operands: SSAValue) -> SSAValue:
            return function.compute(k, width_of(type), *operands)

        return Generated(meaning, [type] * function.arity, type)


def _rounded(mode: str) -> dict[str, Generated]:
    """The functions of a directed rounding mode, by name without prefix and mode."""
    made: dict[str, Generated] = {}
    for type, (name, arity) in product((f32, f64), directed.ARITHMETIC.items()):
        meaning = partial(directed.arithmetic, mode, name, width_of(type))
        made[f"{name}_{type}"] = Generated(meaning, [type] * arity, type)
    for source, to in ((i32, f32), (i64, f32), (i64, f64)):
        widths = width_of(source), width_of(to)
        for letter, signed in (("i", True), ("u", False)):
            meaning = partial(directed.from_integer, mode, signed, *widths)
            made[f"cvt_{letter}{widths[0]}_{to}"] = Generated(meaning, [source], to)
    meaning = partial(directed.convert, mode, 64, 32)
    return made | {"cvt_f64_f32": Generated(meaning, [f64], f32)}


GENERATED: dict[str, Generated] = {
    **{
        f"{PREFIX}{name}_f32": Generated.of(function, f32)
        for name, function in FUNCTIONS.items()
    },
    f"{PREFIX}pow_f32": Generated.of(Function(2, float_power), f32),
    f"{PREFIX}pow_f64": Generated.of(Function(2, float_power), f64),
    f"{PREFIX}sqrt_f32": Generated.of(Function(1, square_root), f32),
    **{
        f"{PREFIX}{name}_{mode}": made
        for mode in directed.MODES
        for name, made in _rounded(mode).items()
    },
}
"""Functions that are generated from their meaning."""

DIALECTS = (Builtin, arith.Arith, cf.Cf, func.Func, math.Math, MemRef, Vector)
"""The dialects of the library's sources."""


# region Gates from a meaning


def _needed(maker: CircuitMaker, result: SSAValue) -> list[Operation]:
    """The gates that a RETURN of `result` needs, roots first."""
    ending = ReturnOp.create(operands=[maker.state, maker.depend, result])
    needed: set[Operation] = set(maker.gates[: len(ROOTS)])
    work = [gate_of(result)]
    while work:
        gate = work.pop()
        if gate not in needed:
            needed.add(gate)
            work.extend(gate_of(operand) for operand in gate.operands)
    kept: list[Operation] = []
    for gate in reversed(maker.gates):
        if gate in needed:
            kept.append(gate)
        else:
            gate.erase()
    return [*reversed(kept), ending]


def circuit_of(name: str, function: Generated) -> FuncOp:
    """The circuit of a function, generated from its meaning."""
    maker = CircuitMaker()
    arguments = [maker.argument(i, type) for i, type in enumerate(function.inputs)]
    k = GateAlgebra(maker)
    result = cast("SSAValue", function.meaning(k, *arguments))
    result = k.cast(result, function.output)
    signature = FunctionType.from_lists(function.inputs, [function.output])
    return FuncOp.create(
        properties={"sym_name": StringAttr(name), "function_type": signature},
        attributes={SIGNATURE: signature},
        regions=[Region(Block(_needed(maker, result)))],
    )


# endregion
# region Compilation


def _path(name: str, machine: Machine) -> Path:
    """The file of a function: the machine's own, or that of all machines."""
    file = f"{name.removeprefix(PREFIX)}.mlir"
    own = machine.library / file
    return own if own.is_file() else Path(__file__).with_name(file)


def is_known(name: str, machine: Machine) -> bool:
    """Is there a function of that name in the library?"""
    if name in GENERATED or name in C_FUNCTIONS:
        return True
    return name.startswith(PREFIX) and _path(name, machine).is_file()


@cache
@of_library()
def _compiled(name: str, level: str, target: str, addresses: int) -> Operation:
    if name in GENERATED:
        source = ModuleOp([circuit_of(name, GENERATED[name])])
        set_target(source, target)
        module = pipelines.compile(source, level)
    else:
        path = _path(name, machine_of(ModuleOp([]), target))
        context = Context()
        for dialect in DIALECTS:
            context.load_dialect(dialect_named(dialect.name, lambda d=dialect: d)())
        source = parse_module(context, path.read_text(encoding="utf-8"), path.name)
        set_target(source, target)
        if addresses != WORD:
            source.attributes[ADDRESS_WIDTH] = address_width_attr(addresses)
        for function in functions_of(source):
            if name_of(function) != name:  # declared: it comes from its own file
                function.attributes[RUNTIME] = UnitAttr()
        # The library is written in the shape that it is to have.
        module = pipelines.compile(source, level, opt=0)
    (function,) = (op for op in functions_of(module) if name_of(op) == name)
    function.properties["sym_visibility"] = StringAttr("private")
    function.attributes[RUNTIME] = UnitAttr()
    function.detach()
    return function


def library_function(
    name: str, level: str, target: str = DEFAULT, addresses: int = WORD
) -> Operation:
    """
    A copy of a machine's function of the library at a level below circuits.

    Its addresses have so many bits.
    """
    return _compiled(name, level, target, addresses).clone()


def taken(function: Operation, name: str) -> Diagnostic:
    """A function of the user's has a name of the library."""
    message = f"'{function.name}': @{name} is a name of the run-time library"
    return Diagnostic(function.location, message)


def add_functions(
    module: ModuleOp,
    names: Iterable[str],
    level: str,
    prepare: Callable[[Operation], Iterable[str]],
) -> None:
    """
    Add the functions of these names to a module, and those that they call.

    `prepare` makes an added function right for the module and gives what it calls.
    C's functions are only added where the module has none of its own. A module that
    says so (`EXTERNAL_LIBRARY`) gets declarations instead.
    """
    present = {name_of(function): function for function in functions_of(module)}
    if EXTERNAL_LIBRARY in module.attributes:
        declare_functions(module, {*names} - {*present})
        return
    target, addresses = target_of(module), address_width(module)
    work = list(dict.fromkeys(names))
    for name in work:
        other = present.get(name)
        if other is not None and name in C_FUNCTIONS and not has_body(other):
            other.detach()
            other.erase()
            other = None
        if other is None:
            function = library_function(name, level, target, addresses)
            present[name] = function
            module.body.block.add_op(function)
            work.extend(prepare(function))
        elif RUNTIME not in other.attributes and name not in C_FUNCTIONS:
            raise taken(other, name)


def library_module(name: str, target: str = DEFAULT) -> ModuleOp:
    """A module of gen with one function of the library; it declares what it calls."""
    function = cast(gen.FuncOp, library_function(name, "gen", target))
    module = ModuleOp([function], {EXTERNAL_LIBRARY: UnitAttr()})
    set_target(module, target)
    calls = operations_in(function.body, gen.CallOp)
    declare_functions(module, {call.callee_name for call in calls})
    return module


# endregion
