"""Environments in which tests install packages without a change to their own."""

import os
import sysconfig
import venv
from importlib.metadata import entry_points
from pathlib import Path

SCRIPT = """\
#!{python}
import sys
from {module} import {function}
sys.exit({call}())
"""


def child_environment(folder: Path) -> dict[str, str]:
    """
    Make a virtual environment in a folder; the variables of a process that uses it.

    It sees what is installed here, and has the same commands. pip installs into it, but
    gets nothing from the network.
    """
    venv.create(folder)
    paths = {"base": str(folder), "platbase": str(folder)}
    site = Path(sysconfig.get_path("purelib", "venv", vars=paths))
    here = sysconfig.get_path("purelib")
    # Its `.pth` files count too, such as that of circ's editable installation.
    (site / "parent.pth").write_text(f"import site; site.addsitedir({here!r})\n")
    commands = folder / "bin"
    for entry in entry_points(group="console_scripts"):
        script = commands / entry.name
        script.write_text(
            SCRIPT.format(
                python=commands / "python",
                module=entry.module,
                function=entry.attr.partition(".")[0],
                call=entry.attr,
            )
        )
        script.chmod(0o755)
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CIRC", "PYTEST"))  # settings of this run of tests
        or name == "CIRC_CACHE_DIR"  # else it would be the user's
    }
    return inherited | {
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "VIRTUAL_ENV": str(folder),
        "COLUMNS": "80",
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it so: no isolation
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
