"""
Print how dense the llvlir bytecode is beside LLVM bitcode, WebAssembly and NaplesPU.

`python bench/density.py FILE.c ...`; without files the programs of test/data/c. Each
is compiled at -O2 with the same clang, to LLVM bitcode and WebAssembly by it alone, to
llvlir and NaplesPU by circ-cc, whose own optimisations `--opt N` limits. Compared are
the bytes of each function that all four have: those of LLVM without names and metadata,
those of WebAssembly linked, so that its numbers are short, and those of llvlir without
names, alias classes (metadata in LLVM) and signatures. Last, what the functions take in
rows of profile 2.
"""

import argparse
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import exp, log
from pathlib import Path
from tempfile import TemporaryDirectory

from rivals import bitcode_functions, wasm_functions

from circ.dialects.llvlir.ops import FuncOp
from circ.targets.llvlir.decoder import decode
from circ.targets.llvlir.encoder import encode
from circ.targets.llvlir.light import decode_light
from circ.targets.naplespu.object.elf_reader import read_object

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "support"))

FORMATS = ("LLVM bitcode", "WebAssembly", "NaplesPU")
FEWEST = 8
"""Operations of the smallest functions that count."""


@dataclass(frozen=True)
class Measured:
    """The bytes of one function in each format."""

    file: str
    name: str
    operations: int
    llvlir: int
    aliases: int
    """Bytes of alias classes, which are not in `llvlir`."""
    second: int
    """As `llvlir`, in rows of profile 2."""
    others: tuple[int, int, int]
    """As in FORMATS."""


class CompileError(Exception):
    """A program is not compiled for all formats."""


def run(*command: str) -> str:
    """The output of a command."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CompileError(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout + done.stderr


def measure(path: Path, opt: str, folder: Path) -> list[Measured]:
    """Compile a program four times, and measure what is in all of these."""
    from second_profile import to_second_profile

    stem = str(folder / path.stem)
    level = ("-O2", *(("--opt", opt) if opt else ()))
    plan = run("circ-cc", "-###", "-c", *level, str(path), "-o", f"{stem}.o")
    clang = re.sub(r" -o \S+$", "", plan.splitlines()[0]).split(" ")
    run(*clang, "-o", f"{stem}.bc")
    wasm = [word for word in clang if not word.startswith(("-mfpu", "-mfloat"))]
    wasm = [word for word in wasm if word != "-emit-llvm"]
    wasm = ["--target=wasm32-freestanding" if "--target" in w else w for w in wasm]
    run(*wasm, "-o", f"{stem}.wasm.o")
    run(
        *(sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--export-all"),
        *("--allow-undefined", "--compress-relocations", "--strip-debug"),
        *(f"{stem}.wasm.o", "-o", f"{stem}.wasm"),
    )
    run(
        "circ-cc",
        *level,
        "-nostdlib",
        str(path),
        "--emit",
        "llvlir",
        "-o",
        f"{stem}.llvb",
    )
    run("circ-cc", "-c", *level, str(path), "-o", f"{stem}.o")
    data = Path(f"{stem}.llvb").read_bytes()
    module = decode(data)
    counts = {
        func.sym_name.data: sum(1 for block in func.body.blocks for _ in block.ops)
        for func in module.ops
        if isinstance(func, FuncOp)
    }
    data = encode(module, names=False)
    second = encode(to_second_profile(module), names=False)
    llvm = bitcode_functions(Path(f"{stem}.bc").read_bytes())
    wasm_sizes = wasm_functions(Path(f"{stem}.wasm").read_bytes())
    if "__original_main" in wasm_sizes:
        wasm_sizes["main"] = wasm_sizes["__original_main"]
    machine = {
        symbol.name: symbol.size
        for symbol in read_object(Path(f"{stem}.o").read_bytes(), f"{stem}.o").symbols
    }
    found: list[Measured] = []
    for light, other in zip(decode_light(data), decode_light(second), strict=True):
        name = light.name
        if counts[name] >= FEWEST and name in llvm and name in wasm_sizes:
            others = llvm[name], wasm_sizes[name], machine[name]
            found.append(
                Measured(
                    *(path.stem, name, counts[name], light.body),
                    *(light.sizes["aliases"], other.body, others),
                )
            )
    return found


def measured(path: Path, opt: str, folder: Path) -> list[Measured]:
    """What `measure` gives; a program that a format does not have is left out."""
    try:
        return measure(path, opt, folder)
    except CompileError as error:
        print(f"{path.name} is left out: {str(error).splitlines()[-1]}")
        return []


def mean(numbers: list[float]) -> float:
    """The geometric mean."""
    return exp(sum(map(log, numbers)) / len(numbers))


def main() -> None:
    """Measure, and print a row a function and the means."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--opt", default="", help="circ's part of -O2; default all")
    parser.add_argument("-j", type=int, default=1, help="programs at a time")
    options = parser.parse_args()
    files: list[Path] = options.files or sorted(
        (ROOT / "test" / "data" / "c").glob("*.c")
    )
    functions: list[Measured] = []
    with TemporaryDirectory() as folder, ThreadPoolExecutor(options.j) as pool:
        for found in pool.map(
            partial(measured, opt=options.opt, folder=Path(folder)), files
        ):
            functions += found
    print(f"{'function':36}{'ops':>6}{'llvlir':>8}{'aliases':>8}", end="")
    print("".join(f"{name:>14}" for name in FORMATS))
    for each in functions:
        print(f"{each.file + ':' + each.name:36}{each.operations:6}", end="")
        print(f"{each.llvlir:8}{each.aliases:8}", end="")
        print("".join(f"{size:14}" for size in each.others))
    print(f"\n{len(functions)} functions; geometric means of llvlir's bytes to")
    for index, name in enumerate(FORMATS):
        print(
            f"  {name:14}{mean([f.llvlir / f.others[index] for f in functions]):6.3f}"
        )
    smallest = mean([f.llvlir / min(f.others) for f in functions])
    print(f"  the smallest  {smallest:6.3f} of each function")
    with_aliases = [(f.llvlir + f.aliases) / min(f.others) for f in functions]
    print(f"  the smallest  {mean(with_aliases):6.3f} with alias classes")
    second = mean([f.second / f.llvlir for f in functions])
    print(f"  in profile 2  {second:6.3f} times those in profile 1")
    operations = sum(f.operations for f in functions)
    size = sum(f.llvlir for f in functions)
    print(f"{size / operations:.2f} bytes an operation of {operations}")


if __name__ == "__main__":
    main()
