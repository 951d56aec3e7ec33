"""
`-gen-asm-matcher`: a mnemonic and written operands to an instruction.

The module has, for each mnemonic, the operand classes of its instructions in the order
in which they are tried, and how machine operands are made. Registers and literal tokens
it knows; for other classes the caller's functions say what fits and what it renders to.

Facts: `tablegen` section 1c.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.match_classes import (
    REGISTER,
    TOKEN,
    USER,
    MatchClass,
)
from circ.targets.tablegen.backends.matchables import (
    CONSTANT,
    CONVERTED,
    REGISTER_OF,
    TIED,
    Matchable,
    MatchableReader,
)
from circ.targets.tablegen.backends.predicates import Predicates
from circ.targets.tablegen.backends.python_text import (
    Code,
    PythonText,
    member_names,
    numbered,
    tuple_of,
)
from circ.targets.tablegen.backends.register_tables import RegisterTables
from circ.targets.tablegen.records import Record, RecordKeeper
from circ.targets.tablegen.runtime.assembly import Entry, OperandClass

_IMPORTS = {
    "collections.abc": "Callable Sequence",
    "typing": "Generic NamedTuple",
    "circ.targets.tablegen.runtime.assembly": (
        "+CONSTANT CONVERTED +NO_FEATURES +NO_MNEMONIC +NO_OPERAND +NO_TIE REGISTER "
        "+TIED Conversion Entry Match MatcherTables Mismatch OperandClass "
        "+ParsedOperand T"
    ),
}
_HOOKS = {
    "Predicates": (
        "Is an operand of a class? By the names that the description gives.",
        "Callable[[T], bool]",
    ),
    "Renderers": (
        "The machine operands that an operand makes, by these names too.",
        "Callable[[T], tuple[int, ...]]",
    ),
    "Defaults": (
        "What is meant where an optional operand is left out.",
        "Callable[[], T]",
    ),
    "Converters": (
        "All machine operands of an instruction, from all that are written.",
        "Callable[[Sequence[T]], tuple[int, ...]]",
    ),
}
"""The tuples of functions that are left to code: what they do, and their type."""


def generate(records: RecordKeeper) -> str:
    """The text of the matcher."""
    target = Target(records)
    parsers = target.record.records("AssemblyParsers")
    if not parsers:
        raise target.record.error("No assembly parsers defined!")
    registers = RegisterTables(target.records)
    predicates = Predicates(target)
    variants = target.record.records("AssemblyParserVariants")
    readers = [
        MatchableReader(target, registers, predicates, parsers[0], variant)
        for variant in variants
    ]
    tables = [reader.read() for reader in readers]
    return _Module(target, registers, predicates, parsers[0], variants, tables).text()


@dataclass
class _Module:
    """The module while it is written."""

    target: Target
    registers: RegisterTables
    predicates: Predicates
    parser: Record
    variants: Sequence[Record]
    tables: Sequence[Sequence[Matchable]]

    def __post_init__(self) -> None:
        everything = [each for table in self.tables for each in table]
        # Variants have classes of their own; equal ones are one here.
        classes: dict[tuple[object, ...], MatchClass] = {}
        for each in everything:
            for written in each.written:
                classes.setdefault(_identity(written.match_class), written.match_class)
        self.classes = sorted(classes.values(), key=lambda c: (c.kind, c.rank, c.name))
        self.numbers = {_identity(each): i for i, each in enumerate(self.classes)}
        users = [each for each in self.classes if each.kind == USER]
        self.predicate_hooks = numbered(each.predicate for each in users)
        steps = {step for each in everything for step in each.steps}
        self.renderer_hooks = numbered(
            step.renderer for step in steps if step.how != CONVERTED
        )
        self.default_hooks = numbered(step.default for step in steps)
        self.converter_hooks = numbered(
            step.renderer for step in steps if step.how == CONVERTED
        )
        self.conversions: dict[_Conversion, int] = {}
        # Tables have their variant's name if there are several.
        several = len(self.variants) > 1
        named = [
            variant.string("Name") or f"variant{variant.integer('Variant')}"
            for variant in self.variants
        ]
        for variant, name in zip(self.variants, named):
            if named.count(name) > 1:
                raise variant.error(f"two variants have the name '{name}'")
        self.suffixes = [f"_{name}" * several for name in member_names(named).values()]

    def text(self) -> str:
        hooks = self.hooks()
        out = PythonText(
            "gen-asm-matcher",
            f"Matching of the assembly of {self.target.name}.",
            _IMPORTS,
        )
        for title, (what, type, names) in hooks.items():
            _add_class(
                out, title, what, {name: type for name in member_names(names).values()}
            )
        if hooks:
            fields = {title.lower(): f"{title}[T]" for title in hooks}
            _add_class(out, "Hooks", "What the description leaves to code.", fields)
        out.add("")
        self.add_registers(out)
        self.add_classes(out)
        matches = [self.matches(table) for table in self.tables]
        out.add("")
        out.table(
            "CONVERSIONS: tuple[Conversion, ...]", list(self.conversions), count()
        )
        what = "Steps to the machine operands, and operands that must be the same."
        out.add(f'"""{what}"""')
        for suffix, table in zip(self.suffixes, matches, strict=True):
            entries = {
                mnemonic: [row for row, _ in rows] for mnemonic, rows in table.items()
            }
            names = [", ".join(name for _, name in rows) for rows in table.values()]
            out.add("")
            head = f"MATCHES{suffix}: dict[str, tuple[Entry, ...]]"
            out.table(head, entries, names)
        for suffix, table in zip(self.suffixes, self.tables, strict=True):
            self.add_parsers(out, f"PARSERS{suffix}", table)
        aliases = self.target.records.derived("MnemonicAlias")
        for variant, suffix in zip(self.variants, self.suffixes) if aliases else ():
            out.add("")
            head = f"MNEMONIC_ALIASES{suffix}: dict[str, tuple[tuple[int, str], ...]]"
            out.table(head, self.mnemonic_aliases(aliases, variant))
            out.add('"""The first whose predicate holds (-1 always) is meant."""')
        self.predicates.add(out)
        self.add_match(out, hooks, bool(aliases))
        return out.text()

    def hooks(self) -> dict[str, tuple[str, str, list[str]]]:
        """The classes of functions: what they do, their type, and their names."""
        names = {
            "Predicates": list(self.predicate_hooks),
            "Renderers": list(self.renderer_hooks),
            "Defaults": list(self.default_hooks),
            "Converters": list(self.converter_hooks),
        }
        if not any(names.values()):
            return {}
        return {
            title: (what, type, names[title])
            for title, (what, type) in _HOOKS.items()
            if names[title] or title in ("Predicates", "Renderers")
        }

    def add_registers(self, out: PythonText) -> None:
        names: dict[str, int] = {}
        for register in self.registers.registers:
            if register.record.string("AsmName"):
                names.setdefault(register.assembly_name, register.number)
        out.packed("REGISTER_NUMBERS: dict[str, int]", names)
        out.add('"""Numbers of registers by their names in assembly."""')
        if self.parser.flag("ShouldEmitMatchRegisterAltName"):
            others: dict[str, int] = {}
            for register in self.registers.registers:
                for name in register.record.strings("AltNames"):
                    if name:
                        others.setdefault(name, register.number)
            out.packed("ALTERNATIVE_REGISTER_NUMBERS: dict[str, int]", others)
            out.add('"""Numbers of registers by their alternative names."""')

    def add_classes(self, out: PythonText) -> None:
        """What each class accepts, by its number."""
        rows = [
            OperandClass(
                frozenset(each.registers),
                frozenset(each.tokens),
                self.predicate_hooks.get(each.predicate, -1)
                if each.kind == USER
                else -1,
                *each.diagnostic,
            )
            for each in self.classes
        ]
        kinds = {REGISTER: "registers of ", TOKEN: "token ", USER: "operands of "}
        names = [
            f"{number}: {each.predicate or kinds[each.kind] + each.name}"
            for number, each in enumerate(self.classes)
        ]
        out.add("")
        out.table("CLASSES: tuple[OperandClass, ...]", rows, names)

    def matches(self, table: Sequence[Matchable]) -> dict[str, list[tuple[Entry, str]]]:
        """The entries by mnemonic, each with the name of its instruction."""
        found: dict[str, list[tuple[Entry, str]]] = {}
        for each in sorted(table, key=lambda each: each.mnemonic.lower()):
            classes = tuple(
                self.numbers[_identity(w.match_class)] for w in each.written
            )
            opcode, conversion = each.instruction.opcode, self.conversion(each)
            entry = opcode, conversion, each.predicate, classes
            entries = found.setdefault(each.mnemonic.lower(), [])
            entries.append((entry, each.instruction.name))
        return found

    def conversion(self, matchable: Matchable) -> int:
        steps: list[tuple[Code | int, int]] = []
        kinds = {REGISTER_OF: "REGISTER", TIED: "TIED", CONSTANT: "CONSTANT"}
        for renderer, how, argument, default in matchable.steps:
            kind: Code | int = Code(kinds.get(how, "CONVERTED"))
            if how == CONVERTED:
                argument = self.converter_hooks[renderer]
            elif renderer:
                kind = self.renderer_hooks[renderer]
                if default:
                    argument = ~self.default_hooks[default]
            steps.append((kind, argument))
        key = tuple(steps), tuple(matchable.equal)
        return self.conversions.setdefault(key, len(self.conversions))

    def add_parsers(
        self, out: PythonText, name: str, table: Sequence[Matchable]
    ) -> None:
        """Which method parses an operand of a mnemonic, by its place."""
        parsers: dict[str, dict[int, dict[str, None]]] = {}
        for each in table:
            for place, written in enumerate(each.written):
                if method := written.match_class.parser:
                    places = parsers.setdefault(each.mnemonic.lower(), {})
                    places.setdefault(place, {})[method] = None
        if not parsers:
            return
        rows = {
            mnemonic: {place: list(names) for place, names in sorted(places.items())}
            for mnemonic, places in sorted(parsers.items())
        }
        out.add("")
        out.packed(f"{name}: dict[str, dict[int, tuple[str, ...]]]", rows)
        what = "The methods that may parse an operand, by mnemonic and place."
        out.add(f'"""{what}"""')

    def mnemonic_aliases(
        self, aliases: Sequence[Record], variant: Record
    ) -> dict[str, list[tuple[int, str]]]:
        found: dict[str, list[tuple[int, str]]] = {}
        for record in aliases:
            name = record.string("AsmVariantName")
            if name and name != variant.string("Name"):
                continue
            written = record.string("FromMnemonic").lower()
            meant = record.string("ToMnemonic").lower()
            predicate = self.predicates.number(record.records("Predicates"))
            entries = found.setdefault(written, [])
            if predicate < 0 and entries and entries[-1][0] < 0:
                raise record.error(
                    "two different MnemonicAliases with the same 'from' mnemonic!"
                )
            if predicate >= 0 and written == meant:
                raise record.error("MnemonicAlias to the same string")
            if predicate < 0 or not entries or entries[-1][0] >= 0:
                entries.append((predicate, meant))
            else:
                entries.insert(-1, (predicate, meant))
        return dict(sorted(found.items()))

    def add_match(
        self,
        out: PythonText,
        hooks: dict[str, tuple[str, str, list[str]]],
        has_aliases: bool,
    ) -> None:
        """The function over the tables."""
        several = len(self.variants) > 1
        names = ["MATCHES", *["MNEMONIC_ALIASES"] * has_aliases]
        tables = {
            name: tuple_of([f"{name}{suffix}" for suffix in self.suffixes])
            for name in names
        }
        if several:
            for name, table in tables.items():
                out.add(f"VARIANT_{name} = {table}")
                tables[name] = f"VARIANT_{name}"
        arguments = [tables["MATCHES"], "CLASSES", "CONVERSIONS"]
        if has_aliases:
            arguments.append(f"aliases={tables['MNEMONIC_ALIASES']}")
        arguments += [f"predicates={name}" for name in self.predicates.names]
        out.add("", f"_TABLES = MatcherTables({', '.join(arguments)})")
        features = bool(self.predicates.names)
        passed = ["mnemonic", "operands"]
        passed += [f"{each.lower()}=hooks.{each.lower()}" for each in hooks]
        passed += ["features=features"] * features + ["variant=variant"] * several
        out.function(
            "match",
            [
                *("mnemonic: str", "operands: Sequence[T]"),
                *["hooks: Hooks[T]"] * bool(hooks),
                *["features: int = 0"] * features,
                *["variant: int = 0"] * several,
            ],
            "Match | Mismatch",
            "The instruction of a mnemonic, in lower case, and operands as written.",
            f"_TABLES.match({', '.join(passed)})",
        )


_Conversion = tuple[
    tuple[tuple[Code | int, int], ...],
    tuple[tuple[int, int], ...],
]
"""The steps to the machine operands, and operands that must be the same."""


def _add_class(
    out: PythonText, name: str, docstring: str, fields: Mapping[str, str]
) -> None:
    """Add a tuple of functions."""
    out.add("", "", f"class {name}(NamedTuple, Generic[T]):")
    out.add(f'    """{docstring}"""', "")
    out.add(*(f"    {field}: {type}" for field, type in fields.items()))


def _identity(match_class: MatchClass) -> tuple[object, ...]:
    return match_class.kind, match_class.name, match_class.registers, match_class.tokens
