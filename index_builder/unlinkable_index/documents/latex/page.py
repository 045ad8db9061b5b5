"""The page that a reader sees of LaTeX while its source is read from its beginning, and what
becomes of each command on it. Knows where in the source it is; must never know how commands are
read."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping

from unlinkable_index.documents.shared import names
from unlinkable_index.documents.shared.rendering import Boundary, Rendering, RenderingBuilder

_LETTER_OR_DIGIT = re.compile(r"[^\W_]")


class Page:
    """What is seen of ``text`` up to ``at``; ``masks`` says where masks begin and end."""

    def __init__(self, text: str, masks: Mapping[int, int]) -> None:
        self.text = text
        self.at = 0
        self._masks = sorted(masks.items())
        self._mask_starts = [start for start, _ in self._masks]
        self._builder = RenderingBuilder(text)
        self._builder.begin(0)

    def mask_end(self, at: int) -> int:
        """Where the mask ends that the character at ``at`` stands in; 0 if it stands in none."""
        number = bisect_right(self._mask_starts, at) - 1
        if number < 0 or at >= self._masks[number][1]:
            return 0
        return self._masks[number][1]

    def copy(self, end: int) -> None:
        """Take over what stands before ``end``."""
        self._builder.copy(self.at, end)
        self.at = max(self.at, end)

    def hide(self, end: int, seen: str = "", boundary: Boundary = Boundary.NONE) -> None:
        """Let ``seen`` stand for what stands before ``end``."""
        self._builder.replace(self.at, end, seen, boundary)
        self.at = end

    def part(self, end: int) -> None:
        """Hide what stands before ``end``: it parts two paragraphs."""
        self.hide(end, boundary=Boundary.BLOCK)

    def cut(self, end: int) -> None:
        """Hide what stands before ``end``: no phrase runs over it."""
        self.hide(end, " ", Boundary.SEGMENT)

    def begin_aside(self, end: int) -> None:
        """Hide what stands before ``end``, with which an aside begins."""
        self._builder.begin_aside(self.at, end)
        self.at = end

    def end_aside(self, end: int) -> None:
        """Hide what stands before ``end``, with which the aside ends."""
        self._builder.end_aside(self.at, end)
        self.at = end

    def joint(self) -> None:
        """What stands on both sides of here may be one word or two."""
        self._builder.joint()

    def marks(self, pattern: re.Pattern[str], end: int) -> Iterator[re.Match[str]]:
        """What matches a pattern from here to ``end``, but in masks, each once the text before it
        has been taken over; whoever asks deals with it, and in the end all is taken over."""
        while mark := pattern.search(self.text, self.at, end):
            self.copy(mark.start())
            if masked := self.mask_end(mark.start()):
                self.copy(max(mark.start(), min(masked, end)))
            else:
                yield mark
        self.copy(end)

    def include(self) -> None:
        """Here stands what is in another file."""
        self._builder.include()

    def has_words(self, start: int, end: int) -> bool:
        """Whether a part of the source has a letter or digit."""
        return _LETTER_OR_DIGIT.search(self.text, start, end) is not None

    def done(self) -> Rendering:
        """All that is seen."""
        self.copy(len(self.text))
        self._builder.finish(len(self.text))
        return self._builder.build()


COMBINING = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328",
    "r": "\u030a", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
SYMBOLS = {
    "ss": "ß", "SS": "SS", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å",
    "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ",
    "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "S": "§", "P": "¶", "textsection": "§",
    "euro": "€", "texteuro": "€", "EUR": "€", "pounds": "£", "ldots": "…", "dots": "…",
    "textellipsis": "…", "textquoteright": "’", "textquoteleft": "‘", "rq": "’", "lq": "‘",
    "textendash": "–", "textemdash": "—", "textunderscore": "_", "slash": "/", "textdegree": "°",
    "textbackslash": "\\", "textasciitilde": "~", "textbar": "|", "textless": "<",
    "textgreater": ">", "space": " ", "quad": " ", "qquad": " ", "enspace": " ", "thinspace": " ",
    "nobreakspace": " ", "hfill": " ", "hfil": " ", "linebreak": "\n", "newline": "\n",
    "textvisiblespace": " ", "hyp": "-", "textcompwordmark": "", "relax": "", "protect": "",
    "bf": "", "it": "", "em": "", "sl": "", "sc": "", "tt": "", "rm": "", "sf": "", "bfseries": "",
    "itshape": "", "slshape": "", "scshape": "", "ttfamily": "", "rmfamily": "", "sffamily": "",
    "mdseries": "", "upshape": "", "normalfont": "", "tiny": "", "scriptsize": "",
    "footnotesize": "", "small": "", "normalsize": "", "large": "", "Large": "", "LARGE": "",
    "huge": "", "Huge": "",
}  # fmt: skip
"""What stands for these commands; the space behind them is part of them."""
CHARACTERS = {
    ",": " ", ";": " ", ":": " ", " ": " ", "\n": " ", "\t": " ", "\r": " ", "!": "", "-": "",
    "/": "", "@": "", "(": "", ")": "", "[": "", "]": "", "%": "%", "&": "&", "$": "$", "#": "#",
    "_": "_", "{": "{", "}": "}",
}  # fmt: skip
STYLES = names(
    "emph textbf textit texttt textsc textrm textsf textsl textup textmd textnormal text underline"
    " uline uuline uwave sout xout hl so st ul caps uppercase lowercase MakeUppercase enquote"
    " MakeLowercase mbox hbox fbox makebox framebox textquote foreignquote ensuremath mathrm"
    " mathit mathbf textsubscript"
)
"""Commands that change how their argument looks, so that a word goes on over their ends."""
ASIDES = names(
    "footnote footnotetext endnote thanks marginpar marginnote sidenote todo index pdfcomment"
    " tablefootnote"
)
PARAGRAPHS = names(
    "part chapter section subsection subsubsection paragraph subparagraph title subtitle author"
    " date caption captionof abstract"
)
PARTS = names("par item bigskip medskip smallskip newpage clearpage maketitle hline")
MASKS = names("censor blackout xblackout xcensor censorbox redact")
HIDDEN = {
    "documentclass": 1, "usepackage": 1, "RequirePackage": 1, "LoadClass": 1, "input": 1,
    "subfile": 1, "import": 2, "subimport": 2,
    "lstinputlisting": 1, "verbatiminput": 1, "includepdf": 1,
    "include": 1, "includeonly": 1, "includegraphics": 1, "graphicspath": 1, "bibliography": 1,
    "bibliographystyle": 1, "addbibresource": 1, "label": 1, "ref": 1, "eqref": 1, "pageref": 1,
    "autoref": 1, "cref": 1, "Cref": 1, "nameref": 1, "nocite": 1, "vspace": 1,
    "hspace": 1, "setlength": 2, "addtolength": 2, "setcounter": 2, "addtocounter": 2,
    "newlength": 1, "newcounter": 1, "pagestyle": 1, "thispagestyle": 1, "pagenumbering": 1,
    "color": 1, "textcolor": 1, "colorbox": 1, "definecolor": 3, "fontsize": 2, "href": 1,
    "hyperref": 0, "hypertarget": 1, "hyperlink": 1, "multicolumn": 2, "multirow": 2, "rule": 2,
    "raisebox": 1, "parbox": 1, "resizebox": 2, "scalebox": 1, "rotatebox": 1, "cline": 1,
    "cmidrule": 1, "geometry": 1, "hypersetup": 1, "selectlanguage": 1, "foreignlanguage": 1,
    "setmainfont": 1, "fontfamily": 1, "setstretch": 1, "linespread": 1, "phantomsection": 0,
    "newcommand": 1, "renewcommand": 1, "providecommand": 1, "newenvironment": 1, "babelfont": 2,
    "setdefaultlanguage": 1, "setmainlanguage": 1, "lstset": 1, "pdfbookmark": 0,
}  # fmt: skip
"""How many arguments of these commands hold no text; nor do those in brackets."""
INCLUDES = names("input include subfile import subimport lstinputlisting verbatiminput includepdf")
"""Those of them that bring in the text of another file."""
ARGUMENTS = {
    "tabular": 1, "tabular*": 2, "tabularx": 2, "tabulary": 2, "longtable": 1, "array": 1,
    "minipage": 1, "multicols": 1, "minted": 1, "thebibliography": 1, "list": 2,
}  # fmt: skip
"""How many arguments of these environments hold no text."""
CITATIONS = names("cite citep citet autocite parencite textcite footcite citeauthor citeyear")
"""Commands that name a source by a key; what stands in brackets is text."""
