"""
`circ-opt FILE -p PIPELINE -t TARGET`: run passes over a module and print it.

The driver is xDSL's, with its conventions and options. It differs in diagnostics with
locations, linear verification with a dominance check, output that is only written on
success, and binary targets.
"""

import argparse
import inspect
import re
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from io import BytesIO, StringIO
from itertools import accumulate
from typing import IO, TYPE_CHECKING, TypeVar, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import PassPipeline
from xdsl.printer import Printer
from xdsl.utils.arg_spec import ArgSpecConvertible, parse_spec
from xdsl.utils.exceptions import DiagnosticException, ParseError
from xdsl.utils.target import Target
from xdsl.xdsl_opt_main import xDSLOptMain

from circ.dialects.common.collector import paused_collector
from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import (
    Diagnostic,
    raise_errors,
    unsupported_diagnosed,
)
from circ.tools.command import (
    add_crash_arguments,
    decode,
    source_name,
    unknown,
    version_of,
    write_output,
)
from circ.tools.completion import answer_shell
from circ.tools.expected_diagnostics import (
    INTENDED,
    REMARK,
    differences,
    listening,
)
from circ.tools.formats import FORMATS, by_extension, check_level, read_file
from circ.tools.instrumentation import instrumented
from circ.tools.instrumentation_options import (
    Instrumentation,
    add_instrumentation_arguments,
)
from circ.tools.pass_arguments import configured, parse_passes, specs
from circ.tools.pass_information import pass_help, pass_list, plugins
from circ.tools.reporting import reported
from circ.tools.running import run_command
from circ.tools.universe import REPLACED_PASSES

if TYPE_CHECKING:
    from circ.transforms.circuit.pictures.html import StageRecorder

Configurable = TypeVar("Configurable", bound=ArgSpecConvertible)

SPLIT = b"// -----"
"""The line between the parts of a file under --split-input-file."""


class HeldText(StringIO):
    """A text buffer that can be read after `close`, which the driver always calls."""

    text: str = ""

    def close(self) -> None:
        if not self.closed:
            self.text = self.getvalue()
        super().close()


