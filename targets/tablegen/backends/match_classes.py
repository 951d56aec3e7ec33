"""
Classes of parsed operands: literal tokens, sets of registers, AsmOperandClasses.

The classes are ordered, so that an instruction of a more special class is tried first.

Document: LLVM 19, `llvm/Target/Target.td`, class AsmOperandClass.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.records import Record

TOKEN, REGISTER_CLASS, USER = range(3)


@dataclass(eq=False)
class MatchClass:
    """A class of parsed operands."""

    kind: int
    """TOKEN, REGISTER_CLASS or USER."""
    rank: int
    """The order among unrelated classes."""
    name: str
    parents: list["MatchClass"] = field(default_factory=list["MatchClass"])
    tokens: frozenset[str] = frozenset()
    """The tokens that a token class accepts."""
    registers: tuple[int, ...] = ()
    """The numbers of a register class's registers."""
    predicate: str = ""
    renderer: str = ""
    parser: str = ""
    default: str = ""
    """The method for an operand that is left out; empty if it is mandatory."""
    diagnostic: tuple[str, str] = ("", "")
    """DiagnosticType and DiagnosticString for an operand that is not of the class."""

    @property
    def identity(self) -> tuple[object, ...]:
        """Equal for classes that accept the same, of any variant."""
        return self.kind, self.name, self.registers, self.tokens

    def ancestors(self) -> Iterator["MatchClass"]:
        """This class and all of its super classes."""
        pending = [self]
        while pending:
            each = pending.pop()
            yield each
            pending += each.parents

    def is_subset(self, other: "MatchClass") -> bool:
        """Whether the other class is declared to accept all operands of this one."""
        if self.kind == REGISTER_CLASS and other.kind == REGISTER_CLASS:
            return set(self.registers) <= set(other.registers)
        return any(each is other for each in self.ancestors())

    def is_related(self, other: "MatchClass") -> bool:
        """Whether an operand could be of both classes."""
        if self.kind != other.kind:
            return False
        if self.kind == REGISTER_CLASS:
            return not set(self.registers).isdisjoint(other.registers)
        return self.kind == TOKEN or self.root() is other.root()

    def root(self) -> "MatchClass":
        """The first super class without a super class."""
        each = self
        while each.parents:
            each = each.parents[0]
        return each

    def precedes(self, other: "MatchClass") -> bool:
        """Whether this class is tried before the other."""
        if self is other:
            return False
        if not self.is_related(other):
            return (self.kind, self.rank) < (other.kind, other.rank)
        if self.is_subset(other):
            return True
        return not other.is_subset(self) and self.name < other.name


class MatchClasses:
    """The classes of a target, created on demand."""

    def __init__(self, target: Target):
        self.registers = target.registers
        self.tokens: dict[str, MatchClass] = {}
        self.sets: dict[tuple[int, ...], MatchClass] = {}
        self.users: dict[Record, MatchClass] = {}
        self.aliases = _token_aliases(target)
        for record in target.records.derived("AsmOperandClass"):
            self.users[record] = _user_class(record, len(self.users))
        for record in target.records.derived("RegisterClass"):
            self.register(record)
        for record, each in self.users.items():
            for parent in record.records("SuperClasses"):
                if self.users[parent].is_subset(each):
                    raise record.error(
                        f"Invalid super class reference: '{record.name}' is among its "
                        "own super classes"
                    )
                each.parents.append(self.users[parent])

    def token(self, text: str) -> MatchClass:
        """The class of a literal token and its aliases."""
        if text not in self.tokens:
            accepted, pending = set[str](), [text]
            while pending:
                each = pending.pop()
                if each not in accepted:
                    accepted.add(each)
                    pending += self.aliases.get(each, ())
            found = MatchClass(TOKEN, 0, text, tokens=frozenset(accepted))
            self.tokens[text] = found
        return self.tokens[text]

    def single(self, register: Record) -> MatchClass:
        """The class of one register, written out in the assembly string."""
        number = self.registers[register].number
        return self._set((number,), register.name, ("", ""))

    def register(self, record: Record) -> MatchClass:
        """The class of a register class."""
        diagnostic = _diagnostic(record, record.name)
        return self._set(self.registers.members(record), record.name, diagnostic)

    def _set(
        self, numbers: tuple[int, ...], name: str, diagnostic: tuple[str, str]
    ) -> MatchClass:
        numbers = tuple(sorted(set(numbers)))
        if numbers not in self.sets:
            rank = min(numbers, default=0)
            self.sets[numbers] = MatchClass(
                REGISTER_CLASS, rank, name, registers=numbers, diagnostic=diagnostic
            )
        return self.sets[numbers]

    def operand(self, kind: Record) -> MatchClass:
        """The class of an operand, by its record."""
        if kind.is_a("RegisterOperand"):
            parser_class = kind.fields.get("ParserMatchClass")
            if isinstance(parser_class, Record):
                return self.users[parser_class]
            return self.register(kind.record("RegClass"))
        if kind.is_a("RegisterClass"):
            return self.register(kind)
        if not kind.is_a("Operand"):
            raise kind.error(
                f"Operand `{kind.name}' does not derive from class Operand!\n"
            )
        parser_class = kind.record("ParserMatchClass")
        if parser_class not in self.users:
            raise kind.error("operand has no match class!")
        return self.users[parser_class]


def _token_aliases(target: Target) -> dict[str, list[str]]:
    """The aliases of each token (TokenAlias)."""
    aliases: dict[str, list[str]] = {}
    for record in target.records.derived("TokenAlias"):
        written, meant = record.string("FromToken"), record.string("ToToken")
        if written == meant:
            raise record.error("error: Destination value identical to source value.")
        aliases.setdefault(meant, []).append(written)
    return aliases


def _user_class(record: Record, rank: int) -> MatchClass:
    name = record.string("Name")
    return MatchClass(
        USER,
        rank,
        record.name,
        predicate=_text(record, "PredicateMethod", f"is{name}"),
        renderer=_text(record, "RenderMethod", f"add{name}Operands"),
        parser=_text(record, "ParserMethod", ""),
        default=_text(record, "DefaultMethod", f"default{name}Operands")
        if record.fields.get("IsOptional")
        else "",
        diagnostic=_diagnostic(record, name),
    )


def _diagnostic(record: Record, name: str) -> tuple[str, str]:
    message = _text(record, "DiagnosticString", "")
    return _text(record, "DiagnosticType", name if message else ""), message


def _text(record: Record, field: str, default: str) -> str:
    value = record.fields.get(field)
    return value if isinstance(value, str) and value else default
