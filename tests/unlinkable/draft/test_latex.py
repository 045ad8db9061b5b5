"""LaTeX as a reader sees them."""

import re
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unlinkable.draft.latex_texts import ALL, LATEX, texts

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


def test_what_stands_behind_an_unknown_command_is_read_as_one_word_and_as_two() -> None:
    draft = read_draft(r"by word\mynote{See it}", LATEX)
    assert {"by wordsee", "by word", "word see", "see it"} <= phrases(draft)
    assert {"b attery", "the battery"} <= phrases(read_draft(r"the b\my{attery}", LATEX))


@pytest.mark.parametrize(
    ("markup", "text", "count"),
    [(LATEX, r"\input{one} \include{two} \includegraphics{three} \textbf{include}", 2)],
)
def test_text_that_stands_in_other_files_is_counted(markup: Markup, text: str, count: int) -> None:
    assert read_draft(text, markup).includes == count


@pytest.mark.parametrize("markup", ALL)
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
}  # fmt: skip


@pytest.mark.parametrize("markup", ALL)
@given(st.data())
def test_no_mixture_of_marks_stops_the_reading(markup: Markup, data: st.DataObject) -> None:
    pieces = data.draw(st.lists(st.sampled_from([*MARKS[markup], "word", "Ein", "5"])))
    draft = read_draft("".join(pieces), markup)
    assert (draft.starts < draft.ends).all()
    assert (draft.ends[:-1] <= draft.starts[1:]).all()
    draft.readings(7)


@pytest.mark.parametrize("markup", ALL)
@given(st.data())
def test_every_word_within_markup_is_found_where_it_stands(
    markup: Markup, data: st.DataObject
) -> None:
    text, expected = data.draw(texts(markup))
    draft = read_draft(text, markup)
    found = dict(zip(draft.starts.tolist(), draft.forms, strict=True))
    assert [(at, found.get(at)) for at, _ in expected] == expected, text
