"""
Atomic operations of MLIR's kernels, whose items update the same memory in any lanes.

Items are executed in their order, so that what each finds is what numpy says, too.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

import circ
from circ.dialects.common.kernel import GLOBAL_ATOMICS, TAKES_TURNS, kernel_of
from circ.dialects.common.module_functions import definitions
from circ.targets.llvlir.encoder import encode
from circ.tools.formats import write_mlir
from circ.transforms.common.dead_functions import internalize, remove_dead_functions
from circ.transforms.pipelines import compile

Array: TypeAlias = np.ndarray[Any, Any]
Combined: TypeAlias = Callable[[Any, Any], Any]
N, PLACES, GROUP = 37, 3, 20


def unsigned(value: Any) -> int:
    return int(value) & (1 << 64) - 1


def second(old: Any, value: Any) -> Any:
    return value


INTEGERS: dict[str, Combined] = dict(
    addi=np.add,
    andi=np.bitwise_and,
    assign=second,
    maxs=np.maximum,
    maxu=lambda old, value: max(old, value, key=unsigned),
    mins=np.minimum,
    minu=lambda old, value: min(old, value, key=unsigned),
    muli=np.multiply,
    ori=np.bitwise_or,
)
FLOATS: dict[str, Combined] = dict(
    addf=np.add,
    assign=second,
    maximumf=np.maximum,
    maxnumf=np.fmax,
    minimumf=np.minimum,
    minnumf=np.fmin,
    mulf=np.multiply,
)
KINDS = [
    *product(INTEGERS, ("i32",)),
    *product(FLOATS, ("f32",)),
    *(("addi", "i8"), ("addi", "i64"), ("addf", "f16"), ("addf", "f64")),
]


@pytest.mark.parametrize("kind, type", KINDS)
@pytest.mark.parametrize("lanes", (1, 16))
@pytest.mark.every(4)
def test_kind(kind: str, type: str, lanes: int):
    text = f"""
    gpu.module @m {{
      gpu.func @k(%x: memref<?x{type}>, %a: memref<{PLACES}x{type}>,
                  %found: memref<?x{type}>) kernel {{
        %three = arith.constant {PLACES} : index
        %i = gpu.global_id x
        %place = arith.remui %i, %three : index
        %v = memref.load %x[%i] : memref<?x{type}>
        %old = memref.atomic_rmw {kind} %v, %a[%place]
          : ({type}, memref<{PLACES}x{type}>) -> {type}
        memref.store %old, %found[%i] : memref<?x{type}>
        gpu.return
      }}
    }}
    """
    name = type.replace("f", "float").replace("i", "int")
    x = np.random.default_rng(1).integers(-9, 9, N).astype(name)
    a, found = np.ones(PLACES, name), np.zeros(N, name)
    combine = (FLOATS if type[0] == "f" else INTEGERS)[kind]
    wanted, wanted_old = a.copy(), found.copy()
    for i, value in enumerate(x):
        wanted_old[i] = wanted[i % PLACES]
        with np.errstate(over="ignore"):
            wanted[i % PLACES] = combine(wanted[i % PLACES], value)
    runs = circ.compare_levels(
        text, x, a, found, global_size=N, local_size=GROUP, lanes=lanes, threads=8
    )
    for level, run in runs.items():
        np.testing.assert_array_equal(run.arrays[1], wanted, level)
        np.testing.assert_array_equal(run.arrays[2], wanted_old, level)


KERNELS = """
func.func @plain(%a: memref<2xi32>, %i: i32) attributes {
  circ.kernel = #circ.kernel<["global a"], {hidden = ["global_id_0"]}>
} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %old = memref.atomic_rmw addi %one, %a[%zero] : (i32, memref<2xi32>) -> i32
  return
}
gpu.module @m {
  func.func private @helper(%a: memref<?x2xi32>, %i: index) {
    %one = arith.constant 1 : i32
    %old = memref.atomic_rmw addi %one, %a[%i, %i] : (i32, memref<?x2xi32>) -> i32
    return
  }
  gpu.func @added(%a: memref<2xi32>) kernel {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %old = memref.atomic_rmw addi %one, %a[%zero] : (i32, memref<2xi32>) -> i32
    gpu.return
  }
  gpu.func @helped(%a: memref<?x2xi32>) kernel {
    %zero = arith.constant 0 : index
    func.call @helper(%a, %zero) : (memref<?x2xi32>, index) -> ()
    gpu.return
  }
  gpu.func @some(%a: memref<2xi32>) kernel {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %i = gpu.global_id x
    %word = arith.index_cast %i : index to i32
    %odd = arith.trunci %word : i32 to i1
    scf.if %odd {
      %old = memref.atomic_rmw addi %one, %a[%zero] : (i32, memref<2xi32>) -> i32
    }
    gpu.return
  }
  gpu.func @parallel(%a: memref<2xi32>) kernel {
    %zero = arith.constant 0 : index
    %step = arith.constant 1 : index
    %five = arith.constant 5 : index
    %one = arith.constant 1 : i32
    scf.parallel (%k) = (%zero) to (%five) step (%step) {
      %old = memref.atomic_rmw addi %one, %a[%zero] : (i32, memref<2xi32>) -> i32
    }
    gpu.return
  }
  gpu.func @grouped(%a: memref<2xi32>) workgroup(%t: memref<i32, 3>) kernel {
    %zero = arith.constant 0 : index
    %none = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    memref.store %none, %t[] : memref<i32, 3>
    gpu.barrier
    %old = memref.atomic_rmw addi %one, %t[] : (i32, memref<i32, 3>) -> i32
    gpu.barrier
    %sum = memref.load %t[] : memref<i32, 3>
    %group = gpu.block_id x
    memref.store %sum, %a[%group] : memref<2xi32>
    gpu.return
  }
  gpu.func @reduced(%a: memref<2xi32>) kernel {
    %zero = arith.constant 0 : index
    %i = gpu.global_id x
    %v = arith.index_cast %i : index to i32
    %most = gpu.all_reduce maxsi %v {} : (i32) -> i32
    %least = gpu.subgroup_reduce minsi %v : (i32) -> i32
    %both = arith.addi %most, %least : i32
    %old = memref.atomic_rmw addi %both, %a[%zero] : (i32, memref<2xi32>) -> i32
    gpu.return
  }
}
"""


def reduced() -> int:
    total = 0
    for group in (range(GROUP), range(GROUP, N)):
        for row in (group[:16], group[16:]):
            total += len(row) * (group[-1] + (row or [0])[0])
    return total


WANTED: dict[str, list[int]] = {
    "plain": [N, 0],
    "added": [N, 0],
    "helped": [N, 0],
    "some": [N // 2, 0],
    "parallel": [5 * N, 0],
    "grouped": [GROUP, N - GROUP],
    "reduced": [reduced(), 0],
}
LEVELS = ("source", "circuit", "llvlir", "host", "gen", "naplespu")
BELOW = {
    "source": LEVELS,
    "circuit": LEVELS[1:],
    "llvlir": LEVELS[2:],
    "gen": LEVELS[4:],
}
WITH_BARRIERS = ("grouped", "reduced")
FULL = ("added", "grouped")


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    """A kernel of a form, as a file."""
    folder = tmp_path_factory.mktemp("forms")
    source = folder / "source.mlir"
    source.write_text(KERNELS)

    @cache
    def form(name: str, level: str) -> Path:
        if level == "source":
            return source
        module = circ.load(source).module.clone()
        internalize(module, [name])
        remove_dead_functions(module)
        module = compile(module, level)
        if level == "llvlir":
            path = folder / f"{name}.llvb"
            path.write_bytes(encode(module))
        else:
            path = folder / f"{name}.{level}.mlir"
            path.write_text(write_mlir(module))
        return path

    return form


def cases() -> Iterator[Any]:
    """All of the kernels of `FULL`; of others from each form to the machine."""
    for name, form, opt in product(WANTED, BELOW, range(4)):
        for level in BELOW[form]:
            is_last = level == BELOW[form][-1] and opt in (0, 3)
            if form == level == "circuit" and name in WITH_BARRIERS:
                continue
            if name in FULL or is_last:
                marks = () if is_last and name == "added" else (pytest.mark.long,)
                yield pytest.param(name, form, level, opt, marks=marks)


@pytest.mark.parametrize("name, form, level, opt", [*cases()])
def test_form(
    name: str, form: str, level: str, opt: int, forms: Callable[[str, str], Path]
):
    for lanes, threads in product((1, 16), (1, 8)):
        how: dict[str, Any] = {"lanes": lanes, "threads": threads, "level": level}
        a = np.zeros((1, 2) if name == "helped" else 2, np.int32)
        program = forms(name, form)
        run = circ.run(
            program, a, entry=name, global_size=N, local_size=GROUP, opt=opt, **how
        )
        np.testing.assert_array_equal(run.arrays[0].ravel(), WANTED[name], str(how))


@pytest.mark.parametrize("name", WANTED)
def test_kernels_say_what_items_do_in_turn(
    name: str, forms: Callable[[str, str], Path]
):
    """No two threads may execute a group, or even the kernel."""
    function = definitions(circ.load(forms(name, "circuit")).module)[name]
    kernel = kernel_of(function)
    assert kernel is not None
    marks = {TAKES_TURNS} if name == "grouped" else {TAKES_TURNS, GLOBAL_ATOMICS}
    assert marks == kernel.further.data.keys() & {TAKES_TURNS, GLOBAL_ATOMICS}


@pytest.mark.parametrize("is_called", (False, True))
@pytest.mark.every(2)
def test_parallel_loop(is_called: bool):
    """Iterations update the same element: they are not executed side by side."""
    update = """
    func.func private @update(%a: memref<64xi32>, %i: index) {
      %three = arith.constant 3 : index
      %v = arith.constant 3 : i32
      %w = arith.constant 1 : i32
      %j = arith.addi %i, %three : index
      %x = memref.atomic_rmw muli %v, %a[%i] : (i32, memref<64xi32>) -> i32
      %y = memref.atomic_rmw addi %w, %a[%j] : (i32, memref<64xi32>) -> i32
      return
    }
    """
    body = "func.call @update(%a, %i) : (memref<64xi32>, index) -> ()"
    if not is_called:
        body = update[update.index("{") + 1 : update.index("return")]
    text = f"""
    {update}
    func.func @f(%a: memref<64xi32>, %n: index) {{
      %zero = arith.constant 0 : index
      %step = arith.constant 1 : index
      scf.parallel (%i) = (%zero) to (%n) step (%step) {{
        {body}
      }}
      return
    }}
    """
    a = np.arange(64, dtype=np.int32)
    wanted = a.copy()
    for i in range(48):
        wanted[i] *= 3
        wanted[i + 3] += 1
    runs = circ.compare_levels(text, a, 48, entry="f", opt=3)
    for level, run in runs.items():
        np.testing.assert_array_equal(run.arrays[0], wanted, level)
