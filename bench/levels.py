"""
What the levels of optimisation are worth, over the programs of the test suite.

    python bench/levels.py [GROUP ...] [--name TEXT] [--disable NAME] [--all] [--blame]

Instructions and modelled cycles of NaplesPU at opt=0 to 3, and what breaks the rules:
opt=2 needs no more instructions than opt=0, and opt=3 no more cycles than opt=2, but
for one miss of the instruction cache. Then the geometric means, by group. The programs
need no C compiler. `--blame` says without which optimisation a rule holds.
"""

import argparse
import math
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from eight_threads import ROWS
from vendor_baseline import KERNELS, measure
from xdsl.dialects.builtin import FunctionType, ModuleOp

import circ
from circ.dialects.common.collector import paused_collector
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute, externals_of
from circ.targets.naplespu.simulator.timing import MISS
from circ.tools.formats import read_module
from circ.transforms.naplespu.passes import OPTIMIZATIONS
from circ.transforms.pipelines import OPTIMIZE_CIRCUIT, compile

ROOT = Path(__file__).resolve().parent.parent
TEST = ROOT / "test"
sys.path[:0] = [str(TEST / "support"), str(TEST / "acceptance")]

OPTS = (0, 1, 2, 3)
LIMIT = 300_000_000
"""Instructions of a run."""


@dataclass(frozen=True)
class Cost:
    """Instructions and cycles."""

    instructions: int
    cycles: int


Disabled = Collection[str]


@dataclass(frozen=True)
class Program:
    """A program with its arguments: what it costs at a level, without some passes."""

    group: str
    name: str
    cost: Callable[[int, Disabled], Cost]


# region Groups


def kernels() -> Iterator[Program]:
    """Those of `vendor_baseline` and of `eight_threads`."""
    for kernel in (*KERNELS, *(row.kernel for row in ROWS)):

        def cost(opt: int, disabled: Disabled, kernel=kernel) -> Cost:
            count = measure(kernel, opt, disabled)
            return Cost(count.dynamic, count.cycles)

        yield Program("kernels", _named(kernel.name, kernel.inputs), cost)


def _named(name: str, inputs: Callable[..., Sequence[object]]) -> str:
    import numpy as np

    given = inputs(np.random.default_rng(1))
    return " ".join([name, *(str(each) for each in given if isinstance(each, int))])


def strength() -> Iterator[Program]:
    """Programs of one optimisation each."""
    from strength_programs import ARGUMENTS, DATA, arguments_of

    for name in ARGUMENTS:
        yield from _called("strength", DATA / f"{name}.mlir", "f", arguments_of(name))


def placement() -> Iterator[Program]:
    """Programs of expensive operations."""
    from mlir_programs import PLACED, PLACEMENT

    for name, arguments in PLACED.items():
        yield from _called("placement", PLACEMENT / f"{name}.mlir", None, arguments)


def examples() -> Iterator[Program]:
    """The examples of the documentation."""
    import numpy as np

    matrices = [np.ones((16, 16), np.float32)] * 3
    path = ROOT / "examples" / "matmul_f32.mlir"
    yield from _called("examples", path, None, matrices)


def _called(
    group: str, path: Path, entry: str | None, arguments: Sequence[object]
) -> Iterator[Program]:
    """A program that takes values of Python as they are."""

    def cost(opt: int, disabled: Disabled) -> Cost:
        return _cost_of(
            circ.run(
                *(path, *arguments),
                entry=entry,
                opt=opt,
                disable=disabled,
                timed=True,
            )
        )

    yield Program(group, path.stem, cost)


def _cost_of(result: circ.Result) -> Cost:
    return Cost(result.counters["instructions"], result.counters["cycles"])


def programs() -> Iterator[Program]:
    """Programs with their meaning in Python, on all of their inputs together."""
    from mlir_programs import PROGRAMS, oracle

    for path in sorted(PROGRAMS.glob("*.mlir")):
        for entry, inputs in oracle(path.stem).INPUTS.items():

            def cost(
                opt: int, disabled: Disabled, path=path, entry=entry, inputs=inputs
            ) -> Cost:
                machine, signatures = _compiled(path, opt, tuple(disabled))
                called = machine, entry, signatures[entry]
                costs = [_entered(*called, values) for values in inputs]
                return Cost(
                    sum(each.instructions for each in costs),
                    sum(each.cycles for each in costs),
                )

            yield Program("programs", f"{path.stem}.{entry}", cost)


@cache
def _compiled(
    path: Path, opt: int, disabled: tuple[str, ...]
) -> tuple[ModuleOp, dict[str, FunctionType]]:
    """The machine code, and the types of the functions in the source."""
    module = read_module(str(path))
    signatures = {name: signature_of(op) for name, op in definitions(module).items()}
    return compile(module, "naplespu", opt, disable=disabled), signatures


def _entered(
    machine: ModuleOp, entry: str, signature: FunctionType, values: Sequence[object]
) -> Cost:
    from source_arguments import argument_of

    types = signature.inputs
    arguments = [argument_of(*pair) for pair in zip(types, values, strict=True)]
    hooks = externals_of(machine, lambda _: None)
    given = ("naplespu", machine, entry, signature, arguments, hooks)
    outcome = execute(*given, LIMIT, timed=True).outcome
    return Cost(outcome.operations, outcome.costs()["cycles"])


