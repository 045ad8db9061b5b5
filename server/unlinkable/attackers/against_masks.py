"""Whether rulings at hand, or a model that reads them, tell the words that were masked in a draft.

For whoever chooses masks and knows what they hide. Words count as told when they are said exactly.
Knows drafts and which words of them are masked; must know nothing of why these were chosen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from unlinkable.attackers.attacker import Attacker, VotersOfVersions
from unlinkable.attackers.infilling import Chunks, Cutting, Infilling, Passages, Prediction, Reader
from unlinkable.attackers.remedies import least_beside
from unlinkable.attackers.votes import Counting, Guess, Voters
from unlinkable.draft import Draft, Forms, Span
from unlinkable.draft.draft import LEFT, RIGHT, Gap, gaps
from unlinkable.findings.guessable_mask import SHOWN_SHARE
from unlinkable.findings.guessing import Gaps
from unlinkable.stopping import OnProgress, Stop, unseen, within
from unlinkable_index.words import find_words

Told = NDArray[np.bool_]
Fits = Callable[[str], bool]

PARTS = 3
"""Parts of rulings that the model is shown for each mask: half a minute on two processor cores."""


TOLD = 0.4
"""The share of the votes from which what is right is told. Fewer than a searcher would rely on, as
others count votes otherwise."""


_ANYHOW = (Counting.ALL, Counting.LIKEST)
"""How votes are counted for what was masked: what is right is told by these as well."""


class Votes:
    """Rulings that vote on the gaps of a draft."""

    seconds = 240.0  # enough on a busy machine, so that results do not depend on how busy it is

    def __init__(self, draft: Draft, voters: Callable[[Draft], Voters | None]) -> None:
        """``voters``: the rulings that vote on a version of the draft, as far as it can be read;
        None where there are none."""
        self._draft = draft
        self._voters = voters

    def told(self, gaps: Gaps, masked: Told) -> Told:
        """Which gaps they tell, while the words ``masked`` cannot be read."""
        return self._told(gaps, masked, None)

    def told_among(self, gaps: Gaps, masked: Told, fits: Fits) -> Told:
        """The same when it is known that only words that fit stand there."""
        return self._told(gaps, masked, fits)

    def votes(self, draft: Draft) -> "VotesOnVersion":
        """What they say in the gaps of a version of the draft with masks."""
        return VotesOnVersion(draft, self._voters(draft))

    def _told(self, gaps: Gaps, masked: Told, fits: Fits | None) -> Told:
        told = np.zeros(len(gaps), dtype=bool)
        readable = np.flatnonzero(~masked)
        voters = self._voters(self._draft.part(readable)) if len(gaps) else None
        if voters is not None:
            told[:] = [self._tells(voters, one, masked, fits) for one in _each(gaps)]
        return told

    def _tells(self, voters: Voters, gap: tuple[int, int], masked: Told, fits: Fits | None) -> bool:
        first, stop = gap
        forms = self._draft.forms
        bounds = _open_around(self._draft, first, stop, masked)
        left, right = forms[bounds.start : first], forms[stop : bounds.stop]
        asked = Gap(first, (), left, right)
        return any(
            self._says(forms[first:stop], voters.guesses(asked, counting), fits)
            for counting in _ANYHOW
        )

    @staticmethod
    def _says(hidden: Forms, guesses: Sequence[Guess], fits: Fits | None) -> bool:
        """Whether so many votes are for what is hidden, of those for words that fit."""
        whole = 1.0
        if fits is not None:
            guesses = [guess for guess in guesses if fits(guess.text)]
            whole = sum(guess.share for guess in guesses)
        if not guesses or guesses[0].forms != hidden:
            return False
        return guesses[0].share >= TOLD * whole


class VotesOnVersion:
    """What rulings say in the gaps of one version of a draft."""

    def __init__(self, draft: Draft, voters: Voters | None) -> None:
        self._draft = draft
        self._voters = voters
        self._gaps = {gap.span: gap for gap in gaps(draft)}

    @property
    def agreed(self) -> Sequence[Sequence[tuple[Span, str]]]:
        """The gaps on which as many agree as make a finding of a mask, and on what; for each way to
        count."""
        voters = self._voters
        if voters is None:
            return []
        return [
            [
                (place, best.text)
                for place, gap in self._gaps.items()
                for best in voters.guesses(gap, counting)[:1]
                if best.share >= SHOWN_SHARE
            ]
            for counting in Counting
        ]

    def wider(self, gap: Span, costs: NDArray[np.float64]) -> Sequence[int]:
        """The cheapest words beside a gap such that no guess has half of the votes without them;
        none where a few words will not do."""
        if self._voters is None:
            return ()
        return least_beside(self._draft, self._gaps[gap], self._voters, costs) or ()


def votes(attacker: Attacker) -> Callable[[Draft, int | None], Votes]:
    """From a draft and its source to the votes of the rulings that an attacker has."""

    def made(draft: Draft, source: int | None) -> Votes:
        return Votes(draft, VotersOfVersions(attacker, draft, source).of)

    return made


@dataclass(frozen=True)
class _Gapped:
    """A text with masks, as a reader who fills them in takes it."""

    text: str
    masks: tuple[Span, ...]


class ModelGuesser:
    """A model that fills in the gaps of a draft, one after the other, what it said before standing
    in the text around the next; what it was asked once it is not asked again."""

    def __init__(
        self,
        draft: Draft,
        passages: Passages,
        reader: Reader,
        seconds: float,
        said: Callable[[int], None] = lambda _: None,
        report: OnProgress = unseen,
    ) -> None:
        """``said``: called with the number of gaps before the model is asked for the first time."""
        self.seconds = seconds
        self.asked = 0
        self.guessed: set[tuple[int, int]] = set()
        self._draft = draft
        self._passages = passages
        self._reader = reader
        self._said = said
        self._report = report
        self._known: dict[tuple[str, str], Prediction | None] = {}
        self._late: Stop | None = None

    def told(self, gaps: Gaps, masked: Told) -> Told:  # noqa: ARG002
        """Which gaps it tells, as far as there is time. Raises UserError when the model fails."""
        if self._late is None and len(gaps):
            self._said(len(gaps))
            self._late = within(self.seconds)
        spans = {self._draft.span_of(range(*one)): n for n, one in enumerate(_each(gaps))}
        masks = tuple(sorted([*spans, *self._draft.masks]))
        wanted = [number for number, mask in enumerate(masks) if mask in spans]
        self.asked = 0
        filling = Infilling(_Gapped(self._draft.text, masks), self._passages, self._read)
        filled = filling.filled(wanted, report=self._report)
        told = np.zeros(len(gaps), dtype=bool)
        for number, said in filled.items():
            gap = spans[masks[number]]
            first, stop = int(gaps.firsts[gap]), int(gaps.stops[gap])
            told[gap] = find_words(said.text).forms == self._draft.forms[first:stop]
        self.guessed.update(one for one, so in zip(_each(gaps), told.tolist(), strict=True) if so)
        return told

    def _read(
        self, passages: Sequence[str], before: str, after: str, seed: int
    ) -> Prediction | None:
        around = before, after
        if around not in self._known:
            if self._late is not None and self._late():
                return None
            self._known[around] = self._reader(passages, before, after, seed)
        self.asked += 1
        return self._known[around]


def by_model(
    attacker: Attacker,
    reader: Reader,
    seconds: float,
    said: Callable[[int], None] = lambda _: None,
    report: OnProgress = unseen,
) -> Callable[[Draft, int | None], ModelGuesser]:
    """From a draft and its source to a model that guesses for so many ``seconds``, and is shown
    parts of the rulings that an attacker has. ``said``: see `ModelGuesser`."""

    def made(draft: Draft, source: int | None) -> ModelGuesser:
        near = attacker.near(draft, source)
        chunks = Chunks([one.text for one in near], Cutting())

        def passages(query: str) -> Sequence[str]:
            return chunks.nearest(query, PARTS)

        return ModelGuesser(draft, passages, reader, seconds, said, report)

    return made


def _each(gaps: Gaps) -> list[tuple[int, int]]:
    return list(zip(gaps.firsts.tolist(), gaps.stops.tolist(), strict=True))


def _open_around(draft: Draft, first: int, stop: int, masked: Told) -> range:
    """The words that can be read beside a gap, up to the next mask: as many as votes go by."""
    masks = [mask.start for mask in draft.masks]
    run = np.searchsorted(masks, draft.starts)
    lefts = islice(range(first - 1, -1, -1), LEFT)
    rights = islice(range(stop, len(draft.forms)), RIGHT)
    start, end = first, stop
    for word in lefts:
        if masked[word] or run[word] != run[first]:
            break
        start = word
    for word in rights:
        if masked[word] or run[word] != run[first]:
            break
        end = word + 1
    return range(start, end)
