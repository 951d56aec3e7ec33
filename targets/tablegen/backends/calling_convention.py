"""
`-gen-callingconv`: one function a calling convention, and the registers callees save.

A convention's actions are tried in order. Its function returns True if one assigned a
location, else False; LLVM's return false for success. The state that they change is in
`runtime/calling_convention.py`.

Conditions are Python expressions over `argument`, `flags` (the argument's) and `state`;
those of LLVM's own `TargetCallingConv.td`, in C++, are translated.
"""

import ast
import re
from collections.abc import Iterable
from operator import attrgetter

from circ.targets.tablegen.analysis.registers import Registers, TargetRegister
from circ.targets.tablegen.backends.python_text import (
    Code,
    PythonText,
    escaped,
    literal,
    mask,
    member,
    one_line,
    parsed,
    python_name,
    quoted,
    tuple_of,
)
from circ.targets.tablegen.base_fields import value_type
from circ.targets.tablegen.records import Record, RecordKeeper
from circ.targets.tablegen.runtime.calling_convention import Argument, ArgumentFlags

IMPORTS = {
    "enum": "IntEnum",
    "circ.targets.tablegen.runtime.calling_convention": (
        "+Argument +ArgumentFlags +Conversion +Convention +Location +NO_FLAGS State"
    ),
}
_NAMES = {
    *("CALLEE_SAVED", "CallingState", "OVERLAPS", "PRESERVED", "Register"),
    *("TYPE_SIZES", "argument", "flags", "register", "state"),
}
"""Names that the module uses itself."""
_STATE = '''

class CallingState(State):
    """Registers and stack that the values of one call have taken."""

    overlaps = OVERLAPS
    type_sizes = TYPE_SIZES

'''

STOCK_CONDITIONS = {
    "ArgFlags.isByVal()": "flags.by_value",
    "ArgFlags.isPreallocated()": "flags.preallocated",
    "ArgFlags.isSwiftSelf()": "flags.swift_self",
    "ArgFlags.isSwiftAsync()": "flags.swift_async",
    "ArgFlags.isSwiftError()": "flags.swift_error",
    "ArgFlags.isCFGuardTarget()": "flags.control_flow_guard",
    "ArgFlags.isInConsecutiveRegs()": "flags.consecutive_registers",
    "ArgFlags.isInReg()": "flags.in_register",
    "ArgFlags.isNest()": "flags.nest",
    "ArgFlags.isSplit()": "flags.split",
    "ArgFlags.isSRet()": "flags.struct_return",
    "ArgFlags.isSExt()": "flags.sign_extend",
    "ArgFlags.isZExt()": "flags.zero_extend",
    "ArgFlags.isPointer()": "flags.pointer",
    "State.isVarArg()": "state.variadic",
    "&&": "and",
    "||": "or",
    "!": "not",
    "(": "(",
    ")": ")",
}
"""Python for the C++ of `TargetCallingConv.td`."""

_STOCK = re.compile(
    rf"\s*(?:(?P<stock>{'|'.join(map(re.escape, STOCK_CONDITIONS))})"
    r"|State\.getCallingConv\(\)\s*==\s*(?:CallingConv::)?(?P<convention>\w+)"
    r"|ArgFlags\.getPointerAddrSpace\(\)\s*==\s*(?P<space>\d+))\s*"
)

_ATTRIBUTES = {
    "argument": set(Argument.__slots__),
    "flags": set(ArgumentFlags._fields),
    "state": {
        "allocated",
        "calling_convention",
        "features",
        "stack_alignment",
        "stack_size",
        "variadic",
    },
}
"""The attributes that conditions may read."""

_EXPRESSIONS = (
    ast.Expression,
    ast.BoolOp,
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
    ast.Attribute,
    ast.Name,
    ast.Constant,
    ast.Tuple,
    ast.expr_context,
    ast.boolop,
    ast.operator,
    ast.unaryop,
    ast.cmpop,
)
"""The syntax that conditions may have."""

_PROMOTIONS = {
    "CCBitConvertToType": "BIT_CONVERT",
    "CCTruncToType": "TRUNCATE",
    "CCPassIndirect": "INDIRECT",
}


def generate(records: RecordKeeper) -> PythonText:
    """The module of a target's calling conventions."""
    return _Module(records).text()


