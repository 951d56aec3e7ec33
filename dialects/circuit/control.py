"""
Roots, state gates, selectors and relays.

Circuit IR specification, sections "Root node", "State gates" and "Intermediate gates".
Which list a RETURN, ARG, CONSTANT, ALLOCA or THROW belongs to follows from its class,
so the root is not an operand here. Extensions: RETURN with any number of values,
LOOP_BEGIN with several back edges, DEPEND_AND.
"""

from abc import ABC
from functools import cache
from typing import ClassVar

from xdsl.dialects.builtin import (
    DenseArrayBase,
    FunctionType,
    IntAttr,
    LocationAttr,
    NoneType,
    i1,
)
from xdsl.ir import Attribute
from xdsl.irdl import (
    VarConstraint,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    NoMemoryEffect,
    NoTerminator,
)
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.gate import Gate, gate_definition
from circ.dialects.circuit.types import (
    ANYSCALAR,
    ANYVALUE,
    DEPEND,
    STATE,
    ValueType,
    shape_of,
)
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.directives import Number
from circ.dialects.common.module_functions import FunctionOp
from circ.dialects.common.signatures import check_signature, check_values


@irdl_op_definition
class FuncOp(FunctionOp):
    """
    A function: one graph region of gates, in any order.

    Its parameters are the ARG gates by index; one of type `none` has no ARG gate, and
    any number may be passed. `circ.signature` among the attributes keeps the function's
    type in source terms. Readers infer a type that the text leaves out.
    """

    name = "circuit.func"
    function_type = opt_prop_def(FunctionType)
    body = region_def("single_block")
    traits = traits_def(NoTerminator())

    @property
    def type(self) -> FunctionType:
        """The types of the wires; raises a `Diagnostic` if they were not inferred."""
        if self.function_type is None:
            message = f"@{self.sym_name.data} must state its type"
            raise Diagnostic(self.location, message)
        return self.function_type

    @classmethod
    def parse(cls, parser: Parser) -> "FuncOp":
        properties: dict[str, Attribute] = {"sym_name": parser.parse_symbol_name()}
        inputs = parser.parse_optional_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_type
        )
        if inputs is not None:
            outputs: list[Attribute] = []
            if parser.parse_optional_punctuation("->"):
                several = parser.parse_optional_comma_separated_list(
                    parser.Delimiter.PAREN, parser.parse_type
                )
                outputs = [parser.parse_type()] if several is None else [*several]
            properties["function_type"] = FunctionType.from_lists(inputs, outputs)
        attributes = parser.parse_optional_attr_dict_with_keyword()
        body = parser.parse_region()
        func = cls.create(properties=properties, regions=[body])
        if attributes is not None:
            func.attributes |= attributes.data
        return func

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        if self.function_type is not None:
            type = self.function_type
            printer.print_function_type(type.inputs.data, type.outputs.data)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_empty_block=False)

    def verify_(self) -> None:
        signature = check_signature(self)
        if self.function_type is not None:
            _check_types(self.function_type, signature)


@cache
def _check_types(type: FunctionType, signature: FunctionType | None) -> None:
    """Check a circuit's type, and its signature against that."""
    unread = NoneType()
    read = [input for input in type.inputs if input != unread]
    for value in (*read, *type.outputs):
        if not ANYVALUE.holds(value):
            raise VerifyException(f"cannot take or return a value of type {value}")
    if signature is None:
        return
    for types, wires, what in (
        (signature.inputs, type.inputs, "argument"),
        (signature.outputs, type.outputs, "result"),
    ):
        check_values(types.data, tuple(map(shape_of, wires)), what)
    for i, input in enumerate(signature.inputs):
        if input == unread and type.inputs.data[i] != unread:
            raise VerifyException(f"argument {i} is used, but has type none")


# region Roots


class RootGate(Gate, ABC):
    """A fixed gate at the head of every circuit."""

    traits = traits_def(NoMemoryEffect())
    assembly_format = "attr-dict"


@gate_definition
class CircuitRootOp(RootGate):
    """CIRCUIT_ROOT: what all other roots belong to."""

    name = "circuit.circuit_root"


