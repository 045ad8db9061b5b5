"""Marks on the functions of a server: which message each answers, which command it carries out.

They stand at the function itself, so that a handler is read with what it is for.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

Handler = TypeVar("Handler", bound=Callable[..., Any])


class Answer(NamedTuple):
    """The method that is answered, how messages call it, and the options it is registered with."""

    method: str
    subject: str
    options: object


def answers(method: str, subject: str, options: object = None) -> Callable[[Handler], Handler]:
    """Mark a function as the answer to ``method``; ``subject`` names it in messages."""
    return _marked("answers", Answer(method, subject, options))


def runs(command: str) -> Callable[[Handler], Handler]:
    """Mark a function as what carries out ``command``."""
    return _marked("runs", command)


def marked_answers(server: object) -> Iterator[tuple[Callable[..., Any], Answer]]:
    """The functions of ``server`` that answer messages, bound to it."""
    return _with_mark(server, "answers")


def marked_commands(server: object) -> Iterator[tuple[Callable[..., Any], str]]:
    """The functions of ``server`` that carry out commands, bound to it."""
    return _with_mark(server, "runs")


def _marked(name: str, mark: object) -> Callable[[Handler], Handler]:
    def put(handler: Handler) -> Handler:
        setattr(handler, name, mark)
        return handler

    return put


def _with_mark(server: object, name: str) -> Iterator[tuple[Callable[..., Any], Any]]:
    for function, value in vars(type(server)).items():
        if (mark := getattr(value, name, None)) is not None:
            yield getattr(server, function), mark
