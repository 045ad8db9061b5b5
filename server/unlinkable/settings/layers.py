"""Where settings come from: defaults, user file, workspace file, editor, flags; later ones win.

A setting that is not allowed costs one message and changes nothing: the value of the layers below
stands. Knows nothing of what the settings are used for.
"""

import difflib
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from unlinkable.findings.narrowing import Narrowing, Origin
from unlinkable.risks.accepted_risk import AcceptedRisk
from unlinkable.settings.by_name import build, restricted_keys, rules
from unlinkable.settings.ownership import foreign
from unlinkable.settings.schema import Settings
from unlinkable.settings.values import accepted_risk, checked
from unlinkable_index.ordinary_files import MEGABYTE, is_link, read_ordinary, real

WORKSPACE_FILE = "unlinkable.toml"
LARGEST = MEGABYTE
"""The largest settings file."""
_MANY_NAMES = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){50}""")
_DEEPEST = 8  # tables in tables, of which settings need two
_NAMED, _LONGEST_NAME = 3, 60  # of settings that there are not
NO_WORKSPACE = "UNLINKABLE_NO_WORKSPACE"
"""The environment variable that has the files of folders ignored, unless it is empty or 0."""


@dataclass(frozen=True)
class Layer:
    """Values by dotted name from one place, before they are checked."""

    name: str
    folder: Path | None
    """What relative paths in this layer are relative to."""
    values: Mapping[str, object] = field(default_factory=dict)
    accepted: tuple[object, ...] = ()
    problems: tuple[str, ...] = ()
    origin: Origin = Origin.USER
    ignored: tuple[str, ...] = ()
    """What stands there and does not count, in sentences."""

    def only(self, wanted: Callable[[str], bool]) -> "Layer":
        """The layer with the values whose dotted names are wanted."""
        return replace(self, values={k: v for k, v in self.values.items() if wanted(k)})


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


def user_file() -> Path:
    """Where this user's own settings lie."""
    return platformdirs.user_config_path("unlinkable", appauthor=False) / WORKSPACE_FILE


def folder_layer(folder: Path) -> Layer:
    """The layer of the settings file of a folder; see `own_layer`. A link that leads out of the
    folder is a problem too."""
    path = folder / WORKSPACE_FILE
    if is_link(path) and not real(path).is_relative_to(real(folder)):
        problem = f"{path} is not used, since it is a link that leads out of its folder."
        return Layer(str(path), folder, problems=(problem,), origin=Origin.FOLDER)
    return replace(own_layer(path), origin=Origin.FOLDER)


def own_layer(path: Path) -> Layer:
    """As `file_layer`, but a file that other users may have written is a problem."""
    if why := foreign(path):
        problem = (
            f"{path} is not used, since {why}: take that right away (chmod go-w) or, if you answer"
            " for it, make it yours (chown) or name it with --settings on the command line."
        )
        return Layer(str(path), path.parent, problems=(problem,))
    return file_layer(path)


def file_layer(path: Path) -> Layer:
    """The layer of a TOML file. One that is absent is empty; one that is no TOML is a problem."""
    try:
        text = read_ordinary(path, LARGEST).decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return Layer(str(path), path.parent)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        return Layer(str(path), path.parent, problems=(f"{path} cannot be read: {reason}.",))
    try:
        if _MANY_NAMES.search(text):  # which takes the square of the time to read
            raise ValueError
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers of too many digits
        where = re.search(r"\((at .*)\)$", str(error))
        place = where[1] if where else "somewhere"
        return Layer(
            str(path),
            path.parent,
            problems=(f"{path} is not valid TOML ({place}); none of it is used until mended.",),
        )
    accepted = tables.pop("accepted", [])
    problems: tuple[str, ...] = ()
    if not isinstance(accepted, list):
        problems, accepted = (f"{path}: accepted must be a list of tables; it is ignored.",), []
    return Layer(str(path), path.parent, _flat(tables), tuple(accepted), problems)


