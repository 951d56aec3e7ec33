"""
`-gen-subtarget`: features, processors, and how long instructions take on them.

The generated module answers `-mcpu` and `-mattr`: features bring what they imply, and
removing one removes what implies it. Feature numbers and the order of tables are
LLVM's. Facts: `tablegen` section 1b.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from circ.targets.tablegen.analysis.orders import numeric_order
from circ.targets.tablegen.backends.python_text import (
    PythonText,
    member_names,
    python_name,
    quoted,
    tuple_of,
)
from circ.targets.tablegen.records import Record, RecordKeeper

IMPORTS = {
    "collections.abc": "Mapping",
    "enum": "IntEnum",
    "typing": "NamedTuple",
}

TYPES = '''

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
    messages: tuple[str, ...]'''

FUNCTIONS = '''

def select_features(
    cpu: str = "", tune_cpu: str = "", features: str = ""
) -> Selection:
    """
    The features of a processor, changed by a list such as `+v9,-vis`.

    A name without a sign is added. Unknown processors and features are ignored and
    reported; the name `help`, and the feature `+cpuhelp`, add what there is to choose.
    """
    chosen = 0
    messages: list[str] = []
    if cpu == "help":
        messages.append(help_text())
    elif cpu in PROCESSORS:
        chosen |= PROCESSORS[cpu].closure
    elif cpu:
        messages.append(_unknown(cpu, "processor"))
    if tune_cpu in PROCESSORS:
        chosen |= PROCESSORS[tune_cpu].tune_closure
    elif tune_cpu not in ("", cpu):
        messages.append(_unknown(tune_cpu, "processor"))
    for item in features.split(","):
        name = item[1:] if item[:1] in ("+", "-") else item
        if name == "help" or item == "+cpuhelp":
            messages.append(help_text(name != "cpuhelp"))
        elif name not in FEATURES:
            if item:
                messages.append(_unknown(item, "feature"))
        elif item[0] == "-":
            chosen &= ~FEATURES[name].implied_by
        else:
            chosen |= FEATURES[name].closure
    return Selection(chosen, tuple(messages))


def help_text(with_features: bool = True) -> str:
    """The processors and features, one a line."""
    lines = ["Available CPUs for this target:", ""]
    lines += [f"  {name} - Select the {name} processor." for name in PROCESSORS]
    if with_features:
        width = max(map(len, FEATURES), default=0)
        lines += ["", "Available features for this target:", ""]
        lines += [
            f"  {name:{width}} - {feature.description}."
            for name, feature in FEATURES.items()
        ]
        lines += ["", "Use +feature to enable a feature, or -feature to disable it."]
    return "\\n".join(lines)


def scheduling_model(cpu: str) -> SchedulingModel:
    """The model of a processor; an empty one where there is no such processor."""
    name = PROCESSORS[cpu].scheduling if cpu in PROCESSORS else "NoSchedModel"
    return SCHEDULING_MODELS[name]


def _unknown(name: str, what: str) -> str:
    return f"'{name}' is not a recognized {what} for this target (ignoring {what})"'''

# Members of the generated class that attributes of features must not hide.
_RESERVED = ("feature_bits", "has", "parse_subtarget_features")

_FIGURES = (
    ("IssueWidth", 1),
    ("MicroOpBufferSize", 0),
    ("LoopMicroOpBufferSize", 0),
    ("LoadLatency", 4),
    ("HighLatency", 10),
    ("MispredictPenalty", 10),
)
"""Fields of a model with LLVM's defaults, which -1 asks for (`MCSchedule.h`)."""


def generate(records: RecordKeeper) -> str:
    """The text of the module of a target's features and processors."""
    features = _Features(records)
    models = _models(records)
    out = PythonText("gen-subtarget", "Features, processors and latencies.", IMPORTS)
    numbers = [(each, i) for i, each in enumerate(features.records)]
    out.enumeration("Feature", "The features.", numbers)
    out.add(TYPES)
    features.add_table(out)
    _add_processors(out, records, features)
    out.add("", "SCHEDULING_MODELS: dict[str, SchedulingModel] = {")
    for name, (model, itineraries) in models.items():
        _add_model(out, name, model, itineraries)
    out.add("}")
    out.add(FUNCTIONS)
    _add_subtarget(out, features)
    return out.text()


