"""kernel-dispatch: ids, sizes and memory of work-items, at every level."""

import numpy as np
import pytest

import circ
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.arrays import Data
from circ.tools.dispatch import IndexSpace

IDS = (
    *("local_id", "group_id", "global_id", "num_groups", "local_size"),
    *("enqueued_local_size", "global_size", "global_offset"),
)
HIDDEN = [*(f"{name}_{axis}" for name in IDS for axis in range(3)), "work_dimension"]


def ids_kernel() -> str:
    """Writes its hidden parameters, in a row at the place of its global id."""
    stores = "".join(
        f"""
        %o{k} = arith.constant {4 * k} : i32
        %p{k} = arith.addi %place, %o{k} : i32
        pointer.store %{name}, %p{k} : i32
        """
        for k, name in enumerate(HIDDEN)
    )
    named = ", ".join(f'"{name}"' for name in HIDDEN)
    return f"""
    func.func @ids(%out: i32, %x: i32, %y: i32,
        {", ".join(f"%{name}: i32" for name in HIDDEN)}) attributes {{
      circ.kernel = #circ.kernel<["global out", "value x", "value y"], {{
        hidden = [{named}]
      }}>
    }} {{
      %dx = arith.subi %global_id_0, %global_offset_0 : i32
      %dy = arith.subi %global_id_1, %global_offset_1 : i32
      %dz = arith.subi %global_id_2, %global_offset_2 : i32
      %slices = arith.muli %dz, %y : i32
      %rows = arith.addi %slices, %dy : i32
      %cells = arith.muli %rows, %x : i32
      %cell = arith.addi %cells, %dx : i32
      %size = arith.constant {4 * len(HIDDEN)} : i32
      %offset = arith.muli %cell, %size : i32
      %place = arith.addi %out, %offset : i32
      {stores}
      return
    }}
    """


