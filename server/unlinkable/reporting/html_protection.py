"""The report on protected drafts as a page for people, from the record that `protect` keeps.

The record is that of `unlinkable.rewriting.protection_report`, as JSON has it. Holds what was
removed from drafts, so it is as confidential as the originals.
"""

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any

from unlinkable.reporting.page import Html, facts, inline, page, table, tag, text

Record = Mapping[str, Any]
_SHORT = 90  # characters, that go on one line


def protection_page(report: Record) -> str:
    """The page as one string."""
    return "".join(page("What was changed so that nothing leads back", _parts(report)))


def _parts(report: Record) -> Iterator[Html]:
    index, model = report["index"], report["model"]
    yield facts(
        [
            ("Protected", text(f"{report['date']}, by Unlinkable {report['unlinkable']}")),
            ("Index", text(f"{index['documents']:,} originals")),
            ("Fingerprint", tag("code", text(index["fingerprint"]))),
            ("Asked", text(_settings(report["settings"]))),
            ("Model", text(f"{model['file']}, SHA-256 {model['sha256']}" if model else "none")),
        ]
    )
    drafts = report["drafts"]
    yield table(
        ("Draft", "Written to", "Changes", "Findings before", "Findings after"),
        [
            (
                tag("a", text(one["draft"]), f'href="#draft-{number}"'),
                text(one["output"]),
                len(one["changes"]),
                sum(one["before"].values()),
                sum(one["after"].values()),
            )
            for number, one in enumerate(drafts)
        ],
    )
    for number, one in enumerate(drafts):
        yield tag("section", "\n".join(_section(one)), f'id="draft-{number}"')


def _settings(settings: Record) -> str:
    named = (f"{name.replace('_', ' ')} {value}" for name, value in settings.items())
    return ", ".join(said for said in named if not said.endswith((" None", " False")))


def _section(one: Record) -> Iterator[str]:
    before, after = one["before"], one["after"]
    left = sum(after.values())
    yield tag("h2", text(one["draft"]))
    verdict = (
        tag("span", "not clean", 'class="verdict found"')
        if left
        else tag("span", "clean", 'class="verdict clean"')
    )
    yield tag(
        "p",
        f"{verdict} after {len(one['changes']):,} changes in {one['words']:,} words. "
        f"Rare phrases: {before['phrases']:,} before, {after['phrases']:,} after. "
        f"Terms in linking combinations: {before['combinations']:,} before, "
        f"{after['combinations']:,} after.",
    )
    for name, key in (("Likely source before", "source_before"), ("and after", "source_after")):
        if key in one:
            yield tag("p", f"{name}: {text(one[key] or 'none')}.")
    for change in one["changes"]:
        yield _change(change)


def _change(change: Record) -> Html:
    before, after = _compared(change["before"], change["after"])
    short = len(change["before"]) + len(change["after"]) < _SHORT
    shown = f"{before} → {after}" if short else f"{before}</p><p>{after}"
    items = [tag("li", text(reason)) for reason in change["reasons"]]
    items += [tag("li", f"refused: {_refused(refused)}") for refused in change["refused"]]
    return tag(
        "div",
        tag("p", text(f"{change['kind']}, at character {change['start']:,}"), 'class="place"')
        + tag("p", shown)
        + (tag("ul", "".join(items)) if items else ""),
        'class="passage change"',
    )


def _refused(refused: Record) -> str:
    reasons = text(" ".join(refused["reasons"]))
    return f"»{text(refused['after'])}« ({reasons})" if refused["after"] else reasons


def _compared(before: str, after: str) -> tuple[str, str]:
    """Both texts, with what is only in one of them marked, word by word."""
    old, new = before.split(), after.split()
    shown_old, shown_new = [], []
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        gone, come = inline(" ".join(old[a:b])), inline(" ".join(new[c:d]))
        if what == "equal":
            shown_old.append(gone)
            shown_new.append(come)
            continue
        if gone:
            shown_old.append(tag("del", gone))
        if come:
            shown_new.append(tag("ins", come))
    return " ".join(shown_old), " ".join(shown_new)
