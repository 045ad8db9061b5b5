"""The record of a run of `protect`, kept in the files that the user named for it.

Knows the forms of reports by the endings of their names; what they say is made elsewhere.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.printing import json_text

if TYPE_CHECKING:
    from unlinkable.model.process import Model
    from unlinkable_index.index import Index


class ProtectionRecord:
    """The reports of a run, written anew after each draft. A run that goes on where another ended
    takes over what that one has reported as JSON."""

    def __init__(
        self,
        paths: Sequence[Path],
        index: "Index",
        model: "Model | None",
        settings: dict[str, Any],
    ) -> None:
        from unlinkable import __version__
        from unlinkable.rewriting.protection_record import Run

        self._paths = paths
        self._run = Run(
            version=__version__,
            date=datetime.now().astimezone().isoformat(timespec="seconds"),
            index={"documents": index.documents, "fingerprint": index.fingerprint},
            model=model.fingerprint() if model and paths else None,
            settings=settings,
        )
        self._entries: dict[str, dict[str, Any]] = {}
        for path in paths:
            self._entries |= self._entries_so_far(path)

    def tells(self, draft: Path, text: str) -> bool:
        """Whether the reports, if any are wanted, tell what became of this text of a draft."""
        from unlinkable.rewriting.protection_record import digest

        entry = self._entries.get(str(draft))
        return not self._paths or (entry is not None and entry["sha256"]["draft"] == digest(text))

    def add(self, entry: dict[str, Any]) -> None:
        """Note what was done to one more draft, in case it is the last before something happens."""
        self._entries[entry["draft"]] = entry
        self.write()

    def write(self) -> None:
        """Write the reports, each in the form that its name asks for. Raises UserError."""
        from unlinkable.cli.protect.results import write_whole
        from unlinkable.reporting.html_protection import protection_page
        from unlinkable.reporting.markdown_protection import protection_markdown
        from unlinkable.rewriting.protection_record import whole

        report = whole(self._run, list(self._entries.values()))
        for path in self._paths:
            match path.suffix.lower():
                case ".html" | ".htm":
                    written = protection_page(report)
                case ".md" | ".markdown":
                    written = protection_markdown(report)
                case _:
                    written = json_text(report, indent=1) + "\n"
            write_whole(path, written)

    def _entries_so_far(self, path: Path) -> dict[str, dict[str, Any]]:
        """What an earlier run with the same index, model and settings has reported as JSON."""
        run = self._run
        try:
            report = json.loads(path.read_text("utf-8"))
            now = [run.version, run.index, run.model, run.settings]
            if [report[name] for name in ("unlinkable", "index", "model", "settings")] == now:
                return {str(entry["draft"]): entry for entry in report["drafts"]}
        except (OSError, ValueError, TypeError, KeyError):
            pass  # none yet, or something else, which the user wants replaced
        return {}
