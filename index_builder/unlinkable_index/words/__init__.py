"""Words and their forms, in a collection and in a draft alike: what counts as the same word, and in
which letters a word is read that mixes scripts (Unicode TS 39). Must never know hashes,
documents or drafts."""

import re
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, pairwise, product
from typing import cast

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.words.readings import Other
from unlinkable_index.words.seen import LOOSE_MARKS, Seen, character_class, seen_text

_LIKE = {
    "a": "ɑΑαАаᎪᗅꓮ𐊠𖽀",
    "b": "ƄΒВЬвᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁",
    "c": "СсᏟᴄⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜",
    "d": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "e": "ΕЕеҽᎬⴹꓰꬲ𐊆𑢦𑢮",
    "f": "ϜքᖴẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂",
    "g": "ƍɡԌցᏀᏳᶃꓖ",
    "h": "ΗНнһհᎻᏂᕼⲎꓧ𐋏",
    "i": "ıɩɪιіᎥꙇꭵ𑣃ΙІⲒꓲ",
    "j": "ͿϳЈјᎫᒍꓙꞲ",
    "k": "ΚκКкᏦᛕⲔꓗ𐔘",
    "l": "ƖǀӀᏞᒪᛁⳐⵏꓡ𐊊𐌉𐐛𐔦𑢣𑢲𖼖𖼨ӏ",
    "m": "ΜϺМмᎷᗰᛖⲘꓟ𐊰𐌑",
    "n": "ΝոռⲚꓠ𐔓",
    "o": "ΟοσОоՕօჿᴏᴑⲞⲟⵔꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑢵𑣈𑣗",
    "p": "ΡρРрᏢᑭⲢⲣꓑ𐊕",
    "q": "ԛգզⵕ",
    "r": "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺",
    "t": "ΤТтᎢⲦꓔ𐊗𐊱𐌕𑢼𖼊",
    "u": "ʋυՍսᑌᴜꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂",
    "v": "νѴѵᏙᐯᴠⴸꓦꮩ𐔝𑢠𑣀𖼈",
    "w": "ɯѡԜԝաᎳᏔᴡꓪꮃ",
    "x": "ΧХхᕁᕽᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐔧",
    "y": "ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃",
    "z": "ΖᏃᴢꓜꮓ𑢩𑣄",
}
# Small capitals and two letters of phonetics stand for nothing else than the plain letter.
_PHONETIC = str.maketrans("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢɑɡ", "abcdefghijklmnopqrstuvwyzag")
_LATIN_SCRIPT = "LATIN"
_TABLES: dict[str, dict[int, int]] = {
    _LATIN_SCRIPT: {ord(like): ord(letter) for letter, some in _LIKE.items() for like in some},
    "CYRILLIC": str.maketrans("ABCEHIJKMOPSTXYaceijlopsxyhqdwv", "АВСЕНІЈКМОРЅТХУасеіјӏорѕхуһԛԁԝѵ"),
    "GREEK": str.maketrans("ABEZHIKMNOPTYXaiopuvy", "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαιορυνγ"),
}


def one_script(word: str) -> str:
    """A word that mixes scripts in the script that it looks written in; any other as it is.

    That is the script of most of its letters in which it can be written with letters that look
    like its own; of several Latin. A word that can't be written in one goes as far into Latin.
    """
    word = word.translate(_PHONETIC)
    scripts = _scripts(word)
    if len(set(scripts)) < 2:
        return word
    ways = _ways_to_write(word, scripts)
    most = sorted(ways, key=lambda script: (-scripts.count(script), script != _LATIN_SCRIPT))
    return ways[most[0]] if most else _in_script(word, _LATIN_SCRIPT)


@lru_cache(maxsize=4096)
def looks_like(word: str) -> tuple[str, ...]:
    """All ways to write a word, as a reader may see it, in letters of one script."""
    word = word.translate(_PHONETIC)
    scripts = _scripts(word)
    found = {*_ways_to_write(word, scripts).values(), _in_script(word, _LATIN_SCRIPT)}
    return tuple(sorted(found))


def has_look_alikes(word: str) -> bool:
    """Whether a letter of a word looks like an ASCII letter, and is none."""
    return (
        not word.isascii() and word.translate(_PHONETIC).translate(_TABLES[_LATIN_SCRIPT]) != word
    )