class CircOptMain(xDSLOptMain):
    """xDSL's driver; see the module's docstring for what differs."""

    version_format = version_of("circ-opt")

    held: HeldText | None
    """The output for `-o`, held back until the run has succeeded."""
    recorder: "StageRecorder | None"
    """What passes have done, if the target shows it."""
    binary: bytearray
    """The output of a binary target."""
    output: IO[str]
    """Where text goes: `held`, or the standard output."""
    errors: list[Diagnostic]
    """Those of all parts of the input."""
    has_annotations: bool
    """Are diagnostics to be compared with those that the input expects?"""
    remarks: re.Pattern[str] | None
    """If there are remarks among them, the passes whose remarks these are."""

    def __init__(self) -> None:
        self.held = None
        self.binary = bytearray()
        self.errors = []
        self.remarks = None
        super().__init__(description="Run passes over a module and print the result")

    def register_all_dialects(self) -> None:
        from circ.targets.mlir.dialects import register_dialects

        register_dialects(self.ctx)

    def register_all_frontends(self) -> None:
        for name, entry in FORMATS.items():
            if entry.read_module is not None:
                reader = partial(self.read, entry.read_module)
                self.available_frontends[name] = reader
                self.available_frontends[entry.extension] = reader
        self.available_frontends["mlir"] = self.read_mlir

    def register_all_passes(self) -> None:
        super().register_all_passes()
        for name, replaced in REPLACED_PASSES.items():
            self.register_pass(name, replaced)

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        super().register_all_arguments(arg_parser)
        arg_parser.prog = "circ-opt"
        arg_parser.add_argument(
            "--verify-each",
            action="store_true",
            help="verify after every pass, not only those to circuits and the last one",
        )
        for name, dest, short in (("from", "frontend", "f"), ("to", "target", "t")):
            arg_parser.add_argument(
                f"--{name}",
                dest=dest,
                metavar="FORMAT",
                choices=self.available_frontends if name == "from" else None,
                default=argparse.SUPPRESS,
                help=f"another name of -{short}: that of the other commands",
            )
        for name, entry in FORMATS.items():
            if target := self.available_targets.get(name):
                self.available_targets.setdefault(entry.extension, target)
        add_instrumentation_arguments(arg_parser, has_time_passes=True)
        arg_parser.add_argument(
            "--stop-after",
            metavar="PASS",
            help="end the pipeline after this pass, inside a composite pass too",
        )
        add_crash_arguments(arg_parser)
        for action in arg_parser._actions:  # pyright: ignore[reportPrivateUsage]
            if action.dest == "verify_diagnostics":
                action.help = (
                    "compare diagnostics with 'expected-error', 'expected-warning' and "
                    "'expected-remark' in the input; without any, print errors to "
                    "stdout and exit with status 0"
                )
        for name, what in (("list-passes", "passes"), ("show-plugins", "plug-ins")):
            help = f"print the {what} there are, and exit"
            arg_parser.add_argument(f"--{name}", action="store_true", help=help)
        arg_parser.add_argument(
            "--help-pass",
            metavar="NAME",
            help="print what a pass does, and its options, and exit",
        )
        answer_shell(arg_parser)
        self.check_target()

    def check_target(self) -> None:
        """Diagnose an unknown target: xDSL calls it a usage error, or crashes."""
        parser = argparse.ArgumentParser(add_help=False)
        parser.add_argument("-t", "--target", "--to", dest="target", default="mlir")
        text = parser.parse_known_args()[0].target
        (spec,) = specs(text, "-t", lambda text: [parse_spec(text)])
        if spec.name not in self.available_targets:
            raise unknown("target", spec.name, self.available_targets)

    def setup_pipeline(self) -> None:
        passes = parse_passes(self.args.passes, self.available_passes)
        self.pipeline = PassPipeline(tuple(passes))
        self.args.target = by_extension(self.args.target)
        self.target = self.chosen_target()

    def chosen_target(self) -> Target | None:
        """The target, or None where it is one of xDSL's older kind, a function."""
        spec = parse_spec(self.args.target)
        entry = self.available_targets[spec.name]
        if inspect.signature(entry).parameters:
            return None
        return configured(cast(Callable[[], type[Target]], entry), spec, "target")

    # Input

    def prepare_input(self) -> tuple[list[tuple[IO[bytes], int]], str]:
        path = self.args.input_file
        name = source_name(path)
        file = read_file(path, self.args.frontend)
        data, extension = file.data, file.format
        if extension not in self.available_frontends:
            known = ", ".join(self.available_frontends)
            message = f"'{name}': {extension} is not read as a module ({known})"
            raise Diagnostic(None, message)
        text = data.decode(errors="replace") if self.args.verify_diagnostics else ""
        self.has_annotations = INTENDED.search(text) is not None
        if REMARK.search(text):
            self.remarks = re.compile(self.args.remarks_filter or "")
        parts = data.split(SPLIT) if self.args.split_input_file else [data]
        lines = accumulate((part.count(b"\n") for part in parts), initial=0)
        # Lines in front keep the places of a part right, whoever reads it.
        return [
            (BytesIO(b"\n" * line + part), 0)
            for part, line in zip(parts, lines, strict=False)
        ], extension

    def parse_chunk(
        self, chunk: IO[bytes], file_extension: str, start_offset: int = 0
    ) -> None:
        """Do all of the work on a part, so that errors do not end that on others."""
        text = chunk.read()
        if not self.has_annotations:
            try:
                self.run_part(text, file_extension)
            except Diagnostic as diagnostic:
                self.errors.append(diagnostic)
            return
        produced: list[Diagnostic] = []
        with listening(produced.append, self.remarks):
            try:
                self.run_part(text, file_extension)
            except Diagnostic as diagnostic:
                produced += diagnostic.each
        name = source_name(self.args.input_file)
        self.errors += differences(text.decode(errors="replace"), name, produced)

    def run_part(self, text: bytes, file_extension: str) -> None:
        """Read a part, run the passes, and write the result."""
        try:
            module = self.available_frontends[file_extension](BytesIO(text))
        except Diagnostic as diagnostic:
            if not (self.args.parsing_diagnostics or self.prints_errors):
                raise
            print(with_xdsl_text(diagnostic, None))
            return
        try:
            self.apply_passes(module)
            self.output.write(self.output_resulting_program(module))
        except Diagnostic as diagnostic:
            if not self.prints_errors:
                raise
            print(with_xdsl_text(diagnostic, module))

    @property
    def prints_errors(self) -> bool:
        """Are errors the output? --verify-diagnostics of xDSL."""
        return self.args.verify_diagnostics and not self.has_annotations

    def read_mlir(self, file: IO[bytes]) -> ModuleOp:
        from circ.targets.mlir.parser import parse_module

        name = source_name(self.args.input_file)
        implicit = not self.args.no_implicit_module
        text = decode(file.read(), name)
        return parse_module(self.ctx, text, name, implicit_module=implicit)

    def read(
        self, reader: Callable[[bytes, str], ModuleOp], file: IO[bytes]
    ) -> ModuleOp:
        return reader(file.read(), source_name(self.args.input_file))

    # Work

    def apply_passes(self, prog: ModuleOp) -> None:
        from circ.dialects.common.verifier import verify_module

        with instrumented(Instrumentation.of(self.args)), self.recorded():
            self.run_pipeline(prog)
        if self.args.stop_after is not None and not self.args.disable_verify:
            verify_module(prog)

    @contextmanager
    def recorded(self) -> Generator[None]:
        """What passes do while a context lasts is recorded if the target shows it."""
        self.recorder = None
        if parse_spec(self.args.target).name != "circuit-html":
            yield
            return
        from circ.transforms.circuit.pictures.html import StageRecorder
        from circ.transforms.pipelines import OBSERVERS

        self.recorder = StageRecorder()
        with bound(OBSERVERS, [*OBSERVERS.get(), self.recorder]):
            yield

    def run_pipeline(self, prog: ModuleOp) -> None:
        from circ.dialects.common.verifier import verify_module
        from circ.transforms.pipelines import VERIFY_EACH, run_passes

        if self.args.verify_each:
            VERIFY_EACH.set(True)
        verify = not self.args.disable_verify
        if verify:
            verify_module(prog)
        steps = self.pipeline.passes
        if self.args.print_between_passes:
            for i, step in enumerate(steps):
                run_passes([step], prog, self.ctx, verify)
                if i + 1 < len(steps):
                    print(f"IR after {step.name}:")
                    self.print(prog)
                    print("\n\n")
        else:
            run_passes(steps, prog, self.ctx, verify)

    def print(self, module: ModuleOp) -> None:
        printer = Printer(
            stream=sys.stdout,
            print_generic_format=self.args.print_op_generic,
            print_properties_as_attributes=self.args.print_no_properties,
            print_debuginfo=self.args.print_debuginfo,
        )
        printer.print_op(module)

    # Output

    def output_resulting_program(self, prog: ModuleOp) -> str:
        from circ.targets.binary_target import BinaryTarget

        target = self.target
        if (name := parse_spec(self.args.target).name) in FORMATS:
            check_level(prog, name)
        with unsupported_diagnosed(f"target '{self.args.target}'"):
            if isinstance(target, BinaryTarget) and not target.hex:
                self.binary += target.emit_bytes(self.ctx, prog)
                return ""
            if self.recorder is not None:
                from circ.transforms.circuit.pictures.html import RECORDED

                with bound(RECORDED, self.recorder):
                    return super().output_resulting_program(prog)
            return super().output_resulting_program(prog)

    def prepare_output(self) -> IO[str]:
        self.output = sys.stdout
        if self.args.output_file not in (None, "-"):
            self.output = self.held = HeldText()
        return self.output

    def information(self) -> Iterator[str] | None:
        """The lines to print instead of running, if an option asks for them."""
        if self.args.list_passes:
            return pass_list(self.available_passes)
        if self.args.help_pass is not None:
            return pass_help(self.args.help_pass, self.available_passes)
        return plugins() if self.args.show_plugins else None

    def run(self) -> None:
        if (lines := self.information()) is not None:
            for line in lines:
                print(line)
            return
        with paused_collector():
            with reported(Instrumentation.of(self.args), "circ-opt"):
                super().run()
            raise_errors(self.errors)
            if self.held is not None:
                write_output(
                    self.args.output_file, bytes(self.binary) or self.held.text
                )
            elif self.binary:
                write_output(None, bytes(self.binary))


def with_xdsl_text(diagnostic: Diagnostic, module: ModuleOp | None) -> str:
    """
    An error of reading, or of working on a module, and what xDSL prints of it.

    That is in the source, or in the generic form of the module; tests of xDSL's look
    for it.
    """
    cause = diagnostic.__cause__
    theirs = [str(cause)] if isinstance(cause, ParseError) else []
    try:
        if module is not None:
            module.verify()
    except DiagnosticException as error:
        theirs = [str(error), *getattr(error, "__notes__", ())]
    except ValueError:
        pass  # xDSL's verifier does not expect what circ's diagnoses
    return "\n".join((str(diagnostic), *theirs))


def main() -> int:
    """The entry point of `circ-opt`."""

    def run() -> int:
        CircOptMain().run()
        return 0

    return run_command("circ-opt", run)
