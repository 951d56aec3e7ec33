"""
Reads bodies of functions in bytecode format 2 (docs/llvlir-bytecode.md, "Bodies").

Each type has its own numbering of values, so operands have the right types by
construction; what is left to check is immediates, dominance, and that the encoding is
the one that the encoder would have chosen.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice

from xdsl.dialects.builtin import (
    DenseArrayBase,
    SymbolRefAttr,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.dominance import DominatorTree
from circ.dialects.common.fast_operations import (
    Place,
    add_results,
    append_operation,
    make_block,
)
from circ.dialects.common.memory import MemoryAttr, known_memory
from circ.dialects.common.variadic import MARK
from circ.dialects.llvlir.control import segments
from circ.dialects.llvlir.ops import (
    CallIndirectOp,
    CallOp,
    JumpLabelOp,
    JumpOp,
    RetOp,
    TableBranchOp,
    int_attr,
)
from circ.dialects.llvlir.rules import data_attr, verify_row
from circ.dialects.llvlir.types import RegisterType
from circ.targets.llvlir.body_reader import (
    MAX_BLOCKS,
    MAX_OPERATIONS,
    BodyReader,
    Prefix,
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
    Code,
)
from circ.targets.llvlir.leb import Reader
from circ.targets.llvlir.plans import Entry, FunctionType, Plan, Plans
from circ.targets.llvlir.type_codes import (
    read_registers,
)

# pyright: reportPrivateUsage=false


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
        name: UseName,
        function_type: UseType,
        callee: CalleeType,
        functions: int,
        plans: Plans,
    ):
        self.reader = reader
        self.name = name
        self.function_type = function_type
        self.callee = callee
        self.functions = functions
        self.plans = plans
        self.jump = JumpOp if reader.profile == 1 else JumpLabelOp
        self.named_calls: list[CallOp] = []
        """Calls of names that are not those of functions."""
        self.memories: dict[str, dict[int, tuple[MemoryAttr, MemoryAttr]]] = {}
        """
        Memory operands by their alias class, and the `id` of the one without it.

        That one stands before it, so that it keeps its `id`.
        """

    def numbers(self, types: Sequence[RegisterType]) -> tuple[int, ...]:
        return tuple(self.plans.types.number(type) for type in types)

    def body(
        self, inputs: tuple[RegisterType, ...], outputs: FunctionType
    ) -> list[Block]:
        """The blocks of the body between the reader's position and its end."""
        return _Body(self, inputs, outputs).read()


