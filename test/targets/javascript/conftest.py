"""What several tests of JavaScript share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def javascript_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for native programs, where the run-time library is compiled once."""
    return tmp_path_factory.mktemp("javascript")
