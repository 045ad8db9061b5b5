"""A real headless Neovim to drive, with the plugin as a user would install it.

Knows how to start it and how to ask it things in Lua. Must know nothing of what Unlinkable does:
the tests say that.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.end_to_end.page_on_editors import blocks
from tests.end_to_end.patience import PATIENCE_S, wait_for
from tests.end_to_end.toolchain import REPOSITORY, Toolchain

PLUGIN = REPOSITORY / "editors/neovim"
INIT = f"vim.opt.runtimepath:prepend('{PLUGIN}')\n{blocks('lua')[0]}"


class Neovim:
    """One running Neovim."""

    def __init__(self, program: Path, socket: Path) -> None:
        self._program = program
        self._socket = socket

    def lua(self, code: str) -> Any:
        """What a chunk of Lua returns, through JSON."""
        wrapped = f"vim.json.encode({{(function() {code} end)()}})"
        quoted = wrapped.replace("'", "''").replace("\n", " ")
        answer = subprocess.run(
            [self._program, "--server", self._socket, "--remote-expr", f"luaeval('{quoted}')"],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        assert answer.returncode == 0, answer.stderr
        values = json.loads(answer.stdout)
        return values[0] if values else None

    def wait(self, expression: str, what: str) -> Any:
        """The first true value of a Lua expression."""
        return wait_for(lambda: self.lua(f"return {expression}"), what)

    def keys(self, keys: str) -> None:
        """Type keys, such as ``u`` or ``<C-w>d``."""
        subprocess.run(
            [self._program, "--server", self._socket, "--remote-send", keys], timeout=30, check=True
        )

    def text(self) -> str:
        """The text of the current buffer."""
        return "\n".join(self.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)"))

    def status(self) -> str:
        """What the status-line function says."""
        return str(self.lua("return require('unlinkable.status').line()"))

    def wait_for_status(self, *words: str) -> str:
        """The status once it contains one of ``words``."""
        return str(wait_for(lambda: self._status_with(words), f"the status {' or '.join(words)}"))

    def _status_with(self, words: tuple[str, ...]) -> str:
        status = self.status()
        return status if any(word in status for word in words) else ""


@contextmanager
def open_neovim(
    toolchain: Toolchain, room: Path, server: Path, draft: Path, path: str | None = None
) -> Iterator[Neovim]:
    """Neovim on ``draft`` with only the plugin; its files in ``room``.

    ``server`` is on PATH, before ``path`` or else before that of the environment.
    """
    init, socket = room / "init.lua", room / "socket"
    init.write_text(INIT)
    environment = {
        **os.environ,
        "PATH": f"{server.parent}{os.pathsep}{path or os.environ['PATH']}",
        **{f"XDG_{name}_HOME": str(room / name) for name in ("CONFIG", "DATA", "STATE", "CACHE")},
    }
    neovim = subprocess.Popen(
        [toolchain.neovim, "--headless", "-n", "-i", "NONE", "-u", init, "--listen", socket, draft],
        env=environment,
        cwd=draft.parent,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(socket.exists, "Neovim")
        yield Neovim(toolchain.neovim, socket)
    finally:
        neovim.terminate()
        neovim.wait(timeout=PATIENCE_S)
