"""
Starts commands by a fork of a process that has imported them and lowered a function:
imports and the tables made at first use take most of the time of a short command.

`python command_server.py FOLDER` writes one script for each of `COMMANDS` to FOLDER. A
script sends its arguments, variables and open files to the server and ends as the
command did. Where Python or circ would read other variables than the server did when it
began, the command starts as it does without the server.
"""

import gc
import json
import os
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import walk_packages
from socketserver import BaseRequestHandler, ForkingMixIn, UnixStreamServer
from tempfile import TemporaryDirectory

VARIABLES = ("CIRC_VERIFY_EACH", "PYTHONHASHSEED", "PYTHONPATH")

COMMANDS = (
    *("circ-cc", "circ-opt", "circ-run", "circ-tblgen", "circ-translate"),
    "filecheck",
)
PACKAGES = ("circ.dialects", "circ.targets", "circ.transforms")
"""All of their modules are imported: commands import what a pipeline needs."""

FIRST = """\
func.func @f(%x: i32, %y: f32) -> (i32, f32) {
  %a = arith.addi %x, %x : i32
  %b = arith.addf %y, %y : f32
  func.return %a, %b : i32, f32
}
"""
"""Lowered before the first command, so that the tables of all levels are made once."""

CLIENT = """\
#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    socket.send_fds(server, [b"0"], [0, 1, 2])
    server.sendall(json.dumps([sys.argv, os.getcwd(), dict(os.environ)]).encode())
    server.shutdown(socket.SHUT_WR)
    status = server.recv(1)
sys.exit(status[0]) if status else os.abort()  # a signal has ended the command
"""

LOADED: dict[str, Callable[[], int | None]] = {}


def settings(environment: Mapping[str, str]) -> list[str | None]:
    """What decides how modules are imported."""
    return [environment.get(variable) for variable in VARIABLES]


def status_of(main: Callable[[], int | None]) -> int:
    """Run a command as its script does; its exit status."""
    try:
        code = main()
    except SystemExit as exit:
        code = exit.code
    except BaseException:
        traceback.print_exc()
        return 1
    if isinstance(code, str):
        print(code, file=sys.stderr)
        return 1
    return (code or 0) & 0xFF


class Handler(BaseRequestHandler):
    """One command, in a process of its own."""

    def handle(self) -> None:
        connection: socket.socket = self.request
        _, files, _, _ = socket.recv_fds(connection, 1, 3)
        with connection.makefile() as request:
            arguments, folder, environment = json.load(request)
        for target, file in enumerate(files):
            os.dup2(file, target)
            os.close(file)
        os.chdir(folder)
        name = Path(arguments[0]).name
        if settings(environment) != settings(os.environ):
            script = Path(sys.executable).parent / name
            status = os.spawnve(os.P_WAIT, script, arguments, environment)
        else:
            os.environ.clear()
            os.environ.update(environment)
            sys.argv = arguments
            sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)
            sys.stderr = open(
                2, "w", buffering=1, errors="backslashreplace", closefd=False
            )
            status = status_of(LOADED[name])
            with suppress(OSError):  # nobody reads on
                sys.stdout.flush()
        if status >= 0:
            connection.sendall(bytes([status]))


class Server(ForkingMixIn, UnixStreamServer):
    """One process a command; ends with the process that has started it."""

    request_queue_size = 64
    parent = os.getppid()

    def service_actions(self) -> None:
        super().service_actions()
        if os.getppid() != self.parent:
            sys.exit()


@contextmanager
def served_commands(**variables: str) -> Iterator[str]:
    """Start a server with these variables; the folder of its scripts."""
    with TemporaryDirectory(prefix="circ-") as folder:
        server = subprocess.Popen(
            [sys.executable, __file__, folder],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env=os.environ | variables,
        )
        with server:
            assert server.stdout is not None and server.stdout.readline()
            try:
                yield folder
            finally:
                server.terminate()


def lower_first() -> None:
    """Lower a function to the machine: what that leaves behind, all commands find."""
    from circ.tools import api

    module = api.compile(FIRST, "naplespu")
    api.emit(module, "naplespu-asm")
    api.emit(module, "mlir")


def main() -> None:
    folder = Path(sys.argv[1])
    address = str(folder / "socket")
    scripts = entry_points(group="console_scripts")
    for name in COMMANDS:
        LOADED[name] = scripts[name].load()
        script = folder / name
        script.write_text(CLIENT.format(python=sys.executable, address=address))
        script.chmod(0o755)
    for package in map(import_module, PACKAGES):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    lower_first()
    gc.collect()
    gc.freeze()  # a collection in a command would copy each page
    with Server(address, Handler) as server:
        print("ready", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
