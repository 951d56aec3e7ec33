"""
Statements of random source programs, as text.

The choices are made by a `Random`. The first of several possibilities is the simplest
one, and what repeats asks before each turn, so that hypothesis can shrink a program.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from random_values import (
    BINARY,
    CMPF,
    CMPI,
    FLOAT_BINARY,
    FLOATS,
    INTEGERS,
    WIDTHS,
    bits_of,
    constant_text,
)

COST = 1500
"""About the most operations that a program executes."""

Scope = dict[str, list[str]]
"""Names of the visible values, by type."""


@dataclass(frozen=True)
class Callee:
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    cost: int
    counts_down: bool = False
    """Does it call itself until its first argument is not positive?"""


@dataclass
class Module:
    """What the functions of a program share."""

    random: Random
    types: tuple[str, ...]
    callees: list[Callee] = field(default_factory=list[Callee])
    declared: set[str] = field(default_factory=set[str])
    globals: dict[str, tuple[str, str]] = field(
        default_factory=dict[str, tuple[str, str]]
    )
    """Type and text by name."""

    def type(self) -> str:
        return self.random.choice(self.types)

    def some_types(self, most: int) -> tuple[str, ...]:
        return tuple(self.type() for _ in range(self.random.randrange(most + 1)))

    def array_type(self) -> str:
        element = self.random.choice([t for t in self.types if t != "index"])
        shape = self.random.choice(((4,), (1,), (3,), (8,), (2, 3), (4, 2), (2, 1, 2)))
        return f"memref<{'x'.join(map(str, shape))}x{element}>"

    def global_array(self) -> tuple[str, str]:
        """The name and type of a constant array."""
        if self.globals and self.random.randrange(2):
            name = self.random.choice(sorted(self.globals))
            return name, self.globals[name][0]
        type, name = self.array_type(), f"g{len(self.globals)}"
        values = [self.literal(element_of(type)) for _ in range(size_of(type))]
        for extent in reversed(shape_of(type)):
            rows = range(0, len(values), extent)
            values = [f"[{', '.join(values[row : row + extent])}]" for row in rows]
        text = f'memref.global "private" constant @{name} : {type} = dense<{values[0]}>'
        self.globals[name] = (type, text)
        return name, type

    def literal(self, type: str) -> str:
        """An element of a constant array; floats are small."""
        if type in FLOATS:
            return str(self.random.choice((0.0, 1.5, -2.0, 0.25)))
        text = constant_text(type, bits_of(self.random, type))
        return text.partition(" ")[0]


def shape_of(array: str) -> tuple[int, ...]:
    return tuple(map(int, array[len("memref<") : -1].split("x")[:-1]))


def element_of(array: str) -> str:
    return array[:-1].rpartition("x")[2] if "index" not in array else "index"


def size_of(array: str) -> int:
    size = 1
    for extent in shape_of(array):
        size *= extent
    return size


class Writer:
    """Writes the statements of one function."""

    def __init__(self, module: Module, budget: int, weight: int = 1):
        self.module, self.random = module, module.random
        self.lines: list[str] = []
        self.count = 0
        self.budget = budget
        """How many statements there may still be."""
        self.weight = weight
        """How often what is written next is executed at most."""
        self.cost = 0
        self.depth = 0
        self.kinds: tuple[tuple[int, Callable[[Scope], None]], ...] = (
            (10, self.integer),
            (3, self.compare),
            (2, self.select),
            (3, self.convert),
            (3, self.float),
            (2, self.extended),
            (4, self.load),
            (4, self.store),
            (1, self.array),
            (1, self.copy),
            (1, self.dim),
            (1, self.print),
            (3, self.call),
            (3, self.branch),
            (3, self.counted_loop),
            (2, self.while_loop),
            (2, self.index_switch),
        )
        self.weighted = [kind for weight, kind in self.kinds for _ in range(weight)]

    # region Text

    def emit(self, line: str) -> None:
        self.cost += self.weight
        self.lines.append("  " * (self.depth + 1) + line)

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def value(self, text: str, type: str, scope: Scope | None = None) -> str:
        """Define a new value; it becomes visible where there is a scope."""
        name = self.fresh()
        self.emit(f"{name} = {text}")
        if scope is not None:
            scope.setdefault(type, []).append(name)
        return name

    def constant(self, type: str, bits: int) -> str:
        return self.value(f"arith.constant {constant_text(type, bits)}", type)

    def pick(self, scope: Scope, type: str) -> str:
        """A visible value, or a new constant."""
        known = scope.get(type)
        if not known or not self.random.randrange(12):
            return self.constant(type, bits_of(self.random, type))
        return known[-1 - self.random.randrange(min(len(known), 6))]

    def picks(self, scope: Scope, types: Sequence[str]) -> list[str]:
        return [self.pick(scope, type) for type in types]

    def small(self, scope: Scope, type: str, mask: int) -> str:
        """A number of 0 ... mask."""
        if not self.random.randrange(2):
            return self.constant(type, self.random.randrange(mask + 1))
        value = self.pick(scope, type)
        return self.value(
            f"arith.andi {value}, {self.constant(type, mask)} : {type}", ""
        )

    def outputs(self, most: int) -> tuple[str, ...]:
        """Types of results; the first is often room for a digest."""
        if self.random.randrange(5):
            return ("i32", *self.module.some_types(most - 1))
        return self.module.some_types(most)

    def ended(
        self, scope: Scope, outer: Scope, outputs: Sequence[str], first: int = 0
    ) -> list[str]:
        """
        Values for the end of a region.

        One of them depends on all that the region has defined: otherwise most of a
        program would be dead, and a fault in it without effect.
        """
        values = self.picks(scope, outputs)
        if outputs[first : first + 1] == ("i32",) and self.random.randrange(8):
            values[first] = self.digest(scope, outer)
        return values

    def digest(self, scope: Scope, outer: Scope) -> str:
        """A number that depends on each value that is not in the outer scope."""
        total = factor = ""
        for type, names in sorted(scope.items()):
            if type.startswith("memref"):
                continue
            for name in names[len(outer.get(type, ())) :]:
                value = self.as_i32(type, name)
                if total:
                    factor = factor or self.constant("i32", 31)
                    product = self.value(f"arith.muli {total}, {factor} : i32", "")
                    value = self.value(f"arith.addi {product}, {value} : i32", "")
                total = value
        return total or self.constant("i32", 0)

    def as_i32(self, type: str, value: str) -> str:
        match type:
            case "i32":
                return value
            case "i1" | "i8" | "i16":
                return self.value(f"arith.extui {value} : {type} to i32", "")
            case "i64":
                return self.value(f"arith.trunci {value} : i64 to i32", "")
            case "index":
                return self.value(f"arith.index_cast {value} : index to i32", "")
            case _:
                bits = "i32" if type == "f32" else "i64"
                number = self.number(type, value)
                text = f"arith.bitcast {number} : {type} to {bits}"
                pattern = self.value(text, "")
                return pattern if bits == "i32" else self.as_i32("i64", pattern)

    def number(self, type: str, value: str) -> str:
        """Zero instead of a NaN, whose bits are not the same at all levels."""
        test = self.value(f"arith.cmpf uno, {value}, {value} : {type}", "")
        zero = self.constant(type, 0)
        return self.value(f"arith.select {test}, {zero}, {value} : {type}", "")

    # endregion
    # region Statements

    def statements(self, scope: Scope) -> None:
        while self.budget > 0 and self.random.randrange(12):
            self.budget -= 1
            self.random.choice(self.weighted)(scope)

    def region(
        self,
        scope: Scope,
        outputs: Sequence[str],
        end: str,
        outer: Scope | None = None,
    ) -> None:
        """Statements with what they define in a scope of their own, and a yield."""
        inner = {type: list(names) for type, names in scope.items()}
        self.depth += 1
        self.statements(inner)
        values = self.ended(inner, outer or scope, outputs)
        if outputs:
            self.emit(f"{end} {', '.join(values)} : {', '.join(outputs)}")
        elif end != "scf.yield" or self.random.randrange(2):
            self.emit(end)
        self.depth -= 1

    def results(self, scope: Scope, outputs: Sequence[str]) -> tuple[str, str]:
        """The text before an operation with results, and their name."""
        name = self.fresh()
        if not outputs:
            return "", name
        if len(outputs) == 1:
            return f"{name} = ", name
        return f"{name}:{len(outputs)} = ", name

    def define(self, scope: Scope, name: str, outputs: Sequence[str]) -> None:
        for position, type in enumerate(outputs):
            suffix = f"#{position}" if len(outputs) > 1 else ""
            scope.setdefault(type, []).append(name + suffix)

    def integer_type(self) -> str:
        return self.random.choice([t for t in self.module.types if t in INTEGERS])

    def float_type(self) -> str:
        return self.random.choice([t for t in self.module.types if t in FLOATS])

    def integer(self, scope: Scope) -> None:
        """A few operations on one type, so that they work on each other's results."""
        type = self.integer_type()
        for _ in range(1 + self.random.randrange(5)):
            lhs, rhs = self.picks(scope, (type, type))
            name = self.random.choice(BINARY)
            flags = ""
            if name in ("addi", "subi", "muli") and self.random.randrange(8) == 7:
                flags = " overflow<none>"
            self.value(f"arith.{name} {lhs}, {rhs}{flags} : {type}", type, scope)

    def float(self, scope: Scope) -> None:
        type = self.float_type()
        if not self.random.randrange(8):
            self.value(f"arith.negf {self.pick(scope, type)} : {type}", type, scope)
            return
        lhs, rhs = self.picks(scope, (type, type))
        name = self.random.choice(FLOAT_BINARY)
        self.value(f"arith.{name} {lhs}, {rhs} : {type}", type, scope)

    def compare(self, scope: Scope) -> None:
        if self.random.randrange(4):
            name, type, orders = "cmpi", self.integer_type(), CMPI
        else:
            name, type, orders = "cmpf", self.float_type(), CMPF
        lhs, rhs = self.picks(scope, (type, type))
        order = self.random.choice(orders)
        self.value(f"arith.{name} {order}, {lhs}, {rhs} : {type}", "i1", scope)

    def select(self, scope: Scope) -> None:
        type = self.module.type()
        condition, lhs, rhs = self.picks(scope, ("i1", type, type))
        self.value(f"arith.select {condition}, {lhs}, {rhs} : {type}", type, scope)

    def convert(self, scope: Scope) -> None:
        source, target = self.module.type(), self.module.type()
        width, to = WIDTHS[source], WIDTHS[target]
        names: list[str] = []
        match source in FLOATS, target in FLOATS:
            case True, True if width != to:
                names = ["extf" if width < to else "truncf"]
            case True, False if target != "index":
                names = ["fptosi", "fptoui"]
            case False, True if source != "index":
                names = ["sitofp", "uitofp"]
            case False, False if (source == "index") != (target == "index"):
                names = ["index_cast", "index_castui"]
            case False, False if width != to and "index" not in (source, target):
                names = ["extui", "extsi"] if width < to else ["trunci"]
        if width == to and (source in FLOATS) != (target in FLOATS):
            names += ["bitcast"] if "index" not in (source, target) else []
        if not names:
            return
        name, value = self.random.choice(names), self.pick(scope, source)
        if name == "bitcast" and source in FLOATS:
            value = self.number(source, value)
        self.value(f"arith.{name} {value} : {source} to {target}", target, scope)

    def extended(self, scope: Scope) -> None:
        type = self.integer_type()
        if type == "index":  # xDSL refuses it
            return
        name = self.random.choice(("addui", "mului", "mulsi"))
        lhs, rhs = self.picks(scope, (type, type))
        second = "i1" if name == "addui" else type
        low, high = self.fresh(), self.fresh()
        types = f"{type}, i1" if name == "addui" else type
        self.emit(f"{low}, {high} = arith.{name}_extended {lhs}, {rhs} : {types}")
        scope.setdefault(type, []).append(low)
        scope.setdefault(second, []).append(high)

    # endregion
    # region Memory

    def some_array(self, scope: Scope) -> tuple[str, str]:
        """The type and name of a visible array that may be written."""
        types = [type for type in scope if type.startswith("memref")]
        if not types:
            self.array(scope)
            types = [type for type in scope if type.startswith("memref")]
        type = self.random.choice(types)
        return type, self.random.choice(scope[type])

    def place(self, scope: Scope, array: str) -> str:
        """Indices in bounds."""
        indices: list[str] = []
        for extent in shape_of(array):
            if not self.random.randrange(3):
                indices.append(self.constant("index", self.random.randrange(extent)))
                continue
            index, bound = self.pick(scope, "index"), self.constant("index", extent)
            text = f"arith.remui {index}, {bound} : index"
            indices.append(self.value(text, "index"))
        return ", ".join(indices)

    def load(self, scope: Scope) -> None:
        if not self.random.randrange(6):
            name, type = self.module.global_array()
            array = self.value(f"memref.get_global @{name} : {type}", type)
        else:
            type, array = self.some_array(scope)
        text = f"memref.load {array}[{self.place(scope, type)}] : {type}"
        self.value(text, element_of(type), scope)

    def store(self, scope: Scope) -> None:
        type, array = self.some_array(scope)
        value = self.pick(scope, element_of(type))
        self.emit(f"memref.store {value}, {array}[{self.place(scope, type)}] : {type}")

    def array(self, scope: Scope) -> None:
        """A new array, filled with one value."""
        type = self.module.array_type()
        name = self.random.choice(("alloca", "alloc"))
        array = self.value(f"memref.{name}() : {type}", type)
        value = self.pick(scope, element_of(type))
        zero, one = self.constant("index", 0), self.constant("index", 1)
        indices: list[str] = []
        weight = self.weight
        for extent in shape_of(type):
            bound, index = self.constant("index", extent), self.fresh()
            self.emit(f"scf.for {index} = {zero} to {bound} step {one} {{")
            indices.append(index)
            self.depth += 1
            self.weight *= extent
        self.emit(f"memref.store {value}, {array}[{', '.join(indices)}] : {type}")
        for _ in indices:
            self.depth -= 1
            self.emit("}")
        self.weight = weight
        scope.setdefault(type, []).append(array)

    def copy(self, scope: Scope) -> None:
        type, source = self.some_array(scope)
        target = self.random.choice(scope[type])
        self.emit(f"memref.copy {source}, {target} : {type} to {type}")

    def dim(self, scope: Scope) -> None:
        type, array = self.some_array(scope)
        index = self.constant("index", self.random.randrange(len(shape_of(type))))
        self.value(f"memref.dim {array}, {index} : {type}", "index", scope)

    # endregion
    # region Calls

    def print(self, scope: Scope) -> None:
        type = self.module.type()
        self.module.declared.add(type)
        self.emit(f"func.call @print_{type}({self.pick(scope, type)}) : ({type}) -> ()")

    def call(self, scope: Scope) -> None:
        callees = [c for c in self.module.callees if c.cost * self.weight <= COST // 3]
        if callees:
            self.call_of(scope, self.random.choice(callees))

    def call_of(self, scope: Scope, callee: Callee, count: str | None = None) -> None:
        arguments: list[str] = []
        for position, type in enumerate(callee.inputs):
            if callee.counts_down and not position:
                arguments.append(count or self.small(scope, "i32", 3))
            elif type.startswith("memref"):
                if type not in scope:
                    self.filled(scope, type)
                arguments.append(self.random.choice(scope[type]))
            else:
                arguments.append(self.pick(scope, type))
        prefix, name = self.results(scope, callee.outputs)
        types = f"({', '.join(callee.inputs)}) -> ({', '.join(callee.outputs)})"
        self.emit(f"{prefix}func.call @{callee.name}({', '.join(arguments)}) : {types}")
        self.cost += self.weight * callee.cost
        self.define(scope, name, callee.outputs)

    def filled(self, scope: Scope, type: str) -> None:
        """An array of that very type."""
        array = self.value(f"memref.alloca() : {type}", type, scope)
        value = self.pick(scope, element_of(type))
        numbers = [
            self.constant("index", position) for position in range(max(shape_of(type)))
        ]
        places = [""]
        for extent in shape_of(type):
            places = [
                f"{place}, {number}".removeprefix(", ")
                for place in places
                for number in numbers[:extent]
            ]
        for place in places:
            self.emit(f"memref.store {value}, {array}[{place}] : {type}")

    # endregion
    # region Control

    def nests(self) -> bool:
        return self.depth < 4 and self.cost < COST // 3

    def branch(self, scope: Scope) -> None:
        if not self.nests():
            return
        outputs = self.outputs(3)
        condition = self.pick(scope, "i1")
        prefix, name = self.results(scope, outputs)
        types = f" -> ({', '.join(outputs)})" if outputs else ""
        self.emit(f"{prefix}scf.if {condition}{types} {{")
        self.region(scope, outputs, "scf.yield")
        if outputs or self.random.randrange(2):
            self.emit("} else {")
            self.region(scope, outputs, "scf.yield")
        self.emit("}")
        self.define(scope, name, outputs)

    def counted_loop(self, scope: Scope) -> None:
        if not self.nests():
            return
        carried = self.outputs(3)
        type = self.random.choice(("index", "i32"))
        start = self.constant(type, self.random.choice((0, 1, -2)))
        trips = self.small(scope, type, 3)
        end = self.value(f"arith.addi {start}, {trips} : {type}", type)
        step = self.constant(type, self.random.choice((1, 1, 2)))
        values = self.picks(scope, carried)
        prefix, name = self.results(scope, carried)
        index = self.fresh()
        inner = {known: list(names) for known, names in scope.items()}
        inner.setdefault(type, []).append(index)
        text = f"{prefix}scf.for {index} = {start} to {end} step {step}"
        if carried:
            names = [self.fresh() for _ in carried]
            pairs = [f"{n} = {v}" for n, v in zip(names, values, strict=True)]
            text += f" iter_args({', '.join(pairs)}) -> ({', '.join(carried)})"
            for n, t in zip(names, carried, strict=True):
                inner.setdefault(t, []).append(n)
        self.emit(text + (" : i32 {" if type == "i32" else " {"))
        self.weight *= 3
        self.region(inner, carried, "scf.yield", scope)
        self.weight //= 3
        self.emit("}")
        self.define(scope, name, carried)

    def while_loop(self, scope: Scope) -> None:
        """Counts up to a bound, and may leave before."""
        if not self.nests():
            return
        before = ("i32", *self.outputs(2))
        after = ("i32", *self.outputs(2))
        values = [self.constant("i32", 0), *self.picks(scope, before[1:])]
        bound = self.small(scope, "i32", 3)
        prefix, name = self.results(scope, after)
        self.weight *= 4
        names = [self.fresh() for _ in before]
        pairs = [f"{n} = {v}" for n, v in zip(names, values, strict=True)]
        types = f"({', '.join(before)}) -> ({', '.join(after)})"
        self.emit(f"{prefix}scf.while ({', '.join(pairs)}) : {types} {{")
        inner = {type: list(known) for type, known in scope.items()}
        for n, t in zip(names, before, strict=True):
            inner.setdefault(t, []).append(n)
        self.depth += 1
        self.statements(inner)
        test = self.value(f"arith.cmpi slt, {names[0]}, {bound} : i32", "i1")
        if self.random.randrange(2):
            other = self.pick(inner, "i1")
            test = self.value(f"arith.andi {test}, {other} : i1", "i1")
        passed = [names[0], *self.ended(inner, scope, after, 1)[1:]]
        self.emit(f"scf.condition({test}) {', '.join(passed)} : {', '.join(after)}")
        self.depth -= 1
        self.emit("} do {")
        names = [self.fresh() for _ in after]
        arguments = [f"{n}: {t}" for n, t in zip(names, after, strict=True)]
        self.emit(f"^bb{self.count}({', '.join(arguments)}):")
        inner = {type: list(known) for type, known in scope.items()}
        for n, t in zip(names, after, strict=True):
            inner.setdefault(t, []).append(n)
        self.depth += 1
        self.statements(inner)
        one = self.constant("i32", 1)
        following = self.value(f"arith.addi {names[0]}, {one} : i32", "i32")
        passed = [following, *self.ended(inner, scope, before, 1)[1:]]
        self.emit(f"scf.yield {', '.join(passed)} : {', '.join(before)}")
        self.depth -= 1
        self.emit("}")
        self.weight //= 4
        self.define(scope, name, after)

    def index_switch(self, scope: Scope) -> None:
        if not self.nests():
            return
        outputs = self.outputs(2)
        selector = (
            self.small(scope, "index", 3)
            if self.random.randrange(3)
            else self.pick(scope, "index")
        )
        prefix, name = self.results(scope, outputs)
        types = f" -> {', '.join(outputs)}" if outputs else ""
        self.emit(f"{prefix}scf.index_switch {selector}{types}")
        for case in (0, 1, 3, -1, 7)[: self.random.randrange(5)]:
            self.emit(f"case {case} {{")
            self.region_with_end(scope, outputs)
            self.emit("}")
        self.emit("default {")
        self.region_with_end(scope, outputs)
        self.emit("}")
        self.define(scope, name, outputs)

    def region_with_end(self, scope: Scope, outputs: Sequence[str]) -> None:
        """A region whose yield is written even where it yields nothing."""
        inner = {type: list(names) for type, names in scope.items()}
        self.depth += 1
        self.statements(inner)
        values = self.ended(inner, scope, outputs)
        types = f" {', '.join(values)} : {', '.join(outputs)}" if outputs else ""
        self.emit(f"scf.yield{types}")
        self.depth -= 1

    # endregion
