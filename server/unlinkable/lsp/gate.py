"""The frame of the protocol: which messages are heard at all (none after `shutdown`, over a port
none before the secret, none of another shape), and the mark that says which function answers
which. Must know nothing of what is asked."""

import hmac
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol, lsp_method

from unlinkable.lsp.client import GIVEN

SECRET_OPTION = "secret"
"""The initialization option that shows the secret."""


class Gate(LanguageServerProtocol):
    """The protocol as pygls speaks it, behind a gate."""

    secret: str | None = None
    """What the client must show in its first message; None where nobody else can be there."""
    own_messages: Mapping[str, type[Any]] = {}
    """The shapes of messages of our own, by their methods."""

    def get_message_type(  # type: ignore[override] # pygls caches its own
        self, method: str
    ) -> type[Any] | None:
        """What a message of this method is read as."""
        return self.own_messages.get(method) or super().get_message_type(method)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message as what it stands for. Raises JsonRpcException where its shape is wrong, once
        whoever waits for an answer is told: the client, or the handler that has asked it."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            number = data.get("id")
            if not isinstance(number, int | str):
                raise
            if "method" not in data:
                asking = self._request_futures.pop(number, None)
                if asking is not None:
                    asking.set_exception(error)
            elif self.secret is None:
                self._send_response(number, error=error.to_response_error())
            raise

    def handle_message(self, message: Any) -> None:
        """Take a message in, or answer that it comes at the wrong time or from a stranger."""
        method, number = getattr(message, "method", None), getattr(message, "id", None)
        if self.secret is not None and not self._shown(message):
            self._refuse(number, "the secret is missing or wrong")
            if self.writer is not None:
                self.writer.close()
            return
        self.secret = None
        if self._shutdown and method not in (None, lsp.EXIT):
            self._refuse(number, "the server was shut down")
            return
        GIVEN.set(getattr(getattr(message, "params", None), "work_done_token", None))
        super().handle_message(message)

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[Any, Any, Any]:
        """Say that commands tell of their progress under a token that the client gives."""
        result = yield from super().lsp_initialize(params)
        commands = result.capabilities.execute_command_provider
        assert commands is not None  # there are some
        commands.work_done_progress = True
        return result

    def _shown(self, message: Any) -> bool:
        if getattr(message, "method", None) != lsp.INITIALIZE:
            return False
        options = getattr(message.params, "initialization_options", None)
        given = options.get(SECRET_OPTION) if isinstance(options, Mapping) else None
        assert self.secret is not None
        return isinstance(given, str) and hmac.compare_digest(
            given.encode(errors="replace"), self.secret.encode()
        )

    def _refuse(self, number: Any, why: str) -> None:
        if number is not None:
            error = lsp.ResponseError(lsp.ErrorCodes.InvalidRequest, why)
            self._send_response(number, error=error)


Handler = TypeVar("Handler", bound=Callable[..., Any])


class Answer(NamedTuple):
    """The method that is answered, how messages call it, and the options it is registered with."""

    method: str
    subject: str
    options: object


def answers(method: str, subject: str, options: object = None) -> Callable[[Handler], Handler]:
    """Mark a function as the answer to ``method``; ``subject`` names it in messages."""

    def marked(handler: Handler) -> Handler:
        handler.answers = Answer(method, subject, options)  # type: ignore[attr-defined]
        return handler

    return marked


def marked_answers(server: object) -> Iterator[tuple[Callable[..., Any], Answer]]:
    """The functions of ``server`` that answer messages, bound to it."""
    for function, value in vars(type(server)).items():
        if isinstance(mark := getattr(value, "answers", None), Answer):
            yield getattr(server, function), mark
