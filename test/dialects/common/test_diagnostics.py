"""Warnings, and where they go."""

import pytest

from circ.dialects.common.diagnostics import ON_WARNING, Diagnostic, located, warn


def test_warnings():
    with pytest.warns(UserWarning, match=r"^a\.mlir:2:3: warning: slow$"):
        warn(located("a.mlir", 2, 3), "slow")
    told: list[Diagnostic] = []
    token = ON_WARNING.set(told.append)
    warn(None, "slow")
    ON_WARNING.reset(token)
    assert [str(each) for each in told] == ["warning: slow"]
