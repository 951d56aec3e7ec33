"""
`-gen-asm-matcher`: matches a mnemonic and parsed operands to an instruction.

The module has, for each mnemonic, the operand classes of its instructions in the order
in which they are tried, and conversions to machine operands. Operands that are neither
registers nor literal tokens are matched and rendered by functions of the caller.
"""

from collections.abc import Sequence
from itertools import count

from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.match_classes import (
    REGISTER_CLASS,
    TOKEN,
    USER,
    MatchClass,
)
from circ.targets.tablegen.backends.matchables import Matchable, MatchableReader
from circ.targets.tablegen.backends.predicates import Predicates
from circ.targets.tablegen.backends.python_text import (
    Code,
    PythonText,
    literal,
    member_names,
    numbered,
)
from circ.targets.tablegen.records import Record, RecordKeeper
from circ.targets.tablegen.runtime.assembly import (
    CONSTANT,
    CONVERTED,
    REGISTER,
    TIED,
    Entry,
    OperandClass,
)

_IMPORTS = {
    "collections.abc": "Callable Sequence",
    "typing": "Generic NamedTuple",
    "circ.targets.tablegen.runtime.assembly": (
        "+CONSTANT CONVERTED +Hooks +Match +Mismatch +NO_FEATURES +NO_MNEMONIC "
        "+NO_OPERAND +NO_TIE REGISTER +TIED Conversion Entry MatcherTables "
        "OperandClass +ParsedOperand T"
    ),
}
_HOOKS = {
    "Predicates": "Callable[[T], bool]",
    "Renderers": "Callable[[T], tuple[int, ...]]",
    "Defaults": "Callable[[], T]",
    "Converters": "Callable[[Sequence[T]], tuple[int, ...]]",
}
"""The tuples of functions in the run time's `Hooks`, and the functions' types."""
_STEPS = {
    REGISTER: Code("REGISTER"),
    TIED: Code("TIED"),
    CONSTANT: Code("CONSTANT"),
    CONVERTED: Code("CONVERTED"),
}


def generate(records: RecordKeeper) -> PythonText:
    """The module of the matcher."""
    return _Module(Target(records)).text()


