"""
Evaluated descriptions kept on disk, found again by the contents of all files read.

A request is a main file, include folders, macros and a language version. What it read
is listed in a manifest; if every file listed still has the same contents and is still
the one that `include` finds, the results of then are the results of now. Records come
back one by one, when their fields are asked for, so that a backend pays for what it
reads. Results of another version of this package are never found.
"""

import hashlib
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from circ.targets.tablegen.evaluation import evaluate, search_path
from circ.targets.tablegen.packing import packed, unpacked
from circ.targets.tablegen.python_values import record_keeper
from circ.targets.tablegen.records import RecordKeeper

ENTRY_LIMIT = 64
"""How many files a cache keeps; the ones not used for the longest time go first."""


def default_folder() -> Path:
    """`$XDG_CACHE_HOME/circ/tablegen`, or where that is by default."""
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "circ" / "tablegen"


@dataclass(frozen=True)
class Request:
    """All that decides what an evaluation gives, but for the contents of files."""

    path: str
    include: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    compat: int = 19

    def digest(self) -> str:
        """Equal for equal requests from one folder to one version of circ."""
        parts = (os.getcwd(), self.path, self.include, self.defines, self.compat)
        return _hash(repr((parts, _stamp())).encode())


@dataclass(frozen=True)
class Entry:
    """Where the results of a request are, and the files that it included."""

    key: str
    dependencies: tuple[str, ...] = ()


@cache
def _stamp() -> tuple[object, ...]:
    """What tells one version of the language's implementation from another."""
    folder = Path(__file__).parent
    files = sorted([*folder.glob("*.py"), *folder.glob("language/*.py")])
    states = [path.stat() for path in files]
    return (
        sys.version,
        *((path.name, s.st_size, s.st_mtime_ns) for path, s in zip(files, states)),
    )


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Cache:
    """
    A folder of results.

    It never fails: what cannot be read or is damaged is not there, and what cannot be
    written is not kept.
    """

    def __init__(self, folder: Path | None = None):
        self.folder = folder or default_folder()

    def find(self, request: Request) -> Entry | None:
        """The results of a request, if its files are what they were."""
        manifest = self.get(Entry(request.digest()), "manifest")
        if manifest is None:
            return None
        hashes: list[str] = []
        files: list[str] = []
        for line in manifest.decode("utf-8", "surrogateescape").split("\n"):
            known, _, path = line.partition(" ")
            if _file_hash(path) != known:
                return None
            if path != request.path and not _found(path, request):
                return None
            hashes.append(known)
            files.append(path)
        return Entry(_key(request, hashes), tuple(files[1:]))

    def remember(self, request: Request, dependencies: Sequence[str]) -> Entry | None:
        """Write the manifest of a request; where to put its results."""
        paths = dict.fromkeys((request.path, *dependencies))
        hashes = {path: _file_hash(path) for path in paths}
        if None in hashes.values() or any("\n" in path for path in paths):
            return None
        lines = "\n".join(f"{known} {path}" for path, known in hashes.items())
        manifest = lines.encode("utf-8", "surrogateescape")
        self.put(Entry(request.digest()), "manifest", manifest)
        key = _key(request, [known for known in hashes.values() if known])
        return Entry(key, tuple(dependencies))

    def get(self, entry: Entry, kind: str) -> bytes | None:
        """A result, whole: its digest is checked."""
        path = self.folder / f"{entry.key}.{kind}"
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        digest, data = data[:64], data[64:]
        return data if digest == _hash(data).encode() else None

    def put(self, entry: Entry, kind: str, data: bytes) -> None:
        """Keep a result; a file appears complete or not at all."""
        path = self.folder / f"{entry.key}.{kind}"
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(_hash(data).encode() + data)
            os.replace(temporary, path)
            self._prune()
        except OSError:
            with suppress(OSError):
                temporary.unlink()

    def _prune(self) -> None:
        files = [(path.stat().st_mtime_ns, path) for path in self.folder.iterdir()]
        for _, path in sorted(files)[:-ENTRY_LIMIT]:
            path.unlink(missing_ok=True)


def _key(request: Request, hashes: Sequence[str]) -> str:
    return _hash(" ".join((request.digest(), *hashes)).encode())


def _file_hash(path: str) -> str | None:
    try:
        return _hash(Path(path).read_bytes())
    except OSError:
        return None


def _found(path: str, request: Request) -> bool:
    """
    Is the file still the one that `include` finds first?

    By which of the names that it may have had is not known, so all must lead there.
    """
    names = {path}
    folders = search_path(request.include)
    for folder in folders:
        if path.startswith(f"{folder}{os.sep}"):
            names.add(os.path.relpath(path, folder))
    return all(_first(name, folders) == path for name in names)


def _first(name: str, folders: Iterable[Path]) -> str | None:
    places = (Path(name), *(folder / name for folder in folders))
    return next((str(place) for place in places if place.is_file()), None)


def load_cached(request: Request, cache: Cache) -> RecordKeeper:
    """
    As `load`: the records of a request, evaluated only if the cache has none.

    A description with errors raises the first of them as a Diagnostic.
    """
    entry = cache.find(request)
    data = None if entry is None else cache.get(entry, "records")
    if data is not None:
        return unpacked(data)
    evaluation = evaluate(
        request.path, request.include, request.defines, request.compat
    )
    evaluation.check()
    keeper = record_keeper(evaluation.world)
    if (entry := cache.remember(request, evaluation.dependencies)) is not None:
        cache.put(entry, "records", packed(keeper))
    return keeper
