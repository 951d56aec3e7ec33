"""A Dask cluster on this machine: a scheduler and workers, each a process."""

import itertools
import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from circ.tools.tasks import Outcome, Results

SUPPORT = Path(__file__).parent
SECONDS = 60


@dataclass
class Cluster:
    """Where the scheduler is, and the processes, which may be killed."""

    address: str
    scheduler: "subprocess.Popen[bytes]"
    workers: list[subprocess.Popen[bytes]] = field(
        default_factory=list[subprocess.Popen[bytes]]
    )

    def kill_after(
        self,
        results: int,
        patch: pytest.MonkeyPatch,
        victim: "subprocess.Popen[bytes] | None" = None,
    ) -> None:
        """Kill the first worker, or a victim, after so many results of the next map."""
        add, count = Results.add, itertools.count(1)

        def add_and_kill(
            collected: Results[object], number: int, outcome: Outcome[object]
        ) -> None:
            add(collected, number, outcome)
            if next(count) == results:
                (victim or self.workers[0]).kill()

        patch.setattr(Results, "add", add_and_kill)


@contextmanager
def dask_cluster(workers: int = 2) -> Generator[Cluster]:
    """Processes without a nanny that would start them again."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    started: list[subprocess.Popen[bytes]] = []

    def start(*command: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            env={**os.environ, "PYTHONPATH": str(SUPPORT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        started.append(process)
        return process

    host, port = address.split(":")
    try:
        scheduler = "distributed.cli.dask_scheduler"
        first = start(scheduler, "--host", host, "--port", port, "--no-dashboard")
        worker = ("distributed.cli.dask_worker", f"tcp://{address}", "--no-nanny")
        options = ("--no-dashboard", "--nthreads", "1")
        cluster = Cluster(f"dask://{address}", first)
        for _ in range(workers):
            cluster.workers.append(start(*worker, *options))
        _wait_for(address, workers)
        yield cluster
    finally:
        for process in started:
            process.kill()
            process.wait()


def _wait_for(address: str, workers: int) -> None:
    """Until the scheduler knows all workers."""
    from distributed import Client

    with Client(f"tcp://{address}", timeout=SECONDS) as client:
        client.wait_for_workers(workers, timeout=SECONDS)
    time.sleep(0.1)
