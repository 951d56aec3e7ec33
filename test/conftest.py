"""Options of the whole test suite."""

import gc
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from budget import over_budget
from hypothesis import HealthCheck, settings

# Not the user's: a run leaves nothing behind, and depends on no other. Workers of xdist
# have the one of the process that starts them.
if "PYTEST_XDIST_WORKER" not in os.environ:
    CACHE = TemporaryDirectory(prefix="circ-cache-")
    os.environ["CIRC_CACHE_DIR"] = CACHE.name

# How long something takes decides no test.
settings.register_profile(
    "circ", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("circ")

# What the tests leave behind is much, and looked at anew by each full collection.
gc.set_threshold(50_000, 10, 20)

START = pytest.StashKey[float]()

LONGEST = (
    *("test_documents.py", "test_lit.py", "test_javascript_programs.py"),
    *("test_reference.py", "test_dumps.py", "test_random_levels.py"),
    *("test_reader.py", "test_typed_bytecodes.py", "test_value_rules.py"),
)
"""The files that take longest, before those of `acceptance`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate",
        action="store_true",
        help="write golden files instead of only comparing with them",
    )
    parser.addoption(
        "--host",
        action="store_true",
        help="run level host, too, wherever levels are compared",
    )
    parser.addoption(
        "--lift",
        action="store_true",
        help="run what lift-llvlir makes of bytecode, wherever levels are compared",
    )
    parser.addoption(
        "--budget",
        type=float,
        metavar="SECONDS",
        help="say at the end if the run took longer; it does not fail because of that",
    )
    parser.addoption(
        "--jobs",
        default="1",
        metavar="N",
        help="processes of one campaign, or the cluster dask://HOST:PORT",
    )


VERIFIED = ("dialects", "transforms")
"""Folders whose tests want to know which pass breaks a module."""


@pytest.fixture(scope="module", autouse=True)
def verify_each(request: pytest.FixtureRequest) -> Iterator[None]:
    """
    Is what each pass leaves verified, here and in commands? Where the subject is what
    programs compute, `make test` verifies as users do, on circuits and after the last
    pass. A file of `VERIFIED` with such a subject has `FEWER_VERIFICATIONS`.
    """
    from circ.dialects.common.context_variables import bound
    from circ.transforms.compare_levels import HOST_TOO, LIFTED_TOO
    from circ.transforms.pipelines import VERIFY_EACH

    host = request.config.getoption("--host")
    lift = request.config.getoption("--lift")
    folder = request.path.relative_to(Path(__file__).parent).parts[0]
    each = folder in VERIFIED and not hasattr(request.module, "FEWER_VERIFICATIONS")
    each = each or request.config.getoption("markexpr") == "long"
    with (
        pytest.MonkeyPatch.context() as environment,
        bound(VERIFY_EACH, each),
        bound(HOST_TOO, host),
        bound(LIFTED_TOO, lift),
    ):
        environment.setenv("CIRC_VERIFY_EACH", str(int(each)))
        yield


@pytest.fixture
def jobs(request: pytest.FixtureRequest) -> str:
    """Where the programs of a campaign are checked."""
    return request.config.getoption("--jobs")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[START] = time.monotonic()
    # A worker of xdist runs whole files, in the order of pytest: the longest first. Its
    # own order, by the number of tests, ends with files of few tests that take long.
    config.option.loadscopereorder = False


@pytest.hookimpl(tryfirst=True)  # before what is `long` is left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """
    Leave cases to the long tests, as `every` says, and begin with the longest files.

    So no worker is left alone with one of them.
    """
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("every") is not None:
            cases[item.nodeid.partition("[")[0]].append(item)
    for test in cases.values():
        marker = test[0].get_closest_marker("every")
        assert marker is not None
        (step,), first = marker.args, marker.kwargs.get("first", 0)
        if first >= len(test):  # only some were asked for
            continue
        for number, item in enumerate(test):
            if (number - first) % step:
                item.add_marker(pytest.mark.long)
    items.sort(key=lambda item: item.path.name not in LONGEST)


def _load() -> float | None:
    """Processes that wanted to run, on average over 15 minutes; None if not known."""
    try:
        return os.getloadavg()[2]
    except (AttributeError, OSError):
        return None


def _slowest_files(
    terminalreporter: pytest.TerminalReporter, count: int
) -> list[tuple[str, float]]:
    """Files and the seconds that their tests took, the slowest first."""
    seconds = defaultdict[str, float](float)
    for kind in ("", "passed", "failed", "skipped"):
        for report in terminalreporter.getreports(kind):
            if isinstance(report, pytest.TestReport):
                seconds[report.fspath] += report.duration
    return sorted(seconds.items(), key=itemgetter(1), reverse=True)[:count]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    for report in terminalreporter.getreports("passed"):
        for name, text in report.user_properties:
            if name == "timing":
                terminalreporter.write_line(f"{report.nodeid}: {text}")
    budget = config.getoption("--budget")
    if budget is not None:
        elapsed = time.monotonic() - config.stash[START]
        line = over_budget(elapsed, budget, os.cpu_count() or 1, _load())
        if line is not None:
            terminalreporter.write_line(line, yellow=True)
            for name, seconds in _slowest_files(terminalreporter, 20):
                terminalreporter.write_line(f"{seconds:7.1f} s  {name}")
