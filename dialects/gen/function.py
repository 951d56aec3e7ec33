"""
Functions and globals of gen, and the rules of a function's body.

docs/reference/gen.md, sections 5 and 6: a function is a list of registers and a list of
blocks. Results and declarations without a body are circ's extensions.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from xdsl.dialects.builtin import (
    ArrayAttr,
    FunctionType,
    IntAttr,
    LocationAttr,
    StringAttr,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    opt_prop_def,
    prop_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.globals import GlobalObject
from circ.dialects.common.kernel import KERNEL, OWN_HIDDEN, kernel_of, struct_bytes
from circ.dialects.common.linkage import aliases_of
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.common.module_functions import FunctionOp
from circ.dialects.common.operation_search import Subclasses, operations_in
from circ.dialects.common.signatures import IN_MEMORY, check_signature
from circ.dialects.common.variadic import is_variadic
from circ.dialects.common.verification_cache import cached
from circ.dialects.gen.control import (
    BranchOp,
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    IndirectBranchOp,
    InputsOp,
    LabelOp,
    RegisterOp,
    RetOp,
)
from circ.dialects.gen.instructions import OP_CLASSES, Instruction
from circ.dialects.gen.rules import is_uniform, kind_of
from circ.dialects.gen.structured import ElseOp, EndIfOp, IfOp, WhileOp
from circ.dialects.gen.text import parse_attributes
from circ.dialects.gen.types import (
    FAMILY_BYTES,
    LANE_COUNTS,
    SPECIAL_REGISTERS,
    family_and_lanes,
    shape_of,
)

STRUCTURED = (IfOp, ElseOp, EndIfOp, WhileOp)
TERMINATORS = (BranchOp, CondBranchOp, IndirectBranchOp, RetOp, *STRUCTURED)
IS_TERMINATOR = Subclasses(*TERMINATORS)
IS_INSTRUCTION = Subclasses(Instruction, CallOp, CallIndirectOp, LabelOp, *TERMINATORS)
IS_DECLARATION = Subclasses(RegisterOp, InputsOp)


@cache
def _destinations(kind: type[Operation]) -> int | None:
    """The number of destinations, if the opcode fixes it."""
    if not issubclass(kind, Instruction) or len(kind.ROW.destinations) != 1:
        return None
    if "predicated" in kind.ROW.properties:
        return None  # it may keep, and so read, them
    return kind.ROW.destinations.start


def instructions_in(function: "FuncOp", *opcodes: str) -> list[Instruction]:
    """The instructions of these opcodes in a function, in order."""
    classes = [OP_CLASSES[opcode] for opcode in opcodes]
    return operations_in(function.body, *classes)


def written_by(op: Operation) -> Sequence[SSAValue]:
    """
    The registers that an operation of a verified function's body writes.

    The declaration of a special or pushed register does: these have values on entry.
    """
    # A fixed count is cheaper than xDSL's segments.
    if (count := _destinations(type(op))) is not None:
        return op.operands[:count]
    if isinstance(op, RegisterOp):
        return op.results if op.properties else ()
    if isinstance(op, Instruction | CallOp | CallIndirectOp):
        return op.dsts
    return op.registers if isinstance(op, InputsOp) else ()


def read_by(op: Operation) -> Sequence[SSAValue]:
    """
    The registers that an operation of a verified function's body reads.

    With a predicate it reads its destinations, too, which some lanes keep.
    """
    if (count := _destinations(type(op))) is not None:
        return op.operands[count:]
    if type(op) is RegisterOp or type(op) is InputsOp:
        return ()
    if isinstance(op, Instruction) and op.keeps_lanes:
        return (*op.srcs, *op.dsts)
    if isinstance(op, Instruction | CallOp | CallIndirectOp):
        return op.srcs
    return op.operands


def _families(names: Iterable[str]) -> ArrayAttr[StringAttr]:
    return ArrayAttr(StringAttr(name) for name in names)


@irdl_op_definition
class FuncOp(FunctionOp):
    """
    A function: `gen.func @f(dword, boolx16) -> (dword) lanes 16 { … }`.

    The entry block starts with the registers and with `gen.inputs`, whose operands have
    the families of the parameters; nothing jumps to it. Without a body the function is
    defined elsewhere: a hook of the interpreter, or another object file.

    With `lanes` each register that is not uniform has a value a lane (an extension).
    An instruction is executed for each lane, or for the first one where it writes a
    uniform register.
    """

    name = "gen.func"
    sym_visibility = opt_prop_def(StringAttr)
    input_families = prop_def(ArrayAttr[StringAttr])
    result_families = prop_def(ArrayAttr[StringAttr])
    lanes = opt_prop_def(IntAttr)
    """The lanes of varying registers; one by default."""

    @staticmethod
    def of(
        name: str,
        inputs: Iterable[str],
        results: Iterable[str],
        body: Region | None = None,
        *,
        private: bool = False,
        lanes: int = 1,
        location: LocationAttr | None = None,
    ) -> "FuncOp":
        """A function of these families; a declaration without a body."""
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(name),
            "input_families": _families(inputs),
            "result_families": _families(results),
        }
        if private:
            properties["sym_visibility"] = StringAttr("private")
        if lanes != 1:
            properties["lanes"] = IntAttr(lanes)
        return FuncOp.create(
            properties=properties,
            regions=(Region() if body is None else body,),
            location=location,
        )

    @property
    def is_declaration(self) -> bool:
        return self.body.first_block is None

    @property
    def lane_count(self) -> int:
        """The lanes of varying registers."""
        return 1 if self.lanes is None else self.lanes.data

    @property
    def inputs_of_families(self) -> list[str]:
        """The families of the parameters, with lanes if there are several."""
        return [family.data for family in self.input_families]

    @property
    def results_of_families(self) -> list[str]:
        """The families of the results, with lanes if there are several."""
        return [family.data for family in self.result_families]

    @property
    def registers(self) -> list[RegisterOp]:
        """The declared registers: the first operations of the entry block."""
        found: list[RegisterOp] = []
        block = self.body.first_block
        for op in () if block is None else block.ops:
            if not isinstance(op, RegisterOp):
                break
            found.append(op)
        return found

    @property
    def inputs(self) -> list[SSAValue]:
        """The registers that hold the arguments on entry."""
        block = self.body.first_block
        op = None if block is None else block.first_op
        while isinstance(op, RegisterOp):
            op = op.next_op
        return list(op.registers) if isinstance(op, InputsOp) else []

    @classmethod
    def parse(cls, parser: Parser) -> "FuncOp":
        private = parser.parse_optional_keyword("private") is not None
        name = parser.parse_symbol_name().data
        parameters = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_identifier
        )
        results: list[str] = []
        if parser.parse_optional_punctuation("->"):
            results = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_identifier
            )
        lanes = 1
        if parser.parse_optional_keyword("lanes"):
            lanes = parser.parse_integer(allow_boolean=False, allow_negative=False)
        attributes = parse_attributes(parser)
        body = parser.parse_optional_region()
        op = cls.of(name, parameters, results, body, private=private, lanes=lanes)
        op.attributes |= attributes
        return op

    def print(self, printer: Printer) -> None:
        if self.sym_visibility is not None:
            printer.print_string(f" {self.sym_visibility.data}")
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        printer.print_string("(" + ", ".join(self.inputs_of_families) + ")")
        if self.result_families:
            printer.print_string(" -> (" + ", ".join(self.results_of_families) + ")")
        if self.lanes is not None:
            printer.print_string(f" lanes {self.lanes.data}")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        if not self.is_declaration:
            printer.print_string(" ")
            printer.print_region(self.body)

    def verify_(self) -> None:
        for family in (*self.inputs_of_families, *self.results_of_families):
            if family_and_lanes(family) is None:
                raise VerifyException(f"'{family}' is not a family of registers")
        visibility = self.sym_visibility
        if visibility is not None and visibility.data != "private":
            raise VerifyException(
                f"the visibility must be private, or left out, but is {visibility.data}"
            )
        if self.lanes is not None and self.lanes.data not in LANE_COUNTS:
            raise VerifyException(
                f"a function must have 8 or 16 lanes, or none, "
                f"but has {self.lanes.data}"
            )
        inputs = tuple(map(shape_of, self.inputs_of_families))
        outputs = tuple(map(shape_of, self.results_of_families))
        if IN_MEMORY in self.attributes:  # an address is in front of both
            check_signature(self, inputs[1:])
        else:
            check_signature(self, inputs, outputs)
        if KERNEL in self.attributes:
            _verify_kernel(self)
        if not self.is_declaration:
            _verify_body(self)


@irdl_op_definition
class GlobalOp(GlobalObject):
    """
    A named object in memory: `gen.global @table 16 align 4 constant = "0102…"`.

    Beignet's constant set holds the same: a name, a size, an alignment and bytes.
    """

    name = "gen.global"


# region The rules of a kernel


def _verify_kernel(func: FuncOp) -> None:
    kernel = kernel_of(func)
    if kernel is None:
        raise VerifyException(f"{KERNEL} must be of #circ.kernel")
    if func.result_families:
        raise VerifyException("a kernel must have no results")
    hidden, kinds = kernel.names("hidden"), kernel.kinds
    for name in hidden:
        if name not in SPECIAL_REGISTERS and name not in OWN_HIDDEN:
            raise VerifyException(f"'{name}' is not a special register")
    signature = func.attributes.get(SIGNATURE)
    count = len(func.input_families)
    if isinstance(signature, FunctionType):  # whose values may take several registers
        count = len(signature.inputs)
    if len(kinds) + len(hidden) != count:
        raise VerifyException(
            f"a kernel of {len(kinds)} arguments and {len(hidden)} hidden ones has "
            f"{count} inputs"
        )
    for register in func.registers:
        if (pushed := register.pushed_from) is None:
            continue
        number, offset = pushed
        size = None
        if 0 <= number < len(kinds):
            size = struct_bytes(kinds[number], "structure")
        if size is None or not 0 <= offset <= size - FAMILY_BYTES[register.family]:
            raise VerifyException(
                f"there is nothing to push of argument {number} at {offset}"
            )


# endregion
# region The rules of a body


def _verify_body(func: FuncOp) -> None:
    """Check a function with a body; linear in its operations and operands."""
    special = _verify_head(func)
    entry = func.body.first_block
    functions: dict[str, FuncOp] | None = None
    for block in func.body.blocks:
        if block.args:
            raise VerifyException(
                "a block must have no arguments: registers hold values"
            )
        last = block.last_op
        if not isinstance(last, TERMINATORS):
            raise VerifyException(
                "a block must end in gen.bra, gen.bra_if, gen.bra_indirect, gen.ret "
                "or a structured branch"
            )
        if entry in last.successors:
            raise VerifyException("the entry block must not be jumped to")
        for op in block.ops:
            kind = type(op)
            if IS_DECLARATION[kind]:
                continue
            if not IS_INSTRUCTION[kind]:
                raise VerifyException(f"'{op.name}' is not an operation of a function")
            if kind is LabelOp and (block is entry or op.prev_op is not None):
                raise VerifyException(
                    "gen.label must be the first of a block that is not the entry"
                )
            if op is not last and IS_TERMINATOR[kind]:
                raise VerifyException(f"'{op.name}' must be the last of its block")
            if special:
                _verify_writable(special, written_by(op))
            if func.lanes is not None:
                _verify_lanes(op)
            if kind is CallOp:
                assert isinstance(op, CallOp)
                if functions is None:
                    functions = _functions_beside(func)
                _verify_call(func, op, functions)
            elif kind is RetOp:
                assert isinstance(op, RetOp)
                _verify_fit(
                    func, "the returned registers", op.srcs, func.results_of_families
                )


def _verify_head(func: FuncOp) -> dict[SSAValue, str]:
    """Check that registers and inputs come first; give the special registers' names."""
    special: dict[SSAValue, str] = {}
    entry = func.body.first_block
    assert entry is not None
    inputs: InputsOp | None = None
    head = True
    for op in entry.ops:
        if type(op) is RegisterOp:
            if not head or inputs is not None:
                raise VerifyException("registers must come first in the entry block")
            if "special" in op.properties and op.special is not None:
                special[op.handle] = op.special.data
        elif type(op) is InputsOp:
            if not head or inputs is not None:
                raise VerifyException("gen.inputs must come once, after the registers")
            inputs = op
        else:
            head = False
    second = entry.next_block
    while second is not None:
        for op in second.ops:
            if IS_DECLARATION[type(op)]:
                raise VerifyException(f"'{op.name}' must be in the entry block")
        second = second.next_block
    handles = () if inputs is None else inputs.registers
    _verify_fit(func, "the inputs", handles, func.inputs_of_families)
    if len(set(handles)) != len(handles):
        raise VerifyException("a register must not be an input twice")
    _verify_writable(special, handles)
    if len(set(special.values())) != len(special):
        raise VerifyException("a special register must be declared once")
    return special