class _Features:
    """The features in the order of their numbers, with what each implies."""

    def __init__(self, records: RecordKeeper):
        self.records = sorted(
            records.derived("SubtargetFeature"),
            key=lambda record: numeric_order(record.name),
        )
        self.numbers = {record: i for i, record in enumerate(self.records)}
        self.direct = [self.mask(item.records("Implies")) for item in self.records]
        self.closures = [self._closure(number) for number in range(len(self.records))]
        names: set[str] = set()
        for record, direct in zip(self.records, self.direct, strict=True):
            name = record.string("Name")
            if name in names:
                raise record.error(f"Duplicate feature name {name}")
            names |= {name} - {""}
            if self.close(direct) >> self.numbers[record] & 1:
                raise record.error(f"feature '{name}' implies itself")

    def mask(self, features: Iterable[Record]) -> int:
        return sum(1 << self.numbers[feature] for feature in set(features))

    def close(self, mask: int) -> int:
        """The features of a mask and all that they imply."""
        for number, closure in enumerate(self.closures):
            if mask >> number & 1:
                mask |= closure
        return mask

    def _closure(self, number: int) -> int:
        closure = 0
        work = [number]
        while work:
            number = work.pop()
            if not closure >> number & 1:
                closure |= 1 << number
                implied = self.direct[number]
                work += [n for n in range(implied.bit_length()) if implied >> n & 1]
        return closure

    def add_table(self, out: PythonText) -> None:
        out.add("", "", "FEATURES: dict[str, FeatureInfo] = {")
        named = [record for record in self.records if record.string("Name")]
        for record in sorted(named, key=lambda item: item.string("Name").encode()):
            number = self.numbers[record]
            implied_by = sum(
                1 << other
                for other, closure in enumerate(self.closures)
                if closure >> number & 1
            )
            name = quoted(record.string("Name"))
            row = (
                name,
                quoted(record.string("Desc")),
                f"Feature.{python_name(record.name)}",
                *map(hex, (self.direct[number], self.closures[number], implied_by)),
            )
            out.row(f"    {name}: FeatureInfo(", row, "),")
        out.add("}", '"""By name, sorted."""')


def _add_processors(
    out: PythonText, records: RecordKeeper, features: _Features
) -> None:
    processors: dict[str, Record] = {}
    for record in records.derived("Processor"):
        name = record.string("Name")
        if name in processors:
            raise record.error(f"Duplicate processor name {name}")
        processors[name] = record
    out.add("", "PROCESSORS: dict[str, ProcessorInfo] = {")
    for name, record in sorted(processors.items(), key=lambda item: item[0].encode()):
        masks = [
            features.mask(record.records(field))
            for field in ("Features", "TuneFeatures")
        ]
        masks += [features.close(mask) for mask in masks]
        row = quoted(name), *map(hex, masks), quoted(_model_name(_model_of(record)))
        out.row(f"    {quoted(name)}: ProcessorInfo(", row, "),")
    out.add("}", '"""By name, sorted."""')


def _model_of(processor: Record) -> Record:
    """What a processor is scheduled by: itineraries, if it has any, or its model."""
    itineraries = processor.record("ProcItin")
    return itineraries if itineraries.list("IID") else processor.record("SchedModel")


def _model_name(model: Record) -> str:
    return model.name + ("" if model.is_a("SchedMachineModel") else "Model")


def _models(records: RecordKeeper) -> dict[str, tuple[Record | None, Record | None]]:
    """By name, the model and the itineraries that processors are scheduled by."""
    models: dict[str, tuple[Record | None, Record | None]] = {
        "NoSchedModel": (None, None)
    }
    for record in records.derived("SchedMachineModel"):
        itineraries = record.record("Itineraries")
        models[record.name] = (record, itineraries)
    for processor in records.derived("Processor"):
        model = _model_of(processor)
        if not model.is_a("SchedMachineModel"):
            models[_model_name(model)] = (None, model)
    return models


def _add_model(
    out: PythonText, name: str, model: Record | None, itineraries: Record | None
) -> None:
    figures: list[str] = []
    for field, default in _FIGURES:
        value = -1
        if model is not None and field in model.fields:
            value = model.integer(field)
        figures.append(str(default if value < 0 else value))
    after = model is not None and model.flag("PostRAScheduler")
    complete = model is not None and model.flag("CompleteModel")
    units = itineraries.records("FU") if itineraries else ()
    paths = itineraries.records("BP") if itineraries else ()
    out.add(f"    {quoted(name)}: SchedulingModel(")
    out.add(f"        {quoted(name)}, {', '.join(figures)}, {after}, {complete},")
    for listed in (units, paths):
        out.tuple("        ", [quoted(item.name) for item in listed], ",")
    listed = itineraries.records("IID") if itineraries else ()
    data = {item.record("TheClass"): item for item in listed}
    if not data:
        out.add("        {},", "    ),")
        return
    assert itineraries is not None
    path_masks = {path: 1 << place for place, path in enumerate(paths)}
    out.add("        {")
    for item in data.values():
        _add_itinerary(out, itineraries, item, path_masks)
    out.add("        },", "    ),")


