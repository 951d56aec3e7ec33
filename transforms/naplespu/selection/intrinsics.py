"""
Selection of NaplesPU's intrinsics: calls of external functions become instructions.

What each becomes is in one table, `intrinsics.csv` of the dialect. Where the hardware's
form of it does something else, the table names a function of the run-time library,
which is called instead, unless the machine is one without that erratum.

All lanes are enabled everywhere, and the program's mask is in the high half of `rm`
(`program_mask`). What the program asks to be masked is computed in all lanes, and then
the lanes that its mask enables are moved over the others, which the hardware does.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import IntAttr, ModuleOp, StringAttr, UnitAttr
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SCRATCHPAD_SPACE, MemoryAttr, memory
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.runtime import C_FUNCTIONS, PREFIX
from circ.dialects.gen import CallOp, FuncOp
from circ.dialects.naplespu.generated.operations import RECORDS, ScalarType
from circ.dialects.naplespu.intrinsics import (
    LACKING,
    NO_RECORD,
    Intrinsic,
)
from circ.dialects.naplespu.masked import ENABLES_ALL, UnderMaskOp, VectorSelectOp
from circ.dialects.naplespu.ops import DirectCallOp, instruction
from circ.dialects.naplespu.register_file import ALL_LANES, LANES
from circ.dialects.naplespu.registers import SCALAR, VECTOR
from circ.dialects.naplespu.semantics import ACCESSES, FLOAT_COMPARISONS
from circ.targets.naplespu.description.intrinsic_names import PREFIXES, intrinsic_of
from circ.targets.naplespu.description.subtarget import Subtarget, subtarget_of
from circ.transforms.naplespu.selection.selector import Selector
from circ.transforms.runtime.library import add_functions

LANE_BITS = LANES.bit_length() - 1
VECTORS = ("v16i32", "v16f32")


def called_intrinsic(call: CallOp) -> Intrinsic | None:
    """The intrinsic that a call refers to; None for any other function."""
    name = call.callee_name
    if not name.startswith(PREFIXES):
        return None
    intrinsic = intrinsic_of(name)
    if intrinsic is None:
        raise Diagnostic(call.location, f"there is no intrinsic '{name}'")
    if not intrinsic.record:
        message = f"the intrinsic '{name}' is not supported: {NO_RECORD}"
        raise Diagnostic(call.location, message)
    return intrinsic


def uses_library(intrinsic: Intrinsic, features: Subtarget) -> bool:
    """Is it done by the run-time library, because of an erratum of the machine?"""
    if not intrinsic.library:
        return False
    access = ACCESSES[RECORDS[intrinsic.record].operation]
    if access.indexed:
        return features.LacksGatherScatter
    if access.load or intrinsic.in_scratchpad:
        return features.HasStridedNarrowLoads
    return features.HasUnmaskedStores


def select_intrinsic(
    s: Selector, call: CallOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue] | None:
    """
    Select an intrinsic; the values of its results.

    None for a call of any other function. `operands` are the arguments in machine
    registers.
    """
    intrinsic = called_intrinsic(call)
    if intrinsic is None:
        return None
    kinds = [VECTOR if kind in VECTORS else SCALAR for kind in intrinsic.arguments]
    if [operand.type for operand in operands] != kinds or len(call.dsts) != len(
        intrinsic.results
    ):
        types = ", ".join(intrinsic.arguments)
        result = "".join(intrinsic.results) or "void"
        message = f"the intrinsic '{intrinsic.name}' is of type {result} ({types})"
        raise Diagnostic(call.location, message)
    emitter = _Emitter(s, intrinsic)
    features = subtarget_of(call)
    lack = LACKING.get(RECORDS[intrinsic.record].operation)
    if lack is not None and features.LacksCrossProduct:
        message = f"the intrinsic '{intrinsic.name}' is not supported: {lack}"
        raise Diagnostic(call.location, message)
    if uses_library(intrinsic, features):
        return emitter.call(list(operands))
    return emitter.emit(list(operands))


def add_library(module: ModuleOp) -> None:
    """
    Add the run-time functions that intrinsics call to a module of gen.

    C's functions that it declares are added too: programs that begin at gen call them.
    """
    called = dict.fromkeys(
        name
        for func in operations_in(module.body, FuncOp)
        if func.is_declaration and (name := func.sym_name.data) in C_FUNCTIONS
    )
    features = subtarget_of(module)
    for func in operations_in(module.body, FuncOp):
        for op in operations_in(func.body, CallOp):
            if intrinsic := called_intrinsic(op):
                if uses_library(intrinsic, features):
                    called[PREFIX + intrinsic.library] = None
    if called:
        add_functions(module, called, "gen", _calls_of)


def _calls_of(function: Operation) -> Sequence[str]:
    """The functions of the library that one of its functions calls."""
    assert isinstance(function, FuncOp)
    return [call.callee_name for call in operations_in(function.body, CallOp)]


class _Emitter:
    """The instructions of one call."""

    def __init__(self, s: Selector, intrinsic: Intrinsic):
        self.s = s
        self.intrinsic = intrinsic

    def emit(self, operands: list[SSAValue]) -> Sequence[SSAValue]:
        record = RECORDS[self.intrinsic.record]
        match record.name:
            case "READMR":
                return [self.mask()]
            case "WRITEMR":
                return self.write_mask(*operands)
            case "CREATEMASK_32" if not self.intrinsic.results:
                return self.write_mask(*self.put(record.name, operands))
            case "MOVE_VS_32":
                return [self.s.vector(operands[0])]
            case "MOVE_VV_M_32":
                return [self.mixed(*operands)]
            case "SHUFFLEI_32":
                vector, numbers = operands
                return self.put(record.name, (vector, self.lane_numbers(numbers)))
            case _ if record.operation in ACCESSES:
                access = ACCESSES[record.operation]
                return self.load(*operands) if access.load else self.store(*operands)
            case _ if record.operation in FLOAT_COMPARISONS:
                opcode = record.operation[len("cmpf") : -len("_f32")].upper()
                node = f"{opcode} v16f32, v16f32 -> v16i1"
                return [self.s.register(self.s.compute(node, *operands))]
            case _:
                return self.put(record.name, operands)

    def call(self, operands: list[SSAValue]) -> Sequence[SSAValue]:
        """
        Call the run-time function that implements the intrinsic.

        A function that loads consecutive lanes loads all of them; others work on the
        lanes whose bit is set in their last argument. Gather and scatter are given
        address 0.
        """
        s, access = self.s, ACCESSES[RECORDS[self.intrinsic.record].operation]
        in_all_lanes = access.load and not access.indexed
        if access.indexed:
            operands.insert(0, s.constant(0))
        if not in_all_lanes:
            masked = self.intrinsic.is_masked
            operands.append(self.mask() if masked else s.constant(ALL_LANES))
        call = DirectCallOp.create(
            operands=operands,
            result_types=[VECTOR] * len(self.intrinsic.results),
            properties={"callee": StringAttr(PREFIX + self.intrinsic.library)},
            location=s.location,
        )
        s.append(call)
        if in_all_lanes and self.intrinsic.is_masked:
            (loaded,) = call.results
            return [self.mixed(loaded, s.vector(0))]
        return call.results

    def put(
        self,
        record: str,
        operands: Sequence[SSAValue],
        imm: int | None = None,
        access: MemoryAttr | None = None,
    ) -> Sequence[SSAValue]:
        """Append one instruction."""
        types: list[Attribute] = [
            SCALAR if kind is ScalarType else VECTOR
            for _, kind in RECORDS[record].shape.outs
        ]
        op = instruction(
            *(record, operands, types),
            imm=imm,
            memory=access,
            location=self.s.location,
        )
        self.s.append(op)
        return op.results

    def lane_numbers(self, numbers: SSAValue) -> SSAValue:
        """Lane numbers modulo 16, since the hardware leaves larger ones undefined."""
        if self.s.unsigned_bits(numbers) <= LANE_BITS:
            return numbers
        (reduced,) = self.put("ANDVVI_U", [numbers], LANES - 1)
        return reduced

    # region The program's mask

    def mask(self) -> SSAValue:
        """`program_mask` of `rm`."""
        found = self.put("XORSSI", self.put("READMR", ()), -1)
        (mask,) = self.put("SRLSSI", found, LANES)
        return mask

    def write_mask(self, mask: SSAValue) -> Sequence[SSAValue]:
        """`with_program_mask`."""
        high = self.put("SLLSSI", [mask], LANES)
        op = instruction(
            "WRITEMR", self.put("XORSSI", high, -1), (), location=self.s.location
        )
        op.attributes[ENABLES_ALL] = UnitAttr()
        self.s.append(op)
        return ()

    def mixed(self, new: SSAValue, old: SSAValue) -> SSAValue:
        """A select by the program's mask: lanes of `new`, the others of `old`."""
        op = VectorSelectOp.create(
            operands=[self.mask(), new, old],
            result_types=[VECTOR],
            location=self.s.location,
        )
        self.s.append(op)
        return op.result

    # endregion
    # region Memory

    def access(self) -> MemoryAttr:
        """The memory operand, with the alignment that the machine requires."""
        access = ACCESSES[RECORDS[self.intrinsic.record].operation]
        size = access.element * LANES
        if self.intrinsic.in_scratchpad:
            return memory(size, access.element, SCRATCHPAD_SPACE)
        return memory(size, access.alignment)

    def load(self, address: SSAValue) -> Sequence[SSAValue]:
        """Load all lanes, then set those that the mask disables to 0."""
        record = self.intrinsic.record.removesuffix("_M").removesuffix("_U") + "_U"
        if self.intrinsic.is_masked and address.type == VECTOR:
            address = self.mixed(address, self.s.vector(0))
        (loaded,) = self.put(record, [address], 0, self.access())
        if self.intrinsic.is_masked:
            return [self.mixed(loaded, self.s.vector(0))]
        return [loaded]

    def store(self, address: SSAValue, value: SSAValue) -> Sequence[SSAValue]:
        record = self.intrinsic.record
        if not self.intrinsic.is_masked:
            return self.put(record, [value, address], 0, self.access())
        op = UnderMaskOp.build(
            operands=[self.mask(), [value, address], None],
            result_types=[None],
            properties={
                "record": StringAttr(record),
                "imm": IntAttr(0),
                "memory": self.access(),
            },
        )
        op.location = self.s.location
        self.s.append(op)
        return ()

    # endregion
