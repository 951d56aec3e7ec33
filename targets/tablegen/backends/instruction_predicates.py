"""
Function predicates for `-gen-instr-info`: questions about one instruction.

Each TIIPredicate becomes a function of its name over `MachineInstruction`. Where the
predicates ask for functions or values that only code can give (FunctionMapper,
CheckFunctionPredicate, CheckImmOperand_s), all of them take `functions` as well, an
object of the protocol `Functions` that names what is missing.

As in LLVM there are two layers: what depends on the compiler's own representation
(CheckPseudo, CheckNonPortable) is false for the instructions of the assembler, and a
predicate for which that matters has a second function, `NAME_mc`.

Facts: `tablegen` section 1b; `llvm/Target/TargetInstrPredicate.td` of LLVM 19. Unlike
there, CheckNot also negates CheckNonPortable and CheckFunctionPredicate, and a list of
no predicates holds for CheckAll and fails for CheckAny.
"""

import ast
import re
from dataclasses import dataclass, field
from functools import cached_property

from circ.targets.tablegen.analysis.registers import Registers
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.python_text import PythonText, python_name, tuple_of
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

_MAX_DEPTH = 100
_NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">": "<="}


@dataclass
class _Expander:
    """Writes the predicates of one layer as Python."""

    target: Target
    names: dict[Record, str]
    """The names of the functions by predicate."""
    functions: dict[str, tuple[str, str]] = field(
        default_factory=dict[str, tuple[str, str]]
    )
    """By name in Python, the description's name and what the predicates need."""
    sets: dict[tuple[str, ...], str] = field(default_factory=dict[tuple[str, ...], str])
    """The names of the sets of opcodes that the predicates ask for."""
    is_mc: bool = False
    depth: int = 0

    @cached_property
    def registers(self) -> Registers:
        """The registers, whose numbers predicates compare with."""
        return Registers(self.target.records)

    def condition(self, predicate: Record, negate: bool = False) -> str:
        """A predicate as an expression; in parentheses if it has `and` or `or`."""
        self._enter(predicate)
        text = self._condition(predicate, negate)
        self.depth -= 1
        return text

    def _enter(self, part: Record) -> None:
        """A record may hold itself, and Python's stack has an end."""
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise part.error(f"'{part.name}' is nested too deeply, or holds itself")

    def _condition(self, predicate: Record, negate: bool) -> str:
        is_a = predicate.is_a
        sign = "not " if negate else ""
        if is_a("MCTrue") or is_a("MCFalse"):
            return str(is_a("MCTrue") != negate)
        if is_a("CheckNot"):
            return self.condition(predicate.record("Pred"), not negate)
        if is_a("CheckAll") or is_a("CheckAny"):
            return self._sequence(predicate, negate)
        if is_a("CheckNumOperands"):
            wanted = predicate.integer("NumOps")
            return self._compare("mi.get_num_operands()", "==", str(wanted), negate)
        if is_a("CheckPseudo") and self.is_mc:
            return str(negate)
        if is_a("CheckOpcode"):
            opcodes = predicate.records("ValidOpcodes")
            return self._opcode(opcodes, negate, "mi.get_opcode()")
        if is_a("CheckSameRegOperand"):
            first = f"mi.get_operand({predicate.integer('FirstIndex')}).get_reg()"
            second = f"mi.get_operand({predicate.integer('SecondIndex')}).get_reg()"
            return self._compare(first, "==", second, negate)
        if is_a("CheckNonPortable"):
            return str(negate) if self.is_mc else f"{sign}{self._code(predicate)}"
        if is_a("TIIPredicate"):
            name = self.names[predicate] + ("_mc" if self.is_mc else "")
            return f"{sign}{name}(mi<functions>)"
        if is_a("CheckFunctionPredicate") or is_a("CheckFunctionPredicateWithTII"):
            which = "MCInstFnName" if self.is_mc else "MachineInstrFnName"
            declaration = "def {}(self, mi: MachineInstruction) -> bool: ..."
            name = self._provided(predicate, predicate.string(which), declaration)
            return f"{sign}{name}(mi)"
        if is_a("MCOperandPredicate"):
            return self._operand(predicate, negate)
        raise predicate.error(
            f"No known rules to expand the predicate '{predicate.name}'"
        )

    def _operand(self, predicate: Record, negate: bool) -> str:
        is_a = predicate.is_a
        sign = "not " if negate else ""
        operand = f"mi.get_operand({predicate.integer('OpIndex')})"
        for name, method in (
            ("CheckIsRegOperand", "is_reg"),
            ("CheckIsVRegOperand", "is_virtual"),
            ("CheckIsImmOperand", "is_imm"),
        ):
            if is_a(name):
                return f"{sign}{operand}.{method}()"
        if is_a("CheckInvalidRegOperand"):
            return self._compare(f"{operand}.get_reg()", "==", "0", negate)
        if is_a("CheckRegOperand") or is_a("CheckRegOperandSimple"):
            value = self._mapped(predicate, f"{operand}.get_reg()")
            if is_a("CheckRegOperandSimple"):
                return self._compare(value, "!=", "0", negate)
            number = self.registers[predicate.record("Reg")].number
            return self._compare(value, "==", str(number), negate)
        value = self._mapped(predicate, f"{operand}.get_imm()")
        if is_a("CheckImmOperandSimple"):
            return self._compare(value, "!=", "0", negate)
        if is_a("CheckImmOperand_s"):
            return self._compare(value, "==", self._constant(predicate), negate)
        for name, operator in (
            ("CheckImmOperand", "=="),
            ("CheckImmOperandLT", "<"),
            ("CheckImmOperandGT", ">"),
        ):
            if is_a(name):
                wanted = str(predicate.integer("ImmVal"))
                return self._compare(value, operator, wanted, negate)
        raise predicate.error(
            f"No known rules to expand the predicate '{predicate.name}'"
        )

    def _compare(self, left: str, operator: str, right: str, negate: bool) -> str:
        return f"{left} {_NEGATED[operator] if negate else operator} {right}"

    def _sequence(self, predicate: Record, negate: bool) -> str:
        parts = [self.condition(part) for part in predicate.records("Predicates")]
        sign = "not " if negate else ""
        is_all = predicate.is_a("CheckAll")
        if not parts:
            return str(is_all != negate)
        if len(parts) == 1:
            return self.condition(predicate.records("Predicates")[0], negate)
        between = "\nand " if is_all else "\nor "
        return f"{sign}(\n{between.join(parts)}\n)"

    def _opcode(
        self, instructions: tuple[Record, ...], negate: bool, opcode: str
    ) -> str:
        """Is the opcode one of these? A set is asked in constant time."""
        names = tuple(f"Opcode.{python_name(each.name)}" for each in instructions)
        if not names:
            return str(negate)
        if len(names) == 1:
            return self._compare(opcode, "==", names[0], negate)
        name = self.sets.setdefault(names, f"_OPCODES_{len(self.sets)}")
        return f"{opcode} {'not in' if negate else 'in'} {name}"

    def _mapped(self, predicate: Record, value: str) -> str:
        """The operand's value, through the function that the predicate names."""
        mapper = predicate.string("FunctionMapper")
        if not mapper:
            return value
        declaration = "def {}(self, value: int) -> int: ..."
        return f"{self._provided(predicate, mapper, declaration)}({value})"

    def _provided(self, predicate: Record, name: str, declaration: str) -> str:
        """Something that code provides; `Space::name` is called Space_name."""
        plain = python_name(name.replace("::", "_"))
        needed = name, declaration.format(plain)
        known = self.functions.setdefault(plain, needed)
        if known[0] != name:
            raise predicate.error(f"'{known[0]}' and '{name}' are one name in Python")
        if known != needed:
            raise predicate.error(f"predicates use '{name}' in different ways")
        return f"functions.{plain}"

    def _constant(self, predicate: Record) -> str:
        """A number, or a constant that code provides."""
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
        try:
            tree = ast.parse(code, mode="eval")
        except (SyntaxError, ValueError):
            raise predicate.error(
                f"CheckNonPortable needs a Python expression over MI, not '{code}'"
            ) from None
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

    def statement(self, statement: Record, indent: str, name: str) -> list[str]:
        """The lines of a statement, which always returns."""
        self._enter(statement)
        lines = self._statement(statement, indent, name)
        self.depth -= 1
        return lines

    def _statement(self, statement: Record, indent: str, name: str) -> list[str]:
        if statement.is_a("MCReturnStatement"):
            condition = self.condition(statement.record("Pred"))
            return _indented(f"return {condition}", indent)
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
            condition = self._opcode(opcodes, negate=False, opcode="opcode")
            lines.append(f"{indent}if {condition}:")
            lines += self.statement(case.record("CaseStmt"), indent + "    ", name)
        return lines + self.statement(statement.record("DefaultCase"), indent, name)


