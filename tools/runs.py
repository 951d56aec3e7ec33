"""How a program is compiled and run: what circ-run and `import circ` have in common."""

from collections import defaultdict
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.programs import MAIN, PROGRAM
from circ.targets.execute.environment import HEAP_SIZE, Environment
from circ.targets.machines import HOST, code_level
from circ.targets.naplespu.description.memory_map import THREADS
from circ.tools.command import unknown
from circ.tools.programs import ONE_THREAD

if TYPE_CHECKING:
    from xdsl.dialects.builtin import FunctionType, ModuleOp
    from xdsl.ir import Attribute, Operation

    from circ.targets.execute.marshal import Argument
    from circ.transforms.compare_levels import Run

DEFAULT_LEVEL = "naplespu"
DEFAULT_LIMITS: Mapping[str, int] = defaultdict(
    lambda: 1_000_000_000,
    dict.fromkeys(("source", "circuit", "llvlir", "gen"), 100_000_000),
)
"""Operations by level: about a minute's execution without a compiled engine."""

Engine: TypeAlias = Literal["auto", "reference", "blocks", "native"]
Floats: TypeAlias = Literal["ieee", "rtl"]

NO_LIMIT = 1 << 62
"""A limit that nothing reaches."""

LANES = (1, 8, 16)

ENGINES = ("reference", "blocks", "native")


@dataclass(frozen=True, kw_only=True)
class CompileOptions:
    """How a program is compiled."""

    opt: int = 2
    lanes: int = 1
    """How many lanes execute a kernel: 1, 8 or 16."""
    cpu: str | None = None
    features: Sequence[str] = ()
    disable: Collection[str] = ()

    def check(self) -> None:
        """Diagnose what there is not."""
        from circ.transforms.pipelines import check_opt

        check_opt(self.opt)
        if self.lanes not in LANES:
            raise Diagnostic(None, f"lanes must be 1, 8 or 16, but is {self.lanes}")
        if self.disable:
            from circ.transforms.naplespu.passes import disabled

            disabled(self.opt, self.disable)  # a wrong name at any level

    @property
    def states_machine(self) -> bool:
        """Does a module state something by them?"""
        return self.cpu is not None or bool(self.features)

    def set_machine(self, module: "ModuleOp") -> None:
        """State in a module what it is compiled for."""
        if self.cpu is not None or self.features:
            from circ.targets.naplespu.description.subtarget import set_subtarget

            set_subtarget(module, self.cpu, self.features)

    def lower(self, module: "ModuleOp", level: str) -> "ModuleOp":
        from circ.transforms.pipelines import compile

        return compile(module, level, self.opt, disable=self.disable, lanes=self.lanes)


@dataclass(frozen=True, kw_only=True)
class RunOptions(CompileOptions):
    """How a program is compiled and run; names of options are those of Python."""

    level: str = DEFAULT_LEVEL
    compare_levels: bool = False
    """Does it run at every level?"""
    threads: int = 1
    engine: Engine = "auto"
    fp: Floats = "ieee"
    max_operations: int | None = None
    trace: Callable[[str], None] | None = None
    program: bool = False
    """Is the module a program, also where it does not say so?"""
    heap_size: int = HEAP_SIZE
    timed: bool = False
    """Does it count the cycles of the machine?"""

    PREFIX = ""
    """What the names of options begin with in messages."""

    @property
    def limits(self) -> Mapping[str, int]:
        """How many operations may be executed, by level: a machine's is one, too."""
        limit = self.max_operations
        return DEFAULT_LIMITS if limit is None else defaultdict(lambda: limit)

    def limit_at(self, level: str) -> int | None:
        """The limit at a level; on the host nothing is counted without one."""
        if level != HOST:
            return self.limits[level]
        if self.max_operations is None:
            return NO_LIMIT if self.timed else None
        return None if self.max_operations == NO_LIMIT else self.max_operations

    @property
    def is_for_host(self) -> bool:
        """Does it run at level host only, without counting?"""
        return (
            self.level == HOST
            and not self.compare_levels
            and self.limit_at(HOST) is None
        )

    @property
    def is_default_run(self) -> bool:
        """Does machine code with IEEE floats run, and nothing else?"""
        return (
            self.level == DEFAULT_LEVEL
            and not self.compare_levels
            and self.fp == "ieee"
        )

    def check(self) -> None:
        super().check()
        if not 1 <= self.threads <= THREADS:
            self.fail(f"threads must be 1 to {THREADS}, but is {self.threads}")
        if self.engine not in ("auto", *ENGINES):
            known = "'auto', 'reference', 'blocks' or 'native'"
            self.fail(f"engine must be {known}, but is {self.engine!r}")
        if self.fp not in ("ieee", "rtl"):
            self.fail(f"fp must be 'ieee' or 'rtl', but is {self.fp!r}")
        if self.max_operations is not None and self.max_operations < 0:
            self.fail(f"max_operations is negative: {self.max_operations}")
        if self.heap_size < 0:
            self.fail(f"heap_size is negative: {self.heap_size}")
        if not (self.compare_levels or self.level == DEFAULT_LEVEL):
            if self.engine != "auto":
                self.fail(f"engine is for level {DEFAULT_LEVEL}")
            if self.fp == "rtl":
                message = f"fp rtl is for level {DEFAULT_LEVEL}"
                self.fail(f"{message}: others have IEEE floats")

    @property
    def states_machine(self) -> bool:
        return super().states_machine or self.fp != "ieee"

    def fail(self, message: str) -> None:
        raise Diagnostic(None, self.PREFIX + message)

    def set_machine(self, module: "ModuleOp") -> None:
        """State what a module is compiled for, and whose floats it is run with."""
        super().set_machine(module)
        if self.fp != "ieee":
            from circ.targets.naplespu.description.errata import set_floats

            set_floats(module, self.fp)


