"""The C library as LLVM bitcode."""

from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.c import library
from circ.tools.libc.compilers import Compilers
from circ.tools.libc.ir_text import cleaned, exported, part, read_text
from circ.tools.libc.members import MUSL, SMALL, SPLIT, WHOLE, ZIG, ZIG_INTRINSICS


@dataclass(frozen=True)
class Member:
    """A member of the library: LLVM IR as text."""

    name: str
    text: str

    @property
    def symbols(self) -> list[str]:
        """What it defines for others."""
        module = read_text(self.text)
        names = [
            entry.name for entry in module.definitions.values() if not entry.is_local
        ]
        return [*names, *module.aliases]


def library_members(
    compilers: Compilers, jobs: int = 2, only: Collection[str] = ()
) -> list[Member]:
    """All members, in the order of the tables, or those of some sources by name."""
    tasks: list[tuple[str, Callable[[], list[Member]]]] = []
    for folder, names in MUSL.items():
        for name in names.split():
            tasks.append((name, partial(_of_musl, compilers, folder, name)))
    tasks += [(name, partial(_whole, compilers, name)) for name in WHOLE]
    tasks += [(name, partial(_split, compilers, name)) for name in SPLIT]
    tasks += [(name, partial(_of_zig, compilers, name)) for name in ZIG]
    with ThreadPoolExecutor(jobs) as pool:
        running = [
            pool.submit(task) for name, task in tasks if not only or name in only
        ]
        return [member for future in running for member in future.result()]


def _of_musl(compilers: Compilers, folder: str, name: str) -> list[Member]:
    optimize = "-Os" if name in SMALL else "-O2"
    text = compilers.c(compilers.musl / folder / f"{name}.c", optimize)
    return [Member(f"{name}.o", cleaned(text, f"musl/{folder}/{name}.c"))]


def _own(compilers: Compilers, name: str) -> str:
    return cleaned(
        compilers.c(library.folder() / "source" / f"{name}.c"), f"libc/{name}.c"
    )


def _whole(compilers: Compilers, name: str) -> list[Member]:
    return [Member(f"{name}.o", _own(compilers, name))]


def _split(compilers: Compilers, name: str) -> list[Member]:
    """A member a function."""
    module = read_text(_own(compilers, name))
    variables = dict[str, str]()
    members: list[Member] = []
    for function in module.public:
        text, used = part(module, function, module.public)
        for variable in used:
            if (other := variables.setdefault(variable, function)) != function:
                message = f"@{variable} is of {other} and {function}, in two members"
                raise Diagnostic(f"{name}.c", message)
        members.append(Member(f"{function}.o", text))
    return members


def _of_zig(compilers: Compilers, file: str) -> list[Member]:
    """A member a function: in the module they are private, with weak names."""
    names = ZIG[file].split()
    members: list[Member] = []
    module = read_text(cleaned(compilers.zig(file), f"{file}.zig"))
    for name in names:
        inner = module.aliases[name]
        text, _ = part(module, inner, ())
        text = exported(text, inner, name)
        for intrinsic, function in ZIG_INTRINSICS.items():
            text = text.replace(f"@{intrinsic}(", f"@{function}(")
        members.append(Member(f"{name}.o", text))
    return members