def llvm() -> Iterator[Program]:
    """C programs as clang has written them, with the C library of circ."""
    from c_programs import COMPILED, FOLDER, PROGRAMS

    for name, clang in COMPILED.items():
        c, path = PROGRAMS[name], FOLDER / "ll" / f"{name}{clang}.ll"

        def cost(opt: int, disabled: Disabled, c=c, path=path) -> Cost:
            result = circ.run(
                path,
                opt=opt,
                disable=disabled,
                argv=c.arguments,
                stdin=c.stdin,
                max_operations=LIMIT,
                timed=True,
            )
            assert result.status == c.status
            return _cost_of(result)

        yield Program("llvm", path.stem, cost)


def csmith() -> Iterator[Program]:
    """The shortest of csmith's programs, as clang -O0 and -O2 have written them."""
    from csmith import ENTRY, OPT_LEVELS
    from test_csmith import PROGRAMS, SHORT

    for each in PROGRAMS[:SHORT]:
        for c_opt in OPT_LEVELS:

            def cost(opt: int, disabled: Disabled, each=each, c_opt=c_opt) -> Cost:
                with TemporaryDirectory() as folder:
                    result = circ.run(
                        each.assembly(c_opt, Path(folder)),
                        entry=ENTRY,
                        opt=opt,
                        disable=disabled,
                        max_operations=LIMIT,
                        timed=True,
                    )
                assert result.results[0] % 2**32 == each.expected
                return _cost_of(result)

            yield Program("csmith", f"{each.seed}.O{c_opt}", cost)


GROUPS = {
    each.__name__: each
    for each in (kernels, strength, placement, examples, programs, llvm, csmith)
}

# region Report


def measured(
    program: Program, disabled: Disabled, opts: Iterable[int] = OPTS
) -> dict[int, Cost] | None:
    """The costs by level; None, with a message, where the program does not run."""
    found: dict[int, Cost] = {}
    for opt in opts:
        try:
            with paused_collector():
                found[opt] = program.cost(opt, disabled if opt > 1 else ())
        except (AssertionError, Diagnostic) as error:
            print(f"{program.group} {program.name}: opt={opt} fails: {error}")
            return None
    return found


@dataclass(frozen=True)
class Rule:
    """A level may not cost more than a lower one."""

    lower: int
    level: int
    field: Literal["instructions", "cycles"]
    but_for: int = 0
    """What it may cost more."""

    def broken(self, costs: Mapping[int, Cost]) -> str | None:
        """How the costs break the rule; None if they do not."""
        least: int = getattr(costs[self.lower], self.field)
        found: int = getattr(costs[self.level], self.field)
        if found <= least + self.but_for:
            return None
        return f"opt={self.lower} to {self.level}: {self.field} {least:,} to {found:,}"

    def blamed(
        self, program: Program, costs: Mapping[int, Cost], disabled: Disabled
    ) -> list[str]:
        """Optimisations without which the higher level keeps the rule."""
        found: list[str] = []
        for name in MORE if self.lower else OPTIMIZATIONS:
            without = measured(program, [*disabled, name], (self.level,))
            if without is not None and self.broken({**costs, **without}) is None:
                found.append(name)
        return found


RULES = (Rule(0, 2, "instructions"), Rule(2, 3, "cycles", MISS))
"""Code of another length lies in other lines of the cache, of which one is cold."""
MORE = [s.name for s in OPTIMIZE_CIRCUIT if s.name and (s.more or s.opt == 3)]
"""What differs between opt=2 and opt=3."""


def mean(
    costs: Sequence[dict[int, Cost]],
    opts: tuple[int, int],
    field: Literal["instructions", "cycles"],
) -> float:
    """The geometric mean of what the first level needs, over the second."""
    logarithms = 0.0
    for each in costs:
        one, other = (getattr(each[opt], field) for opt in opts)
        logarithms += math.log(one / other)
    return math.exp(logarithms / len(costs))


MEANS = [(opt, 0) for opt in OPTS[1:]] + [(3, 2)]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    names = f"of {', '.join(GROUPS)}; all where none is given"
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=names)
    parser.add_argument("--name", default="", help="only names that contain this")
    parser.add_argument("--disable", action="append", default=[], metavar="NAME")
    parser.add_argument("--all", action="store_true", help="print each program")
    parser.add_argument("--blame", action="store_true", help="say what breaks a rule")
    options = parser.parse_args()
    if unknown := {*options.groups} - {*GROUPS}:
        parser.error(f"there is no group {unknown.pop()}")
    by_group: defaultdict[str, list[dict[int, Cost]]] = defaultdict(list)
    for group in options.groups or GROUPS:
        for program in GROUPS[group]():
            if options.name not in program.name:
                continue
            costs = measured(program, options.disable)
            if costs is None:
                continue
            by_group[group].append(costs)
            title = f"{group} {program.name}"
            if options.all:
                fields = (f"{c.instructions}/{c.cycles}" for c in costs.values())
                print(f"{title}: {' '.join(fields)}", flush=True)
            for rule in RULES:
                if (line := rule.broken(costs)) is None:
                    continue
                if options.blame:
                    names = rule.blamed(program, costs, options.disable)
                    line += f"; not without {' or '.join(names) or 'any one'}"
                print(f"! {title}: {line}", flush=True)
    headings = [f"opt={o} to {p}: instructions | cycles" for o, p in MEANS]
    print(f"\n| group | programs | {' | '.join(headings)} |")
    print("|---|" + "---:|" * (1 + 2 * len(MEANS)))
    everything = [each for group in by_group.values() for each in group]
    for name, found in [*by_group.items(), ("all", everything)]:
        cells = [name, str(len(found))]
        for opts in MEANS:
            cells += [
                f"{mean(found, opts, 'instructions'):.3f}",
                f"{mean(found, opts, 'cycles'):.3f}",
            ]
        print("| " + " | ".join(cells) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
