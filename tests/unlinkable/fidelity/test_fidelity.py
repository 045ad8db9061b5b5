"""What a rewriting must leave as it is, on sentences as rulings have them."""

import pytest

from unlinkable.draft import DEFAULT_MASKS, Span
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.language import ENGLISH, LANGUAGES


def reasons(before: str, after: str, flagged: str = "") -> tuple[str, ...]:
    """Why ``after`` is unfaithful; ``flagged`` parts of ``before`` are separated by '|'."""
    spans = [
        Span(before.index(part), before.index(part) + len(part))
        for part in flagged.split("|")
        if part
    ]
    return unfaithful(before, after, spans, DEFAULT_MASKS)


FAITHFUL = [
    ("It is barred (Rule 41 § 2).", "It is barred (Rule 41, paragraph 2).", ""),
    ("It is barred by Rule 41 § 2.", "It is barred by paragraph 2 of Rule 41.", ""),
    (
        "The shed measures 40 m by [REDACTED] However, it leaks.",
        "The shed measures 40 m by [REDACTED] Still, it leaks.",
        "",
    ),
    (
        "The guild complained under Article 31 of the charter.",
        "The guild complained under that Article.",
        "under Article 31 of the charter",
    ),
    (
        "The case originated in an application (no. 4711/99) lodged by a widow.",
        "The case originated in an application lodged by a woman.",
        "4711|widow",
    ),
    (
        "The claimant, a retired harbour pilot, must not approach the premises before 1 May 2009.",
        "The claimant, who used to work in the port, must not approach the premises before 1 May "
        "2009.",
        "retired harbour pilot",
    ),
    (
        "On 12 March 2004 the Regional Court ordered that he be held under Article 5 § 1 (c).",
        "The Regional Court ordered on March 12, 2004 that he be held under Article 5 § 1 (c).",
        "",
    ),
    (
        "The bakery caught fire on 3 July 1998 and nobody was hurt.",
        "The shop caught fire in July 1998 and nobody was hurt.",
        "The bakery caught fire on 3 July 1998",
    ),
    (
        "The bakery caught fire on 3 July 1998 and nobody was hurt.",
        "The business burned in 1998 and nobody was hurt.",
        "The bakery caught fire on 3 July 1998",
    ),
    (
        "The request was made under Articles 32 § 1 and 47 of the old text.",
        "The request was made under Article 32 of the old text.",
        "1 and 47",
    ),
    (
        "She didn’t reply to the letter of the two trustees.",
        "She did not reply to what the 2 trustees had written.",
        "letter of the two trustees",
    ),
    (
        "The driver failed to stop at the level crossing near the mill.",
        "The driver did not stop at the level crossing in the neighbourhood.",
        "near the mill",
    ),
    (
        "Mrs Ostrander lent Mr Quillfeather her barge; the court dismissed Mrs Ostrander’s claim.",
        "Mrs Ostrander lent Mr Quillfeather her boat; the court dismissed her claim.",
        "her barge",
    ),
    (
        "The minister called the allegations “a fairy tale” in the debate on the lighthouse.",
        "In the debate on the building the minister called the allegations “a fairy tale”.",
        "lighthouse",
    ),
    (
        "He said that the ferry “was painted green with yellow stripes” when it sank.",
        "He described what colour the ferry had when it sank.",
        "painted green with yellow stripes",
    ),
    (
        "The Court may, in its discretion, admit late evidence from the beekeeper.",
        "The Court may, in its discretion, admit late evidence from the witness.",
        "beekeeper",
    ),
]

FAITHFUL.append(  # no word serves, so that the author masks it himself
    ("[REDACTED] sold the mill to him.", "[REDACTED] sold the [REDACTED] to him.", "mill")
)

