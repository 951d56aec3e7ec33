"""Runs a program at every level and compares it with Python, bit for bit."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np
import pytest
from detours import Elsewhere
from source_arguments import Value, argument_of, bits_of, canonical, shown
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.signatures import dynamic_words
from circ.dialects.common.verifier import verify_module
from circ.dialects.source.signature import signature_of
from circ.targets.execute.hooks import External
from circ.targets.execute.levels import execute, externals_of
from circ.targets.execute.marshal import (
    Argument,
    Execution,
)
from circ.targets.execute.naplespu import program as naplespu
from circ.targets.execute.split_values import VECTORS
from circ.targets.machines import HOST, code_level
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.image import Image
from circ.tools.formats import context
from circ.transforms.pipelines import LEVELS, passes, run_passes

LIMIT = 5_000_000
"""Operations of a run: a program that does not end is a failure."""


class Program:
    """A module at all levels, each lowered from the one above and kept."""

    def __init__(self, text: str, opt: int):
        module = parse_module(context(), text, "acceptance.mlir")
        verify_module(module)
        self._opt = opt
        self._modules = {"source": module}
        self._images: dict[str, Image] = {}
        self.signatures = {
            name: signature_of(function)
            for name, function in definitions(module).items()
        }
        self.output: list[str] = []
        self.externals = externals_of(module, self.output.append)

    def at(self, level: str) -> ModuleOp:
        level = code_level(level)
        if level not in self._modules:
            above = LEVELS[LEVELS.index(level) - 1]
            steps = passes("source", level, self._opt)
            done = len(passes("source", above, self._opt))
            module = self.at(above).clone()
            run_passes(steps[done:], module)
            self._modules[level] = module
        return self._modules[level]

    def image(self, hooks: dict[str, External]) -> Image:
        """The program for the machine, linked once."""
        if not self._images:
            objects = [object_of(self.at("naplespu"))]
            self._images[""] = link(objects, definitions=naplespu.stubs(hooks))
        return self._images[""]

    def run(self, level: str, entry: str, arguments: Sequence[Argument]) -> Execution:
        self.output.clear()
        signature = self.signatures[entry]
        plain = not any(map(dynamic_words, signature.inputs))
        if level == "naplespu" and plain and not VECTORS.is_split(signature):
            hooks = {
                name: hook
                for name, hook in self.externals.items()
                if name not in self.signatures
            }
            image = self.image(hooks)
            settings = naplespu.Settings(hooks, LIMIT)
            return naplespu.run(image, entry, signature, arguments, settings)
        module = self.at(level)
        return execute(
            level, module, entry, signature, arguments, self.externals, LIMIT
        )


@cache
def program(text: str, opt: int) -> Program:
    return Program(text, opt)


@pytest.fixture(autouse=True, scope="module")
def programs_of_one_file() -> Iterator[None]:
    """The next file has others: collections of garbage need not look at these."""
    yield
    program.cache_clear()


def check_run(
    text: str,
    entry: str,
    level: str,
    opt: int,
    oracle: Callable[..., object],
    inputs: Sequence[Sequence[Value]],
) -> None:
    """`oracle` returns None, a value or a tuple, and writes to its arrays."""
    compiled = program(text, opt)
    signature = compiled.signatures[entry]
    for values in inputs:
        arguments = [
            argument_of(type, value)
            for type, value in zip(signature.inputs, values, strict=True)
        ]
        mine = [v.copy() if isinstance(v, np.ndarray) else v for v in values]
        with np.errstate(all="ignore"):
            returned = oracle(*mine)
        if returned is None:
            returned = ()
        wanted = returned if isinstance(returned, tuple) else (returned,)
        expected = [
            bits_of(type, value)
            for type, value in zip(signature.outputs, wanted, strict=True)
        ]
        execution = compiled.run(level, entry, arguments)
        results = execution.outcome.results
        place = f"{entry}{tuple(values)!r} at {level}, opt {opt}"
        if results != expected:
            # NaN has many patterns and one name.
            found = shown(signature, results)
            assert found == shown(signature, expected), place
        for position, after in execution.arrays.items():
            if canonical(after) != canonical(mine[position]):
                np.testing.assert_array_equal(after, mine[position], err_msg=place)
                raise AssertionError(f"{place}: argument {position}, zeros differ")


RUNGS = [
    ("source", 0),
    *((level, opt) for level in LEVELS[1:] for opt in (0, 2)),
    (HOST, 2),
]


@pytest.fixture(params=RUNGS, ids=lambda rung: f"{rung[0]}-O{rung[1]}")
def rung(request: pytest.FixtureRequest) -> tuple[str, int]:
    """A level and an optimisation level."""
    return request.param


Agree = Callable[[str, str, Callable[..., object], Sequence[Sequence[Value]]], None]


@pytest.fixture
def agree(rung: tuple[str, int]) -> Agree:
    """Check one function of a program text at one rung."""
    level, opt = rung

    def agree(text, entry, oracle, inputs):
        try:
            check_run(text, entry, level, opt, oracle, inputs)
        except Diagnostic as error:
            # Vectors that are passed to Python and back.
            if level == HOST and error.message.endswith("level host does not pass"):
                pytest.skip(error.message)
            raise

    return agree


@pytest.fixture
def check():
    """The same at a level and optimisation level of the test's choice."""
    return check_run


@pytest.fixture
def prints_of() -> Callable[[str, str, str, Sequence[Value]], str]:
    """What a function prints at a level."""

    def run(text: str, entry: str, level: str, values: Sequence[Value]) -> str:
        compiled = program(text, 2)
        types = compiled.signatures[entry].inputs
        arguments = [argument_of(*pair) for pair in zip(types, values, strict=True)]
        compiled.run(level, entry, arguments)
        return "".join(compiled.output)

    return run


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Elsewhere]:
    """Another process, which compiles bytecode."""
    with Elsewhere.started() as process:
        yield process
