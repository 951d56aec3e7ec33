"""
`convert-llvlir-to-circuit`: circuits from basic blocks, so that they are optimised.

The way back from llvlir: block arguments become selectors, branches state gates, cycles
loops; memory is in dependencies again. Functions of the run-time library are left out:
calls of them are the gates that they compute, or stay calls of what the way down adds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import (
    DenseArrayBase,
    FunctionType,
    ModuleOp,
    NoneType,
    i32,
)
from xdsl.dialects.func import FuncOp as DeclarationOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.passes import ModulePass

from circ.dialects.circuit.calls import passed_type
from circ.dialects.circuit.control import FuncOp, ReturnOp
from circ.dialects.circuit.memory import GlobalOp
from circ.dialects.circuit.types import circuit_type
from circ.dialects.common.address_width import address_width
from circ.dialects.common.diagnostics import (
    for_each,
    unsupported,
)
from circ.dialects.common.machine import Machine
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.module_functions import has_body
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.data import data_objects
from circ.dialects.llvlir.semantics import constant_of, integer_condition
from circ.dialects.source.signature import source_type
from circ.targets.llvlir.encoder import is_of_library
from circ.targets.machines import machine_of
from circ.transforms.conversion.to_circuit.blocks_to_circuit import (
    Edge,
    RegionConversion,
)
from circ.transforms.conversion.to_circuit.row_builder import RowBuilder, wire_of
from circ.transforms.conversion.to_circuit.rows_to_circuit import builder_of, is_gate
from circ.transforms.conversion.to_circuit.switches_of_rows import (
    Switch,
    switches_of,
)
from circ.transforms.conversion.to_circuit.wide_addresses import (
    has_wide_addresses,
    wide,
)
from circ.transforms.conversion.to_circuit.words_of_rows import has_words
from circ.transforms.conversion.to_llvlir.gates import INVERSE
from circ.transforms.llvlir.circuit_registers import register_of


@dataclass(frozen=True)
class ConvertLlvlirToCircuitPass(ModulePass):
    """
    Convert every `llvlir.func` and every object back to circuits.

    With `circuit-…` passes and `convert-circuit-to-llvlir` after it, code that comes as
    bytecode is optimised where it is installed (`lift-llvlir`). Atomic operations,
    memory orders and values of types that circuits do not have are diagnosed.
    """

    name = "convert-llvlir-to-circuit"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        convert_module(op)


def convert_module(module: ModuleOp) -> None:
    """Replace functions and data by circuits; on an error none is replaced."""
    machine = machine_of(module)
    functions = [op for op in module.ops if isinstance(op, llvlir.FuncOp)]
    library = {op for op in functions if is_of_library(op)}
    types = {op.sym_name.data: function_type(op) for op in functions}
    own = [op for op in functions if op not in library]
    called = _names_called(own)
    with_words = has_words(types[op.sym_name.data] for op in own)

    def convert(func: llvlir.FuncOp) -> Operation | None:
        if func in library:
            name = func.sym_name.data
            is_needed = name in called and not is_gate(name)
            return convert_declaration(func) if is_needed else None
        if not has_body(func):
            return convert_declaration(func)
        return convert_function(func, machine, types, with_words)

    data = [op for op in module.ops if isinstance(op, llvlir.TableOp)]
    items = data_objects(data, address_width(module))
    objects = [(item.label, item.as_global(GlobalOp)) for item in items]
    converted = for_each(convert, functions)
    for old, new in (*objects, *zip(functions, converted, strict=True)):
        if new is not None:
            module.body.block.insert_op_before(new, old)
    for old in (*functions, *data):
        old.detach()
        old.erase()


def _names_called(functions: Iterable[llvlir.FuncOp]) -> set[str]:
    """The names of functions that others call or have the address of."""
    found: set[str] = set()
    for func in functions:
        for block in func.body.blocks:
            for op in block.ops:
                if isinstance(op, llvlir.CallOp):
                    found.add(op.callee.root_reference.data)
                elif isinstance(op, llvlir.TableOp) and op.label is not None:
                    found.add(op.label.root_reference.data)
    return found


def function_type(func: llvlir.FuncOp) -> FunctionType:
    """
    The type of a function as a circuit.

    It is that of the signature, unless the registers are others; raises a `Diagnostic`
    for values that no wire carries.
    """
    inputs, outputs = func.function_type.inputs.data, func.function_type.outputs.data
    known = circuit_type(func.attributes.get(SIGNATURE))
    if known is not None and has_wide_addresses(func.parent_op()):
        inner, outer = (map(wide, types) for types in (known.inputs, known.outputs))
        known = FunctionType.from_lists([*inner], [*outer])
    if known is not None:
        registers = [
            [register_of(passed_type(type)) for type in types]
            for types in (known.inputs, known.outputs)
        ]
        if registers == [[*inputs], [*outputs]]:
            return known
    return FunctionType.from_lists(_wires(func, inputs), _wires(func, outputs))


def _wires(func: llvlir.FuncOp, registers: Sequence[Attribute]) -> list[Attribute]:
    found: list[Attribute] = []
    for register in registers:
        if (type := wire_of(register)) is None:
            raise unsupported(func, f"a value of type {register}")
        found.append(wide(type) if has_wide_addresses(func.parent_op()) else type)
    return found


def convert_declaration(func: llvlir.FuncOp) -> DeclarationOp:
    """A declaration of the same function in source terms."""
    signature = func.attributes.get(SIGNATURE)
    if not isinstance(signature, FunctionType):
        type = function_type(func)
        signature = FunctionType.from_lists(
            [*map(source_type, type.inputs)], [*map(source_type, type.outputs)]
        )
    made = DeclarationOp(func.sym_name.data, signature, Region(), "private")
    made.attributes |= func.attributes
    made.location = func.location
    return made


def convert_function(
    func: llvlir.FuncOp,
    machine: Machine,
    types: Mapping[str, FunctionType],
    with_words: bool,
) -> FuncOp:
    """The circuit of a function with a body, which stays as it is."""
    b = builder_of(func, machine, types, with_words)
    type = types[func.sym_name.data]
    with b.all_errors():
        entry = func.body.blocks[0]
        wires = [
            b.constant(passed_type(type), 0)
            if isinstance(type, NoneType)
            else b.argument(index, type)
            for index, type in enumerate(type.inputs)
        ]
        registers = b.types_of(entry.args)
        _Blocks(b, func.body, type).run([*map(b.cast, wires, registers)])
    attributes = dict(func.attributes)
    if func.sym_visibility is not None:
        attributes["sym_visibility"] = func.sym_visibility
    return FuncOp.create(
        properties={"sym_name": func.sym_name, "function_type": type},
        attributes=attributes,
        regions=[Region(Block(b.gates))],
        location=func.location,
    )


class _Blocks(RegionConversion):
    """The blocks of one function."""

    def __init__(self, b: RowBuilder, body: Region, type: FunctionType):
        self._switches = switches_of(body)
        super().__init__(b, body)
        self.rows, self.type = b, type

    def successors_of(self, block: Block) -> Sequence[Block]:
        switch = self._switches.get(block)
        return super().successors_of(block) if switch is None else switch.successors()

    def convert_terminator(self, op: Operation) -> None:
        b, block = self.rows, op.parent_block()
        assert block is not None
        if (switch := self._switches.get(block)) is not None:
            self._number_cases(switch)
            return
        match op:
            case llvlir.JumpOp():
                self.jump((op.target, op.arguments))
            case llvlir.CompareBranchOp():
                self._compare(op)
            case llvlir.TableBranchOp():
                default = op.default, op.default_arguments
                number = b.cast(b.value(op.number), i32)
                self.switch(number, self._cases(op), default)
            case llvlir.RetOp():
                wires = map(b.cast, b.wires(op.arguments), self.type.outputs)
                b.emit(ReturnOp, (b.state, b.joined(), *wires))
            case _:
                b.fail("this terminator in circuits")

    def _number_cases(self, switch: Switch) -> None:
        """Branch as a tree of comparisons did; its blocks stay in their order."""
        size = 1 << width_of(switch.selector.type)
        cases = [(number % size, edge) for number, edge in switch.numbers()]
        cases.sort(key=lambda case: self._numbers[case[1][0]])
        self.switch(self.rows.plain(switch.selector), cases, switch.default)

    def _compare(self, op: llvlir.CompareBranchOp) -> None:
        """
        Branch, to the following block if the condition holds.

        So was the branch that became one around that block. A loop is left otherwise,
        and numbers are compared as they were, without another constant.
        """
        b, condition = self.rows, op.condition.data
        edges = (op.taken, op.taken_arguments), (op.next, op.next_arguments)
        weights: Sequence[int] = () if op.weights is None else op.weights.get_values()
        if condition in INVERSE and self._is_inverse(op):
            edges, condition = edges[::-1], INVERSE[condition]
            weights = weights[::-1]
        k, wires = b.uniform(op, (op.lhs, op.rhs))
        holds = integer_condition(k, condition, width_of(b.type_of(op.lhs)))(*wires)
        properties: dict[str, Attribute] = {}
        if weights:
            properties["weights"] = DenseArrayBase.from_list(i32, weights)
        self.branch(holds, edges[0], edges[1], properties)

    def _is_inverse(self, op: llvlir.CompareBranchOp) -> bool:
        """Was the branch one of the inverse condition?"""
        order, number = op.condition.data[-2:], constant_of(op.rhs)
        if number and order in ("lt", "gt", "le", "ge"):
            return order in ("le", "ge")
        return not self._goes_back(op)

    def _goes_back(self, op: llvlir.CompareBranchOp) -> bool:
        """Does a branch lead to its own block, or one before it?"""
        block = op.parent_block()
        assert block is not None
        return self._numbers[op.taken] <= self._numbers[block]

    def _cases(self, op: llvlir.TableBranchOp) -> Iterator[tuple[int, Edge]]:
        """The numbers whose target is not the default."""
        default = op.default, [*op.default_arguments]
        for number, (block, passed) in enumerate(op.edges):
            if (block, [*passed]) != default:
                yield number, (block, passed)
