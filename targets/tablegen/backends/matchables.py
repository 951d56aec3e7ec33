"""
Matchables: the syntax of each instruction and alias as classes of operands.

An AsmString is split into the mnemonic and operands; each machine operand is rendered
from one of these, tied to another machine operand, or given by the alias.

Document: LLVM 19, `llvm/Target/Target.td`, classes AsmParserVariant and InstAlias.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cmp_to_key
from typing import NamedTuple

from circ.targets.tablegen.analysis.aliases import (
    Alias,
    is_implied,
    parser_class_name,
    read_aliases,
)
from circ.targets.tablegen.analysis.assembly_strings import flatten
from circ.targets.tablegen.analysis.instruction import Instruction, Operand
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.match_classes import (
    REGISTER_CLASS,
    MatchClass,
    MatchClasses,
)
from circ.targets.tablegen.backends.predicates import Predicates, assembler_predicates
from circ.targets.tablegen.records import Record
from circ.targets.tablegen.runtime.assembly import (
    CONSTANT,
    CONVERTED,
    REGISTER,
    TIED,
)


class Step(NamedTuple):
    """
    One step of making the machine operands, in their order.

    `how` is one of the run time's constants, or 0 where a renderer is called. The
    argument is the written operand, the machine operand that it equals, or the value
    itself. A renderer with a default method gets what that makes in place of a written
    operand; CONVERTED names the method that makes all operands.
    """

    renderer: str
    how: int
    argument: int
    default: str = ""


@dataclass
class Written:
    """One operand of the syntax, after the mnemonic."""

    match_class: MatchClass
    name: str = ""
    """The operand's name; empty for tokens and single registers."""
    original_name: str = ""
    """The name in the AsmString, perhaps that of a tied operand."""
    part: int | None = None


