"""
Gates of a language's level (HIR): the bytecodes of JavaScript.

docs/reference/circuit.md, section 6.7. They may stand in one graph with gates of the
middle level. What they compute is what the functions of the run-time library of their
names do: executing JS_BYTECODE is calling that function, and so is lowering it.
GET_EXCEPTION, CONSTSTRING, LOAD_ELEMENT and STORE_ELEMENT are extensions, named as in
the original's later code.
"""

from collections.abc import Sequence
from functools import cache

from xdsl.dialects.builtin import FunctionType, IntAttr, StringAttr, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, prop_def, result_def, var_operand_def
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.bytecodes import Bytecode, bytecodes
from circ.dialects.circuit.control import StateGate
from circ.dialects.circuit.gate import Gate, gate_definition
from circ.dialects.circuit.types import DEPEND, STATE
from circ.dialects.common.directives import Number

EXCEPTION = 10
"""What a function returns that has thrown; the library has the thrown value then."""

UNDEFINED, NULL, HOLE, FALSE, TRUE = 2, 3, 5, 6, 7

INT_TAG = 0xFFFF << 48
"""Added to an integer of 32 bits."""

DOUBLE_OFFSET = 1 << 48
"""Added to the bits of a double, so that none looks like a pointer or an integer."""

THROWER = "circ.thrower"
"""
The attribute of functions that throw by returning what the function it names returns.

That is called with the operand of THROW. A function without it ends the program.
"""

VALUE_BYTES = 8
"""Of a value, in the table of strings and everywhere else."""

GET_EXCEPTION, STRINGS = "js_get_exception", "js.strings"
"""The library's function, and the program's table of strings."""


@gate_definition
class JsBytecodeOp(StateGate):
    """
    JS_BYTECODE: what a bytecode of JavaScript does, on tagged values of 64 bits.

    The inputs are those of the table's row: its operands, then what else it reads. With
    a range of registers the library gets the first, their number, and the address of
    the others. One that may throw has the successors IF_SUCCESS and IF_EXCEPTION, any
    other has one.
    """

    name = "circuit.js_bytecode"
    predecessor = operand_def(STATE)
    flow = operand_def(DEPEND)
    arguments = var_operand_def(i64)
    bytecode = prop_def(StringAttr)
    state = result_def(STATE)
    depend = result_def(DEPEND)
    result = result_def(i64)
    assembly_format = "$bytecode $predecessor `,` $flow (`,` $arguments^)? attr-dict"

    @property
    def row(self) -> Bytecode:
        """The row of the table that says what it does."""
        return bytecodes()[self.bytecode.data]

    @property
    def callee_name(self) -> str:
        return self.row.function

    def verify_(self) -> None:
        row = bytecodes().get(self.bytecode.data)
        if row is None or not row.is_called:
            message = f"executes {self.bytecode.data!r}, which is no such bytecode"
            raise VerifyException(message)
        given, wanted = len(self.arguments), row.fixed_inputs
        if given < wanted or (given > wanted and not row.is_variadic):
            least = "at least " if row.is_variadic else ""
            message = f"{row.name} takes {least}{wanted} values, but has {given}"
            raise VerifyException(message)


@gate_definition
class LoadElementOp(StateGate):
    """
    LOAD_ELEMENT (extension): an element of an object, by its index; all are tagged.

    It does what the bytecode `ldobjbyvalue` does, whatever `kind` says about the
    elements. It may throw: IF_SUCCESS and IF_EXCEPTION follow it then, else one state.
    """

    name = "circuit.load_element"
    predecessor = operand_def(STATE)
    flow = operand_def(DEPEND)
    receiver = operand_def(i64)
    index = operand_def(i64)
    kind = prop_def(IntAttr)
    state = result_def(STATE)
    depend = result_def(DEPEND)
    result = result_def(i64)

    @property
    def arguments(self) -> Sequence[SSAValue]:
        return self.receiver, self.index

    @property
    def callee_name(self) -> str:
        return bytecodes()["ldobjbyvalue"].function


@gate_definition
class StoreElementOp(StateGate):
    """
    STORE_ELEMENT (extension): define an element of an object; all values are tagged.

    It does what the bytecode `stownbyvalue` does, whatever `kind` says about the
    elements. It may throw, as LOAD_ELEMENT.
    """

    name = "circuit.store_element"
    predecessor = operand_def(STATE)
    flow = operand_def(DEPEND)
    receiver = operand_def(i64)
    index = operand_def(i64)
    value = operand_def(i64)
    kind = prop_def(IntAttr)
    state = result_def(STATE)
    depend = result_def(DEPEND)

    @property
    def arguments(self) -> Sequence[SSAValue]:
        return self.receiver, self.index, self.value

    @property
    def callee_name(self) -> str:
        return bytecodes()["stownbyvalue"].function


@gate_definition
class GetExceptionOp(Gate):
    """
    GET_EXCEPTION (extension): the exception that was thrown, which is caught so.

    Its dependency is memory after it: the library forgets the exception.
    """

    name = "circuit.get_exception"
    flow = operand_def(DEPEND)
    depend = result_def(DEPEND)
    result = result_def(i64)
    assembly_format = "$flow attr-dict"

    @property
    def arguments(self) -> Sequence[SSAValue]:
        return ()

    @property
    def callee_name(self) -> str:
        return GET_EXCEPTION


@gate_definition
class ConstStringOp(Gate):
    """
    CONSTSTRING (extension): a string of the program, by its index in the table.

    The table holds tagged values, which the library fills in when the program starts.
    The text is for readers: characters beyond ASCII are escape sequences there.
    """

    name = "circuit.conststring"
    index = prop_def(IntAttr)
    text = prop_def(StringAttr)
    result = result_def(i64)
    custom_directives = (Number,)
    assembly_format = "custom<Number>($index) $text attr-dict"


def string_properties(index: int, text: str) -> dict[str, Attribute]:
    """The properties of CONSTSTRING for a string of the program."""
    readable = text.encode("ascii", "backslashreplace").decode()
    return {"index": IntAttr(index), "text": StringAttr(readable)}


def tagged_int(value: int) -> int:
    """The value that an integer of 32 bits is."""
    return INT_TAG | (value & 0xFFFF_FFFF)


@cache
def library_type(row: Bytecode) -> FunctionType:
    """The type of the library's function that executes a bytecode."""
    inputs = [i64, i32] if row.is_variadic else [i64] * row.fixed_inputs
    return FunctionType.from_lists(inputs, [i64])


THROWING = (JsBytecodeOp, LoadElementOp, StoreElementOp)
"""State gates that compute, and may throw."""

LIBRARY_CALLS = (*THROWING, GetExceptionOp)
"""Gates that call a function of the library, `callee_name`, with `arguments`."""
