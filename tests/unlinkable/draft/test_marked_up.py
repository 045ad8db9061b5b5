"""LaTeX, Typst, reStructuredText and AsciiDoc as a reader sees them."""

import re
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unlinkable.draft.marked_up_texts import ALL, ASCIIDOC, LATEX, RST, TYPST, texts

from unlinkable.draft import Draft, Markup, read_draft


def segments(draft: Draft) -> list[str]:
    """The words of each segment of a draft."""
    pairs = zip(draft.segments.tolist(), draft.forms, strict=True)
    return [
        " ".join(form for _, form in run) for _, run in groupby(pairs, key=lambda pair: pair[0])
    ]


def phrases(draft: Draft, words: int = 2) -> set[str]:
    """The phrases of so many words in all readings of a draft."""
    readings = draft.readings(words)
    forms, numbers = readings.forms, readings.segments
    return {
        " ".join(forms[at : at + words])
        for at in range(len(forms) - words + 1)
        if numbers[at] == numbers[at + words - 1]
    }


@pytest.mark.parametrize(
    ("markup", "text", "seen"),
    [
        (
            LATEX,
            r"na\"ive \'{e}t\'e Fran\c{c}ais Stra\ss e {\o}re \v Zi\v{z}ek",
            ["naïve été français strasse øre žižek"],
        ),
        (
            LATEX,
            r"\emph{b}attery and {\bf rob}bery and un\textit{link}able",
            ["battery and robbery and unlinkable"],
        ),
        (LATEX, "bat%\n   tery Do\\-nau\\-dampf z.\\,B. 5~km", ["battery donaudampf z b 5 km"]),
        (LATEX, r"He \unknown{was here} today", ["he was here today"]),
        (
            LATEX,
            r"\section{The Facts}He paid. \begin{itemize}\item one\item[Two] three\end{itemize}",
            ["the facts", "he paid", "one", "two", "three"],
        ),
        (
            LATEX,
            r"see \ref{sec:smith} and \cite[p.~5]{smith2001} in \href{http://x.org/a}{this text}",
            ["see and", "p 5", "in this text"],
        ),
        (LATEX, r"\begin{tabular}{l|p{3cm}} a & b \\ c & d \end{tabular}", ["a", "b c", "d"]),
        (LATEX, r"he was \censor{John Smith} of \censor*{5} then", ["he was", "of", "then"]),
        (
            LATEX,
            r"\textcolor{red}{bat}tery \\[2pt] 50\% \& \$5 \verb|a_b| $x^2$",
            ["battery 50 5 a b x 2"],
        ),
        (
            LATEX,
            "\\begin{verbatim}\nbat%tery \\emph{x}\n\\end{verbatim}\nthen",
            ["bat tery emph x", "then"],
        ),
        (
            LATEX,
            "It is so.\n\n% a hidden\n% remark\n\nThen it ends.",
            ["it is so", "a hidden remark", "then it ends"],
        ),
        (
            LATEX,
            "\\documentclass[12pt]{article} % old\n\\usepackage[ngerman]{babel}\n"
            '\\begin{document}"Uber M"uller"-haus Stra"se ``ja"\'\\end{document}',
            ["old", "über müllerhaus strasse ja"],
        ),
        (
            LATEX,
            r"\newcommand{\victim}{Jane Doe}\caption[Short]{Long one}",
            ["jane doe", "short", "long one"],
        ),
        (LATEX, r"a note\footnotemark[3] and\textsuperscript{12} more", ["a note and more"]),
        (
            LATEX,
            r"after \\ [REDACTED] x \item [NAME_1] y \\[REDACTED] z [PERSON\_1] w",
            ["after", "x", "y", "z", "w"],
        ),
        (LATEX, r"\iffalse", []),
        (LATEX, "}{ ] [ \\", []),
        (
            TYPST,
            "= The Facts\nHe *paid* _well_.\n- one\n- two\n+ three",
            ["the facts", "he paid well", "one", "two", "three"],
        ),
        (
            TYPST,
            'un#emph[link]able and #text(fill: red, "robbery")[now]',
            ["unlinkable and robbery now"],
        ),
        (
            TYPST,
            '#set page(width: 10cm, header: [Court of X])\n#let name = "Jane Doe"\n'
            '#import "a.typ": b, c\nText',
            ["court of x", "jane doe", "text"],
        ),
        (
            TYPST,
            "a // b\nc https://x.org d <fig:one> e~f x\\*y bat-?tery",
            ["a b c https x org d e f x y battery"],
        ),
        (
            TYPST,
            "in_word and `raw text` and ```rust fn x```",
            ["in word and raw text and rust fn x"],
        ),
        (
            TYPST,
            "#if x == 1 [yes it is] else [no it is not]\nmore",
            ["yes it is", "no it is not", "more"],
        ),
        (
            TYPST,
            "he saw [REDACTED] there <PERSON> and #strong[[NAME_1]] too",
            ["he saw", "there", "and", "too"],
        ),
        (TYPST, "#f(John Smith was here", ["john smith was here"]),
        (
            RST,
            "The Facts\n=========\n\nHe **paid** *well* and ``cash``.\n\n- one\n- two",
            ["the facts", "he paid well and cash", "one", "two"],
        ),
        (RST, "**b**\\ attery and re\\ *mark*\\ able a\\*b", ["battery and remarkable a b"]),
        (
            RST,
            "See `the text <http://x.org>`_ and :ref:`this one` and note [1]_ here",
            ["see the text and this one and note here"],
        ),
        (
            RST,
            "Text\n\n.. a remark\n   goes on\n\n.. note:: Mind it\n\n"
            ".. image:: a.png\n   :alt: a boat",
            ["text", "a remark goes on", "mind it", "a boat"],
        ),
        (
            RST,
            "Text [1]_ goes\n\n.. [1] The foot.\n.. _here: http://x.org",
            ["text goes", "the foot"],
        ),
        (
            RST,
            "+-----+-----+\n| a b | c   |\n+=====+=====+\n| d   | e   |\n+-----+-----+",
            ["a b", "c", "d", "e"],
        ),
        (RST, "paid by\n- so he said -\n[REDACTED]\nand then", ["paid by so he said", "and then"]),
        (
            ASCIIDOC,
            "= The Facts\n:author: Jane Doe\n\nHe *paid* _well_ and `cash`.\n\n* one\n* two",
            ["the facts", "jane doe", "he paid well and cash", "one", "two"],
        ),
        (
            ASCIIDOC,
            "**b**attery un__link__able na{empty}ive z.{nbsp}B. x&nbsp;y",
            ["battery unlinkable naive z b x y"],
        ),
        (
            ASCIIDOC,
            "See https://x.org/a[this text] and <<sec,that one>> and link:a.html[more] x",
            ["see this text and that one and more x"],
        ),
        (
            ASCIIDOC,
            "One.\n\n// a remark\n\nTwo.\n\n////\nold text\n////\n\nThree.",
            ["one", "a remark", "two", "old text", "three"],
        ),
        (
            ASCIIDOC,
            "[quote, Jane Doe]\n____\nSo be it.\n____\n\n.A title\n----\ncode here\n----",
            ["quote jane doe", "so be it", "a title", "code here"],
        ),
        (ASCIIDOC, "|===\n|a b |c\n|d |e\n|===\nafter", ["a b", "c", "d", "e", "after"]),
        (
            ASCIIDOC,
            "Court:: the place\n\nimage::boat.png[A boat]\n\nhe saw [REDACTED] there",
            ["court", "the place", "a boat", "he saw", "there"],
        ),
        (
            ASCIIDOC,
            "[REDACTED]\nwent home with ____ and Anmerkung:[NAME_1] too",
            ["went home with", "and anmerkung", "too"],
        ),
        (
            ASCIIDOC,
            "H~2~O and note^12^ and [.big]#text# ((term)) ((no term",
            ["h2o and note and text term no term"],
        ),
    ],
)
def test_what_a_reader_sees(markup: Markup, text: str, seen: list[str]) -> None:
    draft = read_draft(text, markup)
    assert segments(draft) == seen


