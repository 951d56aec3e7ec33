"""One function of gen for each opcode, type and number of lanes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import (
    FunctionType,
    IntegerType,
    ModuleOp,
    VectorType,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.common.diagnostics import located
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.gen import (
    FAMILY_WIDTH,
    SCALARS,
    FuncOp,
    GlobalOp,
    InputsOp,
    RegisterOp,
    RetOp,
    create,
    family_of,
    is_uniform,
    kind_of,
    symbol,
)
from circ.dialects.gen.rules import ATOMIC_PAYLOADS, GROUP_OPERATIONS
from circ.dialects.gen.table import ROW_OF_OPCODE, TWO_TYPES, Row

PLACE = located("f.gen", 3, 1)
"""Where the instruction is."""
MEMORY_KINDS = ("Load", "Store", "Atomic")

HARDWARE = {
    *("GET_IMAGE_INFO", "IME", "MBREAD", "MBWRITE", "READ_ARF", "SAMPLE"),
    *("TYPED_WRITE", "VME"),
}
"""Opcodes without a meaning beyond Gen's hardware."""
OF_A_KERNEL = {
    *("CALC_TIMESTAMP", "PRINTF", "STORE_PROFILING", "SUBGROUP", "WORKGROUP"),
}
"""Opcodes that nothing executes outside of a kernel."""
DIAGNOSED = HARDWARE | OF_A_KERNEL
OF_INTEGERS = {
    *("ADDSAT", "ASR", "BFREV", "BSB", "BSF", "BSWAP", "CBIT", "CTZ", "FBH", "FBL"),
    *("HADD", "I64HADD", "I64MADSAT", "I64RHADD", "I64_MUL_HI", "LZD", "MUL_HI"),
    *("RHADD", "SHL", "SHR", "SUBSAT", "UPSAMPLE_INT", "UPSAMPLE_LONG"),
    "UPSAMPLE_SHORT",
}
OF_SINGLES = {"COS", "EXP", "LOG", "SIN"}
OF_FLOATS = {
    *OF_SINGLES,
    *("LRP", "POW", "RCP", "RNDD", "RNDE", "RNDU", "RNDZ", "RSQ", "SQR"),
}


def reason(opcode: str, type: str | None) -> str | None:
    """Why an instruction is diagnosed in one lane and in sixteen; None if it runs."""
    if opcode in HARDWARE:
        return "needs Gen's hardware"
    if opcode in OF_A_KERNEL:
        return "is executed in kernels only"
    scalar = SCALARS.get(type or "")
    if scalar is None:
        return None
    if opcode in OF_INTEGERS and scalar.is_float:
        return "is an operation of integers"
    if opcode in OF_FLOATS and not scalar.is_float:
        return "is an operation of floats"
    if opcode in OF_SINGLES and scalar.width == 64:
        return "has no algorithm in binary64, which Gen's math unit lacks too"
    return None


def levels_of(opcode: str, lanes: int) -> set[str]:
    """Where an opcode is executed, at some type."""
    if opcode in DIAGNOSED:
        return set()
    # The machine has no arguments and results of eight lanes.
    if opcode == "SYNC" or (lanes == 8 and opcode not in ("WAIT", "FRAME")):
        return {"gen"}
    return {"gen", "naplespu"}


@dataclass(frozen=True)
class Case:
    """An instruction: its opcode, types, number of lanes, and what else it has."""

    row: Row
    type: str | None
    source: str | None
    lanes: int
    properties: Mapping[str, Attribute | int | str | bool]
    uniform: str = ""
    """Of several lanes: "d" if destinations have one number, "s" if sources do."""

    def __str__(self) -> str:
        words = [self.row.opcode, self.type, self.source, f"x{self.lanes}"]
        words += [f"{name}={value}" for name, value in self.properties.items()]
        return " ".join(filter(None, [*words, self.uniform]))


def properties(row: Row) -> Iterator[dict[str, int | str | bool]]:
    """The property that an opcode must have, in each variation of its name."""
    plain: dict[str, int | str | bool] = {
        name: "global" if name == "space" else 1
        for name, kind in row.properties.items()
        if kind in ("int", "name")
    }
    if row.kind == "Symbol":
        plain["symbol"] = "table"
    match row.kind:
        case "Atomic":
            names: Sequence[str] = tuple(ATOMIC_PAYLOADS)
        case "WorkGroup" | "SubGroup":
            names = GROUP_OPERATIONS
        case _:
            names = ()
    for name in names or ("",):
        yield {**plain, "operation": name} if name else plain


