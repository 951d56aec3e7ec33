"""
`-gen-subtarget`: features, processors and their scheduling models.

The generated module answers `-mcpu` and `-mattr`: features bring what they imply, and
removing one removes what implies it. Feature numbers and the order of tables are
LLVM's.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import count

from circ.targets.tablegen.backends.predicates import ordered_features
from circ.targets.tablegen.backends.python_text import (
    Code,
    PythonText,
    call,
    mask,
    member,
    member_names,
    python_name,
)
from circ.targets.tablegen.records import Record, RecordKeeper
from circ.targets.tablegen.runtime.target import Itinerary, Stage

_IMPORTS = {
    "enum": "IntEnum",
    "circ.targets.tablegen.runtime.target": (
        "FeatureAttributes FeatureInfo Itinerary ProcessorInfo SchedulingModel "
        "+Selection Stage SubtargetTables"
    ),
}
_FUNCTIONS = ("select_features", "help_text", "scheduling_model")
"""Methods of SubtargetTables that the module offers."""

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


_LITERAL = re.compile(r"(?P<boolean>true|false)|(?P<integer>[+-]?[0-9]+)")
"""Values of features that are no names."""


def generate(records: RecordKeeper) -> PythonText:
    """The module of a target's features and processors."""
    features = _Features(records)
    models = _models(records)
    out = PythonText("Features, processors and latencies.", _IMPORTS)
    numbers = [(each.name, i, each) for i, each in enumerate(features.records)]
    out.enumeration("Feature", "The features.", numbers)
    features.add_table(out)
    _add_processors(out, records, features)
    rows = {name: _model(out, name, *found) for name, found in models.items()}
    out.table("SCHEDULING_MODELS: dict[str, SchedulingModel]", rows)
    tables = ("FEATURES", "PROCESSORS", "SCHEDULING_MODELS")
    out.methods("SubtargetTables", tables, *_FUNCTIONS)
    _add_subtarget(out, features)
    return out


class _Features:
    """The features in the order of their numbers, and their implications."""

    def __init__(self, records: RecordKeeper):
        self.records = ordered_features(records)
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
        rows: dict[str, Code] = {}
        named = [record for record in self.records if record.string("Name")]
        for record in sorted(named, key=lambda item: item.string("Name").encode()):
            number = self.numbers[record]
            implied_by = sum(
                1 << other
                for other, closure in enumerate(self.closures)
                if closure >> number & 1
            )
            name = record.string("Name")
            rows[name] = call(
                "FeatureInfo",
                name,
                record.string("Desc"),
                member("Feature", record.name),
                *map(mask, (self.direct[number], self.closures[number], implied_by)),
            )
        out.table("FEATURES: dict[str, FeatureInfo]", rows, "By name, sorted.")


def _add_processors(
    out: PythonText, records: RecordKeeper, features: _Features
) -> None:
    processors: dict[str, Record] = {}
    for record in records.derived("Processor"):
        name = record.string("Name")
        if name in processors:
            raise record.error(f"Duplicate processor name {name}")
        processors[name] = record
    rows: dict[str, Code] = {}
    for name, record in sorted(processors.items(), key=lambda item: item[0].encode()):
        masks = [
            features.mask(record.records(field))
            for field in ("Features", "TuneFeatures")
        ]
        masks += [features.close(each) for each in masks]
        model = _model_name(_model_of(record))
        rows[name] = call("ProcessorInfo", name, *map(mask, masks), model)
    out.table("PROCESSORS: dict[str, ProcessorInfo]", rows, "By name, sorted.")


def _model_of(processor: Record) -> Record:
    """A processor's itineraries if it has any, else its scheduling model."""
    itineraries = processor.record("ProcItin")
    return itineraries if itineraries.list("IID") else processor.record("SchedModel")


def _model_name(model: Record) -> str:
    return model.name + ("" if model.is_a("SchedMachineModel") else "Model")


def _models(records: RecordKeeper) -> dict[str, tuple[Record | None, Record | None]]:
    """By name, the models and itineraries of processors."""
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


