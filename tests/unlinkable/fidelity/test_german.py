"""German grammar that the checks know: what turns a sense and what only says it otherwise.

Each case: a sentence with its flagged words in braces, one that says the same, one that does not.
"""

import pytest

from tests.unlinkable.fidelity.rewordings import unmarked
from unlinkable.draft import DEFAULT_MASKS
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.language import LANGUAGES

GERMAN = next(language for language in LANGUAGES if language.code == "de")

CASES = {
    "a negation at the end of its clause": (
        "Der Zaun {verletzt die nachbarlichen Abwehrrechte} der Fischer nicht.",
        "Durch den Zaun werden nachbarliche Abwehrrechte der Fischer nicht verletzt.",
        "Durch den Zaun werden nachbarliche Abwehrrechte der Fischer verletzt.",
    ),
    "a negation in the gap of a verb that denies something else": (
        "Der Senat {hob den Bescheid ohne nähere} Begründung auf.",
        "Ohne nähere Begründung wurde der Bescheid vom Senat aufgehoben.",
        "Der Senat hielt den Bescheid ohne nähere Begründung aufrecht.",
    ),
    "to do without something is not to do it": (
        "Das Gericht {hörte den Imker nicht an}, weil er krank war.",
        "Weil er krank war, sah das Gericht von einer Anhörung des Imkers ab.",
        "Das Gericht hörte den Imker an, obwohl er krank war.",
    ),
    "in all is not each": (
        "Man {fand im Stall drei Säcke mit} insgesamt 40 Kilogramm Hafer.",
        "Im Stall fanden sich drei Säcke, die zusammen 40 Kilogramm Hafer enthielten.",
        "Im Stall fanden sich drei Säcke, die jeweils 40 Kilogramm Hafer enthielten.",
    ),
    "faster than a number": (
        "Er {fuhr am Morgen nachweislich schneller} als 62 km/h.",
        "Er fuhr am Morgen erwiesenermaßen mit mehr als 62 km/h.",
        "Er fuhr am Morgen nachweislich mit weniger als 62 km/h.",
    ),
    "a day of the week": (
        "Der Brief {ging dem Müller am Freitag} zu.",
        "Der Müller erhielt den Brief am Freitag.",
        "Der Müller erhielt den Brief am Montag.",
    ),
    "a word that begins a sentence makes no name": (
        "Beide Angeklagten {handelten aufgrund eines Plans}, als sie das Tor aufbrachen.",
        "Einem Plan folgend, brachen beide Angeklagten das Tor auf.",
        "Einem Plan folgend, brach einer der Angeklagten das Tor auf.",
    ),
    "a name in another case": (
        "Bis {zur Entscheidung des Europäischen Gerichtshofs ruht} das Verfahren.",
        "Das Verfahren ruht, bis der Europäische Gerichtshof entschieden hat.",
        "Das Verfahren ruht, bis der Bundesgerichtshof Karlsruhe entschieden hat.",
    ),
    "what would have been is not what was": (
        "Ohne {den Sturm wäre der Kahn heil} geblieben.",
        "Hätte es den Sturm nicht gegeben, wäre der Kahn heil geblieben.",
        "Ohne den Sturm ist der Kahn heil geblieben.",
    ),
    "for is not against": (
        "Mindestens {vierzig Anwohner unterschrieben gegen} die Mühle.",
        "Nicht weniger als vierzig Anwohner unterschrieben gegen die Mühle.",
        "Mindestens vierzig Anwohner unterschrieben für die Mühle.",
    ),
    "a number in an adjective": (
        "Die Frist {von zwei Wochen lief am} Montag ab.",
        "Am Montag endete die zweiwöchige Frist.",
        "Am Montag endete die dreiwöchige Frist.",
    ),
    "a country": (
        "Er {floh im Frühjahr über die Grenze} nach Georgien.",
        "Im Frühjahr ist er über die Grenze nach Georgien geflohen.",
        "Er floh im Frühjahr über die Grenze nach Armenien.",
    ),
    "a noun beside somebody is no name": (
        "Der Zeuge {wusste nach eigenen Worten von} dem Mangel.",
        "Nach eigenen Worten hatte der Zeuge Kenntnis von dem Mangel.",
        "Nach eigenen Worten hatte der Zeuge Huber Kenntnis von dem Mangel.",
    ),
    "until it ends is not when it has ended": (
        "Der Müller {schuldet dem Sohn bis zum Abschluss} der Lehre monatlich Geld.",
        "Bis zum Abschluss der Lehre muss der Müller dem Sohn monatlich Geld zahlen.",
        "Nachdem der Sohn die Lehre abgeschlossen hat, muss ihm der Müller monatlich Geld zahlen.",
    ),
}


def refused(marked: str, after: str) -> bool:
    before, flagged = unmarked(marked)
    return bool(unfaithful(before, after, flagged, DEFAULT_MASKS, GERMAN))


@pytest.mark.parametrize(("before", "same", "other"), CASES.values(), ids=CASES)
def test_what_is_said_otherwise_passes_and_what_is_turned_does_not(before, same, other) -> None:
    assert not refused(before, same)
    assert refused(before, other)
