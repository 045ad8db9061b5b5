"""How the server speaks to the user: each thing once, and never a word of a draft.

Unforeseen errors are logged by their kind and place only, since their texts may quote a draft.
"""

import asyncio
import contextlib
import functools
import logging
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lsprotocol.types import MessageType, ShowMessageParams
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from unlinkable.printing import plain
from unlinkable_index.errors import UserError

_LOG = logging.getLogger("unlinkable.lsp")


def silence_libraries() -> None:
    """Keep the loggers of libraries shut: they quote message bodies, which are confidential."""
    for name in ("pygls", "asyncio", "cattrs", "lsprotocol"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def place(error: BaseException) -> str:
    """The kind of an error and where it arose, without its text."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


class Messages:
    """Messages to the user of one session."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._said: set[str] = set()

    def say(self, message: str, kind: MessageType = MessageType.Warning) -> None:
        """Show ``message``, unless it was shown already and not forgotten since."""
        if message not in self._said:
            self._said.add(message)
            self.answer(message, kind)

    def answer(self, message: str, kind: MessageType = MessageType.Info) -> None:
        """Show ``message``, however often, since the user has asked."""
        self._server.window_show_message(ShowMessageParams(kind, plain(message)))

    def forget(self, message: str) -> None:
        """Let ``message`` be said again, since what it told of was mended in the meantime."""
        self._said.discard(message)

    def report(self, feature: str, error: BaseException) -> None:
        """Tell of an error in ``feature``: a user's mistake in its own words, others by place."""
        if isinstance(error, UserError):
            self.say(str(error), MessageType.Error)
            return
        _LOG.error("%s failed: %s", feature, place(error))
        self.say(
            f"Unlinkable: {feature} failed ({type(error).__name__}). The server goes on; its log"
            " says where it happened.",
            MessageType.Error,
        )

    def guarded(self, feature: str, handler: Callable[..., Any]) -> Callable[..., Any]:
        """``handler`` made so that whatever goes wrong in it is reported and gives None.

        Only errors of the protocol go through: they are answers meant for the client.
        """
        if asyncio.iscoroutinefunction(handler):

            @functools.wraps(handler)
            async def awaited(*args: Any) -> Any:
                with self._reporting(feature):
                    return await handler(*args)

            return awaited

        @functools.wraps(handler)
        def call(*args: Any) -> Any:
            with self._reporting(feature):
                return handler(*args)

        return call

    @contextlib.contextmanager
    def _reporting(self, feature: str) -> Iterator[None]:
        try:
            yield
        except JsonRpcException:
            raise
        except Exception as error:
            self.report(feature, error)
