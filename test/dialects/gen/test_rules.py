"""Which instructions are accepted: every opcode at every type; one rejection a rule."""

from collections.abc import Callable, Iterator, Sequence
from io import StringIO

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.memory import Circ
from circ.dialects.gen import (
    SCALARS,
    BranchOp,
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    FuncOp,
    Gen,
    GlobalOp,
    InputsOp,
    Instruction,
    RegisterOp,
    RetOp,
    create,
    loadi,
)
from circ.dialects.gen.table import HAND_WRITTEN, ROWS, Row

PROPERTIES: dict[str, dict[str, int | str | bool]] = {
    "LoadImm": {"value": 1},
    "Load": {"space": "global"},
    "Store": {"space": "local", "bti": 254},
    "Atomic": {"operation": "CMPXCHG", "space": "global", "bti": 2},
    "Sync": {"mask": 25},
    "ReadARF": {"arf": 11},
    "Region": {"offset": 3},
    "IndirectMov": {"offset": 0},
    "Sample": {"surface": 3, "sampler": 1},
    "TypedWrite": {"surface": 3},
    "GetImageInfo": {"info": 1, "surface": 3},
    "Vme": {"surface": 3, "reference": 4, "msg_type": 1, "lut": 0, "lut_sub": 2},
    "Ime": {"surface": 3, "reference": 4, "msg_type": 1},
    "CalcTimestamp": {"point": 19, "timestamp_type": 1},
    "StoreProfiling": {"bti": 3, "profiling_type": 1},
    "WorkGroup": {"operation": "REDUCE_ADD", "slm": 0},
    "SubGroup": {"operation": "ANY"},
    "Printf": {"bti": 3, "number": 1},
    "MediaBlockRead": {"width": 2, "surface": 3},
    "MediaBlockWrite": {"width": 2, "surface": 3},
    "Symbol": {"symbol": "f"},
    "Frame": {"size": 8, "align": 4},
}
"""What an instruction of each class, or opcode, carries."""


def registers(families: Sequence[str]) -> list[SSAValue]:
    return [RegisterOp.of(family).handle for family in families]


def types_of(row: Row) -> list[tuple[str | None, str | None]]:
    """The types, and source types, that a row's rule allows; one where it has none."""
    if row.types == "none":
        return [(None, None)]
    names = [scalar.name for scalar in SCALARS.values() if row.accepts(scalar)]
    match row.opcode:
        case "F16TO32":
            return [("float", "uint16")]
        case "F32TO16":
            return [("uint16", "float")]
        case "CVT" | "SAT_CVT":
            return [(to, source) for to in names for source in names]
        case "BITCAST":
            return [
                (to, source)
                for to in names
                for source in names
                if SCALARS[to].width == SCALARS[source].width
            ]
        case "SAMPLE" | "TYPED_WRITE":
            return [("float", "int32")]
        case _:
            return [(name, None) for name in names]


def sources_of(row: Row, family: str, source_family: str) -> list[str]:
    """The families of the least number of sources that the row's rules allow."""
    match row.kind:
        case "Select":
            return ["bool", family, family]
        case "SimdShuffle" | "IndirectMov":
            return [family, "dword"]
        case "Atomic":
            return ["dword", family, family]
        case "Store":
            return ["dword", family, family]
        case "Load":
            return ["dword"]
        case "WorkGroup":
            return ["dword", "dword", family]
        case "MediaBlockWrite":
            return ["dword", "dword", family]
        case "Branch":
            return ["bool"] * row.sources.start
        case "Printf":
            return ["dword", "byte"]
        case _:
            return [source_family] * row.sources.start


def sample(row: Row, type: str | None, source: str | None) -> Instruction:
    """An instruction that obeys the rules."""
    family = "dword" if type is None else SCALARS[type].family
    source_family = family if source is None else SCALARS[source].family
    destination = "bool" if row.kind == "Compare" else family
    count = 2 if row.opcode == "LOAD" else row.destinations.start
    return create(
        row.opcode,
        type,
        registers([destination] * count),
        registers(sources_of(row, family, source_family)),
        src_type=source,
        **PROPERTIES.get(row.opcode, PROPERTIES.get(row.kind, {})),
    )


