"""Drafts from raw rulings: names and the like found by Presidio, cut off from the network, and
masked. Knows originals and what to mask in them; nothing of indexes and of what leads back.
Loads spaCy only in functions."""

import contextlib
import io
import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from unlinkable_index.errors import UserError

CASE_NUMBER = "CASE_NUMBER"
"""What numbers with a slash are, such as 36110/97, which Presidio does not know."""
_CASE_NUMBER = r"(?<![\w/])\d{2,}(?:/\d{2,})+(?![\w/])"
ENTITIES = (
    "PERSON",
    "LOCATION",
    "NRP",
    "ORGANIZATION",
    "DATE_TIME",
    "EMAIL_ADDRESS",
    "PHONE_NUMBER",
    "IBAN_CODE",
    "CREDIT_CARD",
    "IP_ADDRESS",
    "URL",
    CASE_NUMBER,
)
"""What is masked unless asked otherwise; names as Presidio's."""
_NAMED = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
"""What persons are taken for; a pipeline errs among these."""
_LEAST_SCORE = 0.35
_NEEDS = "deidentify needs Presidio; install it with: pip install 'unlinkable[presidio]'"


class DetectedName(NamedTuple):
    """A place to mask, in code points, and what Presidio takes it for."""

    start: int
    end: int
    kind: str


class Detector:
    """Finds what is to be masked in texts of one ``language`` (as "en").

    - ``pipeline``: the name of an installed spaCy pipeline, or its folder; None: a blank one;
    - ``patterns``: a file of patterns for spaCy's entity ruler (JSON Lines), or None;
    - ``entities``: what to look for, by Presidio's names.

    Raises UserError when Presidio or the pipeline is not installed, or the patterns are none.
    """

    def __init__(
        self,
        pipeline: str | None,
        patterns: Path | None,
        language: str = "en",
        entities: Sequence[str] = ENTITIES,
    ) -> None:
        try:
            import tldextract
            from presidio_analyzer import (
                AnalyzerEngine,
                Pattern,
                PatternRecognizer,
                RecognizerRegistry,
            )
            from presidio_analyzer.nlp_engine import SpacyNlpEngine
        except ImportError:
            raise UserError(_NEEDS) from None
        logging.getLogger("presidio-analyzer").setLevel(
            logging.ERROR
        )  # it tells of other languages
        extractor = tldextract.TLDExtract(cache_dir=None, suffix_list_urls=())
        tldextract.tldextract.TLD_EXTRACTOR = extractor
        engine: Any = SpacyNlpEngine(models=[{"lang_code": language, "model_name": "named"}])
        engine.nlp = {language: _loaded(pipeline, patterns, language)}
        registry = RecognizerRegistry(supported_languages=[language])
        registry.load_predefined_recognizers(languages=[language], nlp_engine=engine)
        numbers = [Pattern(CASE_NUMBER, _CASE_NUMBER, score=1)]
        registry.add_recognizer(
            PatternRecognizer(CASE_NUMBER, patterns=numbers, supported_language=language)
        )
        self._analyzer = AnalyzerEngine(
            registry=registry, nlp_engine=engine, supported_languages=[language]
        )
        self._language = language
        self._entities = list(entities)
        known = set(self._analyzer.get_supported_entities(language)) | {"PERSON", "LOCATION"}
        unknown = [name for name in entities if name not in known | set(ENTITIES)]
        if unknown:
            raise UserError(
                f"Presidio knows nothing of the kind {unknown[0]!r}; it knows "
                f"{', '.join(sorted(known))}"
            )

    def find(self, text: str) -> list[DetectedName]:
        """What is to be masked in ``text``, in order; none shares a character with another."""
        read: Any = self._analyzer.nlp_engine.process_text(text, self._language)
        results = self._analyzer.analyze(
            text,
            language=self._language,
            entities=self._entities,
            score_threshold=_LEAST_SCORE,
            nlp_artifacts=read,
        )
        for one in results:
            if one.entity_type in _NAMED:
                one.start, one.end = _with_titles(read.tokens, one.start, one.end)
        results.sort(key=lambda one: (one.start, -one.end, -one.score))
        found: list[DetectedName] = []
        for one in results:
            if found and one.start < found[-1].end:
                last = found[-1]
                found[-1] = last._replace(end=max(last.end, one.end))
            else:
                found.append(DetectedName(one.start, one.end, one.entity_type))
        return found


def _with_titles(words: Any, start: int, end: int) -> tuple[int, int]:
    """A name with the proper nouns right before and after it, as the pipeline tells them, such as
    "Mr" and "QC"; as it is where the pipeline tells none."""
    span = words.char_span(start, end, alignment_mode="expand")
    if span is None:
        return start, end
    first, last = span.start, span.end
    while first and _goes_on(words[first - 1], words[first - 1]):
        first -= 1
    while last < len(words) and _goes_on(words[last], words[last - 1]):
        last += 1
    return min(start, words[first].idx), max(end, words[last - 1].idx + len(words[last - 1]))


def _goes_on(word: Any, before: Any) -> bool:
    """Whether ``word`` is a proper noun, and nothing but a space stands behind ``before``."""
    return bool(word.pos_ == "PROPN" and before.whitespace_ == " ")


def masked(text: str, found: Sequence[DetectedName], mask: str) -> str:
    """``text`` with ``mask`` at every place of ``found``."""
    parts, last = [], 0
    for one in found:
        parts += [text[last : one.start], mask]
        last = one.end
    return "".join([*parts, text[last:]])


def _loaded(pipeline: str | None, patterns: Path | None, language: str) -> Any:
    import spacy

    if pipeline is None:
        nlp = spacy.blank(language)
        nlp.add_pipe("sentencizer")
    else:
        if not (spacy.util.is_package(pipeline) or Path(pipeline).is_dir()):
            raise UserError(
                f"the spaCy pipeline {pipeline!r} is not installed, and nothing is downloaded "
                "here; install it, or name the folder that it lies in"
            )
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                nlp = spacy.load(pipeline)
        except Exception as error:  # parts of a pipeline raise what they like
            raise UserError(
                f"the spaCy pipeline {pipeline!r} cannot be loaded; is it for this version of "
                "spaCy?"
            ) from error
    if patterns is not None:
        ruler: Any = nlp.add_pipe("entity_ruler", config={"overwrite_ents": True})
        ruler.add_patterns(_read_patterns(patterns))
    return nlp


def _read_patterns(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: the patterns cannot be read; check the file") from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            pattern = json.loads(line)
        except ValueError:
            pattern = None
        if not isinstance(pattern, dict) or not {"label", "pattern"} <= pattern.keys():
            raise UserError(
                f'{path}, line {number}: a pattern is an object with "label" and "pattern", such '
                'as {"label": "PERSON", "pattern": "Smith"}'
            )
        found.append(pattern)
    return found