@dataclass
class Matchable:
    """One syntax of an instruction."""

    record: Record
    instruction: Instruction
    mnemonic: str
    written: list[Written] = field(default_factory=list[Written])
    predicate: int = -1
    feature_count: int = 0
    steps: list[Step] = field(default_factory=list[Step])
    equal: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Written operands that must be the same register."""

    def find(self, name: str, part: int | None = None, after: int = -1) -> int:
        """The index of a written operand, -1 if there is none after `after`."""
        for place, each in enumerate(self.written):
            if place > after and each.name == name and name:
                if part is None or each.part == part:
                    return place
        return -1

    def render(self, place: int) -> None:
        """Add the step that renders a written operand."""
        written = self.written[place].match_class
        if written.kind == REGISTER_CLASS:
            self.steps.append(Step("", REGISTER, place))
        else:
            self.steps.append(Step(written.renderer, 0, place))


class MatchableReader:
    """Reads the matchables of one AsmParserVariant."""

    def __init__(
        self,
        target: Target,
        predicates: Predicates,
        parser: Record,
        variant: Record,
    ):
        self.target = target
        self.registers = target.registers
        self.predicates = predicates
        self.classes = MatchClasses(target)
        self.variant = variant
        self.prefer_small = bool(parser.fields.get("PreferSmallerInstructions"))
        if not parser.flag("HasMnemonicFirst"):
            raise parser.error("texts without a mnemonic in front are not supported")
        names = {r.assembly_name.lower(): r.record for r in self.registers.registers}
        self.singles = {
            variant.string("RegisterPrefix").lower() + name: record
            for name, record in names.items()
        }

    def read(self) -> list[Matchable]:
        """All matchables, in the order in which they are tried."""
        found: list[Matchable] = []
        shorter: list[Matchable] = []
        for instruction in self.target.instructions:
            record = instruction.record
            if record.flag("isCodeGenOnly") or self.is_other_variant(record):
                continue
            tokens = self.tokens(record)
            names = [token for token in tokens if token.startswith("$")]
            converter = record.string("AsmMatchConverter")
            if len(set(names)) != len(names) and not converter:
                continue  # only an alias can be written
            matchable = self.of_instruction(instruction, tokens)
            if converter:
                matchable.steps = [Step(converter, CONVERTED, 0)]
            found.append(matchable)
            if constraint := record.string("TwoOperandAliasConstraint"):
                shorter.append(_two_operand_alias(matchable, constraint))
        for alias in read_aliases(self.target):
            if not self.is_other_variant(alias.record):
                found.append(self.of_alias(alias))
        found = sorted(found + shorter, key=cmp_to_key(self.compare))
        return [form for each in found for form in _with_defaults(each)]

    def is_other_variant(self, record: Record) -> bool:
        name = record.string("AsmVariantName")
        return bool(name) and name != self.variant.string("Name")

    def compare(self, left: Matchable, right: Matchable) -> int:
        """Which is tried first: negative for the left one."""
        if self.prefer_small:
            sizes = [each.instruction.record.integer("Size") for each in (left, right)]
            if sizes[0] != sizes[1]:
                return sizes[0] - sizes[1]
        if len(left.written) != len(right.written):
            return len(left.written) - len(right.written)
        for ours, theirs in zip(left.written, right.written, strict=True):
            if ours.match_class.precedes(theirs.match_class):
                return -1
            if theirs.match_class.precedes(ours.match_class):
                return 1
        return right.feature_count - left.feature_count

    # Texts.

    def tokens(self, record: Record) -> list[str]:
        """The tokens of an AsmString: mnemonic, then literals and operands with `$`."""
        text = record.string("AsmString")
        if "\n" in text:
            raise record.error(
                "multiline instruction is not valid for the asmparser, mark it "
                "isCodeGenOnly"
            )
        comment = self.variant.string("CommentDelimiter")
        if comment and comment in text:
            raise record.error(
                "asmstring for instruction has comment character in it, mark it "
                "isCodeGenOnly"
            )
        flat = flatten(record, text, self.variant.integer("Variant"))
        tokens = list(self.split(record, flat))
        if not tokens:
            raise record.error(f"Instruction '{record.name}' has no tokens")
        if tokens[0].startswith("$"):
            raise record.error(f"Invalid instruction mnemonic '{tokens[0]}'!")
        return tokens

    def split(self, record: Record, text: str) -> Iterator[str]:
        alone = self.variant.string("TokenizingCharacters")
        separators = self.variant.string("SeparatorCharacters")
        breaks = self.variant.string("BreakCharacters")
        token, at = "", 0
        while at < len(text):
            each = text[at]
            at += 1
            if each not in alone + separators + breaks + "\\$":
                token += each
                continue
            if token:
                yield token
            token = ""
            if each in breaks:
                token = each
            elif each in alone:
                yield each
            elif each == "\\":
                if at == len(text):
                    raise record.error("Invalid quoted character")
                yield text[at]
                at += 1
            elif each == "$" and text.startswith("{", at):
                end = text.find("}", at)
                if end < 0:
                    raise record.error("Missing brace in operand reference!")
                name = text[at + 1 : end]
                if ":" in name:
                    raise record.error(
                        f"matchable with operand modifier '${{{name}}}' not supported "
                        "by asm matcher.  Mark isCodeGenOnly!"
                    )
                yield f"${name}"
                at = end + 1
            elif each == "$":
                token = each
        if token:
            yield token

    def start(
        self, record: Record, instruction: Instruction, tokens: list[str]
    ) -> Matchable:
        predicates = record.records("Predicates")
        return Matchable(
            record,
            instruction,
            tokens[0],
            predicate=self.predicates.number(predicates),
            feature_count=len(assembler_predicates(predicates)),
        )

    def literal(self, token: str) -> Written | None:
        """The operand of a literal token; None for a reference to an operand."""
        if token.startswith("$") and token != "$" and not token[1].isdigit():
            return None
        single = self.singles.get(token.lower())
        if single is not None:
            return Written(self.classes.single(single))
        return Written(self.classes.token(token))

    # Instructions.

    def of_instruction(self, instruction: Instruction, tokens: list[str]) -> Matchable:
        found = self.start(instruction.record, instruction, tokens)
        for token in tokens[1:]:
            literal = self.literal(token)
            if literal is not None:
                found.written.append(literal)
            else:
                found.written += self.reference(instruction, token[1:])
        for operand in instruction.operands:
            self.result(found, operand)
        return found

    def reference(self, instruction: Instruction, name: str) -> Iterator[Written]:
        """The operands that `$name` in an instruction's syntax refers to."""
        operand = instruction.by_name.get(name)
        if operand is None:
            raise instruction.record.error(f"error: unable to find operand: '{name}'")
        parts = operand.parts
        if len(parts) > 1 and parser_class_name(operand.record) == "Imm":
            # Without a class of its own, each part is written for itself.
            for place, part in enumerate(parts):
                match_class = self.classes.operand(part.record)
                yield Written(match_class, operand.name, operand.name, place)
            return
        whole = operand
        if len(parts) == 1 and (tied := parts[0].tied_to) is not None:
            # `inc $src` gives `$dst`, which it is tied to.
            whole = _operand_with(instruction, tied)
        yield Written(self.classes.operand(operand.record), whole.name, operand.name)

    def result(self, found: Matchable, operand: Operand) -> None:
        """Add the steps for an instruction's operand."""
        tied = operand.parts[0].tied_to if len(operand.parts) == 1 else None
        if tied is not None:
            found.steps.append(Step("", TIED, tied))
            originals = [each.original_name for each in found.written]
            if operand.name in originals:
                source = _operand_with(found.instruction, tied)
                first = found.find(source.name)
                other = originals.index(operand.name)
                if first != other:
                    found.equal.append((first, other))
            return
        place = found.find(operand.name)
        if place < 0:
            # An operand that nothing says: one that is tied to a part of another.
            found.steps += [Step("", CONSTANT, 0)] * len(operand.parts)
        elif found.written[place].part is None:
            found.render(place)
        else:
            for part in range(len(operand.parts)):
                found.render(found.find(operand.name, part))

    # Aliases.

    def of_alias(self, alias: Alias) -> Matchable:
        tokens = self.tokens(alias.record)
        found = self.start(alias.record, alias.instruction, tokens)
        for token in tokens[1:]:
            literal = self.literal(token)
            found.written.append(literal or self.alias_reference(alias, token[1:]))
        self.alias_results(found, alias)
        return found

    def alias_reference(self, alias: Alias, name: str) -> Written:
        for operand in alias.operands:
            if operand.name == name and isinstance(operand.value, Record):
                match_class = self.classes.operand(operand.value)
                return Written(match_class, name, name, operand.part)
        raise alias.record.error(f"error: unable to find operand: '{name}'")

    def alias_results(self, found: Matchable, alias: Alias) -> None:
        """Add the steps for the operands of an alias's instruction."""
        used: dict[str, int] = {}
        for operand in alias.instruction.operands:
            part = operand.parts[0]
            if len(operand.parts) == 1 and part.tied_to is not None:
                self.alias_tie(found, part.tied_to, used)
                if is_implied(alias.instruction, part):
                    continue
                found.steps.pop()  # of another class: checked, but rendered as written
            for given in alias.operands:
                if given.operand is not operand:
                    continue
                if isinstance(given.value, int):
                    found.steps.append(Step("", CONSTANT, given.value))
                elif given.register is not None:
                    number = self.registers[given.register].number
                    found.steps.append(Step("", CONSTANT, number))
                else:
                    place = found.find(given.name, given.part)
                    if place < 0:
                        raise alias.record.error(
                            f"Instruction '{alias.record.name}' has operand "
                            f"'{operand.name}' that doesn't appear in asm string!"
                        )
                    used.setdefault(given.name, place)
                    found.render(place)
        for name, place in used.items():
            if found.find(name, after=place) >= 0:
                raise alias.record.error(f"Operand '{name}' can never be matched")

    def alias_tie(self, found: Matchable, tied: int, used: dict[str, int]) -> None:
        """Require both mentions of a name to be the same register."""
        source = found.steps[tied] if tied < len(found.steps) else None
        if source is not None and source.how == REGISTER:
            name = found.written[source.argument].name
            other = found.find(name, after=used.get(name, source.argument))
            if other >= 0:
                found.equal.append((source.argument, other))
                used[name] = other
        found.steps.append(Step("", TIED, tied))