def samples() -> Iterator[Instruction]:
    """Every opcode with a class, at every type that its rule allows."""
    for row in ROWS:
        if row.opcode not in HAND_WRITTEN:
            for type, source in types_of(row):
                yield sample(row, type, source)


def function_of(instructions: Sequence[Instruction]) -> FuncOp:
    """A function `@f` of these instructions and their registers, in order."""
    declarations = [
        operand.owner
        for instruction in instructions
        for operand in dict.fromkeys(instruction.operands)
    ]
    block = Block()
    for declaration in declarations:
        assert isinstance(declaration, RegisterOp)
        block.add_op(declaration)
    block.add_ops(instructions)
    block.add_op(RetOp.of([]))
    return FuncOp.of("f", [], [], Region([block]))


# region Acceptance


def test_the_table_has_beignets_opcodes_in_order_and_extensions_after():
    assert [row.number for row in ROWS[:93]] == list(range(93))
    assert [row.opcode for row in ROWS[93:]] == ["CTZ", "SYMBOL", "FRAME"]
    assert [row.number for row in ROWS[93:]] == [128, 129, 130]
    assert ROWS[0].opcode == "SIMD_SIZE" and ROWS[92].opcode == "BFREV"


SAMPLES = list(samples())


@pytest.mark.parametrize("opcode", sorted({op.ROW.opcode for op in SAMPLES}))
def test_every_type_is_accepted(opcode: str):
    for instruction in SAMPLES:
        if instruction.ROW.opcode == opcode:
            instruction.verify()


@pytest.mark.parametrize("generic", (False, True))
def test_every_opcode_round_trips(generic: bool):
    one_each = {op.ROW.opcode: op for op in samples()}
    assert len(one_each) == len(ROWS) - len(HAND_WRITTEN)
    instructions = list(one_each.values())
    module = ModuleOp([function_of(instructions)])
    module.verify()
    text = StringIO()
    Printer(text, print_generic_format=generic).print_op(module)
    context = Context()
    for dialect in (Builtin, Circ, Gen):
        context.load_dialect(dialect)
    again = Parser(context, text.getvalue()).parse_module()
    again.verify()
    assert str(again) == str(module)


# endregion
# region Rejections of instructions


def make(
    opcode: str,
    type: str | None,
    dsts: str,
    srcs: str,
    src_type: str | None = None,
    **properties: int | str | bool,
) -> Instruction:
    return create(
        opcode,
        type,
        registers(dsts.split()),
        registers(srcs.split()),
        src_type=src_type,
        **properties,
    )


