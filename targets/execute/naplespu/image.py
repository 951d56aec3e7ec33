"""
Runs programs for NaplesPU that come as images: objects, executables, hexadecimal files.

A function is called as from a module, with its type in source terms from the note that
circ writes, or with words where there is none. A program whose `main` has no such type
is started as a host starts it: argc and argv in control registers, the result in one.
"""

import struct
from collections.abc import Sequence
from dataclasses import replace

from xdsl.dialects.builtin import (
    FunctionType,
    MemRefType,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.marshal import Argument, Execution, arrays_after
from circ.targets.execute.marshal import place as place_arrays
from circ.targets.execute.naplespu import program as naplespu
from circ.targets.execute.naplespu.memory import MainMemory
from circ.targets.execute.naplespu.profile import profile_of
from circ.targets.execute.naplespu.program import DEFAULTS, Settings
from circ.targets.execute.outcome import Outcome
from circ.targets.execute.split_values import ARRAYS, WORDS
from circ.targets.mlir.dialects import attribute_context
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.description.calling_convention import WORD
from circ.targets.naplespu.description.memory_map import STACK_SIZE, stack_top
from circ.targets.naplespu.linker.link import ENTRY_SYMBOL, MAIN
from circ.targets.naplespu.object.image import LINE, Image
from circ.targets.naplespu.simulator.control_steps import END_OF_KERNEL
from circ.targets.naplespu.startup import PROGRAM_SYMBOL


def signatures(image: Image) -> dict[str, FunctionType]:
    """The types of functions in source terms, from the note; a bad one is diagnosed."""
    found: dict[str, FunctionType] = {}
    for line in image.signature.splitlines():
        name, separator, text = line.partition(" : ")
        if not line:
            continue
        if not separator or not name.startswith("@"):
            raise Diagnostic(None, f"'{line[:40]}' is no signature of a function")
        found[name[1:]] = _function_type(text, name)
    return found


def _function_type(text: str, name: str) -> FunctionType:
    try:
        text = f"builtin.module attributes {{type = {text}}} {{}}"
        module = parse_module(
            attribute_context(text), text, name, implicit_module=False
        )
        found = module.attributes.get("type")
    except Diagnostic as error:
        message = f"the signature of '{name}' cannot be read: {error.message}"
        raise Diagnostic(None, message) from None
    if not isinstance(found, FunctionType):
        raise Diagnostic(None, f"the signature of '{name}' must be a function type")
    return found


def entry_of(image: Image, name: str | None) -> str | None:
    """
    The function to call: the one named, or the only one; None for the program.

    A program whose `main` has a type in source terms is called there too, so that it
    is given what it is given above the machine level; `_start` names its entry.
    """
    if name == ENTRY_SYMBOL:
        return None
    if name is not None:
        if name not in image.symbols:
            raise Diagnostic(None, f"there is no symbol '{name}' to begin at")
        return name
    if is_program(image):
        return None
    typed = signatures(image)
    if ENTRY_SYMBOL in image.symbols or not image.symbols:
        return MAIN if MAIN in typed and MAIN in image.symbols else None
    functions = [*typed] or [
        name for name, symbol in image.symbols.items() if symbol.is_function
    ]
    if len(functions) == 1:
        return functions[0]
    names = ", ".join(sorted(functions or image.symbols))
    raise Diagnostic(None, f"--entry must name one of the functions: {names}")


def words_signature(texts: Sequence[str]) -> FunctionType:
    """A signature inferred from the arguments; the result is a word."""
    return FunctionType.from_lists([_type_of(text) for text in texts], [i32])


def _type_of(text: str) -> Attribute:
    if text.endswith(".npy"):
        import numpy as np

        from circ.targets.execute.arrays import DTYPES

        elements = {
            name: type
            for type in (i1, i8, i16, i32, i64, f32, f64)
            for name in DTYPES[str(type)]
        }
        try:
            with open(text, "rb") as file:
                version = np.lib.format.read_magic(file)
                read = {
                    (1, 0): np.lib.format.read_array_header_1_0,
                    (2, 0): np.lib.format.read_array_header_2_0,
                }[version]
                shape, _, dtype = read(file)
        except Exception:  # what is wrong is diagnosed where the array is read
            return MemRefType(i32, [1])
        return MemRefType(elements.get(str(dtype), i32), shape)
    try:
        int(text, 0)
    except ValueError:
        return f32
    return i32


def call_function(
    image: Image,
    entry: str,
    signature: FunctionType,
    arguments: Sequence[Argument],
    settings: Settings = DEFAULTS,
) -> Execution:
    """Call a function of the image; wide numbers are two words each."""
    _check_code(image, image.symbols[entry].address, f"'{entry}'")
    types, values = ARRAYS.signature(signature), ARRAYS.arguments(arguments)
    execution = naplespu.run(
        image,
        entry,
        WORDS.signature(types),
        WORDS.arguments(values),
        _with_words(settings),
    )
    return ARRAYS.join(signature, WORDS.join(types, execution))


def is_program(image: Image) -> bool:
    """Does the image begin with the start-up code of programs?"""
    return PROGRAM_SYMBOL in image.symbols


def run_program(
    image: Image,
    arguments: Sequence[Argument],
    settings: Settings = DEFAULTS,
    strings: int | None = None,
) -> Execution:
    """
    Run the image from its entry, on all threads, until each has ended or returned.

    The arguments are words of memory at argv. The result is what start-up code leaves
    in a control register, or the first result register of a program that returns. The
    stacks are those of the start-up code. If the only argument is a table of so many
    `strings`, argv is that table, and the result is the exit status.
    """
    _check_code(image, image.entry, "the entry")
    settings = _with_words(settings)
    system = naplespu.system_of(settings)
    moved = naplespu.room_above(image)
    large = is_program(image)
    stacks = naplespu.stacks_of(1, moved) if large else stacks_of(settings.threads)
    names = naplespu.supervise(system, image, stacks, settings)
    system.memory.add_region(END_OF_KERNEL, LINE)  # start-up code stores there
    heap = MainMemory(system.memory, moved, names)
    values = place_arrays(arguments, heap)
    heap.name(arguments, values)
    if strings is None:
        argv = heap.allocate(WORD * len(values)) if values else 0
        heap.write(argv, struct.pack(f"<{len(values)}I", *values))
        system.load(image, len(values), argv)
    else:
        (argv,) = values
        system.load(image, strings, argv)
    naplespu.call(system, image, image.entry, settings, names, heap)
    first, *others = system.results
    result = system.result if system.threads[0].ended else first
    outcome = Outcome(
        [result] if strings is None else [],
        system.instructions,
        lambda: naplespu.costs_of(system),
        lambda: profile_of(system, image),
        [[each] for each in others],
        None if strings is None else result,
    )
    return Execution(outcome, arrays_after(arguments, values, heap), heap)


def stacks_of(threads: int) -> list[range]:
    """Where start-up code puts the stacks."""
    return [
        range(top - STACK_SIZE, top)
        for top in (stack_top(0, number) for number in range(threads))
    ]


def _with_words(settings: Settings) -> Settings:
    """Hooks as machine code calls them: wide numbers are two words each."""
    hooks = settings.externals.items()
    split = {name: WORDS.external(external) for name, external in hooks}
    return replace(settings, externals=split)


def _check_code(image: Image, address: int, what: str) -> None:
    if not image.has_code_at(address):
        raise Diagnostic(None, f"there is no instruction at {what}, 0x{address:08x}")
