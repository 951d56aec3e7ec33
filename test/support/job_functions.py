"""Functions that tests run in other processes, which import them by name."""

import os
import signal
import time
from pathlib import Path

from circ.dialects.common.diagnostics import Diagnostic, located, warn


def square(number: int) -> int:
    return number * number


def process_of(number: int) -> int:
    time.sleep(0.2)
    return os.getpid()


def refuse_large(number: int) -> int:
    """An error of the user's from 3 on; a warning for 1."""
    if number == 1:
        warn(located("input.c", 1, 1), "one is odd")
    if number >= 3:
        time.sleep(0.3 * (number == 3))  # others fail before
        raise Diagnostic(located("input.c", number, 7), f"{number} is too large")
    return number


def fail(number: int) -> int:
    return 1 // number


class Unpicklable(Exception):
    def __init__(self, one: int, other: int):
        super().__init__("text")


def fail_with_own_class(number: int) -> int:
    raise Unpicklable(1, 2)


def killed_once(path: str) -> int:
    """Kill the own process unless it was done before; a file says so."""
    file = Path(path)
    if file.exists():
        return len(file.read_text())
    if file.name == "harmless":
        return 0
    file.write_text("killed")
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("not reached")


def killed(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def slow(number: int) -> bytes:
    """Takes a while, during which its process may be killed."""
    time.sleep(0.05)
    return bytes([number]) * 1000


def use_cache(task: tuple[str, int]) -> int:
    """Read and write entries whose content follows from the key; how many are wrong."""
    from random import Random

    from circ.tools.code_cache import CodeCache

    directory, seed = task
    random = Random(seed)
    wrong = 0
    for _ in range(20):
        cache = CodeCache(Path(directory), limit=20_000)
        for _ in range(10):
            number = random.randrange(40)
            key = cache.key(bytes([number]))
            found = cache.get(key)
            wrong += found not in (None, bytes([number]) * 1000)
            cache.put(key, bytes([number]) * 1000)
        cache.trim()
    return wrong


def refused_seed(seed: int) -> None:
    assert seed != 30, "refused"


def module_of_functions(count: int) -> str:
    """LLVM IR with functions of some length, each of which calls the next one."""
    functions: list[str] = []
    for number in range(count):
        lines = [f"define i32 @f{number}(i32 %0) {{", "  %2 = add i32 %0, 1"]
        for line in range(3, 40):
            operation = ("xor", "add", "sub")[line % 3]
            lines.append(f"  %{line} = {operation} i32 %{line - 1}, {line + number}")
        last = "%39"
        if number + 1 < count:
            lines.append(f"  %40 = call i32 @f{number + 1}(i32 %39)")
            last = "%40"
        lines += [f"  ret i32 {last}", "}"]
        functions.append("\n".join(lines))
    return "\n".join(functions) + "\n"


def cpu_time(number: int) -> float:
    """CPU seconds of the process so far; waits, so that each gets one of the tasks."""
    time.sleep(0.3)
    return time.process_time()
