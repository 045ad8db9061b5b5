"""Paraphrase by WordNet, as published and told what is rare: a synonym in place of a word of a
phrase, or no word at all; with the English function words that are no phrase. Loads its packages
only in functions."""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unlinkable.draft import Draft, Reading, Span, read_draft
from unlinkable.findings.phrases import phrase_findings
from unlinkable.lab.embedding import Embedder, Vector
from unlinkable.lab.evaluation.method import MadeDraft, Method, RawDraft
from unlinkable.stopping import Stop, StoppedError
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

_WORDS = (
    "a about above after again against all am an and any are as at be because been before being "
    "below between both but by can could did do does doing down during each few for from further "
    "had has have having he her here hers herself him himself his how i if in into is it its "
    "itself just me more most my myself no nor not now of off on once only or other our ours "
    "ourselves out over own same she should so some such than that the their theirs them "
    "themselves then there these they this those through to too under until up very was we were "
    "what when where which while who whom why will with would you your yours yourself yourselves"
)
FUNCTION_WORDS = frozenset(_WORDS.split())


MOST_ROUNDS = 5
_AT_ONCE = 4  # candidates whose nearness is asked at once, before others are ruled out
_KINDS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
_MAY_GO = frozenset({"ADJ", "ADV"})
_NEEDS = "the baseline wordnet needs two packages more: pip install 'unlinkable[lab]'"


class WordNetLexicon:
    """Synonyms and inflections. ``path``: a file of WordNet in the Global WordNet Association's
    LMF, also compressed; ``cache``: a folder for the database made of it (half a minute, once).

    Raises UserError when the file can't be read or the packages are not installed.
    """

    def __init__(self, path: Path, cache: Path) -> None:
        try:
            import lemminflect
            import wn
        except ImportError:
            raise UserError(_NEEDS) from None
        self.name = path.name
        self._known: dict[str, tuple[str, ...]] = {}
        self._inflect = lemminflect
        wn.config.data_directory = cache  # type: ignore[attr-defined]
        try:
            cache.mkdir(parents=True, exist_ok=True)
            if not wn.lexicons():
                wn.add(path, progress_handler=None)
            self._words = wn.Wordnet()
        except Exception as error:  # the library raises what its parts do
            raise UserError(f"{path}: this WordNet cannot be read; fetch it again") from error

    def candidates(self, word: str) -> tuple[str, ...]:
        """What may stand in place of a word, and nothing where it may go."""
        if word not in self._known:
            self._known[word] = tuple(self._candidates(word))
        return self._known[word]

    def _candidates(self, word: str) -> Iterator[str]:
        lemmas = self._inflect.getAllLemmas(word.lower())
        if not _MAY_GO.isdisjoint(lemmas):
            yield ""
        seen = {word.lower(), ""}
        for kind, letter in _KINDS.items():
            for lemma in lemmas.get(kind, ()):
                for tag in self._tags(word.lower(), lemma, kind):
                    for synonym in self._synonyms(lemma, letter):
                        made = self._inflected(synonym, tag)
                        if made and made.lower() not in seen:
                            seen.add(made.lower())
                            yield made[:1].upper() + made[1:] if word[:1].isupper() else made

    def _tags(self, form: str, lemma: str, kind: str) -> list[str]:
        """The Penn tags under which a lemma has this form."""
        found = self._inflect.getAllInflections(lemma, upos=kind)
        return [tag for tag, forms in found.items() if form in forms]

    def _synonyms(self, lemma: str, kind: str) -> Iterator[str]:
        kinds = (kind, "s") if kind == "a" else (kind,)
        for each in kinds:
            for synset in self._words.synsets(lemma, pos=each):
                yield from (other for other in synset.lemmas() if " " not in other)

    def _inflected(self, lemma: str, tag: str) -> str:
        forms = self._inflect.getInflection(lemma, tag)
        return forms[0] if forms else ""


