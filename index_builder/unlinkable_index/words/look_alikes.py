"""Letters that look like those of another script, and the forms of words that mix scripts.

The table is made from the confusable characters of Unicode (Technical Standard 39, version 15.1;
© Unicode, Inc., Unicode License v3): letters, written from left to right and not changed by NFKC,
that are confusable with an ASCII letter; with the small letters of Greek and Cyrillic that look
like small capitals. Capitals that look like I count as that, and the Cyrillic palochka as l, which
Unicode has the other way round. Knows nothing of texts.
"""

import unicodedata
from functools import lru_cache

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
_LATIN = "LATIN"
_TABLES: dict[str, dict[int, int]] = {
    _LATIN: {ord(like): ord(letter) for letter, some in _LIKE.items() for like in some},
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
    ways = _ways(word, scripts)
    most = sorted(ways, key=lambda script: (-scripts.count(script), script != _LATIN))
    return ways[most[0]] if most else _in_script(word, _LATIN)


@lru_cache(maxsize=4096)
def looks_like(word: str) -> tuple[str, ...]:
    """All ways to write a word, as a reader may see it, in letters of one script."""
    word = word.translate(_PHONETIC)
    scripts = _scripts(word)
    found = {*_ways(word, scripts).values(), _in_script(word, _LATIN)}
    return tuple(sorted(found))


def has_look_alikes(word: str) -> bool:
    """Whether a letter of a word looks like an ASCII letter, and is none."""
    return not word.isascii() and word.translate(_PHONETIC).translate(_TABLES[_LATIN]) != word


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


def _ways(word: str, scripts: list[str]) -> dict[str, str]:
    """The word in each script in which all of it can be written with look-alikes."""
    ways: dict[str, str] = {}
    for script in dict.fromkeys((_LATIN, *scripts)):
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
