"""
The files of a project that `circ-new-dialect` creates, as templates.

`@NAME@` is the dialect's name. The lines from `@if type` to `@end` are of a project
with a type of its own, those from `@if plain` of one without.
"""

from importlib.resources import files

FILES = {
    ".github/workflows/test.yml": "test.yml",
    ".gitignore": "gitignore",
    "README.md": "README.md",
    "pyproject.toml": "pyproject.toml",
    "src/@NAME@/__init__.py": "init.py",
    "src/@NAME@/canonicalization.py": "canonicalization.py",
    "src/@NAME@/dialect.py": "dialect.py",
    "src/@NAME@/find_rotates.py": "find_rotates.py",
    "src/@NAME@/lowering.py": "lowering.py",
    "src/@NAME@/py.typed": None,
    "test/lit.cfg.py": "lit.cfg.py",
    "test/lit/canonicalize.mlir": "canonicalize.mlir",
    "test/lit/find_rotates.mlir": "find_rotates.mlir",
    "test/lit/invalid.mlir": "invalid.mlir",
    "test/lit/levels.mlir": "levels.mlir",
    "test/lit/lower.mlir": "lower.mlir",
    "test/lit/ops.mlir": "ops.mlir",
    "test/test_levels.py": "test_levels.py",
    "test/test_lit.py": "test_lit.py",
}
"""The template of each file of a project; None for an empty one."""

FILES_OF_A_TYPE = {
    "src/@NAME@/types.py": "types.py",
    "test/lit/fixed.mlir": "fixed.mlir",
}
"""Those that only a project with a type has."""


def project(name: str, with_type: bool) -> dict[str, str]:
    """The text of each file of a project, by its path there."""
    templates = FILES | FILES_OF_A_TYPE if with_type else FILES
    case = "type" if with_type else "plain"
    return {
        path.replace("@NAME@", name): _expanded(template, case).replace("@NAME@", name)
        for path, template in templates.items()
    }


def _expanded(template: str | None, case: str) -> str:
    """A template's text, with the lines that are of one case."""
    if template is None:
        return ""
    text = (files(__name__) / f"{template}.template").read_text(encoding="utf-8")
    kept, wanted = list[str](), True
    for line in text.splitlines(keepends=True):
        if line.startswith("@if "):
            wanted = line.split()[1] == case
        elif line == "@end\n":
            wanted = True
        elif wanted:
            kept.append(line)
    return "".join(kept)