class _Module:
    """Collects the functions first, which decide what tables are needed."""

    def __init__(self, records: RecordKeeper):
        self.records = records
        self.registers = Registers(records)
        self.used: set[TargetRegister] = set()
        self.uses_sizes = False
        self.lists: dict[str, list[Code]] = {}
        self.functions: list[str] = []
        self.out = PythonText("Calling conventions and saved registers.", IMPORTS)
        self.out.claimed.update(_NAMES)
        self.names = {
            record: self.out.claim(record.name)
            for record in records.derived("CallingConv")
        }

    def text(self) -> PythonText:
        for record in self.records.derived("CallingConv"):
            if not _is_custom(record):
                self._add_convention(record)
        saved: dict[str, list[Code]] = {}
        preserved: dict[str, Code] = {}
        for record in self.records.derived("CalleeSavedRegs"):
            saved[record.name], preserved[record.name] = self._saved(record)
        out = self.out
        self._add_tables(out)
        for name, registers in self.lists.items():
            out.add(f"{name} = {literal(registers)}")
        what = "What a function saves that follows a convention, in order."
        out.table("CALLEE_SAVED: dict[str, tuple[Register, ...]]", saved, what)
        what = "Masks, by number, of the registers that a call does not change."
        out.table("PRESERVED: dict[str, int]", preserved, what)
        out.add(*self.functions)
        return out

    def _add_tables(self, out: PythonText) -> None:
        used = sorted(self.used, key=attrgetter("number"))
        numbers = [(each.name, each.number, each.record) for each in used]
        what = "The registers used here, as numbered by -gen-register-info."
        out.enumeration("Register", what, [("NoRegister", 0, None), *numbers])
        overlaps = {
            register.number: [other.number for other in others]
            for register in self.registers.registers
            if (others := self.registers.overlapping(register))
        }
        what = "The registers that share something with a register."
        out.packed("OVERLAPS: dict[int, tuple[int, ...]]", overlaps, what)
        what = "Bytes of the types that take stack slots of their own size."
        sizes = {
            record.name: -(-record.integer("Size") // 8)
            for record in self.records.derived("ValueType")
            if self.uses_sizes and record.integer("Size") > 0
        }
        out.packed("TYPE_SIZES: dict[str, int]", sizes, what)
        out.add(_STATE)

    def _saved(self, record: Record) -> tuple[list[Code], Code]:
        """The registers that callees save, and a mask of all that calls preserve."""
        saved = self.registers.evaluate(record["SaveList"], record)
        kept = self.registers.covered(saved)
        if record.is_set("OtherPreserved"):
            others = self.registers.evaluate(record["OtherPreserved"], record)
            kept |= self.registers.covered(others)
        constant = [r for r in self.registers.registers if r.is_constant]
        kept |= self.registers.covered(constant)
        return self._names(saved), mask(sum(1 << each.number for each in kept))

    def _names(self, registers: Iterable[TargetRegister]) -> list[Code]:
        listed = list(registers)
        self.used.update(listed)
        return [member("Register", register.name) for register in listed]

    def _register_list(self, convention: Record, action: Record, field: str) -> str:
        """A constant with the registers of an action's field; its name."""
        registers = [
            self.registers.member(item, convention) for item in action.records(field)
        ]
        name = f"_{python_name(convention.name).upper()}_{len(self.lists) + 1}"
        self.lists[name] = self._names(registers)
        return name

    def _add_convention(self, record: Record) -> None:
        body: list[str] = []
        for action in record.records("Actions"):
            body += self._action(record, action)
            if body[-1].startswith("return"):
                break
        else:
            body.append("return False")
        if any("flags." in line for line in body):
            body.insert(0, "flags = argument.flags")
        self.functions += [
            "",
            "",
            f"def {self.names[record]}(argument: Argument, state: State) -> bool:",
            f'    """The calling convention `{escaped(record.name)}`."""',
            *(f"    {line}" for line in body),
        ]

    def _action(self, convention: Record, action: Record) -> list[str]:
        """The lines of an action; the last one returns if it always applies."""
        if not action.is_a("CCPredicateAction"):
            return self._simple_action(convention, action)
        if action.is_a("CCIfType"):
            condition = _type_condition(action.records("VTs"))
        elif action.is_a("CCIf"):
            condition = _condition(convention, action)
        else:
            raise convention.error("Unknown CCPredicateAction!")
        inner = self._action(convention, action.record("SubAction"))
        return [f"if {condition}:", *(f"    {line}" for line in inner)]

    def _simple_action(self, convention: Record, action: Record) -> list[str]:
        for name in reversed(action.superclasses):
            match name:
                case "CCAssignToReg" | "CCAssignToRegWithShadow":
                    return self._assign_to_register(convention, action)
                case "CCAssignToStack":
                    return [f"return state.on_stack(argument, {self._slot(action)})"]
                case "CCAssignToStackWithShadow":
                    shadows = self._register_list(convention, action, "ShadowRegList")
                    slot = self._slot(action)
                    return [f"return state.on_stack(argument, {slot}, {shadows})"]
                case "CCPassByVal":
                    size, alignment = action.integer("Size"), action.integer("Align")
                    alignment = max(alignment, 1)
                    return [f"return state.by_value(argument, {size}, {alignment})"]
                case "CCPromoteToType" | "CCPromoteToUpperBitsInType":
                    return [_promotion(convention, action, name.endswith("InType"))]
                case "CCBitConvertToType" | "CCTruncToType" | "CCPassIndirect":
                    type = quoted(action.record("DestTy").name)
                    conversion = _PROMOTIONS[name]
                    return [f"argument.change({type}, Conversion.{conversion})"]
                case "CCDelegateTo":
                    other = action.record("CC")
                    call = f"{self.names[other]}(argument.copy(), state)"
                    if _is_custom(other):
                        function = quoted(other.name)
                        call = f"state.call_custom({function}, argument.copy())"
                    return [f"if {call}:", "    return True"]
                case "CCCustom":
                    function = quoted(action.string("FuncName"))
                    call = f"state.call_custom({function}, argument)"
                    return [f"if {call}:", "    return True"]
                case _:
                    pass
        raise convention.error("Unknown CCAction!")

    def _assign_to_register(self, convention: Record, action: Record) -> list[str]:
        registers = self._register_list(convention, action, "RegList")
        if action.is_set("ShadowRegList") and action.list("ShadowRegList"):
            if len(action.list("ShadowRegList")) != len(action.list("RegList")):
                raise convention.error("Invalid length of list of shadowed registers")
            shadows = self._register_list(convention, action, "ShadowRegList")
            registers += f", {shadows}"
        lines = [f"if register := state.allocate({registers}):"]
        if action.is_a("CCAssignToRegAndStack"):
            lines.append(f"    state.allocate_stack({self._slot(action)})")
        return [*lines, "    return state.in_register(argument, register)"]

    def _slot(self, action: Record) -> str:
        """Size and alignment of a stack slot; 0 stands for the type's own."""
        own = "state.size_of(argument.type)"
        size, alignment = action.integer("Size"), action.integer("Align")
        if not size or not alignment:
            self.uses_sizes = True
        return f"{size or own}, {alignment or own}"


def _is_custom(convention: Record) -> bool:
    return bool(convention.fields.get("Custom"))


def _is_float(type: Record) -> bool:
    """Whether a type is a float or a vector of floats; older LLVM has its name only."""
    return (
        type.flag("isFP") if "isFP" in type.fields else value_type(type.name).is_float
    )


def _type_condition(types: Iterable[Record]) -> str:
    names = [quoted(type.name) for type in types]
    if len(names) == 1:
        return f"argument.type == {names[0]}"
    return f"argument.type in {tuple_of(names)}"


def _promotion(convention: Record, action: Record, upper: bool) -> str:
    type = action.record("DestTy")
    if not _is_float(type):
        upper_bits = ", upper=True" if upper else ""
        return f"argument.promote({quoted(type.name)}{upper_bits})"
    if upper:
        raise convention.error(
            "CCPromoteToUpperBitsInType does not handle floating point"
        )
    return f"argument.change({quoted(type.name)}, Conversion.FLOAT_EXTEND)"


def _condition(convention: Record, action: Record) -> str:
    """A condition as a Python expression: translated from stock C++, or as it is."""
    text = action.string("Predicate").strip()
    python = _translated(text) or text
    tree = parsed(python)
    if tree is None or not all(map(_is_known, ast.walk(tree))):
        raise convention.error(
            f"condition '{text}' is neither one of TargetCallingConv.td nor a Python "
            "expression over argument, flags and state"
        )
    return one_line(python)


def _translated(text: str) -> str | None:
    """The Python for a combination of stock conditions in C++, else None."""
    words: list[str] = []
    tokens = list(_STOCK.finditer(text))
    if "".join(token[0] for token in tokens) != text:
        return None
    for token in tokens:
        if convention := token["convention"]:
            words.append(f'state.calling_convention == "{convention}"')
        elif space := token["space"]:
            words.append(f"flags.address_space == {space}")
        else:
            words.append(STOCK_CONDITIONS[token["stock"]])
    return " ".join(words).replace("( ", "(").replace(" )", ")")


def _is_known(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            return attribute in _ATTRIBUTES.get(name, ())
        case ast.Attribute():
            return False
        case ast.Name(id=name):
            return name in _ATTRIBUTES
        case _:
            return isinstance(node, _EXPRESSIONS)
