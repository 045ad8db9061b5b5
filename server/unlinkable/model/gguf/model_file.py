"""The model as a file: which one is recommended, what a GGUF file says of itself and whether it can
write, and fetching it, the only use of the network. Must never know how a model is run."""

import hashlib
import io
import os
import struct
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from platformdirs import user_data_path

from unlinkable.model.gguf.chat_template import thinks
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import is_link, open_ordinary

_PIECE = 1 << 20
_SECONDS = 60


@dataclass(frozen=True)
class Download:
    """A file somewhere on the network. ``size`` in bytes; ``sha256`` in hexadecimal."""

    url: str
    name: str
    sha256: str
    size: int | None = None


RECOMMENDED = Download(
    url=(
        "https://huggingface.co/bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF/resolve/"
        "ae44f08e1392f39c0e474af10c3ff8355c8b6688/Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf"
    ),
    name="Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf",
    sha256="2fde00ce69dd4899c70d020845e2638353015bba0fdf161b3eb965f2bca4464e",
    size=2_497_280_736,
)


def models_folder() -> Path:
    """Where models are put unless the user says otherwise."""
    return user_data_path("unlinkable") / "models"


def fetch(download: Download, folder: Path, received: Callable[[int, int | None], None]) -> Path:
    """Fetch ``download`` into ``folder`` and check it; a file begun before is continued.

    ``received`` is told the bytes so far and in all. Returns the path. Raises UserError.
    """
    path, part = folder / download.name, folder / (download.name + ".part")
    if is_link(part):
        raise UserError(f"{part}: this is a link, and nothing is written through it; remove it")
    if path.is_file():
        check(path, download)
        return path
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _receive(download, part, received)
    except urllib.error.HTTPError as error:
        raise UserError(
            f"{download.url}: the server answered {error.code}; check the address, or fetch the "
            "file by other means and name it with --model"
        ) from error
    except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
        reason = getattr(error, "reason", "") or error or type(error).__name__
        raise UserError(
            f"{download.url}: could not be reached or broke off ({reason}); run the same command "
            "again to continue"
        ) from error
    except OSError as error:
        raise UserError(f"{part}: {error.strerror or error}") from error
    try:
        check(part, download)
    except UserError:
        part.unlink()
        raise
    part.replace(path)
    return path


def check(path: Path, download: Download) -> None:
    """Raise UserError unless ``path`` has the checksum of ``download``."""
    if sha256(path) != download.sha256:
        raise UserError(
            f"{path}: this is not the file that was asked for (its SHA-256 is another); delete it "
            "and fetch it again"
        )


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _receive(download: Download, part: Path, received: Callable[[int, int | None], None]) -> None:
    have = part.stat().st_size if part.exists() else 0
    if download.size is not None and have >= download.size:
        return
    request = urllib.request.Request(download.url, headers={"User-Agent": "unlinkable"})
    if have:
        request.add_header("Range", f"bytes={have}-")
    with urllib.request.urlopen(request, timeout=_SECONDS) as reply:
        if reply.status != 206:
            have = 0  # the server begins anew
        length = reply.headers.get("Content-Length")
        whole = have + int(length) if length else download.size
        with part.open("r+b" if have else "wb") as file:
            file.seek(have)
            while piece := reply.read(_PIECE):
                file.write(piece)
                have += len(piece)
                received(have, whole)
            file.flush()
            os.fsync(file.fileno())
    if whole is not None and have < whole:
        raise ConnectionError("the connection ended early")


@dataclass(frozen=True)
class Fingerprint:
    """What identifies a model: what it calls itself, its file, size in bytes and SHA-256."""

    name: str
    file: str
    size: int
    sha256: str


@dataclass(frozen=True)
class ModelFile:
    """What a GGUF file says of itself.

    - ``size`` in bytes, ``context`` in tokens (0: not said);
    - ``kind``: "model", or what part of one it is ("": not said);
    - ``pools``: whether it makes one vector of a text, as models that measure texts do;
    - ``template``: its chat template ("": none).
    """

    path: Path
    size: int
    architecture: str
    name: str
    context: int
    kind: str
    pools: bool
    template: str

    @property
    def memory(self) -> int:
        """Bytes that loading it takes, about: the file, a tenth for the context and the runtime."""
        return self.size + self.size // 10 + (300 << 20)


