"""
`-gen-asm-matcher`: a mnemonic and written operands to an instruction.

The module has, for each mnemonic, the operand classes of its instructions in the order
in which they are tried, and how machine operands are made. Registers and literal tokens
it knows; for other classes the caller's functions say what fits and what it renders to.

Facts: `tablegen` section 1c.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
    PythonText,
    definition,
    escaped,
    member_names,
    numbered,
    quoted,
    tuple_of,
)
from circ.targets.tablegen.backends.register_tables import RegisterTables
from circ.targets.tablegen.records import Record, RecordKeeper

_TYPES = '''

class ParsedOperand(Protocol):
    """An operand as the caller's parser made it."""

    @property
    def token(self) -> str | None:
        """The text of a token, None for anything else."""
        ...

    @property
    def register(self) -> int:
        """The number of a register, 0 for anything else."""
        ...


T = TypeVar("T", bound=ParsedOperand)
'''
_HOOKS = '''

class Predicates(NamedTuple, Generic[T]):
    """Is an operand of a class? By the names that the description gives."""

{predicates}


class Renderers(NamedTuple, Generic[T]):
    """The machine operands that an operand makes, by the description's names."""

{renderers}


class Hooks(NamedTuple, Generic[T]):
    """What the description leaves to code."""

    predicates: Predicates[T]
    renderers: Renderers[T]
{more}'''
_MORE_HOOKS = '''

class {title}(NamedTuple, Generic[T]):
    """{what}"""

{names}
'''
_DEFAULTS = "What is meant where an optional operand is left out."
_CONVERTERS = "All machine operands of an instruction, from all that are written."
_RESULTS = '''

class Match(NamedTuple):
    """The instruction that was written, with its machine operands."""

    opcode: int
    operands: tuple[int, ...]


NO_MNEMONIC, NO_OPERAND, NO_FEATURES, NO_TIE = range(4)


class Mismatch(NamedTuple):
    """
    Why nothing matches.

    `reason`: no such mnemonic, an operand that fits no instruction, features that are
    missing, or operands that are not the same register. `place` is of the operand at
    fault, or one past the last where one is missing; `diagnostic` and `message` are
    what the description says about the class that it should be of.
    """

    reason: int
    place: int
    diagnostic: str
    message: str


Entry = tuple[int, int, int, tuple[int, ...]]
"""Opcode, conversion, predicate on the features (-1 for none), classes of operands."""
'''
_MATCH = '''

{match_head}
    """
    The instruction of a mnemonic, in lower case, and operands as they are written.

    Of several that fit, the first in the order of the tables is taken.
    """
{aliases}    entries = {table}.get(mnemonic)
    if entries is None:
        return Mismatch(NO_MNEMONIC, 0, "", "")
    count = len(operands)
    for opcode, conversion, predicate, classes in entries:
        if len(classes) != count:
            continue
        for operand, wanted in zip(operands, classes):
            if operand.register not in REGISTERS[wanted]{or_hook}{or_token}:
                break
        else:
            if {features}:
                continue
            steps, equal = CONVERSIONS[conversion]
            for left, right in equal:
                if operands[left].register != operands[right].register:
                    return Mismatch(NO_TIE, right, "", "")
            return Match(opcode, _rendered(steps, operands{hooks_argument}))
    return _mismatch(entries, operands{mismatch_arguments})


{rendered_head}
    rendered: list[int] = []
    for how, argument in steps:
        if how == REGISTER:
            rendered.append(operands[argument].register)
{render}        elif how == TIED:
            rendered.append(rendered[argument])
        else:
            rendered.append(argument)
    return tuple(rendered)


