"""The command `circ-tblgen`: options, files, cache and exit status."""

import json
import re
from pathlib import Path

import pytest
from tablegen_run import run_circ

from circ.targets.tablegen import load
from circ.targets.tablegen.backends import BACKENDS
from circ.targets.tablegen.cache import Cache, Request, load_cached
from circ.targets.tablegen.packing import packed, unpacked
from circ.targets.tablegen.records import Dag, Record, RecordKeeper
from circ.tools.circ_tblgen import PRINTERS

NAPLESPU = Path(__file__).parents[2] / "targets/naplespu/NaplesPU.td"
BASE = Path(__file__).parents[2] / "targets/tablegen/include"


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "circ" / "tablegen"


@pytest.fixture
def main_file(tmp_path: Path) -> Path:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "base.td").write_text("class C<int v> { int V = v; }\n")
    path = tmp_path / "main.td"
    path.write_text(
        'include "base.td"\ndef x : C<1>;\n#ifdef MORE\ndef y : C<2>;\n#endif\n'
    )
    return path


def include(path: Path) -> str:
    return f"-I{path.parent / 'parts'}"


def test_records_are_printed_without_an_action(main_file: Path):
    outcome = run_circ(main_file, include(main_file))
    assert outcome.status == 0
    assert (
        outcome.stdout
        == run_circ(main_file, include(main_file), "--print-records").stdout
    )
    assert "def x {\t// C\n  int V = 1;\n}\n" in outcome.stdout


@pytest.mark.parametrize("dashes", ["-", "--"])
def test_one_dash_or_two(main_file: Path, dashes: str):
    outcome = run_circ(
        main_file, include(main_file), f"{dashes}print-enums", f"{dashes}class=C"
    )
    assert outcome.stdout == "x, \n"


@pytest.mark.parametrize("options", [["-DMORE"], ["-D", "MORE"]])
def test_macros(main_file: Path, options: list[str]):
    outcome = run_circ(main_file, include(main_file), "-dump-json", *options)
    assert json.loads(outcome.stdout)["!instanceof"] == {"C": ["x", "y"]}


def test_bytes_that_are_not_ascii(tmp_path: Path):
    path = tmp_path / "a.td"
    path.write_text('def x { string S = "Grüße"; }\n')
    for _ in range(2):  # evaluated, then from the cache
        outcome = run_circ(path, cache=True)
        assert '  string S = "Grüße";' in outcome.stdout
    assert json.loads(run_circ(path, "-dump-json").stdout)["x"]["S"] == "Grüße"


def test_detailed_records(main_file: Path):
    outcome = run_circ(main_file, include(main_file), "-print-detailed-records")
    assert outcome.stdout.startswith(f"DETAILED RECORDS for file {main_file}\n")
    assert "x  |main.td:2|" in outcome.stdout


def test_sets(tmp_path: Path):
    path = tmp_path / "sets.td"
    path.write_text(
        "class Set<dag e> { dag Elements = e; }\n"
        "class R; def add; def sub; def a : R; def b : R; def c : R;\n"
        "def all : Set<(add a, b, c)>; def less : Set<(sub all, b)>;\n"
    )
    outcome = run_circ(path, "-print-sets")
    assert outcome.stdout == "all = [ a b c ]\nless = [ a c ]\n"


def test_dependencies(main_file: Path, tmp_path: Path):
    rule, output = tmp_path / "out.d", tmp_path / "out"
    for _ in range(2):  # evaluated, then from the cache
        outcome = run_circ(
            main_file,
            include(main_file),
            "-o",
            str(output),
            "-d",
            str(rule),
            cache=True,
        )
        assert outcome.status == 0
        base = main_file.parent / "parts" / "base.td"
        assert rule.read_text() == f"{output}: {base}\n"


def test_dependencies_need_an_output(main_file: Path):
    outcome = run_circ(main_file, "-d", "x")
    assert outcome.status == 2
    assert "the option -d must be used together with -o" in outcome.stderr


def test_actions_exclude_each_other(main_file: Path):
    outcome = run_circ(main_file, "-dump-json", "-gen-emitter")
    assert outcome.status == 2
    assert "--dump-json and --gen-emitter exclude each other" in outcome.stderr


def test_null_backend(main_file: Path):
    outcome = run_circ(main_file, include(main_file), "--null-backend")
    assert (outcome.status, outcome.stdout) == (0, "")


def test_errors_leave_the_output_alone(tmp_path: Path):
    path, output = tmp_path / "a.td", tmp_path / "out"
    path.write_text('def d { int x = 1; assert !eq(x, 2), "two"; }\n')
    output.write_text("before")
    outcome = run_circ(path, "-o", str(output), cache=True)
    assert outcome.status == 1
    assert output.read_text() == "before"
    assert outcome.stderr.endswith("circ-tblgen: 1 error\n")
    assert "note: two" in outcome.stderr
    # To the screen it goes as far as it is right.
    assert "int x = 1;" in run_circ(path).stdout


def test_generators_want_no_errors(tmp_path: Path):
    path = tmp_path / "a.td"
    path.write_text('assert 0, "never";\n')
    outcome = run_circ(path, "-gen-register-info")
    assert (outcome.status, outcome.stdout) == (1, "")


