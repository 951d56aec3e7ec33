"""What the front end does not read of arrays, functions as values and assertions."""

import pytest
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.circuit.memory import GlobalOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.source.signature import signature_of
from circ.targets.execute.hooks import by_name
from circ.targets.execute.levels import (
    INTERPRETERS,
    execute,
    externals_of,
    memory_at,
)
from circ.targets.execute.marshal import Scalar
from circ.targets.execute.memory import Memory
from circ.targets.execute.source import interpreter as source
from circ.targets.execute.source.global_arrays import global_array
from circ.targets.llvlir import decode, encode
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.emission import emit_assembly, object_of
from circ.tools.formats import context
from circ.transforms.conversion.func_to_circuit import convert_module
from circ.transforms.pipelines import LEVELS, compile


def read(text: str) -> ModuleOp:
    module = parse_module(context(), text, "t.mlir")
    verify_module(module)
    return module


REFUSED = (
    ("%r = memref.alloc() : memref<4xi32, 1 : i32>", "array of type memref<4xi32, 1"),
    (
        "%r = memref.alloca() : memref<4xi32, strided<[2]>>",
        "array of type memref<4xi32, strided<[2]>>",
    ),
    (
        "%r = memref.cast %m : memref<4x4xi32> to memref<4x4xi32, strided<[5, 1]>>",
        "a cast from memref<4x4xi32> to memref<4x4xi32, strided<[5, 1]>>",
    ),
    (
        "%r = memref.subview %m[0, 0] [2, 2] [1, 1] : memref<4x4xi32> "
        "to memref<2x2xi32, strided<[2, 1]>>",
        "a part of memref<4x4xi32> as memref<2x2xi32, strided<[2, 1]>>",
    ),
    (
        "%r = memref.collapse_shape %v [[0, 1]] : memref<2x2xi32, strided<[4, 1], "
        "offset: ?>> into memref<4xi32, strided<[1], offset: ?>>",
        "that are not contiguous",
    ),
    (
        "%r = memref.reinterpret_cast %v to offset: [0], sizes: [2], strides: [1] : "
        "memref<2x2xi32, strided<[4, 1], offset: ?>> to memref<2xi32>",
        "whose offset is not known",
    ),
    (
        "%r = memref.reinterpret_cast %m to offset: [0], sizes: [2], strides: [%i] : "
        "memref<4x4xi32> to memref<2xi32, strided<[1]>>",
        "with strides that are not constant",
    ),
    ("%r = memref.get_global @none : memref<4xi32>", "there is no global @none"),
    ("%r = memref.get_global @g : memref<5xi32>", "@g is a memref<4xi32>"),
    ("%r = func.constant @none : () -> ()", "there is no function @none"),
    ("%r = func.constant @f : () -> ()", "but is called as () -> ()"),
)


@pytest.mark.parametrize(("operation", "message"), REFUSED)
def test_refused(operation: str, message: str):
    module = read(
        "memref.global @g : memref<4xi32> = uninitialized\n"
        "func.func @f(%m: memref<4x4xi32>, %i: index, "
        "%v: memref<2x2xi32, strided<[4, 1], offset: ?>>) {\n"
        f"{operation}\nreturn\n}}"
    )
    with pytest.raises(Diagnostic) as error:
        convert_module(module)
    assert str(error.value).startswith("t.mlir:3:1: error: '")
    assert message in error.value.message


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("memref.global @x : memref<4xi32>", "a global that is defined elsewhere"),
        ("memref.global @x : memref<?xi32> = uninitialized", "type memref<?xi32>"),
        ("memref.global @x : memref<1xindex> = dense<4294967296>", "more than 32 bits"),
        (
            "memref.global @x : memref<1xindex> = dense<-2147483649>",
            "more than 32 bits",
        ),
    ),
)
def test_refused_in_a_module(text: str, message: str):
    with pytest.raises(Diagnostic) as error:
        convert_module(read(text))
    assert str(error.value).startswith("t.mlir:1:1: error: ")
    assert message in error.value.message


def test_bounds_of_a_global_index():
    numbers = (-(1 << 31), -1, 0, (1 << 32) - 1)
    (op,) = read(f"memref.global @x : memref<4xindex> = dense<{[*numbers]}>").ops
    expected = b"".join((n % (1 << 32)).to_bytes(4, "little") for n in numbers)
    assert global_array(op).data == expected


ASSERTION = 'func.func @f(%c: i1) {\n  cf.assert %c, "why"\n  return\n}\n'


@pytest.mark.parametrize("level", LEVELS)
def test_a_failing_assertion_is_diagnosed(level: str):
    module = read(ASSERTION)
    function = definitions(module)["f"]
    signature = signature_of(function)
    hooks = externals_of(module, lambda text: None)
    lowered = compile(module, level)
    for bit in (1, 0):
        arguments = [Scalar(signature.inputs.data[0], bit)]
        if bit:
            execute(level, lowered, "f", signature, arguments, hooks)
            continue
        with pytest.raises(Diagnostic, match=r"t\.mlir:2:3: error: assertion failed"):
            execute(level, lowered, "f", signature, arguments, hooks)


def test_assert_of_another_type_is_diagnosed():
    module = read("func.func private @assert(i32)\n" + ASSERTION)
    with pytest.raises(Diagnostic, match="@assert is of type"):
        convert_module(module)


