"""Processors and features by name, from a module's attributes or the options."""

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.description.subtarget import (
    DEFAULT_CPU,
    set_subtarget,
    subtarget,
    subtarget_of,
)
from circ.transforms.naplespu.lower_to_naplespu import LowerToNaplespuPass


def test_the_published_chip_has_all_errata():
    machine = subtarget_of(ModuleOp([]))
    assert machine is subtarget() and machine.cpu == DEFAULT_CPU
    assert machine.HasStaleReadAfterBranch and machine.HasIndirectCallLink
    assert machine.model.itineraries["IIC_FloatDiv"].operand_cycles == (24,)


def test_features_are_added_to_those_of_the_module():
    module = ModuleOp([])
    set_subtarget(module, "generic", ("v63-branches",))
    set_subtarget(module, None, ("indirect-call-link", "-v63-branches"))
    machine = subtarget_of(module)
    assert machine.cpu == "generic" and machine.HasIndirectCallLink
    assert not machine.ReservesV63 and not machine.HasStaleReadAfterBranch


@pytest.mark.parametrize(
    ("cpu", "features", "message"),
    (
        ("x", (), "unknown cpu 'x' (generic, naplespu)"),
        (None, ("-no-such",), "unknown feature 'no-such' (empty-mask-hangs, "),
        (None, ("-masks-all-vectors",), "compiled code relies on the feature"),
    ),
)
def test_unknown_names(cpu: str | None, features: tuple[str, ...], message: str):
    with pytest.raises(Diagnostic) as error:
        LowerToNaplespuPass(cpu=cpu, features=features).apply(Context(), ModuleOp([]))
    assert error.value.message.startswith(message)


def test_attributes_of_other_kinds():
    module = ModuleOp([], {"circ.features": ArrayAttr([ArrayAttr([])])})
    with pytest.raises(Diagnostic, match="list of strings"):
        subtarget_of(module)
    module = ModuleOp([], {"circ.cpu": ArrayAttr([StringAttr("generic")])})
    with pytest.raises(Diagnostic, match="must be a string"):
        subtarget_of(module)
