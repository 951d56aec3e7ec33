"""
The import package `circ`: `src/circ`, whose folders are links to those of the root.

An editable installation is then one line in a `.pth` file, which type checkers follow
too. The source distribution is the repository: links stay links.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.sdist import sdist

REPOSITORY = "https://github.com/circ-compiler/circ"
SOURCES = Path("src/circ")


def long_description() -> str:
    """The README with links that hold outside the repository too."""
    readme = Path("README.md").read_text(encoding="utf-8")
    return re.sub(r"\]\((?!https?:|#)", f"]({REPOSITORY}/blob/main/", readme)


class SourceDistribution(sdist):
    """Holds the folders at the root, and links to them in the package."""

    def make_release_tree(self, base_dir: str, files: Sequence[str]) -> None:
        links = {link.name for link in SOURCES.iterdir() if link.is_symlink()}
        at_root = {
            str(Path(file).relative_to(SOURCES))
            for file in files
            if Path(file).is_relative_to(SOURCES)
            and Path(file).relative_to(SOURCES).parts[0] in links
        }
        others = {f for f in files if f.removeprefix(f"{SOURCES}/") not in at_root}
        super().make_release_tree(base_dir, sorted(others | at_root))
        for name in sorted(links):
            os.symlink(f"../../{name}", Path(base_dir, SOURCES, name))


setup(
    package_dir={"": "src"},
    packages=find_packages("src"),
    long_description=long_description(),
    long_description_content_type="text/markdown",
    cmdclass={"sdist": SourceDistribution},
)