WRONG: dict[str, tuple[Instruction, str]] = {
    "too few sources": (make("ADD", "int32", "dword", "dword"), "must have 2 sources"),
    "too many destinations": (
        make("ADD", "int32", "dword dword", "dword dword"),
        "must have 1 destinations, but has 2",
    ),
    "no bindless surface": (
        make("LOAD", "int32", "dword", "dword", space="global", dynamic_bti=True),
        "must have 2 sources, but has 1",
    ),
    "type": (make("ADD", "int33", "dword", "dword dword"), "'int33' is not a type"),
    "no bool": (make("ADD", "bool", "bool", "bool bool"), "ADD has no type bool"),
    "no float": (make("XOR", "float", "dword", "dword dword"), "XOR has no type float"),
    "destination": (
        make("ADD", "int32", "word", "dword dword"),
        "the destination must be a register of family dword, but is word",
    ),
    "source": (
        make("ADD", "int32", "dword", "dword qword"),
        "a source must be a register of family dword, but is qword",
    ),
    "condition": (
        make("SEL", "int32", "dword", "dword dword dword"),
        "the condition must be a register of family bool, but is dword",
    ),
    "selected": (
        make("SEL", "int32", "dword", "bool dword word"),
        "a source must be a register of family dword, but is word",
    ),
    "selected first": (
        make("SEL", "int32", "dword", "bool word dword"),
        "a source must be a register of family dword, but is word",
    ),
    "compare": (
        make("LT", "int32", "dword", "dword dword"),
        "the destination must be a register of family bool, but is dword",
    ),
    "compared": (
        make("LT", "int32", "bool", "dword bool"),
        "a source must be a register of family dword, but is bool",
    ),
    "index": (
        make("SIMD_SHUFFLE", "int16", "word", "word word"),
        "the index must be a register of family dword, but is word",
    ),
    "bitcast of bool": (
        make("BITCAST", "bool", "bool", "bool", "bool"),
        "BITCAST has no type bool",
    ),
    "bitcast bytes": (
        make("BITCAST", "int32", "dword", "word", "int16"),
        "the same number of bytes, but have 4 and 2",
    ),
    "bitcast family": (
        make("BITCAST", "int32", "dword", "word byte byte", "int16"),
        "the source must be a register of family word, but is byte",
    ),
    "cvt of bool": (
        make("CVT", "int32", "dword", "bool", "bool"),
        "CVT has no source type bool",
    ),
    "cvt source": (
        make("CVT", "int32", "dword", "dword", "int8"),
        "the source must be a register of family byte, but is dword",
    ),
    "half types": (
        make("F16TO32", "float", "dword", "word", "int16"),
        "F16TO32 must be from uint16 to float",
    ),
    "loaded": (
        make("LOAD", "int8", "byte dword", "dword", space="global"),
        "a loaded value must be a register of family byte, but is dword",
    ),
    "stored": (
        make("STORE", "int8", "", "dword byte word", space="global"),
        "a stored value must be a register of family byte, but is word",
    ),
    "space": (
        make("LOAD", "int8", "byte", "dword", space="shared"),
        "'shared' is not an address space",
    ),
    "atomic": (
        make("ATOMIC", "int32", "dword", "dword", operation="MAX", space="global"),
        "'MAX' is not an atomic operation",
    ),
    "atomic type": (
        make("ATOMIC", "float", "dword", "dword", operation="INC", space="global"),
        "ATOMIC has no type float",
    ),
    "atomic payloads": (
        make("ATOMIC", "int32", "dword", "dword", operation="ADD", space="global"),
        "must have 2 sources, but has 1",
    ),
    "atomic family": (
        make("ATOMIC", "int32", "dword", "dword word", operation="ADD", space="global"),
        "a source after the address must be a register of family dword, but is word",
    ),
    "immediate": (
        make("LOADI", "int8", "byte", "", value=256),
        "the immediate must be bits of int8, but is 256",
    ),
    "negative immediate": (
        make("LOADI", "int8", "byte", "", value=-1),
        "the immediate must be bits of int8, but is -1",
    ),
    "mask": (make("SYNC", None, "", "", mask=64), r"must be in 1\.\.63, but is 64"),
    "architecture register": (
        make("READ_ARF", "int64", "qword", "", arf=11),
        "READ_ARF has no type int64",
    ),
    "media block": (
        make("MBREAD", "uint32", "dword", "dword", width=1, surface=1),
        "must have 2 sources, but has 1",
    ),
    "written block": (
        make("MBWRITE", "uint32", "", "dword dword word", width=1, surface=1),
        "a written value must be a register of family dword, but is word",
    ),
    "group operation": (
        make("SUBGROUP", "int32", "dword", "dword", operation="SUM"),
        "'SUM' is not a group operation",
    ),
    "broadcast": (
        make("SUBGROUP", "int32", "dword", "dword", operation="BROADCAST"),
        "must have 2 sources, but has 1",
    ),
    "work-group broadcast": (
        make("WORKGROUP", "int32", "dword", "dword", operation="BROADCAST", slm=0),
        "must have 2 to 4 sources, but has 1",
    ),
    "work-group": (
        make("WORKGROUP", "int32", "dword", "dword dword", operation="ANY", slm=0),
        "must have 3 sources, but has 2",
    ),
    "timestamp point": (
        make("CALC_TIMESTAMP", None, "", "", point=20, timestamp_type=1),
        "the point must be in",
    ),
    "timestamp type": (
        make("CALC_TIMESTAMP", None, "", "", point=2, timestamp_type=0),
        "the timestamp's type must be 1",
    ),
    "profiling type": (
        make("STORE_PROFILING", None, "", "", bti=2, profiling_type=2),
        "the profiling type must be 1",
    ),
    "slot size": (
        make("FRAME", "uint32", "dword", "", size=0, align=4),
        "a slot's size must be positive, but is 0",
    ),
    "slot alignment": (
        make("FRAME", "uint32", "dword", "", size=4, align=6),
        "a slot's alignment must be a power of two, but is 6",
    ),
}


