"""The options of `circ-opt` and `circ-run` that show what passes do."""

import argparse
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import cast

PRINT_IR = {
    "before_all": "before each pass",
    "after_all": "after each pass",
    "after_change": "after each pass, functions that it has changed",
}
"""When functions are printed, by the end of the option's name."""

FLAGS = {
    **{
        f"print_ir_{name}": f"print the IR of each function to stderr {when}"
        for name, when in PRINT_IR.items()
    },
    "time_passes": "print the time of each pass to stderr",
    "time_passes_sorted": "as --time-passes, the longest first",
    "pass_statistics": "print to stderr what each pass has done, in numbers",
    "remarks": "print to stderr what passes optimised and what not, with locations",
    "dump_pass_pipeline": "print the passes that ran to stderr, as -p takes them",
}
"""The options without a value, and their help."""

VALUES = {
    "pass_statistics_output": ("FILE", "write the statistics as one JSON object"),
    "remarks_output": ("FILE", "write the remarks as JSON, one in a line"),
    "remarks_filter": ("REGEX", "only remarks of passes whose name matches"),
}
"""The options with a value: the value's name and their help."""


@dataclass(frozen=True)
class Instrumentation:
    """The options, typed."""

    print_ir_before_all: bool
    print_ir_after_all: bool
    print_ir_after_change: bool
    time_passes: bool
    time_passes_sorted: bool
    pass_statistics: bool
    pass_statistics_output: str | None
    remarks: bool
    remarks_output: str | None
    remarks_filter: str | None
    dump_pass_pipeline: bool
    stop_after: str | None = None

    @staticmethod
    def of(options: argparse.Namespace) -> "Instrumentation":
        """Those of a command line."""
        known = cast("Mapping[str, object]", vars(options))
        names = [each.name for each in fields(Instrumentation) if each.name in known]
        return Instrumentation(**{name: known[name] for name in names})  # pyright: ignore[reportArgumentType]

    @property
    def print_ir(self) -> frozenset[str]:
        """When functions are printed."""
        return frozenset(name for name in PRINT_IR if getattr(self, f"print_ir_{name}"))

    @property
    def is_wanted(self) -> bool:
        return any(vars(self).values())

    @property
    def counts(self) -> bool:
        return self.pass_statistics or self.pass_statistics_output is not None

    @property
    def listens(self) -> bool:
        return self.remarks or self.remarks_output is not None


def add_instrumentation_arguments(
    parser: argparse.ArgumentParser, has_time_passes: bool = False
) -> None:
    """Add the options but `--stop-after`; xDSL's parser has `--time-passes`."""
    for name, help in FLAGS.items():
        if name != "time_passes" or not has_time_passes:
            option = f"--{name.replace('_', '-')}"
            parser.add_argument(option, action="store_true", help=help)
    for name, (metavar, help) in VALUES.items():
        type = regular_expression if metavar == "REGEX" else str
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, metavar=metavar, type=type, help=help)


def regular_expression(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{error}: '{text}'") from None
    return text
