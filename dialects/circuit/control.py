"""
Roots, state gates, selectors and relays.

docs/reference/circuit.md, sections 3, 4 and 5. Which list a RETURN, ARG, CONSTANT,
ALLOCA or THROW belongs to follows from its class, so the root is not an operand here.
Extensions: RETURN with any number of values, LOOP_BEGIN with several back edges,
DEPEND_AND.
"""

from abc import ABC
from collections.abc import Sequence
from functools import cache
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    FunctionType,
    IntAttr,
    LocationAttr,
    NoneType,
    i1,
)
from xdsl.ir import Attribute, SSAValue
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
    ARCH,
    DEPEND,
    STATE,
    ArchType,
    ValueType,
    shape_of,
)
from circ.dialects.common.address_width import widest_address
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
            _check_types(self.function_type, signature, widest_address(self))


def arch_of(func: FuncOp) -> ArchType | None:
    """
    The type of a function's addresses; None where it has none.

    The first wire of such a type says it, since a function has one (rule 6 of the
    verifier).
    """
    type = func.function_type
    for wire in () if type is None else (*type.inputs, *type.outputs):
        if isinstance(wire, ArchType):
            return wire
    for gate in func.body.block.ops:
        for result in gate.results:
            if result.type.__class__ is ArchType:
                return cast(ArchType, result.type)
    return None


def has_wide_addresses(func: FuncOp) -> bool:
    """Are a function's addresses of more bits than NaplesPU's?"""
    return arch_of(func) not in (None, ARCH)


@cache
def _check_types(
    type: FunctionType, signature: FunctionType | None, addresses: int
) -> None:
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
        shapes = tuple(map(shape_of, wires))
        check_values(types.data, shapes, what, addresses=addresses)
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
    """CIRCUIT_ROOT: the gate to which all other roots belong."""

    name = "circuit.circuit_root"


@gate_definition
class StateEntryOp(RootGate):
    """STATE_ENTRY: the state in which execution begins; `SE` in gate lists."""

    name = "circuit.state_entry"
    state = result_def(STATE)


@gate_definition
class DependEntryOp(RootGate):
    """DEPEND_ENTRY: memory as the caller left it; `DE` in gate lists."""

    name = "circuit.depend_entry"
    depend = result_def(DEPEND)


@gate_definition
class ReturnListOp(RootGate):
    """RETURN_LIST: the root of all RETURN gates."""

    name = "circuit.return_list"


@gate_definition
class ThrowListOp(RootGate):
    """THROW_LIST: the root of all THROW gates."""

    name = "circuit.throw_list"


@gate_definition
class ConstantListOp(RootGate):
    """CONSTANT_LIST: the root of all CONSTANT gates."""

    name = "circuit.constant_list"


@gate_definition
class AllocaListOp(RootGate):
    """ALLOCA_LIST: the root of all ALLOCA gates."""

    name = "circuit.alloca_list"


@gate_definition
class ArgListOp(RootGate):
    """ARG_LIST: the root of all ARG gates."""

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
    """
    ORDINARY_BLOCK: control passes from one state to the next.

    It is a place to which a DEPEND_RELAY can be attached; optimisation removes it.
    """

    name = "circuit.ordinary_block"