@dataclass(frozen=True)
class SynonymChooser:
    """Chooses what may stand in place of a phrase. ``embedder``: the model that says how near a
    candidate is."""

    words: WordNetLexicon
    embedder: Embedder

    def best(self, phrase: str) -> str | None:
        """The candidate with the highest harmonic mean of distance and nearness; None: none.

        The nearness of a candidate costs most. It is one at most, so those whose distance could not
        make them better than the best so far are not asked.
        """
        made = list(dict.fromkeys(self._edited(phrase)))
        if not made:
            return None
        far = [levenshtein(phrase, one) / max(len(phrase), len(one)) for one in made]
        order = sorted(range(len(made)), key=lambda number: -far[number])
        whole = self._vectors([phrase])[0]
        best, highest = made[0], -1.0
        for at in range(0, len(order), _AT_ONCE):
            part = order[at : at + _AT_ONCE]
            part = [number for number in part if _harmonic(far[number], 1.0) > highest]
            if not part:
                break
            near = (self._vectors([made[number] for number in part]) @ whole).tolist()
            for number, nearness in zip(part, near, strict=True):
                worth = _harmonic(far[number], max(0.0, nearness))
                if worth > highest:
                    best, highest = made[number], worth
        return best

    def _edited(self, phrase: str) -> Iterator[str]:
        for match in re.finditer(r"\w+", phrase):
            before, after = phrase[: match.start()], phrase[match.end() :]
            for candidate in self.words.candidates(match[0]):
                yield f"{before}{candidate}{after}" if candidate else f"{before}{after.lstrip()}"

    def _vectors(self, texts: Sequence[str]) -> Vector:
        return self.embedder.vectors([self.embedder.pieces(text) for text in texts])


class Paraphrase(Method):
    """The method as published: one edit for each phrase, rare or not."""

    name = "wordnet"

    def __init__(self, candidates: SynonymChooser, reading: Reading) -> None:
        words, embedder = candidates.words, candidates.embedder
        self.said = (
            f"as published, told nothing of what is rare: a synonym of {words.name} or none for a "
            f"word of each phrase between function words, {embedder.name} for nearness; parts of "
            "speech by a dictionary"
        )
        self._candidates = candidates
        self._reading = reading

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:  # noqa: ARG002
        """The paraphrased draft."""
        started = time.perf_counter()
        draft = read_draft(raw.text, raw.markup, self._reading)
        known: dict[str, str | None] = {}
        edits = []
        for span in phrases(draft):
            if stop():
                raise StoppedError
            phrase = draft.text[span.start : span.end]
            if phrase not in known:
                known[phrase] = self._candidates.best(phrase)
            if (best := known[phrase]) is not None:
                edits.append((span, best))
        return MadeDraft(_edited(draft, edits), time.perf_counter() - started)


class InformedParaphrase(Method):
    """The method, told what is rare."""

    name = "wordnet-informed"

    def __init__(self, candidates: SynonymChooser, index: Index, k: int, reading: Reading) -> None:
        words, embedder = candidates.words, candidates.embedder
        self.said = (
            f"a synonym of {words.name} or none for a word of each rare phrase, which it is told, "
            f"{embedder.name} for nearness; parts of speech by a dictionary"
        )
        self._candidates = candidates
        self._index = index
        self._k = k
        self._reading = reading
        self.asked = str(k)

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:
        """The paraphrased draft."""
        started = time.perf_counter()
        tried: set[str] = set()
        for _ in range(MOST_ROUNDS):
            draft = read_draft(raw.text, raw.markup, self._reading)
            edits = []
            for found in phrase_findings(draft, self._index, self._k, source):
                if stop():
                    raise StoppedError
                phrase = draft.text[found.start : found.end]
                best = self._candidates.best(phrase) if phrase.casefold() not in tried else None
                tried.add(phrase.casefold())
                if best is not None:
                    edits.append((found.span, best))
            if not edits:
                break
            raw = replace(raw, text=_edited(draft, edits))
        return MadeDraft(raw.text, time.perf_counter() - started)


def phrases(draft: Draft) -> Iterator[Span]:
    """The pieces of a draft between punctuation, masks and function words, in order."""
    first: int | None = None
    for number, (start, end) in enumerate(zip(draft.starts, draft.ends, strict=True)):
        begins = number == 0 or bool(draft.text[draft.ends[number - 1] : start].strip())
        if first is not None and (begins or draft.text[start:end] in FUNCTION_WORDS):
            yield Span(int(draft.starts[first]), int(draft.ends[number - 1]))
            first = None
        if first is None and draft.text[start:end] not in FUNCTION_WORDS:
            first = number
    if first is not None:
        yield Span(int(draft.starts[first]), int(draft.ends[-1]))


def _harmonic(some: float, other: float) -> float:
    return 2 * some * other / (some + other) if some + other else 0.0


def levenshtein(some: str, other: str) -> int:
    """The fewest letters to insert, drop or exchange to make one text of the other."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(some, 1):
        last, row[0] = row[0], number
        for at, theirs in enumerate(other, 1):
            last, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, last + (letter != theirs))
    return row[-1]


def _edited(draft: Draft, edits: list[tuple[Span, str]]) -> str:
    text = draft.text
    for span, new in sorted(edits, reverse=True):
        text = text[: span.start] + new + text[span.end :]
    return text
