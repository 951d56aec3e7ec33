"""Statements of random source programs that have regions."""

from collections.abc import Sequence

from random_writer import COST, Scope, Writer


class Control(Writer):
    """Branches, switches and loops."""

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
        type = self.random.choice(("index", "i32", "index", "i8", "i16"))
        unsigned = not self.random.randrange(4)
        start = self.constant(type, self.random.choice((0, 1, 1 if unsigned else -2)))
        trips = self.small(scope, type, 3)
        end = self.value(f"arith.addi {start}, {trips} : {type}", type)
        step = self.constant(type, self.random.choice((1, 1, 2)))
        values = self.picks(scope, carried)
        prefix, name = self.results(scope, carried)
        index = self.fresh()
        inner = {known: list(names) for known, names in scope.items()}
        inner.setdefault(type, []).append(index)
        order = "unsigned " if unsigned else ""
        text = f"{prefix}scf.for {order}{index} = {start} to {end} step {step}"
        if carried:
            names = [self.fresh() for _ in carried]
            pairs = [f"{n} = {v}" for n, v in zip(names, values, strict=True)]
            text += f" iter_args({', '.join(pairs)}) -> ({', '.join(carried)})"
            for n, t in zip(names, carried, strict=True):
                inner.setdefault(t, []).append(n)
        self.emit(text + (" {" if type == "index" else f" : {type} {{"))
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
            self.small(scope, "index", 4)
            if self.random.randrange(3)
            else self.pick(scope, "index")
        )
        prefix, name = self.results(scope, outputs)
        types = f" -> {', '.join(outputs)}" if outputs else ""
        self.emit(f"{prefix}scf.index_switch {selector}{types}")
        cases = (0, 1, 3, -1, 7)[: self.random.randrange(5)]
        if not self.random.randrange(3):  # enough for a table
            first = self.random.choice((0, 1, -3, 8))
            cases = self.random.sample(range(first, first + 9), 5)
        for case in cases:
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

    def ranges(self, scope: Scope) -> tuple[list[str], list[str], list[str]]:
        """Variables of one or two loops, with their bounds and steps."""
        variables = [self.fresh() for _ in range(1 + self.random.randrange(2))]
        bounds = [self.small(scope, "index", 3) for _ in variables]
        steps = [self.constant("index", self.random.choice((1, 2))) for _ in variables]
        return variables, bounds, steps

    def parallel_loop(self, scope: Scope) -> None:
        """A loop with reductions whose order shows."""
        if not self.nests():
            return
        reduced = self.outputs(2)
        values = self.picks(scope, reduced)
        variables, bounds, steps = self.ranges(scope)
        starts = [self.constant("index", 0) for _ in variables]
        prefix, name = self.results(scope, reduced)
        text = f"{prefix}scf.parallel ({', '.join(variables)}) = ({', '.join(starts)})"
        text += f" to ({', '.join(bounds)}) step ({', '.join(steps)})"
        if reduced:
            text += f" init ({', '.join(values)}) -> ({', '.join(reduced)})"
        self.emit(text + " {")
        self.weight *= 3 ** len(variables)
        inner = {type: list(names) for type, names in scope.items()}
        inner.setdefault("index", []).extend(variables)
        self.depth += 1
        self.statements(inner)
        ended = self.ended(inner, scope, reduced)
        types = f"({', '.join(ended)} : {', '.join(reduced)})" if reduced else ""
        blocks = [self.reduction(type) for type in reduced]
        self.emit(f"scf.reduce{types} {', '.join(blocks)}".rstrip())
        self.depth -= 1
        self.weight //= 3 ** len(variables)
        self.emit("}")
        self.define(scope, name, reduced)

    def reduction(self, type: str) -> str:
        """How two values become one."""
        lhs, rhs, result = (self.fresh() for _ in range(3))
        name = self.random.choice(
            ("divf", "subf") if type[0] == "f" else ("subi", "xori")
        )
        compute = f"{result} = arith.{name} {lhs}, {rhs} : {type}"
        return (
            f"{{\n^bb{self.count}({lhs}: {type}, {rhs}: {type}):\n"
            f"{compute}\nscf.reduce.return {result} : {type}\n}}"
        )

    def forall_loop(self, scope: Scope) -> None:
        if not self.nests():
            return
        variables, bounds, _ = self.ranges(scope)
        self.emit(f"scf.forall ({', '.join(variables)}) in ({', '.join(bounds)}) {{")
        self.weight *= 3 ** len(variables)
        inner = {type: list(names) for type, names in scope.items()}
        inner.setdefault("index", []).extend(variables)
        self.depth += 1
        self.statements(inner)
        self.depth -= 1
        self.weight //= 3 ** len(variables)
        self.emit("}")

    def execute_region(self, scope: Scope) -> None:
        """Two blocks, each of which ends the region."""
        if not self.nests():
            return
        outputs = self.outputs(2)
        prefix, name = self.results(scope, outputs)
        types = f" -> ({', '.join(outputs)})" if len(outputs) > 1 else ""
        types = f" -> {outputs[0]}" if len(outputs) == 1 else types
        self.emit(f"{prefix}scf.execute_region{types} {{")
        inner = {type: list(names) for type, names in scope.items()}
        self.depth += 1
        self.statements(inner)
        test = self.pick(inner, "i1")
        labels = [f"^e{self.count}_{side}" for side in range(2)]
        self.emit(f"cf.cond_br {test}, {labels[0]}, {labels[1]}")
        self.depth -= 1
        for label in labels:
            self.emit(f"{label}:")
            self.region_with_end(inner, outputs)
        self.emit("}")
        self.define(scope, name, outputs)