class EditorLayers(NamedTuple):
    """What an editor has for all the user's work, and what for this workspace alone."""

    user: Layer
    workspace: Layer


def editor_layers(options: object, folder: Path | None) -> EditorLayers:
    """The layers of what an editor sends: a JSON object with camelCase names, or nothing. What is
    set for one workspace alone stands in its member ``workspace``."""
    if not isinstance(options, Mapping):
        return EditorLayers(editor_layer(options, folder), editor_layer(None, folder))
    user = editor_layer({k: v for k, v in options.items() if k != "workspace"}, folder)
    workspace = editor_layer(options.get("workspace"), folder)
    named = replace(workspace, name="the editor's settings of this workspace")
    return EditorLayers(user, replace(named, origin=Origin.FOLDER))


def editor_layer(options: object, folder: Path | None) -> Layer:
    """One layer of an editor; see `editor_layers`."""
    if not isinstance(options, Mapping):
        problem = () if options is None else ("The editor's settings are no object; ignored.",)
        return Layer("the editor", folder, problems=problem)
    values = {_snake(key): value for key, value in _flat(options).items() if value is not None}
    return Layer("the editor", folder, values)


def flags_layer(flags: Mapping[str, object]) -> Layer:
    """The layer of the command line; flags that were not given are None."""
    given = {key: value for key, value in flags.items() if value is not None}
    return Layer("the command line", Path.cwd(), given)


def without_restricted(layer: Layer) -> Layer:
    """The layer without what an untrusted workspace must not choose."""
    restricted = restricted_keys()
    names = [key for key in layer.values if key in restricted]
    names += ["accepted"] if layer.accepted else []
    left = replace(layer.only(lambda key: key not in restricted), accepted=())
    if not names:
        return left
    said = f"{layer.name}: {', '.join(names)} not used, since this folder is not trusted."
    return replace(left, ignored=(said,))


def settle(layers: Iterable[Layer]) -> Settled:
    """The settings of ``layers`` over the defaults, later layers winning."""
    known = rules()
    values: dict[str, Any] = {}
    # what the user would have without any folder
    asked: dict[str, Any] = {key: default for key, (_, default, _) in known.items()}
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
                    asked[key] = values[key]
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
    narrowed = []
    for key, layer in winner.items():
        _, default, rule = known[key]
        against = default if layer.origin is Origin.USER else asked[key]
        if rule.narrows and rule.narrows(values[key], against):
            narrowed.append(Narrowing(key, _as_json(values[key]), layer.name, layer.origin))
    return Settled(
        build(values, tuple(accepted)),
        tuple(problems),
        tuple(narrowed),
        tuple(ignored),
        accepted,
    )


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


def workspace_of(folder: Path) -> Path | None:
    """The nearest folder, from ``folder`` upwards, that has an unlinkable.toml."""
    folders = (folder, *folder.parents)
    return next((one for one in folders if os.path.lexists(one / WORKSPACE_FILE)), None)


def folders_ignored() -> bool:
    """Whether the environment asks to ignore the settings files of folders."""
    return os.environ.get(NO_WORKSPACE, "0").strip() not in ("", "0")


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
        close = difflib.get_close_matches(key, known, n=1)
        hint = f' Did you mean "{close[0]}"?' if close else ""
        problems.append(f'{layer.name}: there is no setting "{key}"; it is ignored.{hint}')
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


def _flat(tables: Mapping[str, object]) -> dict[str, object]:
    return dict(_leaves(tables, "", _DEEPEST))


def _leaves(tables: Mapping[str, object], prefix: str, room: int) -> Iterator[tuple[str, object]]:
    for key, value in tables.items():
        if isinstance(value, Mapping) and room:
            yield from _leaves(value, f"{prefix}{key}.", room - 1)
        else:
            yield prefix + str(key), value


def _snake(key: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: f"_{match[1].lower()}", key)