def cases(lanes: int, opcode: str) -> Iterator[Case]:
    """An opcode at each type, with registers of lanes and without."""
    row = ROW_OF_OPCODE[opcode]
    types: list[str | None] = [s.name for s in SCALARS.values() if row.accepts(s)]
    pairs = [
        (type, source)
        for type in types or [None]
        for source in (types if row.kind in TWO_TYPES else [None])
        if FIXED.get(opcode, (type, source)) == (type, source)
    ]
    for type, source in pairs:
        for given in properties(row):
            for uniform in ("", "d", "s", "ds") if lanes == 16 else ("",):
                if opcode == "FRAME" and lanes > 1:
                    uniform = "d"  # which its rules ask for
                yield Case(row, type, source, lanes, given, uniform)


FIXED = {"F16TO32": ("float", "uint16"), "F32TO16": ("uint16", "float")}
"""Opcodes of only one pair of types."""


def module_of(case: Case) -> ModuleOp:
    """A function `f` of the sources' values, with its results."""
    row = case.row
    family = SCALARS[case.type].family if case.type is not None else "dword"
    source = SCALARS[case.source].family if case.source is not None else family
    declared: list[RegisterOp] = []

    def register(family: str, group: str) -> SSAValue:
        uniform = case.lanes > 1 and group in case.uniform
        declared.append(RegisterOp.of(family, uniform, location=PLACE))
        return declared[-1].handle

    reads = [source] * row.sources[0]
    writes = [family] * (row.destinations[0] or row.destinations[-1])
    operation = str(case.properties.get("operation"))
    match row.kind:
        case "Compare":
            writes = ["bool"]
        case "Select":
            reads[0] = "bool"
        case "SimdShuffle" | "IndirectMov":
            reads[1] = "dword"
        case "Load":
            reads = ["dword"]
        case "Store":
            reads = ["dword", family]
        case "Atomic":
            reads = ["dword", *[family] * ATOMIC_PAYLOADS[operation]]
        case "WorkGroup":
            reads = ["dword", "dword", family]
        case "SubGroup" if operation == "BROADCAST":
            reads = [family, "dword"]
        case "BitCast":
            ratio = FAMILY_WIDTH[family] // FAMILY_WIDTH[source]
            reads = [source] * max(ratio, 1)
            writes *= max(FAMILY_WIDTH[source] // FAMILY_WIDTH[family], 1)
        case "Branch":
            reads = ["bool"] * row.sources[0]
        case _:
            pass
    if "dynamic_bti" in case.properties:
        reads.append(family if row.kind == "Atomic" else "dword")
    if "predicated" in case.properties:
        reads.append("bool")
    dsts = [register(family, "d") for family in writes]
    srcs = [register(family, "s") for family in reads]
    inputs, head = srcs, list[Operation]()
    if row.kind in MEMORY_KINDS:
        inputs = srcs[1:]
        declared.append(RegisterOp.of("dword", case.lanes > 1))
        head = [symbol(declared[-1].handle, "table", location=PLACE)]
        head.append(
            create("MOV", "uint32", srcs[:1], [declared[-1].handle], location=PLACE)
        )
    op = create(
        row.opcode,
        case.type,
        dsts,
        srcs,
        src_type=case.source,
        location=PLACE,
        **case.properties,
    )

    def passed(registers: list[SSAValue], into: bool) -> list[SSAValue]:
        """What is passed for registers: of lanes of 64 bits their words."""
        found: list[SSAValue] = []
        for register in registers:
            wide = kind_of(register, case.lanes).startswith("qwordx")
            words = [register]
            if wide:
                declared.extend(RegisterOp.of("dword") for _ in range(2))
                words = [op.handle for op in declared[-2:]]
                ends = ([register], words) if into else (words, [register])
                types = ("uint64", "uint32") if into else ("uint32", "uint64")
                code = create(
                    "BITCAST", types[0], *ends, src_type=types[1], location=PLACE
                )
                (head if into else tail).append(code)
            found += words
        return found

    tail = list[Operation]()
    inputs, outputs = passed(inputs, True), passed(dsts, False)
    block = Block(
        [*declared, InputsOp.of(inputs), *head, op, *tail, RetOp.of(outputs, PLACE)]
    )
    func = FuncOp.of(
        "f",
        [kind_of(register, case.lanes) for register in inputs],
        [kind_of(register, case.lanes) for register in outputs],
        Region(block),
        lanes=case.lanes,
        location=PLACE,
    )
    func.attributes[SIGNATURE] = FunctionType.from_lists(
        [type_of(register, case.lanes) for register in inputs],
        [type_of(register, case.lanes) for register in outputs],
    )
    data = bytes(range(200, 256)) * 4
    return ModuleOp([GlobalOp.of("table", len(data), 64, data, PLACE), func])


def type_of(register: SSAValue, lanes: int) -> Attribute:
    """The type in source terms of what a register holds."""
    type = IntegerType(FAMILY_WIDTH[family_of(register)])
    return type if lanes == 1 or is_uniform(register) else VectorType(type, [lanes])
