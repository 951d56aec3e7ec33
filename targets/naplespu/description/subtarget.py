"""
Which machine code is made for: a processor and features of `Features.td`.

A module says it by its attributes `circ.cpu` and `circ.features`, so that passes, the
emission of code and files agree; without them it is for the published chip, all of
whose errata (docs/reference/naplespu-isa.md, sections 2.3, 5 and 7) are respected.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr
from xdsl.ir import Attribute, Operation

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.generated.subtarget import (
    FEATURES,
    PROCESSORS,
    scheduling_model,
)
from circ.targets.naplespu.generated.subtarget import Subtarget as Features
from circ.targets.tablegen.runtime.target import SchedulingModel

DEFAULT_CPU = "naplespu"
"""The published chip."""
CPU = "circ.cpu"
FEATURE_LIST = "circ.features"
"""Attributes of a module."""


class Subtarget(Features):
    """One machine: the flags that its features set, and its latencies."""

    def __init__(self, cpu: str = DEFAULT_CPU, features: Sequence[str] = ()):
        """
        Features are names of `Features.td`; `-` in front takes one away.

        Raises a Diagnostic for a name that is not known, and without what compiled code
        relies on.
        """
        super().__init__()
        if cpu not in PROCESSORS:
            known = ", ".join(PROCESSORS)
            raise Diagnostic(None, f"unknown cpu '{cpu}' ({known})")
        for feature in features:
            name = feature[1:] if feature[:1] in ("+", "-") else feature
            if name not in FEATURES:
                known = ", ".join(FEATURES)
                raise Diagnostic(None, f"unknown feature '{name}' ({known})")
        self.cpu = cpu
        self.parse_subtarget_features(cpu, features=",".join(features))
        if not self.MasksAllVectors:
            message = "compiled code relies on the feature 'masks-all-vectors'"
            raise Diagnostic(None, message)

    @property
    def model(self) -> SchedulingModel:
        """Latencies and units."""
        return scheduling_model(self.cpu)


@lru_cache(maxsize=64)
def subtarget(cpu: str = DEFAULT_CPU, features: tuple[str, ...] = ()) -> Subtarget:
    """The machine of a processor and features; shared, so not to be changed."""
    return Subtarget(cpu, features)


def subtarget_of(op: Operation) -> Subtarget:
    """
    The machine that the module around an operation is compiled for.

    Raises a Diagnostic where the module's attributes name what is not known.
    """
    top = op
    while (parent := top.parent_op()) is not None:
        top = parent
    cpu = top.attributes.get(CPU)
    features = _feature_list(top)
    if cpu is None and not features:
        return subtarget()
    if cpu is not None and not isinstance(cpu, StringAttr):
        raise Diagnostic(top.location, f"{CPU} must be a string")
    try:
        return subtarget(DEFAULT_CPU if cpu is None else cpu.data, features)
    except Diagnostic as error:
        raise Diagnostic(top.location, error.message) from None


def _feature_list(top: Operation) -> tuple[str, ...]:
    attribute = top.attributes.get(FEATURE_LIST)
    if attribute is None:
        return ()
    names: list[str] = []
    if isinstance(attribute, ArrayAttr):
        array = cast(ArrayAttr[Attribute], attribute)
        names = [name.data for name in array if isinstance(name, StringAttr)]
        if len(names) == len(array):
            return tuple(names)
    raise Diagnostic(top.location, f"{FEATURE_LIST} must be a list of strings")


def set_subtarget(
    module: ModuleOp, cpu: str | None, features: Sequence[str] = ()
) -> None:
    """
    Say what a module is compiled for; None leaves the processor as it is.

    The features are added to those that the module names. Raises a Diagnostic for a
    name that is not known.
    """
    subtarget(DEFAULT_CPU if cpu is None else cpu, tuple(features))
    if cpu is not None:
        module.attributes[CPU] = StringAttr(cpu)
    if features:
        names = (*_feature_list(module), *features)
        module.attributes[FEATURE_LIST] = ArrayAttr(map(StringAttr, names))
    subtarget_of(module)
