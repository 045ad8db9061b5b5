"""The settings that come of all layers, later ones winning.

A setting that is not allowed costs one message and changes nothing: the value of the layers below
stands. Knows nothing of what the settings are used for, nor of files.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

from unlinkable.findings.narrowing import Narrowing, Origin
from unlinkable.risks import AcceptedRisk
from unlinkable.settings.choices import RankedSearch, Searcher
from unlinkable.settings.layers import (
    Layer,
    editor_layers,
    file_layer,
    flags_layer,
    folder_layer,
    own_layer,
    user_file,
)
from unlinkable.settings.schema import Settings
from unlinkable.settings.values import accepted_risk, build, checked, rules

_NAMED, _LONGEST_NAME = 3, 60  # of settings that there are not


@dataclass(frozen=True)
class Settled:
    """The settings that hold, and one sentence for each value that does not.

    - ``narrowed``: those by which a check finds less than by default, or than the user asked for;
    - ``ignored``: what was left out on purpose, in sentences;
    - ``accepted_in``: where each risk was accepted.
    """

    settings: Settings
    problems: tuple[str, ...] = ()
    narrowed: tuple[Narrowing, ...] = ()
    ignored: tuple[str, ...] = ()
    accepted_in: Mapping[AcceptedRisk, tuple[str, Origin]] = field(default_factory=dict)


def settle(layers: Iterable[Layer]) -> Settled:
    """The settings of ``layers`` over the defaults, later layers winning."""
    known = rules()
    values: dict[str, Any] = {}
    of_user: dict[str, Any] = {}  # what the user would have without any folder
    winner: dict[str, Layer] = {}
    accepted: dict[AcceptedRisk, tuple[str, Origin]] = {}
    problems: list[str] = []
    ignored: list[str] = []
    for layer in layers:
        problems.extend(layer.problems)
        ignored.extend(layer.ignored)
        unknown: list[str] = []
        for key, value in layer.values.items():
            if key not in known:
                unknown.append(key)
                continue
            try:
                values[key] = _anchored(checked(key, value), layer.folder)
                winner[key] = layer
                if layer.origin is Origin.USER:
                    of_user[key] = values[key]
            except ValueError as error:
                problems.append(f"{layer.name}: {key} must be {error}; the value there is ignored.")
        problems += _unknown(layer, unknown, known)
        wrong = ""
        entries = 0
        for entry in layer.accepted:
            try:
                risk = _located(accepted_risk(entry), layer.folder)
                accepted.setdefault(risk, (layer.name, layer.origin))
            except ValueError as error:
                wrong, entries = str(error), entries + 1
        if entries == 1:
            problems.append(f"{layer.name}: an [[accepted]] entry must be {wrong}; ignored.")
        elif entries:
            problems.append(
                f"{layer.name}: {entries:,} [[accepted]] entries are ignored; each must be {wrong}."
            )
    _know_searchers(values, of_user)
    asked = {key: default for key, (_, default, _) in known.items()} | of_user
    narrowed = []
    for key, layer in winner.items():
        _, default, rule = known[key]
        if key == "ranked" and Searcher.RANKING not in asked["against"]:
            continue  # nobody asks about one who ranks
        against = default if layer.origin is Origin.USER else asked[key]
        if rule.narrows and rule.narrows(values[key], against):
            narrowed.append(Narrowing(key, _as_json(values[key]), layer.name, layer.origin))
    return Settled(
        build(values, tuple(accepted)), tuple(problems), tuple(narrowed), tuple(ignored), accepted
    )


def _know_searchers(*several: dict[str, Any]) -> None:
    """Let settings of before there was ``against`` mean what they meant: who says what ranking
    asks, or names rulings to guess from, asks about who ranks, or who guesses."""
    for values in several:
        ranks = values.get("ranked", RankedSearch.OFF) is not RankedSearch.OFF
        values.setdefault("against", implied_searchers(ranks, values.get("background") is not None))


def implied_searchers(ranks: bool, guesses: bool) -> tuple[Searcher, ...]:
    """Whom a draft is to hold against where nobody says: exact search, and whoever ranks or guesses
    where it is said what they do."""
    ranking = (Searcher.RANKING,) if ranks else ()
    guessing = (Searcher.GUESSING,) if guesses else ()
    return (Searcher.EXACT, *ranking, *guessing)


def settle_for(
    folder: Path | None,
    flags: Mapping[str, object],
    named: Path | None = None,
    editor: object = None,
) -> Settled:
    """The settings for drafts in ``folder``: user file, what the user's editor has (see
    `editor_layers`), the file ``named`` by the user, the folder's file, what the editor has for the
    workspace, flags."""
    of_editor = editor_layers(editor, folder)
    layers = [own_layer(user_file()), of_editor.user] + ([file_layer(named)] if named else [])
    layers += [folder_layer(folder)] if folder else []
    return settle([*layers, of_editor.workspace, flags_layer(flags)])


def _as_json(value: Any) -> Any:
    """A value of a setting by which a check may find less, as JSON has it."""
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    return [_as_json(one) for one in value] if isinstance(value, tuple) else value


def _unknown(layer: Layer, keys: list[str], known: Mapping[str, object]) -> list[str]:
    """What is said of settings that there are not: of each, or of many together."""
    if len(keys) > _NAMED:
        names = ", ".join(f'"{_short(key)}"' for key in keys[:_NAMED])
        return [
            f"{layer.name}: there are no settings {names} and {len(keys) - _NAMED:,} more;"
            " they are ignored."
        ]
    problems = []
    for key in map(_short, keys):
        from difflib import get_close_matches  # only where there is a mistake

        close = get_close_matches(key, known, n=1)
        hint = f' (did you mean "{close[0]}"?)' if close else ""
        problems.append(f'{layer.name}: there is no setting "{key}"{hint}; it is ignored.')
    return problems


def _short(key: str) -> str:
    return key if len(key) <= _LONGEST_NAME else f"{key[:_LONGEST_NAME]}…"


def _anchored(value: Any, folder: Path | None) -> Any:
    if isinstance(value, tuple):
        return tuple(_anchored(one, folder) for one in value)
    if not isinstance(value, Path):
        return value
    try:
        path = value.expanduser()
    except RuntimeError:
        raise ValueError("a path; nobody here has the home folder that it begins with") from None
    return path if path.is_absolute() or folder is None else folder / path


def _located(risk: AcceptedRisk, folder: Path | None) -> AcceptedRisk:
    """The entry with its file as an absolute path."""
    if risk.file is None or folder is None:
        return risk
    return replace(risk, file=str(folder / risk.file))
