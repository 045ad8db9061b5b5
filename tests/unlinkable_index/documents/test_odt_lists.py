"""The labels that a word processor counts for OpenDocument lists are read as they are shown."""

from pathlib import Path

import pytest

from tests.unlinkable_index.documents.odt_files import odt, p
from unlinkable_index.documents.odt.reading import read as read_odt


def style(name: str, *levels: tuple[str, str], more: str = "") -> str:
    """A list style: of each level the form of the number, and other attributes."""
    written = "".join(
        f'<text:list-level-style-number text:level="{at}" style:num-format="{form}" {said}/>'
        for at, (form, said) in enumerate(levels, start=1)
    )
    return f'<text:list-style style:name="{name}">{written}{more}</text:list-style>'


DOT, BRACKETS = 'style:num-suffix="."', 'style:num-prefix="(" style:num-suffix=")"'
STYLES = (
    style("L", ("1", DOT), ("a", BRACKETS), ("I", f'text:display-levels="3" {DOT}'))
    + style("N", ("i", 'text:start-value="4"'), ("", DOT))
    + '<text:list-style style:name="B"><text:list-level-style-bullet text:level="1" '
    'text:bullet-char="•"/></text:list-style>'
    '<style:style style:name="Listed" style:family="paragraph" style:list-style-name="N"/>'
    '<style:style style:name="Below" style:family="paragraph" style:parent-style-name="Listed"/>'
)
OUTLINE = (
    '<text:outline-style style:name="O"><text:outline-level-style text:level="1" '
    f'style:num-format="I" {DOT}/><text:outline-level-style text:level="2" style:num-format="1" '
    'text:display-levels="2"/></text:outline-style>'
)


def items(*inside: str) -> str:
    return "".join(f"<text:list-item>{one}</text:list-item>" for one in inside)


def listed(*inside: str, name: str = "L", more: str = "") -> str:
    named = f'text:style-name="{name}"' if name else ""
    return f"<text:list {named} {more}>{items(*inside)}</text:list>"


def read(body: str) -> list[str]:
    shared = f"<office:styles>{OUTLINE}</office:styles>"
    return [one.text for one in read_odt(odt(body, STYLES, shared), Path("a.odt")).paragraphs]


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        (listed(p("a"), p("b") + p("more"), p("c")), ["1.\ta", "2.\tb", "more", "3.\tc"]),
        (
            listed(p("a") + listed(p("b"), p("c"), name=""), p("d") + listed(p("e"), name="")),
            ["1.\ta", "(a)\tb", "(b)\tc", "2.\td", "(a)\te"],
        ),
        (
            listed(p("a") + listed(p("b") + listed(p("c"), p("d"), name=""), name="")),
            ["1.\ta", "(a)\tb", "1.a.I.\tc", "1.a.II.\td"],
        ),
        (listed(p("a")) + p("between") + listed(p("b")), ["1.\ta", "between", "1.\tb"]),
        (
            listed(p("a")) + listed(p("b"), more='text:continue-numbering="true"'),
            ["1.\ta", "2.\tb"],
        ),
        (
            listed(p("a"), more='xml:id="x"')
            + listed(p("b"), name="N")
            + listed(p("c"), more='text:continue-list="x"'),
            ["1.\ta", "iv\tb", "2.\tc"],
        ),
        (
            '<text:list text:style-name="L"><text:list-header>'
            f'{p("head")}</text:list-header><text:list-item text:start-value="7">{p("a")}'
            f"</text:list-item>{items(p('b'))}</text:list>",
            ["head", "7.\ta", "8.\tb"],
        ),
        (listed(p("a"), name="B"), ["a"]),
        (listed('<text:p text:style-name="Below">a</text:p>', name=""), ["iv\ta"]),
        (
            '<text:h text:outline-level="1">a</text:h><text:h text:outline-level="2">b</text:h>'
            '<text:h text:outline-level="1">c</text:h><text:h text:outline-level="3">d</text:h>',
            ["I.\ta", "I.1\tb", "II.\tc", "d"],
        ),
    ],
)
def test_labels_are_counted(body: str, texts: list[str]) -> None:
    assert read(body) == texts
