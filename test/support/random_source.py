"""
Random programs of the accepted dialects but vector: they end and stay in bounds.

The choices are made by a `Random`: one with a seed for campaigns, hypothesis' for
properties (`source_programs`). Loops count, functions of several blocks use up fuel,
recursion counts down; what all this multiplies to is kept near `COST`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies as st
from random_cfg import reducible_successors
from random_statements import Statements
from random_values import WIDTHS, bits_of
from random_writer import Callee, Module, Scope, array_of, is_array

MAX_RESULT_WORDS = 6
"""NaplesPU returns no more."""


class Function(Statements):
    """Writes the text of one function."""

    def header(self, callee: Callee) -> Scope:
        scope: Scope = {}
        arguments: list[str] = []
        for position, type in enumerate(callee.inputs):
            arguments.append(f"%a{position}: {type}")
            scope.setdefault(type, []).append(f"%a{position}")
        outputs = f" -> ({', '.join(callee.outputs)})" if callee.outputs else ""
        self.lines.append(
            f"func.func @{callee.name}({', '.join(arguments)}){outputs} {{"
        )
        return scope

    def straight(self, callee: Callee) -> None:
        """A function of one block."""
        scope = self.header(callee)
        self.statements(scope)
        self.statements(scope)
        self.finish(self.ended(scope, {}, callee.outputs), callee.outputs)
        self.lines.append("}")

    def finish(self, values: Sequence[str], outputs: Sequence[str]) -> None:
        types = f" {', '.join(values)} : {', '.join(outputs)}" if outputs else ""
        self.emit(f"func.return{types}")

    def counting_down(self, callee: Callee, partners: Sequence[Callee]) -> None:
        """Calls itself or a partner with a smaller first argument, until that is 0."""
        scope = self.header(callee)
        outputs = callee.outputs
        zero = self.constant("i32", 0)
        test = self.value(f"arith.cmpi sgt, %a0, {zero} : i32", "i1")
        prefix, name = self.results(scope, outputs)
        types = f" -> ({', '.join(outputs)})" if outputs else ""
        self.emit(f"{prefix}scf.if {test}{types} {{")
        inner = {type: list(names) for type, names in scope.items()}
        self.depth += 1
        self.statements(inner)
        one = self.constant("i32", 1)
        count = self.value(f"arith.subi %a0, {one} : i32", "i32")
        self.call_of(inner, self.random.choice(partners), count)
        self.depth -= 1
        self.region(inner, outputs, "scf.yield")
        self.emit("} else {")
        self.region(scope, outputs, "scf.yield")
        self.emit("}")
        self.define(scope, name, outputs)
        self.finish(self.ended(scope, {}, outputs), outputs)
        self.lines.append("}")

    def blocks(
        self, callee: Callee, fuel: int, reducible: bool = True, most: int = 6
    ) -> None:
        """A function of basic blocks: jumps go anywhere and use up fuel."""
        scope = self.header(callee)
        count = self.random.randrange(2, most + 1)
        least = 0 if reducible else 2
        wanted = [
            [
                self.random.randrange(1, count)
                for _ in range(self.random.randrange(least, 4))
            ]
            for _ in range(count)
        ]
        successors, tree = reducible_successors(wanted, reducible)
        parameters = {
            node: () if not node else self.outputs(2) for node in range(count)
        }
        parameters[count] = callee.outputs
        self.weight *= fuel
        start = self.constant("i32", fuel)
        visible: dict[int, Scope] = {}
        for node in tree.reverse_postorder:
            if node == count:
                continue
            if not node:
                scope, left = {k: list(v) for k, v in scope.items()}, start
            else:
                outer = visible[tree.idom[node]]
                scope = {type: list(names) for type, names in outer.items()}
                names = [f"%p{node}_{i}" for i in range(len(parameters[node]))]
                pairs = zip(names, parameters[node], strict=True)
                arguments = [f"%f{node}: i32", *(f"{n}: {t}" for n, t in pairs)]
                self.lines.append(f"^b{node}({', '.join(arguments)}):")
                self.define_all(scope, names, parameters[node])
                left = f"%f{node}"
            self.statements(scope)
            visible[node] = scope
            outer = visible[tree.idom[node]] if node else {}
            self.jump(scope, outer, successors[node], count, parameters, left)
        names = [f"%r{i}" for i in range(len(callee.outputs))]
        pairs = zip(names, callee.outputs, strict=True)
        arguments = [f"%f{count}: i32", *(f"{n}: {t}" for n, t in pairs)]
        self.lines.append(f"^b{count}({', '.join(arguments)}):")
        self.finish(names, callee.outputs)
        self.lines.append("}")
        self.weight //= fuel

    def define_all(
        self, scope: Scope, names: Sequence[str], types: Sequence[str]
    ) -> None:
        for name, type in zip(names, types, strict=True):
            scope.setdefault(type, []).append(name)

    def jump(
        self,
        scope: Scope,
        outer: Scope,
        targets: Sequence[int],
        last: int,
        parameters: dict[int, tuple[str, ...]],
        fuel: str,
    ) -> None:
        one, none = self.constant("i32", 1), self.constant("i32", 0)
        left = self.value(f"arith.subi {fuel}, {one} : i32", "i32")

        digest = self.digest(scope, outer)

        def target(block: int) -> str:
            types = parameters[block]
            passed = self.picks(scope, types)
            if types[:1] == ("i32",):
                passed[0] = digest
            values = ", ".join([left, *passed])
            return f"^b{block}({values} : {', '.join(('i32', *types))})"

        if not targets:
            self.emit(f"cf.br {target(last)}")
            return
        if len(targets) == 1:
            ends = [target(targets[0]), target(last)]
            test = self.value(f"arith.cmpi sgt, {left}, {none} : i32", "i1")
            self.emit(f"cf.cond_br {test}, {ends[0]}, {ends[1]}")
            return
        empty = self.value(f"arith.cmpi slt, {left}, {none} : i32", "i1")
        three = self.constant("i32", 3)
        case = self.value(f"arith.andi {self.pick(scope, 'i32')}, {three} : i32", "i32")
        flag = self.value(f"arith.select {empty}, {left}, {case} : i32", "i32")
        cases = [f"default: {target(targets[0])}"]
        cases += [f"{i}: {target(block)}" for i, block in enumerate(targets[1:])]
        cases.append(f"-1: {target(last)}")
        self.emit(f"cf.switch {flag} : i32, [")
        self.emit(",\n    ".join(cases))
        self.emit("]")


@dataclass(frozen=True)
class SourceProgram:
    """A module with a function @main, and what to call it with."""

    text: str
    inputs: tuple[str, ...]
    arguments: tuple[tuple[tuple[int, ...], ...], ...]
    """Runs, each with the bit patterns of all arguments: of all elements of arrays."""
    opt: int


def source_program(
    random: Random, reducible: bool = True, blocks: int = 6
) -> SourceProgram:
    """A program; with irreducible control flow where that is asked for."""
    types = ("i32", "index", "i1", "i8", "i16", "f32")
    if random.randrange(8) == 7:
        types += ("i64", "f64")
    module = Module(random, types)
    texts: list[str] = []

    def signature(name: str, most: int, outputs: int) -> Callee:
        inputs = list(module.some_types(most))
        inputs += [module.array_type() for _ in range(random.randrange(3))]
        types = ["i32", *module.some_types(outputs - 1)]
        while sum((WIDTHS[type] + 31) // 32 for type in types) > MAX_RESULT_WORDS:
            types.pop()
        return Callee(name, tuple(inputs), tuple(types), 0)

    def finish(function: Function, callee: Callee) -> None:
        texts.append("\n".join(function.lines))
        module.callees.append(replace(callee, cost=function.cost))

    for number in range(random.randrange(3)):
        callee = signature(f"f{number}", 10, 4)
        if random.randrange(3) == 2:
            pair = [
                replace(
                    callee,
                    name=f"{callee.name}{letter}",
                    inputs=("i32", *callee.inputs),
                    counts_down=True,
                )
                for letter in "ab"
            ]
            built = [Function(module, 2, weight=4) for _ in pair]
            for function, one in zip(built, pair, strict=True):
                function.counting_down(one, pair)
            for function, one in zip(built, pair, strict=True):
                texts.append("\n".join(function.lines))
                cost = sum(function.cost for function in built)
                module.callees.append(replace(one, cost=cost))
            continue
        function = Function(module, 5)
        body = random.choice((function.straight, lambda c: function.blocks(c, 4)))
        body(callee)
        finish(function, callee)
    main = signature("main", 12, 6)
    function = Function(module, 16)
    if reducible and random.randrange(4) < 3:
        function.straight(main)
    else:
        function.blocks(main, blocks, reducible, blocks)
    finish(function, main)
    declarations = [
        f"func.func private @print_{type}({type})" for type in sorted(module.declared)
    ]
    arrays = [module.globals[name][1] for name in sorted(module.globals)]
    runs = tuple(
        tuple(_argument(random, type) for type in main.inputs) for _ in range(2)
    )
    opt = random.choice((2, 2, 0, 1, 3))
    text = "\n".join([*declarations, *arrays, *texts]) + "\n"
    return SourceProgram(text, main.inputs, runs, opt)


def _argument(random: Random, type: str) -> tuple[int, ...]:
    if not is_array(type):
        return (bits_of(random, type),)
    array = array_of(type)
    return tuple(bits_of(random, array.element) for _ in range(array.size))


def source_programs(reducible: bool = True) -> st.SearchStrategy[SourceProgram]:
    """hypothesis makes the choices, and shrinks them."""
    randoms = st.randoms(use_true_random=False)
    return randoms.map(lambda random: source_program(random, reducible))
