"""
Reads bodies of functions in bytecode format 2 (docs/llvlir-bytecode.md, "Bodies").

Each type has its own numbering of values, so operands have the right types by
construction; what is left to check is immediates, dominance, and that the encoding is
the one that the encoder would have chosen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple, NoReturn

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    LocationAttr,
    SymbolRefAttr,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.dominance import DominatorTree
from circ.dialects.common.fast_operations import make_operation
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.variadic import MARK
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.codes import CONDITIONS, MAX_ORDER, ROUNDINGS
from circ.dialects.llvlir.ops import (
    CallIndirectOp,
    CallOp,
    CompareBranchOp,
    JumpOp,
    RetOp,
    RowOp,
    TableBranchOp,
    int_attr,
    op_class,
    string_attr,
)
from circ.dialects.llvlir.rules import (
    FLOAT_CONDITIONS,
    immediate_bits,
    immediate_range,
    is_float_row,
    verify_row,
)
from circ.dialects.llvlir.table import Row, row_of_number
from circ.dialects.llvlir.types import A, R32, RegisterType, VectorType
from circ.targets.llvlir.body_encoder import (
    ALIGN_BIT,
    HAS_MEMORY,
    MOST_WORDS,
    OTHER_PARAMETERS,
    SINGLE_PARAMETERS,
    SIZE_BIT,
    SPACE_BIT,
    VOLATILE_BIT,
)
from circ.targets.llvlir.code_table import (
    CALL,
    CALL_INDIRECT,
    CALL_NAMED,
    ESCAPE,
    FIRST,
    JUMP,
    MEMORY,
    NEXT,
    PARAMETERS_AND_RESULTS,
    RETURN,
    TABLE,
    VARIADIC,
    WEIGHTS,
    Atom,
    Code,
    code_table,
    natural_memory,
    register_types,
    takes_any,
)
from circ.targets.llvlir.leb import Reader
from circ.targets.llvlir.type_codes import (
    check_size,
    read_float,
    read_integer,
    read_lanes,
    read_register,
)

# pyright: reportPrivateUsage=false

MAX_OPERATIONS = 1 << 20
MAX_BLOCKS = 1 << 16
"""Operations and blocks of a function (docs/llvlir-bytecode.md)."""

CONDITION_NAMES = {code: name for name, code in CONDITIONS.items()}
ROUNDING_NAMES = {code: name for name, code in ROUNDINGS.items()}


class Types:
    """Numbers for register types: operands are looked up by these."""

    def __init__(self) -> None:
        self.numbers: dict[Attribute, int] = {}
        self.types: list[RegisterType] = []

    def number(self, type: RegisterType) -> int:
        found = self.numbers.get(type)
        if found is None:
            found = self.numbers[type] = len(self.types)
            self.types.append(type)
        return found


class FunctionType(NamedTuple):
    """The type of functions, with the numbers of its types."""

    inputs: tuple[RegisterType, ...]
    outputs: tuple[RegisterType, ...]
    input_numbers: tuple[int, ...]
    output_numbers: tuple[int, ...]


class Immediate(NamedTuple):
    """How an immediate is read."""

    property: str
    kind: str
    bits: int
    low: int
    high: int
    """Its range; the end is excluded."""


@dataclass(eq=False, slots=True)
class Plan:
    """What the decoder does for one operation of a code."""

    row: Row
    op: type[RowOp]
    properties: dict[str, Attribute]
    immediates: tuple[Immediate, ...]
    forbidden: frozenset[int]
    """Immediates that have a code of their own."""
    has_label: bool
    is_access: bool
    natural: MemoryAttr | None
    is_branch: bool
    falls: bool
    ends: bool
    """Does it end a block?"""
    operands: tuple[int, ...]
    """The numbers of the types of its operands."""
    links: int
    free: int
    """How many operands are written."""
    results: tuple[RegisterType, ...]
    result: int
    """The number of the result's type; -1 without a result."""
    atom: Atom | None


