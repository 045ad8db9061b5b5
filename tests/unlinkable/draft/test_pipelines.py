"""Sentences by a spaCy pipeline that the user names; our own rules need none."""

import subprocess
import sys
from types import ModuleType, SimpleNamespace

import pytest
from tests.unlinkable.draft.segments import segments

from unlinkable.draft import Markup, Reading
from unlinkable.draft.sentences import _pipeline_cutter
from unlinkable_index.errors import UserError


class Pipeline:
    """Stands in for a spaCy pipeline: cuts behind every semicolon."""

    pipe_names = ("senter",)
    max_length = 10

    def __call__(self, text: str) -> SimpleNamespace:
        if "\ud800" in text:
            raise ValueError("not text")
        if "fail" in text:
            raise RuntimeError("no idea")
        ends = [at + 1 for at, character in enumerate(text) if character == ";"]
        return SimpleNamespace(sents=[SimpleNamespace(end_char=end) for end in (*ends, len(text))])


@pytest.fixture
def spacy(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str, exclude: list[str]) -> Pipeline:
        if name != "en_semicolons":
            raise OSError(f"no {name} even without {exclude}")
        return Pipeline()

    module = ModuleType("spacy")
    module.load = load  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spacy", module)
    _pipeline_cutter.cache_clear()


def read(text: str, pipeline: str) -> list[str]:
    return segments(text, Markup.PLAIN, Reading(sentences=pipeline))


@pytest.mark.usefixtures("spacy")
def test_a_named_pipeline_cuts_instead_of_the_rules() -> None:
    assert read("One. Two; three \ud800; [REDACTED] four", "en_semicolons") == [
        "one two",
        "three",
        "four",
    ]


@pytest.mark.usefixtures("spacy")
def test_a_pipeline_that_is_missing_or_fails_is_named_with_what_to_do() -> None:
    with pytest.raises(UserError, match=r"'en_none' cannot be loaded: install it"):
        read("One.", "en_none")
    with pytest.raises(UserError, match=r"'en_semicolons' cannot cut this draft"):
        read("fail", "en_semicolons")


def test_without_spacy_the_user_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    _pipeline_cutter.cache_clear()
    with pytest.raises(UserError, match=r"install unlinkable\[spacy\]"):
        read("One.", "en_semicolons")


def test_reading_by_the_rules_imports_neither_spacy_nor_other_engines() -> None:
    program = (
        "import sys\n"
        "from unlinkable.draft import Markup, read_draft\n"
        "read_draft('One. Two [REDACTED].')\n"
        "read_draft('One. *Two*.', Markup.MARKDOWN)\n"
        "assert not {'spacy', 'regex', 'html', 'markdown_it'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
