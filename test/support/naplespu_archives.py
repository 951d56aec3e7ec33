"""Archives as GNU's and BSD's tools write them, with or without a symbol table."""

import struct
from collections.abc import Mapping, Sequence


def archive_of(
    members: Mapping[str, bytes], symbols: Mapping[str, Sequence[str]], flavour: str
) -> bytes:
    """`flavour` is gnu, gnu64, bsd or none; `symbols` are those of each member."""
    long_names, members_data = b"", list[tuple[bytes, bytes]]()
    for name, data in members.items():
        if flavour == "bsd":
            size = -(-len(name) // 4) * 4
            padded = name.encode().ljust(size, b"\0")
            members_data.append((f"#1/{size}".encode(), padded + data))
        elif len(name) > 15:
            members_data.append((b"/%d" % len(long_names), data))
            long_names += name.encode() + b"/\n"
        else:
            members_data.append((f"{name}/".encode(), data))
    extra = [(b"//", long_names)] if long_names else []
    # The table has the same size whatever the offsets are.
    offsets = [0] * len(members)
    for _ in range(2):
        table = _table(list(symbols.values()), offsets, flavour)
        out = b"!<arch>\n"
        for number, (name, data) in enumerate([*table, *extra, *members_data]):
            place = number - len(table) - len(extra)
            if place >= 0:
                offsets[place] = len(out)
            out += name.ljust(16) + b"0".ljust(12) + b"0".ljust(6) * 2
            out += b"644".ljust(8) + str(len(data)).encode().ljust(10) + b"`\n"
            out += data + b"\n" * (len(data) % 2)
    return out


def _table(
    symbols: Sequence[Sequence[str]], offsets: Sequence[int], flavour: str
) -> list[tuple[bytes, bytes]]:
    found = [
        (name, offset)
        for names, offset in zip(symbols, offsets, strict=True)
        for name in names
    ]
    strings = b"".join(name.encode() + b"\0" for name, _ in found)
    if flavour == "none":
        return []
    if flavour == "bsd":
        data, at = struct.pack("<I", 8 * len(found)), 0
        for name, offset in found:
            data += struct.pack("<II", at, offset)
            at += len(name) + 1
        return [(b"__.SYMDEF", data + struct.pack("<I", len(strings)) + strings)]
    width, name = (8, b"/SYM64/") if flavour == "gnu64" else (4, b"/")
    numbers = [len(found), *[offset for _, offset in found]]
    return [(name, b"".join(n.to_bytes(width, "big") for n in numbers) + strings)]
