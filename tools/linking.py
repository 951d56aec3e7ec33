"""How objects are linked: what circ-translate and circ-cc have in common."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from circ.dialects.common.diagnostics import Diagnostic

if TYPE_CHECKING:
    from circ.targets.naplespu.object.archive import Archive
    from circ.targets.naplespu.object.image import Image
    from circ.targets.naplespu.object.objectfile import ObjectFile


@dataclass(frozen=True)
class LinkSettings:
    """How a program is linked."""

    entry: str | None = None
    """The symbol where it begins."""
    wanted: Sequence[str] = ()
    """Symbols whose definitions are taken from archives though nothing uses them."""
    startup: bool = True
    """Does a program with `main` and without `_start` get start-up code?"""
    strip: bool = False
    """Leave debug information out."""

    @staticmethod
    def of(options: argparse.Namespace) -> "LinkSettings":
        """From the options of `add_link_arguments`."""
        wanted, startup = tuple(options.wanted), not options.no_startup
        return LinkSettings(options.entry, wanted, startup, options.strip)

    @property
    def arguments(self) -> Sequence[str]:
        """The options of `add_link_arguments` that say this."""
        return [
            *(("--entry", self.entry) if self.entry is not None else ()),
            *(word for name in self.wanted for word in ("-u", name)),
            *(() if self.startup else ("--no-startup",)),
            *(("-s",) if self.strip else ()),
        ]

    def link(
        self,
        inputs: "Sequence[ObjectFile | Archive]",
        definitions: Mapping[str, int] | None = None,
    ) -> "Image":
        """Link; `definitions` are symbols that objects need not define."""
        from circ.targets.naplespu.linker.link import link
        from circ.targets.naplespu.object.objectfile import ObjectFile, Symbol

        objects = [*inputs]
        if self.wanted:
            symbols = [Symbol(name, is_global=True) for name in self.wanted]
            objects.append(ObjectFile("-u", [], symbols))
        startup = None if self.startup else False
        image = link(
            objects, entry=self.entry, definitions=definitions, startup=startup
        )
        for name in self.wanted:
            if name not in image.symbols:
                raise Diagnostic(None, f"the symbol '{name}' is not defined")
        return replace(image, debug={}) if self.strip else image


DEFAULT_LINK = LinkSettings()


def add_link_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of linking."""
    add = parser.add_argument
    add("--entry", metavar="NAME", help="link: the symbol where the program begins")
    add(
        *("-u", "--undefined"),
        dest="wanted",
        metavar="NAME",
        action="append",
        default=[],
        help="link: take what defines a symbol from archives, though nothing uses it",
    )
    add("--no-startup", action="store_true", help="link: without start-up code")
    add("-s", "--strip", action="store_true", help="link: without debug information")
