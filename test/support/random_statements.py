"""Statements of random source programs: arithmetic and calls."""

from collections.abc import Sequence
from dataclasses import replace

from random_arrays import Arrays
from random_control import Control
from random_values import BINARY, CMPF, CMPI, FLOAT_BINARY, FLOATS, WIDTHS
from random_writer import COST, Callee, Scope, Statement, is_array

ROUNDING = ("absf", "floor", "ceil", "trunc", "round", "roundeven", "sqrt")
FUNCTIONS = (
    *(("exp", 1), ("exp2", 1), ("expm1", 1), ("log", 1), ("log2", 1), ("log10", 1)),
    *(("log1p", 1), ("sinh", 1), ("cosh", 1), ("tanh", 1), ("rsqrt", 1)),
    *(("sin", 1), ("cos", 1), ("tan", 1), ("asin", 1), ("acos", 1), ("atan", 1)),
    *(("asinh", 1), ("acosh", 1), ("atanh", 1), ("erf", 1), ("cbrt", 1)),
    *(("fma", 3), ("atan2", 2), ("powf", 2), ("fpowi", 2)),
)
"""Names of functions of f32, and how many operands each takes."""
MAPS = (
    ("(d0) -> (d0 * 3 + 5)", 1),
    ("(d0) -> (d0 floordiv 4)", 1),
    ("(d0, d1) -> ((d0 - d1) mod 8)", 2),
    ("(d0, d1) -> (d0 ceildiv 3 + d1 * 2)", 2),
    ("(d0, d1) -> (d0, d1 + 1, 7)", 2),
)
"""Affine maps and their dimensions; that of several results is a minimum."""


class Statements(Arrays, Control):
    """All statements of one function."""

    def kinds(self) -> Sequence[tuple[int, Statement]]:
        return (
            (10, self.integer),
            (3, self.compare),
            (2, self.select),
            (3, self.convert),
            (3, self.float),
            (2, self.extended),
            (2, self.mathematics),
            (1, self.affine),
            (4, self.load),
            (4, self.store),
            (1, self.array),
            (1, self.shared_array),
            (1, self.copy),
            (1, self.dim),
            (2, self.view),
            (1, self.print),
            (1, self.assertion),
            (3, self.call),
            (3, self.branch),
            (3, self.counted_loop),
            (2, self.while_loop),
            (2, self.index_switch),
            (1, self.parallel_loop),
            (1, self.forall_loop),
            (1, self.execute_region),
        )

    # region Arithmetic

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
        name = self.random.choice((*FLOAT_BINARY, "remf"))
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

    def mathematics(self, scope: Scope) -> None:
        """Mostly exact functions; those with an error are long at lower levels."""
        kinds = (self.of_integers, self.rounded, self.of_two, self.function)
        self.random.choice(kinds)(scope)

    def of_integers(self, scope: Scope) -> None:
        type = self.integer_type()
        name = self.random.choice(("absi", "ctlz", "cttz", "ctpop", "ipowi"))
        count = 2 if name == "ipowi" else 1
        operands = ", ".join(self.picks(scope, (type,) * count))
        self.value(f"math.{name} {operands} : {type}", type, scope)

    def rounded(self, scope: Scope) -> None:
        type, name = self.float_type(), self.random.choice(ROUNDING)
        self.value(f"math.{name} {self.pick(scope, type)} : {type}", type, scope)

    def of_two(self, scope: Scope) -> None:
        """NaN has no sign that all levels know, which the second operand could give."""
        type = self.float_type()
        first, second = self.picks(scope, (type, type))
        second = self.number(type, second)
        self.value(f"math.copysign {first}, {second} : {type}", type, scope)

    def function(self, scope: Scope) -> None:
        """Its value is computed by the library."""
        name, arity = self.random.choice(FUNCTIONS)
        self.cost += 200 * self.weight
        if name == "fpowi":
            base, exponent = self.picks(scope, ("f32", "i32"))
            self.value(f"math.fpowi {base}, {exponent} : f32, i32", "f32", scope)
            return
        operands = ", ".join(self.picks(scope, ("f32",) * arity))
        self.value(f"math.{name} {operands} : f32", "f32", scope)

    def affine(self, scope: Scope) -> None:
        """Maps of indices."""
        text, count = self.random.choice(MAPS)
        indices = self.picks(scope, ("index",) * count)
        name = "min" if text.endswith(", 7)") else "apply"
        self.value(
            f"affine.{name} affine_map<{text}>({', '.join(indices)})", "index", scope
        )

    # endregion
    # region Calls

    def print(self, scope: Scope) -> None:
        type = self.module.type()
        self.module.declared.add(type)
        self.emit(f"func.call @print_{type}({self.pick(scope, type)}) : ({type}) -> ()")

    def assertion(self, scope: Scope) -> None:
        """One that holds."""
        least = self.pick(scope, "i32")
        both = self.value(f"arith.minui {least}, {self.pick(scope, 'i32')} : i32", "")
        test = self.value(f"arith.cmpi ule, {both}, {least} : i32", "")
        self.emit(f'cf.assert {test}, "the lesser of two"')

    def call(self, scope: Scope) -> None:
        callees = [c for c in self.module.callees if c.cost * self.weight <= COST // 3]
        if callees:
            self.call_of(scope, self.random.choice(callees))

    def call_of(self, scope: Scope, callee: Callee, count: str | None = None) -> None:
        arguments: list[str] = []
        for position, type in enumerate(callee.inputs):
            if callee.counts_down and not position:
                arguments.append(count or self.small(scope, "i32", 3))
            elif is_array(type):
                if type not in scope:
                    self.filled(scope, type)
                arguments.append(self.random.choice(scope[type]))
            else:
                arguments.append(self.pick(scope, type))
        types = f"({', '.join(callee.inputs)}) -> ({', '.join(callee.outputs)})"
        what = f"call @{callee.name}"
        if not self.random.randrange(4):
            what = f"call_indirect {self.function_value(scope, callee, types)}"
        prefix, name = self.results(scope, callee.outputs)
        self.emit(f"{prefix}func.{what}({', '.join(arguments)}) : {types}")
        self.cost += self.weight * callee.cost
        self.define(scope, name, callee.outputs)

    def function_value(self, scope: Scope, callee: Callee, types: str) -> str:
        """The function as a value, or one of two that take the same."""
        value = self.value(f"func.constant @{callee.name} : {types}", "")
        others = [
            replace(other, name=callee.name) == callee for other in self.module.callees
        ]
        if not any(others):
            return value
        chosen = self.module.callees[others.index(True)]
        other = self.value(f"func.constant @{chosen.name} : {types}", "")
        test = self.pick(scope, "i1")
        return self.value(f"arith.select {test}, {value}, {other} : {types}", "")

    # endregion
