"""Random functions of LLVM IR: all levels do what the host's machine code does."""

import pytest
from campaigns import campaign, llvm_seed

SHARD = 100


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.every(4, first=2)
def test_function(seed: int):
    llvm_seed(seed)


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 1_000, SHARD))
def test_campaign(start: int, jobs: str):
    campaign(llvm_seed, range(start, start + SHARD), jobs)