def add_predicates(text: PythonText, target: Target) -> None:
    """Add the protocols and functions for the TIIPredicates, in order of records."""
    predicates = target.records.derived("TIIPredicate")
    if not predicates:
        return
    names: dict[Record, str] = {}
    taken: set[str] = set()
    for predicate in predicates:
        name = predicate.string("FunctionName")
        if name in taken:
            raise predicate.error(f"TIIPredicate {name} is multiply defined.")
        taken.add(name)
        names[predicate] = text.claim(name)
    for name in list(names.values()):
        text.claim(f"{name}_mc")
    expander = _Expander(target, names)
    bodies: dict[str, tuple[list[str], ...]] = {}
    for predicate, name in names.items():
        layers: list[list[str]] = []
        for expander.is_mc in (False, True):
            layers.append(expander.statement(predicate.record("Body"), "    ", name))
        bodies[name] = tuple(layers)
    parameter = argument = ""
    if expander.functions:
        parameter, argument = ", functions: Functions", ", functions"
        text.add("", "", "class Functions(Protocol):")
        text.add('    """What code has to provide for the predicates."""', "")
        for name in sorted(expander.functions):
            text.add(f"    {expander.functions[name][1]}")
    text.add("", "")
    for opcodes, name in expander.sets.items():
        text.add(f"{name} = frozenset({tuple_of(opcodes)})")
    for name, (body, mc_body) in bodies.items():
        text.add("", "", f"def {name}(mi: MachineInstruction{parameter}) -> bool:")
        text.add(*(line.replace("<functions>", argument) for line in body))
        if body == mc_body:
            text.add("", "", f"{name}_mc = {name}")
            continue
        text.add("", "", f"def {name}_mc(mi: MachineInstruction{parameter}) -> bool:")
        text.add(*(line.replace("<functions>", argument) for line in mc_body))


def _indented(text: str, indent: str) -> list[str]:
    """Lines, indented by the parentheses that are open."""
    lines: list[str] = []
    depth = 0
    for line in text.split("\n"):
        depth -= line.startswith(")")
        lines.append(f"{indent}{'    ' * depth}{line}")
        depth += line.endswith("(")
    return lines
