"""
Function predicates for `-gen-instr-info`: boolean functions of one instruction.

Each TIIPredicate becomes a function of its name over `MachineInstruction`. Where the
predicates ask for functions or values that only code can give (FunctionMapper,
CheckFunctionPredicate, CheckImmOperand_s), all of them take `functions` as well, an
object of the protocol `Functions` that names what is missing.

As in LLVM there are two layers: what depends on the compiler's own representation
(CheckPseudo, CheckNonPortable) is false for the instructions of the assembler, and a
predicate for which that matters has a second function, `NAME_mc`.

Document: LLVM 19, `llvm/Target/TargetInstrPredicate.td`. Unlike there, CheckNot also
negates CheckNonPortable and CheckFunctionPredicate, and an empty list of predicates
holds for CheckAll and fails for CheckAny.
"""

import ast
import re
from dataclasses import dataclass, field

from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.python_text import (
    Code,
    PythonText,
    literal,
    member,
    parsed,
    python_name,
)
from circ.targets.tablegen.records import Record

_SPELLINGS = {
    "getImm": "get_imm",
    "getNumOperands": "get_num_operands",
    "getOpcode": "get_opcode",
    "getOperand": "get_operand",
    "getReg": "get_reg",
    "isGlobal": "is_global",
    "isImm": "is_imm",
    "isReg": "is_reg",
}
"""LLVM's names of the protocols' methods, which non-portable code may use as well."""

_COMPARISONS = {
    "MCTrue": "True",
    "MCFalse": "False",
    "CheckNumOperands": "mi.get_num_operands() == {NumOps}",
    "CheckSameRegOperand": (
        "mi.get_operand({FirstIndex}).get_reg() == "
        "mi.get_operand({SecondIndex}).get_reg()"
    ),
    "CheckIsRegOperand": "mi.get_operand({OpIndex}).is_reg()",
    "CheckIsVRegOperand": "mi.get_operand({OpIndex}).is_virtual()",
    "CheckIsImmOperand": "mi.get_operand({OpIndex}).is_imm()",
    "CheckInvalidRegOperand": "mi.get_operand({OpIndex}).get_reg() == 0",
    "CheckRegOperand": "{get_reg} == {Reg}",
    "CheckRegOperandSimple": "{get_reg} != 0",
    "CheckImmOperandSimple": "{get_imm} != 0",
    "CheckImmOperand": "{get_imm} == {ImmVal}",
    "CheckImmOperand_s": "{get_imm} == {ImmVal}",
    "CheckImmOperandLT": "{get_imm} < {ImmVal}",
    "CheckImmOperandGT": "{get_imm} > {ImmVal}",
}
"""
Predicates as expressions, with the predicates' fields in braces.

`get_reg` and `get_imm` are the operand's value, through the FunctionMapper if there is
one.
"""

_MAX_DEPTH = 100


