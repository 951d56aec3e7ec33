"""LLVM's generated assembly printers, read from their text and run."""

import re
from collections.abc import Callable, Sequence
from typing import Any


def printer_of_llvm(text: str) -> dict[str, Any]:
    """Words, texts and statements of `printInstruction`, as JSON."""
    strings = re.search(r"AsmStrs\[\] = \{\n(.*?)\n\};", text, re.DOTALL)
    words: dict[str, int] = {}
    for table, shift in re.findall(r"Bits \|= .*?(OpInfo\d)\[.*?\] << (\d+);", text):
        found = re.search(rf"{table}\[\] = \{{\n(.*?)\n  \}};", text, re.DOTALL)
        assert found
        for word, name in re.findall(r"(\d+)U?,\s*// (\w+)", found[1]):
            words[name] = words.get(name, 0) | int(word) << int(shift)
    mask = re.search(r"AsmStrs\+\(Bits & (\d+)\)", text)
    assert strings and mask
    body = text[text.index("::printInstruction(") :]
    return {
        "strings": {
            offset: _unescaped(line)
            for offset, line in re.findall(r'/\* (\d+) \*/ "(.*)\\0"', strings[1])
        },
        "words": words,
        "mask": int(mask[1]),
        "code": _lines(body[body.index("// Fragment") : body.index("\n}\n")]),
    }


def _unescaped(text: str) -> str:
    return text.replace("\\t", "\t").replace('\\"', '"').replace("\\\\", "\\")


def _lines(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("//")]


def text_of_llvm(
    printer: dict[str, Any],
    name: str,
    print_operand: Callable[[str, int], str],
) -> str | None:
    """
    What is printed for an instruction; None for one without a text.

    `print_operand` gets a method, its modifier in brackets, and an operand's number.
    """
    word = printer["words"][name]
    if not word:
        return None
    offset = (word & printer["mask"]) - 1
    strings = {int(key): text for key, text in printer["strings"].items()}
    start = max(key for key in strings if key <= offset)
    out = strings[start][offset - start :]
    for line in _taken(printer["code"], word):
        if found := re.fullmatch(
            r'(\w+)\(MI, (\d+), (?:STI, )?O(?:, "(\w*)")?\);', line
        ):
            method = found[1] + (f"[{found[3]}]" if found[3] else "")
            out += print_operand(method, int(found[2]))
        elif found := re.fullmatch(r'PrintSpecial\(MI, (?:STI, )?O, "(\w+)"\);', line):
            out += print_operand(f"PrintSpecial[{found[1]}]", -1)
        elif found := re.fullmatch(r"O << (?:\"(.*)\"|'(.*)');", line):
            out += _unescaped(found[1] if found[1] is not None else found[2])
        else:
            raise AssertionError(line)
    return out


def _taken(code: Sequence[str], word: int) -> list[str]:
    """The statements that run for an instruction's word, up to the return."""
    taken: list[str] = []
    chosen = True
    selected: int | None = None
    for line in code:
        if found := re.fullmatch(r"if \(\(Bits >> (\d+)\) & 1\) \{", line):
            chosen = bool(word >> int(found[1]) & 1)
        elif line == "} else {":
            chosen = not chosen
        elif found := re.fullmatch(r"switch \(\(Bits >> (\d+)\) & (\d+)\) \{", line):
            selected = word >> int(found[1]) & int(found[2])
        elif found := re.fullmatch(r"case (\d+):", line):
            chosen = int(found[1]) == selected
        elif line == "}":
            chosen, selected = True, None
        elif line == "return;" and chosen:
            break
        elif chosen and not re.match(r"break;|default:|return;", line):
            taken.append(line)
    return taken
