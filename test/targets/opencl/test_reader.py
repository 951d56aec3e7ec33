"""What the source level has of OpenCL C, and what is diagnosed where."""

import re

import pytest
from c_compiler import needs_clang
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.kernel import IN_TURN, kernel_of
from circ.dialects.source.pointer import LoadOp, StoreOp
from circ.targets.c.opencl import read_opencl

pytestmark = needs_clang


def read(text: str) -> ModuleOp:
    return read_opencl(text.encode(), "k.cl")


def only(text: str) -> func.FuncOp:
    """The one function of the module."""
    (found,) = [
        op for op in read(text).ops if isinstance(op, func.FuncOp) if op.body.blocks
    ]
    return found


def spaces(function: func.FuncOp) -> list[int]:
    accesses = [op for op in function.walk() if isinstance(op, LoadOp | StoreOp)]
    return [op.access.space.data for op in accesses]


def test_arguments():
    """Kinds, names, the size of a group; a helper is inlined and gone."""
    kernel = kernel_of(
        only("""
        typedef struct { int a; double b; } S;
        int twice(int x) { return 2 * x; }
        __attribute__((reqd_work_group_size(4, 2, 1)))
        kernel void k(global int *out, constant int *in, local int *t, S s, int n) {
          *t = n; out[0] = twice(in[1]) + s.a + *t;
        }""")
    )
    assert kernel is not None
    assert kernel.texts == [
        "global out",
        "constant in",
        "local t",
        "byval.16 s",
        "value n",
    ]
    assert [*kernel.numbers("group")] == [4, 2, 1]
    assert kernel.names("hidden") == []


def test_hidden_parameters():
    """They come after the arguments, in the order in which they are asked for."""
    function = only("""
        kernel void k(global int *out) {
          out[get_global_id(1)] = get_local_size(0);
        }""")
    kernel = kernel_of(function)
    assert kernel is not None
    assert sorted(kernel.names("hidden")) == ["global_id_1", "local_size_0"]
    assert len(function.function_type.inputs) == 3


def test_address_spaces():
    function = only("""
        constant int table[4] = {1, 2, 3, 4};
        kernel void k(global int *out, local int *t, int i) {
          t[i] = table[i]; out[i] = t[i + 1];
        }""")
    assert spaces(function) == [0, 68, 68, 0]


def test_local_variables():
    """Offsets from the hidden parameter; each kernel has those that it uses."""
    module = read("""
        kernel void one(global int *out) {
          local char c; local long t[4];
          c = *out; t[1] = 2; barrier(1); out[0] = c + t[out[1]];
        }
        kernel void two(global int *out) {
          one(out); local int u; u = out[1]; barrier(1); out[2] = u;
        }
        """)
    sizes = {
        op.sym_name.data: kernel.size("local_bytes")
        for op in module.ops
        if isinstance(op, func.FuncOp) and (kernel := kernel_of(op)) is not None
    }
    assert sizes["one"] in (33, 40)
    assert sizes["two"] >= sizes["one"]


def test_atomics_on_global_memory_are_said():
    for space, said in (("global", True), ("local", False)):
        text = f"kernel void k({space} int *p) {{ atomic_inc(p); }}"
        update, function = (op for op in read(text).ops if isinstance(op, func.FuncOp))
        assert IN_TURN in update.attributes
        kernel = kernel_of(function)
        assert kernel is not None
        assert ("global_atomics" in kernel.further.data) == said
        assert not kernel.names("hidden")


def test_barrier():
    text = str(read("kernel void k(global int *p) { *p = 1; barrier(1); *p = 2; }"))
    assert len(re.findall(r"func.call @circ.barrier", text)) == 1
    assert len(re.findall(r"pointer.store", text)) == 2


def test_written_struct_is_a_copy_of_its_own():
    function = only("""
        typedef struct { int a[4]; } S;
        kernel void k(global int *out, S s, int i) {
          s.a[i & 3] = 7; out[0] = s.a[i & 1];
        }""")
    argument = function.body.blocks[0].args[1]
    stores = [op.address for op in function.walk() if isinstance(op, StoreOp)]
    assert all(address is not argument for address in stores)
    assert any(op.name == "pointer.object" for op in function.walk())


REFUSED = {
    "image2d_t": (
        "kernel void k(global int *p,\n  image2d_t i) { *p = 1; }",
        "k.cl:2:3: error: '__image' is unavailable: images are not supported",
    ),
    "sampler_t": (
        "constant sampler_t s = 0;\nkernel void k(global int *p) { *p = 1; }",
        "k.cl:1:10: error: '__sampler' is unavailable: samplers are not supported",
    ),
    "pipe": (
        "kernel void k(global int *p,\n  pipe int q) { *p = 1; }",
        "k.cl:2:3: error:",
    ),
    "enqueue": (
        "kernel void k(global int *p) {\n  enqueue_kernel(0);\n}",
        "k.cl:2:3: error: 'enqueue_kernel' is unavailable: kernels that start kernels",
    ),
    "wrong": (
        "kernel void k(global int *p) {\n  *p = x;\n}",
        "k.cl:2:8: error: use of und",
    ),
    "recursion": (
        "int f(int n) { return n < 2 ? 1 : f(n - 1) * f(n - 2) + n; }\n"
        "kernel void k(global int *p) { *p = f(*p); }",
        "k.cl:1:1: error: the function 'f' calls itself",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused(what: str):
    text, message = REFUSED[what]
    with pytest.raises(Diagnostic) as raised:
        read(text)
    assert message in str(raised.value)


def test_included_file(tmp_path, monkeypatch):
    """A file is found beside the one that includes it."""
    (tmp_path / "own.h").write_text("#define SEVEN 7\n")
    source = tmp_path / "k.cl"
    source.write_text('#include "own.h"\nkernel void k(global int *p) { *p = SEVEN; }')
    assert "7 : i32" in str(read_opencl(source.read_bytes(), str(source)))