@dataclass
class _Expander:
    """Writes the predicates of one layer as Python."""

    target: Target
    names: dict[Record, tuple[str, str]]
    """By predicate, the names of the functions of both layers."""
    functions: dict[str, tuple[str, str]] = field(
        default_factory=dict[str, tuple[str, str]]
    )
    """By name in Python, the description's name and the declaration."""
    sets: dict[tuple[Code, ...], str] = field(
        default_factory=dict[tuple[Code, ...], str]
    )
    """The names of the sets of opcodes that the predicates ask for."""
    is_mc: bool = False

    def condition(self, predicate: Record, depth: int) -> str:
        """A predicate as an operand of `not`, `and` and `or`."""
        _check_depth(predicate, depth)
        for name in reversed(predicate.superclasses):
            match name:
                case "CheckNot":
                    inner = self.condition(predicate.record("Pred"), depth + 1)
                    return f"not {inner}"
                case "CheckAll" | "CheckAny":
                    parts = [
                        self.condition(part, depth + 1)
                        for part in predicate.records("Predicates")
                    ]
                    if not parts:
                        return str(name == "CheckAll")
                    operator = " and " if name == "CheckAll" else " or "
                    return f"({operator.join(parts)})" if len(parts) > 1 else parts[0]
                case "CheckPseudo" | "CheckNonPortable" if self.is_mc:
                    return "False"
                case "CheckOpcode":
                    opcodes = predicate.records("ValidOpcodes")
                    return self._opcode(opcodes, "mi.get_opcode()")
                case "CheckNonPortable":
                    return self._code(predicate)
                case "TIIPredicate":
                    return f"{self.names[predicate][self.is_mc]}(mi<functions>)"
                case "CheckFunctionPredicate" | "CheckFunctionPredicateWithTII":
                    which = "MCInstFnName" if self.is_mc else "MachineInstrFnName"
                    declaration = "def {}(self, mi: MachineInstruction) -> bool: ..."
                    called = predicate.string(which)
                    return f"{self._provided(predicate, called, declaration)}(mi)"
                case _ if name in _COMPARISONS:
                    return re.sub(
                        r"\{(\w+)\}",
                        lambda found: self._value(predicate, found[1]),
                        _COMPARISONS[name],
                    )
                case _:
                    pass
        raise predicate.error(
            f"No known rules to expand the predicate '{predicate.name}'"
        )

    def _value(self, predicate: Record, field: str) -> str:
        """The expression for a field in braces."""
        match field:
            case "get_reg" | "get_imm":
                operand = f"mi.get_operand({predicate.integer('OpIndex')}).{field}()"
                return self._mapped(predicate, operand)
            case "Reg":
                return str(self.target.registers[predicate.record("Reg")].number)
            case "ImmVal" if predicate.is_a("CheckImmOperand_s"):
                return self._constant(predicate)
            case _:
                return str(predicate.integer(field))

    def _opcode(self, instructions: tuple[Record, ...], opcode: str) -> str:
        """A test for one of these opcodes, in constant time."""
        names = tuple(member("Opcode", each.name) for each in instructions)
        if not names:
            return "False"
        if len(names) == 1:
            return f"{opcode} == {names[0]}"
        return (
            f"{opcode} in {self.sets.setdefault(names, f'_OPCODES_{len(self.sets)}')}"
        )

    def _mapped(self, predicate: Record, value: str) -> str:
        """The operand's value, through the function that the predicate names."""
        mapper = predicate.string("FunctionMapper")
        if not mapper:
            return value
        declaration = "def {}(self, value: int) -> int: ..."
        return f"{self._provided(predicate, mapper, declaration)}({value})"

    def _provided(self, predicate: Record, name: str, declaration: str) -> str:
        """A member of `Functions`; `Space::name` is called Space_name."""
        plain = python_name(name.replace("::", "_"))
        needed = name, declaration.format(plain)
        known = self.functions.setdefault(plain, needed)
        if known[0] != name:
            raise predicate.error(f"'{known[0]}' and '{name}' are one name in Python")
        if known != needed:
            raise predicate.error(f"predicates use '{name}' in different ways")
        return f"functions.{plain}"

    def _constant(self, predicate: Record) -> str:
        """A number, or a constant of `Functions`."""
        text = predicate.string("ImmVal").strip()
        if re.fullmatch(r"-?(0[xX][0-9A-Fa-f]+|0[0-7]*|[1-9][0-9]*)", text):
            is_octal = re.match(r"-?0[0-7]", text) is not None  # as in C++
            return str(int(text, 8 if is_octal else 0))
        if not re.fullmatch(r"[A-Za-z_]\w*(::[A-Za-z_]\w*)*", text, re.ASCII):
            raise predicate.error(
                f"the value of CheckImmOperand_s is no number and no name: '{text}'"
            )
        return self._provided(predicate, text, "{}: int")

    def _code(self, predicate: Record) -> str:
        """Python code over `MI`, the instruction."""
        code = predicate.string("CodeBlock").strip()
        tree = parsed(code)
        if tree is None:
            raise predicate.error(
                f"CheckNonPortable needs a Python expression over MI, not '{code}'"
            )
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                if node.id != "MI":
                    raise predicate.error(
                        f"CheckNonPortable may only name MI, not '{node.id}'"
                    )
                node.id = "mi"
            elif isinstance(node, ast.Attribute):
                node.attr = _SPELLINGS.get(node.attr, node.attr)
        return f"({ast.unparse(tree)})"

    def statement(
        self, statement: Record, indent: str, name: str, depth: int = 0
    ) -> list[str]:
        """The lines of a statement, which always returns."""
        _check_depth(statement, depth)
        if statement.is_a("MCReturnStatement"):
            condition = self.condition(statement.record("Pred"), depth + 1)
            return [f"{indent}return {condition}"]
        if not statement.is_a("MCOpcodeSwitchStatement"):
            raise statement.error(
                f"No known rules to expand the statement '{statement.name}'"
            )
        lines = [f"{indent}opcode = mi.get_opcode()"]
        taken: set[str] = set()
        for case in statement.records("Cases"):
            opcodes = case.records("Opcodes")
            for opcode in opcodes:
                if opcode.name in taken:
                    raise case.error(f"two cases of '{name}' have '{opcode.name}'")
                taken.add(opcode.name)
            lines.append(f"{indent}if {self._opcode(opcodes, 'opcode')}:")
            inner = case.record("CaseStmt")
            lines += self.statement(inner, f"{indent}    ", name, depth + 1)
        default = statement.record("DefaultCase")
        return lines + self.statement(default, indent, name, depth + 1)


def _check_depth(part: Record, depth: int) -> None:
    """Reject records that contain themselves, before Python's stack overflows."""
    if depth > _MAX_DEPTH:
        raise part.error(f"'{part.name}' is nested too deeply, or holds itself")


def add_predicates(out: PythonText, target: Target) -> None:
    """Add the protocols and functions for the TIIPredicates, in order of records."""
    predicates = target.records.derived("TIIPredicate")
    if not predicates:
        return
    plain: dict[str, Record] = {}
    for predicate in predicates:
        name = predicate.string("FunctionName")
        if name in plain:
            raise predicate.error(f"TIIPredicate {name} is multiply defined.")
        plain[name] = predicate
    claimed = {name: out.claim(name) for name in plain}
    names = {
        predicate: (claimed[name], out.claim(f"{claimed[name]}_mc"))
        for name, predicate in plain.items()
    }
    expander = _Expander(target, names)
    bodies: dict[str, list[str]] = {}
    for predicate, layers in names.items():
        for expander.is_mc, name in zip((False, True), layers):
            body = predicate.record("Body")
            bodies[name] = expander.statement(body, "    ", layers[0])
    parameter = argument = ""
    if expander.functions:
        parameter, argument = ", functions: Functions", ", functions"
        out.add("", "", "class Functions(Protocol):")
        out.add('    """What code has to provide for the predicates."""', "")
        for _, (_, declaration) in sorted(expander.functions.items()):
            out.add(f"    {declaration}")
    out.add("", "")
    for opcodes, name in expander.sets.items():
        out.add(f"{name} = frozenset({literal(opcodes)})")
    for name, mc_name in names.values():
        for each in (name, mc_name):
            if each == mc_name and bodies[name] == bodies[mc_name]:
                out.add("", "", f"{mc_name} = {name}")
                continue
            out.add("", "", f"def {each}(mi: MachineInstruction{parameter}) -> bool:")
            out.add(*(line.replace("<functions>", argument) for line in bodies[each]))
