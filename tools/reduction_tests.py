"""
What makes a candidate of circ-reduce interesting: a script, or what circ-run does.

Each is a function from the path of a candidate. circ-run is started as a process of its
own, so that a crash or a hang ends nothing else.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from circ.dialects.common.diagnostics import Diagnostic
from circ.tools.command import UsageError

Test = Callable[[Path], bool]

SECONDS = 120
"""How long a program may take."""
HOST_FLAGS = (
    *("-m32", "-malign-double", "-fsigned-char"),
    *("-msse2", "-mfpmath=sse", "-ffp-contract=off"),
)
"""
A host's compiler with the sizes and alignments of circ's C, and its floats: without SSE
they would be rounded to 64 bits of fraction.
"""
DEFINED = ("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")
REFUSED = ("-Werror=return-type", "-Werror=implicit-function-declaration")


def script_test(script: str) -> Test:
    """Status 0 of a program that is given the path; its output is discarded."""

    def test(candidate: Path) -> bool:
        try:
            done = subprocess.run(
                [script, str(candidate)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=candidate.parent,
                check=False,
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageError(f"cannot run the test '{script}': {reason}") from None
        return done.returncode == 0

    return test


def _finished(
    command: Sequence[str], folder: Path
) -> subprocess.CompletedProcess[str] | None:
    """What a process leaves, None if it takes too long."""
    try:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            cwd=folder,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None


def _circ_run(
    candidate: Path, options: Sequence[str]
) -> subprocess.CompletedProcess[str] | None:
    code = "import sys; from circ.tools.circ_run import main; sys.exit(main())"
    split = options.index("--") if "--" in options else len(options)
    command = [sys.executable, "-c", code, str(candidate)]
    return _finished([*command, *options[:split], *options[split:]], candidate.parent)


def levels_differ(options: Sequence[str]) -> Test:
    """Does `circ-run --compare-levels` find a level that differs?"""

    def test(candidate: Path) -> bool:
        done = _circ_run(candidate, ("--compare-levels", *options))
        return (
            done is not None
            and ": level " in (text := done.stderr)
            and (" differs from " in text)
        )

    return test


def says(message: str, options: Sequence[str]) -> Test:
    """Does circ-run fail with a text in its messages, such as `Traceback`?"""

    def test(candidate: Path) -> bool:
        done = _circ_run(candidate, ("--debug", *options))
        return done is not None and done.returncode != 0 and message in done.stderr

    return test


def differs_from_host(options: Sequence[str]) -> Test:
    """
    Does circ-run print something else than the program that gcc makes for the host?

    gcc refuses programs without return values and declarations, and the program that
    it makes stops at undefined behaviour; such candidates are not interesting.
    """
    compiler = shutil.which("gcc")
    if compiler is None:
        raise Diagnostic(None, "there is no gcc on the PATH to compare with")
    split = options.index("--") if "--" in options else len(options)
    arguments = options[split + 1 :]

    def test(candidate: Path) -> bool:
        with TemporaryDirectory(prefix="circ-reduce-") as folder:
            outputs: list[str] = []
            for flags in (("-O0", *DEFINED), ("-O2",)):
                program = Path(folder, f"program{flags[0]}")
                build = [compiler, *HOST_FLAGS, *REFUSED, *flags, str(candidate)]
                built = _finished([*build, "-o", str(program)], Path(folder))
                if built is None or built.returncode:
                    return False
                host = _finished([str(program), *arguments], Path(folder))
                if host is None or host.returncode < 0:
                    return False
                outputs.append(host.stdout)
            if outputs[0] != outputs[1]:
                return False  # what sanitizers do not notice
        done = _circ_run(candidate, options)
        return done is not None and done.stdout != outputs[0]

    return test
