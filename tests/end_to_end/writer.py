"""A real Writer with our extension: installed into a profile of its own, started without a screen.

Knows how LibreOffice is installed into and started; what is done in it, `writer_driver` does.
"""

import contextlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from tests.end_to_end.toolchain import REPOSITORY, Toolchain, must_have

PYTHON = Path("/usr/bin/python3")
"""The Python that LibreOffice of Debian has its modules for."""
PATIENCE = 60.0  # seconds, for a busy machine


@dataclass
class Writer:
    """A running Writer. Everything that `writer_driver.Driver` can do is done by `do`."""

    process: "subprocess.Popen[bytes]"
    driver: "subprocess.Popen[str]"
    log: Path

    def do(self, name: str, *arguments: Any) -> Any:
        """What the driver gives."""
        assert self.driver.stdin is not None
        assert self.driver.stdout is not None
        self.driver.stdin.write(json.dumps([name, arguments]) + "\n")
        self.driver.stdin.flush()
        line = self.driver.stdout.readline()
        assert line, self.log.read_text("utf-8", "replace")
        return json.loads(line)

    def until(self, holds: Callable[[], Any]) -> Any:
        """Wait until something holds; gives what it gave."""
        ends = time.monotonic() + PATIENCE
        while not (result := holds()):
            assert time.monotonic() < ends, self.log.read_text("utf-8", "replace")
            time.sleep(0.2)
        return result

    def underlined(self, number: int, most: int = 1_000) -> list[Any]:
        """What is underlined, once that is something, no more than ``most``, each with something
        suggested, and it stays so."""

        def same() -> Any:
            before = self.do("underlined", number)
            if not 0 < len(before) <= most or not all(suggested for *_, suggested in before):
                return None
            time.sleep(1)
            return before == self.do("underlined", number) and [before]

        return self.until(same)[0]

    def servers(self) -> list[psutil.Process]:
        """The processes that check."""
        inside = psutil.Process(self.process.pid).children(recursive=True)
        found = []
        for one in inside:
            with contextlib.suppress(psutil.NoSuchProcess):  # it has ended meanwhile
                found += [one] if "serve" in one.cmdline() else []
        return found


def install(toolchain: Toolchain, room: Path) -> Path:
    """The extension built and installed into a new profile, which is given."""
    must_have(toolchain.word_processor, PYTHON, Path("/usr/lib/python3/dist-packages/uno.py"))
    build = REPOSITORY / "editors/libreoffice/build.py"
    packed, profile = room / "unlinkable.oxt", room / "profile"
    subprocess.run([PYTHON, build, packed], check=True, capture_output=True)
    tool = Path(shutil.which("unopkg") or toolchain.word_processor.with_name("unopkg"))
    command = [tool, "add", f"-env:UserInstallation={profile.as_uri()}", packed]
    if os.geteuid() == 0:  # which it refuses to be run as
        nobody = ["unshare", "--user", "--map-user=65534", "--map-group=65534"]
        command = [*nobody, *command]
    subprocess.run(command, check=True, capture_output=True, timeout=120, env=environment(room))
    return profile


def environment(room: Path) -> dict[str, str]:
    """The variables that LibreOffice is started with: its own Python must be the system's."""
    home = room / "home"
    home.mkdir(exist_ok=True)
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8"}


@contextlib.contextmanager
def running(
    toolchain: Toolchain, room: Path, profile: Path, variables: dict[str, str]
) -> Iterator[Writer]:
    """Writer without a screen, with an installed profile; must have ended by itself at the end."""
    log, pipe = profile.with_suffix(".log"), f"unlinkable-{os.getpid()}-{profile.name}"
    command = [toolchain.word_processor, "--headless", "--norestore", "--nologo"]
    command += [f"-env:UserInstallation={profile.as_uri()}", f"--accept=pipe,name={pipe};urp"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, env={**environment(room), **variables}
        )
    script = Path(__file__).with_name("writer_driver.py")
    driver = subprocess.Popen(
        [PYTHON, script, pipe],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(room),
    )
    writer = Writer(process, driver, log)
    try:
        yield writer
        writer.do("end")
        process.wait(PATIENCE)
    finally:
        driver.kill()
        if process.poll() is None:
            for one in psutil.Process(process.pid).children(recursive=True):
                one.kill()
            process.kill()
