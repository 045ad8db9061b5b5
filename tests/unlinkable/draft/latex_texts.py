"""Texts in LaTeX, and where their words stand."""

from hypothesis import strategies as st

from unlinkable.draft import Markup
from unlinkable_index.words import find_words

LATEX = Markup.LATEX
ALL = [LATEX]
WRAPPED = {
    LATEX: ["§", r"\emph{§}", r"\unknown{§}", r"\footnote{§}", "\\section{§}\n",
            r"\begin{quote}§\end{quote}", "% §\n", "\n\n% §\n\n",
            r"\foo[§]{§}", "``§''"],
}  # fmt: skip
WORDS = st.lists(
    st.text("abcdefghijklmnopqrstuvwxyzäöüßéèñçł", min_size=2, max_size=8), min_size=1, max_size=5
).map(" ".join)


@st.composite
def texts(draw: st.DrawFn, markup: Markup) -> tuple[str, list[tuple[int, str]]]:
    """A text of words in markup, and of each word where it begins and what it is."""
    text = ""
    expected: list[tuple[int, str]] = []
    for form in draw(st.lists(st.sampled_from(WRAPPED[markup]), min_size=1, max_size=8)):
        before, *behind = form.split("§")
        text += before
        for part in behind:
            said = draw(WORDS)
            words = find_words(said)
            places = [len(text) + start for start in words.starts.tolist()]
            expected += zip(places, words.forms, strict=True)
            text += said + part
        text += " "
    return text, expected
