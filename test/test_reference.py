"""The generated pages of docs/reference say what the definitions say."""

from pathlib import Path

import pytest
from reference import PAGES

FOLDER = Path(__file__).parents[1] / "docs" / "reference"


@pytest.mark.parametrize("name", PAGES)
def test_golden_page(name: str, request: pytest.FixtureRequest):
    golden, text = FOLDER / name, PAGES[name]()
    if request.config.getoption("--regenerate"):
        golden.write_text(text)
    assert text == golden.read_text()
