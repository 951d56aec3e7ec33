"""
Mutants of the core: change one place, run the tests that cover it, and see them fail.

    python bench/mutants.py [--count 60] [--seed 1] [--only PATTERN] [--jobs 2]

Works on copies of the tree, one a job, and prints each mutant with its place. What
`equivalent_mutants.txt` lists is not counted. Exits with 1 if fewer than 90 % are
killed.
"""

import argparse
import ast
import marshal
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import accumulate
from pathlib import Path
from queue import Queue
from random import Random
from typing import NamedTuple

FLOORS = ("dialects", "targets", "transforms", "tools")
ROOT = Path(__file__).resolve().parent.parent
CORE = (
    "dialects/common/*.py",
    "dialects/*/semantics.py",
    "dialects/*/rules.py",
    "dialects/circuit/*.py",
    "transforms/**/*.py",
    "targets/execute/**/*.py",
    "targets/llvlir/*.py",
    "targets/naplespu/*.py",
    "targets/naplespu/[!g]*/*.py",
    "targets/tablegen/analysis/*.py",
    "targets/tablegen/backends/*.py",
)
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.txt")
IGNORED = (".venv", ".git", "__pycache__", ".*_cache", ".hypothesis")
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}  # fmt: skip


class Mutant(NamedTuple):
    path: str
    line: int
    old: str
    new: str
    source: bytes

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.old} -> {self.new}"


def changes(node: ast.AST) -> Iterator[str]:
    """What may stand in a node's place."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPS:
            yield ast.unparse(
                ast.Compare(node.left, [SWAPS[type(op)]()], node.comparators)
            )
        case ast.BoolOp():
            for value in node.values:  # one condition dropped
                rest = [other for other in node.values if other is not value]
                yield ast.unparse(
                    rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
                )
        case ast.UnaryOp(op=ast.Not()):
            yield ast.unparse(node.operand)
        case ast.BinOp() if type(node.op) in SWAPS:
            if not isinstance(
                node.right, ast.Constant | ast.Name | ast.Attribute | ast.Call
            ):
                return  # a union of types is seldom one of these
            yield ast.unparse(ast.BinOp(node.left, SWAPS[type(node.op)](), node.right))
            if isinstance(node.op, ast.Sub | ast.LShift | ast.RShift | ast.FloorDiv):
                yield ast.unparse(ast.BinOp(node.right, node.op, node.left))
        case ast.Constant(value=int()) if not isinstance(node.value, bool):
            yield str(node.value + 1)
        case ast.Constant(value=bool()):
            yield str(not node.value)
        case ast.If(body=[ast.Return() | ast.Continue()], orelse=[]):
            yield f"if {ast.unparse(node.test)}: pass"  # an early exit removed
        case ast.IfExp():
            yield ast.unparse(ast.IfExp(node.test, node.orelse, node.body))
        case _:
            return


def places(node: ast.AST, inside: bool = False) -> Iterator[ast.AST]:
    """Expressions and statements of functions; no types, messages or assertions."""
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "bases"):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.Assert | ast.Raise | ast.JoinedStr | ast.pattern):
                continue
            if isinstance(child, ast.AST):
                here = inside or isinstance(child, ast.FunctionDef)
                if here and hasattr(child, "lineno"):
                    yield child
                yield from places(child, here)


def mutants(path: str) -> list[Mutant]:
    """All of a module; some may be the same program."""
    data = (ROOT / path).read_bytes()
    starts = [0, *accumulate(len(line) for line in data.splitlines(keepends=True))]
    found: list[Mutant] = []
    for node in places(ast.parse(data)):
        if not isinstance(node, ast.expr | ast.stmt) or node.end_lineno is None:
            continue
        first = starts[node.lineno - 1] + node.col_offset
        last = starts[node.end_lineno - 1] + (node.end_col_offset or 0)
        old = re.sub(r"\s+", " ", data[first:last].decode())
        for new in changes(node):
            inserted = f"({new})" if isinstance(node, ast.expr) else new
            source = data[:first] + inserted.encode() + data[last:]
            found.append(Mutant(path, node.lineno, old, new, source))
    return found


def sample(seed: int, count: int, only: str) -> Iterator[Mutant]:
    """Mutants that are other programs and not known to be equivalent, all different."""
    listed = {line.rsplit(" # ", 1)[0] for line in EQUIVALENT.read_text().splitlines()}
    found = {str(path.relative_to(ROOT)) for glob in CORE for path in ROOT.glob(glob)}
    modules = sorted(path for path in found if only in path)
    sizes = [(ROOT / path).stat().st_size for path in modules]
    random, seen = Random(seed), set(listed)
    while count:
        (path,) = random.choices(modules, sizes)
        if not (all_of := mutants(path)):
            continue
        mutant = random.choice(all_of)
        sources = (ROOT / path).read_bytes(), mutant.source
        first, second = (marshal.dumps(compile(s, "", "exec")) for s in sources)
        line = sources[0].splitlines()[mutant.line - 1].decode().strip()
        name = f"{path}: {line}: {mutant.old} -> {mutant.new}"
        if name not in seen and first != second:
            seen.add(name)
            count -= 1
            yield mutant


def imports_of(file: Path) -> set[str]:
    """The modules that a file names, in imports or tables."""
    text = file.read_text()
    found = set(re.findall(r"\bcirc\.([\w.]+)", text))
    for package, names in re.findall(r"from circ\.([\w.]+) import ([^()\n]+)", text):
        found.update(f"{package}.{name}" for name in re.findall(r"\w+", names))
    return found


def passes_of(file: Path) -> set[str]:
    """The passes that a lit test runs, by their modules' names."""
    lines = re.findall(r"// RUN:(.*)", "" if file.suffix == ".py" else file.read_text())
    words = re.findall(r"[\w-]+", "".join(lines))
    return {word.replace("-", "_").removeprefix("convert_") for word in words}