UNFAITHFUL = [
    (
        "It is barred (Rule 41 § 2).",
        "It is barred (Rule 41, paragraph 3).",
        "",
        "The reference (Rule 41 § 2) is missing",
    ),
    ("He was fined 300 euros.", "He was fined 3,000 euros.", "300", "The number (3,000) was not"),
    ("He was fined 300 euros.", "He was fined a sum.", "", "The number (300) is missing"),
    (
        "He was arrested on 3 July 1998.",
        "He was arrested on 4 July 1998.",
        "on 3 July 1998",
        "The date (4 July 1998) was not there",
    ),
    (
        "He was heard on 3 July 1998 and released on 5 May 2001.",
        "He was heard on 5 July 1998 and released on 3 May 2001.",
        "",
        "The date (3 July 1998) is missing",
    ),
    (
        "The complaint under Article 8 § 2 fails.",
        "The complaint under Article 8 fails.",
        "",
        "The reference (Article 8 § 2) is missing",
    ),
    (
        "The complaint under section 12 (3) is admissible.",
        "The complaint under section 12 (4) is admissible.",
        "section 12 (3)",
        "The reference (section 12 (4)) was not there",
    ),
    (
        "[REDACTED] sold the mill to [REDACTED].",
        "[REDACTED] sold the mill.",
        "",
        "A mask ([REDACTED]) is missing",
    ),
    (
        "[REDACTED] sold the mill.",
        "[REDACTED] sold the [REDACTED].",
        "",
        "A mask ([REDACTED]) was not there",
    ),
    ("[REDACTED] sold the mill.", "Henry sold the mill.", "", "A mask ([REDACTED]) is missing"),
    (
        "The claimant did not sign the lease.",
        "The claimant signed the lease.",
        "",
        "A negation (not) is missing",
    ),
    (
        "The claimant signed the lease in the barn.",
        "The claimant never signed the lease there.",
        "in the barn",
        "A negation (never) was not there",
    ),
    ("The tenant shall pay.", "The tenant may pay.", "", "The modal verb (shall) is missing"),
    (
        "The tenant cannot pay the rent of the windmill.",
        "The tenant does not pay the rent of the building.",
        "windmill",
        "The modal verb (cannot) is missing",
    ),
    (
        "The letter came from Ms Abernathy of Quarrydale.",
        "The letter came from Ms Abernathy.",
        "",
        "The name Quarrydale is missing",
    ),
    (
        "The letter came from the mayor of a small town.",
        "The letter came from the mayor of Quarrydale.",
        "a small town",
        "The name Quarrydale was not there",
    ),
    (
        "The owner called it “a complete ruin” at the hearing.",
        "The owner called it “a total ruin” at the hearing.",
        "a complete ruin",
        "The quotation (“a total ruin”) was not there",
    ),
    (
        "The owner called it “a complete ruin” at the hearing.",
        "The owner called it a complete ruin at the hearing.",
        "",
        "The quotation (“a complete ruin”) is missing",
    ),
    (
        "Der Kläger hat die Ziegelei nicht betreten.",
        "Der Kläger hat den Betrieb betreten.",
        "die Ziegelei",
        "A negation (nicht) is missing",
    ),
    (
        "Der Beklagte muss die Kosten des Gutachtens über die Scheune tragen.",
        "Der Beklagte soll die Kosten des Gutachtens tragen.",
        "über die Scheune",
        "The modal verb (muss) is missing",
    ),
    (
        "Die Berufung von Herrn Oberhuber wurde am 4. Mai 2011 verworfen.",
        "Die Berufung wurde am 4. Mai 2011 verworfen.",
        "",
        "The name Oberhuber is missing",
    ),
    (
        "Le requérant ne peut pas vendre le moulin de la commune.",
        "Le requérant peut vendre un bâtiment de la commune.",
        "le moulin",
        "A negation (ne) is missing",
    ),
    (
        "Le tribunal a jugé que la demande de la société devait être rejetée le 2 mars 2010.",
        "Le tribunal a jugé que la demande de la société pouvait être rejetée le 2 mars 2010.",
        "",
        "The modal verb (devait) is missing",
    ),
    (
        "Sąd nie uwzględnił wniosku o przesłuchanie dyrektora młyna w dniu 7 maja 2015 r.",
        "Sąd uwzględnił wniosek o przesłuchanie dyrektora w dniu 7 maja 2015 r.",
        "dyrektora młyna",
        "A negation (nie) is missing",
    ),
    (
        "Pozwany może wnieść apelację od wyroku na podstawie art. 367 w terminie 14 dni.",
        "Pozwany musi wnieść apelację od wyroku na podstawie art. 367 w terminie 14 dni.",
        "",
        "The modal verb (może) is missing",
    ),
    (
        "Retten kan ikke se at han har fått erstatning for båten.",
        "Retten kan se at han har fått erstatning for den.",
        "båten",
        "A negation (ikke) is missing",
    ),
    (
        "Saksøkte skal betale 20 000 kroner til den andre part i saken.",
        "Saksøkte bør betale 20 000 kroner til den andre part i saken.",
        "",
        "The modal verb (skal) is missing",
    ),
]


@pytest.mark.parametrize(("before", "after", "flagged"), FAITHFUL)
def test_a_faithful_rewording_is_accepted(before: str, after: str, flagged: str) -> None:
    assert reasons(before, after, flagged) == ()


@pytest.mark.parametrize(("before", "after", "flagged", "reason"), UNFAITHFUL)
def test_a_change_of_substance_is_refused_and_named(
    before: str, after: str, flagged: str, reason: str
) -> None:
    assert any(reason in said for said in reasons(before, after, flagged)), reasons(
        before, after, flagged
    )


def test_a_sentence_is_always_faithful_to_itself() -> None:
    for before, after, *_ in [*FAITHFUL, *UNFAITHFUL]:
        assert reasons(before, before) == ()
        assert reasons(after, after) == ()


