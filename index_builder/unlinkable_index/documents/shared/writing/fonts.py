"""The names of fonts that programs bring along or that many have: every other name could say
something, and is not written.

Knows names only.
"""

import re

_VARIANT = re.compile(
    r" (?:light|semilight|medium|semibold|demi|bold|black|heavy|thin|condensed|narrow|display|ui|ms"
    r"|mt|std|pro|ps)$"
)
_AGAIN = re.compile(r"(?<=[a-z])[1-3]$")  # what LibreOffice puts behind the name of a second one
_KNOWN = frozenset(
    re.split(
        ", ",
        """\
agency fb, aharoni, albany, algerian, amiri, andale mono, andalus, angsana new, aparajita, aptos,
arabic typesetting, arial, arial rounded, arial unicode, arimo, avenir, avenir next, bahnschrift,
baskerville, baskerville old face, batang, bell, berlin sans fb, bitstream vera sans, bitstream
vera sans mono, bitstream vera serif, bodoni, book antiqua, bookman, bookman old style, bookshelf
symbol 7, broadway, browallia new, caladea, calibri, californian fb, calisto, cambria, cambria
math, candara, carlito, century, century gothic, century schoolbook, charter, cochin, comic sans,
computer modern, consolas, constantia, cooper, copperplate, corbel, cordia new, courier, courier
new, cousine, cumberland, daunpenh, david, david libre, dejavu math tex gyre, dejavu sans, dejavu
sans mono, dejavu serif, didot, dokchampa, droid sans, droid sans fallback, droid serif, eb
garamond, ebrima, engravers, estrangelo edessa, euphemia, fangsong, fira mono, fira sans,
footlight, frank ruehl, franklin gothic, franklin gothic book, freemono, freesans, freeserif,
frutiger, futura, gabriola, gadugi, garamond, gautami, geneva, gentium, gentium basic, gentium
plus, georgia, gill sans, gisha, goudy old style, gulim, haettenschweiler, hei, helvetica,
helvetica neue, high tower text, hoefler text, impact, inter, iskoola pota, javanese text, kaiti,
kalinga, kartika, khmer ui, latha, lato, leelawadee, liberation mono, liberation sans, liberation
serif, libre baskerville, libre franklin, linux biolinum, linux biolinum g, linux libertine, linux
libertine g, lohit devanagari, lucida bright, lucida console, lucida grande, lucida sans, lucida
sans unicode, malgun gothic, mangal, marlett, meiryo, menlo, merriweather, microsoft himalaya,
microsoft sans serif, microsoft yahei, mingliu, minion, miriam, monaco, monotype corsiva,
montserrat, ms gothic, ms mincho, ms pgothic, ms pmincho, ms reference sans serif, mt extra, mv
boli, myriad, narkisim, new york, nimbus mono l, nimbus roman no9 l, nimbus sans l, noto mono,
noto naskh arabic, noto sans, noto sans arabic, noto sans cjk jp, noto sans cjk sc, noto sans
devanagari, noto sans hebrew, noto sans mono, noto serif, noto serif cjk sc, nsimsun, nyala, open
sans, opensymbol, optima, oswald, palatino, palatino linotype, perpetua, plantagenet cherokee,
pmingliu, poppins, pt mono, pt sans, pt serif, raavi, raleway, roboto, roboto condensed, roboto
mono, roboto slab, rockwell, rod, sakkal majalla, sans-serif, segoe, segoe print, segoe script,
segoe ui emoji, segoe ui symbol, serif, shruti, simhei, simplified arabic, simsun, sitka text,
source code, source han sans, source sans, source serif, starsymbol, stix, stix two text, sylfaen,
symbol, tahoma, thorndale, times, times new roman, times roman, tinos, trade gothic, traditional
arabic, trebuchet, tunga, tw cen, ubuntu, ubuntu mono, univers, utsaah, vani, verdana, vijaya,
vrinda, webdings, wingdings, wingdings 2, wingdings 3, yu gothic, yu mincho, zapf dingbats,
zapfdingbats""".replace("\n", " "),
    )
)


def is_known_font(name: str) -> bool:
    """Whether a name, perhaps in quotes and with a variant behind it, is that of a known font."""
    bare = _AGAIN.sub("", name.strip("'").lower())
    while bare not in _KNOWN and (shorter := _VARIANT.sub("", bare)) != bare:
        bare = shorter
    return bare in _KNOWN