@gate_definition
class IfBranchOp(StateGate):
    """
    IF_BRANCH: go to the IF_TRUE that follows where the condition is 1, else IF_FALSE.

    Exactly one of each follows. `weights` are the frequencies of the two sides (true,
    false), where known.
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
    """
    SWITCH_BRANCH: go to the SWITCH_CASE with the selector's value, or DEFAULT_CASE.

    Any number of SWITCH_CASE gates with different values follow, and one DEFAULT_CASE.
    """

    name = "circuit.switch_branch"
    predecessor = operand_def(STATE)
    selector = operand_def(ANYSCALAR)
    state = result_def(STATE)
    assembly_format = "$predecessor `,` $selector attr-dict `:` type($selector)"


@gate_definition
class IfTrueOp(PassingState):
    """IF_TRUE: the side of an IF_BRANCH whose condition is 1."""

    name = "circuit.if_true"


@gate_definition
class IfFalseOp(PassingState):
    """IF_FALSE: the side of an IF_BRANCH whose condition is 0."""

    name = "circuit.if_false"


@gate_definition
class IfSuccessOp(PassingState):
    """
    IF_SUCCESS: the state after a gate that may throw and did not.

    JS_BYTECODE, LOAD_ELEMENT and STORE_ELEMENT may throw.
    """

    name = "circuit.if_success"


@gate_definition
class IfExceptionOp(PassingState):
    """IF_EXCEPTION: the state after a gate that threw; see IF_SUCCESS."""

    name = "circuit.if_exception"


@gate_definition
class SwitchCaseOp(StateGate):
    """
    SWITCH_CASE: the side of a SWITCH_BRANCH for one value of the selector.

    The value is given by its bits, as an unsigned number.
    """

    name = "circuit.switch_case"
    predecessor = operand_def(STATE)
    value = prop_def(IntAttr)
    state = result_def(STATE)
    custom_directives = (Number,)
    assembly_format = "custom<Number>($value) `,` $predecessor attr-dict"


@gate_definition
class DefaultCaseOp(PassingState):
    """DEFAULT_CASE: the side of a SWITCH_BRANCH for all values without a case."""

    name = "circuit.default_case"


class MergingState(StateGate, ABC):
    """A state gate with selectors, which have a flow for each predecessor, in order."""

    predecessors = var_operand_def(STATE)
    state = result_def(STATE)
    assembly_format = "$predecessors attr-dict"


@gate_definition
class MergeOp(MergingState):
    """
    MERGE: control arrives from one of several states.

    A VALUE_SELECTOR or DEPEND_SELECTOR of it has a flow for each of them, in their
    order.
    """

    name = "circuit.merge"


@gate_definition
class LoopBeginOp(MergingState):
    """
    LOOP_BEGIN: the head of a loop; the entry comes first, then each LOOP_BACK.

    Its selectors have a flow for each of these states, in their order. The
    specification has one LOOP_BACK; several are an extension.
    """

    name = "circuit.loop_begin"


PARALLEL = "circ.parallel"
"""
The attribute of LOOP_BEGIN, and of `scf.for`, that promises that iterations access no
memory that another one writes.
"""


@gate_definition
class LoopBackOp(PassingState):
    """LOOP_BACK: control goes back to the LOOP_BEGIN that takes this state."""

    name = "circuit.loop_back"


@gate_definition
class ReturnOp(TerminalState):
    """
    RETURN: leave the function with values, and memory as `depend` has it.

    Any number of values is an extension of the specification, which has one.
    """

    name = "circuit.return"
    predecessor = operand_def(STATE)
    depend = operand_def(DEPEND)
    values = var_operand_def(ANYVALUE)
    assembly_format = (
        "$predecessor `,` $depend (`,` $values^ `:` type($values))? attr-dict"
    )


@gate_definition
class ThrowOp(TerminalState):
    """
    THROW: leave the function, and all that called it, with an exception.

    The program ends with an error that shows the value.
    """

    name = "circuit.throw"
    predecessor = operand_def(STATE)
    depend = operand_def(DEPEND)
    value = operand_def(ANYSCALAR)
    assembly_format = "$predecessor `,` $depend `,` $value attr-dict `:` type($value)"

    @property
    def arguments(self) -> Sequence[SSAValue]:
        """What the function gets that is called to throw."""
        return (self.value,)


# endregion
# region Selectors and relays


class FixedGate(Gate, ABC):
    """A gate attached to a state, where control flow meets data flow."""

    traits = traits_def(NoMemoryEffect())


@gate_definition
class ValueSelectorOp(FixedGate):
    """
    VALUE_SELECTOR: a phi, the flow of the state from which control came.

    It is attached to a MERGE or LOOP_BEGIN. All selectors of one change at once.
    """

    T: ClassVar[VarConstraint[ValueType]] = VarConstraint("T", ANYVALUE)
    name = "circuit.value_selector"
    merge = operand_def(STATE)
    flows = var_operand_def(T)
    result = result_def(T)
    assembly_format = "$merge (`,` $flows^)? attr-dict `:` type($result)"


@gate_definition
class DependSelectorOp(FixedGate):
    """
    DEPEND_SELECTOR: a phi of memory, as in the flow of the state control came from.

    It is attached to a MERGE or LOOP_BEGIN.
    """

    name = "circuit.depend_selector"
    merge = operand_def(STATE)
    flows = var_operand_def(DEPEND)
    depend = result_def(DEPEND)
    assembly_format = "$merge (`,` $flows^)? attr-dict"


@gate_definition
class DependRelayOp(FixedGate):
    """
    DEPEND_RELAY: memory unchanged, but not before control is in the state `branch`.

    What depends on it cannot be executed on another path. It is attached to a side of a
    branch or to an ORDINARY_BLOCK.
    """

    name = "circuit.depend_relay"
    branch = operand_def(STATE)
    flow = operand_def(DEPEND)
    depend = result_def(DEPEND)
    assembly_format = "$branch `,` $flow attr-dict"


@gate_definition
class DependAndOp(Gate):
    """
    DEPEND_AND (extension): memory after the effects of all of its flows.

    The chains are independent, like those of several loads of one state of memory:
    their order does not matter.
    """

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
"""What most state gates may follow (docs/reference/circuit.md, section 4)."""
