"""Forms of verbs and nouns, held against LemmInflect, which has them from a dictionary."""

from collections.abc import Iterator

import pytest

from unlinkable.wordings import wordings_of
from unlinkable.wordings.inflection import plural, verb_forms
from unlinkable.wordings.patterns import NOUNS, VERBS

lemminflect = pytest.importorskip("lemminflect")

TAGS = {"present": "VBZ", "past": "VBD", "participle": "VBN", "ing": "VBG"}
BRITISH = {("get", "VBN"): "got"}


def verbs_of_the_tables() -> list[str]:
    wordings = wordings_of("English")
    assert wordings is not None
    return sorted(
        {
            verb.split()[0]
            for entry in wordings.entries
            if entry.kind.startswith(VERBS)
            for verb in (entry.stands, *entry.instead)
        }
    )


def spellings(verb: str, tag: str) -> Iterator[str]:
    """British and American forms alike."""
    yield from lemminflect.getInflection(verb, tag)
    yield BRITISH.get((verb, tag), "")
    if verb.endswith("l"):
        yield verb + {"VBZ": "s", "VBG": "ling"}.get(tag, "led")


@pytest.mark.parametrize("verb", verbs_of_the_tables())
def test_the_forms_of_a_verb_are_those_of_the_dictionary(verb: str) -> None:
    forms = verb_forms(verb)
    for form, tag in TAGS.items():
        assert getattr(forms, form) in set(spellings(verb, tag)), f"{form} of {verb}"


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("lodge", "lodge lodges lodged lodged lodging"),
        ("try", "try tries tried tried trying"),
        ("begin", "begin begins began begun beginning"),
        ("agree", "agree agrees agreed agreed agreeing"),
        ("stop", "stop stops stopped stopped stopping"),
        ("pass", "pass passes passed passed passing"),
        ("stay", "stay stays stayed stayed staying"),
    ],
)
def test_forms(verb: str, forms: str) -> None:
    assert list(verb_forms(verb)) == forms.split()


def test_only_the_first_word_of_a_phrase_is_inflected() -> None:
    assert verb_forms("take part in").past == "took part in"


def nouns_of_the_tables() -> list[str]:
    wordings = wordings_of("English")
    assert wordings is not None
    entries = [entry for entry in wordings.entries if entry.kind.startswith(NOUNS)]
    return sorted({noun for entry in entries for noun in (entry.stands, *entry.instead)})


@pytest.mark.parametrize("noun", nouns_of_the_tables())
def test_the_plural_of_a_noun_is_that_of_the_dictionary(noun: str) -> None:
    head, of, rest = noun.partition(" of ")
    *before, last = head.split()
    known = lemminflect.getInflection(last, "NNS")
    assert plural(noun) in {" ".join([*before, form]) + of + rest for form in known}


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("duty", "duties"),
        ("delay", "delays"),
        ("search", "searches"),
        ("house search", "house searches"),
        ("sum of money", "sums of money"),
    ],
)
def test_plurals(one: str, several: str) -> None:
    assert plural(one) == several
