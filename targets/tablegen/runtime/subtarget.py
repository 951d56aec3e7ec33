"""The types of the tables of `-gen-subtarget`, and how features are chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple


class FeatureInfo(NamedTuple):
    """One feature; sets of features are masks by number."""

    name: str
    description: str
    number: int
    implies: int
    """What it implies directly."""
    closure: int
    """The feature itself and all that it implies."""
    implied_by: int
    """The feature itself and all that imply it."""


class ProcessorInfo(NamedTuple):
    """One processor."""

    name: str
    features: int
    """The features listed for it."""
    tune_features: int
    closure: int
    """Its features and all that they imply."""
    tune_closure: int
    scheduling: str
    """The name of its model in SCHEDULING_MODELS."""


class Stage(NamedTuple):
    """A step of an instruction, on one of some units."""

    cycles: int
    units: int
    """A mask, by position in the units of the model."""
    next_cycles: int
    """Cycles from the start of this stage to that of the next."""
    is_reserved: bool
    """Is the unit only kept free of others?"""


class Itinerary(NamedTuple):
    """What instructions of one class do to the pipeline."""

    micro_operations: int
    stages: tuple[Stage, ...]
    operand_cycles: tuple[int, ...]
    """By operand, the cycle after issue in which it is written or read."""
    bypasses: tuple[int, ...]
    """By operand, a mask of forwarding paths."""

    def latency(self) -> int:
        """Cycles from the start of the first stage to the end of the last to end."""
        start = end = 0
        for stage in self.stages:
            end = max(end, start + stage.cycles)
            start += stage.next_cycles
        return end


class SchedulingModel(NamedTuple):
    """The figures of a processor."""

    name: str
    issue_width: int
    micro_operation_buffer: int
    loop_buffer: int
    load_latency: int
    high_latency: int
    mispredict_penalty: int
    schedules_after_allocation: bool
    is_complete: bool
    units: tuple[str, ...]
    bypasses: tuple[str, ...]
    itineraries: Mapping[str, Itinerary]
    """By name of the class of instructions."""


class Selection(NamedTuple):
    """The features chosen, and what there is to tell the user."""

    features: int
    messages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SubtargetTables:
    """The features and processors of a target, by name, sorted, and its models."""

    features: Mapping[str, FeatureInfo]
    processors: Mapping[str, ProcessorInfo]
    models: Mapping[str, SchedulingModel]

    def select_features(
        self, cpu: str = "", tune_cpu: str = "", features: str = ""
    ) -> Selection:
        """
        The features of a processor, changed by a list such as `+v9,-vis`.

        A name without a sign is added. Unknown processors and features are ignored and
        reported; the name `help`, and the feature `+cpuhelp`, add what there is to
        choose.
        """
        chosen = 0
        messages: list[str] = []
        if cpu == "help":
            messages.append(self.help_text())
        elif cpu in self.processors:
            chosen |= self.processors[cpu].closure
        elif cpu:
            messages.append(_unknown(cpu, "processor"))
        if tune_cpu in self.processors:
            chosen |= self.processors[tune_cpu].tune_closure
        elif tune_cpu not in ("", cpu):
            messages.append(_unknown(tune_cpu, "processor"))
        for item in features.split(","):
            name = item[1:] if item[:1] in ("+", "-") else item
            if name == "help" or item == "+cpuhelp":
                messages.append(self.help_text(name != "cpuhelp"))
            elif name not in self.features:
                if item:
                    messages.append(_unknown(item, "feature"))
            elif item[0] == "-":
                chosen &= ~self.features[name].implied_by
            else:
                chosen |= self.features[name].closure
        return Selection(chosen, tuple(messages))

    def help_text(self, with_features: bool = True) -> str:
        """The processors and features, one a line."""
        lines = ["Available CPUs for this target:", ""]
        lines += [
            f"  {name} - Select the {name} processor." for name in self.processors
        ]
        if with_features:
            width = max(map(len, self.features), default=0)
            lines += ["", "Available features for this target:", ""]
            lines += [
                f"  {name:{width}} - {feature.description}."
                for name, feature in self.features.items()
            ]
            lines += [
                "",
                "Use +feature to enable a feature, or -feature to disable it.",
            ]
        return "\n".join(lines)

    def scheduling_model(self, cpu: str) -> SchedulingModel:
        """The model of a processor; an empty one where there is no such processor."""
        name = (
            self.processors[cpu].scheduling
            if cpu in self.processors
            else "NoSchedModel"
        )
        return self.models[name]


class FeatureAttributes:
    """
    What features set: defaults until `parse_subtarget_features` is called.

    A subclass changes defaults before, and does what is left to do after.
    """

    _tables: ClassVar[SubtargetTables]
    _settings: ClassVar[Sequence[tuple[int, str, int]]] = ()
    """Features, and the attributes that they set to at least these values."""

    def __init__(self) -> None:
        self.feature_bits: int = 0

    def parse_subtarget_features(
        self, cpu: str, tune_cpu: str = "", features: str = ""
    ) -> tuple[str, ...]:
        """Choose features and set what they set; what to tell the user."""
        bits, messages = self._tables.select_features(cpu, tune_cpu, features)
        self.feature_bits = bits
        for feature, attribute, value in self._settings:
            if bits >> feature & 1 and (
                isinstance(value, bool) or getattr(self, attribute) < value
            ):
                setattr(self, attribute, value)
        return messages

    def has(self, feature: int) -> bool:
        """Is a feature enabled?"""
        return self.feature_bits >> feature & 1 != 0


def _unknown(name: str, what: str) -> str:
    return f"'{name}' is not a recognized {what} for this target (ignoring {what})"
