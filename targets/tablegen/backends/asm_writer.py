"""
`-gen-asm-writer`: instructions with their operands to text.

The module has each instruction's text with places for operands, and what is printed
there: a register's name, a number, or what the caller's function for the operand's
PrintMethod returns. Aliases say for which operands another text is preferred.

Facts: `tablegen` section 1c.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from circ.targets.tablegen.analysis.aliases import Alias, read_aliases, register_class
from circ.targets.tablegen.analysis.assembly_strings import OperandText, flatten, parse
from circ.targets.tablegen.analysis.instruction import Instruction
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.predicates import Predicates
from circ.targets.tablegen.backends.python_text import (
    PythonText,
    definition,
    escaped,
    numbered,
    python_name,
    quoted,
    tuple_of,
)
from circ.targets.tablegen.backends.register_tables import RegisterTables
from circ.targets.tablegen.records import Record, RecordKeeper

PRINT_OPERAND = "printOperand"
"""The method of operands that name none: registers and numbers need no function."""
PRINT_SPECIAL = "PrintSpecial"
"""The function for `${:word}`, which is no operand."""

_HOOKS = '''
Printer = Callable[[int, Sequence["int | str"], int, str], str]
"""
Called with the opcode, the operands, the number of the operand to print (-1 for none)
and the modifier of `${operand:modifier}`, or an empty one.
"""


class Hooks(NamedTuple):
    """What the description leaves to code, by the names that it gives."""
'''
_TABLES = '''
PLAIN, REGISTER = -1, -2
"""In place of a hook: the operand's own value, or its register's name."""

Recipe = tuple[tuple[int, int, str], ...]
"""For each place: operand number, index of the hook, modifier."""
'''
_PRINT = '''

{print_head}
    """
    The text of an instruction.

    Operands are those of the machine instruction, in order: registers by their number,
    anything else by its value; one that is text already is printed as it is. KeyError
    for an opcode without an assembly string.
    """
{variant}{alias}    template, recipe = TEXTS[opcode]
    return _filled(template, recipe, operands{arguments})


{filled_head}
    texts: list[str] = []
    for number, hook, {modifier} in RECIPES[recipe]:
{hooked}        operand = operands[number]
        if hook == REGISTER and isinstance(operand, int):
            texts.append(REGISTER_NAMES[operand])
        else:
            texts.append(str(operand))
    return template % tuple(texts)'''
_HOOKED = """\
        if hook >= 0:
            texts.append(hooks[hook](opcode, operands, number, modifier))
            continue
"""
_VARIANT = """\
    if variant:
        template, recipe = VARIANT_TEXTS[variant][opcode]
        return _filled(template, recipe, operands{arguments})
"""
_ALIAS_TYPE = '''
Allowed = tuple[tuple[int, frozenset[int]], ...]
Alias = tuple[Allowed, tuple[tuple[int, int], ...], int, int, str, int]
"""
What operands must be among, which must be equal, the predicate on the features (-1 for
none), how many operands there are, and the text with its recipe.
"""
'''
_ALIAS = """\
    for allowed, equal, predicate, count, template, recipe in ALIASES.get(opcode, ()):
        if (
            count == len(operands)
            and all(operands[number] in values for number, values in allowed)
            and all(operands[left] == operands[right] for left, right in equal)
            and {predicate}
        ):
            return _filled(template, recipe, operands{arguments})