@pytest.mark.parametrize(
    ("markup", "text", "seen"),
    [
        (
            LATEX,
            r"\newcounter{facts}\setcounter{facts}{3}\newlength{\gap}\setlength{\gap}{2pt}"
            r"\vspace{1cm}\pagestyle{empty}\definecolor{ink}{rgb}{0,0,1}\fontsize{12}{14}"
            r"\selectlanguage{german}\label{sec:facts}\linespread{1.2}\hypersetup{pdftitle=x}"
            "he paid",
            ["he paid"],
        ),
        (
            LATEX,
            r"\multicolumn{2}{c}{he paid} \multirow{2}{*}{her rent} \rule{1cm}{2pt}"
            r"\resizebox{1cm}{2cm}{in full} \parbox{3cm}{to the} \colorbox{red}{day}",
            ["he paid her rent in full to the day"],
        ),
        (
            LATEX,
            r"\begin{minipage}{5cm}he paid\end{minipage}\begin{tabularx}{3cm}{l l}one & two"
            r"\end{tabularx}\begin{list}{x}{y}\item a\end{list}",
            ["he paid", "one", "two", "a"],
        ),
        (LATEX, r"na\'\i ve \^{}z M\=a\.{z}", ["naíve z māż"]),
        (LATEX, 'Haus"-tier z"=w a"bc "ja" Stra"se', ["haustier z w a bc ja strasse"]),
        (LATEX, r"he\\[1.5ex]was\\*[2pt]here\linebreak now", ["he was here now"]),
        (LATEX, r"e\textsuperscript{rd}f g\textsuperscript{1234}h", ["erdf g1234h"]),
        (LATEX, r"\verb*|a b| \lstinline[language=C]!x y! \verb+{+ z", ["a b x y z"]),
        (LATEX, r"un{link}able {\it b}c a\,b a\-b a\/b a\!b", ["unlinkable bc a b ab ab ab"]),
        (LATEX, r"\iffalse old text\fi new", ["old text new"]),
        (LATEX, "he paid\n\n% a\n% remark\n\nand went", ["he paid", "a remark", "and went"]),
        (
            LATEX,
            "\\def\\x{old court} % of it\n\\def\\y{new house}\n\\begin{document}so",
            ["old court", "of it", "new house", "so"],
        ),
        (LATEX, r"\item[one {\item[two] three} four] five", ["one", "two", "three four", "five"]),
        (LATEX, "% see \\label{\nhe} paid \\cite[\n% it] so", ["see he paid", "it", "so"]),
        (
            LATEX,
            r"One\caption[Short one]{Long}two\hline three",
            ["one", "short one", "long", "two", "three"],
        ),
        (
            TYPST,
            "#for x in (1, 2) [yes it is] so\n#while y { [one] } two",
            ["yes it is", "so", "one", "two"],
        ),
        (
            TYPST,
            "#if x == [a] [b] else if z [c] else { [d] } he paid",
            ["a", "b", "c", "d", "he paid"],
        ),
        (
            TYPST,
            "#context [he paid] twice #context counter(page).display() times",
            ["he paid twice times"],
        ),
        (
            TYPST,
            '#let f(x) = [he #x paid]\nthen #{ let a = [one]; "two" } three',
            ["he paid", "then", "one", "two", "three"],
        ),
        (
            TYPST,
            "#f(x).y z #f(x).y(z)[one] and #name.first said #g[two].with(3)[four]; five",
            ["y z one and said twofour five"],
        ),
        (
            TYPST,
            "1. one\n2. two\n/ Court: the place\n- x\n= A\n== B",
            ["1 one", "2 two", "court the place", "x", "a", "b"],
        ),
        (TYPST, "\\u{e9}t\\u{e9} \\u{110000}x \\u{d800}y a\\\nb e\\#f", ["été x y a b e f"]),
        (TYPST, "``x`` and `y z` and ```w /* unclosed", ["x and y z and w unclosed"]),
        (TYPST, "a$b$c [x] ]y -- b un*link*able", ["abc x y b un link able"]),
        (
            TYPST,
            '#set text(12pt); b #show: x => [a]\n#("one" + "t\\"wo") three',
            ["b", "a", "one", "t wo", "three"],
        ),
        (
            RST,
            "1. one\n2. two\n\n(a) three\n(b) four\n\n#. five\n\n* six\n* seven",
            ["1 one", "2 two", "a three", "b four", "five", "six", "seven"],
        ),
        (RST, "he paid\n1. no item\n- nor this", ["he paid 1 no item nor this"]),
        (RST, "- one\n\n  - two\n  - three", ["one", "two", "three"]),
        (RST, "text ** not bold ** and 2*3*4 x", ["text not bold and 2 3 4 x"]),
        (
            RST,
            "| a  | b | c |\n+----+ d | e |\n| f  |   | g |",
            ["a", "b", "c", "d", "e", "f", "g"],
        ),
        (RST, "| one verse\n| two verses", ["one verse", "two verses"]),
        (RST, "===== =====\na     b\n===== =====\nc     d\n===== =====", ["a b", "c d"]),
        (
            RST,
            "+----+----+\n| a  | b  |\n|    +----+\n| c  | d  |\n+----+----+",
            ["a", "b", "c", "d"],
        ),
        (
            RST,
            ".. |x| replace:: him\n.. _a\\:b: http://x\n.. [#n] note\n"
            ".. code-block:: python\n\n   x",
            ["him", "note", "x"],
        ),
        (
            RST,
            ".. figure:: a.png\n   :alt: a boat\n\n   The caption\n\n:field: no option",
            ["a boat", "the caption", "field no option"],
        ),
        (
            RST,
            "`a <b c>`_ and `d <http://x>`__ and _`f` and [#]_ [*]_ end",
            ["a b c and d and f and end"],
        ),
        (RST, "a\\ b c\\d \\*e\\* ``x``", ["ab cd e x"]),
        (RST, ".. [NAME_1] came home", ["came home"]),
        (ASCIIDOC, "// one\n// two\n\nText\n// inside\nmore", ["one", "two", "text inside more"]),
        (ASCIIDOC, "//alone\nText goes on", ["alone", "text goes on"]),
        (ASCIIDOC, "he paid\n// at once\n\nand went", ["he paid at once and went"]),
        (
            ASCIIDOC,
            ". one\n. two\n.. three\n\n1. four\n2. five\n\na. six\n\n<1> seven",
            ["one", "two", "three", "1 four", "2 five", "a six", "seven"],
        ),
        (ASCIIDOC, "text\n* no item\n- nor this", ["text no item nor this"]),
        (ASCIIDOC, "* one\n- two\n. three", ["one", "two", "three"]),
        (
            ASCIIDOC,
            "image:a.png[two] icon:x[] kbd:[Ctrl] mailto:a@b.c[three] x",
            ["two ctrl three x"],
        ),
        (ASCIIDOC, "include::x.adoc[]\ntoc::[]\nifdef::a[text]\nend", ["text", "end"]),
        (ASCIIDOC, "<<one>> <<two,three>> [[four]]five", ["three five"]),
        (ASCIIDOC, "3^rd^ x^2^ y^1234^ a{unknown}b", ["3rd x y1234 ab"]),
        (ASCIIDOC, "a &#8212; b &eacute;t&eacute; &#x41;B", ["a b été ab"]),
        (ASCIIDOC, "[.role]\nText\n\n[[id]]\nmore", ["role", "text", "more"]),
        (ASCIIDOC, ":name: Jane\n:!x:\nText\n:not: set", ["jane", "text not set"]),
        (ASCIIDOC, "a +\nb c+d ++e++ f + g `+x+` ``y``z a_b a*b", ["a b c d e f g x yz a b a b"]),
        (ASCIIDOC, "2+|a b\n|===\n2+|a b ^.>|c\n|===", ["2 a b", "a b", "c"]),
        (ASCIIDOC, "A::: one\nB:: two c::d", ["a", "one", "b", "two c d"]),
        (ASCIIDOC, "one\n--\ntext\n--\n'''\n<<<\nx", ["one", "text", "x"]),
    ],
)
def test_rarer_marks_are_read_as_their_languages_say(
    markup: Markup, text: str, seen: list[str]
) -> None:
    draft = read_draft(text, markup)
    assert segments(draft) == seen