@dataclass(frozen=True)
class Call:
    """A function of a module that states its machine, to be run at some levels."""

    module: "ModuleOp"
    entry: str
    signature: "FunctionType"
    location: "Attribute"
    options: RunOptions
    is_program: bool = False

    @staticmethod
    def of(module: "ModuleOp", name: str | None, options: RunOptions) -> "Call":
        """The function that has the name, or the only one; of a program `main`."""
        from circ.dialects.common.kernel import kernel_of
        from circ.dialects.common.module_functions import definitions
        from circ.dialects.common.symbols import is_private, set_public
        from circ.dialects.source.signature import signature_of
        from circ.transforms.common.dead_functions import (
            internalize,
            remove_dead_functions,
        )
        from circ.transforms.pipelines import check_reaches, level_of

        if not options.compare_levels:
            check_reaches(level_of(module), options.level)
        marked = name is None and PROGRAM in module.attributes
        is_program = options.program or marked
        if is_program:
            name = name or MAIN
            if options.threads > 1:
                raise Diagnostic(None, ONE_THREAD)
        entry, function = entry_of(module, name, f"{options.PREFIX}entry")
        if kernel_of(function) is None and any(map(kernel_of, module.ops)):
            # Kernels that nobody starts need not be code that can be run.
            module = module.clone()
            internalize(module, [entry])
            remove_dead_functions(module)
            function = definitions(module)[entry]
        if is_private(function) and level_of(module) != options.level:
            # Inlining would remove it.
            module = module.clone()
            function = definitions(module)[entry]
            set_public(function)
        signature, location = signature_of(function), function.location
        return Call(module, entry, signature, location, options, is_program)

    def run(
        self,
        arguments: "Sequence[Argument]",
        environment: Callable[[], Environment] = Environment,
    ) -> "dict[str, Run]":
        """
        Run on copies of the arguments: at the level, or compare all.

        Each run has an environment of its own.
        """
        from circ.transforms.compare_levels import compare_levels, run_lowered

        how = self.options
        if not how.compare_levels:
            with kept_objects(how.level):
                found = run_lowered(
                    self.module,
                    how.level,
                    self._lowered(),
                    self.entry,
                    self.signature,
                    arguments,
                    how.limit_at(how.level),
                    how.trace,
                    how.threads,
                    how.engine,
                    environment(),
                    how.timed,
                )
            return {how.level: found}
        (runs,) = compare_levels(
            self.module,
            self.entry,
            self.signature,
            [arguments],
            how.opt,
            how.limits,
            how.trace,
            disable=how.disable,
            threads=how.threads,
            engine=how.engine,
            environment=environment,
            timed=how.timed,
            lanes=how.lanes,
            host=how.level == HOST,
        )
        return runs

    def _lowered(self) -> "ModuleOp":
        """The module at the level; the very same if it is for the host already."""
        from circ.transforms.pipelines import level_of

        if self.options.level == HOST and level_of(self.module) == code_level(HOST):
            return self.module
        return self.options.lower(self.module, self.options.level)


@contextmanager
def kept_objects(level: str) -> Generator[None]:
    """Functions that are compiled apart for the host are those in the user's cache."""
    if level != HOST:
        yield
        return
    from circ.targets.execute.host.compiler import STORE
    from circ.tools.code_cache import open_cache

    cache = open_cache()
    with bound(STORE, cache):
        yield
    if cache is not None:
        cache.trim()


def entry_of(
    module: "ModuleOp", name: str | None, option: str
) -> "tuple[str, Operation]":
    """The function to run: the one that `option` names, or the only one."""
    from circ.dialects.common.module_functions import definitions, entries
    from circ.dialects.common.variadic import is_variadic

    functions = entries(module)
    if name is not None:
        defined = definitions(module)
        if name not in defined:
            raise unknown("entry", name, functions)
        if is_variadic(defined[name]):
            message = f"'{name}' takes any number of arguments, which only calls pass"
            raise Diagnostic(defined[name].location, message)
        return name, defined[name]
    if len(functions) == 1:
        return next(iter(functions.items()))
    if not functions:
        raise Diagnostic(None, "the module has no function to run")
    names = ", ".join(sorted(functions))
    raise Diagnostic(None, f"{option} must name one of the functions: {names}")
