"""
The language against goldens that LLVM's own llvm-tblgen 19 wrote.

`language/*.td` are accepted: their records as JSON and as text must be LLVM's.
`language/rejected.txt` holds short inputs between lines of dashes: status, place and
text of every diagnostic must be LLVM's. `--regenerate` asks the oracle again.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from tablegen_oracle import HAS_ORACLE, comparable, run_oracle
from tablegen_run import run_circ

LANGUAGE = Path(__file__).parent / "language"
ACCEPTED = sorted(LANGUAGE.glob("*.td"))
REJECTED = (LANGUAGE / "rejected.txt").read_text().split("\n-----\n")
GOLDEN = LANGUAGE / "rejected.json"


def golden(path: Path, request: pytest.FixtureRequest, option: str) -> str:
    """The golden text for an accepted file, asked anew where that is wanted."""
    suffix = ".json" if option == "--dump-json" else ".records"
    file = path.with_suffix(suffix)
    if request.config.getoption("--regenerate") and HAS_ORACLE:
        outcome = run_oracle(path, option)
        assert outcome.status == 0, outcome.messages
        text = outcome.stdout
        if option == "--dump-json":
            text = json.dumps(comparable(text), indent=1, sort_keys=True) + "\n"
        file.write_text(text)
    return file.read_text()


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_records_as_json(path: Path, request: pytest.FixtureRequest):
    wanted: dict[str, Any] = json.loads(golden(path, request, "--dump-json"))
    outcome = run_circ(path, "--dump-json")
    assert outcome.status == 0, outcome.messages
    assert comparable(outcome.stdout) == wanted


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_records_as_text(path: Path, request: pytest.FixtureRequest):
    wanted = golden(path, request, "--print-records")
    outcome = run_circ(path, "--print-records")
    assert outcome.stdout == wanted


@pytest.fixture(scope="module")
def rejections(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[int, list[list[Any]]]]:
    """(status, messages) of each rejected input; no messages where LLVM crashes."""
    if request.config.getoption("--regenerate") and HAS_ORACLE:
        path = tmp_path_factory.mktemp("oracle") / "input.td"
        rows: list[str] = []
        for text in REJECTED:
            path.write_text(text)
            outcome = run_oracle(path)
            messages = outcome.messages if outcome.status >= 0 else []
            rows.append(json.dumps((outcome.status, messages)))
        GOLDEN.write_text("[\n" + ",\n".join(rows) + "\n]\n")
    return json.loads(GOLDEN.read_text())


@pytest.mark.parametrize("index", range(len(REJECTED)))
def test_diagnostics(
    index: int, rejections: list[tuple[int, list[list[Any]]]], tmp_path: Path
):
    status, messages = rejections[index]
    path = tmp_path / "input.td"
    path.write_text(REJECTED[index])
    outcome = run_circ(path)
    if status < 0:  # LLVM crashes; a diagnostic is wanted all the same
        assert outcome.status == 1
        assert outcome.messages[0].kind == "error"
        return
    assert outcome.status == status
    assert [list(message) for message in outcome.messages] == messages
