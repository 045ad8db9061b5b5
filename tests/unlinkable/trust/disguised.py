"""Ways to write a word so that a reader sees it and a naive search does not: one name for each.

Each takes a word and gives it disguised. Hand-made, by what Unicode and CommonMark allow.
"""

import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from unlinkable.draft.disguises import DisguiseKind

Disguising = Callable[[str], str]
NOTHING, BLANK, LOOK_ALIKE, MARK, MARKUP = DisguiseKind


class Way(NamedTuple):
    """A way to disguise words. ``kind`` is what it is reported as, None where it is ordinary.

    ``whole`` is false where a reader may also read two words; ``wholly`` is true where all letters
    of a word may become those of another script, so that an original keeps its form.
    """

    name: str
    disguise: Disguising
    kind: DisguiseKind | None
    whole: bool = True
    wholly: bool = False


def inside(what: str) -> Disguising:
    """Puts something into the middle of a word."""
    return lambda word: word[: len(word) // 2] + what + word[len(word) // 2 :]


def everywhere(what: str) -> Disguising:
    """Puts something between all letters, before the first and behind the last."""
    return lambda word: what + what.join(word) + what


def around(what: str) -> Disguising:
    """Puts something behind the first letter and before the last."""
    return lambda word: word[0] + what + word[1:-1] + what + word[-1]


def behind(what: str) -> Disguising:
    return lambda word: word + what


def wrapped(before: str, after: str) -> Disguising:
    """Puts the middle letters between two marks."""
    return lambda word: word[:2] + before + word[2:4] + after + word[4:]


def letters(table: dict[str, str]) -> Disguising:
    """Puts other letters in place of some."""
    return lambda word: "".join(table.get(letter, letter) for letter in word)


def one_letter(table: dict[str, str]) -> Disguising:
    """Puts another letter in place of the first for which there is one."""

    def disguise(word: str) -> str:
        at = next((at for at, letter in enumerate(word) if letter in table), None)
        return word if at is None else word[:at] + table[word[at]] + word[at + 1 :]

    return disguise


def alphabet(first: str, of: str = "a") -> dict[str, str]:
    """The small letters as those that follow ``first``, which stands for ``of``."""
    start = ord(first) - ord(of)
    return {chr(code): chr(start + code) for code in range(ord("a"), ord("z") + 1)}


SHOWING_NOTHING = {
    "zero-width-space": "\u200b",
    "zero-width-non-joiner": "\u200c",
    "zero-width-joiner": "\u200d",
    "left-to-right-mark": "\u200e",
    "right-to-left-mark": "\u200f",
    "arabic-letter-mark": "\u061c",
    "left-to-right-embedding": "\u202a",
    "right-to-left-embedding": "\u202b",
    "pop-direction": "\u202c",
    "left-to-right-override": "\u202d",
    "right-to-left-override": "\u202e",
    "word-joiner": "\u2060",
    "function-application": "\u2061",
    "invisible-times": "\u2062",
    "invisible-separator": "\u2063",
    "invisible-plus": "\u2064",
    "unassigned-invisible": "\u2065",
    "left-to-right-isolate": "\u2066",
    "right-to-left-isolate": "\u2067",
    "first-strong-isolate": "\u2068",
    "pop-isolate": "\u2069",
    "inhibit-swapping": "\u206a",
    "activate-swapping": "\u206b",
    "inhibit-shaping": "\u206c",
    "activate-shaping": "\u206d",
    "national-digits": "\u206e",
    "nominal-digits": "\u206f",
    "byte-order-mark": "\ufeff",
    "grapheme-joiner": "\u034f",
    "khmer-vowel-aq": "\u17b4",
    "khmer-vowel-aa": "\u17b5",
    "mongolian-variation": "\u180b",
    "mongolian-separator": "\u180e",
    "mongolian-fourth": "\u180f",
    "variation-1": "\ufe00",
    "variation-15": "\ufe0e",
    "variation-16": "\ufe0f",
    "variation-17": "\U000e0100",
    "variation-256": "\U000e01ef",
    "language-tag": "\U000e0001",
    "tag-space": "\U000e0020",
    "tag-letter": "\U000e0061",
    "cancel-tag": "\U000e007f",
    "unassigned-tag": "\U000e0fff",
    "shorthand-overlap": "\U0001bca0",
    "shorthand-step": "\U0001bca3",
    "musical-beam": "\U0001d173",
    "musical-phrase": "\U0001d17a",
    "annotation-anchor": "\ufff9",
    "annotation-separator": "\ufffa",
    "annotation-end": "\ufffb",
    "unassigned-special": "\ufff0",
    "null": "\0",
    "start-of-heading": "\x01",
    "bell": "\x07",
    "backspace": "\x08",
    "shift-out": "\x0e",
    "escape": "\x1b",
    "unit-separator": "\x1f",
    "delete": "\x7f",
}
BLANKS = {
    "hangul-filler": "\u3164",
    "half-width-filler": "\uffa0",
    "hangul-initial-filler": "\u115f",
    "hangul-vowel-filler": "\u1160",
    "braille-blank": "\u2800",
    "private-use": "\ue000",
    "private-plane": "\U000f0000",
    "noncharacter": "\ufdd0",
    "last-noncharacter": "\uffff",
    "file-separator": "\x1c",
    "hair-space": "\u200a",
}
ORDINARY_BLANKS = {
    "thin-space": "\u2009",
    "narrow-no-break-space": "\u202f",
    "sixth-space": "\u2006",
    "misread-quote": "\x92",
    "misread-dash": "\x96",
}
LINE_ENDS = {
    "line-feed": "\n",
    "return-feed": "\r\n",
    "return": "\r",
    "indented": "\n    ",
    "trailing-space": " \n",
    "tab": "\n\t",
    "line-separator": "\u2028",
    "paragraph-separator": "\u2029",
    "form-feed": "\f",
    "vertical-tab": "\v",
    "next-line": "\x85",
    "page-break": "\n\f",
}
HYPHENS = {
    "hyphen": "\u2010",
    "no-break-hyphen": "\u2011",
    "soft-hyphen": "\xad",
    "figure-dash": "\u2012",
    "en-dash": "\u2013",
    "minus": "\u2212",
    "full-width-hyphen": "\uff0d",
    "small-hyphen": "\ufe63",
    "hyphen-bullet": "\u2043",
    "armenian-hyphen": "\u058a",
    "not-sign": "\xac",
    "soft-and-hard": "\xad-",
    "hidden-then-hyphen": "\u200b-",
    "hyphen-then-hidden": "-\u200b",
}
CYRILLIC = dict(zip("aceijlopsxyhdqwv", "асеіјӏорѕхуһԁԛԝѵ", strict=True))
GREEK = dict(zip("aiopuvy", "αιορυνγ", strict=True))
ARMENIAN = dict(zip("fghnoqu", "քցհոօզս", strict=True))
CHEROKEE = dict(zip("abcdeghi", "ᎪᏏᏟᎠᎬᏀᎻᎥ", strict=True))
COPTIC = dict(zip("cop", "ⲥⲟⲣ", strict=True))
LISU = dict(zip("abcdefhjklmnoprstuvwxyz", "ꓮꓐꓚꓓꓰꓝꓧꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", strict=True))
CANADIAN = dict(zip("bdfhjlmprux", "ᑲᑯᖴᕼᒍᒪᗰᑭᖇᑌᕁ", strict=True))
DESERET = dict(zip("cos", "𐐽𐐬𐑈", strict=True))
SMALL_CAPITALS = dict(zip("abcdefghijklmnopqrstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", strict=True))
RAISED = dict(zip("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
SCRIPTS = {
    "cyrillic": CYRILLIC,
    "greek": GREEK,
    "armenian": ARMENIAN,
    "cherokee": CHEROKEE,
    "coptic": COPTIC,
    "lisu": LISU,
    "canadian": CANADIAN,
    "deseret": DESERET,
    "small-capitals": SMALL_CAPITALS,
    "phonetic": {"a": "ɑ", "g": "ɡ"},
    "symbols": {"e": "℮", "a": "⍺", "p": "⍴", "v": "∨", "u": "∪"},
    "circled": alphabet("ⓐ"),
    "parenthesised": alphabet("⒜"),
    "squared": alphabet("🄰"),
    "black-circled": alphabet("🅐"),
    "black-squared": alphabet("🅰"),
    "flags": alphabet("🇦"),
    "bold": alphabet("𝐚"),
    "bold-italic": alphabet("𝒂"),
    "bold-script": alphabet("𝓪"),
    "bold-fraktur": alphabet("𝖆"),
    "double-struck": alphabet("𝕒"),
    "sans-serif": alphabet("𝖺"),
    "sans-serif-bold": alphabet("𝗮"),
    "monospace": alphabet("𝚊"),
}
ALPHABETS = ("cyrillic", "greek", "armenian", "cherokee", "coptic", "lisu", "canadian", "deseret")
FOLDED = {  # what compatibility or case folding has always made the same
    "full-width": letters(alphabet("ａ")),
    "raised": letters(RAISED),
    "capitals": str.upper,
    "title": str.title,
    "long-s": letters({"s": "ſ"}),
    "roman-numerals": letters({"c": "ⅽ", "d": "ⅾ", "i": "ⅰ", "l": "ⅼ", "m": "ⅿ", "v": "ⅴ"}),
    "ligature": lambda word: word.replace("fi", "ﬁ").replace("st", "ﬆ"),
    "decomposed": lambda word: unicodedata.normalize("NFD", word),
}
MARKS = {
    "struck-through": "\u0336",
    "short-stroke": "\u0335",
    "slashed": "\u0338",
    "underlined": "\u0332",
    "double-underlined": "\u0333",
    "overlined": "\u0305",
    "circled-by-mark": "\u20dd",
    "boxed-by-mark": "\u20de",
    "bridged": "\u032a",
    "half-mark": "\ufe20",
    "heap": "\u0315\u031a\u0336\u0353",
    "extended-mark": "\u1ab0",
    "supplement-mark": "\u1dfe",
}
NOTES = {
    "raised-two": "²",
    "raised-ten": "¹⁰",
    "lowered-three": "₃",
    "circled-one": "①",
    "black-circled-one": "❶",
    "one-with-stop": "⒈",
    "double-circled-one": "⓵",
}
MARKDOWN_INSIDE = {
    "entity-soft-hyphen": ("&shy;", None),
    "number-soft-hyphen": ("&#173;", None),
    "entity-zero-width": ("&ZeroWidthSpace;", NOTHING),
    "hex-zero-width": ("&#x200b;", NOTHING),
    "number-zero-width": ("&#8203;", NOTHING),
    "entity-joiner": ("&zwj;", NOTHING),
    "entity-mark": ("&lrm;", NOTHING),
    "unknown-pair": ("<foo></foo>", MARKUP),
    "unknown-pair-spaced": ("<foo ></foo >", MARKUP),
    "unknown-empty": ("<foo/>", MARKUP),
    "unknown-tag": ("<foo>", MARKUP),
    "unknown-tags": ("<foo><bar></bar></foo>", MARKUP),
    "office-pair": ("<o:p></o:p>", MARKUP),
    "custom-pair": ("<x-y></x-y>", MARKUP),
    "instruction": ("<?p?>", MARKUP),
    "long-instruction": ('<?xml version="1"?>', MARKUP),
    "declaration": ("<!D>", MARKUP),
    "characters-section": ("<![CDATA[]]>", MARKUP),
    "comment": ("<!-- x -->", MARKUP),
    "empty-comment": ("<!---->", MARKUP),
    "short-comment": ("<!-->", MARKUP),
    "shorter-comment": ("<!--->", MARKUP),
    "bang-comment": ("<!-- x --!>", MARKUP),
    "span-pair": ("<span></span>", MARKUP),
    "anchor": ('<a id="x"></a>', MARKUP),
    "line-break-chance": ("<wbr>", None),
    "empty-link": ("[](u)", None),
    "empty-image": ("![](u)", None),
    "footnote": ("[^1]", None),
    "footnote-behind-letters": ("[^note]", None),
    "raised-tag": ("<sup>1</sup>", None),
    "lowered-tag": ("<sub>2</sub>", None),
    "raised-by-carets": ("^1^", None),
    "hyphen-and-break": ("-<br>", None),
    "hyphen-and-hard-break": ("-\\\n", None),
    "hyphen-and-spaces": ("-  \n", None),
}
MARKDOWN_AROUND = {
    "marked": ("==", "=="),
    "struck": ("~~", "~~"),
    "struck-once": ("~", "~"),
    "strong": ("**", "**"),
    "stressed": ("*", "*"),
    "both": ("***", "***"),
    "linked": ("[", "](u)"),
    "linked-with-title": ("[", '](u "t")'),
    "pictured": ("![", "](u)"),
    "bold-tag": ("<b>", "</b>"),
    "span-tag": ("<span>", "</span>"),
    "font-tag": ('<font color="red">', "</font>"),
    "code": ("`", "`"),
}


def _ways() -> list[Way]:
    ways = [Way("soft-hyphen", inside("\xad"), None), Way("soft-hyphens", around("\xad"), None)]
    for name, what in SHOWING_NOTHING.items():
        ways.append(Way(name, inside(what), NOTHING))
        ways.append(Way(f"{name}-everywhere", everywhere(what), NOTHING))
    ways += [Way(name, inside(what), BLANK, False) for name, what in BLANKS.items()]
    ways += [Way(name, inside(what), None, False) for name, what in ORDINARY_BLANKS.items()]
    ways += [Way(f"hyphen-{n}", inside(f"-{end}"), None, False) for n, end in LINE_ENDS.items()]
    for name, what in HYPHENS.items():
        kind = NOTHING if "hidden" in name else None
        ways.append(Way(f"{name}-at-line-end", inside(f"{what}\n"), kind, False))
    for name, table in SCRIPTS.items():
        ways.append(Way(name, letters(table), LOOK_ALIKE, wholly=name in ALPHABETS))
        ways.append(Way(f"{name}-once", one_letter(table), LOOK_ALIKE))
    ways += [Way(name, disguise, None) for name, disguise in FOLDED.items()]
    for name, what in MARKS.items():
        ways.append(Way(name, lambda word, what=what: what.join(word) + what, MARK))  # type: ignore[misc]
        ways.append(Way(f"{name}-once", inside(what), MARK))
    ways += [Way(name, behind(what), None) for name, what in NOTES.items()]
    ways += [Way(f"{name}-inside", inside(what), None) for name, what in NOTES.items()]
    return ways


PLAIN = _ways()
MARKDOWN = [
    *(Way(name, inside(what), kind) for name, (what, kind) in MARKDOWN_INSIDE.items()),
    *(Way(name, wrapped(*marks), None) for name, marks in MARKDOWN_AROUND.items()),
    Way("entity-letters", lambda word: "".join(f"&#{ord(one)};" for one in word), MARKUP),
    Way("entity-letters-hex", lambda word: f"&#x{ord(word[0]):x};{word[1:]}", MARKUP),
]
