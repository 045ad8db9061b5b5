"""No wording moves the sense: what the tables of languages know of it stays, along chains as well.

Held against `unlinkable.language`, which was written without looking at these tables, and against
the checks of fidelity that a model's wording has to pass.
"""

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter

import pytest

from unlinkable.draft.masks import DEFAULT_MASKS
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.language import LANGUAGES as KNOWN
from unlinkable.language import Language
from unlinkable.wordings import LANGUAGES, Entry, Harm, Wordings, wordings_of
from unlinkable.wordings.patterns import is_class
from unlinkable.wordings.tables import example_sides
from unlinkable_index.words import find_words

WEIGHTY = (
    "negation.words",
    "law.modals",
    "quantities.numbers",
    "quantities.quantifiers",
    "law.terms",
)
OF_RANGES = ("between", "about")
"""Quantifiers that are prepositions elsewhere ("from time to time"); no entry has a number for them
to stand before."""
LONGEST_CHAIN = 4
SMALL = "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
"""From 2 on; the tables of languages know no figures."""
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"


def wordings(language: str) -> Wordings:
    found = wordings_of(language)
    assert found is not None
    return found


def known(language: str) -> Language:
    return next(one for one in KNOWN if one.name == language)


def examples(language: str) -> Iterator[tuple[Entry, str, str]]:
    for entry in wordings(language).entries:
        before, *afters = example_sides(entry.example)
        for after in afters:
            yield entry, before, after


FIGURES = {str(number): word for number, word in enumerate(SMALL.split(), 2)} | {
    str(10 * number + more): f"{ten} {unit}"
    for number, ten in enumerate(TENS.split(), 2)
    for more, unit in enumerate(["", "one", *SMALL.split()[:8]])
}


def weighty(text: str, language: Language) -> Counter[tuple[str, object]]:
    forms = [word for form in find_words(text).forms for word in FIGURES.get(form, form).split()]
    return Counter(
        (kind, found.value)
        for kind in WEIGHTY
        for found in attrgetter(kind)(language).find(forms)
        if found.value not in OF_RANGES
    )


def senses(text: str, language: Language) -> dict[str, set[str]]:
    sides: dict[str, set[str]] = {}
    for found in language.law.poles.find(find_words(text).forms):
        sides.setdefault(found.value.axis, set()).add(found.value.side)
    return sides


@pytest.mark.parametrize("language", LANGUAGES)
def test_negations_modals_numbers_quantifiers_and_terms_of_the_law_stay(language: str) -> None:
    table = known(language)
    for entry, before, after in examples(language):
        assert weighty(before, table) == weighty(after, table), entry.place


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_becomes_one_of_the_opposite_sense(language: str) -> None:
    table = known(language)
    for entry, before, after in examples(language):
        old, new = senses(before, table), senses(after, table)
        for axis in old.keys() & new.keys():
            assert old[axis] == new[axis], f"{entry.place}: {axis}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_holds_a_negation_a_modal_a_number_or_a_digit(language: str) -> None:
    table = known(language)
    for entry in wordings(language).entries:
        for wording in (entry.stands, *entry.instead):
            words = [word for word in wording.split() if not is_class(word.strip(",’s"), {})]
            forms = find_words(" ".join(words)).forms
            for kind in ("negation.words", "law.modals", "quantities.numbers"):
                assert not list(attrgetter(kind)(table).find(forms)), f"{entry.place}: {wording}"
            assert not any(character.isdigit() for character in wording)


@pytest.mark.parametrize(
    "language", [name for name in LANGUAGES if not known(name).names.capitalised_nouns]
)
def test_every_example_passes_the_checks_that_a_wording_of_the_model_has_to_pass(
    language: str,
) -> None:
    table = known(language)
    for entry, before, after in examples(language):
        assert not unfaithful(before, after, (), DEFAULT_MASKS, table), entry.place


def chains(text: str, language: str) -> Iterator[tuple[str, ...]]:
    """Sentences that wordings turn ``text`` into one after the other, each step only forwards and
    as exact as the one before."""
    seen = {text}
    reached: list[tuple[str, ...]] = [(text,)]
    for _ in range(LONGEST_CHAIN):
        longer = []
        for chain in reached:
            for one in wordings(language).alternatives(chain[-1]):
                made = one.applied(chain[-1])
                if made not in seen and one.harm is not Harm.LESS_EXACT:
                    seen.add(made)
                    longer.append((*chain, made))
        yield from longer
        reached = longer


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_chain_of_wordings_moves_the_sense(language: str) -> None:
    table = known(language)
    for before in sorted({example_sides(e.example)[0] for e in wordings(language).entries}):
        old = senses(before, table)
        for chain in chains(before, language):
            after = chain[-1]
            assert weighty(before, table) == weighty(after, table), " → ".join(chain)
            new = senses(after, table)
            assert all(old[axis] == new[axis] for axis in old.keys() & new.keys()), chain
