"""Where settings come from: defaults, user file, workspace file, editor, flags; later ones win.

A setting that is not allowed costs one message and changes nothing: the value of the layers below
stands. Knows nothing of what the settings are used for.
"""

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import platformdirs

from unlinkable.risks.accepted_risk import AcceptedRisk
from unlinkable.settings.schema import Settings, build, restricted_keys, rules
from unlinkable.settings.values import accepted_risk, checked

WORKSPACE_FILE = "unlinkable.toml"


@dataclass(frozen=True)
class Layer:
    """Values by dotted name from one place, before they are checked."""

    name: str
    folder: Path | None
    """What relative paths in this layer are relative to."""
    values: Mapping[str, object] = field(default_factory=dict)
    accepted: tuple[object, ...] = ()
    problems: tuple[str, ...] = ()

    def only(self, wanted: Callable[[str], bool]) -> "Layer":
        """The layer with the values whose dotted names are wanted."""
        return replace(self, values={k: v for k, v in self.values.items() if wanted(k)})


@dataclass(frozen=True)
class Settled:
    """The settings that hold, and one sentence for each value that does not."""

    settings: Settings
    problems: tuple[str, ...] = ()


def user_file() -> Path:
    """Where this user's own settings lie."""
    return platformdirs.user_config_path("unlinkable", appauthor=False) / WORKSPACE_FILE


def file_layer(path: Path) -> Layer:
    """The layer of a TOML file. One that is absent is empty; one that is no TOML is a problem."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return Layer(str(path), path.parent)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        return Layer(str(path), path.parent, problems=(f"{path} cannot be read: {reason}.",))
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
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


def editor_layer(options: object, folder: Path | None) -> Layer:
    """The layer of what an editor sends: a JSON object with camelCase names, or nothing."""
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
    return layer.only(lambda key: key not in restricted)


def settle(layers: Iterable[Layer]) -> Settled:
    """The settings of ``layers`` over the defaults, later layers winning."""
    known = rules()
    values: dict[str, Any] = {}
    accepted: list[AcceptedRisk] = []
    problems: list[str] = []
    for layer in layers:
        problems.extend(layer.problems)
        for key, value in layer.values.items():
            if key not in known:
                problems.append(_unknown(layer, key, known))
                continue
            try:
                values[key] = _anchored(checked(key, value), layer.folder)
            except ValueError as error:
                problems.append(f"{layer.name}: {key} must be {error}; the value there is ignored.")
        for entry in layer.accepted:
            try:
                accepted.append(_located(accepted_risk(entry), layer.folder))
            except ValueError as error:
                problems.append(f"{layer.name}: an [[accepted]] entry must be {error}; ignored.")
    return Settled(build(values, tuple(accepted)), tuple(problems))


def settle_for(workspace: Path | None, flags: Mapping[str, object]) -> Settled:
    """The settings for a command run in ``workspace``: user file, workspace file, flags."""
    files = [user_file()] + ([workspace / WORKSPACE_FILE] if workspace else [])
    return settle([*(file_layer(path) for path in files), flags_layer(flags)])


def _unknown(layer: Layer, key: str, known: Mapping[str, object]) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    hint = f' Did you mean "{close[0]}"?' if close else ""
    return f'{layer.name}: there is no setting "{key}"; it is ignored.{hint}'


def _anchored(value: Any, folder: Path | None) -> Any:
    if not isinstance(value, Path):
        return value
    path = value.expanduser()
    return path if path.is_absolute() or folder is None else folder / path


def _located(risk: AcceptedRisk, folder: Path | None) -> AcceptedRisk:
    """The entry with its file as an absolute path."""
    if risk.file is None or folder is None:
        return risk
    return replace(risk, file=str(folder / risk.file))


def _flat(tables: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    return dict(_leaves(tables, prefix))


def _leaves(tables: Mapping[str, object], prefix: str) -> Iterator[tuple[str, object]]:
    for key, value in tables.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield prefix + str(key), value


def _snake(key: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: f"_{match[1].lower()}", key)