def _add_itinerary(
    out: PythonText, itineraries: Record, data: Record, paths: Mapping[Record, int]
) -> None:
    units = itineraries.records("FU")
    stages: list[str] = []
    for stage in data.records("Stages"):
        mask = 0
        for unit in stage.records("Units"):
            if unit not in units:
                raise itineraries.error(f"unit '{unit.name}' is not one of its own")
            mask |= 1 << units.index(unit)
        cycles, following = stage.integer("Cycles"), stage.integer("TimeInc")
        reserved = stage.integer("Kind") != 0
        stages.append(
            f"Stage({cycles}, {mask:#x}, {following if following >= 0 else cycles}, "
            f"{reserved})"
        )
    bypasses: list[str] = []
    for path in data.records("Bypasses"):
        if path not in paths and path.name != "NoBypass":
            raise itineraries.error(f"bypass '{path.name}' is not one of its own")
        bypasses.append(str(paths.get(path, 0)))
    row = (
        str(data.integer("NumMicroOps")),
        tuple_of(stages),
        tuple_of([str(cycle) for cycle in data.integers("OperandCycles")]),
        tuple_of(bypasses),
    )
    name = quoted(data.record("TheClass").name)
    out.row(f"            {name}: Itinerary(", row, "),")


def _field_name(feature: Record) -> str:
    """The field that a feature sets; descriptions for older LLVM call it Attribute."""
    return feature.string("FieldName" if "FieldName" in feature.fields else "Attribute")


def _add_subtarget(out: PythonText, features: _Features) -> None:
    setters: dict[str, list[Record]] = {}
    for record in features.records:
        if field := _field_name(record):
            setters.setdefault(field, []).append(record)
    names = member_names(setters, _RESERVED)
    defaults: list[str] = []
    updates: dict[Record, list[str]] = {}
    for field, setting in setters.items():
        name = names[field]
        values = _values(out, features, field, setting)
        boolean = setting[0].string("Value") in ("true", "false")
        default = str(setting[0].string("Value") == "false") if boolean else "0"
        defaults.append(f"self.{name}: {'bool' if boolean else 'int'} = {default}")
        for record, value in zip(setting, values, strict=True):
            test = f"if bits & 1 << Feature.{python_name(record.name)}"
            if not boolean:
                test += f" and self.{name} < {value}"
            updates[record] = [f"{test}:", f"    self.{name} = {value}"]
    out.add("", "", "class Subtarget:")
    out.add(
        '    """',
        "    What features set: defaults until `parse_subtarget_features` is called.",
        "",
        "    A subclass changes defaults before, and does what is left to do after.",
        '    """',
        "",
        "    def __init__(self) -> None:",
        "        self.feature_bits: int = 0",
        *(f"        {line}" for line in defaults),
        "",
        "    def parse_subtarget_features(",
        '        self, cpu: str, tune_cpu: str = "", features: str = ""',
        "    ) -> tuple[str, ...]:",
        '        """Choose features and set what they set; what to tell the user."""',
        "        bits, messages = select_features(cpu, tune_cpu, features)",
        "        self.feature_bits = bits",
    )
    for record in features.records:
        out.add(*(f"        {line}" for line in updates.get(record, ())))
    out.add(
        "        return messages",
        "",
        "    def has(self, feature: int) -> bool:",
        '        """Is a feature enabled?"""',
        "        return self.feature_bits >> feature & 1 != 0",
    )


def _values(
    out: PythonText, features: _Features, field: str, setting: Sequence[Record]
) -> list[str]:
    """
    The value that each feature gives a field, as Python; names become an enumeration.

    Names are ordered by what features imply: one that implies another is higher. Where
    none implies the other the number of the feature decides.
    """
    texts = [record.string("Value") for record in setting]
    kinds = {_kind(text) for text in texts}
    if len(kinds) > 1:
        raise setting[-1].error(f"attribute '{field}' has values of several kinds")
    kind = kinds.pop()
    if kind == "boolean":
        return [text.capitalize() for text in texts]
    if kind == "integer":
        return [str(int(text)) for text in texts]
    mask = features.mask(setting)

    def rank(record: Record) -> tuple[int, int]:
        number = features.numbers[record]
        return (features.closures[number] & mask).bit_count(), number

    values = dict.fromkeys(_member(record) for record in sorted(setting, key=rank))
    name = out.claim(field)
    what = f"Values of the attribute `{field}`, lowest first; 0 is none."
    out.enumeration(name, what, zip(values, count(1)))
    return [f"{name}.{_member(record)}" for record in setting]


def _kind(text: str) -> str:
    if text in ("true", "false"):
        return "boolean"
    return "integer" if re.fullmatch(r"[+-]?[0-9]+", text) else "name"


def _member(feature: Record) -> str:
    """The last part of a value such as `Cpu::Fast`."""
    return python_name(feature.string("Value").split("::")[-1])