def _model(
    out: PythonText, name: str, model: Record | None, itineraries: Record | None
) -> Code:
    """Add the table of a model's itineraries; the row of the model."""
    figures: list[int] = []
    for field, default in _FIGURES:
        value = -1
        if model is not None and field in model.fields:
            value = model.integer(field)
        figures.append(default if value < 0 else value)
    after = model is not None and model.flag("PostRAScheduler")
    complete = model is not None and model.flag("CompleteModel")
    table: dict[str, Itinerary] = {}
    units: tuple[Record, ...] = ()
    paths: tuple[Record, ...] = ()
    if itineraries is not None:
        units, paths = itineraries.records("FU"), itineraries.records("BP")
        for data in itineraries.records("IID"):
            table[data.record("TheClass").name] = _itinerary(itineraries, data)
    listed: object = {}
    if table:
        listed = Code(out.claim(f"_{python_name(name)}_itineraries"))
        out.table(f"{listed}: dict[str, Itinerary]", table)
    names = [[each.name for each in found] for found in (units, paths)]
    return call("SchedulingModel", name, *figures, after, complete, *names, listed)


def _itinerary(itineraries: Record, data: Record) -> Itinerary:
    units = itineraries.records("FU")
    paths = {path: 1 << place for place, path in enumerate(itineraries.records("BP"))}
    stages: list[Stage] = []
    for stage in data.records("Stages"):
        bits = 0
        for unit in stage.records("Units"):
            if unit not in units:
                raise itineraries.error(f"unit '{unit.name}' is not one of its own")
            bits |= 1 << units.index(unit)
        cycles, following = stage.integer("Cycles"), stage.integer("TimeInc")
        reserved = stage.integer("Kind") != 0
        following = following if following >= 0 else cycles
        stages.append(Stage(cycles, bits, following, reserved))
    bypasses: list[int] = []
    for path in data.records("Bypasses"):
        if path not in paths and path.name != "NoBypass":
            raise itineraries.error(f"bypass '{path.name}' is not one of its own")
        bypasses.append(paths.get(path, 0))
    return Itinerary(
        data.integer("NumMicroOps"),
        tuple(stages),
        data.integers("OperandCycles"),
        tuple(bypasses),
    )


def _field_name(feature: Record) -> str:
    """The attribute that a feature sets; older LLVM calls the field Attribute."""
    return feature.string("FieldName" if "FieldName" in feature.fields else "Attribute")


def _add_subtarget(out: PythonText, features: _Features) -> None:
    setters: dict[str, list[Record]] = {}
    for record in features.records:
        if field := _field_name(record):
            setters.setdefault(field, []).append(record)
    names = member_names(setters, _RESERVED)
    defaults: list[str] = []
    settings: dict[Record, tuple[Code, str, object]] = {}
    for field, setting in setters.items():
        name = names[field]
        values = _values(out, features, field, setting)
        default = not values[0] if isinstance(values[0], bool) else 0
        defaults.append(f"self.{name}: {type(default).__name__} = {default}")
        for record, value in zip(setting, values, strict=True):
            feature = member("Feature", record.name)
            settings[record] = feature, name, value
    ordered = [settings[each] for each in features.records if each in settings]
    out.table("_SETTINGS", ordered)
    out.add("", "", "class Subtarget(FeatureAttributes):")
    out.add('    """What features set."""', "")
    out.add("    _tables = _TABLES", "    _settings = _SETTINGS")
    out.add("", "    def __init__(self) -> None:", "        super().__init__()")
    out.add(*(f"        {line}" for line in defaults))


def _values(
    out: PythonText, features: _Features, field: str, setting: Sequence[Record]
) -> list[object]:
    """
    The value that each feature gives a field; names become an enumeration.

    Names are ordered by what features imply: one that implies another is higher. Where
    none implies the other the number of the feature decides.
    """
    texts = [record.string("Value") for record in setting]
    found = map(_LITERAL.fullmatch, texts)
    kinds = {each.lastgroup if each else "name" for each in found}
    if len(kinds) > 1:
        raise setting[-1].error(f"attribute '{field}' has values of several kinds")
    if kinds == {"boolean"}:
        return [text == "true" for text in texts]
    if kinds == {"integer"}:
        return [int(text) for text in texts]
    members = features.mask(setting)

    def rank(record: Record) -> tuple[int, int]:
        number = features.numbers[record]
        return (features.closures[number] & members).bit_count(), number

    values = {_member(record): record for record in sorted(setting, key=rank)}
    name = out.claim(field)
    what = f"Values of the attribute `{field}`, lowest first; 0 is none."
    out.enumeration(name, what, zip(values, count(1), values.values()))
    return [Code(f"{name}.{_member(record)}") for record in setting]


def _member(feature: Record) -> str:
    """The last part of a value such as `Cpu::Fast`."""
    return python_name(feature.string("Value").split("::")[-1])
