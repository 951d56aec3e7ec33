"""
`-gen-subtarget`: features and processors, beside what llvm-tblgen generates.

`family.json` has what llvm-tblgen 19 makes of `family.td` over its own base file.
"""

import json
import re
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tablegen_modules import (
    DATA,
    INCLUDE,
    LLVM_INCLUDE,
    generate,
    module_of,
    records_of,
    reference_records,
)
from tablegen_oracle import HAS_ORACLE, ORACLE

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen import load
from circ.targets.tablegen.records import Record

HERE = Path(__file__).parent
GOLDEN = HERE / "family.json"
NAPLESPU = INCLUDE.parents[1] / "naplespu" / "NaplesPU.td"
UNORDERED = {"Careful": 2, "Wide": 1}


def bits(text: str) -> int:
    """A feature bitset: words of 64 bits, the lowest first."""
    words = [int(word, 16) for word in re.findall(r"0x(\w+)ULL", text)]
    return sum(word << 64 * place for place, word in enumerate(words))


def facts_of_inc(text: str) -> dict[str, Any]:
    """What LLVM's tables say; `sets` has feature, attribute, limit and value."""
    numbers = re.findall(r"\n  (\w+) = (\d+),", text)
    features = re.findall(r'\n  \{ "(.*?)", "(.*?)", \w+::(\w+), (.*?)\},(?=\n)', text)
    processors = re.findall(r'\n \{ "(.*?)", (.*?\} \} \}), (.*?), &(\w+) \},', text)
    parse = text.partition("::ParseSubtargetFeatures")[2]
    models = re.findall(r"MCSchedModel (\w+) = \{(.*?)\n\};", text, re.DOTALL)
    return {
        "numbers": {name: int(number) for name, number in numbers},
        "features": [
            [name, description, record, bits(implied)]
            for name, description, record, implied in features
        ],
        "processors": [
            [name, bits(own), bits(tuned), model]
            for name, own, tuned, model in processors
        ],
        "sets": re.findall(
            r"if \(Bits\[\w+::(\w+)\](?: && (?:\w+) < (?:[\w:]+))?\) "
            r"(\w+) = (?:\w+::)?(\w+);",
            parse,
        ),
        "defaults": re.findall(r"_MACRO\((\w+), (true|false)", text),
        "models": {
            name: [
                int(line) if line.isdigit() else line
                for line in re.findall(r"\n  (?:MCSchedModel::)?(\w+),", body)
            ]
            for name, body in models
        },
        "itineraries": _itineraries(text),
    }


def _itineraries(text: str) -> dict[str, dict[str, Any]]:
    """By model and class: micro-operations, stages, operand cycles and bypasses."""
    values = {
        name: eval(value.replace("ULL", ""))
        for name, value in re.findall(r"const (?:\S+) (\w+) = (.*?);", text)
    }

    def rows(name: str, pattern: str) -> list[Any]:
        body = re.search(rf"{name}\[\] = \{{(.*?)\n\}};", text, re.DOTALL)
        return re.findall(pattern, re.sub(r"//.*", "", body[1])) if body else []

    def mask(names: str) -> int:
        parts = [part.split("::")[-1].strip() for part in names.split("|")]
        return sum(int(values.get(part, 0)) for part in parts)

    stages = rows(
        "Stages", r"\{ (\d+), (.*?), (-?\d+), .*?\)(\d) \}|\{ 0, 0, 0, .*? \}"
    )
    cycles = [int(cycle) for cycle in rows("OperandCycles", r"\d+")]
    paths = [mask(path) for path in rows("ForwardingPaths", r"[\w:]+")]
    found: dict[str, dict[str, Any]] = {}
    for name, body in re.findall(
        r"InstrItinerary (\w+)\[\] = \{(.*?)\n\};", text, re.S
    ):
        row = r"\{ (\d+), (\d+), (\d+), (\d+), (\d+) \}, // \d+ (\w+)"
        for *numbers, item in re.findall(row, body):
            uops, first, last, start, end = map(int, numbers)
            if item != "NoInstrModel":
                found.setdefault(name, {})[item] = [
                    uops,
                    [
                        [int(count), mask(units), int(following), kind == "1"]
                        for count, units, following, kind in stages[first:last]
                    ],
                    cycles[start:end],
                    paths[start:end],
                ]
    return found


