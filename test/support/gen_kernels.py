"""Kernels of gen-text whose registers have names, which say their families."""

import re

from circ.dialects.gen.types import SPECIAL_REGISTERS
from circ.targets.gen.reader import read_gen_text
from circ.tools.api import Program, load

FAMILIES = {"b": "bool", "c": "byte", "h": "word", "l": "qword"}
"""By the first letter of a register's name, `_` after it; others have 32 bits."""

_NAME = re.compile(r"%([a-z]\w*)")


def kernel_text(arguments: str, body: str, attribute: str = "", head: str = "") -> str:
    """
    The text of a kernel `k`.

    `arguments` are kinds and names, with commas between them; `attribute` is what its
    attribute has beside them, and `head` is before it.
    """
    pairs = [pair.strip().split(" ") for pair in arguments.split(",")]
    names = list(dict.fromkeys(_NAME.findall(body)))
    special = [name for name in SPECIAL_REGISTERS if name in names]
    own = [name for _, name in pairs]
    own += [name for name in names if name not in (*special, *own)]
    numbers = {name: n for n, name in enumerate([*special, *own])}
    lines = [head, ".decl_function k"]
    texts = ", ".join(f'"{kind} {name}"' for kind, name in pairs)
    lines.append(
        f".decl_attribute circ.kernel #circ.kernel<[{texts}], {{{attribute}}}>"
    )
    lines.append(f"## {len(numbers)} registers ##")
    for name in special:
        family = SPECIAL_REGISTERS[name].family.data
        lines.append(f".decl.{family} %{numbers[name]} {name}")
    for name in own:
        letter, underscore, _ = name.partition("_")
        family = FAMILIES.get(letter, "dword") if underscore else "dword"
        lines.append(f".decl.{family} %{numbers[name]}")
    lines.append(f"## {len(pairs)} input registers ##")
    lines += [f"decl_input.{kind} %{numbers[name]} {name}" for kind, name in pairs]
    body = "\n".join(line.strip() for line in body.strip().splitlines())
    body = re.sub(r"\n(?=LABEL)", "\n\n", body)
    body = _NAME.sub(lambda found: f"%{numbers[found[1]]}", body)
    blocks = body.count("LABEL $")
    lines += ["## 0 output registers ##", "## 0 pushed register"]
    lines += [f"## {blocks} blocks ##", body, "", ".end_function"]
    return "\n".join(lines).strip() + "\n"


def kernel(arguments: str, body: str, attribute: str = "", head: str = "") -> Program:
    return load(read_gen_text(kernel_text(arguments, body, attribute, head)))
