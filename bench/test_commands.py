"""What a user waits for: start-up, a small function in process, execution."""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

import large_programs as programs
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from vendor_baseline import KERNELS, measure, vendor_counts
from xdsl.dialects.builtin import i32

from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Scalar
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.emission import object_of
from circ.tools.formats import context
from circ.transforms.pipelines import LEVELS, compile

GCD = str(Path(__file__).parent / "data" / "gcd.mlir")
COMMANDS = {
    "circ-opt": [GCD],
    "circ-run": [GCD, "--", "1071", "462"],
    "circ-translate": [GCD, "--from", "mlir", "--to", "mlir"],
}


def cpu_time(command: list[str]) -> float:
    """CPU time of a child process and of its children."""
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return (after.children_user - before.children_user) + (
        after.children_system - before.children_system
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_start_up(benchmark: BenchmarkFixture, table, command: str):
    folder = Path(sys.executable).parent
    ours = [str(folder / command), *COMMANDS[command]]
    theirs = [str(folder / "xdsl-opt"), GCD]
    circ: list[float] = []
    benchmark.pedantic(lambda: circ.append(cpu_time(ours)), rounds=5)
    peer = [cpu_time(theirs) for _ in range(5)]
    table.record(f"{command} gcd.mlir", "ms", "", 1000 * median(circ))
    table.record(f"{command} gcd.mlir", "ms", "peer", 1000 * median(peer))


def test_latency(benchmark: BenchmarkFixture, table, seconds):
    text = programs.straight_line(100).text

    def work() -> None:
        object_of(compile(parse_module(context(), text, "bench.mlir"), "naplespu"))

    taken = benchmark.pedantic(lambda: seconds(work), rounds=3, warmup_rounds=1)
    table.record("100 operations, text to object", "ms", "", 1000 * taken)


@pytest.mark.parametrize("level", LEVELS)
def test_execution(benchmark: BenchmarkFixture, table, seconds, level: str):
    path = Path(GCD).with_name("fib.mlir")
    module = parse_module(context(), path.read_text(), "fib.mlir")
    signature = signature_of(definitions(module)["fib"])
    lowered = compile(module, level)

    def run() -> int:
        arguments = [Scalar(i32, 16)]
        done = execute(level, lowered, "fib", signature, arguments, {})
        assert list(done.outcome.results) == [987]
        return done.outcome.operations

    taken = benchmark.pedantic(lambda: seconds(run), rounds=1)
    table.record(f"execution at {level}: fib 16", "ops/s", "", run() / taken)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_kernel(benchmark: BenchmarkFixture, table, kernel):
    """Instructions and cycles of circ's code and of the vendor's."""
    ours = benchmark.pedantic(lambda: measure(kernel), rounds=1)
    theirs = vendor_counts()[kernel.name]
    for unit, count, peer in (
        ("static instructions", ours.static, theirs.static),
        ("dynamic instructions", ours.dynamic, theirs.dynamic),
        ("cycles", ours.cycles, theirs.cycles),
    ):
        table.record(kernel.name, unit, "", count)
        table.record(kernel.name, unit, "peer", peer)