@pytest.mark.parametrize(
    ("markup", "text", "sentence"),
    [
        (LATEX, r"the theft\footnote{See page four. Mr [NAME_1] said so.} and arson", "theft and"),
        (LATEX, "the theft % of a boat [REDACTED]\nand arson", "theft and"),
        (LATEX, r"der Diebstahl\footnote{Siehe S. 4.} Haus", "diebstahl haus"),
        (LATEX, r"a theft\footnote{One.}\footnote{Two.} and arson", "theft and"),
        (TYPST, "the theft#footnote[See page four. Mr [NAME_1] said so.] and arson", "theft and"),
        (TYPST, "the theft /* of a boat */ and arson", "theft and"),
        (TYPST, "the theft // of a boat\nand arson", "theft and"),
        (
            ASCIIDOC,
            "the theft footnote:[See page four. Mr [NAME_1] said so.] and arson",
            "theft and",
        ),
        (ASCIIDOC, "the theft\n// of a boat\nand arson", "theft and"),
    ],
)
def test_a_sentence_goes_on_behind_its_notes_and_comments_which_are_read_too(
    markup: Markup, text: str, sentence: str
) -> None:
    draft = read_draft(text, markup)
    assert sentence in phrases(draft)
    inner = "of a boat" if "boat" in text else "see page four" if "page" in text else ""
    assert not inner or inner in phrases(draft, 3)
    assert len(draft.sentences) == 1