def same(expected: dict[str, Any], module: Any) -> None:
    features = module.Feature
    assert {item.name: int(item) for item in features} == {
        name: number
        for name, number in expected["numbers"].items()
        if name != "NumSubtargetFeatures"
    }
    assert [
        [info.name, info.description, features(info.number).name, info.implies]
        for info in module.FEATURES.values()
    ] == expected["features"]
    assert [
        [info.name, info.features, info.tune_features, info.scheduling]
        for info in module.PROCESSORS.values()
    ] == expected["processors"]
    for name, *tables in (item for item in expected["itineraries"].items()):
        models = [
            model
            for model in module.SCHEDULING_MODELS.values()
            if model.name == f"{name}Model" or name in expected["models"][model.name]
        ]
        assert models
        for model in models:
            assert set(model.itineraries) == set(tables[0])
            for item, (uops, stages, cycles, paths) in tables[0].items():
                found = model.itineraries[item]
                assert found.micro_operations == uops
                assert list(found.operand_cycles) == cycles
                # LLVM pads with no path at all.
                padding = (0,) * (len(paths) - len(found.bypasses))
                assert [*found.bypasses, *padding] == paths
                assert [list(stage) for stage in found.stages] == [
                    [count, units, following if following >= 0 else count, reserved]
                    for count, units, following, reserved in stages
                ]
    _same_figures(expected, module)


def _same_figures(expected: dict[str, Any], module: Any) -> None:
    defaults = {"Default" + name: value for name, value in DEFAULTS.items()}
    for name, figures in expected["models"].items():
        model = module.SCHEDULING_MODELS[name]
        numbers = [defaults.get(figure, figure) for figure in figures[:6]]
        assert list(model[1:7]) == numbers
        assert [str(flag).lower() for flag in model[7:9]] == figures[6:8]


DEFAULTS = {
    "IssueWidth": 1,
    "MicroOpBufferSize": 0,
    "LoopMicroOpBufferSize": 0,
    "LoadLatency": 4,
    "HighLatency": 10,
    "MispredictPenalty": 10,
}


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Any:
    text = (HERE / "family.td").read_text()
    folder = tmp_path_factory.mktemp("family")
    return module_of("gen-subtarget", records_of(text, folder))


@pytest.fixture(scope="module")
def golden() -> dict[str, Any]:
    return json.loads(GOLDEN.read_text())