def _verify_writable(special: dict[SSAValue, str], dsts: Iterable[SSAValue]) -> None:
    for dst in dsts:
        name = special.get(dst)
        if name is not None and name != "stack_pointer":
            raise VerifyException(f"the special register {name} must not be written")


def _verify_lanes(op: Operation) -> None:
    """With several lanes, branches and stack slots must be uniform."""
    if isinstance(op, CondBranchOp):
        registers, what = (op.condition,), "the predicate of a branch"
    elif isinstance(op, IndirectBranchOp):
        registers, what = (op.address,), "the address of a branch"
    elif isinstance(op, Instruction) and op.ROW.kind == "Frame":
        registers, what = op.dsts, "the address of a slot"
    else:
        return
    if not all(map(is_uniform, registers)):
        raise VerifyException(f"{what} must be in a uniform register")


def _verify_fit(
    func: FuncOp, what: str, registers: Sequence[SSAValue], families: list[str]
) -> None:
    found = [kind_of(register, func.lane_count) for register in registers]
    if found != families:
        raise VerifyException(
            f"{what} must be of families ({', '.join(families)}), "
            f"but are ({', '.join(found)})"
        )


def _functions_beside(func: FuncOp) -> dict[str, FuncOp]:
    block = func.parent
    if block is None:
        return {func.sym_name.data: func}
    return cached(block, _functions_in)


def _functions_in(block: Block) -> dict[str, FuncOp]:
    """The functions of a module by all their names."""
    functions = operations_in(block, FuncOp)
    found = {alias: op for op in functions for alias, _ in aliases_of(op)}
    return found | {op.sym_name.data: op for op in functions}


def _verify_call(func: FuncOp, op: CallOp, functions: dict[str, FuncOp]) -> None:
    name = op.callee_name
    callee = functions.get(name)
    if callee is None:
        raise VerifyException(f"there is no function @{name}")
    if is_variadic(op) != is_variadic(callee):
        other = "" if is_variadic(callee) else "not "
        raise VerifyException(f"@{name} is {other}variadic, but is called otherwise")
    families = callee.inputs_of_families
    srcs = op.srcs[: len(families)] if is_variadic(callee) else op.srcs
    _verify_fit(func, f"the arguments of @{name}", srcs, families)
    _verify_fit(func, f"the results of @{name}", op.dsts, callee.results_of_families)


# endregion