def is_disguised(word: str) -> bool:
    """Whether a word mixes scripts, or is in letters of phonetics or of mathematics."""
    if any(unicodedata.decomposition(character).startswith("<font>") for character in word):
        return True
    composed = unicodedata.normalize("NFKC", word)
    return one_script(composed) != composed


def script_of(word: str) -> str:
    """The script of the letters of a word as Unicode names it; nothing if there are several."""
    scripts = set(_scripts(word))
    return scripts.pop() if len(scripts) == 1 else ""


def _ways_to_write(word: str, scripts: list[str]) -> dict[str, str]:
    """The word in each script in which all of it can be written with look-alikes."""
    ways: dict[str, str] = {}
    for script in dict.fromkeys((_LATIN_SCRIPT, *scripts)):
        written = _in_script(word, script)
        if all(one == script for one in _scripts(written)):
            ways[script] = written
    return ways


def _in_script(word: str, script: str) -> str:
    """The word with look-alikes of ``script``, as far as there are any; their marks stay."""
    table = _TABLES.get(script)
    if table is None:
        return word
    changed = (
        character
        if _script(character) == script
        else unicodedata.normalize("NFD", character).translate(table)
        for character in word
    )
    return unicodedata.normalize("NFKC", "".join(changed))


def _scripts(word: str) -> list[str]:
    """The script of every letter."""
    return [script for character in word if (script := _script(character))]


@lru_cache(maxsize=4096)
def _script(character: str) -> str:
    """The script of a letter as its name tells it; nothing for what is no letter."""
    if not unicodedata.category(character).startswith("L"):
        return ""
    return unicodedata.name(character, "").partition(" ")[0]


ANALYZER = (
    "words: Unicode categories L, M, N as seen; forms: NFKC, one script, case-folded; "
    "line-end hyphens both ways (2)"
)


@dataclass(frozen=True)
class Words:
    """The words of a text, in order.

    - ``starts``, ``ends`` (int32, one a word): code-point offsets in the text;
    - ``forms``: as many;
    - ``others``: other ways to read some of them, as forms, in the order of the words.
    """

    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    forms: tuple[str, ...]
    others: tuple[Other[str], ...] = ()


def form(word: str) -> str:
    """The form under which a word is counted: NFKC, in one script, case-folded."""
    return word.lower() if word.isascii() else _folded(word)


_MOST_KNOWN = 1 << 16
_known_forms: dict[str, str] = {}
"""The forms of words that were read last: a text has most of its words several times."""


@lru_cache(maxsize=1 << 16)
def _folded(word: str) -> str:
    word = unicodedata.normalize("NFKC", word)
    if max(word) >= "\u0250":
        word = one_script(word)
    return _MARKS.sub("", unicodedata.normalize("NFKC", word.casefold()))


def word_pattern(text: str) -> re.Pattern[str]:
    """A pattern that matches the words of ``text``, if nothing in it is read otherwise.

    The pattern for all of Unicode tests hundreds of ranges at every character, and takes long to be
    made; texts in Latin script, and those without characters beyond U+FFFF, get faster ones.
    """
    if text.isascii():
        return _ASCII
    if not _BEYOND_LATIN.search(text):
        return _word_pattern(_LAST_LATIN)
    return _word_pattern(sys.maxunicode if _ASTRAL.search(text) else 0xFFFF)


def find_words(text: str) -> Words:
    """All words of ``text``."""
    seen = seen_text(text)
    spans = [match.span() for match in word_pattern(seen.text).finditer(seen.text)]
    offsets = np.fromiter(chain.from_iterable(spans), np.int32, 2 * len(spans))
    starts, ends = offsets[::2].copy(), offsets[1::2].copy()
    forms = _forms(seen.text, spans)
    others = tuple(other.read_as(map(form, other.words)) for other in _others(seen, starts, ends))
    if seen.places is not None:
        starts, ends = seen.places[starts], seen.places[ends - 1] + np.int32(1)
    return Words(starts, ends, forms, others)


