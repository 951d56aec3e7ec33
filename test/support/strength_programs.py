"""Programs of one optimisation each, test/data/strength, and their arguments."""

import json
from pathlib import Path

import numpy as np

DATA = Path(__file__).parents[1] / "data" / "strength"

ARGUMENTS: dict[str, list[str]] = json.loads((DATA / "args.json").read_text())

ELEMENTS = {"A": "i4", "F": "f4", "L": "i8"}


def arguments_of(name: str) -> list[int | np.ndarray]:
    """The arguments of a program; arrays are made anew."""
    return [
        np.arange(int(text[1:-4]), dtype=ELEMENTS[text[0]])
        if text.endswith(".npy")
        else int(text)
        for text in ARGUMENTS[name]
    ]