def expected_ids(space: IndexSpace, local: tuple[int, int, int]) -> Data:
    size, offset = space.global_size, space.offset
    out = np.zeros((size[2], size[1], size[0], len(HIDDEN)), np.int32)
    for z, y, x in np.ndindex(out.shape[:3]):
        at = (x, y, z)
        group = [a // b for a, b in zip(at, local, strict=True)]
        values = {
            "local_id": [a % b for a, b in zip(at, local, strict=True)],
            "group_id": group,
            "global_id": [a + b for a, b in zip(at, offset, strict=True)],
            "num_groups": [-(-a // b) for a, b in zip(size, local, strict=True)],
            "local_size": [
                min(b, a - g * b) for a, b, g in zip(size, local, group, strict=True)
            ],
            "enqueued_local_size": local,
            "global_size": size,
            "global_offset": offset,
        }
        row = [values[name][axis] for name in IDS for axis in range(3)]
        out[z, y, x] = [*row, space.dimensions]
    return out


@pytest.mark.parametrize(
    ("size", "local", "offset", "threads"),
    [
        ((5,), (5,), None, 1),
        ((37,), (16,), (3,), 8),  # the last group has five items
        ((6, 5), (4, 2), (1, 2), 2),
        ((4, 3, 5), (2, 2, 2), (7, 0, 9), 8),
        ((1, 1, 3), (1, 1, 1), None, 3),
    ],
)
@pytest.mark.parametrize("opt", [0, 2])
@pytest.mark.every(3, first=1)
def test_ids(
    size: tuple[int, ...],
    local: tuple[int, ...],
    offset: tuple[int, ...] | None,
    threads: int,
    opt: int,
) -> None:
    space = IndexSpace.of(size, local, offset)
    x, y, _ = space.global_size
    assert space.local_size is not None
    want = expected_ids(space, space.local_size)
    runs = circ.compare_levels(
        *(ids_kernel(), np.full_like(want, -1), x, y),
        opt=opt,
        global_size=size,
        local_size=local,
        offset=offset,
        threads=threads,
    )
    for level, run in runs.items():
        assert (run.arrays[0] == want).all(), level


def kernel_of(
    kinds: str, parameters: str, body: str, hidden: str = "", further: str = ""
) -> str:
    return f"""
    func.func private @circ.barrier(i32)
    func.func @k({parameters}) attributes {{
      circ.kernel = #circ.kernel<[{kinds}], {{hidden = [{hidden}]{further}}}>
    }} {{
      %one = arith.constant 1 : i32
      {body}
      return
    }}
    """


BARRIER = "func.call @circ.barrier(%one) : (i32) -> ()"

SUM_OF_STRUCT = kernel_of(
    '"global out", "byval.8 pair"',
    "%out: i32, %pair: i32, %i: i32",
    """
    %two = arith.constant 2 : i32
    %offset = arith.shli %i, %two : i32
    %place = arith.addi %out, %offset : i32
    %four = arith.constant 4 : i32
    %second = arith.addi %pair, %four : i32
    %a = pointer.load %pair : i32
    %b = pointer.load %second : i32
    %sum = arith.addi %a, %b : i32
    %all = arith.addi %sum, %i : i32
    pointer.store %all, %place : i32
    """,
    '"global_id_0"',
)


def test_a_struct_is_given_as_its_bytes() -> None:
    out = np.zeros(9, np.int32)
    data = np.array([40, 2], np.int32).tobytes()
    for given in (data, f"bytes:{data.hex()}"):
        runs = circ.compare_levels(SUM_OF_STRUCT, out, given, global_size=9)
        for run in runs.values():
            assert (run.arrays[0] == np.arange(42, 51)).all()


ACROSS = {
    "i1": ("arith.trunci %v : i32 to i1", "arith.extui %w : i1 to i32"),
    "i8": ("arith.trunci %v : i32 to i8", "arith.extui %w : i8 to i32"),
    "i64": ("arith.extui %v : i32 to i64", "arith.trunci %w : i64 to i32"),
    "f32": ("arith.uitofp %v : i32 to f32", "arith.fptoui %w : f32 to i32"),
    "f64": ("arith.uitofp %v : i32 to f64", "arith.fptoui %w : f64 to i32"),
    "f16": ("arith.uitofp %v : i32 to f16", "arith.fptoui %w : f16 to i32"),
    "index": (
        "arith.index_cast %v : i32 to index",
        "arith.index_cast %w : index to i32",
    ),
}


@pytest.mark.parametrize("type", ACROSS)
@pytest.mark.every(3, first=2)
def test_values_of_every_type_live_across_a_barrier(type: str) -> None:
    there, back = ACROSS[type]
    body = f"""
      %two = arith.constant 2 : i32
      %offset = arith.shli %i, %two : i32
      %place = arith.addi %out, %offset : i32
      %v = pointer.load %place : i32
      %w = {there}
      {BARRIER}
      %u = {back}
      %x = arith.addi %u, %one : i32
      pointer.store %x, %place : i32
    """
    text = kernel_of('"global out"', "%out: i32, %i: i32", body, '"global_id_0"')
    data = np.arange(21, dtype=np.int32)
    want = (data & 1 if type == "i1" else data) + 1
    runs = circ.compare_levels(text, data, global_size=21, local_size=7)
    for level, run in runs.items():
        assert (run.arrays[0] == want).all(), level


def test_an_object_lives_across_a_barrier_for_each_item() -> None:
    body = f"""
      %two = arith.constant 2 : i32
      %four = arith.constant 4 : i32
      %offset = arith.shli %i, %two : i32
      %place = arith.addi %out, %offset : i32
      %object = pointer.object 12 align 4
      %inside = arith.addi %object, %four : i32
      pointer.store %i, %inside : i32
      {BARRIER}
      %v = pointer.load %inside : i32
      pointer.store %v, %place : i32
    """
    text = kernel_of('"global out"', "%out: i32, %i: i32", body, '"global_id_0"')
    for run in circ.compare_levels(
        text, np.zeros(20, np.int32), global_size=20, local_size=10
    ).values():
        assert (run.arrays[0] == np.arange(20)).all()


def test_threads_have_local_memory_of_their_own() -> None:
    """Eight groups at a time use the same words; more than fits runs on fewer."""
    body = f"""
      %two = arith.constant 2 : i32
      %offset = arith.shli %i, %two : i32
      %place = arith.addi %out, %offset : i32
      %own = arith.shli %l, %two : i32
      %word = arith.addi %tile, %own : i32
      pointer.store %i, %word memory <4, space 68> : i32
      {BARRIER}
      %v = pointer.load %word memory <4, space 68> : i32
      pointer.store %v, %place : i32
    """
    parameters = "%out: i32, %tile: i32, %i: i32, %l: i32"
    hidden = '"global_id_0", "local_id_0"'
    text = kernel_of('"global out", "local tile"', parameters, body, hidden)
    for local in (64, 20000, 65536):
        run = circ.run(
            *(text, np.zeros(64, np.int32), f"local:{local}"),
            global_size=64,
            local_size=4,
            threads=8,
        )
        assert (run.arrays[0] == np.arange(64)).all()


@pytest.mark.parametrize("type", ["i16", "i32"])
@pytest.mark.every(2)
def test_some_lanes_access_what_is_not_aligned(type: str) -> None:
    body = f"""
      %five = arith.constant 5 : i32
      %offset = arith.muli %i, %five : i32
      %place = arith.addi %out, %offset : i32
      %odd = arith.trunci %i : i32 to i1
      scf.if %odd {{
        %next = arith.addi %place, %one : i32
        %v = pointer.load %place memory <{int(type[1:]) // 8}, align 1> : {type}
        pointer.store %v, %next memory <{int(type[1:]) // 8}, align 1> : {type}
      }}
    """
    text = kernel_of('"global out"', "%out: i32, %i: i32", body, '"global_id_0"')
    data = np.arange(200, dtype=np.uint8)
    size, want = int(type[1:]) // 8, np.arange(200, dtype=np.uint8)
    for i in range(1, 40, 2):
        want[5 * i + 1 : 5 * i + 1 + size] = data[5 * i : 5 * i + size]
    for lanes in (1, 8, 16):
        runs = circ.compare_levels(text, data, global_size=40, lanes=lanes)
        for level, run in runs.items():
            assert (run.arrays[0] == want).all(), (lanes, level)


@pytest.mark.parametrize("lanes", (8, 16))
@pytest.mark.every(2)
def test_lanes_call_in_turn(lanes: int) -> None:
    """A function that calls itself is not inlined; some items do not call it."""
    calls = """
    func.func private @sum(%n: i32) -> i32 {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %stop = arith.cmpi sle, %n, %zero : i32
      %found = scf.if %stop -> (i32) {
        scf.yield %zero : i32
      } else {
        %less = arith.subi %n, %one : i32
        %rest = func.call @sum(%less) : (i32) -> i32
        %twice = arith.muli %rest, %two : i32
        %all = arith.xori %twice, %n : i32
        scf.yield %all : i32
      }
      return %found : i32
    }
    """
    body = """
      %two = arith.constant 2 : i32
      %offset = arith.shli %i, %two : i32
      %place = arith.addi %out, %offset : i32
      %v = pointer.load %place : i32
      %odd = arith.trunci %i : i32 to i1
      scf.if %odd {
        %sum = func.call @sum(%v) : (i32) -> i32
        pointer.store %sum, %place : i32
      }
    """

    def of(n: int) -> int:
        return 2 * of(n - 1) ^ n if n > 0 else 0

    text = calls + kernel_of(
        '"global out"', "%out: i32, %i: i32", body, '"global_id_0"'
    )
    data = np.arange(40, dtype=np.int32) % 7
    want = [of(v) if i & 1 else v for i, v in enumerate(data.tolist())]
    runs = circ.compare_levels(text, data, entry="k", global_size=40, lanes=lanes)
    for level, run in runs.items():
        assert run.arrays[0].tolist() == want, level


def fails(text: str, *arguments: object, **options: object) -> str:
    with pytest.raises(Diagnostic) as error:
        circ.run(text, *arguments, **options)  # pyright: ignore[reportArgumentType]
    return error.value.message


def test_what_cannot_be_dispatched() -> None:
    plain = "func.func @f() { return }"
    assert "no kernel to dispatch" in fails(plain, global_size=1)
    assert "'f' is not a kernel" in fails(plain, entry="f", global_size=1)
    empty = kernel_of("", "", "")
    assert "global size must be 1 ... 2147483647, but is 0" in fails(
        empty, global_size=0
    )
    assert "local size must be 1 ... 2147483647, but is 4,0" in fails(
        empty, global_size=(8, 8), local_size=(4, 0)
    )
    assert "offset must be 0 ... 2147483647, but is -1" in fails(
        empty, global_size=8, offset=-1
    )
    assert "but is '1,2,3,4'" in fails(empty, global_size=(1, 2, 3, 4))
    assert "1 to 3 numbers" in fails(empty, global_size=(1, 1, 1, 1))
    assert "more dimensions" in fails(empty, global_size=4, local_size=(2, 2))
    assert "more than 2147483647 items" in fails(empty, global_size=(1 << 20, 1 << 20))
    assert "are for kernels" in fails(empty, local_size=1)
    assert "lanes must be" in fails(empty, global_size=1, lanes=4)
    unknown = kernel_of("", "%x: i32", "", '"stack_size"')
    assert "asks for 'stack_size'" in fails(unknown, global_size=1)
    grouped = kernel_of("", "", "", further=", group = array<i64: 4, 1, 1>")
    assert "groups have 4x1x1 items" in fails(grouped, global_size=8, local_size=2)
    local = kernel_of('"local tile"', "%tile: i32", "")
    assert "'local:BYTES'" in fails(local, 3, global_size=8)
    two = kernel_of('"local a", "local b"', "%a: i32, %b: i32", "")
    given = "local:40000", "local:40000"
    assert "bytes of local memory" in fails(two, *given, global_size=8)
    view = kernel_of('"local a"', "%a: memref<4xi32>", "")
    assert "by its address, an i32" in fails(view, "local:16", global_size=8)
    array = kernel_of('"global out"', "%out: i32", "")
    assert "a numpy array is needed" in fails(array, 1.5, global_size=1)
    assert "which no element type is" in fails(
        array, np.zeros(2, np.complex64), global_size=1
    )
    assert "2 are given" in fails(
        kernel_of('"byval.4 s"', "%s: i32", ""), b"ab", global_size=1
    )
    assert "takes 1 argument, but 0 are given" in fails(array, global_size=1)


def test_a_kernel_returns_nothing() -> None:
    text = """
    func.func @k() -> i32 attributes {circ.kernel = #circ.kernel<[]>} {
      %one = arith.constant 1 : i32
      return %one : i32
    }
    """
    assert "the kernel 'k' returns values" in fails(text, global_size=1)


def test_a_barrier_in_a_loop_of_unknown_form() -> None:
    body = f"""
      scf.while : () -> () {{
        %stop = arith.constant false
        scf.condition(%stop)
      }} do {{
        {BARRIER}
        scf.yield
      }}
    """
    assert "a barrier in this operation" in fails(
        kernel_of("", "", body), global_size=1
    )