"""


class _Place(NamedTuple):
    """What is printed in one place of a text."""

    number: int
    method: str
    is_register: bool
    modifier: str


class _Rule(NamedTuple):
    """When an alias is printed, and what."""

    allowed: tuple[tuple[int, str], ...]
    equal: tuple[tuple[int, int], ...]
    predicate: int
    operand_count: int
    template: str
    recipe: int


class _Reader:
    """Collects what the instructions of a target need."""

    def __init__(self, target: Target):
        self.target = target
        self.registers = RegisterTables(target.records)
        self.predicates = Predicates(target)
        self.recipes: dict[tuple[_Place, ...], int] = {}
        self.sets: dict[str, list[str]] = {}
        """The numbers of registers in the sets, by name."""

    def recipe(self, places: Sequence[_Place]) -> int:
        return self.recipes.setdefault(tuple(places), len(self.recipes))

    def texts(self, variant: int) -> dict[Instruction, tuple[str, int]]:
        """The templates and recipes of a variant."""
        found: dict[Instruction, tuple[str, int]] = {}
        for instruction in self.target.instructions:
            record = instruction.record
            text = record.string("AsmString")
            if not text or instruction.name == "PHI":
                continue
            pieces = parse(record, flatten(record, text, variant))
            places = [_place(instruction, each) for each in _operands(pieces)]
            found[instruction] = _template(pieces), self.recipe(places)
        return found

    def aliases(self, writer: Record) -> dict[Instruction, list[_Rule]]:
        """What to prefer for an instruction, the highest priority first."""
        found: dict[Instruction, list[tuple[int, _Rule]]] = {}
        for alias in read_aliases(self.target, self.registers):
            priority = alias.record.integer("EmitPriority")
            if priority < 1:
                continue
            rule = self.rule(alias, writer)
            if rule is not None:
                found.setdefault(alias.instruction, []).append((-priority, rule))
        return {
            instruction: [rule for _, rule in sorted(rules, key=lambda pair: pair[0])]
            for instruction, rules in found.items()
        }

    def rule(self, alias: Alias, writer: Record) -> _Rule | None:
        """The conditions of an alias; None if it says more than what it stands for."""
        instruction, record = alias.instruction, alias.record
        variant = writer.integer("Variant")
        own = parse(record, flatten(record, record.string("AsmString"), variant))
        inner = instruction.record
        other = parse(inner, flatten(inner, inner.string("AsmString"), variant))
        if len(_operands(own)) > len(_operands(other)):
            return None
        allowed: list[tuple[int, str]] = []
        equal: list[tuple[int, int]] = []
        named: dict[str, _Place] = {}
        for operand in alias.operands:
            number, value = operand.number, operand.value
            if isinstance(value, int):
                if not -(1 << 31) <= value < 1 << 31:
                    raise record.error(
                        "Matching an alias with an immediate out of the range of "
                        "int32_t is not supported"
                    )
                allowed.append((number, f"frozenset(({value},))"))
                continue
            if operand.register is not None:
                fixed = self.registers[operand.register].number
                allowed.append((number, f"frozenset(({fixed},))"))
                continue
            of_class = register_class(value)
            if of_class is not None and operand.name in named:
                equal.append((named[operand.name].number, number))
                continue
            method = value.fields.get("PrintMethod")
            named[operand.name] = _Place(
                number,
                "" if method in (PRINT_OPERAND, None) else str(method),
                of_class is not None,
                "",
            )
            if of_class is not None:
                allowed.append((number, self.set_of(of_class)))
        places: list[_Place] = []
        for piece in _operands(own):
            if piece.name not in named:
                raise record.error(
                    f"'{record.name}' has no operand named '${piece.name}'"
                )
            places.append(named[piece.name]._replace(modifier=piece.modifier))
        # Without the subtarget, LLVM prints aliases whatever the features are.
        knows = writer.integer("PassSubtarget") != 0
        predicates = record.records("Predicates") if knows else ()
        return _Rule(
            tuple(allowed),
            tuple(equal),
            self.predicates.number(predicates),
            len(instruction.machine_operands),
            _template(own),
            self.recipe(places),
        )

    def set_of(self, register_class: Record) -> str:
        """The name of the set of a class's registers, which the module defines."""
        name = f"_{python_name(register_class.name)}"
        numbers = [str(number) for number in self.registers.members(register_class)]
        while self.sets.setdefault(name, numbers) != numbers:
            name += "_"
        return name


def _operands(pieces: Sequence[str | OperandText]) -> list[OperandText]:
    return [piece for piece in pieces if not isinstance(piece, str)]


def _template(pieces: Sequence[str | OperandText]) -> str:
    """The text, for Python's `%`."""
    return "".join(
        piece.replace("%", "%%") if isinstance(piece, str) else "%s" for piece in pieces
    )


def _place(instruction: Instruction, piece: OperandText) -> _Place:
    if not piece.name:
        return _Place(-1, PRINT_SPECIAL, False, piece.modifier)
    operand = instruction.operand(piece.name)
    method = operand.print_method
    if method == PRINT_OPERAND and not piece.modifier:
        method = ""
    is_register = operand.parts[0].is_register
    return _Place(operand.number, method, is_register, piece.modifier)


