"""Kernels as benchmark suites have them, and what numpy says they compute."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from struct import pack
from typing import Any

import numpy as np

import circ
from circ.tools.api import ProgramLike

FILE = Path(__file__).parents[1] / "data" / "opencl" / "suites.cl"
MASK = (1 << 32) - 1
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Case:
    """A kernel's arguments, and what those of some numbers are after it."""

    arguments: Sequence[object]
    want: dict[int, Array]
    size: Sequence[int]
    group: Sequence[int] | None = None
    check: Callable[[Any], None] | None = None
    """What else must hold, where the order of items decides."""


def rng() -> np.random.Generator:
    return np.random.default_rng(16)


def nw() -> Case:
    side, penalty = 16, 3
    reference = rng().integers(-5, 6, (side, side)).astype(np.int32)
    score = np.zeros((side + 1, side + 1), np.int32)
    score[0], score[:, 0] = (-penalty * np.arange(side + 1),) * 2
    want = score.copy()
    for y in range(1, side + 1):
        for x in range(1, side + 1):
            want[y, x] = max(
                want[y - 1, x - 1] + reference[y - 1, x - 1],
                want[y - 1, x] - penalty,
                want[y, x - 1] - penalty,
            )
    local = f"local:{4 * (side + 1) ** 2}"
    return Case([score, reference, penalty, local], {0: want}, (side,), (side,))


