"""The examples in docs of backends: each section's description and session."""

import doctest
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from tablegen_modules import (
    generate,
    records_of,
)

from circ.targets.tablegen.backends import BACKENDS

DOCS = Path(__file__).resolve().parents[4] / "docs"
PAGES = ("tablegen-backends.md", "tablegen-registers.md", "instruction-selection.md")
SECTIONS = {
    section.split("\n", 1)[0].removeprefix("-"): section
    for page in PAGES
    for section in (DOCS / page).read_text().split("\n## ")[1:]
    if section.startswith("-gen-")
}


def blocks(section: str, language: str) -> str:
    """The section's blocks in a language, one after the other."""
    return "\n".join(re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL))


@pytest.mark.parametrize("option", SECTIONS)
def test_section(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    section = SECTIONS[option]
    session = blocks(section, "python")
    assert session, "a section without an example"
    name = BACKENDS[option].module
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    text = generate(option, records_of(blocks(section, "tablegen"), tmp_path))
    exec(compile(text, f"{name}.py", "exec"), vars(module))
    runner = doctest.DocTestRunner(verbose=False)
    test = doctest.DocTestParser().get_doctest(session, {}, option, option, 0)
    report: list[str] = []
    assert runner.run(test, out=report.append).failed == 0, "".join(report)
