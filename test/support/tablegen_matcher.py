"""LLVM's generated assembly matchers, read from their text."""

import re
from typing import Any

_CHARACTERS = {
    "*": "STAR",
    "%": "PCT",
    ":": "COLON",
    "!": "EXCLAIM",
    ".": "DOT",
    "<": "LT",
    ">": "GT",
    "-": "MINUS",
    "#": "HASH",
}


def class_of_token(token: str) -> str:
    """What LLVM calls the class of a literal token."""
    return "MCK_" + "".join(
        each if each.isalnum() else f"_{_CHARACTERS.get(each, ord(each))}_"
        for each in token
    )


def matcher_of_llvm(text: str) -> list[list[dict[str, Any]]]:
    """The entries of each variant's table in order, their conversions resolved."""
    ties = {
        name: [int(number) for number in re.findall(r"\d+", numbers)]
        for name, numbers in re.findall(r"/\* (Tie\w+) \*/ \{(.*?)\}", text)
    }
    conversions = {
        name: _steps(steps, ties)
        for name, steps in re.findall(r"// (Convert_\w+)\n\s*\{ (.*?) \},", text)
    }
    tables: list[list[dict[str, Any]]] = []
    for body in re.findall(r"MatchTable\d\[\] = \{\n(.*?)\n\};", text, re.DOTALL):
        rows = re.findall(r"/\* (\S+) \*/, \w+::(\w+), (\w+), (\w+), \{ (.*?) \}", body)
        tables.append(
            [
                {
                    "mnemonic": mnemonic.lower(),
                    "name": name,
                    "steps": conversions[conversion],
                    "features": features.removeprefix("AMFBS_"),
                    "classes": [each for each in classes.split(", ") if each.strip()],
                }
                for mnemonic, name, conversion, features, classes in rows
            ]
        )
    return tables


def _steps(text: str, ties: dict[str, list[int]]) -> list[list[Any]]:
    """[what, argument]: written operands are counted from 0, without the mnemonic."""
    words = text.split(", ")
    steps: list[list[Any]] = []
    for kind, argument in zip(words[::2], words[1::2]):
        kind = kind.removeprefix("CVT_").removeprefix("95_")
        if kind == "Reg":
            steps.append(["register", int(argument) - 1])
        elif kind == "Tied":
            machine, left, right = ties[argument]
            steps.append(["tied", machine])
            if left != right:
                steps.append(["equal", left - 1, right - 1])
        elif found := re.fullmatch(r"imm_95_(_MINUS_)?(\d+)", kind):
            steps.append(["constant", int(found[2]) * (-1 if found[1] else 1)])
        elif found := re.fullmatch(r"reg(\w+)", kind):
            steps.append(["fixed", found[1]])
        else:
            steps.append([kind, int(argument) - 1])
    return steps