def test_a_file_that_is_not_there():
    outcome = run_circ("/nowhere/at/all.td")
    assert outcome.status == 1
    assert outcome.stderr == (
        "circ-tblgen: error: Could not open input file '/nowhere/at/all.td': "
        "No such file or directory\n"
    )


def test_an_unknown_class():
    outcome = run_circ(NAPLESPU, f"-I{BASE}", "-print-enums", "-class=Nothing")
    assert outcome.status == 1
    assert outcome.stderr == "circ-tblgen: error: The class 'Nothing' is not defined\n"


def test_warnings_can_be_left_out(tmp_path: Path):
    path = tmp_path / "a.td"
    path.write_text("class A<int unused>;\n")
    assert [m.kind for m in run_circ(path).messages] == ["warning"]
    assert not run_circ(path, "--no-warn-on-unused-template-args").messages


def test_write_if_changed(main_file: Path, tmp_path: Path):
    output = tmp_path / "out"
    options = (include(main_file), "-o", str(output), "--write-if-changed")
    run_circ(main_file, *options)
    written = output.stat().st_mtime_ns, output.stat().st_ino
    run_circ(main_file, *options)
    assert (output.stat().st_mtime_ns, output.stat().st_ino) == written
    run_circ(main_file, *options, "-DMORE")
    assert output.stat().st_ino != written[1]


@pytest.mark.parametrize("option", sorted(BACKENDS))
@pytest.mark.every(4)
def test_every_generator_has_a_module(option: str):
    outcome = run_circ(NAPLESPU, f"-I{BASE}", f"-{option}")
    assert outcome.status == 0, outcome.stderr
    compile(outcome.stdout, option, "exec")


def test_help_names_every_action(capsys: pytest.CaptureFixture[str]):
    outcome = run_circ("--help")
    for name in (*PRINTERS, *BACKENDS):
        assert f"--{name}" in outcome.stdout


# region Cache


def test_messages_and_output_come_from_the_cache(tmp_path: Path, cache_folder: Path):
    path = tmp_path / "a.td"
    path.write_text("class A<int unused>; def x : A<1>;\n")
    first = run_circ(path, cache=True)
    assert {file.suffix for file in cache_folder.iterdir()} == {
        ".manifest",
        ".messages",
        ".print-records",
    }
    for file in cache_folder.iterdir():
        if file.suffix == ".print-records":
            data = file.read_bytes()
            assert first.stdout.encode() in data
    assert run_circ(path, cache=True) == first


def test_no_cache(main_file: Path, cache_folder: Path):
    run_circ(main_file, include(main_file))
    assert not cache_folder.exists()


@pytest.mark.parametrize("changed", ["main.td", "parts/base.td"])
def test_a_changed_file_is_evaluated_again(main_file: Path, changed: str):
    options = (include(main_file), "-dump-json")
    run_circ(main_file, *options, cache=True)
    path = main_file.parent / changed
    path.write_text(path.read_text() + "class Another;\n")
    outcome = run_circ(main_file, *options, cache=True)
    assert "Another" in json.loads(outcome.stdout)["!instanceof"]


def test_a_file_that_comes_first_now(main_file: Path, tmp_path: Path):
    earlier = tmp_path / "earlier"
    options = (f"-I{earlier}", include(main_file), "-dump-json")
    run_circ(main_file, *options, cache=True)
    earlier.mkdir()
    (earlier / "base.td").write_text("class C<int v> { int W = v; }\n")
    outcome = run_circ(main_file, *options, cache=True)
    assert json.loads(outcome.stdout)["x"]["W"] == 1


def test_a_damaged_entry_is_evaluated_again(main_file: Path, cache_folder: Path):
    options = (include(main_file), "-dump-json")
    first = run_circ(main_file, *options, cache=True)
    for file in cache_folder.iterdir():
        data = bytearray(file.read_bytes())
        data[-1] ^= 1
        file.write_bytes(data)
    assert run_circ(main_file, *options, cache=True) == first


def test_a_cache_that_cannot_be_written(
    main_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert run_circ(main_file, include(main_file), cache=True).status == 0


def shown(value: object) -> object:
    """A value with records by name, to compare."""
    match value:
        case Record():
            return ("record", value.name)
        case Dag():
            arguments = [(shown(v), n) for v, n in value.arguments]
            return ("dag", shown(value.operator), value.name, arguments)
        case tuple():
            return (type(value).__name__, [shown(item) for item in value])
        case _:
            return value


def contents(keeper: RecordKeeper) -> object:
    return [
        (
            record.name,
            record.superclasses,
            record.types,
            record.is_anonymous,
            record.open_fields,
            str(record.location),
            {name: shown(value) for name, value in record.fields.items()},
        )
        for record in keeper
    ], dict(keeper.classes)


def test_records_survive_the_cache(tmp_path: Path):
    keeper = load(NAPLESPU, [BASE])
    assert contents(unpacked(packed(keeper))) == contents(keeper)
    cache = Cache(tmp_path / "kept")
    request = Request(str(NAPLESPU), (str(BASE),))
    for _ in range(2):
        assert contents(load_cached(request, cache)) == contents(keeper)
    assert any(re.search(r"\.records$", path.name) for path in cache.folder.iterdir())


# endregion
