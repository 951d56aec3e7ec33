"""
Print how large circ is, against its budget: `make size`.

Hand-written files are the Python files of the four floors that are not generated. A
code line holds at least one token that is neither a comment, a docstring nor an import.
"""

import ast
import io
import tokenize
from pathlib import Path

ROOT = Path(__file__).parent.parent
FLOORS = ("dialects", "targets", "transforms", "tools")
LONGEST_FILE = 600
LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def code_lines(text: str) -> int:
    """Count the lines of a module that hold code."""
    lines = {
        line
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in LAYOUT
        for line in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import() | ast.ImportFrom():
                uncounted = node
            case ast.Expr(value=ast.Constant(value=str())):
                uncounted = node
            case _:
                continue
        lines -= set(range(uncounted.lineno, (uncounted.end_lineno or 0) + 1))
    return len(lines)


def main() -> None:
    """Print a row a floor, the total, and the files that are too long."""
    print(f"{'':12}{'hand-written':>14}{'code':>9}{'generated':>11}")
    totals = [0, 0, 0]
    long_files: list[tuple[int, Path]] = []
    for floor in FLOORS:
        row = [0, 0, 0]
        for path in (ROOT / floor).rglob("*.py"):
            text = path.read_text()
            length = text.count("\n")
            if "generated" in path.parts:
                row[2] += length
                continue
            row[0] += length
            row[1] += code_lines(text)
            if length > LONGEST_FILE:
                long_files.append((length, path.relative_to(ROOT)))
        print(f"{floor:12}{row[0]:>14,}{row[1]:>9,}{row[2]:>11,}")
        totals = [total + count for total, count in zip(totals, row, strict=True)]
    print(f"{'total':12}{totals[0]:>14,}{totals[1]:>9,}{totals[2]:>11,}")
    for length, path in sorted(long_files, reverse=True):
        print(f"{path}: {length} lines, more than {LONGEST_FILE}")


if __name__ == "__main__":
    main()
