"""What a substitute leaves right: capitals, spaces, articles; and what it never touches."""

import pytest

from unlinkable.wordings import Effect, Harm, Substitute, Wordings, apply, wordings_of
from unlinkable.wordings.tables import TableError, read_classes, read_table
from unlinkable.wordings.tokens import LONGEST, quotations, tokens
from unlinkable_index.documents.shared.rendering import Span

CLASSES = read_classes(
    "ARTICLES: a an\nDET: the a an\nSUBJ: he she\nNOUNAHEAD: DET of\nFUNCTION: DET SUBJ of to\n"
)


def made_of(*lines: str) -> Wordings:
    return Wordings(read_table("\n".join(lines), "a table", CLASSES), CLASSES)


def results(wordings: Wordings, text: str) -> list[str]:
    return [one.applied(text) for one in wordings.alternatives(text)]


def english(text: str, **asked: object) -> list[Substitute]:
    wordings = wordings_of("English")
    assert wordings is not None
    return list(wordings.alternatives(text, **asked))  # type: ignore[arg-type]


BECAUSE = "It closed {on account of ↔ because of} rain."


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It closed because of rain.", "It closed on account of rain."),
        ("Because of rain it closed.", "On account of rain it closed."),
        ("5. Because of rain it closed.", "5. On account of rain it closed."),
        ("It rained. Because of rain it closed.", "It rained. On account of rain it closed."),
        ("It closed because\nof rain.", "It closed on account of rain."),
        ("It closed, because of rain.", "It closed, on account of rain."),
        ("(because of rain)", "(on account of rain)"),
    ],
)
def test_capitals_and_line_ends_are_kept_right(before: str, after: str) -> None:
    assert results(made_of(BECAUSE), before) == [after]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("It might put an end to the lease.", "brought an end"),
        ("The rent may become due in May.", "fallen due"),
        ("They wanted to put him in the mill.", "placed him"),
    ],
)
def test_a_bare_form_that_looks_like_a_past_one_stays_bare(text: str, wrong: str) -> None:
    assert not any(wrong in one.applied(text) for one in english(text))


def test_a_form_that_is_bare_and_past_alike_is_told_by_what_stands_before_it() -> None:
    classes = read_classes("ARTICLES: a an\nINFINITIVE: to may\nSUBJ: he\nFUNCTION: to may he\n")
    table = "## kind: verbs\nput → place | He {put → placed} it there."
    wordings = Wordings(read_table(table, "a table", classes), classes)
    assert results(wordings, "He put it there.") == ["He placed it there."]
    assert results(wordings, "He may put it there.") == ["He may place it there."]
    assert results(wordings, "He may go and put it there.") == []


def test_a_name_of_a_class_keeps_its_capital_within_a_sentence() -> None:
    classes = read_classes("ARTICLES: a an\nRANK: Grand grand\nFUNCTION: the to\n")
    line = (
        "the RANK Mill → the mill of RANK rank | It was {the Grand Mill → the mill of Grand rank}."
    )
    other = "RANK Hall → RANK house | They met in the {Grand Hall → Grand house}."
    wordings = Wordings(read_table(f"{line}\n{other}", "a table", classes), classes)
    assert results(wordings, "They met in the Grand Hall.") == ["They met in the Grand house."]
    assert results(wordings, "Grand Hall.") == ["Grand house."]
    assert results(wordings, "It was the Grand Mill.") == ["It was the mill of Grand rank."]


@pytest.mark.parametrize(
    "text",
    [
        "It closed “because of rain”.",
        "It closed „because of rain“.",
        "It closed «because of rain».",
        'It closed "because of rain".',
        "It closed ‘because of rain’.",
        "It said “closed\nbecause of rain",
        "The Because of Rain Society met.",
        "THE GATE CLOSED BECAUSE OF RAIN.",
        "It closed because, of rain.",
        "It closed because **of** rain.",
        "It closed because\n\nof rain.",
        "It closed because [REDACTED] of rain.",
        "The just-because of rain.",
        "The because of-rain.",
        "A word_because of rain.",
    ],
)
def test_quotations_names_headings_and_what_markup_joins_stay(text: str) -> None:
    assert results(made_of(BECAUSE), text) == []


