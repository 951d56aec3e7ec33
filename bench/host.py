"""
Code of the level `host` beside clang's: run time of the kernels of `vendor_baseline`.

Both are called from the same loop in C, on the same arrays. clang is that of the extra
`c`, at -O2 for the processors that it compiles for by default; a third column is -O2
-march=native. Run `python bench/host.py` for the table, `python bench/host.py script`
for the time that one line of JavaScript takes, with an empty cache and after that.
"""

import ctypes
import math
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from vendor_baseline import DATA, KERNELS, Kernel
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.module_functions import definitions
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.host.arena import Arena
from circ.targets.execute.host.compiler import Compiled
from circ.targets.execute.host.interpreter import Program
from circ.targets.execute.marshal import Argument, Array, Scalar, place
from circ.tools.formats import read_module
from circ.transforms.pipelines import compile

REPEAT = "void repeat(long n, void (*body)(void *), void *values)"
DRIVER = REPEAT + " { for (long i = 0; i < n; i++) body(values); }\n"
BATCH = 2e-3
"""Seconds that one measurement takes at least."""
BATCHES = 40


def clang_library(kernel: Kernel, folder: Path, flags: list[str]) -> ctypes.CDLL:
    """The kernel as clang compiles it, called with its arguments in memory."""
    source = (DATA / "baseline_c" / f"{kernel.name}.c").read_text()
    head = source[: source.index("{")]
    result, _, rest = head.partition("kernel(")
    parameters = [part.strip() for part in rest.rstrip(")").split(",")]
    given: list[str] = []
    place = 0
    for parameter in parameters:
        type = parameter if "*" in parameter else parameter.rpartition(" ")[0]
        if "*" in parameter:
            type = parameter[: parameter.index("*") + 1]
        given.append(f"*({type}*)((char*)v+{8 * place})")
        place += 1
    call = f"kernel({','.join(given)})"
    if result.strip() != "void":
        call = f"*({result}*)((char*)v+{8 * place})={call}"
    text = source.replace(head, f"__attribute__((noinline)) {head}", 1)
    text += f"\nvoid body(void*v){{{call};}}\n{DRIVER}"
    path = folder / f"{kernel.name}.c"
    path.write_text(text)
    output = path.with_suffix(f".{abs(hash(tuple(flags)))}.so")
    command = [sys.executable, "-m", "ziglang", "cc", "-target", "x86_64-linux-gnu"]
    command += ["-O2", "-fno-sanitize=all", "-shared", "-fPIC", *flags]
    subprocess.run([*command, str(path), "-o", str(output)], check=True)
    return ctypes.CDLL(str(output))


@dataclass(frozen=True)
class Times:
    """Seconds of one call of a kernel, and of its translation."""

    host: float
    clang: float
    native: float
    """clang with the processor's own instructions."""
    translation: float
    llvm: float
    """llvmlite's part: parsing, optimisation and machine code."""


def arguments_of(kernel: Kernel, module: ModuleOp) -> list[Argument]:
    _, function = next(iter(definitions(module).items()))
    values = kernel.inputs(np.random.default_rng(1))
    arguments: list[Argument] = []
    for value, type in zip(values, signature_of(function).inputs):
        if (array := array_type(type)) is not None:
            arguments.append(Array(array, kernel.name, value))
        elif isinstance(value, float):
            arguments.append(Scalar(type, int(np.float32(value).view(np.uint32))))
        else:
            arguments.append(Scalar(type, value))
    return arguments


def measure(kernel: Kernel, opt: int = 2) -> Times:
    module = read_module(str(kernel.path))
    entry, _ = next(iter(definitions(module).items()))
    lowered = compile(module, "host", opt)
    memory = Arena()
    program = Program(lowered, memory, {}, None)
    func = program.definitions[entry]
    start = time.perf_counter()
    text, (size,) = program.text_of([func])
    middle = time.perf_counter()
    code = Compiled(text)
    end = time.perf_counter()
    arguments = arguments_of(kernel, module)
    placed = place(arguments, memory)
    own = (ctypes.c_uint64 * (size // 8))(*placed)
    addresses = [
        value + memory.mapping.base if isinstance(argument, Array) else value
        for argument, value in zip(arguments, placed)
    ]
    theirs = (ctypes.c_uint64 * (size // 8))(*addresses)
    reset = [
        (memory.mapping.base + value, argument.data.tobytes())
        for argument, value in zip(arguments, placed)
        if isinstance(argument, Array)
    ]
    with tempfile.TemporaryDirectory() as folder:
        library = clang_library(kernel, Path(folder), [])
        native = clang_library(kernel, Path(folder), ["-march=native"])
        repeat = ctypes.cast(library.repeat, ctypes.c_void_p).value
        ways = [
            (code.address("circ.body.0"), own),
            (ctypes.cast(library.body, ctypes.c_void_p).value, theirs),
            (ctypes.cast(native.body, ctypes.c_void_p).value, theirs),
        ]
        call = ctypes.CFUNCTYPE(None, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)(
            repeat
        )
        best = [math.inf] * len(ways)
        counts = [1] * len(ways)
        for batch in range(BATCHES):
            for number, (body, values) in enumerate(ways):
                for address, data in reset:
                    ctypes.memmove(address, data, len(data))
                while True:
                    begun = time.perf_counter()
                    call(counts[number], body, ctypes.addressof(values))
                    taken = time.perf_counter() - begun
                    if batch or taken > BATCH:
                        break
                    counts[number] *= 2
                best[number] = min(best[number], taken / counts[number])
    return Times(*best, middle - start, end - middle)


def script() -> None:
    """Seconds, of processor time too, from the start of circ-run to its end."""
    command = "import sys; from circ.tools.circ_run import main; sys.exit(main())"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "line.js")
        environment = {**os.environ, "CIRC_CACHE_DIR": folder}
        print("| line | cache | seconds | processor |")
        for line, state in (("hi", "empty"), ("hi", "full"), ("you", "full")):
            path.write_text(f'console.log("{line}", {len(line)} + 1)\n')
            before = os.times()
            subprocess.run(
                [sys.executable, "-c", command, str(path), "--level", "host"],
                check=True,
                env=environment,
                stdout=subprocess.DEVNULL,
            )
            after = os.times()
            own = after.children_user + after.children_system
            own -= before.children_user + before.children_system
            taken = after.elapsed - before.elapsed
            print(f"| {line} | {state} | {taken:.1f} | {own:.1f} |")


def main() -> None:
    if sys.argv[1:] == ["script"]:
        return script()
    print(
        "| kernel | host ns | clang -O2 | ratio | native | ratio | translate | llvm |"
    )
    ratios: list[tuple[float, float]] = []
    opt = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    for kernel in KERNELS:
        times = measure(kernel, opt)
        ratio = times.host / times.clang, times.host / times.native
        ratios.append(ratio)
        print(
            f"| {kernel.name} | {times.host * 1e9:.0f} | {times.clang * 1e9:.0f} "
            f"| {ratio[0]:.2f} | {times.native * 1e9:.0f} | {ratio[1]:.2f} "
            f"| {times.translation * 1e3:.1f} ms | {times.llvm * 1e3:.1f} ms |"
        )
    for number in range(2):
        mean = math.prod(r[number] for r in ratios) ** (1 / len(ratios))
        print(f"geometric mean {mean:.2f}, most {max(r[number] for r in ratios):.2f}")


if __name__ == "__main__":
    main()