@gate_definition
class StateEntryOp(RootGate):
    """STATE_ENTRY: the state in which execution begins."""

    name = "circuit.state_entry"
    state = result_def(STATE)


@gate_definition
class DependEntryOp(RootGate):
    """DEPEND_ENTRY: memory as the caller left it."""

    name = "circuit.depend_entry"
    depend = result_def(DEPEND)


@gate_definition
class ReturnListOp(RootGate):
    """RETURN_LIST: all RETURN gates belong to it."""

    name = "circuit.return_list"


@gate_definition
class ThrowListOp(RootGate):
    """THROW_LIST: all THROW gates belong to it."""

    name = "circuit.throw_list"


@gate_definition
class ConstantListOp(RootGate):
    """CONSTANT_LIST: all CONSTANT gates belong to it."""

    name = "circuit.constant_list"


@gate_definition
class AllocaListOp(RootGate):
    """ALLOCA_LIST: all ALLOCA gates belong to it."""

    name = "circuit.alloca_list"


@gate_definition
class ArgListOp(RootGate):
    """ARG_LIST: all ARG gates belong to it."""

    name = "circuit.arg_list"


ROOTS = (
    CircuitRootOp,
    StateEntryOp,
    DependEntryOp,
    ReturnListOp,
    ThrowListOp,
    ConstantListOp,
    AllocaListOp,
    ArgListOp,
)
"""The roots in the order in which they stand at the head of every circuit."""

_ROOT_RESULTS: dict[type[RootGate], tuple[Attribute, ...]] = {
    StateEntryOp: (STATE,),
    DependEntryOp: (DEPEND,),
}


def root_gates(location: LocationAttr) -> list[RootGate]:
    """New roots, one of each, in their order."""
    return [
        root.create(result_types=_ROOT_RESULTS.get(root, ()), location=location)
        for root in ROOTS
    ]


# endregion
# region State gates


class StateGate(Gate, ABC):
    """A gate of the sequential part; only THROW and RETURN give no state."""


class PassingState(StateGate, ABC):
    """A state gate with one predecessor and nothing else."""

    predecessor = operand_def(STATE)
    state = result_def(STATE)
    assembly_format = "$predecessor attr-dict"


class TerminalState(StateGate, ABC):
    """A state gate after which the function is left."""


@gate_definition
class OrdinaryBlockOp(PassingState):
    """ORDINARY_BLOCK: straight-line control, meant to be optimised away."""

    name = "circuit.ordinary_block"


@gate_definition
class IfBranchOp(StateGate):
    """
    IF_BRANCH: branch to IF_TRUE or IF_FALSE, depending on the condition.

    `weights` are the two sides' frequencies (true, false), where known.
    """

    name = "circuit.if_branch"
    predecessor = operand_def(STATE)
    condition = operand_def(i1)
    weights = opt_prop_def(DenseArrayBase)
    state = result_def(STATE)
    assembly_format = (
        "$predecessor `,` $condition (`weights` qualified($weights)^)? attr-dict"
    )


@gate_definition
class SwitchBranchOp(StateGate):
    """SWITCH_BRANCH: branch to the SWITCH_CASE of the value, or to DEFAULT_CASE."""

    name = "circuit.switch_branch"
    predecessor = operand_def(STATE)
    selector = operand_def(ANYSCALAR)
    state = result_def(STATE)
    assembly_format = "$predecessor `,` $selector attr-dict `:` type($selector)"


@gate_definition
class IfTrueOp(PassingState):
    """IF_TRUE: the side of an IF_BRANCH whose condition held."""

    name = "circuit.if_true"


@gate_definition
class IfFalseOp(PassingState):
    """IF_FALSE: the side of an IF_BRANCH whose condition did not hold."""

    name = "circuit.if_false"


@gate_definition
class IfSuccessOp(PassingState):
    """IF_SUCCESS: the state after a gate that did not throw."""

    name = "circuit.if_success"


@gate_definition
class IfExceptionOp(PassingState):
    """IF_EXCEPTION: the state after a gate that threw."""

    name = "circuit.if_exception"