def test_an_apostrophe_opens_no_quotation() -> None:
    text = "The tenants’ yard, the owner’s yard and the guests’ yard closed because of rain."
    assert len(results(made_of(BECAUSE), text)) == 1


def test_protected_places_stay() -> None:
    text = "It closed because of rain, and because of rain."
    first = text.index("because")
    (left,) = made_of(BECAUSE).alternatives(text, protected=[Span(first + 3, first + 4)])
    assert left.span.start == text.rindex("because")


def test_terms_that_the_user_names_stay_whatever_their_capitals() -> None:
    assert english("They argued that it was late.")
    assert english("They argued that it was late.", terms=["Argued That"]) == []


def test_terms_of_the_language_stay() -> None:
    assert english("They acted in conformity with the law.")
    text = "He was tried within a reasonable time."
    assert english(text) == []


def test_only_what_changes_the_span_asked_for_is_given() -> None:
    text = "It closed because of rain, and because of rain."
    at = text.rindex("of")
    (only,) = made_of(BECAUSE).alternatives(text, Span(at, at + 2))
    assert only.span.start == text.rindex("because")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("He saw a big house.", "He saw an old house."),
        ("He saw an old house.", "He saw a big house."),
        ("A big house.", "An old house."),
        ("He saw A big house.", "He saw An old house."),
        ("He saw the big house.", "He saw the old house."),
    ],
)
def test_the_article_follows_the_word(before: str, after: str) -> None:
    assert results(made_of("The {big ↔ old} house."), before) == [after]


DROPS = ("It {then → } closed.", "It{, then, → } closed.", "{Then, → } it closed. | after START")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It then closed.", "It closed."),
        ("It closed then.", "It closed."),
        ("It, then, closed.", "It closed."),
        ("Then, it closed.", "It closed."),
        ("5. Then, it closed.", "5. It closed."),
        ("Then, [REDACTED] closed.", "[REDACTED] closed."),
        ("Then, Mr X closed.", "Mr X closed."),
    ],
)
def test_what_goes_leaves_no_trace(before: str, after: str) -> None:
    found = [one for one in made_of(*DROPS).alternatives(before) if one.applied(before) == after]
    assert found
    assert found[0].derivation.effect is Effect.DROPS
    assert found[0].harm is Harm.DROPPED


def test_nothing_is_dropped_behind_an_article() -> None:
    assert results(made_of(DROPS[0]), "It was a then new house.") == []


def test_a_word_does_not_come_to_stand_twice() -> None:
    assert results(made_of("He {asked → asked for} help."), "He asked for help.") == []


VERB = ("## kind: verbs", "lodge → bring | He {lodged → brought} an action. | then DET")
APART = ("## kind: verbs", "commence → begin | He {commenced → began} the work. | then DET")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("He lodged a claim.", "He brought a claim."),
        ("He wants to lodge a claim.", "He wants to bring a claim."),
        ("By lodging a claim he won.", "By bringing a claim he won."),
        ("She lodges a claim.", "She brings a claim."),
    ],
)
def test_verbs_are_inflected(before: str, after: str) -> None:
    classes = CLASSES | {"INFINITIVE": frozenset(["to"])}
    assert results(Wordings(read_table("\n".join(VERB), "t", classes), classes), before) == [after]


def test_a_form_that_could_be_another_one_stays_unless_its_neighbour_says_which() -> None:
    classes = CLASSES | {"BE": frozenset(["was"]), "HAVE": frozenset(["had"])}
    wordings = Wordings(read_table("\n".join(APART), "t", classes), classes)
    assert results(wordings, "He commenced the work.") == ["He began the work."]
    assert results(wordings, "He had commenced the work.") == ["He had begun the work."]
    assert results(wordings, "The owner commenced the work.") == []


def test_a_noun_that_looks_like_a_verb_stays() -> None:
    assert results(made_of(*VERB), "The lodge the owner has is small.") == []