def _two_operand_alias(matchable: Matchable, constraint: str) -> Matchable:
    """`add $d, $t` for `add $d, $s, $t` by the constraint `$s = $d`."""
    record = matchable.record
    source, equals, destination = (part.strip() for part in constraint.partition("="))
    if not equals:
        raise record.error("missing '=' in two-operand alias constraint")
    if not (source.startswith("$") and destination.startswith("$")):
        raise record.error("expected '$' prefix on asm operand name")
    gone, kept = matchable.find(source[1:]), matchable.find(destination[1:])
    if gone < 0:
        raise record.error(f"unknown source two-operand alias operand '{source[1:]}'.")
    if kept < 0:
        raise record.error(
            f"unknown destination two-operand alias operand '{destination[1:]}'."
        )
    return _without(matchable, gone, kept, "")


def _with_defaults(matchable: Matchable) -> Iterator[Matchable]:
    """A matchable, then the forms without optional operands, the last omitted first."""
    forms = [matchable]
    for place in reversed(range(len(matchable.written))):
        default = matchable.written[place].match_class.default
        if default:
            forms += [_without(form, place, place, default) for form in forms]
    yield from forms


def _without(matchable: Matchable, gone: int, kept: int, default: str) -> Matchable:
    """Omit a written operand: another replaces it, or the result of a method."""
    steps: list[Step] = []
    for step in matchable.steps:
        if step.how < REGISTER or step.default:
            steps.append(step)
            continue
        argument = kept if step.argument == gone else step.argument
        if step.argument == gone and default:
            step = step._replace(argument=0, default=default)
        else:
            step = step._replace(argument=argument - (argument > gone))
        steps.append(step)
    written = [each for place, each in enumerate(matchable.written) if place != gone]
    equal = [
        (left - (left > gone), right - (right > gone))
        for left, right in matchable.equal
        if gone not in (left, right)
    ]
    return replace(matchable, written=written, steps=steps, equal=equal)


def _operand_with(instruction: Instruction, number: int) -> Operand:
    """The operand with a machine operand."""
    for operand in instruction.operands:
        if operand.number <= number < operand.number + len(operand.parts):
            return operand
    raise AssertionError(f"{instruction.name} has no machine operand {number}")
