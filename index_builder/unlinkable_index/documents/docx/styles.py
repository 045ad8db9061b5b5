"""Whether text is hidden, or raised like the mark of a note: by its own properties or by styles.

After ISO/IEC 29500-1, 17.7: what a run says itself holds; else the styles of its table, paragraph
and characters, of which each that hides turns round what the others say. Knows nothing of text.
"""

from dataclasses import dataclass
from typing import NamedTuple

from unlinkable_index.documents.docx.names import attribute, child, children, switch
from unlinkable_index.documents.shared.trees.chains import Chains
from unlinkable_index.documents.shared.trees.hardened_xml import Element


class Look(NamedTuple):
    """How text looks, as far as it matters here."""

    hidden: bool
    raised: bool


@dataclass(frozen=True)
class _Style:
    based_on: str | None
    hidden: bool | None
    raised: bool | None

    def on(self, base: "_Style") -> "_Style":
        """What it comes to, based on another one."""
        return _Style(
            None,
            base.hidden if self.hidden is None else self.hidden,
            base.raised if self.raised is None else self.raised,
        )


_NO_STYLE = _Style(None, None, None)


class DocxStyles:
    """The styles of a file."""

    def __init__(self, root: Element | None) -> None:
        """``root``: that of the styles part; None where there is none."""
        styles: dict[str, _Style] = {}
        self._defaults: dict[str, str] = {}
        self._hidden = bool(
            switch(child(root, "w:docDefaults", "w:rPrDefault", "w:rPr"), "w:vanish")
        )
        for style in () if root is None else children(root, "w:style"):
            identity, kind = attribute(style, "styleId"), attribute(style, "type")
            if identity is None or kind is None:
                continue
            looks = child(style, "w:rPr")
            based_on = child(style, "w:basedOn")
            styles[identity] = _Style(
                None if based_on is None else attribute(based_on, "val"),
                switch(looks, "w:vanish"),
                _raised(looks),
            )
            if attribute(style, "default") in ("1", "true", "on"):
                self._defaults.setdefault(kind, identity)
        self._chains = Chains(styles, lambda style: style.based_on, _Style.on)

    def of_paragraph(self, properties: Element | None) -> str | None:
        """The style that a paragraph with these properties has."""
        return _named(properties, "w:pStyle") or self._defaults.get("paragraph")

    def of_table(self, properties: Element | None) -> str | None:
        """The style that a table with these properties has."""
        return _named(properties, "w:tblStyle") or self._defaults.get("table")

    def look(
        self, properties: Element | None, paragraph_style: str | None, table_style: str | None
    ) -> Look:
        """The look of a run with these properties."""
        character_style = _named(properties, "w:rStyle") or self._defaults.get("character")
        levels = [
            self._chains.of(style) or _NO_STYLE
            for style in (table_style, paragraph_style, character_style)
        ]
        hidden = switch(properties, "w:vanish")
        if hidden is None:
            hidden = self._hidden or sum(bool(level.hidden) for level in levels) % 2 == 1
        raised = _raised(properties)
        if raised is None:
            said = [level.raised for level in levels if level.raised is not None]
            raised = bool(said and said[-1])
        return Look(hidden, raised)


def _named(properties: Element | None, name: str) -> str | None:
    found = child(properties, name)
    return None if found is None else attribute(found, "val")


def _raised(properties: Element | None) -> bool | None:
    """Whether run properties raise or lower text; None where they do not say."""
    found = child(properties, "w:vertAlign")
    if found is not None:
        return attribute(found, "val") in ("superscript", "subscript")
    found = child(properties, "w:position")  # by how much, in half points
    return None if found is None else (attribute(found, "val") or "0").lstrip("+-0") != ""
