"""Where sentences end: by rules that do not cut when in doubt, since a false cut hides phrases, or
by a spaCy pipeline that the user names (only imported then). Works on what a reader sees of one
block, in time linear in its length. Must know nothing of masks, markup or words."""

import re
from collections.abc import Callable
from functools import cache

from unlinkable.language import LANGUAGES, united
from unlinkable_index.errors import UserError
from unlinkable_index.words.seen import HYPHENS

# Full stops of scripts that need no space behind them.
_WIDE = "。！？｡⁇⁈⁉"
_CLOSERS = "\"'”’»›)\\]}）」』”】》*_~"
_OPENERS = "\"'“‘„‚«»‹›([{（「『【《¿¡*_~—–-/"
_ENDS = re.compile(rf"([.!?…؟۔।॥።։။។‼{_WIDE}]++)[{_CLOSERS}]*+")
_NEXT = re.compile(rf"[\s{re.escape(_OPENERS)}]*+")
# A capital and small letters, or one capital letter and a word that begins with a small one.
_CAPITALISED = re.compile(r"[^\W\d_a-z](?=\s+[a-zà-öø-ÿ-ſ])|[^\W\d_a-z][a-zß-ɏ]+(?![\w.])")
_NUMBERED = re.compile(r"[0-9]{1,4}\.\s+[^\W\d_a-z]")
_ROMAN = re.compile(r"[IVXLC]{2,}|[ivxl]{2,}")
# The word or number that a text ends with: k.p.c, 12.03.2014, Mr, or the r of 2014r.
_TAIL = re.compile(r"(?:(?:[^\W\d_]+\.)*[^\W\d_]+|[0-9]+(?:[.,][0-9]+)*)\Z")
_VOWELS = re.compile("[aeiouyáàâäãåæąćéèêëęíìîïóòôöõøúùûüýœ]", re.IGNORECASE)
_BEFORE_NUMBERS = " \t\u00a0([\"'“„«‘‚*_§"
_LOOK_BACK = 40
_HYPHENS = frozenset(HYPHENS + "\u00ad")  # soft ones show at the end of a line
# Of all languages at once: a draft may quote another one, and when in doubt nothing is cut.
_KNOWN = united(language.sentences for language in LANGUAGES)
_BINDING_PAIRS = tuple(abbreviation for abbreviation in _KNOWN.binding if " " in abbreviation)
_SPACES = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\n": " "})


def sentence_cuts(text: str) -> list[int]:
    """The offsets just behind the sentences of ``text``, in order.

    Paragraphs are not looked at: see ``paragraph_cuts``.
    """
    cuts: list[int] = []
    begin = 0
    for match in _ENDS.finditer(text):
        if _ends_sentence(text, begin, match):
            begin = match.end()
            cuts.append(begin)
    return cuts


def paragraph_cuts(text: str, end: int, start: int) -> bool:
    """Whether the blank line from ``end`` to ``start`` surely parts two sentences.

    It does not where the text goes on in lower case, after a comma or an open bracket, after an
    abbreviation or a small word that something must follow, or with a number that numbers nothing.
    """
    before = text[max(0, end - _LOOK_BACK) : end].rstrip()
    opened = _NEXT.match(text, start)
    at = opened.end() if opened else start
    following = text[at : at + 1]
    if not before or not following:
        return True
    if following.islower() or before[-1] in ",([{„«“‹":
        return False
    if before[-1] == ".":
        return not _is_binding(before[:-1])
    if before[-1] in _HYPHENS:
        return not before[-2:-1].isalpha()
    if before[-1] in _WIDE or before[-1] in "!?…:;؟۔।":
        return True
    last = _last_word(before)
    if last.casefold() in _KNOWN.binding or last in _KNOWN.unfinished:
        return False
    return not following.isdigit() or _NUMBERED.match(text, at) is not None


def _ends_sentence(text: str, begin: int, match: re.Match[str]) -> bool:
    """Whether the sentence that began at ``begin`` ends with the full stop of ``match``."""
    end = match.end()
    if end == len(text):
        return False
    if text[match.end(1) - 1] in _WIDE:
        return not text[end].islower()
    if not text[end].isspace():
        return False
    opened = _NEXT.match(text, end)
    at = opened.end() if opened else end
    if at == len(text) or text[at].islower():
        return False
    stop = match[1]
    if stop != ".":
        return "…" not in stop and ".." not in stop
    return not _is_in_doubt(text, begin, match.start(), at)


