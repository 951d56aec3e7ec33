"""circ-run with C: the program with its library, at every level."""

from pathlib import Path

import pytest
from c_compiler import needs_clang
from circ_run_inputs import File, Run

pytestmark = needs_clang

PROGRAM = """#include <stdio.h>
#include <string.h>
#ifdef SAY
#include "say.h"
#else
#define WORD "hello"
#endif
int main(int argc, char **argv) {
  printf("%s %d", WORD, argc);
  for (int i = 1; i < argc; i++)
    printf(" %s:%zu", argv[i], strlen(argv[i]));
  return argc;
}
"""


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CIRC_CACHE", "0")


@pytest.mark.parametrize("options", ("", "-O0", "-O 1", "--level circuit"))
@pytest.mark.every(2)
def test_program(options: str, run: Run, file: File, capfd: pytest.CaptureFixture[str]):
    """What is buffered when `main` ends is written, too."""
    path = file(PROGRAM, "a.c")
    assert run(path, *options.split(), "--", "one", "three") == 3
    assert capfd.readouterr() == ("hello 3 one:3 three:5", "")


def test_all_levels_agree(run: Run, file: File, capfd: pytest.CaptureFixture[str]):
    path = file(PROGRAM, "a.c")
    assert run(path, "--compare-levels", "--", "x") == 2
    assert capfd.readouterr().out == "hello 2 x:1"


def test_options_of_the_compiler(
    run: Run, file: File, tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    path = file(PROGRAM, "a.c")
    (tmp_path / "include").mkdir()
    (tmp_path / "include/say.h").write_text('#define WORD "told"\n')
    assert run(path, "--cflags=-DSAY=1 -Wall", "-I", tmp_path / "include") == 1
    assert capfd.readouterr() == ("told 1", "")
    assert run(path, "--cflags=-DSAY") == 1
    assert "fatal error: 'say.h' file not found" in capfd.readouterr().err


def test_a_function(run: Run, file: File, capfd: pytest.CaptureFixture[str]):
    path = file("int twice(int x) { return x + x; }\n", "a.c")
    for level in ("source", "naplespu"):
        assert run(path, "--entry", "twice", "--level", level, "--", "21") == 0
        assert capfd.readouterr().out == "42\n"


def test_functions_of_the_library(
    run: Run, file: File, capfd: pytest.CaptureFixture[str]
):
    """LLVM's intrinsics become calls of them where they are read."""
    text = """#include <math.h>
#include <stdio.h>
int main(int argc, char **argv) { return printf("%.9g\\n", sin(argc / 2.0)) - 12; }
"""
    path = file(text, "a.c")
    for options in ("-O2 --level source", "-O2", "-O0"):
        assert run(path, *options.split()) == 0
        assert capfd.readouterr().out == "0.479425539\n"


def test_errors(run: Run, file: File, capfd: pytest.CaptureFixture[str]):
    path = file("int nowhere(void);\nint main(void) { return nowhere(); }\n", "u.c")
    for level in ("naplespu", "circuit"):
        assert run(path, "--level", level) == 1
        (first, *_) = capfd.readouterr().err.splitlines()
        assert first.startswith(f"{path}:2:25: error: ") and "'nowhere'" in first
    assert run(path, "--compare-levels", "--guard") == 1