def generate(records: RecordKeeper) -> str:
    """The text of the printer."""
    target = Target(records)
    reader = _Reader(target)
    writers = target.record.records("AssemblyWriters")
    if not writers:
        raise target.record.error("No AsmWriters defined!")
    variants = [writer.integer("Variant") for writer in writers]
    texts = [reader.texts(variant) for variant in variants]
    aliases = reader.aliases(writers[0])
    hooks = numbered(place.method for recipe in reader.recipes for place in recipe)
    has_predicates = bool(reader.predicates.numbers)
    out = PythonText(
        "gen-asm-writer",
        f"Text of the instructions of {target.name}.",
        {"collections.abc": "Callable Sequence", "typing": "NamedTuple"},
    )
    out.hooks(_HOOKS, hooks, "Printer")
    out.add(_TABLES)
    reader.registers.add_names(out)
    _add_alternative_names(reader.registers, out)
    out.add("", "RECIPES: tuple[Recipe, ...] = (")
    for number, recipe in enumerate(reader.recipes):
        places = tuple_of([_place_text(place, hooks) for place in recipe])
        out.add(f"    {places},  # {number}")
    out.add(")", "", "TEXTS = {  # opcode: text with places for operands, recipe")
    out.add(*_text_rows(texts[0], "    "), "}")
    if len(texts) > 1:
        out.add("VARIANT_TEXTS = (", "    TEXTS,")
        for text in texts[1:]:
            out.add("    {", *_text_rows(text, "        "), "    },")
        out.add(")", '"""The texts of each of the target\'s assembly writers."""')
    if aliases:
        out.add(_ALIAS_TYPE)
        for name, numbers in sorted(reader.sets.items()):
            out.items(f"{name} = frozenset[int]((", numbers, "))")
        out.add("", "ALIASES: dict[int, tuple[Alias, ...]] = {")
        for instruction, rules in sorted(aliases.items(), key=lambda i: i[0].opcode):
            out.add(f"    {instruction.opcode}: (  # {escaped(instruction.name)}")
            for rule in rules:
                out.row("        (", _rule_texts(rule), "),")
            out.add("    ),")
        out.add("}")
    if has_predicates:
        reader.predicates.add(out)
    parameters = [
        *("opcode: int", "operands: Sequence[int | str]"),
        *["hooks: Hooks"] * bool(hooks),
        *["features: int = 0"] * has_predicates,
        *["variant: int = 0"] * (len(texts) > 1),
    ]
    inner = [
        *("template: str", "recipe: int", "operands: Sequence[int | str]"),
        *["opcode: int", "hooks: Hooks"] * bool(hooks),
    ]
    arguments = ", opcode, hooks" if hooks else ""
    predicate = "(predicate < 0 or PREDICATES[predicate](features))"
    out.add(
        _PRINT.format(
            print_head=definition("print_instruction", parameters, "str"),
            filled_head=definition("_filled", inner, "str"),
            arguments=arguments,
            modifier="modifier" if hooks else "_",
            hooked=_HOOKED if hooks else "",
            variant=_VARIANT.format(arguments=arguments) if len(texts) > 1 else "",
            alias=_ALIAS.format(
                arguments=arguments,
                predicate=predicate if has_predicates else "predicate < 0",
            )
            if aliases
            else "",
        )
    )
    return out.text()


def _add_alternative_names(registers: RegisterTables, out: PythonText) -> None:
    """`ALTERNATIVE_NAMES`, by the index that the description names."""
    records = registers.records.derived("RegAltNameIndex")
    indices = [record for record in records if record.name != "NoRegAltName"]
    if not indices:
        return
    out.add("", "ALTERNATIVE_NAMES = {")
    for index in indices:
        names = (
            quoted(register.alternative_name(index) or "")
            for register in registers.registers
        )
        out.items(f"    {quoted(index.name)}: (", ['""', *names], "    ),", "        ")
    out.add("}", '"""By register number; empty where a register has none."""')


def _text_rows(texts: dict[Instruction, tuple[str, int]], indent: str) -> Iterator[str]:
    for instruction, (template, recipe) in texts.items():
        text = f"({quoted(template)}, {recipe})"
        yield f"{indent}{instruction.opcode}: {text},  # {escaped(instruction.name)}"


def _place_text(place: _Place, hooks: dict[str, int]) -> str:
    if place.method:
        how = str(hooks[place.method])
    else:
        how = "REGISTER" if place.is_register else "PLAIN"
    return f"({place.number}, {how}, {quoted(place.modifier)})"


def _rule_texts(rule: _Rule) -> list[str]:
    return [
        tuple_of([f"({number}, {values})" for number, values in rule.allowed]),
        tuple_of([f"({left}, {right})" for left, right in rule.equal]),
        *(str(rule.predicate), str(rule.operand_count)),
        *(quoted(rule.template), str(rule.recipe)),
    ]