def _is_in_doubt(text: str, begin: int, stop: int, at: int) -> bool:
    """Whether the full stop at ``stop`` may be that of an abbreviation, an initial or a number.

    ``at`` is where the text goes on.
    """
    before = text[max(begin, stop - _LOOK_BACK) : stop].translate(_SPACES)
    token = _last_word(before)
    if not token:
        return False
    starter = _starter(text, at)
    if token[0].isdigit() or _ROMAN.fullmatch(token):
        if _begins_line(text, begin, stop - len(token)):
            return True
        return not (
            starter in _KNOWN.starters
            or _is_year(token)
            or _is_cited(text, begin, stop, before[: -len(token)])
        )
    if len(token) == 1:
        if _begins_line(text, begin, stop - 1) or _is_binding(before):
            return True
        return starter not in (_KNOWN.sure_starters if token.isupper() else _KNOWN.starters)
    closed = not text[stop + 1].isspace()
    if not closed and _is_binding(before):
        return True
    if _may_be_abbreviation(token):
        return starter not in _KNOWN.starters
    return text[at].isdigit() and _NUMBERED.match(text, at) is None


def _is_binding(before: str) -> bool:
    """Whether ``before``, which a full stop follows, ends with what something must follow."""
    chunks = before.rsplit(None, 1)
    if not chunks:
        return False
    if len(chunks[-1]) > 3 and chunks[-1].isalpha():
        return chunks[-1].casefold() in _KNOWN.binding
    folded = before.translate(_SPACES).casefold()
    return _last_word(folded) in _KNOWN.binding or folded.endswith(_BINDING_PAIRS)


def _starter(text: str, at: int) -> str:
    """The case-folded word at ``at`` if it is written as at the beginning of a sentence."""
    word = _CAPITALISED.match(text, at)
    return word[0].casefold() if word else ""


def _last_word(before: str) -> str:
    """The abbreviation, word or number that ``before`` ends with."""
    chunks = before.rsplit(None, 1)
    found = _TAIL.search(chunks[-1]) if chunks and not before[-1].isspace() else None
    return found[0] if found else ""


def _is_year(token: str) -> bool:
    """Whether a number that a full stop follows is no ordinal: a year, a date or an amount."""
    return token.rsplit(".", 1)[-1].isdigit() and len(token.rsplit(".", 1)[-1]) >= 4


def _is_cited(text: str, begin: int, stop: int, before: str) -> bool:
    """Whether ``before``, which a number follows, makes it the number of an article or the like."""
    words = before.split()
    if not words or words[-1].rstrip(".").casefold() not in _KNOWN.citing:
        return False
    return not _begins_line(text, begin, text.rindex(words[-1], begin, stop))


def _may_be_abbreviation(token: str) -> bool:
    folded = token.casefold()
    if folded in _KNOWN.floating:
        return True
    if "." in token:
        return all(len(part) <= 4 for part in folded.split("."))
    if not token.isalpha():
        return False
    if token.upper() == token.lower():
        return False  # a script without capitals, and hardly any abbreviations
    is_latin = token[0] < "\u0250"
    return (len(token) <= 3 and folded not in _KNOWN.short_words) or (
        is_latin and not _VOWELS.search(token)
    )


def _begins_line(text: str, begin: int, at: int) -> bool:
    """Whether only spaces stand between ``at`` and the beginning of its line or sentence."""
    while at > begin and text[at - 1] in _BEFORE_NUMBERS:
        at -= 1
    return at == begin or text[at - 1] in "\n\r\x85\u2028\u2029"


RULES = "rules"
"""The name of our own rules."""

Cutter = Callable[[str], list[int]]
_SURROGATE = re.compile("[\ud800-\udfff]")


def sentence_cutter(name: str) -> Cutter:
    """What gives the offsets behind the sentences of a text, in order.

    ``name`` is ``RULES`` or the name of an installed spaCy pipeline. Raises UserError, at once or
    when used, where that pipeline does not work.
    """
    return sentence_cuts if name == RULES else _pipeline_cutter(name)


@cache
def _pipeline_cutter(name: str) -> Cutter:
    try:
        import spacy
    except ImportError as error:
        raise UserError(
            f"sentences are to be cut by the spaCy pipeline {name!r}, but spaCy is not installed: "
            f'install unlinkable[spacy], or set sentences to "{RULES}"'
        ) from error
    try:
        pipeline = spacy.load(name, exclude=["ner", "lemmatizer", "textcat"])
    except (OSError, ValueError) as error:
        raise UserError(
            f"the spaCy pipeline {name!r} cannot be loaded: install it for the Python that runs "
            f'unlinkable, or set sentences to "{RULES}"'
        ) from error
    if not {"parser", "senter", "sentencizer"} & set(pipeline.pipe_names):
        pipeline.add_pipe("sentencizer")
    pipeline.max_length = 2**31

    def cuts(text: str) -> list[int]:
        try:
            document = pipeline(_SURROGATE.sub("\ufffd", text))
            return [sentence.end_char for sentence in document.sents]
        except (ValueError, RuntimeError) as error:
            raise UserError(
                f"the spaCy pipeline {name!r} cannot cut this draft into sentences: "
                f'name another one, or set sentences to "{RULES}"'
            ) from error

    return cuts