def _forms(text: str, spans: list[tuple[int, int]]) -> tuple[str, ...]:
    """What `form` makes of the words at ``spans``."""
    if text.isascii():
        text = text.lower()
        return tuple([text[start:end] for start, end in spans])
    words = [text[start:end] for start, end in spans]
    forms = list(map(_known_forms.get, words))
    if None in forms:
        if len(_known_forms) > _MOST_KNOWN:
            _known_forms.clear()
        for at, word in enumerate(words):
            if forms[at] is None:
                forms[at] = _known_forms[word] = form(word)
    return tuple(cast("list[str]", forms))


def written_words(text: str) -> tuple[list[str], list[Other[str]]]:
    """All words of ``text`` as a reader sees them, and other ways to read some of them.

    What `form` makes of them are the forms that `find_words` gives.
    """
    seen = seen_text(text)
    pattern = word_pattern(seen.text)
    found = pattern.findall(seen.text)
    if not (seen.joined or seen.parted):
        return found, []
    offsets = np.array([match.span() for match in pattern.finditer(seen.text)], dtype=np.int32)
    return found, list(_others(seen, *offsets.reshape(-1, 2).T))


_MOST_JOINTS = 3  # in one word; where there are more, they are read all in one way


def _others(seen: Seen, starts: NDArray[np.int32], ends: NDArray[np.int32]) -> Iterator[Other[str]]:
    """The other ways to read the words at ``starts`` to ``ends`` of what is seen."""
    if not (seen.joined or seen.parted):
        return
    inside: dict[int, list[int]] = {}
    words = np.searchsorted(starts, seen.joined, side="right") - 1
    for word, offset in zip(words.tolist(), seen.joined, strict=True):
        inside.setdefault(word, []).append(offset)
    followed = set((np.searchsorted(starts, seen.parted) - 1).tolist())
    stop = 0
    for first in sorted({*inside, *followed}):
        if first < stop:
            continue
        stop = first + 1
        while stop - 1 in followed:
            stop += 1
        pieces: list[str] = []
        of_words: list[int] = []
        usual: list[bool] = []  # whether each piece is read as one with the next
        for word in range(first, stop):
            bounds = [int(starts[word]), *inside.get(word, ()), int(ends[word])]
            pieces += (seen.text[a:b] for a, b in pairwise(bounds))
            of_words += [word] * (len(bounds) - 1)
            usual += [True] * (len(bounds) - 2) + [False]
        usual.pop()
        for way in _ways_to_read(usual):
            edges = [0, *(at for at, is_one in enumerate(way, start=1) if not is_one), len(pieces)]
            yield Other(
                first,
                stop,
                tuple("".join(pieces[a:b]) for a, b in pairwise(edges)),
                tuple(of_words[a] for a in edges[:-1]),
                tuple(of_words[b - 1] + 1 for b in edges[1:]),
            )


def _ways_to_read(usual: list[bool]) -> Iterator[tuple[bool, ...]]:
    """All ways to read some joints, or where they are many, all alike; without the usual one."""
    few = len(usual) <= _MOST_JOINTS
    every = product((True, False), repeat=len(usual))
    alike = iter([(True,) * len(usual), (False,) * len(usual)])
    return (way for way in (every if few else alike) if way != tuple(usual))


_MARKS = re.compile(f"[{character_class(LOOSE_MARKS)}]+")
_LAST_LATIN = 0x24F
_BEYOND_LATIN = re.compile("[\u0250-\u1fff\u2070-\u209f\u20d0-\U0010ffff]")
"""What may be part of a word, but for Latin letters: not punctuation marks and signs of money."""
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_ASCII = re.compile(r"[A-Za-z0-9]+")


@cache
def _word_pattern(last: int) -> re.Pattern[str]:
    loose = {code for first, end in LOOSE_MARKS for code in range(first, end + 1)}
    first, others = (
        character_class(_word_ranges(last, without)) for without in (frozenset(loose), frozenset())
    )
    return re.compile(f"[{first}][{others}]*+")


def _word_ranges(last: int, without: frozenset[int]) -> Iterator[tuple[int, int]]:
    """The runs (first, last) of word characters among the code points up to ``last``."""
    category = unicodedata.category
    first: int | None = None
    for code in range(last + 1):
        if category(chr(code))[0] in "LMN" and code not in without:
            if first is None:
                first = code
        elif first is not None:
            yield first, code - 1
            first = None
    if first is not None:
        yield first, last