INDIRECT = """
func.func @g(%x: i32) -> i32 {
  return %x : i32
}
func.func @f(%x: i32) -> i32 {
  %f = func.constant @g : (i32) -> i32
  %p = func.constant @print_i32 : (i32) -> ()
  func.call_indirect %p(%x) : (i32) -> ()
  %r = func.call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}
func.func private @print_i32(i32)
"""


@pytest.mark.parametrize("level", LEVELS)
def test_functions_of_the_environment_are_called_by_address(level: str):
    module = read(INDIRECT)
    signature = signature_of(definitions(module)["f"])
    printed: list[str] = []
    hooks = externals_of(module, printed.append)
    arguments = [Scalar(signature.inputs.data[0], 42)]
    lowered = compile(module, level)
    outcome = execute(level, lowered, "f", signature, arguments, hooks).outcome
    assert (outcome.results, printed) == ([42], ["42\n"])


@pytest.mark.parametrize("level", tuple(INTERPRETERS))
def test_an_address_without_a_function_is_diagnosed(level: str):
    text = (
        "func.func @f(%f: (i32) -> i32, %x: i32) -> i32 {\n"
        "  %r = func.call_indirect %f(%x) : (i32) -> i32\n  return %r : i32\n}"
    )
    module = compile(read(text), level)
    from importlib import import_module

    run = import_module(INTERPRETERS[level]).run
    with pytest.raises(Diagnostic, match=r"t.mlir:2:\d+: error: .*no function at 0x7b"):
        run(module, "f", [0x7B, 1], memory_at(level))


def test_source_checks_the_type_of_a_callee():
    text = (
        "func.func @g() {\nreturn\n}\n"
        "func.func @h(%f: (i32) -> i32, %x: i32) {\n"
        "%r = func.call_indirect %f(%x) : (i32) -> i32\nreturn\n}\n"
        "func.func @f(%x: i32) {\n%f = func.constant @g : () -> ()\n"
        "%g = builtin.unrealized_conversion_cast %f : () -> () to (i32) -> i32\n"
        "return\n}"
    )
    with pytest.raises(Diagnostic, match="unrealized_conversion_cast"):
        source.run(read(text), "f", [1], Memory(), by_name(lambda text: None))


GLOBALS = """
memref.global "private" constant @c : memref<3xi16> = dense<[1, -2, 300]>
memref.global @d : memref<2xi32> = dense<[0, 7]> {alignment = 32 : i64}
memref.global @z : memref<100xi8> = uninitialized
func.func @f(%i: index, %f: (index) -> i32) -> i32 {
  %d = memref.get_global @d : memref<2xi32>
  %x = memref.load %d[%i] : memref<2xi32>
  %y = func.call_indirect %f(%i) : (index) -> i32
  return %x : i32
}
"""


def test_globals_become_objects():
    module = compile(read(GLOBALS), "circuit")
    found = {op.sym_name.data: op for op in module.ops if isinstance(op, GlobalOp)}
    content = b"\1\0\xfe\xff\x2c\1"
    assert (found["c"].content, found["c"].align.data) == (content, 4)
    assert found["c"].constant is not None and found["d"].constant is None
    assert (found["d"].data.data, found["d"].align.data) == ("0000000007", 32)
    assert (found["z"].data.data, found["z"].size.data) == ("", 100)


@pytest.mark.parametrize("level", LEVELS[1:])
def test_text_of_every_level_is_read_back(level: str):
    module = compile(read(GLOBALS), level)
    again = parse_module(context(), str(module), "again.mlir")
    verify_module(again)
    assert str(again) == str(module)


def test_bytecode_keeps_data_and_indirect_calls():
    module = compile(read(GLOBALS), "llvlir")
    data = encode(module)
    assert encode(decode(data)) == data
    before, after = (
        [op.name for op in m.walk() if op.name != "llvlir.section"]
        for m in (module, decode(data))
    )
    assert after == before
    assert before.count("llvlir.call_indirect") == 1


def test_objects_have_sections_of_data():
    built = object_of(compile(read(GLOBALS), "naplespu"))
    sections = {section.name: section for section in built.sections}
    assert sections[".rodata"].data == b"\1\0\xfe\xff\x2c\1"
    assert not sections[".rodata"].writable and sections[".data"].writable
    assert (sections[".data"].data, sections[".data"].alignment) == (
        b"\0\0\0\0\7\0\0\0",
        32,
    )
    assert (sections[".bss"].data, sections[".bss"].reserved) == (b"", 100)


DATA_SECTIONS = (".rodata", ".data", ".bss")


def test_assembly_of_data_is_the_object():
    """Lines of the source are not in assembly, unless it is asked for them."""
    module = compile(read(GLOBALS), "naplespu")
    built, assembled = object_of(module), assemble(emit_assembly(module), "t.s")
    data = [section for section in built.sections if section.name in DATA_SECTIONS]
    assert len(data) == len(DATA_SECTIONS)
    for section in data:
        (other,) = (s for s in assembled.sections if s.name == section.name)
        assert (other.data, other.reserved) == (section.data, section.reserved)
        assert other.alignment == section.alignment
    places = {s.name: (s.value, s.size) for s in built.symbols if s.section}
    for symbol in assembled.symbols:
        if symbol.name in places:
            assert (symbol.value, symbol.size) == places[symbol.name]
