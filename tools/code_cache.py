"""
A cache on disk of what was compiled, by the content of what it was made from.

Each entry is a file whose name is its key, a digest of everything that matters, and
which begins with a digest of what follows: a file that was damaged or cut off is as if
it were not there, and is removed. Entries are written beside their place and renamed,
so that processes that run at once, of several users of a network drive too, see
entries that are complete or none. What was not used for the longest time is removed
when the cache is larger than its limit.
"""

import os
import platform
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import NamedTemporaryFile

from circ.dialects.common.diagnostics import Diagnostic

DIRECTORY, SWITCH, SIZE = "CIRC_CACHE_DIR", "CIRC_CACHE", "CIRC_CACHE_SIZE"
"""Environment variables: where it is, 0 for none, how large it may become."""
DEFAULT_SIZE = 1 << 30
UNITS = {"": 0, "K": 10, "M": 20, "G": 30}
KEPT = 0.8
"""How much of the limit is left in use when entries are removed."""
STALE = 3600.0
"""Seconds after which a file that was never renamed is removed."""

MAGIC = b"circ code 1\n"
TEMPORARY = ".tmp"
TOTAL = "size"
"""The file with the sum of all sizes, which may be off by what others did."""
DIGEST_BYTES = 20


def digest_of(parts: Sequence[bytes]) -> bytes:
    """A digest of several values, each of which may have any length."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.digest()


# region What makes the code


SOURCES = (".py", ".td", ".mlir", ".s", ".json", ".csv", ".tsv", ".bc", ".o", ".a")
"""The files of a package that may change what it computes."""


def _files() -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The files of circ with their names within it, in order."""
    import circ

    work = [(path, "") for path in sorted(circ.__path__)]
    for folder, name in work:
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.is_dir():
                    if entry.name != "__pycache__":
                        work.append((entry.path, f"{name}{entry.name}/"))
                elif entry.name.endswith(SOURCES):
                    yield name + entry.name, entry


@cache
def digest_of_circ() -> str:
    """Which circ this is, by the contents of its files, and what it uses."""
    parts: list[bytes] = []
    for name, entry in _files():
        parts += name.encode(), Path(entry).read_bytes()
    return digest_of([*parts, *_versions()]).hex()


def _versions() -> Iterator[bytes]:
    yield platform.python_version().encode()
    for name in ("circ-compiler", "xdsl", "numpy", "llvmlite", "ziglang"):
        try:
            yield version(name).encode()
        except PackageNotFoundError:
            yield b"none"


# endregion
# region Entries


@dataclass
class Statistics:
    """How many entries were asked for and found since the cache was opened."""

    asked: int = 0
    found: int = 0


class CodeCache:
    """The entries in the folder `code` of a directory."""

    def __init__(self, directory: Path, limit: int = DEFAULT_SIZE):
        self.directory = directory / "code"
        self.limit = limit
        self.statistics = Statistics()
        self._added = 0

    def key(self, *parts: bytes) -> str:
        """The name of what this circ makes of some values."""
        return digest_of([digest_of_circ().encode(), *parts]).hex()

    def _path(self, key: str) -> Path:
        return self.directory / key[:2] / key[2:]

    def get(self, key: str) -> bytes | None:
        """An entry, which is now the last one to be removed; None if there is none."""
        self.statistics.asked += 1
        path = self._path(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        start = len(MAGIC) + DIGEST_BYTES
        content = data[start:]
        if data[:start] != MAGIC + digest_of([content]):
            _remove(path)
            return None
        try:
            os.utime(path)
        except OSError:
            pass  # it is another user's, or was removed just now
        self.statistics.found += 1
        return content

    def put(self, key: str, content: bytes) -> None:
        """Add an entry; where it cannot be written the cache stays as it is."""
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(
                dir=path.parent, suffix=TEMPORARY, delete=False
            ) as file:
                try:
                    file.write(MAGIC + digest_of([content]) + content)
                    file.close()
                    os.replace(file.name, path)
                except BaseException:
                    _remove(Path(file.name))
                    raise
        except OSError:
            return
        self._added += len(MAGIC) + DIGEST_BYTES + len(content)

    def trim(self) -> None:
        """
        Remove what was not used for the longest time, if the cache is too large.

        To be called when entries were added. The files are looked at only if the sum
        that is noted says so.
        """
        if not self._added:
            return
        note = self.directory / TOTAL
        try:
            total = int(note.read_bytes()) + self._added
        except (OSError, ValueError):
            total = None
        self._added = 0
        if total is None or total > self.limit:
            total = self._remove_oldest()
        try:
            beside = note.with_name(f"{TOTAL}{os.getpid()}{TEMPORARY}")
            beside.write_text(str(total))
            os.replace(beside, note)
        except OSError:
            pass

    def _entries(self) -> Iterator[tuple[float, int, str]]:
        """When each entry was used the last time, its size and path."""
        for folder in _scan(self.directory):
            for entry in _scan(folder):
                try:
                    status = entry.stat()
                except OSError:
                    continue
                yield status.st_mtime, status.st_size, entry.path

    def _remove_oldest(self) -> int:
        """Make room if there is too little; the sum of the sizes that are left."""
        entries: list[tuple[float, int, str]] = []
        for used, size, path in self._entries():
            if not path.endswith(TEMPORARY):
                entries.append((used, size, path))
            elif time.time() - used > STALE:
                _remove(Path(path))
        total = sum(size for _, size, _ in entries)
        if total <= self.limit:
            return total
        for _, size, path in sorted(entries):  # the oldest first
            if total <= KEPT * self.limit:
                break
            _remove(Path(path))
            total -= size
        return total

    def clear(self) -> None:
        """Remove all entries."""
        shutil.rmtree(self.directory, ignore_errors=True)

    def description(self) -> str:
        """Where the cache is and how full."""
        sizes = [size for _, size, path in self._entries() if TEMPORARY not in path]
        used, limit = sum(sizes) / (1 << 20), self.limit / (1 << 20)
        return (
            f"directory: {self.directory}\n"
            f"entries:   {len(sizes):,}\n"
            f"size:      {used:,.1f} MB of {limit:,.1f} MB\n"
        )


def _scan(folder: str | os.PathLike[str]) -> list[os.DirEntry[str]]:
    """What is in a folder; nothing if it is no folder, or was removed just now."""
    try:
        with os.scandir(folder) as entries:
            return [*entries]
    except OSError:
        return []


def _remove(path: Path) -> None:
    try:
        path.unlink()
    except OSError:
        pass


# endregion


def open_cache() -> CodeCache | None:
    """The user's cache, by the environment; None if it is switched off."""
    if os.environ.get(SWITCH) == "0":
        return None
    directory = os.environ.get(DIRECTORY)
    if directory is None:
        home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        directory = os.path.join(home, "circ")
    return CodeCache(Path(directory), _limit(os.environ.get(SIZE)))


def _limit(text: str | None) -> int:
    if text is None:
        return DEFAULT_SIZE
    match = re.fullmatch(r"(\d{1,15})([KMG]?)B?", text.strip(), re.IGNORECASE)
    if match is None:
        message = f"{SIZE} must be a number of bytes, K, M or G, but is '{text}'"
        raise Diagnostic(None, message)
    return int(match[1]) << UNITS[match[2].upper()]