class _Body(BodyReader):
    """Reads one body."""

    def __init__(
        self, owner: BodyDecoder, inputs: tuple[RegisterType, ...], type: FunctionType
    ):
        super().__init__(owner.reader, owner.plans)
        self.owner = owner
        self.type = type
        reader = self.reader
        for expected in inputs[PARAMETERS_AND_RESULTS:]:
            self.repeated(expected)
        at = reader.position
        count = reader.unsigned()
        if not 1 <= count <= MAX_BLOCKS or count > reader.end - reader.position:
            raise reader.error(at, f"{count} is no number of blocks here")
        self.count = count
        parameters = [(inputs, type.input_numbers), *self.read_parameters(count - 1)]
        self.blocks = [make_block(types) for types, _ in parameters]
        self.parameters = [numbers for _, numbers in parameters]
        self.grow()
        self.crossing: set[tuple[int, int]] = set()
        """Blocks that define and use a value."""
        self.accesses: list[Operation] = []
        self.operations = 0
        self.location = reader.location
        self.previous: Code | None = None
        """The code that may be extended."""
        self.previous_result = -1
        """The number of the type of its last result, -1 if none may be extended."""
        self.immediate: int | None = None
        """That of the first operation of a code, if it has one."""
        self.targets = (0, 0)
        """The successors of the branch of a code."""
        self.passed = 0
        """How many values it passes to them."""

    def read(self) -> list[Block]:
        reader, owner = self.reader, self.owner
        data, end = self.data, reader.end
        codes = owner.plans.codes
        weights: tuple[int, int] | None = None
        prefix: Prefix | bool | None = False
        variadic = False
        start = at = self.position = reader.position
        self.block = self.blocks[0]
        self._begin()
        count = self.count
        try:
            while self.number < count:
                at = self.position
                if at >= end:
                    raise IndexError
                code = data[at]
                self.position = at + 1
                if code >= FIRST:
                    found = codes[code]
                    if found is None:
                        self.fail(at, f"{code} is no code")
                    if start == at:
                        self._table(at, found)
                    else:
                        self._table(start, found, prefix, weights)
                        prefix, weights = False, None
                elif code == ESCAPE:
                    found = self.read_escaped(start)
                    self._table(start, found, prefix, weights)
                    prefix, weights = False, None
                elif code == MEMORY:
                    if prefix is not False or weights is not None or variadic:
                        self.fail(at, "prefixes must not follow each other")
                    prefix = self.read_memory()
                    self.check_prefixed(at, access=True)
                    continue
                elif code == WEIGHTS:
                    if prefix is not False or weights is not None or variadic:
                        self.fail(at, "prefixes must not follow each other")
                    weights = self.read_unsigned(31), self.read_unsigned(31)
                    self.check_prefixed(at, access=False)
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
            self.fail(self.position, "more bytes are needed, but the input ends")
        self._check_dominance()
        reader.position = self.position
        self._aliases()
        return self.blocks

    def _begin(self) -> None:
        """Define the parameters of the block that starts."""
        number = self.number
        types = self.parameters[number]
        if types:
            for type, value in zip(types, self.block.args, strict=True):
                self.values[type].append(value)
                self.homes[type].append(number)

    def _end(self) -> None:
        """End a block after its terminator."""
        self.number += 1
        self.previous_result = -1
        if self.number < self.count:
            self.block = self.blocks[self.number]
            self._begin()

    def _table(
        self,
        start: int,
        entry: Entry,
        prefix: "Prefix | bool | None" = False,
        weights: tuple[int, int] | None = None,
    ) -> None:
        """Read a code of the table after its first byte, or an escaped operation."""
        code, plans, count, has_payload = entry
        values, homes, number = self.values, self.homes, self.number
        self.operations += len(plans)
        if self.operations > MAX_OPERATIONS:
            message = f"a function has at most {MAX_OPERATIONS} operations"
            self.fail(start, message)
        payload = iter(self._payload(start, entry) if has_payload else ())
        count += self.passed
        distances: Sequence[int] = ()
        if count == 1 and 0 < self.data[self.position] < 0x80:
            distances = (self.data[self.position],)
            self.position += 1
        elif count:
            distances = self.read_distances(count)
        index = 0
        place = self.location, start
        block, last, first = self.block, self.previous_result, True
        for plan in plans:
            operands: list[SSAValue] = []
            links = 0
            for type, bit in plan.sources:
                if not bit:
                    operands.append(values[type][-1])
                    continue
                distance = distances[index]
                index += 1
                try:
                    operands.append(values[type][-distance])
                except IndexError:
                    self.fail_distance(start, distance)
                if number:
                    home = homes[type][-distance]
                    if home != number and home:
                        self.crossing.add((home, number))
                if distance == 1 and type == last:
                    links |= bit
            if links:
                if not first:
                    self.fail(start, "an operand must be the linked one")
                if prefix is False and weights is None:
                    self._check_extension(start, plan, links)
            first = False
            properties = next(payload) if has_payload else plan.properties.copy()
            if plan.is_branch:
                self._compare(
                    plan, operands, distances[index:], properties, place, weights
                )
                return
            op = append_operation(
                block, plan.op, operands, plan.result_type, properties, place
            )
            if plan.is_access:
                self.accesses.append(op)
                if prefix is None:
                    del properties["memory"]
                elif prefix:
                    assert isinstance(prefix, Prefix)
                    properties["memory"] = self.prefixed(start, prefix, plan)
                prefix = False
            elif plan.is_special:
                try:
                    verify_row(op, plan.row)
                except VerifyException as error:
                    self.fail(start, f"'{plan.row.name}': {error}")
            last = plan.result
            if last >= 0:
                values[last].append(op.results[0])
                homes[last].append(number)
        if plans[-1].ends:
            self._end()
        elif code is not None and code.extensions:
            self.previous, self.previous_result = code, last
        else:
            self.previous_result = -1

    def _payload(self, start: int, entry: Entry) -> list[dict[str, Attribute]]:
        """Read what stands between a code and its operands: properties, targets."""
        self.immediate = None
        found: list[dict[str, Attribute]] = []
        for plan in entry.plans:
            properties = plan.properties.copy()
            if plan.is_branch:
                taken, next = self.targets = self._targets(start, plan)
                self.passed = len(self.parameters[taken]) + len(self.parameters[next])
            for immediate in plan.immediates:
                value = self.read_immediate(immediate, plan)
                properties[immediate.property] = int_attr(value)
                if not found and len(plan.immediates) == 1:
                    self.immediate = value
            if plan.has_label:
                at = self.position
                name = self.owner.name(self.read_unsigned(), at)
                properties["label"] = symbol(name)
            if plan.has_data:
                properties["data"] = data_attr(self.read_string())
            found.append(properties)
        return found

    def _targets(self, start: int, plan: Plan) -> tuple[int, int]:
        at = self.position
        taken = self.read_target()
        if not plan.falls:
            next = self.read_target()
            if next == self.number + 1:
                self.fail(at, "the following block must not be written")
            return taken, next
        next = self.number + 1
        if next >= self.count:
            self.fail(start, "no block follows the branch")
        return taken, next

    def _check_extension(self, start: int, plan: Plan, links: int) -> None:
        """Check that an operation must not be part of the code before it."""
        assert self.previous is not None
        found = self.previous.extensions.get((plan.atom, links))
        if found is None:
            return
        immediate = self.immediate if plan.immediates else plan.fixed
        if None in found or immediate in found:
            message = f"'{plan.row.name}' must be part of the code before it"
            self.fail(start, message)

    def _compare(
        self,
        plan: Plan,
        compared: list[SSAValue],
        distances: Sequence[int],
        properties: dict[str, Attribute],
        place: Place,
        weights: tuple[int, int] | None,
    ) -> None:
        taken, next = self.targets
        to_taken, to_next = self.parameters[taken], self.parameters[next]
        properties["operandSegmentSizes"] = segments(
            *[1] * len(compared), len(to_taken), len(to_next)
        )
        if weights is not None:
            properties["weights"] = DenseArrayBase.from_list(i32, weights)
        if self.passed:
            compared += self._values(to_taken + to_next, distances)
            self.passed = 0
        successors = self.blocks[taken], self.blocks[next]
        append_operation(
            self.block, plan.op, compared, None, properties, place, successors
        )
        self._end()

    def _values(self, types: Sequence[int], distances: Sequence[int]) -> list[SSAValue]:
        found: list[SSAValue] = []
        values, homes, number = self.values, self.homes, self.number
        for type, distance in zip(types, distances, strict=True):
            try:
                found.append(values[type][-distance])
            except IndexError:
                self.fail_distance(self.position, distance)
            home = homes[type][-distance]
            if home != number and home:
                self.crossing.add((home, number))
        return found

    def _operands(self, types: Sequence[int]) -> list[SSAValue]:
        return self._values(types, self.read_distances(len(types))) if types else []

    def _other(self, start: int, code: int, variadic: bool) -> None:
        """Read a call, jump, table branch or return after its first byte."""
        self.operations += 1
        place = self.location, start
        self.previous_result = -1
        parameters, blocks = self.parameters, self.blocks
        if code in (JUMP, NEXT):
            at = self.position
            target = self.number + 1
            if code == JUMP:
                target = self.read_target()
                if target == self.number + 1:
                    self.fail(at, "the following block must not be written")
            elif target >= self.count:
                self.fail(start, "no block follows the jump")
            append_operation(
                self.block,
                self.owner.jump,
                self._operands(parameters[target]),
                None,
                {},
                place,
                (blocks[target],),
            )
        elif code == RETURN:
            operands = self._operands(self.type.output_numbers)
            append_operation(self.block, RetOp, operands, None, {}, place)
        elif code in (CALL, CALL_NAMED, CALL_INDIRECT):
            self._call(start, code, variadic, place)
            return
        elif code == TABLE:
            self._table_branch(start, place)
        else:
            self.fail(start, f"{code} is no code")
        self._end()

    def _table_branch(self, start: int, place: Place) -> None:
        count = self.read_unsigned(32)
        if not 1 <= count <= len(self.data) - self.position:
            self.fail(start, f"{count} is no number of targets here")
        targets = [self.read_target() for _ in range(count + 1)]
        parameters = self.parameters
        types = [0, *(type for target in targets for type in parameters[target])]
        counts = [len(parameters[target]) for target in targets]
        properties: dict[str, Attribute] = {
            "counts": DenseArrayBase.from_list(i32, counts[1:]),
            "operandSegmentSizes": segments(1, counts[0], sum(counts[1:])),
        }
        operands = self._operands(types)
        successors = tuple(self.blocks[target] for target in targets)
        append_operation(
            self.block, TableBranchOp, operands, None, properties, place, successors
        )

    def _call(self, start: int, code: int, variadic: bool, place: Place) -> None:
        owner, reader = self.owner, self.reader
        at = self.position
        name: str | None = None
        if code == CALL_INDIRECT:
            type = owner.function_type(self.read_unsigned(), at)
        else:
            number = self.read_unsigned()
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
                type = owner.function_type(self.read_unsigned(), self.position)
        outputs = type.outputs
        if len(outputs) > PARAMETERS_AND_RESULTS:
            reader.position = self.position
            for expected in outputs[PARAMETERS_AND_RESULTS:]:
                self.repeated(expected)
            self.position = reader.position
        types = type.input_numbers
        if name is None:
            types = (1, *types)
        operands = self._operands(types)
        op = append_operation(
            self.block,
            CallIndirectOp if name is None else CallOp,
            operands,
            outputs[0] if outputs else None,
            {} if name is None else {"callee": symbol(name)},
            place,
        )
        if len(outputs) > 1:
            add_results(op, outputs[1:])
        if variadic:
            op.attributes |= MARK
        if code == CALL_NAMED:
            owner.named_calls.append(op)  # pyright: ignore
        if outputs:
            for result, value in zip(type.output_numbers, op.results, strict=True):
                self.values[result].append(value)
                self.homes[result].append(self.number)

    def _variadic(self, type: FunctionType) -> FunctionType:
        """The type of a call of a variadic function: all arguments are written."""
        reader = self.reader
        at = reader.position = self.position
        inputs = tuple(read_registers(reader, self.plans.types.address_width))
        self.position = reader.position
        if inputs[: len(type.inputs)] != type.inputs:
            self.fail(at, "the arguments are of other types than the parameters")
        numbers = self.owner.numbers(inputs)
        self.grow()
        return type._replace(inputs=inputs, input_numbers=numbers)

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
        if reader.position >= reader.end or not self.accesses:
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
            known = self.owner.memories.setdefault(name, {})
            for op in islice(accesses, run):
                if name:
                    attribute = op.properties.get("memory")
                    if attribute is None:
                        message = "an access without a memory operand has no class"
                        raise reader.error(start, message)
                    found = known.get(id(attribute))
                    if found is None:
                        assert isinstance(attribute, MemoryAttr)
                        found = known[id(attribute)] = with_alias(attribute, name)
                    op.properties["memory"] = found[1]
            before, left = number, left - run
        if not any_class:
            raise reader.error(at, "alias classes that are all empty are left out")


def with_alias(attribute: MemoryAttr, name: str) -> tuple[MemoryAttr, MemoryAttr]:
    """A memory operand, and that with an alias class."""
    size, align = attribute.size.data, attribute.align.data
    space, volatile = attribute.space.data, bool(attribute.volatile.data)
    return attribute, known_memory(size, align, space, name, volatile)


@lru_cache(maxsize=1 << 12)
def symbol(name: str) -> SymbolRefAttr:
    """A symbol; most names are used several times."""
    return SymbolRefAttr(name)
