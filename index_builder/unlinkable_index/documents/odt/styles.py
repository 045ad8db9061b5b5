"""Whether a style of OpenDocument hides text, raises it, or begins pages with other margins.

Knows nothing of text.
"""

from dataclasses import dataclass

from unlinkable_index.documents.odt.names import attributes, short
from unlinkable_index.documents.shared.hardened_xml import Element


@dataclass(frozen=True)
class _Style:
    parent: str | None
    hidden: bool | None
    raised: bool | None
    master: str | None


class OdtStyles:
    """The styles of a file: those of one part, and behind them those that all parts share."""

    def __init__(self, *roots: Element) -> None:
        self._styles: dict[tuple[str, str], _Style] = {}
        self._defaults: dict[str, _Style] = {}
        for root in roots:
            for element in root.iter():
                match short(element.tag):
                    case "style:style":
                        told = attributes(element)
                        key = told.get("style:family", ""), told.get("style:name", "")
                        self._styles.setdefault(key, _style(element))
                    case "style:default-style":
                        family = attributes(element).get("style:family", "")
                        self._defaults.setdefault(family, _style(element))

    def hides(self, family: str, name: str | None) -> bool | None:
        """Whether text of a style is hidden; None where the style does not say."""
        return next(
            (one.hidden for one in self._line(family, name) if one.hidden is not None), None
        )

    def raises(self, family: str, name: str | None) -> bool | None:
        """Whether it is raised or lowered, likewise."""
        return next(
            (one.raised for one in self._line(family, name) if one.raised is not None), None
        )

    def master(self, family: str, name: str | None) -> str | None:
        """The master page that it begins."""
        return next((one.master for one in self._line(family, name) if one.master), None)

    def _line(self, family: str, name: str | None) -> list[_Style]:
        """The style and those it is based on, nearest first."""
        line: list[_Style] = []
        seen: set[str] = set()
        while name is not None and name not in seen and (family, name) in self._styles:
            seen.add(name)
            line.append(self._styles[family, name])
            name = line[-1].parent
        if family in self._defaults:
            line.append(self._defaults[family])
        return line


def _style(element: Element) -> _Style:
    told = attributes(element)
    hidden: bool | None = None
    raised: bool | None = None
    for one in element:
        if short(one.tag) == "style:text-properties":
            looks = attributes(one)
            if "text:display" in looks:
                hidden = looks["text:display"] == "none"
            if "style:text-position" in looks:
                raised = looks["style:text-position"].split()[:1] not in (["0%"], [])
    parent = told.get("style:parent-style-name")
    return _Style(parent, hidden, raised, told.get("style:master-page-name"))
