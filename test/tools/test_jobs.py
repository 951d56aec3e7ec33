"""Tasks in several processes: results, errors, interrupts, and killed processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import job_functions
import pytest

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import (
    ON_WARNING,
    Diagnostic,
    Diagnostics,
    located,
    place_of,
)
from circ.tools.jobs import ATTEMPTS, runner
from circ.tools.tasks import attempt

SUPPORT = Path(job_functions.__file__).parent


@pytest.mark.parametrize("jobs", ("1", "2", "3"))
def test_results_come_in_order(jobs: str):
    with runner(jobs) as pool:
        assert pool.map(job_functions.square, range(20)) == [n * n for n in range(20)]
        assert pool.map(job_functions.square, []) == []
        assert pool.map(job_functions.square, [7]) == [49]


def test_processes_are_others_and_live_on():
    with runner(2) as pool:
        first = pool.map(job_functions.process_of, range(4))
        second = pool.map(job_functions.process_of, range(2))
    assert len(set(first)) == 2 and os.getpid() not in first
    assert set(second) == set(first)
    for process in first:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


@pytest.mark.parametrize("jobs", (1, 2))
def test_an_error_is_that_of_a_serial_run(jobs: int):
    warnings: list[Diagnostic] = []
    with bound(ON_WARNING, warnings.append), runner(jobs) as pool:
        with pytest.raises(Diagnostic) as caught:
            pool.map(job_functions.refuse_large, range(8))
    assert str(caught.value) == "input.c:3:7: error: 3 is too large"
    assert [str(w) for w in warnings] == ["input.c:1:1: warning: one is odd"]


def test_an_error_of_circ_says_where_it_was():
    with runner(2) as pool, pytest.raises(ZeroDivisionError) as caught:
        pool.map(job_functions.fail, range(2))
    assert "job_functions.py" in caught.value.__notes__[0]
    with runner(2) as pool, pytest.raises(RuntimeError, match="Unpicklable: text"):
        pool.map(job_functions.fail_with_own_class, range(2))


def test_diagnostics_are_sent_whole():
    first = Diagnostic(located("a.c", 1, 2), "one")
    second = Diagnostic("b.o: byte 12", "two")

    def fail(task: int) -> int:
        raise Diagnostics([first, second])

    import pickle

    outcome = pickle.loads(pickle.dumps(attempt(fail, 0)))
    error = outcome.error
    assert str(error) == "a.c:1:2: error: one\nb.o: byte 12: error: two"
    assert place_of(error.each[0].location) == "a.c:1:2"


def test_a_task_whose_process_is_killed_runs_again(tmp_path: Path):
    tasks = [str(tmp_path / name) for name in ("harmless", "one", "harmless", "two")]
    warnings: list[Diagnostic] = []
    with bound(ON_WARNING, warnings.append), runner(2) as pool:
        assert pool.map(job_functions.killed_once, tasks) == [0, 6, 0, 6]
    told = "warning: a process was ended by SIGKILL; its task is done again"
    assert [str(warning) for warning in warnings] == [told, told]


def test_a_task_that_ends_its_process_is_diagnosed():
    warnings: list[Diagnostic] = []
    with bound(ON_WARNING, warnings.append), runner(2) as pool:
        with pytest.raises(Diagnostic) as caught:
            pool.map(job_functions.killed, range(6))
        expected = "a process was ended by SIGKILL, which the second had of one task"
        assert caught.value.message == expected
        assert len(warnings) == ATTEMPTS - 1
        assert pool.map(job_functions.square, range(3)) == [0, 1, 4]


@pytest.mark.parametrize("jobs", ("-1", "two", "dask:8786"))
def test_unknown_jobs(jobs: str):
    with pytest.raises(Diagnostic, match="jobs must be a number or dask://HOST:PORT"):
        runner(jobs)


PROGRAM = """
import signal, sys, job_functions
from circ.tools.jobs import runner

if __name__ == "__main__":
    # A shell's background processes ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with runner(2) as pool:
        pids = pool.map(job_functions.process_of, range(2))
        print(*set(pids), flush=True)
        pool.map(job_functions.process_of, range(1000))
"""


@pytest.mark.parametrize("kind", (signal.SIGINT, signal.SIGKILL))
@pytest.mark.every(2)
def test_no_process_is_left(kind: signal.Signals, tmp_path: Path):
    """An interrupt from the terminal goes to all processes of the group."""
    script = tmp_path / "script.py"
    script.write_text(PROGRAM)
    process = subprocess.Popen(
        [sys.executable, script],
        env={**os.environ, "PYTHONPATH": str(SUPPORT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    workers = [int(word) for word in process.stdout.readline().split()]
    assert len(workers) == 2
    if kind is signal.SIGINT:
        os.killpg(process.pid, kind)
    else:
        process.kill()
    _, errors = process.communicate(timeout=30)
    assert process.returncode == -kind
    # One traceback of the main process at most, none of the others.
    assert errors.count("Traceback") == (kind is signal.SIGINT)
    end = time.monotonic() + 10
    while any(map(_is_alive, workers)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(_is_alive, workers))


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # An orphan that has ended stays a zombie where nothing waits for it.
    state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    return state != "Z"