def test_a_phrase_runs_on_over_what_a_function_of_typst_is_told() -> None:
    styled = read_draft('paid for #text(fill: red, rgb("fff"))[the boat] in #h(1em) cash', TYPST)
    assert {"for the", "boat in", "in cash"} <= phrases(styled)
    assert "fff" in styled.forms  # whoever gets the source reads it


# As their manuals have them: with all arguments that are no text.
WITHOUT_TEXT = re.findall(
    r"\S+",
    r"""
    \documentclass[12pt]{article} \usepackage[ngerman]{babel} \RequirePackage{xcolor}
    \LoadClass{book} \input{one} \include{two} \includeonly{two} \includegraphics[width=5cm]{boat}
    \import{a/}{b} \subimport{a/}{b} \subfile{c} \includepdf[pages=1]{d} \lstinputlisting{e.py}
    \verbatiminput{f} \bibliography{all} \bibliographystyle{plain} \addbibresource{a.bib}
    \nocite{doe} \label{sec:a} \ref{sec:a} \eqref{a} \pageref{a} \autoref{a} \cref{a} \Cref{a}
    \nameref{a} \vspace{1cm} \hspace*{2pt} \setlength{\gap}{2pt} \addtolength{\gap}{2pt}
    \setcounter{page}{5} \addtocounter{page}{1} \newlength{\gap} \newcounter{facts}
    \pagestyle{empty} \thispagestyle{empty} \pagenumbering{roman} \color{red} \textcolor{red}
    \colorbox{red} \definecolor{ink}{rgb}{0,0,1} \fontsize{12}{14} \fontfamily{ptm}
    \href{http://x.org} \hypertarget{a} \hyperlink{a} \multicolumn{2}{c} \multirow{2}{*}
    \rule{1cm}{2pt} \raisebox{1pt} \parbox{3cm} \resizebox{1cm}{2cm} \scalebox{2} \rotatebox{90}
    \cline{1-2} \geometry{a4paper} \hypersetup{pdftitle=x} \selectlanguage{german}
    \foreignlanguage{german} \setmainfont{Arial} \setstretch{1.2} \linespread{1.2}
    \newcommand{\x} \renewcommand{\x}[1] \providecommand{\x} \newenvironment{x}
    \babelfont{rm}{Arial} \setmainlanguage{german} \lstset{numbers=left} \graphicspath{{a/}}
    \hyperref[sec:a] \cite{doe} \autocite{doe,miller}
    """,
)


