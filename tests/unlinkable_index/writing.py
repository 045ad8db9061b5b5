"""Small collections, written to disk."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any


def write_jsonl(path: Path, records: Iterable[dict[str, Any]]) -> Path:
    """Write ``records`` as JSON Lines; returns ``path``."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def write_texts(path: Path, texts: Mapping[str, str] | Sequence[str]) -> Path:
    """Write records of these texts, with their names or numbers as ids; returns ``path``."""
    named = texts if isinstance(texts, Mapping) else {str(n): one for n, one in enumerate(texts)}
    return write_jsonl(path, ({"id": name, "text": text} for name, text in named.items()))
