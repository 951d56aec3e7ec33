"""Warnings, and where they go."""

import pytest

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import ON_WARNING, Diagnostic, located, warn


def test_warnings():
    with pytest.warns(UserWarning, match=r"^a\.mlir:2:3: warning: slow$"):
        warn(located("a.mlir", 2, 3), "slow")
    told: list[Diagnostic] = []
    with bound(ON_WARNING, told.append):
        warn(None, "slow")
    assert [str(each) for each in told] == ["warning: slow"]
