"""Predicates of instructions as functions of the subtarget's feature bits."""

from collections.abc import Iterable

from circ.targets.tablegen.analysis.orders import numeric_order
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.python_text import Code, PythonText
from circ.targets.tablegen.records import Dag, Record, RecordKeeper, Value

_OPERATORS = {"all_of": " and ", "any_of": " or "}


class Predicates:
    """
    Collects the predicates of instructions, then adds each once to a module.

    Feature i of `-gen-subtarget`'s enumeration is bit i of the features.
    """

    def __init__(self, target: Target):
        ordered = ordered_features(target.records)
        self.tests = {
            record.name: f"features & {1 << bit:#x} != 0"
            for bit, record in enumerate(ordered)
        }
        self.numbers: dict[tuple[str, ...], int] = {}

    def number(self, predicates: Iterable[Record]) -> int:
        """The number of the conjunction of predicates, -1 for an empty one."""
        found = map(self._condition, assembler_predicates(predicates))
        texts = tuple(dict.fromkeys(text for text in found if text))
        return self.numbers.setdefault(texts, len(self.numbers)) if texts else -1

    def _condition(self, predicate: Record) -> str:
        """The condition of a predicate, which was a string before LLVM 11."""
        if predicate.is_set("AssemblerCondString"):
            names = predicate.string("AssemblerCondString").split(",")
            texts: list[str] = []
            for name in filter(None, map(str.strip, names)):
                test = self.tests.get(name.removeprefix("!"))
                if test is None:
                    raise predicate.error(
                        f"'{name}' in AssemblerCondString is no feature"
                    )
                texts.append(f"not {test}" if name.startswith("!") else test)
            if texts:
                return f"({' and '.join(texts)})"
        if "AssemblerCondDag" not in predicate.fields:
            return ""  # an empty string, as older bases have by default
        return self._text(predicate, predicate["AssemblerCondDag"])

    def _text(self, predicate: Record, condition: Value) -> str:
        match condition:
            case Record() if condition.name in self.tests:
                return self.tests[condition.name]
            case Dag(operator=Record(name="not"), arguments=(argument,)):
                if isinstance(argument.value, Record):
                    return f"not {self._text(predicate, argument.value)}"
            case Dag(operator=Record(name=name)) if name in _OPERATORS:
                parts = [self._text(predicate, a.value) for a in condition.arguments]
                if parts:
                    return f"({_OPERATORS[name].join(parts)})"
            case _:
                pass
        raise predicate.error("Invalid AssemblerCondDag!")

    def add(self, out: PythonText) -> list[str]:
        """Add `PREDICATES`, if there are any; the argument for the run-time tables."""
        if not self.numbers:
            return []
        rows = [
            Code(f"lambda features: {' and '.join(texts)}") for texts in self.numbers
        ]
        out.table("PREDICATES: tuple[Callable[[int], bool], ...]", rows)
        return ["predicates=PREDICATES"]


def assembler_predicates(predicates: Iterable[Record]) -> list[Record]:
    """The predicates that the assembler and the disassembler check."""
    return [each for each in predicates if each.fields.get("AssemblerMatcherPredicate")]


def ordered_features(records: RecordKeeper) -> list[Record]:
    """The features in the order of their numbers, which are LLVM's."""
    features = records.derived("SubtargetFeature")
    return sorted(features, key=lambda record: numeric_order(record.name))