def _plan(
    types: Types,
    row: Row,
    parameters: tuple[Attribute, ...],
    atom: Atom | None,
    extra: dict[str, Attribute],
    links: int = 0,
    immediate: int | None = None,
    forbidden: frozenset[int] = frozenset(),
    falls: bool = False,
) -> Plan:
    """The plan of a row; raises VerifyException for wrong type parameters."""
    operands, result = register_types(row, parameters)
    own = parameters[: len(row.parameters)]
    is_branch = row.name == "cmpbr.I"
    properties = dict[str, Attribute]()
    if own and not is_branch:
        properties["types"] = ArrayAttr(own)
    properties |= extra
    immediates: list[Immediate] = []
    if immediate is not None:
        properties["imm"] = int_attr(immediate)
    elif not is_branch:
        for letter, name in row.arguments:
            if letter == "i":
                assert name is not None
                immediates.append(_immediate(row, own, name))
    natural = natural_memory(row, own) if row.is_access else None
    if natural is not None:
        properties["memory"] = natural
    return Plan(
        row,
        op_class(row.name),
        properties,
        tuple(immediates),
        forbidden,
        "l" in row.inputs and not is_branch,
        row.is_access,
        natural,
        is_branch,
        falls,
        is_branch or row.effect == "end",
        tuple(types.number(type) for type in operands),
        links,
        len(operands) - links.bit_count(),
        () if result is None else (result,),
        -1 if result is None else types.number(result),
        atom,
    )


def _immediate(row: Row, types: tuple[Attribute, ...], name: str) -> Immediate:
    if name == "imm1":
        high = 1 << 32 if row.immediate == "slot" else 1 << 31
        return Immediate(name, "unsigned", 64, 1, high)
    low, high = immediate_range(row, types)
    match row.immediate:
        case "signed" | "offset":
            kind, bits = "signed", 64
            if row.immediate == "signed":
                bits = immediate_bits(row, types)
        case "bits":
            kind, bits = "bits", width_of(types[0])
        case "unsigned" | "lanes":
            kind, bits = "unsigned", immediate_bits(row, types)
        case _:
            kind, bits = "unsigned", 64
    return Immediate(name, kind, bits, low, high)


@cache
def _known_types() -> Types:
    """The types of the table's codes, with their plans made from them."""
    types = Types()
    for type in (R32, A, *SINGLE_PARAMETERS):
        types.number(type)  # pyright: ignore[reportArgumentType]
    return types


@cache
def _plans() -> tuple[tuple[tuple[Code, tuple[Plan, ...]] | None, ...], Types]:
    """For each code its plans, and the numbers of types that these use."""
    types = _known_types()
    found: list[tuple[Code, tuple[Plan, ...]] | None] = []
    for code in code_table().codes:
        if code is None:
            found.append(None)
            continue
        plans: list[Plan] = []
        for step, fixed in zip(code.steps, code.fixed, strict=True):
            extra = dict[str, Attribute]()
            if step.atom.condition is not None:
                extra["condition"] = string_attr(step.atom.condition)
            plans.append(
                _plan(
                    *(types, step.row, step.atom.types, step.atom, extra, step.links),
                    step.immediate,
                    fixed if step.immediate is None else frozenset(),
                    step.atom.falls,
                )
            )
        found.append((code, tuple(plans)))
    return tuple(found), types


@lru_cache(maxsize=1 << 12)
def _segments(*sizes: int) -> DenseArrayBase:
    return DenseArrayBase.from_list(i32, sizes)


Location = Callable[[int], LocationAttr]
UseName = Callable[[int, int], str]
"""The name of a number, used at a position."""
UseType = Callable[[int, int], FunctionType]
CalleeType = Callable[[int, int], tuple[FunctionType, bool]]
"""The type of a function, and whether it is variadic."""


class BodyDecoder:
    """Reads the bodies of functions of one module."""

    def __init__(
        self,
        reader: Reader,
        location: Location,
        name: UseName,
        function_type: UseType,
        callee: CalleeType,
        functions: int,
    ):
        self.reader = reader
        self.location = location
        self.name = name
        self.function_type = function_type
        self.callee = callee
        self.functions = functions
        self.plans, known = _plans()
        self.types = Types()
        self.types.numbers = dict(known.numbers)
        self.types.types = list(known.types)
        self.escaped: dict[bytes, Plan] = {}
        """Plans of operations that are written by the number of their row."""
        self.named_calls: list[CallOp] = []
        """Calls of names that are not those of functions."""
        self.memories: dict[tuple[int, str], MemoryAttr] = {}

    def numbers(self, types: Sequence[RegisterType]) -> tuple[int, ...]:
        return tuple(self.types.number(type) for type in types)

    def body(self, inputs: tuple[RegisterType, ...], outputs: FunctionType) -> Region:
        """The body between the reader's position and its end."""
        return _Body(self, inputs, outputs).read()