def test_golden_of_a_family(
    family: Any, request: pytest.FixtureRequest, tmp_path: Path
):
    if request.config.getoption("--regenerate") and HAS_ORACLE:
        text = (HERE / "family.td").read_text()
        path = tmp_path / "oracle.td"
        path.write_text(text.replace("circ/Target.td", "llvm/Target/Target.td"))
        command = [ORACLE, f"-I{LLVM_INCLUDE}", "-gen-subtarget", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        facts = facts_of_inc(done.stdout)
        rows = (f"{json.dumps(key)}: {json.dumps(facts[key])}" for key in facts)
        GOLDEN.write_text("{\n" + ",\n".join(rows) + "\n}\n")
    same(json.loads(GOLDEN.read_text()), family)


def test_reference_target(tmp_path: Path):
    text = (DATA / "mini.gen-subtarget.inc").read_text()
    module = module_of("gen-subtarget", reference_records("mini.td", tmp_path))
    same(json.loads(json.dumps(facts_of_inc(text))), module)
    subtarget = module.Subtarget()
    subtarget.parse_subtarget_features("ultra")
    assert subtarget.IsV9 and subtarget.IsVIS  # the one implies the other


def parsed_as_llvm(facts: dict[str, Any], enabled: int) -> dict[str, Any]:
    """The attributes after LLVM's ParseSubtargetFeatures; names as numbers."""
    found: dict[str, Any] = {name: value == "true" for name, value in facts["defaults"]}
    for feature, attribute, value in facts["sets"]:
        if not enabled >> facts["numbers"][feature] & 1:
            continue
        if value in ("true", "false"):
            found[attribute] = value == "true"
        else:
            number = UNORDERED.get(value) or int(value)
            found[attribute] = max(found.get(attribute, 0), number)
    return found


@pytest.mark.parametrize("cpu", ["generic", "v9", "ultra", "ultra-vectors", "tuned"])
def test_attributes_as_llvm(cpu: str, family: Any, golden: dict[str, Any]):
    names = list(family.FEATURES)
    for signs in product(("", "+", "-"), repeat=4):
        pairs = zip(signs, ["v9", "vectors", "vectors10", "no-traps"], strict=True)
        flags = ",".join(sign + name for sign, name in pairs if sign)
        subtarget = family.Subtarget()
        assert subtarget.parse_subtarget_features(cpu, cpu, flags) == ()
        expected = parsed_as_llvm(golden, subtarget.feature_bits)
        for attribute, value in expected.items():
            assert getattr(subtarget, attribute) == value, (flags, attribute)
        enabled = subtarget.feature_bits
        for name in names:
            info = family.FEATURES[name]
            if subtarget.has(info.number):
                assert enabled & info.closure == info.closure
    assert set(vars(family.Subtarget())) == {
        "feature_bits",
        *(attribute for _, attribute, _ in golden["sets"]),
    }


def selected(module: Any, cpu: str = "", flags: str = "", tune: str = "") -> set[str]:
    features, messages = module.select_features(cpu, tune, flags)
    assert messages == ()
    infos = module.FEATURES.values()
    return {info.name for info in infos if features >> info.number & 1}


def test_processors_bring_what_their_features_imply(family: Any):
    assert selected(family, "generic") == selected(family) == set()
    assert selected(family, "ultra") == {"v9", "deprecated-v8"}
    own = {"deprecated-v8", "vectors2", "vectors", "v9"}
    assert selected(family, "ultra-vectors") == own
    assert selected(family, "ultra-vectors", tune="ultra-vectors") == {*own, "wide"}
    assert selected(family, "v8", tune="tuned") == {"slow", "wide"}


def test_features_are_added_and_removed_in_order(family: Any):
    assert selected(family, flags="+vectors10") == {
        "vectors10",
        "vectors2",
        "vectors",
        "v9",
    }
    # What implies a removed feature goes too; what it implies stays.
    assert selected(family, flags="+vectors10,-vectors2") == {"vectors", "v9"}
    assert selected(family, "ultra-vectors", "-v9") == {"deprecated-v8"}
    assert selected(family, flags="-v9,+vectors") == {"v9", "vectors"}
    assert selected(family, flags="+vectors,-v9") == set()
    assert selected(family, flags="v9,,no-traps") == {"v9", "no-traps"}


def test_what_is_unknown_is_reported_and_ignored(family: Any):
    assert family.select_features("v7", "v6", "+v9,+x,-,y") == (
        family.FEATURES["v9"].closure,
        (
            "'v7' is not a recognized processor for this target (ignoring processor)",
            "'v6' is not a recognized processor for this target (ignoring processor)",
            "'+x' is not a recognized feature for this target (ignoring feature)",
            "'-' is not a recognized feature for this target (ignoring feature)",
            "'y' is not a recognized feature for this target (ignoring feature)",
        ),
    )
    # A name that is wrong in both places is reported once.
    assert len(family.select_features("v7", "v7").messages) == 1


def test_help(family: Any):
    features, (text,) = family.select_features("help")
    assert features == 0
    assert "  ultra-vectors - Select the ultra-vectors processor.\n" in text
    assert "  v9            - Use the instructions of version 9.\n" in text
    assert family.select_features("v9", features="+help").messages == (text,)
    (processors,) = family.select_features(features="+cpuhelp").messages
    assert text.startswith(processors) and "version 9" not in processors


def test_a_subclass_has_defaults_and_fix_ups(family: Any):
    class MySubtarget(family.Subtarget):
        def __init__(self, cpu: str, features: str):
            super().__init__()
            self.VectorLevel = 5
            self.parse_subtarget_features(cpu, "", features)
            self.is_fast = self.HasTraps and self.VectorLevel > 5

    assert MySubtarget("v8", "+vectors2").VectorLevel == 5  # 2 is lower
    assert MySubtarget("v8", "+vectors10").is_fast
    assert not MySubtarget("v8", "+vectors10,+no-traps").is_fast


def test_named_values_are_ordered_by_implication(family: Any):
    speed = family.Speed
    assert [(item.name, int(item)) for item in speed] == [("Wide", 1), ("Careful", 2)]
    subtarget = family.Subtarget()
    assert subtarget.Speed == 0
    subtarget.parse_subtarget_features("", features="+wide,+slow")
    assert subtarget.Speed is speed.Careful


def test_latencies(family: Any):
    model = family.scheduling_model("tuned")
    assert (model.name, model.issue_width, model.load_latency) == ("TunedModel", 4, 3)
    assert model.schedules_after_allocation and not model.is_complete
    assert model.units == ("Alu0", "Alu1", "LoadStore")
    assert model.itineraries["IIC_Alu"].latency() == 1
    assert model.itineraries["IIC_Load"].latency() == 3  # both stages start at once
    assert family.scheduling_model("generic").itineraries == {}
    assert family.scheduling_model("v7") is family.SCHEDULING_MODELS["NoSchedModel"]


def test_naplespu():
    records = load(NAPLESPU, include=[INCLUDE])
    module = module_of("gen-subtarget", records)
    model = module.scheduling_model("naplespu")
    cycles = {name: item.operand_cycles[0] for name, item in model.itineraries.items()}
    assert cycles["IIC_FloatDiv"] == 24 and cycles["IIC_Integer"] == 7
    subtarget = module.Subtarget()
    assert (
        subtarget.parse_subtarget_features("naplespu", "", "+rtl,-v63-branches") == ()
    )
    assert subtarget.ReservesV59 and not subtarget.ReservesV63 and not subtarget.IsRTL
    # The names of schedule classes, by number, lead to itineraries.
    instructions = module_of("gen-instr-info", records)
    used = {
        instructions.SCHEDULE_CLASSES[descriptor.schedule_class]
        for descriptor in instructions.INSTRUCTIONS
    }
    assert used - {"NoInstrModel"} <= set(model.itineraries)


def test_a_description_without_features(tmp_path: Path):
    module = module_of(
        "gen-subtarget", records_of('include "circ/Target.td"', tmp_path)
    )
    assert list(module.Feature) == [] and module.FEATURES == module.PROCESSORS == {}
    assert module.Subtarget().parse_subtarget_features("", features="+x") == (
        "'+x' is not a recognized feature for this target (ignoring feature)",
    )


def test_names_of_older_descriptions_and_odd_names(tmp_path: Path):
    text = """
    class SubtargetFeature<string n, string a, string v, string d> {
      string Name = n; string Attribute = a; string Value = v; string Desc = d;
      list<SubtargetFeature> Implies = [];
    }
    def Old : SubtargetFeature<"old", "IsOld", "true", "a \\"quoted\\" word">;
    def Has : SubtargetFeature<"has", "has", "true", "hides a method">;
    def None : SubtargetFeature<"none", "", "true", "sets nothing">;
    def Silent : SubtargetFeature<"", "IsSilent", "true", "cannot be chosen">;
    """
    module = module_of("gen-subtarget", records_of(text, tmp_path))
    assert module.FEATURES["old"].description == 'a "quoted" word'
    assert "" not in module.FEATURES and module.Feature.None_.name == "None_"
    subtarget = module.Subtarget()
    subtarget.parse_subtarget_features("", features="+old,+has,+none")
    assert subtarget.IsOld and subtarget.has_ and not subtarget.IsSilent
    assert subtarget.has(module.Feature.Has)


ERRORS = {
    'def A : SubtargetFeature<"x", "A", "true", "">;'
    'def B : SubtargetFeature<"x", "B", "true", "">;': "Duplicate feature name x",
    'def : Processor<"p", NoItineraries, []>;'
    'def : Processor<"p", NoItineraries, []>;': "Duplicate processor name p",
    'def A : SubtargetFeature<"a", "A", "1", "">;'
    'def B : SubtargetFeature<"b", "A", "true", "">;': (
        "attribute 'A' has values of several kinds"
    ),
    "def U : FuncUnit; def C : InstrItinClass;"
    "def I : ProcessorItineraries<[], [], [InstrItinData<C, [InstrStage<1, [U]>]>]>;"
    'def : Processor<"p", I, []>;': "unit 'U' is not one of its own",
    "def U : FuncUnit; def C : InstrItinClass; def B : Bypass;"
    "def I : ProcessorItineraries<[U], [], ["
    "InstrItinData<C, [InstrStage<1, [U]>], [1], [B]>]>;"
    'def : Processor<"p", I, []>;': "bypass 'B' is not one of its own",
}


@pytest.mark.parametrize("text", ERRORS)
def test_errors(text: str, tmp_path: Path):
    records = records_of(f'include "circ/Target.td"\n{text}', tmp_path)
    with pytest.raises(Diagnostic) as caught:
        generate("gen-subtarget", records)
    assert caught.value.message == ERRORS[text]
    assert "description.td:2:" in str(caught.value)


def test_a_feature_that_implies_itself(tmp_path: Path):
    text = """
    include "circ/Target.td"
    def A : SubtargetFeature<"a", "A", "true", "">;
    def B : SubtargetFeature<"b", "B", "true", "", [A]>;
    """
    records = records_of(text, tmp_path)
    feature: Record = records["A"]
    feature.fields = {**feature.fields, "Implies": (records["B"],)}
    with pytest.raises(Diagnostic, match="feature 'a' implies itself"):
        generate("gen-subtarget", records)