@pytest.mark.parametrize("command", WITHOUT_TEXT)
def test_of_a_command_of_latex_all_that_is_text_is_read_and_nothing_else(command: str) -> None:
    assert read_draft(f"paid {command}{{the boat}} in", LATEX).forms == (
        "paid",
        "the",
        "boat",
        "in",
    )


@pytest.mark.parametrize("command", ["framebox[3cm]", "mine[red]", "textquote[Doe][p. 3]"])
def test_a_phrase_runs_on_over_the_options_of_a_command_of_latex(command: str) -> None:
    draft = read_draft(f"paid for \\{command}{{the boat}} in cash", LATEX)
    assert {"for the", "boat in"} <= phrases(draft)
    assert segments(read_draft(r"paid \mine[NAME_1] in cash", LATEX)) == ["paid", "in cash"]


def test_a_line_of_asciidoc_that_is_a_mask_is_no_mark_of_a_block() -> None:
    draft = read_draft("he paid\n[REDACTED]\nand went", ASCIIDOC)
    assert (len(draft.masks), len(draft.sentences)) == (1, 1)
    assert len(read_draft("he paid\n____\nand went", ASCIIDOC).masks) == 1
    assert len(read_draft("he paid\n----\nand went", ASCIIDOC).masks) == 0


def test_contents_side_by_side_are_read_as_one_word_and_as_two() -> None:
    assert {"the bat", "bat tery", "the battery"} <= phrases(read_draft("the #f[bat][tery]", TYPST))


