"""The notebook of examples: its cells run, and give the outputs that it shows."""

import ast
import contextlib
import io
import json
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples/tour.ipynb"


def outputs_of(source: str, names: dict[str, object]) -> list[dict[str, object]]:
    """What a notebook shows after a cell: what it prints, and its last expression."""
    tree = ast.parse(source)
    last = tree.body[-1]
    printed = io.StringIO()
    value: object = None
    with contextlib.redirect_stdout(printed):
        if isinstance(last, ast.Expr):
            exec(compile(ast.Module(tree.body[:-1], []), "cell", "exec"), names)
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        else:
            exec(compile(tree, "cell", "exec"), names)
    outputs: list[dict[str, object]] = []
    if text := printed.getvalue():
        lines = text.splitlines(True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(True)}
        if (html := getattr(value, "_repr_html_", None)) is not None:
            data["text/html"] = html().splitlines(True)
        result = {"data": data, "execution_count": None, "metadata": {}}
        outputs.append(result | {"output_type": "execute_result"})
    return outputs


def test_golden_outputs_of_the_tour(pytestconfig: pytest.Config):
    notebook = json.loads(NOTEBOOK.read_text())
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            outputs = outputs_of("".join(cell["source"]), names)
            if pytestconfig.getoption("--regenerate"):
                cell["outputs"] = outputs
            assert cell["outputs"] == outputs, cell["id"]
    if pytestconfig.getoption("--regenerate"):
        text = json.dumps(notebook, indent=1, ensure_ascii=False)
        NOTEBOOK.write_text(text + "\n")