class _Module:
    """Collects the tables of all variants, then adds them to the module."""

    def __init__(self, target: Target):
        parsers = target.record.records("AssemblyParsers")
        if not parsers:
            raise target.record.error("No assembly parsers defined!")
        self.target = target
        self.parser = parsers[0]
        self.predicates = Predicates(target)
        self.variants = _variants(target)
        self.tables = [
            MatchableReader(target, self.predicates, self.parser, variant).read()
            for variant in self.variants.values()
        ]
        everything = [each for table in self.tables for each in table]
        # Variants have classes of their own; equal ones are one here.
        classes: dict[tuple[object, ...], MatchClass] = {}
        for each in everything:
            for written in each.written:
                classes.setdefault(written.match_class.identity, written.match_class)
        self.classes = sorted(classes.values(), key=lambda c: (c.kind, c.rank, c.name))
        self.numbers = {each.identity: i for i, each in enumerate(self.classes)}
        users = [each for each in self.classes if each.kind == USER]
        steps = {step for each in everything for step in each.steps}
        converters = {step for step in steps if step.how == CONVERTED}
        self.hooks = {
            "Predicates": numbered(each.predicate for each in users),
            "Renderers": numbered(step.renderer for step in steps - converters),
            "Defaults": numbered(step.default for step in steps),
            "Converters": numbered(step.renderer for step in converters),
        }
        """By tuple, the numbers of the functions by name."""
        self.conversions: dict[tuple[object, ...], int] = {}

    def text(self) -> PythonText:
        what = f"Matching of the assembly of {self.target.name}."
        out = PythonText(what, _IMPORTS)
        for title, type in _HOOKS.items():
            if names := member_names(self.hooks[title]).values():
                what = f"`Hooks.{title.lower()}`, by the names of the description."
                out.named_tuple(title, what, dict.fromkeys(names, type), ", Generic[T]")
        self.add_registers(out)
        self.add_classes(out)
        matches = [self.matches(table) for table in self.tables]
        what = "Steps to the machine operands, and operands that must be the same."
        rows = list(self.conversions)
        out.table("CONVERSIONS: tuple[Conversion, ...]", rows, what, count())
        for suffix, table in zip(self.variants, matches, strict=True):
            entries = {
                mnemonic: [row for row, _ in rows] for mnemonic, rows in table.items()
            }
            names = [", ".join(name for _, name in rows) for rows in table.values()]
            head = f"MATCHES{suffix}: dict[str, tuple[Entry, ...]]"
            out.table(head, entries, comments=names)
        for suffix, table in zip(self.variants, self.tables, strict=True):
            self.add_parsers(out, f"PARSERS{suffix}", table)
        tables = [self.of_all_variants(out, "MATCHES"), "CLASSES", "CONVERSIONS"]
        if aliases := self.target.records.derived("MnemonicAlias"):
            what = "The first whose predicate holds (-1 always) is meant."
            type = "dict[str, tuple[tuple[int, str], ...]]"
            for suffix, variant in self.variants.items():
                rows = self.mnemonic_aliases(aliases, variant)
                out.table(f"MNEMONIC_ALIASES{suffix}: {type}", rows, what)
            tables.append(f"aliases={self.of_all_variants(out, 'MNEMONIC_ALIASES')}")
        tables += self.predicates.add(out)
        out.methods("MatcherTables", tables, "match")
        return out

    def of_all_variants(self, out: PythonText, name: str) -> str:
        """The tuple of the variants' tables; where there are several, a constant."""
        tables = [Code(f"{name}{suffix}") for suffix in self.variants]
        if len(tables) < 2:
            return literal(tables)
        out.packed(f"VARIANT_{name}", tables)
        return f"VARIANT_{name}"

    def add_registers(self, out: PythonText) -> None:
        names: dict[str, int] = {}
        others: dict[str, int] = {}
        for register in self.target.registers.registers:
            if register.record.string("AsmName"):
                names.setdefault(register.assembly_name, register.number)
            for name in filter(None, register.record.strings("AltNames")):
                others.setdefault(name, register.number)
        what = "Numbers of registers by their names in assembly."
        out.packed("REGISTER_NUMBERS: dict[str, int]", names, what)
        if self.parser.flag("ShouldEmitMatchRegisterAltName"):
            what = "Numbers of registers by their alternative names."
            out.packed("ALTERNATIVE_REGISTER_NUMBERS: dict[str, int]", others, what)

    def add_classes(self, out: PythonText) -> None:
        """What each class accepts, by its number."""
        rows = [
            OperandClass(
                frozenset(each.registers),
                each.tokens,
                self.hooks["Predicates"].get(each.predicate, -1),
                *each.diagnostic,
            )
            for each in self.classes
        ]
        kinds = {REGISTER_CLASS: "registers of ", TOKEN: "token ", USER: "operands of "}
        names = [
            f"{number}: {each.predicate or kinds[each.kind] + each.name}"
            for number, each in enumerate(self.classes)
        ]
        out.table("CLASSES: tuple[OperandClass, ...]", rows, comments=names)

    def matches(self, table: Sequence[Matchable]) -> dict[str, list[tuple[Entry, str]]]:
        """The entries by mnemonic, each with the name of its instruction."""
        found: dict[str, list[tuple[Entry, str]]] = {}
        for each in sorted(table, key=lambda each: each.mnemonic.lower()):
            classes = tuple(self.numbers[w.match_class.identity] for w in each.written)
            opcode, conversion = each.instruction.opcode, self.conversion(each)
            entry = opcode, conversion, each.predicate, classes
            entries = found.setdefault(each.mnemonic.lower(), [])
            entries.append((entry, each.instruction.name))
        return found

    def conversion(self, matchable: Matchable) -> int:
        steps: list[tuple[object, int]] = []
        for renderer, how, argument, default in matchable.steps:
            kind: object = _STEPS.get(how)
            if how == CONVERTED:
                argument = self.hooks["Converters"][renderer]
            elif renderer:
                kind = self.hooks["Renderers"][renderer]
                if default:
                    argument = ~self.hooks["Defaults"][default]
            steps.append((kind, argument))
        key = tuple(steps), tuple(matchable.equal)
        return self.conversions.setdefault(key, len(self.conversions))

    def add_parsers(
        self, out: PythonText, name: str, table: Sequence[Matchable]
    ) -> None:
        """The methods that parse operands, by mnemonic and operand index."""
        parsers: dict[str, dict[int, dict[str, None]]] = {}
        for each in table:
            for place, written in enumerate(each.written):
                if method := written.match_class.parser:
                    places = parsers.setdefault(each.mnemonic.lower(), {})
                    places.setdefault(place, {})[method] = None
        if parsers:
            rows = {
                mnemonic: {
                    place: list(names) for place, names in sorted(places.items())
                }
                for mnemonic, places in sorted(parsers.items())
            }
            what = "The methods that may parse an operand, by mnemonic and place."
            out.packed(f"{name}: dict[str, dict[int, tuple[str, ...]]]", rows, what)

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


def _variants(target: Target) -> dict[str, Record]:
    """The variants, by the suffix of their tables: their name if there are several."""
    variants = target.record.records("AssemblyParserVariants")
    names = [
        variant.string("Name") or f"variant{variant.integer('Variant')}"
        for variant in variants
    ]
    for variant, name in zip(variants, names):
        if names.count(name) > 1:
            raise variant.error(f"two variants have the name '{name}'")
    if len(names) == 1:
        return {"": variants[0]}
    suffixes = [f"_{name}" for name in member_names(names).values()]
    return dict(zip(suffixes, variants))
