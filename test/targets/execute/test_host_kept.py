"""Functions that are kept as machine code do in other programs what they did in one."""

from pathlib import Path

import pytest
from llvlir_programs import verified
from xdsl.dialects.builtin import ModuleOp, StringAttr

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.llvlir.ops import FuncOp
from circ.targets.execute.host.apart import APART, RECORDS, record_of
from circ.targets.execute.host.arena import Arena
from circ.targets.execute.host.compiler import STORE
from circ.targets.execute.host.interpreter import Program
from circ.targets.execute.host.records import Record
from circ.targets.execute.outcome import Hooks
from circ.tools.code_cache import CodeCache

pytest.importorskip("llvmlite")

# `work` uses all that has another number in another program: an object, a function of
# its own, one of Python, an indirect call, a check and a stack slot.
LIBRARY = """
  llvlir.func @work(%x: !llvlir.r<i32>, %to: !llvlir.r<i32>) -> !llvlir.r<i32> {
    %place = llvlir.consta.L @count : global
    %number = llvlir.mvr %place
    %p = llvlir.mva %number
    %old = llvlir.ld.I %p, 0 : i32
    %new = llvlir.add.I %old, %x : i32
    llvlir.st.I %p, 0, %new : i32
    %twice = llvlir.call @twice(%new) : (!llvlir.r<i32>) -> !llvlir.r<i32>
    %told = llvlir.call @tell(%twice) : (!llvlir.r<i32>) -> !llvlir.r<i32>
    %callee = llvlir.mva %to
    %y = llvlir.call_indirect %callee(%told) : (!llvlir.r<i32>) ->
      !llvlir.r<i32>
    llvlir.ret %y : !llvlir.r<i32>
  }
  llvlir.func @twice(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {
    %y = llvlir.add.I %x, %x : i32
    llvlir.ret %y : !llvlir.r<i32>
  }
  llvlir.func private @tell(!llvlir.r<i32>) -> !llvlir.r<i32>
  llvlir.section "data"
  llvlir.align 4
  llvlir.label.L @count : global
  llvlir.zero 4
"""
MAIN = """
  llvlir.func @f(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {
    %place = llvlir.consta.L @own : global
    %own = llvlir.mvr %place
    %y = llvlir.call @work(%x, OWN) : (!llvlir.r<i32>, !llvlir.r<i32>) ->
      !llvlir.r<i32>
    llvlir.ret %y : !llvlir.r<i32>
  }
  llvlir.func @own(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {
    %c = llvlir.const.I CONSTANT : i32
    %y = llvlir.add.I %x, %c : i32
    llvlir.ret %y : !llvlir.r<i32>
  }
"""
OTHER = """
  llvlir.section "data"
  llvlir.align 4
  llvlir.label.L @before : global
  llvlir.zero 100
  llvlir.func @use() -> !llvlir.r<i32> {
    %place = llvlir.consta.L @before : global
    %y = llvlir.mvr %place
    llvlir.ret %y : !llvlir.r<i32>
  }
"""


def program(store: CodeCache, constant: int, before: str = "", own: str = "%own"):
    """A program whose functions of the library are kept, or found, in a store."""
    main = MAIN.replace("CONSTANT", str(constant)).replace("OWN", own)
    module = verified(before + main + LIBRARY)
    functions = {op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)}
    for name in ("work", "twice"):
        place = store.key(b"test", name.encode())
        if place not in RECORDS and (data := store.get(place)) is not None:
            RECORDS[place] = Record.decoded(data)
        func = functions[name]
        if (record := RECORDS.get(place)) is not None:
            made = record.function()
            module.body.block.insert_op_before(made, func)
            func.detach()
            func = made
        func.attributes[APART] = StringAttr(place)
    return module


def result(module: ModuleOp, store: CodeCache, x: int, told: list[int]) -> list[int]:
    def tell(values: list[int]) -> list[int]:
        told.append(values[0])
        return [values[0] + 1]

    hooks: Hooks = {"tell": tell}  # pyright: ignore[reportAssignmentType]
    with bound(STORE, store):
        return Program(module, Arena(), hooks, None).prepare("f")([x], None).results


@pytest.fixture
def store(tmp_path: Path) -> CodeCache:
    RECORDS.clear()
    return CodeCache(tmp_path)


def test_other_programs_find_them(store: CodeCache):
    told = list[int]()
    first = program(store, 1000)
    assert all(record_of(op) is None for op in first.ops if isinstance(op, FuncOp))
    assert result(first, store, 7, told) == [2 * 7 + 1 + 1000]
    RECORDS.clear()  # as in another process: from the files
    second = program(store, 5, OTHER)
    found = [op for op in second.ops if isinstance(op, FuncOp) and record_of(op)]
    assert [op.sym_name.data for op in found] == ["work", "twice"]
    assert result(second, store, 20, told) == [2 * 20 + 1 + 5]
    assert told == [14, 40]


def test_a_failed_call_in_them_is_diagnosed(store: CodeCache):
    for _ in range(2):
        module = program(store, 1, own="%x")
        with pytest.raises(Diagnostic, match="there is no function at 0x3"):
            result(module, store, 3, [])


def test_an_exception_of_python_goes_through_them(store: CodeCache):
    def tell(values: list[int]) -> list[int]:
        raise ZeroDivisionError

    for _ in range(2):
        module = program(store, 1)
        hooks: Hooks = {"tell": tell}  # pyright: ignore[reportAssignmentType]
        with bound(STORE, store), pytest.raises(ZeroDivisionError):
            Program(module, Arena(), hooks, None).prepare("f")([1], None)


def test_without_a_store_nothing_is_kept(store: CodeCache):
    module = program(store, 4)
    told = list[int]()

    def tell(values: list[int]) -> list[int]:
        told.append(values[0])
        return [values[0] + 1]

    hooks: Hooks = {"tell": tell}  # pyright: ignore[reportAssignmentType]
    found = Program(module, Arena(), hooks, None).prepare("f")([2], None).results
    assert found == [2 * 2 + 1 + 4] and told == [4] and not RECORDS