@cache
def users() -> dict[str, set[str]]:
    """By module, those that name it."""
    found: dict[str, set[str]] = {}
    for path in (p for floor in FLOORS for p in (ROOT / floor).rglob("*.py")):
        user = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for module in imports_of(path):
            found.setdefault(module, set()).add(user)
    return found


def tests_of(path: str) -> list[str]:
    """Tests, the nearest first: by name, by the imports in between, by folder."""
    module, test = Path(path), ROOT / "test"
    folder = test / module.parent
    while not folder.is_dir():  # tests of parts of a folder may lie in that itself
        folder = folder.parent
    work = [".".join(module.with_suffix("").parts)]
    depth: dict[str, float] = dict.fromkeys(work, 1)
    for name in work:  # grows
        for user in users().get(name, set()) - depth.keys():
            depth[user] = depth[name] + 1
            work.append(user)
    stems = {name.rpartition(".")[2]: depth[name] for name in reversed(work)}
    ranks: dict[str, float] = {}
    for file in (p for p in test.rglob("*") if p.suffix in (".py", ".mlir", ".test")):
        place, stem = file.relative_to(test), file.stem.removeprefix("test_")
        if file.parent == test or (file.suffix == ".py" and stem == file.stem):
            continue  # of the whole tree, or no test
        rank = min((depth.get(name, 99) for name in imports_of(file)), default=99)
        rank = min(rank, *(stems.get(name, 99) for name in (stem, *passes_of(file))))
        if folder in file.parents:
            rank = min(rank, 0 if module.stem in stem else 2.5)
        if rank < 99 and not {"data", "programs", "recipes"} & {*place.parts}:
            lit = "" if file.suffix == ".py" else f"test_lit.py::test_lit[{place}]"
            ranks[f"test/{lit or place}"] = rank
    return sorted(ranks, key=lambda name: (ranks[name], name))


PLUGIN = """
import os, signal, time
BUDGET, START = float(os.environ["MUTANT_BUDGET"]), time.monotonic()
def _alarm(*_): raise TimeoutError("a test of a mutant does not end")
signal.signal(signal.SIGALRM, _alarm)
def pytest_runtest_logstart(nodeid, location): signal.alarm(120)
def pytest_runtest_logfinish(nodeid, location): signal.alarm(0)
def pytest_runtest_teardown(item, nextitem):
    if time.monotonic() - START > BUDGET: item.session.shouldstop = "no time left"
"""


def is_killed(mutant: Mutant, tree: Path, tests: list[str], budget: float) -> bool:
    """Do the tests fail with the mutant in the copy of the tree?"""
    paths = os.pathsep.join((str(tree / "src"), str(tree.parent)))
    environment = os.environ | {"PYTHONPATH": paths, "MUTANT_BUDGET": str(budget)}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    flags = ("-q", "-x", "-p", "mutant_plugin", "-p", "no:cacheprovider", "--no-header")
    original = (tree / mutant.path).read_bytes()
    (tree / mutant.path).write_bytes(mutant.source)
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *flags, *tests],
            cwd=tree, env=environment, capture_output=True, timeout=budget + 180,
        )  # fmt: skip
        return run.returncode in (1, 3, 4) or b"error" in run.stdout[-200:].lower()
    except subprocess.TimeoutExpired:
        return True
    finally:
        (tree / mutant.path).write_bytes(original)


def main() -> int:
    parser = argparse.ArgumentParser(description="Count the mutants that tests kill.")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="modules whose path has this")
    parser.add_argument("--budget", type=float, default=180, help="seconds a mutant")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time")
    options = parser.parse_args()
    chosen = list(sample(options.seed, options.count, options.only))
    trees = Queue[Path]()
    with tempfile.TemporaryDirectory() as folder:
        ignore = shutil.ignore_patterns(*IGNORED)
        for job in range(options.jobs):
            tree = Path(folder) / str(job) / "tree"
            shutil.copytree(ROOT, tree, symlinks=True, ignore=ignore)
            (tree.parent / "mutant_plugin.py").write_text(PLUGIN)
            trees.put(tree)

        def run(mutant: Mutant) -> bool:
            tree = trees.get()
            dead = is_killed(mutant, tree, tests_of(mutant.path), options.budget)
            trees.put(tree)
            print(f"{'killed  ' if dead else 'SURVIVED'} {mutant}", flush=True)
            return dead

        with ThreadPoolExecutor(options.jobs) as pool:
            killed = sum(pool.map(run, chosen))
    print(f"{killed} of {len(chosen)} mutants are killed")
    return 1 if killed * 10 < len(chosen) * 9 else 0


if __name__ == "__main__":
    sys.exit(main())