def hotspot() -> Case:
    rows, columns, side, steps = 10, 14, 8, 2
    power = rng().uniform(0, 1, (rows, columns)).astype(np.float32)
    heat = rng().uniform(300, 340, (rows, columns)).astype(np.float32)
    cap, r = 0.25, np.array([0.1, 0.2, 0.05, 80], np.float32)
    want = heat.astype(np.float64)
    for _ in range(steps):
        wide = np.pad(want, 1, mode="edge")
        want = want + cap * (
            power
            + (wide[2:, 1:-1] + wide[:-2, 1:-1] - 2 * want) * r[1]
            + (wide[1:-1, 2:] + wide[1:-1, :-2] - 2 * want) * r[0]
            + (r[3] - want) * r[2]
        )
    own = side - 2 * steps
    size = [side * -(-extent // own) for extent in (columns, rows)]
    arguments = [power, heat, np.zeros_like(heat), rows, columns, cap, r]
    return Case(arguments, {2: want}, size, (side, side))


def bfs() -> Case:
    nodes, queue = 40, np.array([3, 17, 5, 8, 30], np.int32)
    degrees = rng().integers(0, 7, nodes)
    first = np.concatenate(([0], np.cumsum(degrees)[:-1]))
    edges = rng().integers(0, nodes, degrees.sum()).astype(np.int32)
    level = np.full(nodes, -1, np.int32)
    level[queue] = 4
    table = np.stack((first, degrees), 1).astype(np.int32)
    want, found = level.copy(), set[int]()
    for node in queue.tolist():
        for other in edges[first[node] : first[node] + degrees[node]].tolist():
            if level[other] == -1:
                found.add(other)
                want[other] = 5
    tail = np.zeros(1, np.int32)

    def check(arrays: Any) -> None:
        assert sorted(arrays[5][: len(found)].tolist()) == sorted(found)

    arguments = [table, edges, level, queue, len(queue)]
    arguments += [np.zeros(nodes, np.int32), tail, 4]
    return Case(arguments, {2: want, 6: np.array([len(found)])}, (16,), (16,), check)


def bitonic(up: int = 1) -> Case:
    keys = rng().permutation(1 << 12)[:64].astype(np.uint32).reshape(2, 32)
    order = np.sort(keys, 1) if up else -np.sort(-keys.astype(np.int64), 1)
    want = np.stack((order, order * 3 + 1), -1).astype(np.uint32)
    pairs = np.stack((keys, keys * 3 + 1), -1).reshape(64, 2)
    return Case([pairs, f"local:{8 * 32}", up], {0: want}, (32,), (16,))


def bitonic_down() -> Case:
    return bitonic(0)


def prefix() -> Case:
    values = rng().integers(-50, 50, 128).astype(np.int32)
    rows = values.reshape(2, 64)
    sums = rows.sum(1)
    want = np.cumsum(rows, 1) - rows
    arguments = [values, np.zeros(128, np.int32), np.zeros(2, np.int32), "local:272"]
    return Case(arguments, {1: want, 2: sums}, (64,), (32,))


def nbody() -> Case:
    bodies, dt, softening = 32, 0.05, 0.25
    position = rng().uniform(-2, 2, (bodies, 4)).astype(np.float32)
    velocity = rng().uniform(-1, 1, (bodies, 4)).astype(np.float32)
    p, v = position.astype(np.float64), velocity.astype(np.float64)
    r = p[None, :, :3] - p[:, None, :3]
    square = (r**2).sum(-1, keepdims=True) + softening
    v[:, :3] += (r * p[None, :, 3:] * square**-1.5).sum(1) * dt
    moved = p.copy()
    moved[:, :3] += v[:, :3] * dt
    arguments = [position, velocity, np.zeros_like(position), bodies, dt, softening]
    return Case([*arguments, "local:256"], {1: v, 2: moved}, (bodies,), (16,))


def sobel() -> Case:
    image = rng().integers(0, 256, (7, 20, 4)).astype(np.uint8)
    p = image.astype(np.int32)
    up, here, down = p[:-2], p[1:-1], p[2:]

    def at(row: Array, dx: int) -> Array:
        return row[:, 1 + dx : row.shape[1] - 1 + dx]

    gx = at(up, -1) + 2 * at(here, -1) + at(down, -1)
    gx = gx - at(up, 1) - 2 * at(here, 1) - at(down, 1)
    gy = at(up, -1) + 2 * at(up, 0) + at(up, 1)
    gy = gy - at(down, -1) - 2 * at(down, 0) - at(down, 1)
    want = image.copy()
    inner = np.minimum((abs(gx) + abs(gy)) // 2, 255) & [255, 255, 255, 127]
    want[1:-1, 1:-1] = inner
    return Case([image, np.zeros_like(image)], {1: want}, (20, 7), (5, 7))


def transpose() -> Case:
    height, width = 27, 35
    given = rng().uniform(-9, 9, (height, width)).astype(np.float32)
    out = np.zeros((width, height), np.float32)
    size = 16 * -(-width // 16), 4 * -(-height // 16)
    return Case([given, out, width, height], {1: given.T}, size, (16, 4))


def monte_carlo() -> Case:
    seeds, weyl, rounds = [1, 20, 300, 4000], 99, 5
    hits, last = np.zeros(24, np.uint32), np.zeros(24, np.uint32)
    for i in range(24):
        state, count = [*seeds], weyl
        state[i & 3] ^= i * 2654435761 & MASK
        for _ in range(rounds + (i & 3)):
            pair: list[int] = []
            for _ in range(2):
                t, s = state[3], state[0]
                t ^= t >> 2
                t ^= t << 1 & MASK
                t ^= s ^ s << 4 & MASK
                state = [t, s, state[1], state[2]]
                count = count + 362437 & MASK
                pair.append((t + count & MASK) >> 17)
            hits[i] += pair[0] ** 2 + pair[1] ** 2 < 1 << 30
            last[i] = pair[0] << 16 | pair[1]
    struct = pack("<5IB3x", *seeds, weyl, rounds)
    empty = np.zeros(24, np.uint32)
    return Case([struct, empty, empty.copy()], {1: hits, 2: last}, (24,), (8,))


def search() -> Case:
    length, items, pattern = 30, 20, b"aba"
    text = rng().choice(
        np.frombuffer(b"abc", np.int8), (items, length), p=[0.5, 0.4, 0.1]
    )
    first, amount = np.full(items, -1, np.int32), np.zeros(items, np.int32)
    skip = {letter: len(pattern) for letter in range(256)}
    skip |= {c: len(pattern) - 1 - k for k, c in enumerate(pattern[:-1])}
    for i in range(items):
        own, at = text[i].tobytes(), 0
        while at <= length - len(pattern) and amount[i] < 3:
            if own[at:].startswith(pattern):
                amount[i] += 1
                first[i] = at if first[i] < 0 else first[i]
            at += skip[own[at + len(pattern) - 1]]
    arguments = [text, length, np.frombuffer(pattern, np.int8), len(pattern)]
    empty = np.zeros(items, np.int32)
    return Case(
        [*arguments, empty, empty.copy()], {4: first, 5: amount}, (items,), (5,)
    )


CASES: dict[str, Callable[[], Case]] = {
    made.__name__: made
    for made in (
        *(nw, hotspot, bfs, bitonic, bitonic_down, prefix, nbody, sobel),
        *(transpose, monte_carlo, search),
    )
}


def entry_of(name: str) -> str:
    """The kernel of a case."""
    return name.removesuffix("_down")


def check(program: ProgramLike, name: str, **how: Any) -> circ.Result:
    """Run a case of a form of the kernels, and compare with what numpy says."""
    case = CASES[name]()
    result = circ.run(
        *(program, *case.arguments),
        entry=entry_of(name),
        global_size=case.size,
        local_size=case.group,
        **how,
    )
    for number, want in case.want.items():
        found = result.arrays[number]
        want = want.reshape(found.shape)
        if found.dtype.kind == "f":
            np.testing.assert_allclose(found, want, 2e-5, 2e-5)
        else:
            np.testing.assert_array_equal(found, want)
    if case.check is not None:
        case.check(result.arrays)
    return result