@gate_definition
class SwitchCaseOp(StateGate):
    """SWITCH_CASE: the side of a SWITCH_BRANCH for one value, given as its bits."""

    name = "circuit.switch_case"
    predecessor = operand_def(STATE)
    value = prop_def(IntAttr)
    state = result_def(STATE)
    custom_directives = (Number,)
    assembly_format = "custom<Number>($value) `,` $predecessor attr-dict"


@gate_definition
class DefaultCaseOp(PassingState):
    """DEFAULT_CASE: the side of a SWITCH_BRANCH for all other values."""

    name = "circuit.default_case"


class MergingState(StateGate, ABC):
    """A state gate with selectors, which have a flow for each predecessor, in order."""

    predecessors = var_operand_def(STATE)
    state = result_def(STATE)
    assembly_format = "$predecessors attr-dict"


@gate_definition
class MergeOp(MergingState):
    """MERGE: control arrives from one of several states."""

    name = "circuit.merge"


@gate_definition
class LoopBeginOp(MergingState):
    """
    LOOP_BEGIN: the head of a loop; the entry comes first, then the back edges.

    The seed has one back edge; any number is an extension.
    """

    name = "circuit.loop_begin"


@gate_definition
class LoopBackOp(PassingState):
    """LOOP_BACK: control goes back to the loop's head."""

    name = "circuit.loop_back"


@gate_definition
class ReturnOp(TerminalState):
    """RETURN: leave the function with values (an extension: any number of them)."""

    name = "circuit.return"
    predecessor = operand_def(STATE)
    depend = operand_def(DEPEND)
    values = var_operand_def(ANYVALUE)
    assembly_format = (
        "$predecessor `,` $depend (`,` $values^ `:` type($values))? attr-dict"
    )


@gate_definition
class ThrowOp(TerminalState):
    """THROW: leave the function with an exception."""

    name = "circuit.throw"
    predecessor = operand_def(STATE)
    depend = operand_def(DEPEND)
    value = operand_def(ANYSCALAR)
    assembly_format = "$predecessor `,` $depend `,` $value attr-dict `:` type($value)"


# endregion
# region Selectors and relays


class FixedGate(Gate, ABC):
    """A gate attached to a state, where control flow meets data flow."""

    traits = traits_def(NoMemoryEffect())


@gate_definition
class ValueSelectorOp(FixedGate):
    """VALUE_SELECTOR: a phi; the value of the flow that its merge was reached by."""

    T: ClassVar[VarConstraint[ValueType]] = VarConstraint("T", ANYVALUE)
    name = "circuit.value_selector"
    merge = operand_def(STATE)
    flows = var_operand_def(T)
    result = result_def(T)
    assembly_format = "$merge (`,` $flows^)? attr-dict `:` type($result)"


@gate_definition
class DependSelectorOp(FixedGate):
    """DEPEND_SELECTOR: a phi of memory, as the flow left it that reached the merge."""

    name = "circuit.depend_selector"
    merge = operand_def(STATE)
    flows = var_operand_def(DEPEND)
    depend = result_def(DEPEND)
    assembly_format = "$merge (`,` $flows^)? attr-dict"


@gate_definition
class DependRelayOp(FixedGate):
    """DEPEND_RELAY: orders its users after the branch to its state."""

    name = "circuit.depend_relay"
    branch = operand_def(STATE)
    flow = operand_def(DEPEND)
    depend = result_def(DEPEND)
    assembly_format = "$branch `,` $flow attr-dict"


@gate_definition
class DependAndOp(Gate):
    """DEPEND_AND (extension): joins several independent memory chains."""

    name = "circuit.depend_and"
    flows = var_operand_def(DEPEND)
    depend = result_def(DEPEND)
    traits = traits_def(NoMemoryEffect())
    assembly_format = "$flows attr-dict"


# endregion

BRANCH_SIDES = (
    IfTrueOp,
    IfFalseOp,
    IfSuccessOp,
    IfExceptionOp,
    SwitchCaseOp,
    DefaultCaseOp,
)

RELAY_STATES = (*BRANCH_SIDES, OrdinaryBlockOp)
"""State gates that a DEPEND_RELAY may be attached to."""

GENERAL_STATES = (*BRANCH_SIDES, MergeOp, LoopBeginOp, StateEntryOp, OrdinaryBlockOp)
"""Circuit IR specification: the states that most state gates may follow."""