class _Body:
    """Reads one body."""

    def __init__(
        self, owner: BodyDecoder, inputs: tuple[RegisterType, ...], type: FunctionType
    ):
        self.owner = owner
        self.reader = owner.reader
        self.type = type
        reader = self.reader
        for expected in inputs[PARAMETERS_AND_RESULTS:]:
            self._repeated(expected)
        at = reader.position
        count = reader.unsigned()
        if not 1 <= count <= MAX_BLOCKS or count > reader.end - reader.position:
            raise reader.error(at, f"{count} is no number of blocks here")
        parameters = [inputs, *self._parameters(count - 1)]
        self.blocks = [Block(arg_types=types) for types in parameters]
        self.parameters = [owner.numbers(types) for types in parameters]
        self.values: list[list[object]] = []
        self.homes: list[list[int]] = []
        """The number of the block of each value."""
        self._grow()
        self.crossing: set[tuple[int, int]] = set()
        """Blocks that define and use a value."""
        self.accesses: list[Operation] = []
        self.number = 0
        self.operations = 0

    def _grow(self) -> None:
        while len(self.values) < len(self.owner.types.types):
            self.values.append([])
            self.homes.append([])

    def _repeated(self, expected: RegisterType) -> None:
        at = self.reader.position
        if read_register(self.reader) != expected:
            raise self.reader.error(at, f"the type {expected} must be repeated")

    def _parameters(self, count: int) -> list[tuple[RegisterType, ...]]:
        reader = self.reader
        at = reader.position
        size = (count + 1) // 2
        if size > reader.end - at:
            raise reader.error(at, "more bytes are needed, but the input ends")
        packed = reader.data[at : at + size]
        reader.position = at + size
        nibbles = [nibble for byte in packed for nibble in (byte & 15, byte >> 4)]
        if nibbles[count:] not in ([], [0]):
            raise reader.error(reader.position - 1, "the last half byte must be 0")
        found: list[tuple[RegisterType, ...]] = []
        for nibble in nibbles[:count]:
            if nibble <= MOST_WORDS:
                found.append((R32,) * nibble)
            elif nibble != OTHER_PARAMETERS:
                found.append((SINGLE_PARAMETERS[nibble - MOST_WORDS - 1],))  # pyright: ignore
            else:
                start = reader.position
                types = tuple(read_register(reader) for _ in range(reader.unsigned(32)))
                if (len(types) <= MOST_WORDS and all(t == R32 for t in types)) or (
                    len(types) == 1 and types[0] in SINGLE_PARAMETERS
                ):
                    message = "these types of parameters must be written as half a byte"
                    raise reader.error(start, message)
                found.append(types)
        return found

    # region The loop

    def read(self) -> Region:
        reader, owner = self.reader, self.owner
        self.data = reader.data[: reader.end]
        data = self.data
        plans, values, homes = owner.plans, self.values, self.homes
        self.previous: Code | None = None
        self.previous_result = -1
        weights: tuple[int, int] | None = None
        prefix: MemoryAttr | None | bool = False
        variadic = False
        start = at = self.position = reader.position
        self.block = self.blocks[0]
        self.last: Operation | None = None
        self._begin()
        count = len(self.blocks)
        try:
            while self.number < count:
                at = self.position
                code = data[at]
                self.position = at + 1
                if code >= FIRST:
                    found = plans[code]
                    if found is None:
                        self.fail(at, f"{code} is no code")
                    entry, steps = found
                    self._table(start, entry, steps, prefix, weights)
                    prefix, weights = False, None
                elif code == ESCAPE:
                    plan = self._escaped(start)
                    self._table(start, None, (plan,), prefix, weights)
                    prefix, weights = False, None
                elif code == MEMORY:
                    if prefix is not False or weights is not None or variadic:
                        self.fail(at, "prefixes must not follow each other")
                    prefix = self._memory()
                    self._check_prefixed(at, access=True)
                    continue
                elif code == WEIGHTS:
                    if prefix is not False or weights is not None or variadic:
                        self.fail(at, "prefixes must not follow each other")
                    weights = self._unsigned(31), self._unsigned(31)
                    self._check_prefixed(at, access=False)
                    continue
                elif code == VARIADIC:
                    if prefix is not False or weights is not None or variadic:
                        self.fail(at, "prefixes must not follow each other")
                    variadic = True
                    if data[self.position] not in (CALL, CALL_NAMED, CALL_INDIRECT):
                        self.fail(at, "a mark precedes what is no call")
                    continue
                else:
                    self._other(start, code, variadic)
                    variadic = False
                start = self.position
        except IndexError:
            if self.position >= reader.end:
                message = "more bytes are needed, but the input ends"
                self.fail(self.position, message)
            self.fail(at, "a distance goes beyond the first value of its type")
        self._check_dominance()
        reader.position = self.position
        self._aliases()
        return Region(self.blocks)

    def _begin(self) -> None:
        """Define the parameters of the block that starts."""
        number = self.number
        for type, value in zip(
            self.parameters[number], self.block.args, strict=True
        ):
            self.values[type].append(value)
            self.homes[type].append(number)

    def _end(self) -> None:
        """End a block after its terminator."""
        self.number += 1
        self.last = None
        self.previous = None
        if self.number < len(self.blocks):
            self.block = self.blocks[self.number]
            self._begin()

    def _append(self, op: Operation) -> None:
        """Add an operation at the end of the block."""
        block, last = self.block, self.last
        op.parent = block
        if last is None:
            block._first_op = op
        else:
            op._prev_op = last
            last._next_op = op
        block._last_op = self.last = op

    def _table(
        self,
        start: int,
        entry: Code | None,
        plans: tuple[Plan, ...],
        prefix: "MemoryAttr | None | bool",
        weights: tuple[int, int] | None,
    ) -> None:
        """Read a code of the table after its first byte, or an escaped operation."""
        values, homes, number = self.values, self.homes, self.number
        self.operations += len(plans)
        if self.operations > MAX_OPERATIONS:
            message = f"a function has at most {MAX_OPERATIONS} operations"
            self.fail(start, message)
        payload: list[dict[str, Attribute]] = []
        targets: tuple[int, int] | None = None
        count = 0
        first_immediate: int | None = None
        for plan in plans:
            count += plan.free
            properties = plan.properties
            if plan.immediates or plan.has_label:
                properties = properties.copy()
                for immediate in plan.immediates:
                    found = self._immediate(immediate, plan)
                    properties[immediate.property] = int_attr(found)
                    if plan is plans[0] and len(plan.immediates) == 1:
                        first_immediate = found
                if plan.has_label:
                    at = self.position
                    name = self.owner.name(self._unsigned(), at)
                    properties["label"] = SymbolRefAttr(name)
            elif plan.is_branch:
                at = self.position
                taken = self._target()
                if plan.falls:
                    next = number + 1
                    if next >= len(self.blocks):
                        self.fail(start, "no block follows the branch")
                else:
                    next = self._target()
                    if next == number + 1:
                        self.fail(at, "the following block must not be written")
                targets = taken, next
                count += len(self.parameters[taken]) + len(self.parameters[next])
            payload.append(properties)
        distances = self._distances(count)
        index = 0
        location = self.owner.location(start)
        result = -1
        for step, plan in enumerate(plans):
            operands: list[object] = []
            links = plan.links
            mask = 0
            for place, type in enumerate(plan.operands):
                if links >> place & 1:
                    operands.append(values[type][-1])
                    continue
                distance = distances[index]
                index += 1
                operands.append(values[type][-distance])
                home = homes[type][-distance]
                if home != number and home:
                    self.crossing.add((home, number))
                if distance == 1:
                    mask |= 1 << place
                    if step and type == result:
                        self.fail(start, "an operand must be the linked one")
            if step == 0 and mask and self.previous is not None and prefix is False:
                if weights is None:
                    self._check_extension(start, plan, mask, first_immediate)
            properties = payload[step]
            if plan.is_branch:
                assert targets is not None
                self._compare(plan, operands, distances[index:], targets, location, weights)
                return
            op = make_operation(
                plan.op, operands, plan.results, properties, location=location  # pyright: ignore
            )
            if plan.row.immediate in _CHECKED:
                try:
                    verify_row(op, plan.row)
                except VerifyException as error:
                    self.fail(start, f"'{plan.row.name}': {error}")
            if plan.is_access:
                self.accesses.append(op)
                if step == 0 and prefix is not False:
                    if prefix is None:
                        del op.properties["memory"]
                    else:
                        op.properties["memory"] = self._prefixed(start, prefix, plan)  # pyright: ignore
            self._append(op)
            result = plan.result
            if result >= 0:
                values[result].append(op.results[0])
                homes[result].append(number)
        if plans[-1].ends:
            self._end()
        else:
            self.previous, self.previous_result = entry, result

    def _check_extension(
        self, start: int, plan: Plan, mask: int, immediate: int | None
    ) -> None:
        """Check that an operation must not be part of the code before it."""
        entry, last = self.previous, self.previous_result
        assert entry is not None
        if not entry.extensions or plan.atom is None or last < 0:
            return
        links = sum(
            1 << place
            for place, type in enumerate(plan.operands)
            if mask >> place & 1 and type == last
        )
        found = entry.extensions.get((plan.atom, links)) if links else None
        if found is not None and (None in found or immediate in found):
            message = f"'{plan.row.name}' must be part of the code before it"
            self.fail(start, message)

    # endregion
    # region Numbers

    def fail(self, position: int, message: str) -> NoReturn:
        raise self.reader.error(position, message)

    def _unsigned(self, width: int = 64) -> int:
        byte = self.data[self.position]
        if byte < 0x80 and width > 6:
            self.position += 1
            return byte
        self.reader.position = self.position
        found = self.reader.unsigned(width)
        self.position = self.reader.position
        return found

    def _signed(self, width: int = 64) -> int:
        byte = self.data[self.position]
        if byte < 0x80 and width > 6:
            self.position += 1
            return byte - 0x80 if byte & 0x40 else byte
        self.reader.position = self.position
        found = self.reader.signed(width)
        self.position = self.reader.position
        return found

    def _distances(self, count: int) -> list[int]:
        """Read the distances of as many operands."""
        data, found = self.data, list[int]()
        for _ in range(count >> 1):
            packed = data[self.position]
            self.position += 1
            found.append(packed & 15 or self._unsigned(32) + 16)
            found.append(packed >> 4 or self._unsigned(32) + 16)
        if count & 1:
            at = self.position
            distance = self._unsigned(32)
            if not distance:
                self.fail(at, "a distance must be at least 1")
            found.append(distance)
        return found

    def _immediate(self, immediate: Immediate, plan: Plan) -> int:
        at = self.position
        if immediate.kind == "signed":
            found = self._signed(immediate.bits)
        elif immediate.kind == "unsigned":
            found = self._unsigned(immediate.bits)
        else:
            found = self._float_bits(immediate.bits // 8)
        if not immediate.low <= found < immediate.high:
            low, high = immediate.low, immediate.high - 1
            self.fail(at, f"immediate must be from {low} to {high}, but is {found}")
        if found in plan.forbidden:
            self.fail(at, f"{found} has a code of its own")
        return found

    def _float_bits(self, size: int) -> int:
        at = self.position
        used = self._unsigned(16)
        data = self.data[self.position : self.position + used]
        if used > size or len(data) < used or data[-1:] == b"\0":
            self.fail(at, f"a float constant has {size} bytes, without zeros at the end")
        self.position += used
        return int.from_bytes(data.ljust(size, b"\0"), "big")

    def _target(self) -> int:
        at = self.position
        target = self.number + self._signed(32)
        if not 0 < target < len(self.blocks):
            self.fail(at, f"there is no block {target} to branch to")
        return target

    # endregion
    # region Operations without a code

    def _escaped(self, start: int) -> Plan:
        reader, data = self.reader, self.data
        at = reader.position = self.position
        number = reader.unsigned()
        row = row_of_number().get(number)
        if row is None:
            self.fail(at, f"{number} is no opcode")
        is_branch = row.name == "cmpbr.I"
        if row.category in ("data", "ext-stream") or (
            row.name in _NOT_ESCAPED or row.name == "label.L"
        ):
            self.fail(at, f"'{row.name}' must not be in a function")
        types: list[Attribute] = []
        for letter in row.parameters + ("I" if takes_any(row) else ""):
            types.append(_read_type(reader, letter))
        falls = bool(reader.unsigned(1)) if is_branch else False
        extra: dict[str, Attribute] = {}
        condition: str | None = None
        is_plain = True
        for letter in dict.fromkeys(row.inputs):
            where = reader.position
            if letter == "c":
                condition = CONDITION_NAMES.get(code := reader.unsigned())
                if condition is None or (
                    is_float_row(row) and condition not in FLOAT_CONDITIONS
                ):
                    self.fail(where, f"{code} is no code of a condition")
                extra["condition"] = string_attr(condition)
            elif letter == "d":
                code = reader.unsigned()
                if code not in ROUNDING_NAMES:
                    self.fail(where, f"{code} is no code of a rounding mode")
                if code:
                    extra["rounding"] = string_attr(ROUNDING_NAMES[code])
                    is_plain = False
            elif letter == "o":
                order = reader.unsigned()
                if order > MAX_ORDER:
                    self.fail(where, f"{order} is no memory order")
                if order:
                    extra["order"] = int_attr(order)
                    is_plain = False
        self.position = reader.position
        key = data[at : self.position]
        plan = self.owner.escaped.get(key)
        if plan is not None:
            self._grow()
            return plan
        atom = Atom(number, tuple(types), condition, falls) if is_plain else None
        codes = code_table().first.get(atom, {}) if atom else {}
        if None in codes:
            self.fail(start, f"'{row.name}' must be written with its code")
        fixed = frozenset(code for code in codes if code is not None)
        try:
            _check_types(row, tuple(types), reader, at)
            plan = _plan(
                *(self.owner.types, row, tuple(types), atom, extra, 0, None),
                fixed,
                falls,
            )
        except VerifyException as error:
            self.fail(at, f"'{row.name}': {error}")
        self.owner.escaped[key] = plan
        self._grow()
        return plan

    def _memory(self) -> MemoryAttr | None:
        """Read the prefix of an access; its size is 0 where it is the natural one."""
        at = self.position
        flags = self._unsigned()
        if not flags:
            return None
        if flags >= 2 * HAS_MEMORY or flags <= HAS_MEMORY:
            self.fail(at, f"{flags} are no flags of an access")
        size = self._unsigned(32) if flags & SIZE_BIT else 0
        align = 1 << self._unsigned(6) if flags & ALIGN_BIT else 0
        space = self._unsigned(32) if flags & SPACE_BIT else 0
        if (flags & SIZE_BIT and not size) or (flags & SPACE_BIT and not space):
            self.fail(at, "a size or space of 0 must not be written")
        return _Prefix(size, align, space, bool(flags & VOLATILE_BIT))  # pyright: ignore

    def _prefixed(self, start: int, prefix: "_Prefix", plan: Plan) -> MemoryAttr:
        natural = plan.natural
        assert natural is not None
        if prefix.size == natural.size.data:
            self.fail(start, "the natural size of an access must not be written")
        size = prefix.size or natural.size.data
        if prefix.align == size:
            self.fail(start, "the natural alignment of an access must not be written")
        try:
            return memory(
                size, prefix.align or size, prefix.space, "", prefix.volatile
            )
        except VerifyException as error:
            self.fail(start, f"no memory operand: {error}")

    def _check_prefixed(self, at: int, access: bool) -> None:
        """Check that a prefix precedes what it is for."""
        code = self.data[self.position]
        found = self.owner.plans[code]
        if code == ESCAPE:
            self.reader.position = self.position + 1
            row = row_of_number().get(self.reader.unsigned())
        else:
            row = None if found is None else found[1][0].row
        if row is None or not (row.is_access if access else row.name == "cmpbr.I"):
            what = "an access" if access else "a two-way branch"
            self.fail(at, f"a prefix of {what} precedes something else")

    def _compare(
        self,
        plan: Plan,
        compared: list[object],
        distances: Sequence[int],
        targets: tuple[int, int],
        location: LocationAttr,
        weights: tuple[int, int] | None,
    ) -> None:
        taken, next = targets
        parameters = self.parameters
        passed = self._values(parameters[taken] + parameters[next], distances)
        properties = plan.properties | {
            "operandSegmentSizes": _segments(
                1, 1, len(parameters[taken]), len(parameters[next])
            )
        }
        if weights is not None:
            properties["weights"] = DenseArrayBase.from_list(i32, weights)
        self._append(
            make_operation(
                CompareBranchOp,
                compared + passed,  # pyright: ignore
                properties=properties,
                location=location,
                successors=(self.blocks[taken], self.blocks[next]),
            )
        )
        self._end()

    def _values(
        self, types: Sequence[int], distances: Sequence[int]
    ) -> list[object]:
        found: list[object] = []
        values, homes, number = self.values, self.homes, self.number
        for type, distance in zip(types, distances, strict=True):
            found.append(values[type][-distance])
            home = homes[type][-distance]
            if home != number and home:
                self.crossing.add((home, number))
        return found

    def _operands(self, types: Sequence[int]) -> list[object]:
        return self._values(types, self._distances(len(types)))

    def _other(self, start: int, code: int, variadic: bool) -> None:
        """Read a call, jump, table branch or return after its first byte."""
        self.operations += 1
        location = self.owner.location(start)
        self.previous = None
        parameters, blocks = self.parameters, self.blocks
        match code:
            case 6 | 7 | 8 | 9 | 10 if code in (CALL, CALL_NAMED, CALL_INDIRECT):
                self._call(start, code, variadic, location)
                return
            case _ if code in (JUMP, NEXT):
                at = self.position
                target = self.number + 1
                if code == JUMP:
                    target = self._target()
                    if target == self.number + 1:
                        self.fail(at, "the following block must not be written")
                elif target >= len(blocks):
                    self.fail(start, "no block follows the jump")
                op = make_operation(
                    JumpOp,
                    self._operands(parameters[target]),  # pyright: ignore
                    location=location,
                    successors=(blocks[target],),
                )
            case _ if code == RETURN:
                op = make_operation(
                    RetOp,
                    self._operands(self.type.output_numbers),  # pyright: ignore
                    location=location,
                )
            case _ if code == TABLE:
                op = self._table_branch(start, location)
            case _:
                self.fail(start, f"{code} is no code")
        self._append(op)
        self._end()

    def _table_branch(self, start: int, location: LocationAttr) -> Operation:
        count = self._unsigned(32)
        if not 1 <= count <= len(self.data) - self.position:
            self.fail(start, f"{count} is no number of targets here")
        targets = [self._target() for _ in range(count + 1)]
        parameters = self.parameters
        types = [0, *(type for target in targets for type in parameters[target])]
        counts = [len(parameters[target]) for target in targets]
        return make_operation(
            TableBranchOp,
            self._operands(types),  # pyright: ignore
            properties={
                "counts": DenseArrayBase.from_list(i32, counts[1:]),
                "operandSegmentSizes": _segments(1, counts[0], sum(counts[1:])),
            },
            location=location,
            successors=[self.blocks[target] for target in targets],
        )

    def _call(
        self, start: int, code: int, variadic: bool, location: LocationAttr
    ) -> None:
        owner, reader = self.owner, self.reader
        at = self.position
        name: str | None = None
        if code == CALL_INDIRECT:
            type = owner.function_type(self._unsigned(), at)
        else:
            number = self._unsigned()
            if (number < owner.functions) != (code == CALL):
                self.fail(at, f"{number} is no number of a name to call here")
            name = owner.name(number, at)
            if code == CALL:
                type, is_variadic = owner.callee(number, at)
                if is_variadic != variadic:
                    other = "" if is_variadic else "not "
                    message = f"'{name}' is {other}variadic, but is called otherwise"
                    self.fail(start, message)
                if variadic:
                    type = self._variadic(type)
            else:
                type = owner.function_type(self._unsigned(), self.position)
        reader.position = self.position
        for expected in type.outputs[PARAMETERS_AND_RESULTS:]:
            self._repeated(expected)
        self.position = reader.position
        types = type.input_numbers
        if name is None:
            types = (1, *types)
        self._grow()
        operands = self._operands(types)
        op = make_operation(
            CallIndirectOp if name is None else CallOp,
            operands,  # pyright: ignore
            type.outputs,
            {} if name is None else {"callee": _symbol(name)},
            MARK if variadic else {},
            location=location,
        )
        self._append(op)
        if code == CALL_NAMED:
            owner.named_calls.append(op)  # pyright: ignore
        for result, value in zip(type.output_numbers, op.results, strict=True):
            self.values[result].append(value)
            self.homes[result].append(self.number)

    def _variadic(self, type: FunctionType) -> FunctionType:
        """The type of a call of a variadic function: all arguments are written."""
        reader = self.reader
        at = reader.position = self.position
        inputs = tuple(read_register(reader) for _ in range(reader.unsigned(32)))
        self.position = reader.position
        if inputs[: len(type.inputs)] != type.inputs:
            self.fail(at, "the arguments are of other types than the parameters")
        numbers = self.owner.numbers(inputs)
        self._grow()
        return FunctionType(inputs, type.outputs, numbers, type.output_numbers)

    # endregion
    # region After the operations

    def _check_dominance(self) -> None:
        if not self.crossing:
            return
        index = {id(block): number for number, block in enumerate(self.blocks)}
        edges = [
            [index[id(successor)] for successor in block._last_op._successors]  # pyright: ignore
            for block in self.blocks
        ]
        tree = DominatorTree.compute(edges)
        for home, number in self.crossing:
            if not tree.dominates(home, number):
                op = self.blocks[number].first_op
                assert op is not None
                message = (
                    f"a value of block {home} is used in block {number}, "
                    "where its definition does not dominate"
                )
                self.fail(self.reader.position, message)

    def _aliases(self) -> None:
        """Read the alias classes of accesses."""
        reader = self.reader
        if reader.position >= reader.end:
            return
        at, accesses = reader.position, iter(self.accesses)
        left, before, any_class = len(self.accesses), -1, False
        while left:
            start = reader.position
            number, run = reader.unsigned(), reader.unsigned(32)
            if number == before or not 1 <= run <= left:
                raise reader.error(start, "no run of accesses of one alias class")
            any_class |= bool(number)
            name = self.owner.name(number - 1, start) if number else ""
            for _ in range(run):
                op = next(accesses)
                if name:
                    attribute = op.properties.get("memory")
                    if attribute is None:
                        message = "an access without a memory operand has no class"
                        raise reader.error(start, message)
                    op.properties["memory"] = self._with_alias(attribute, name)  # pyright: ignore
            before, left = number, left - run
        if not any_class:
            raise reader.error(at, "alias classes that are all empty are left out")

    def _with_alias(self, attribute: MemoryAttr, name: str) -> MemoryAttr:
        key = (id(attribute), name)
        found = self.owner.memories.get(key)
        if found is None:
            size, align = attribute.size.data, attribute.align.data
            found = memory(
                *(size, align, attribute.space.data, name),
                bool(attribute.volatile.data),
            )
            self.owner.memories[key] = found
            self.owner.memories[id(attribute), ""] = attribute  # keeps its `id`
        return found

    # endregion


class _Prefix(NamedTuple):
    """A memory operand that is not natural; 0 for a natural size or alignment."""

    size: int
    align: int
    space: int
    volatile: bool


_CHECKED = frozenset(("field", "slot", "align"))
"""Immediates that have rules beyond a range."""

_NOT_ESCAPED = frozenset(("j.L", "call", "call_indirect", "ret", "brtab"))


@lru_cache(maxsize=1 << 12)
def _symbol(name: str) -> SymbolRefAttr:
    return SymbolRefAttr(name)


def _read_type(reader: Reader, letter: str) -> Attribute:
    match letter:
        case "I":
            return read_integer(reader)
        case "F":
            return read_float(reader)
        case "V":
            return int_attr(read_lanes(reader))
        case "N":
            return int_attr(reader.unsigned(32))
        case _:
            return int_attr(reader.unsigned(1))


def _check_types(
    row: Row, types: tuple[Attribute, ...], reader: Reader, at: int
) -> None:
    from circ.dialects.llvlir.rules import _verify_widths
    from circ.dialects.llvlir.typing import value_types

    own = types[: len(row.parameters)]
    for type in value_types(row, own):
        if isinstance(type, VectorType):
            check_size(reader, at, type.lanes.data, type.element)
    _verify_widths(row, own)