@pytest.mark.parametrize("rule", WRONG)
def test_instruction_is_rejected(rule: str):
    instruction, message = WRONG[rule]
    with pytest.raises(VerifyException, match=message):
        instruction.verify()


def test_missing_properties_are_rejected():
    with pytest.raises(VerifyException, match="value"):
        create("LOADI", "int32", registers(["dword"]), []).verify()


# endregion
# region Rejections of functions


def block_of(*ops: Operation) -> Block:
    """The operations, before them the registers they use, in the block they come in."""
    found: dict[Operation, None] = {}
    for op in ops:
        for operand in op.operands:
            if isinstance(operand.owner, RegisterOp) and operand.owner.parent is None:
                found[operand.owner] = None
    return Block([*found, *ops])


def func(*blocks: Block, inputs: str = "", results: str = "") -> FuncOp:
    return FuncOp.of("f", inputs.split(), results.split(), Region(list(blocks)))


def jump_to_entry() -> FuncOp:
    entry = Block()
    entry.add_op(BranchOp.of(entry))
    return func(entry)


def two_heads() -> FuncOp:
    late = RegisterOp.of("dword")
    return func(Block([create("WAIT", None, [], []), late, RetOp.of([])]))


def register_in_second_block() -> FuncOp:
    second = Block([RegisterOp.of("dword"), RetOp.of([])])
    return func(Block([BranchOp.of(second)]), second)


def same_input_twice() -> FuncOp:
    register = registers(["dword"])
    inputs = InputsOp.of([*register, *register])
    return func(block_of(inputs, RetOp.of([])), inputs="dword dword")


def special(name: str, family: str = "dword") -> RegisterOp:
    return RegisterOp.of(family, special=name)


def same_special_twice() -> FuncOp:
    return func(Block([special("zero"), special("zero"), RetOp.of([])]))


def written_special() -> FuncOp:
    zero = special("zero")
    return func(Block([zero, loadi(zero.handle, "int32", 1), RetOp.of([])]))


def block_arguments() -> FuncOp:
    block = Block([RetOp.of([])])
    block.insert_arg(RegisterOp.of("dword").handle.type, 0)
    return func(block)


def foreign_register() -> FuncOp:
    register = RegisterOp.of("dword")
    outer = func(Block([register, RetOp.of([])]))
    inner = func(Block([loadi(register.handle, "int32", 1), RetOp.of([])]))
    ModuleOp([outer, inner])
    return inner


def foreign_operation() -> FuncOp:
    return func(Block([ModuleOp([]), RetOp.of([])]))


def early_terminator() -> FuncOp:
    return func(Block([RetOp.of([]), RetOp.of([])]))


def unknown_callee() -> FuncOp:
    return func(block_of(CallOp.of("g", [], []), RetOp.of([])))


def wrong_call() -> FuncOp:
    call = CallOp.of("f", [], registers(["word"]))
    caller = func(block_of(call, RetOp.of([])))
    ModuleOp([caller])
    return caller


def wrong_result_of_call() -> FuncOp:
    call = CallOp.of("f", registers(["word"]), [])
    caller = func(block_of(call, RetOp.of([])))
    ModuleOp([caller])
    return caller


