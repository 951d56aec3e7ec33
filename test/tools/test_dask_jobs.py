"""Tasks on a Dask cluster: the same results, also if a worker is killed meanwhile."""

import job_functions
import pytest
from dask_cluster import dask_cluster

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import ON_WARNING, Diagnostic
from circ.tools.jobs import runner

pytest.importorskip("distributed")


@pytest.mark.long
def test_cluster(monkeypatch: pytest.MonkeyPatch):
    with dask_cluster() as cluster:
        with runner(cluster.address) as pool:
            assert pool.jobs == 2
            squares = pool.map(job_functions.square, range(100))
            assert squares == [n * n for n in range(100)]
            assert pool.map(job_functions.square, []) == []
            warnings: list[Diagnostic] = []
            with bound(ON_WARNING, warnings.append):
                with pytest.raises(Diagnostic) as caught:
                    pool.map(job_functions.refuse_large, range(8))
            assert str(caught.value) == "input.c:3:7: error: 3 is too large"
            assert [str(w) for w in warnings] == ["input.c:1:1: warning: one is odd"]

        expected = [job_functions.slow(n) for n in range(100)]
        lost: list[Diagnostic] = []

        with bound(ON_WARNING, lost.append), runner(cluster.address) as pool:
            cluster.kill_after(20, monkeypatch)
            assert pool.map(job_functions.slow, range(100)) == expected
            assert len(lost) == 1
            assert "lost tcp://127.0.0.1:" in lost[0].message

        with runner(cluster.address) as pool:
            cluster.workers[1].kill()
            with pytest.raises(Diagnostic, match="has no process that works"):
                pool.map(job_functions.slow, range(100))


@pytest.mark.long
def test_no_scheduler():
    with pytest.raises(Diagnostic, match="no Dask scheduler answers at dask://"):
        runner("dask://127.0.0.1:1")


@pytest.mark.long
def test_a_scheduler_that_is_lost(monkeypatch: pytest.MonkeyPatch):
    with dask_cluster(1) as cluster, runner(cluster.address) as pool:
        cluster.kill_after(10, monkeypatch, cluster.scheduler)
        with pytest.raises(Diagnostic, match="the scheduler is lost"):
            pool.map(job_functions.slow, range(100))