def inspect(path: Path) -> ModelFile:
    """Read the header of a GGUF file (version 2 or 3). Raises UserError when it is none, or has
    been cut short."""
    try:
        with io.BufferedReader(open_ordinary(path)) as file:
            size = os.fstat(file.fileno()).st_size
            if file.read(4) != b"GGUF":
                raise UserError(f"{path}: this is no GGUF model; fetch one: unlinkable model fetch")
            metadata, end = _header(file)
    except FileNotFoundError:
        raise UserError(
            f"{path}: there is no such model file; run: unlinkable model fetch"
        ) from None
    except OSError as error:
        raise UserError(f"{path}: the model file cannot be read ({error.strerror})") from error
    except (struct.error, ValueError, OverflowError, KeyError, RecursionError, MemoryError):
        raise _damaged(path) from None
    if end > size:
        raise _damaged(path)
    architecture = metadata.get("general.architecture", "")
    name = metadata.get("general.name", "")
    context = metadata.get(f"{architecture}.context_length", 0)
    template = metadata.get(_TEMPLATE, "")
    kind = metadata.get("general.type", "")
    types = [isinstance(text, str) for text in (architecture, name, template, kind)]
    if not all(types) or type(context) is not int or context < 0:
        raise _damaged(path)
    pools = metadata.get(f"{architecture}.pooling_type", 0) != 0
    return ModelFile(path, size, architecture, name, context, kind, pools, template)


def chat_templates(path: Path) -> list[str]:
    """The chat templates in a model file that `inspect` took."""
    with io.BufferedReader(open_ordinary(path)) as file:
        file.read(4)
        metadata, _ = _header(file)
    return [
        value
        for key, value in metadata.items()
        if key.startswith(_TEMPLATE) and isinstance(value, str)
    ]


def _damaged(path: Path) -> UserError:
    return UserError(f"{path}: the model file is damaged or incomplete; fetch it again")


_NUMBERS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_STRING, _ARRAY = 8, 9
_MOST_ENTRIES = 1 << 24
_MOST_DIMENSIONS = 8
_TEMPLATE = "tokenizer.chat_template"


def _header(file: IO[bytes]) -> tuple[dict[str, Any], int]:
    """The metadata, and an offset that the file must reach: where the last tensor begins."""
    version, tensors, entries = _read(file, "<IQQ")
    if version not in (2, 3) or tensors > _MOST_ENTRIES or entries > _MOST_ENTRIES:
        raise ValueError(version)
    metadata = {}
    for _ in range(entries):
        key = _string(file)
        metadata[key] = _value(file, *_read(file, "<I"))
    last = 0
    for _ in range(tensors):
        _string(file)
        (dimensions,) = _read(file, "<I")
        if dimensions > _MOST_DIMENSIONS:
            raise ValueError(dimensions)
        *_, offset = _read(file, f"<{dimensions}QIQ")
        last = max(last, offset)
    return metadata, file.tell() + last


def _read(file: IO[bytes], layout: str) -> tuple[Any, ...]:
    return struct.unpack(layout, file.read(struct.calcsize(layout)))


def _string(file: IO[bytes]) -> str:
    (length,) = _read(file, "<Q")
    if length > _MOST_ENTRIES:
        raise ValueError(length)
    content = file.read(length)
    if len(content) < length:
        raise ValueError(length)
    return content.decode(errors="replace")


def _value(file: IO[bytes], kind: int) -> Any:
    if kind == _STRING:
        return _string(file)
    if kind == _ARRAY:
        inner, count = _read(file, "<IQ")
        if count > _MOST_ENTRIES:
            raise ValueError(count)
        if inner in _NUMBERS:
            return _read(file, f"<{count}{_NUMBERS[inner]}")
        return [_value(file, inner) for _ in range(count)]
    (value,) = _read(file, f"<{_NUMBERS[kind]}")
    return value


_NO_WRITERS = ("bert", "t5", "clip", "whisper", "wavtokenizer", "diffusion")
"""Parts of the names of architectures that do not write on from a text word by word."""
INSTRUCTED = "take an instruction-tuned model (unlinkable model fetch)"


def unsuitable(file: ModelFile) -> str | None:
    """Why a model cannot rewrite, in one sentence with what to do; None where nothing tells."""
    if file.kind not in ("", "model"):
        return f"this file is no model by itself but a part of one ({file.kind}): {INSTRUCTED}"
    if file.pools or any(part in file.architecture for part in _NO_WRITERS):
        return f"this model measures or reads texts and writes none: {INSTRUCTED}"
    if not file.template:
        return f"this model has no chat template, so it does not follow instructions: {INSTRUCTED}"
    return None


def demand_suitable(path: Path) -> ModelFile:
    """What the file says of itself. Raises UserError when it cannot rewrite or cannot be read."""
    file = inspect(path)
    reason = unsuitable(file)
    if reason is not None:
        raise UserError(f"{path}: {reason}")
    return file


def thoughts(file: ModelFile) -> str:
    """What becomes of the thinking that a model would begin with, in some words."""
    return "cut off: it is made to answer at once" if thinks(file.template) else "none"
