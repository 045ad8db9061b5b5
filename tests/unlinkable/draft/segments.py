"""What the tests of the draft look at: its segments, as text."""

from unlinkable.draft import Draft, Markup, Reading, read_draft

CROSSING = Reading(cross_sentences=True)


def segments(text: str, markup: Markup = Markup.PLAIN, reading: Reading | None = None) -> list[str]:
    """The forms of every segment, joined with spaces."""
    return segments_of(read_draft(text, markup, reading))


def segments_of(draft: Draft) -> list[str]:
    found: list[list[str]] = [[] for _ in range(int(draft.segments.max(initial=-1)) + 1)]
    for form, segment in zip(draft.forms, draft.segments.tolist(), strict=True):
        found[segment].append(form)
    return [" ".join(forms) for forms in found]


def markdown(text: str) -> list[str]:
    """The segments of a Markdown draft."""
    return segments(text, Markup.MARKDOWN)


def same(one: Draft, other: Draft) -> bool:
    """Whether two drafts were read alike."""
    return (
        one.text == other.text
        and one.forms == other.forms
        and one.starts.tolist() == other.starts.tolist()
        and one.ends.tolist() == other.ends.tolist()
        and one.segments.tolist() == other.segments.tolist()
        and one.masks == other.masks
        and one.sentences == other.sentences
        and one.source == other.source
    )