def test_alternatives_that_go_together_are_applied_together() -> None:
    text = "Because of rain it closed, and because of wind it fell."
    one, other = made_of(BECAUSE).alternatives(text)
    assert one.goes_with(other)
    assert apply(text, [other, one]) == (
        "On account of rain it closed, and on account of wind it fell."
    )


def test_alternatives_that_look_at_each_other_do_not_go_together() -> None:
    wordings = made_of("It {then → later} closed.", "It {soon → again} closed.")
    one, other = wordings.alternatives("It soon then closed.")
    assert not one.goes_with(other)
    assert not other.goes_with(one)


def test_an_entry_may_ask_that_rulings_have_its_words_so() -> None:
    table = ["## kind: one | usual; not after of", "It {closed ↔ shut}.", "## kind: other"]
    wordings = made_of(*table, "He {saw → met} her. | then her; usual", "He {sat → stood} there.")
    text = "It closed. He saw her. He sat there. Of closed."
    found = [(one.replacement, one.usual) for one in wordings.alternatives(text)]
    assert found == [("shut", True), ("met", True), ("stood", False)]


def test_what_holds_elsewhere_if_it_is_usual_holds_by_itself_where_its_conditions_do() -> None:
    wordings = made_of("He {saw → met} her. | then her; not after never; else usual")

    def found(text: str) -> list[tuple[str, bool]]:
        return [(one.replacement, one.usual) for one in wordings.alternatives(text)]

    assert found("He saw her.") == [("met", False)]
    assert found("He saw them.") == [("met", True)]
    assert found("He never saw them.") == []
    assert wordings.entries[0].elsewhere


def test_a_noun_stands_in_either_number() -> None:
    wordings = made_of("## kind: nouns of either number", "duty → task | He did {a duty → a task}.")
    assert results(wordings, "Two duties: a duty.") == ["Two tasks: a duty.", "Two duties: a task."]


def test_a_reason_is_one_line_for_a_clerk() -> None:
    (one,) = made_of(BECAUSE).alternatives("It closed because of rain.")
    assert one.reason == "“on account of” says the same as “because of”"
    (gone,) = made_of(DROPS[0]).alternatives("It then closed.")
    assert gone.reason == "“then” can go"


@pytest.mark.parametrize(
    "line",
    [
        "no braces → at all",
        "It {is → was / were ↔ be} late.",
        "It {is} late.",
        "It {is → was} late. | since DET",
        "It {is → was} late. | then NOSUCH",
        "a | b | It {is → was} late.",
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(TableError, match="a table:2"):
        made_of("# a comment", line)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("He said “yes” and left.", ["“yes”"]),
        ("He said “it is “cold” here” and left.", ["“it is “cold” here”"]),
        ("Er sagte „ja“ und ging.", ["„ja“"]),
        ("Powiedział „tak” i poszedł.", ["„tak”"]),
        ("Er sagte »ja« und «nein».", ["»ja«", "«nein»"]),
        ('He said "yes" and "no".', ['"yes"', '"no"']),
        ("He said ‘the owner’s yard’ twice.", ["‘the owner’s yard’"]),
        ("He said 'yes' in the tenants' yard.", ["'yes'"]),
        ("He said “yes and left.\n\nThen he came.", ["“yes and left."]),
        ("The owners’ yard isn’t here.", []),
        ("yes” and left.", []),
    ],
)
def test_quotations_are_found_in_the_marks_of_many_countries(text: str, quoted: list[str]) -> None:
    assert [text[span.start : span.end] for span in quotations(text)] == quoted


def test_a_sentence_is_what_stands_between_full_stops_and_no_longer_than_is_looked_at() -> None:
    there = tokens("It rained. He left the old mill. She came.")
    assert [there.words[number] for number in there.sentence(4)] == [
        "He",
        "left",
        "the",
        "old",
        "mill",
    ]
    assert there.sentence(0) == range(2)
    endless = tokens("mill " * 500)
    assert endless.sentence(250) == range(250 - LONGEST, 250 + LONGEST)