WRONG_FUNCTIONS: dict[str, tuple[Callable[[], FuncOp], str]] = {
    "no terminator": (
        lambda: func(Block([create("WAIT", None, [], [])])),
        r"a block must end in gen\.bra, gen\.bra_if, gen\.bra_indirect or gen\.ret",
    ),
    "early terminator": (early_terminator, r"'gen\.ret' must be the last of its block"),
    "jump to entry": (jump_to_entry, "the entry block must not be jumped to"),
    "block arguments": (block_arguments, "a block must have no arguments"),
    "registers late": (two_heads, "registers must come first in the entry block"),
    "registers elsewhere": (register_in_second_block, "must be in the entry block"),
    "inputs missing": (
        lambda: func(Block([RetOp.of([])]), inputs="dword"),
        r"the inputs must be of families \(dword\), but are \(\)",
    ),
    "inputs twice": (
        lambda: func(Block([InputsOp.of([]), InputsOp.of([]), RetOp.of([])])),
        r"gen\.inputs must come once",
    ),
    "same input": (same_input_twice, "a register must not be an input twice"),
    "same special": (same_special_twice, "a special register must be declared once"),
    "written special": (written_special, "zero must not be written"),
    "foreign register": (
        foreign_register,
        "value defined out of its IsolatedFromAbove",
    ),
    "foreign operation": (foreign_operation, "is not an operation of a function"),
    "results": (
        lambda: func(block_of(RetOp.of(registers(["word"]))), results="dword"),
        r"the returned registers must be of families \(dword\), but are \(word\)",
    ),
    "family": (
        lambda: FuncOp.of("f", ["oword"], []),
        "'oword' is not a family of registers",
    ),
    "callee": (unknown_callee, "there is no function @g"),
    "arguments": (wrong_call, r"the arguments of @f must be of families \(\)"),
    "call's results": (wrong_result_of_call, r"the results of @f must be of"),
}


@pytest.mark.parametrize("rule", WRONG_FUNCTIONS)
def test_function_is_rejected(rule: str):
    build, message = WRONG_FUNCTIONS[rule]
    with pytest.raises(VerifyException, match=message):
        build().verify_()


def test_stack_pointer_may_be_written():
    pointer = special("stack_pointer")
    func(Block([pointer, loadi(pointer.handle, "int32", 1), RetOp.of([])])).verify()


@pytest.mark.parametrize(
    ("op", "message"),
    (
        (special("nothing"), "'nothing' is not a special register"),
        (
            special("zero", "word"),
            "zero must be of type !gen.reg<dword uniform>, but is of",
        ),
        (
            CondBranchOp.of(registers(["dword"])[0], Block(), Block()),
            "the predicate must be a register of family bool",
        ),
        (
            CallIndirectOp.of(registers(["word"])[0], [], []),
            "the address must be a register of family dword",
        ),
        (GlobalOp.of("g", -1, 4), "size must not be negative, but is -1"),
        (GlobalOp.of("g", 4, 3), "alignment must be a power of two, but is 3"),
        (GlobalOp.of("g", 1, 1, b"ab"), "2 bytes do not fit an object of 1"),
    ),
)
def test_operation_is_rejected(op: Operation, message: str):
    with pytest.raises(VerifyException, match=message):
        op.verify_()


def test_registers_are_never_merged_or_taken_for_dead():
    """Each instruction writes: xDSL's own passes must leave the body as it is."""
    from xdsl.transforms.common_subexpression_elimination import (
        CommonSubexpressionElimination,
    )
    from xdsl.transforms.dead_code_elimination import DeadCodeElimination

    x, y, z = registers(["dword"] * 3)
    body = [create("ADD", "int32", [d], [x, x]) for d in (y, y, z)]
    loads = [create("LOAD", "int32", [z], [x], space="global") for _ in range(2)]
    module = ModuleOp([func(block_of(*body, *loads, RetOp.of([])))])
    before = str(module)
    CommonSubexpressionElimination().apply(Context(), module)
    DeadCodeElimination().apply(Context(), module)
    assert str(module) == before


# endregion
