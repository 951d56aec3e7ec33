"""How a program is run: the arguments of its `main`, its streams, its exit status."""

import os
import sys
from collections.abc import Callable, Sequence
from io import BufferedReader
from typing import TYPE_CHECKING, cast

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.environment import ERRORS, Environment, Input, Read
from circ.tools.command import write_output

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xdsl.dialects.builtin import FunctionType
    from xdsl.ir import Attribute

    from circ.targets.execute.hooks import External
    from circ.targets.execute.marshal import Argument
    from circ.targets.execute.naplespu.program import Settings
    from circ.targets.execute.outcome import Outcome
    from circ.targets.naplespu.object.image import Image
    from circ.tools.runs import RunOptions
    from circ.transforms.compare_levels import Run

ONE_THREAD = "a program runs on one thread"

STATUS_MASK = 0xFF
"""What a shell sees of an exit status."""


def argument_bytes(argv: Sequence[str | bytes]) -> tuple[bytes, ...]:
    """The arguments as the program sees them; a null character is diagnosed."""
    given = tuple(map(os.fsencode, argv))
    for position, text in enumerate(given):
        if b"\0" in text:
            raise Diagnostic(None, f"argument {position} has a null character")
    return given


def main_arguments(
    signature: "FunctionType", argv: Sequence[str | bytes], location: "Attribute | None"
) -> "list[Argument]":
    """What `main` is called with; a Diagnostic where it is not of a C program."""
    from xdsl.dialects.builtin import IndexType, i32

    from circ.targets.execute.marshal import Scalar, Strings

    types, results = signature.inputs.data, signature.outputs.data
    words = (i32, IndexType())
    if not (
        len(types) <= 3
        and len(results) <= 1
        and all(type in words for type in (*types, *results))
    ):
        message = f"'main' of a program is of type int (int, char **), not {signature}"
        raise Diagnostic(location, message)
    given = argument_bytes(argv)
    arguments: list[Argument] = [
        Scalar(i32, len(given)),
        Strings(given),
        Strings(()),
    ]
    return arguments[: len(types)]


def exit_status(outcome: "Outcome") -> int:
    """What a shell sees of the status of a program that has ended."""
    status = outcome.status
    if status is None:
        status = outcome.results[0] if outcome.results else 0
    return status & STATUS_MASK


def settings_of(
    options: "RunOptions",
    hooks: "Mapping[str, External]",
    environment: Environment,
    guarded: bool = False,
    trap_handler: bool = False,
) -> "Settings":
    """How machine code is run."""
    from circ.targets.execute.naplespu.program import Settings
    from circ.targets.naplespu.description.errata import errata_of
    from circ.targets.naplespu.description.subtarget import DEFAULT_CPU, subtarget

    features = subtarget(options.cpu or DEFAULT_CPU, tuple(options.features))
    return Settings(
        hooks,
        options.limits["naplespu"],
        options.trace,
        options.threads,
        options.engine,
        errata_of(features, options.fp),
        guarded,
        trap_handler,
        environment,
        options.timed,
    )


def run_image(
    image: "Image", argv: Sequence[str | bytes], settings: "Settings"
) -> "dict[str, Run]":
    """Run a linked program, by level: it has only one."""
    from circ.targets.execute.marshal import Strings
    from circ.targets.execute.naplespu.image import run_program
    from circ.transforms.compare_levels import run_of

    if settings.threads > 1:
        raise Diagnostic(None, ONE_THREAD)
    given = argument_bytes(argv)
    execution = run_program(image, [Strings(given)], settings, len(given))
    return {"naplespu": run_of(execution, settings.environment)}


def environments(
    read: Read, heap_size: int, show: Callable[[int, bytes], object] | None = None
) -> Callable[[], Environment]:
    """The environment of each run; all read the same input from its beginning."""
    given = Input(read)
    return lambda: Environment(given.reader(), show, heap_size)


def read_stdin(count: int) -> bytes:
    """What there is on the standard input; waits until there is something."""
    return cast(BufferedReader, sys.stdin.buffer).read1(count)


def show(stream: int, data: bytes) -> None:
    """Write to a stream of this process at once."""
    if stream == ERRORS:
        sys.stderr.flush()
        sys.stderr.buffer.write(data)
        sys.stderr.buffer.flush()
    else:
        write_output(None, data)
