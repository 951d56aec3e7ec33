"""The cache of compiled code: what is kept, what is dropped, many processes at once."""

import os
from pathlib import Path

import pytest
from job_functions import use_cache

from circ.dialects.common.diagnostics import Diagnostic
from circ.tools import code_cache
from circ.tools.code_cache import CodeCache, digest_of, digest_of_circ, open_cache
from circ.tools.jobs import runner


def files(cache: CodeCache) -> list[Path]:
    return sorted(path for path in cache.directory.glob("??/*"))


def test_entries_are_kept(tmp_path: Path):
    cache = CodeCache(tmp_path)
    keys = [cache.key(b"source", bytes([n])) for n in range(3)]
    assert [cache.get(key) for key in keys] == [None] * 3
    for key, content in zip(keys, (b"", b"code", bytes(100_000)), strict=True):
        cache.put(key, content)
    again = CodeCache(tmp_path)
    assert [again.get(key) for key in keys] == [b"", b"code", bytes(100_000)]
    assert (again.statistics.asked, again.statistics.found) == (3, 3)
    assert "entries:   3\n" in again.description()
    again.clear()
    assert cache.get(keys[1]) is None
    assert [*tmp_path.iterdir()] == []


def test_keys_depend_on_everything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    cache = CodeCache(tmp_path)
    parts = [(b"a", b"bc"), (b"ab", b"c"), (b"abc",), (b"abc", b""), ()]
    assert len({cache.key(*each) for each in parts}) == len(parts)
    before = cache.key(b"abc")
    monkeypatch.setattr(code_cache, "digest_of_circ", lambda: "another circ")
    assert cache.key(b"abc") != before


def test_digests_see_the_files_of_circ(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    import circ

    (tmp_path / "tools").mkdir()
    source = tmp_path / "tools" / "one.py"
    source.write_text("first")
    monkeypatch.setattr(circ, "__path__", [str(tmp_path)])

    def digest() -> str:
        digest_of_circ.cache_clear()
        return digest_of_circ()

    first = digest()
    (tmp_path / "tools" / "notes.txt").write_text("no code")
    assert digest() == first
    source.write_text("other")
    assert digest() != first
    monkeypatch.undo()
    digest()


@pytest.mark.parametrize("damage", ("cut", "flip", "empty", "header"))
def test_a_damaged_entry_is_removed(tmp_path: Path, damage: str):
    cache = CodeCache(tmp_path)
    key = cache.key(b"")
    cache.put(key, b"content")
    (file,) = files(cache)
    data = file.read_bytes()
    file.write_bytes(
        {
            "cut": data[:-1],
            "flip": data[:-1] + b"T",
            "empty": b"",
            "header": b"x" + data[1:],
        }[damage]
    )
    assert cache.get(key) is None
    assert files(cache) == []
    cache.put(key, b"content")
    assert cache.get(key) == b"content"


def test_what_was_not_used_is_removed(tmp_path: Path):
    cache = CodeCache(tmp_path, limit=10_000)
    keys = [cache.key(bytes([n])) for n in range(12)]
    for age, key in enumerate(keys[:9]):
        cache.put(key, bytes(1000))
        path = cache.directory / key[:2] / key[2:]
        os.utime(path, (age, age))
    cache.trim()
    assert len(files(cache)) == 9
    assert cache.get(keys[0]) is not None  # used just now
    for key in keys[9:]:
        cache.put(key, bytes(1000))
    stale = cache.directory / keys[0][:2] / f"unfinished{code_cache.TEMPORARY}"
    stale.touch()
    os.utime(stale, (1, 1))
    cache.trim()
    kept = [key for key in keys if cache.get(key) is not None]
    assert kept == [keys[0], *keys[6:]]
    assert not stale.exists()


def test_a_cache_that_cannot_be_written_is_none(tmp_path: Path):
    (tmp_path / "file").touch()
    cache = CodeCache(tmp_path / "file")
    cache.put(cache.key(b""), b"content")
    cache.trim()
    assert cache.get(cache.key(b"")) is None
    assert "entries:   0" in cache.description()


def test_processes_at_once(tmp_path: Path):
    """All read and write the same entries, while the limit removes some."""
    with runner(3) as pool:
        wrong = pool.map(use_cache, [(str(tmp_path), seed) for seed in range(6)])
    assert wrong == [0] * 6
    cache = CodeCache(tmp_path)
    assert all(cache.get("".join(path.parts[-2:])) for path in files(cache))


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for name in ("CIRC_CACHE", "CIRC_CACHE_DIR", "CIRC_CACHE_SIZE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache = open_cache()
    assert cache is not None
    assert cache.directory == tmp_path / "circ" / "code"
    assert cache.limit == 1 << 30
    monkeypatch.setenv("CIRC_CACHE_DIR", str(tmp_path / "own"))
    for text, limit in (("100", 100), ("20K", 20 << 10), ("3MB", 3 << 20)):
        monkeypatch.setenv("CIRC_CACHE_SIZE", text)
        cache = open_cache()
        assert cache is not None
        assert cache.directory == tmp_path / "own" / "code"
        assert cache.limit == limit
    monkeypatch.setenv("CIRC_CACHE_SIZE", "a lot")
    with pytest.raises(Diagnostic, match="must be a number of bytes"):
        open_cache()
    monkeypatch.setenv("CIRC_CACHE", "0")
    assert open_cache() is None


def test_digests_of_values():
    assert digest_of([b"ab", b""]) != digest_of([b"a", b"b"])
