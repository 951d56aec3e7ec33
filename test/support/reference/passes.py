"""The page of passes, which `--help-pass` prints too."""

from collections.abc import Iterator
from itertools import pairwise

from circ.tools.pass_information import description
from circ.tools.universe import REPLACED_PASSES
from circ.transforms.naplespu.passes import OPTIMIZATIONS
from circ.transforms.passes import PASSES, pass_class
from circ.transforms.pipelines import LEVELS, passes
from reference.markdown import link, linked, option_table, page, table

GROUPS = {
    "lower-": "Pipelines",
    "convert-": "Conversions",
    "circuit-": "Circuits",
    "llvlir-": "llvlir",
    "gen-": "gen",
    "naplespu-": "NaplesPU",
    "": "Others",
}
"""Headings by how the names of passes begin; the first that fits."""

INTRODUCTION = """\
The passes that circ adds to xDSL's, by the level of the programs that they take.
`circ-opt -p NAME{OPTION=VALUE},…` runs them, `circ-opt --help-pass NAME` prints
what is here, and `circ-opt --list-passes` lists xDSL's and plug-ins' passes too. A
list is written with commas: `disable=spill-weights,schedule`."""


def passes_page() -> str:
    groups: dict[str, list[str]] = {title: [] for title in GROUPS.values()}
    for name in (*PASSES, *REPLACED_PASSES):
        prefix = next(prefix for prefix in GROUPS if name.startswith(prefix))
        groups[GROUPS[prefix]].append(name)
    parts = [INTRODUCTION]
    for title, names in groups.items():
        if names:
            links = ", ".join(link(name) for name in names)
            parts.append(f"- {link(title)}: {links}")
    parts = [parts[0], "\n".join(parts[1:])]
    for title, names in groups.items():
        parts.append(f"## {title}")
        if title == GROUPS["lower-"]:
            parts += pipelines()
        for name in names:
            parts += [f"### {name}", *_pass(name)]
    return page("Passes", *parts)


def _pass(name: str) -> Iterator[str]:
    if name in REPLACED_PASSES:  # the options are xDSL's
        yield linked(description(REPLACED_PASSES[name]()))
        return
    cls = pass_class(name)
    yield linked(description(cls))
    yield option_table(cls)


def pipelines() -> Iterator[str]:
    """What reaches each level below the source, and what can be turned off there."""
    yield (
        "The pipelines `lower-to-…` start at the level of the module and verify what "
        "each conversion makes. With `opt=2`, the default, these passes run:"
    )
    rows = [
        (above, below, f"`{','.join(str(p.pipeline_pass_spec()) for p in steps)}`")
        for above, below in pairwise(LEVELS)
        if (steps := passes(above, below))
    ]
    yield table(("from", "to", "passes"), rows)
    yield (
        "`disable` leaves out optimisations, to find the one at fault; "
        "`opt=0` has none of them. Their names:"
    )
    yield table(
        ("name", "what it does"),
        [(f"`{name}`", text) for name, text in OPTIMIZATIONS.items()],
    )