{mismatch_head}
    """What is wrong for all entries: the operand that the best of them got to."""
    index, at_fault = -1, -1
    for _, _, {predicate_name}, classes in entries:
        for place, operand in enumerate(operands):
            wanted = classes[place] if place < len(classes) else -1
            if wanted < 0 or (
                operand.register not in REGISTERS[wanted]{or_hook_deep}{or_token_deep}
            ):
                break
        else:
            place, wanted = len(operands), -1
            if len(classes) == place:
                return Mismatch(NO_FEATURES, 0, "", "")
        if place > index or (place == index and wanted >= 0 and DIAGNOSTICS[wanted][0]):
{available}            index = place
    diagnostic, message = DIAGNOSTICS[at_fault] if at_fault >= 0 else ("", "")
    return Mismatch(NO_OPERAND, index, diagnostic, message)'''
_AVAILABLE = """\
            if predicate < 0 or PREDICATES[predicate](features):
                at_fault = wanted
"""
_ALWAYS = """\
            at_fault = wanted
"""
_ALIASES = """\
    for predicate, meant in {table}.get(mnemonic, ()):
        if {condition}:
            mnemonic = meant
            break
"""
_RENDER = """\
        elif how >= 0:
{default}            rendered += hooks.renderers[how](operands[argument])
"""
_DEFAULT = """\
            if argument < 0:  # ~argument is the number of a method
                rendered += hooks.renderers[how](hooks.defaults[~argument]())
                continue
"""
_CONVERT = """\
        elif how == CONVERTED:
            return hooks.converters[argument](operands)
"""


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
        self.conversions: dict[tuple[str, str], int] = {}
        self.has_aliases = False
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
        hooks = bool(
            self.predicate_hooks or self.renderer_hooks or self.converter_hooks
        )
        out = PythonText(
            "gen-asm-matcher",
            f"Matching of the assembly of {self.target.name}.",
            {
                "collections.abc": "Callable Sequence",
                "typing": "Generic NamedTuple Protocol TypeVar",
            },
        )
        out.add(_TYPES)
        if hooks:
            more = {
                "Defaults": (self.default_hooks, _DEFAULTS, "Callable[[], T]"),
                "Converters": (
                    self.converter_hooks,
                    _CONVERTERS,
                    "Callable[[Sequence[T]], tuple[int, ...]]",
                ),
            }
            fields = ""
            for title, (names, what, kind) in more.items():
                if names:
                    lines = _members(names, kind)
                    out.add(_MORE_HOOKS.format(title=title, what=what, names=lines))
                    fields += f"    {title.lower()}: {title}[T]\n"
            predicates = _members(self.predicate_hooks, "Callable[[T], bool]")
            kind = "Callable[[T], tuple[int, ...]]"
            renderers = _members(self.renderer_hooks, kind)
            out.add(
                _HOOKS.format(predicates=predicates, renderers=renderers, more=fields)
            )
        out.add(_RESULTS)
        self.add_registers(out)
        self.add_classes(out)
        matches = [self.match_rows(table) for table in self.tables]
        self.add_conversions(out)
        for suffix, rows in zip(self.suffixes, matches, strict=True):
            out.add("", f"MATCHES{suffix} = {{", *rows, "}")
        for suffix, table in zip(self.suffixes, self.tables, strict=True):
            self.add_parsers(out, f"PARSERS{suffix}", table)
        self.add_mnemonic_aliases(out)
        if self.predicates.numbers:
            self.predicates.add(out)
        self.add_functions(out, hooks)
        return out.text()

    def add_registers(self, out: PythonText) -> None:
        names: dict[str, int] = {}
        for register in self.registers.registers:
            if register.record.string("AsmName"):
                names.setdefault(register.assembly_name, register.number)
        rows = (f"{quoted(name)}: {number}" for name, number in names.items())
        out.items("REGISTER_NUMBERS = {", rows, "}")
        out.add('"""Numbers of registers by their names in assembly."""')
        if self.parser.flag("ShouldEmitMatchRegisterAltName"):
            others: dict[str, int] = {}
            for register in self.registers.registers:
                for name in register.record.strings("AltNames"):
                    if name:
                        others.setdefault(name, register.number)
            rows = (f"{quoted(name)}: {number}" for name, number in others.items())
            out.items("ALTERNATIVE_REGISTER_NUMBERS = {", rows, "}")
            out.add('"""Numbers of registers by their alternative names."""')

    def add_classes(self, out: PythonText) -> None:
        """What each class accepts, by its number."""
        out.add("", "NONE: frozenset[int] = frozenset()")
        out.add("REGISTERS: tuple[frozenset[int], ...] = (")
        for number, each in enumerate(self.classes):
            if each.kind == REGISTER:
                out.add(f"    # {number}: registers of {escaped(each.name)}")
                numbers = map(str, each.registers)
                out.items("    frozenset((", numbers, "    )),", "        ")
            else:
                what = f"token {each.name}" if each.kind == TOKEN else each.predicate
                out.add(f"    NONE,  # {number}: {escaped(what)}")
        out.add(")", '"""The registers that a class accepts."""')
        if any(each.kind == TOKEN for each in self.classes):
            out.add("", "TOKENS: tuple[frozenset[str], ...] = (")
            for each in self.classes:
                texts = tuple_of([quoted(text) for text in sorted(each.tokens)])
                out.add(f"    frozenset({texts}),")
            out.add(")", '"""The tokens that a class accepts."""')
        if self.predicate_hooks:
            out.items(
                "PREDICATE_HOOKS = (",
                (str(self.predicate_hooks.get(c.predicate, -1)) for c in self.classes),
                ")",
            )
            out.add('"""The predicate that tells if an operand is of a class."""')
        out.add("", "DIAGNOSTICS = (")
        for each in self.classes:
            kind, message = each.diagnostic
            out.add(f"    ({quoted(kind)}, {quoted(message)}),")
        out.add(")", '"""What to say of an operand that should be of a class."""')

    def match_rows(self, table: Sequence[Matchable]) -> list[str]:
        """The entries by mnemonic."""
        found: dict[str, list[Matchable]] = {}
        for each in table:
            found.setdefault(each.mnemonic.lower(), []).append(each)
        rows: list[str] = []
        for mnemonic, entries in sorted(found.items()):
            rows.append(f"    {quoted(mnemonic)}: (")
            for each in entries:
                numbers = [self.numbers[_identity(w.match_class)] for w in each.written]
                classes = tuple_of([str(number) for number in numbers])
                opcode, conversion = each.instruction.opcode, self.conversion(each)
                entry = f"({opcode}, {conversion}, {each.predicate}, {classes}),"
                rows.append(f"        {entry}  # {escaped(each.instruction.name)}")
            rows.append("    ),")
        return rows

    def conversion(self, matchable: Matchable) -> int:
        steps: list[str] = []
        kinds = {REGISTER_OF: "REGISTER", TIED: "TIED", CONSTANT: "CONSTANT"}
        for renderer, how, argument, default in matchable.steps:
            kind = kinds.get(how, "CONVERTED")
            if how == CONVERTED:
                argument = self.converter_hooks[renderer]
            elif renderer:
                kind = str(self.renderer_hooks[renderer])
                if default:
                    argument = ~self.default_hooks[default]
            steps.append(f"({kind}, {argument})")
        equal = [f"({left}, {right})" for left, right in matchable.equal]
        key = tuple_of(steps), tuple_of(equal)
        return self.conversions.setdefault(key, len(self.conversions))

    def add_conversions(self, out: PythonText) -> None:
        out.add("", "REGISTER, TIED, CONSTANT, CONVERTED = -1, -2, -3, -4")
        out.add('"""In place of a renderer: of the written operand, as the machine')
        out.add('operand before, the argument itself, or what a converter makes."""')
        out.add(
            "Pairs = tuple[tuple[int, int], ...]",
            "Conversion = tuple[Pairs, Pairs]",
        )
        out.add("CONVERSIONS: tuple[Conversion, ...] = (")
        for (steps, equal), number in self.conversions.items():
            out.add(f"    ({steps}, {equal}),  # {number}")
        out.add(")")
        out.add(
            '"""Steps to the machine operands, and operands that must be the same."""'
        )

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
        out.add("", f"{name}: dict[str, dict[int, tuple[str, ...]]] = {{")
        for mnemonic, places in sorted(parsers.items()):
            row = ", ".join(
                f"{place}: {tuple_of([quoted(method) for method in methods])}"
                for place, methods in sorted(places.items())
            )
            out.add(f"    {quoted(mnemonic)}: {{{row}}},")
        out.add(
            "}", '"""The methods that may parse an operand, by mnemonic and place."""'
        )

    def add_mnemonic_aliases(self, out: PythonText) -> None:
        """`MNEMONIC_ALIASES`, one table a variant, if there are any."""
        aliases = self.target.records.derived("MnemonicAlias")
        self.has_aliases = bool(aliases)
        for variant, suffix in zip(self.variants, self.suffixes) if aliases else ():
            name = f"MNEMONIC_ALIASES{suffix}"
            rows = self.mnemonic_aliases(aliases, variant)
            out.add("", f"{name}: dict[str, tuple[tuple[int, str], ...]] = {{", *rows)
            out.add("}", '"""The first whose predicate holds (-1 always) is meant."""')

    def mnemonic_aliases(self, aliases: Sequence[Record], variant: Record) -> list[str]:
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
        return [
            f"    {quoted(written)}: "
            + tuple_of(
                [f"({predicate}, {quoted(meant)})" for predicate, meant in entries]
            )
            + ","
            for written, entries in sorted(found.items())
        ]

    def add_functions(self, out: PythonText, hooks: bool) -> None:
        features = bool(self.predicates.numbers)
        has_tokens = any(each.kind == TOKEN for each in self.classes)
        several = len(self.variants) > 1
        tables = ["MATCHES", *["MNEMONIC_ALIASES"] * self.has_aliases]
        for name in tables if several else ():
            rows = (f"{name}{suffix}" for suffix in self.suffixes)
            out.items(f"VARIANT_{name} = (", rows, ")")
        operands = "operands: Sequence[T]"
        given = ["hooks: Hooks[T]"] * hooks
        test = "PREDICATE_HOOKS[wanted]"
        or_hook = (
            f" and not (\n{{0}}{test} >= 0\n"
            f"{{0}}and hooks.predicates[{test}](operand)\n{{1}})"
        )
        or_token = " and operand.token not in TOKENS[wanted]" if has_tokens else ""
        has_hooks = bool(self.predicate_hooks)
        out.add(
            _MATCH.format(
                match_head=definition(
                    "match",
                    [
                        *("mnemonic: str", operands, *given),
                        *["features: int = 0"] * features,
                        *["variant: int = 0"] * several,
                    ],
                    "Match | Mismatch",
                ),
                rendered_head=definition(
                    "_rendered",
                    ["steps: tuple[tuple[int, int], ...]", operands, *given],
                    "tuple[int, ...]",
                ),
                mismatch_head=definition(
                    "_mismatch",
                    [
                        *("entries: tuple[Entry, ...]", operands, *given),
                        *["features: int"] * features,
                    ],
                    "Mismatch",
                ),
                table="VARIANT_MATCHES[variant]" if several else "MATCHES",
                aliases=_ALIASES.format(
                    table="VARIANT_MNEMONIC_ALIASES[variant]"
                    if several
                    else "MNEMONIC_ALIASES",
                    condition="predicate < 0 or PREDICATES[predicate](features)"
                    if features
                    else "predicate < 0",
                )
                if self.has_aliases
                else "",
                or_hook=or_hook.format(" " * 16, " " * 12) if has_hooks else "",
                or_hook_deep=or_hook.format(" " * 20, " " * 16) if has_hooks else "",
                or_token=or_token,
                or_token_deep=or_token,
                features="predicate >= 0 and not PREDICATES[predicate](features)"
                if features
                else "predicate >= 0",
                hooks_argument=", hooks" if hooks else "",
                render=(
                    _RENDER.format(default=_DEFAULT if self.default_hooks else "")
                    if self.renderer_hooks
                    else ""
                )
                + (_CONVERT if self.converter_hooks else ""),
                mismatch_arguments=", hooks" * hooks + ", features" * features,
                predicate_name="predicate" if features else "_",
                available=_AVAILABLE if features else _ALWAYS,
            )
        )


def _members(names: Iterable[str], kind: str) -> str:
    """Members of a class of hooks."""
    return "\n".join(
        [f"    {name}: {kind}" for name in member_names(names).values()] or ["    pass"]
    )


def _identity(match_class: MatchClass) -> tuple[object, ...]:
    return match_class.kind, match_class.name, match_class.registers, match_class.tokens