def test_what_stands_behind_an_unknown_command_is_read_as_one_word_and_as_two() -> None:
    draft = read_draft(r"by word\mynote{See it}", LATEX)
    assert {"by wordsee", "by word", "word see", "see it"} <= phrases(draft)
    assert {"b attery", "the battery"} <= phrases(read_draft(r"the b\my{attery}", LATEX))


@pytest.mark.parametrize(
    ("markup", "text", "count"),
    [
        (LATEX, r"\input{one} \include{two} \includegraphics{three} \textbf{include}", 2),
        (TYPST, '#include "one.typ"\n#import "two.typ": a', 1),
        (RST, ".. include:: one.rst\n\n.. image:: two.png", 1),
        (ASCIIDOC, "include::one.adoc[]\n\nimage::two.png[]", 1),
    ],
)
def test_text_that_stands_in_other_files_is_counted(markup: Markup, text: str, count: int) -> None:
    assert read_draft(text, markup).includes == count


@pytest.mark.parametrize("markup", ALL)
@settings(deadline=None)
@given(st.text())
def test_nothing_that_can_be_typed_stops_the_reading(markup: Markup, text: str) -> None:
    draft = read_draft(text, markup)
    assert (draft.starts < draft.ends).all()
    assert (draft.ends[:-1] <= draft.starts[1:]).all()
    assert (np.diff(draft.segments) >= 0).all()
    for start, end in draft.sentences:
        assert 0 <= start < end <= len(text)


MARKS = {
    LATEX: [*"\\%{}[]$&~\"\n ", "\\emph{", "\\footnote{", "\\begin{verbatim}", "\\iffalse", "\\fi",
            "\\section[", "\\cite[", "\\'", "% x\n", "\\verb|", "\\item", "\\censor{", "\\\\",
            "[A_1]"],
    TYPST: [*"#[](){}*_`$<>~/\"\n =-", "#let ", "#footnote[", "/*", "*/", "//", "#f(", "\\u{",
            "else"],
    RST: [*"*`|:_=-+.[]\\ \n", "``", ".. ", "::", "+--+", "]_", ":ref:`", "\n\n"],
    ASCIIDOC: [*"*_`#[]{}<>|/=.-+^~&\n ", "footnote:[", "image::", "|===", "////", "((", "))",
               "https://"],
}  # fmt: skip


@pytest.mark.parametrize("markup", ALL)
@settings(deadline=None)
@given(st.data())
def test_no_mixture_of_marks_stops_the_reading(markup: Markup, data: st.DataObject) -> None:
    pieces = data.draw(st.lists(st.sampled_from([*MARKS[markup], "word", "Ein", "5"])))
    draft = read_draft("".join(pieces), markup)
    assert (draft.starts < draft.ends).all()
    assert (draft.ends[:-1] <= draft.starts[1:]).all()
    draft.readings(7)


@pytest.mark.parametrize("markup", ALL)
@settings(deadline=None)
@given(st.data())
def test_every_word_within_markup_is_found_where_it_stands(
    markup: Markup, data: st.DataObject
) -> None:
    text, expected = data.draw(texts(markup))
    draft = read_draft(text, markup)
    found = dict(zip(draft.starts.tolist(), draft.forms, strict=True))
    assert [(at, found.get(at)) for at, _ in expected] == expected, text
