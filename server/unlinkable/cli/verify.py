"""`unlinkable verify`: whether a record of `protect` still holds. Must never write."""

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable import __version__
from unlinkable.cli import asking
from unlinkable.cli.asking import TextsAtHand
from unlinkable.cli.check import TIME_LIMIT, check_against_each
from unlinkable.cli.parser import add_draft_flags
from unlinkable.printing import plain
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import open_ordinary, read_ordinary

if TYPE_CHECKING:
    from unlinkable.reporting.checked import Checked
    from unlinkable.reporting.protection.record import IndexUsed, ProtectedDraft, ProtectionRecord


HOLDS, BROKEN, DOUBTFUL = 0, 1, 3  # as `check`; 2: could not
_LARGEST = 100_000_000  # bytes
_OF_THE_RECORD = {
    *("accepted", "k", "max_terms", "term_words", "within", "against", "ranked"),
    *("cross_sentences", "source"),
}
"""Settings that `_asked_then` takes from the record, and what is accepted."""


def add_verify_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "verify",
        help="show whether a record of protect still holds",
        description="Show whether a record of protect (JSON) is as it was written, whether the "
        "result is the one that it speaks of, and whether what the record asked finds anything in "
        "the result today, in the index that is named. Exit status: 0 it holds, 1 it does not, 2 "
        "could not check, 3 nothing found, but that cannot be relied on, for the reasons that are "
        "said.",
    )
    parser.add_argument("record", metavar="RECORD", type=Path, help="the report of protect as JSON")
    parser.add_argument("result", metavar="RESULT", type=Path, help="what protect wrote")
    add_draft_flags(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Verify one result by its record."""
    text, seal, sound = _sealed(args.record)
    if seal and not sound:
        return _broken("record", "changed since it was written, so nothing that it says holds")
    record = _record(args.record, text)
    _line("record", f"unchanged, SHA-256 {seal}" if seal else "of a version that wrote no seal")
    with closing(asking.Workspaces(_asked_then(args, record))) as workspaces:
        asked = workspaces.of(args.result)
        spoken_of = _spoken_of(record, asked.read(args.result)[0].text)
        if not spoken_of:
            return _broken("result", "not the text that the record speaks of: changed, or another")
        if not _same_file(args.result, spoken_of):
            return _broken("result", "not the file that was written, though its text is the same")
        _line("result", f"unchanged since {record.run.date}: made from {spoken_of[0].draft}")
        here = "" if record.run.version == __version__ else f"; checked by {__version__}"
        _line("version", f"{record.run.version}{here}")
        for index in asked.indexes:
            used = (record.run.index, *record.run.further_indexes)
            _line("index", _compared(used, index.documents, index.fingerprint))
        found = check_against_each(args.result, asked, TIME_LIMIT, TextsAtHand())
        return _judged(found, spoken_of, record.run.settings.searches.against)


def _sealed(path: Path) -> tuple[str, str, bool]:
    """The text of a record, its seal, and whether it is as it was written. Raises UserError."""
    from unlinkable.reporting.protection.as_json import seal_in

    try:
        text = read_ordinary(path, _LARGEST).decode()
        return text, *seal_in(text)
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror}); check the path") from error
    except (ValueError, RecursionError):
        raise _no_record(path) from None


def _record(path: Path, text: str) -> "ProtectionRecord":
    from unlinkable.reporting.protection.as_json import from_text

    try:
        return from_text(text)
    except (ValueError, RecursionError):
        raise _no_record(path) from None


def _no_record(path: Path) -> UserError:
    return UserError(
        f"{path}: no record of protected drafts; name what `protect --report FILE.json` wrote"
    )


def _asked_then(args: argparse.Namespace, record: "ProtectionRecord") -> argparse.Namespace:
    """The flags by which is asked today what was asked then."""
    then = record.run.settings
    of_then = {
        "k": then.searches.k,
        "max_terms": then.searches.max_terms,
        "term_words": then.searches.term_words,
        "within": then.searches.within,
        "against": then.searches.against,
        "ranked": then.searches.ranked,
        "cross_sentences": then.searches.cross_sentences,
        "ignore_accepted": then.ignore_accepted,
        "source": args.source or then.source,
    }
    return argparse.Namespace(**(vars(args) | of_then))


def _spoken_of(record: "ProtectionRecord", text: str) -> "list[ProtectedDraft]":
    """What the record says of a text, of each index."""
    from unlinkable.reporting.protection.before import digest

    sought = digest(text)
    return [one for one in record.drafts if one.sha256.output == sought]


def _same_file(result: Path, spoken_of: "list[ProtectedDraft]") -> bool:
    """Whether a document is the file that the record speaks of, with all that nobody sees."""
    known = {one.sha256.file for one in spoken_of} - {""}
    if not known:
        return True
    try:
        with open_ordinary(result) as file:
            return hashlib.file_digest(file, "sha256").hexdigest() in known
    except OSError as error:
        raise UserError(f"{result}: cannot be read ({error.strerror}); check the path") from error


def _compared(used: "Sequence[IndexUsed]", documents: int, fingerprint: str) -> str:
    told = f"{documents:,} originals, fingerprint {fingerprint}"
    if any(one.fingerprint == fingerprint for one in used):
        return f"the record's: {told}"
    then = "; ".join(f"{one.documents:,} originals, {one.fingerprint}" for one in used)
    return f"another one: {told} (the record's: {then})"


def _judged(
    found: "list[Checked]", spoken_of: "list[ProtectedDraft]", against: Sequence[str]
) -> int:
    """Say whether nothing leads back today, and give the exit status."""
    doubts = dict.fromkeys(one.message for each in found for one in each.circumstances.doubts)
    stays = {risk.text for one in spoken_of for risk in one.accepted if risk.stays}
    sources = {one.sources.source or one.sources.source_before for one in spoken_of} - {None}
    leading = sorted({text for one in found for text in _leading(one, against, sources, stays)})
    for risk in dict.fromkeys(risk for one in spoken_of for risk in one.accepted if risk.stays):
        by = f"by {risk.accepted.by}" if risk.accepted.by else "by nobody named"
        why = f": {risk.accepted.reason}" if risk.accepted.reason else ""
        _line("accepted", f"»{risk.text}« {by}{why}")
    new = list(_narrowed_since(found, spoken_of))
    for narrowing in new:
        _line("narrowed", f"{narrowing}, which the record does not say")
    for doubt in doubts:
        _line("doubt", f"{doubt}.")
    if leading:
        return _broken("search", f"leads back by {'; '.join(f'»{text}«' for text in leading[:5])}")
    if not all(one.report.complete for one in found):
        return _broken("search", "not ended in time, so nothing is known")
    _line("search", "nothing leads back by what was asked then")
    if doubts or new:
        _line("verdict", "cannot be relied on")
        return DOUBTFUL
    _line("verdict", "the record holds")
    return HOLDS


def _narrowed_since(found: "list[Checked]", spoken_of: "list[ProtectedDraft]") -> Iterator[str]:
    """By what less is found today than then, but for what the record says was asked, and for what
    is accepted, which is looked at by itself."""
    then = {said for one in spoken_of for said in one.reservations.narrowed}
    now = {one.setting: one for each in found for one in each.circumstances.narrowed}
    for setting, one in now.items():
        if setting in _OF_THE_RECORD or any(said.endswith(f": {one}.") for said in then):
            continue
        yield f"by {one.where}: {one}"


def _leading(
    checked: "Checked", against: Sequence[str], sources: "set[str | None]", accepted: set[str]
) -> Iterator[str]:
    """What leads back today and was not accepted then, whoever accepts it now. Where the source is
    known, words that lead to other originals alone lead nobody to it by exact search."""
    from unlinkable.reporting.checked import MOST_DOCUMENTS

    text = checked.report.draft.text
    for finding in (*checked.report.everything, *checked.report.accepted):
        if finding.kind.searcher not in against:
            continue
        words = text[finding.start : finding.end]
        elsewhere = False
        if sources and finding.kind.searcher == "exact":
            ids = {document.id for document in checked.documents(finding)}
            elsewhere = not ids & sources and len(ids) < MOST_DOCUMENTS
        if words not in accepted and not elsewhere:
            yield words


def _broken(what: str, why: str) -> int:
    _line(what, why)
    _line("verdict", "the record does not hold")
    return BROKEN


def _line(name: str, value: str) -> None:
    print(f"{name:<9} {plain(value)}")
