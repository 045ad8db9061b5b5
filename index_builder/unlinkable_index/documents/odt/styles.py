"""Whether a style of OpenDocument hides text, raises it, or begins pages with other margins.

Knows nothing of text.
"""

from dataclasses import dataclass

from unlinkable_index.documents.odt.names import attributes, short
from unlinkable_index.documents.shared.trees.chains import Chains
from unlinkable_index.documents.shared.trees.hardened_xml import Element

_Name = tuple[str, str]
"""The family of a style, and its name."""


@dataclass(frozen=True)
class _Style:
    parent: _Name | None
    hidden: bool | None
    raised: bool | None
    master: str | None

    def on(self, base: "_Style") -> "_Style":
        """What it comes to, based on another one."""
        return _Style(
            None,
            base.hidden if self.hidden is None else self.hidden,
            base.raised if self.raised is None else self.raised,
            self.master or base.master,
        )


_NO_STYLE = _Style(None, None, None, None)


class OdtStyles:
    """The styles of a file: those of one part, and behind them those that all parts share."""

    def __init__(self, *roots: Element) -> None:
        styles: dict[_Name, _Style] = {}
        self._defaults: dict[str, _Style] = {}
        for root in roots:
            for element in root.iter():
                match short(element.tag):
                    case "style:style":
                        told = attributes(element)
                        key = told.get("style:family", ""), told.get("style:name", "")
                        styles.setdefault(key, _style(element))
                    case "style:default-style":
                        family = attributes(element).get("style:family", "")
                        self._defaults.setdefault(family, _style(element))
        self._chains = Chains(styles, lambda style: style.parent, _Style.on)

    def hides(self, family: str, name: str | None) -> bool | None:
        """Whether text of a style is hidden; None where the style does not say."""
        return self._found(family, name).hidden

    def raises(self, family: str, name: str | None) -> bool | None:
        """Whether it is raised or lowered, likewise."""
        return self._found(family, name).raised

    def master(self, family: str, name: str | None) -> str | None:
        """The master page that it begins."""
        return self._found(family, name).master

    def _found(self, family: str, name: str | None) -> _Style:
        """What a style comes to with those it is based on, and the default of its family."""
        found = self._chains.of((family, name or "")) or _NO_STYLE
        default = self._defaults.get(family)
        return found if default is None else found.on(default)


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
    named = told.get("style:parent-style-name")
    parent = None if named is None else (told.get("style:family", ""), named)
    return _Style(parent, hidden, raised, told.get("style:master-page-name"))