def test_a_language_without_lists_still_has_numbers_masks_and_quotations() -> None:
    before = "A bíróság [REDACTED] ügyében 2011-ben „nem tartotta” indokoltnak a 45 napot."
    assert reasons(before, before.replace("45", "46"))
    assert reasons(before, before.replace("nem tartotta", "tartotta"))
    assert reasons(before, before.replace("[REDACTED]", "Kovács"))
    assert reasons(before, before.replace("indokoltnak", "szükségesnek")) == ()


def test_a_word_at_the_start_of_a_sentence_may_be_new_there() -> None:
    assert reasons("In the mill the fire began.", "Later a fire began in it.", "In the mill") == ()


def test_what_is_flagged_may_go_but_nothing_else_may_come_for_it() -> None:
    before = "The parrot of Mr Quillfeather cost 480 crowns."
    assert (
        reasons(before, "The bird was expensive.", "The parrot of Mr Quillfeather cost 480") == ()
    )
    invented = reasons(before, "The bird of Mr Jones cost 90 crowns.", "Mr Quillfeather cost 480")
    assert invented == (
        "The name Jones was not there before.",
        "The number (90) was not there before.",
    )


def test_words_on_either_side_of_a_mask_are_no_phrase() -> None:
    before = "Leave was allowed to the miller, outside the rules of the guild, in the spring."
    assert reasons(before, before.replace("allowed", "[REDACTED]"), "allowed") == ()  # no "was to"


@pytest.mark.parametrize(
    ("before", "same", "other"),
    [
        ("The two drivers slept.", "Both drivers slept.", "One of the drivers slept."),
        ("The works took two weeks.", "The works took a fortnight.", "The works took a month."),
        (
            "He was away for a fortnight.",
            "He was away for fourteen days.",
            "He was away for a week.",
        ),
    ],
)
def test_two_are_both_and_a_fortnight_is_two_weeks(before: str, same: str, other: str) -> None:
    assert reasons(before, same) == ()
    assert reasons(same, before) == ()
    assert reasons(before, other)


def test_an_offence_of_several_words_may_have_other_endings() -> None:
    before = "The clerk knew that he had aided and abetted the smugglers."
    assert reasons(before, "The clerk knew of his aiding and abetting the smugglers.") == ()
    assert reasons(before.replace("abetted", "fed"), "The clerk knew of his aiding and abetting.")


def test_a_name_of_several_words_may_go_as_a_whole_where_one_of_them_is_flagged() -> None:
    before = "The parrot of the Quarrydale Parrot Club escaped."
    after = "The parrot of the club escaped."
    assert reasons(before, after, "Quarrydale") == ()
    assert reasons(before, after, "escaped")
    apart = "The parrot of Quarrydale and its Parrot Club escaped."
    assert reasons(apart, "The parrot of the village and its club escaped.", "Quarrydale")


@pytest.mark.parametrize(
    "after",
    [
        "Dem Mieter Zacharias ist es verboten, dort Tiere zu halten.",
        "Dem Kläger Zacharias ist es verboten, auf dem Balkon Tiere zu halten.",
    ],
)
def test_in_german_a_noun_behind_a_person_is_a_name(after: str) -> None:
    before = "Der Mieter darf auf dem Balkon keine Hühner halten."
    german = next(language for language in LANGUAGES if language.code == "de")
    found = unfaithful(before, after, [Span(4, 50)], DEFAULT_MASKS, german)
    assert "The name Zacharias was not there before." in found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The claim seems still to be pending.", "The claim still seems to be pending."),
        (
            "He was accused of aid in support of it.",
            "The accusation against him was of aid for it.",
        ),
        ("He got it only as from [REDACTED].", "He did not get it until [REDACTED]."),
        ("His petitions were unsuccessful.", "He lodged petitions, but without success."),
        ("He was sued by the Trustee in Bankruptcy.", "The trustee in his bankruptcy sued him."),
        ("She called the offer “improper“ at once.", "At once she called the offer “improper”."),
    ],
)
def test_what_says_the_same_in_other_words_is_accepted(before: str, after: str) -> None:
    assert not unfaithful(before, after, [Span(0, len(before))], DEFAULT_MASKS, ENGLISH)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "The notice was served on the tenants and their lawyer.",
            "Neither the tenants nor their lawyer were served with the notice.",
        ),
        ("The claim seems still to be pending.", "The claim no longer seems to be pending."),
        ("He came back in a state of nervousness.", "He came back calm."),
        ("They were copied at public expense.", "They were copied at his own expense."),
        ("He asked to attend the hearing.", "He asked to be absent from the hearing."),
    ],
)
def test_what_says_something_else_is_refused(before: str, after: str) -> None:
    assert unfaithful(before, after, [Span(0, len(before))], DEFAULT_MASKS, ENGLISH)
