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
    "an infinitive with zu says a duty": (
        "Das Amt {musste die Betroffene vor der} Anordnung hören.",
        "Das Amt hatte die Betroffene vor der Anordnung zu hören.",
        "Das Amt konnte die Betroffene vor der Anordnung hören.",
    ),
    "so does an infinitive with zu inside": (
        "Die Revision {durfte nach alledem nicht zugelassen} werden.",
        "Die Revision war nach alledem nicht zuzulassen.",
        "Die Revision war nach alledem zuzulassen.",
    ),
    "words in -bar say what can be done": (
        "Der Antragsteller {kann nach Ansicht des Amtes} ersetzt werden.",
        "Der Antragsteller ist nach Ansicht des Amtes ersetzbar.",
        "Der Antragsteller muss nach Ansicht des Amtes ersetzt werden.",
    ),
    "a right is what somebody can ask": (
        "Dem Gärtner {steht dem Grunde nach Schadensersatz} zu.",
        "Der Gärtner kann dem Grunde nach Schadensersatz beanspruchen.",
        "Der Gärtner kann dem Grunde nach keinen Schadensersatz beanspruchen.",
    ),
    "a participle and the noun of its verb, denied": (
        "Er ließ das Boot {ohne jede Sicherung am Steg} liegen.",
        "Er ließ das Boot gänzlich ungesichert am Steg liegen.",
        "Er ließ das Boot gut gesichert am Steg liegen.",
    ),
    "words in -frei deny": (
        "Die Mühle {war bei der Übergabe mangelfrei}.",
        "Bei der Übergabe wies die Mühle keine Mängel auf.",
        "Bei der Übergabe wies die Mühle Mängel auf.",
    ),
    "a negation at the end of its clause": (
        "Der Zaun {verletzt die nachbarlichen Abwehrrechte} der Fischer nicht.",
        "Durch den Zaun werden nachbarliche Abwehrrechte der Fischer nicht verletzt.",
        "Durch den Zaun werden nachbarliche Abwehrrechte der Fischer verletzt.",
    ),
    "a verb and what is said of its noun are both denied": (
        "Es {fehlt an einem hinreichenden Verdacht} gegen den Imker.",
        "Gegen den Imker besteht kein hinreichender Verdacht.",
        "Gegen den Imker besteht ein hinreichender Verdacht.",
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
    "nach before a reference says nothing of time": (
        "Er kam {erst nach Ablauf der Frist}, ohne dass Gründe nach § 60 VwGO ersichtlich sind.",
        "Er kam erst, als die Frist abgelaufen war; Gründe nach § 60 VwGO sind nicht ersichtlich.",
        "Er kam noch vor Ablauf der Frist, ohne dass Gründe nach § 60 VwGO ersichtlich sind.",
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
    "soll with a perfect is a claim": (
        "Der Imker {soll den Zaun in der Nacht} beschädigt haben.",
        "Dem Imker wird vorgeworfen, er habe den Zaun nachts beschädigt.",
        "Der Imker hat den Zaun in der Nacht beschädigt.",
    ),
    "what somebody claims": (
        "Der Fischer {trug vor, er habe das Netz} bezahlt.",
        "Nach Angaben des Fischers hat er das Netz bezahlt.",
        "Der Fischer hat das Netz bezahlt.",
    ),
    "what somebody asks for": (
        "Die Witwe {bat um die Herausgabe der} Papiere.",
        "Die Witwe ersuchte darum, ihr die Papiere herauszugeben.",
        "Der Witwe wurden die Papiere herausgegeben.",
    ),
    "a compound of the same kind": (
        "Das Amt {erkannte die geltend gemachten Bewirtungskosten} nicht an.",
        "Die geltend gemachten Kosten der Bewirtung erkannte das Amt nicht an.",
        "Die geltend gemachten Reisekosten erkannte das Amt nicht an.",
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
    "for good is not for a week": (
        "Der Hof {bleibt für die Dauer von einer Woche} gesperrt.",
        "Für eine Woche bleibt der Hof gesperrt.",
        "Der Hof bleibt dauerhaft gesperrt.",
    ),
    "a number in an adjective": (
        "Die Frist {von zwei Wochen lief am} Montag ab.",
        "Am Montag endete die zweiwöchige Frist.",
        "Am Montag endete die dreiwöchige Frist.",
    ),
    "right and rights": (
        "Er {verletzte sich beim Sturz am} linken Knie, ohne auf Rechte zu verzichten.",
        "Beim Sturz zog er sich am linken Knie eine Verletzung zu, ohne auf Rechte zu verzichten.",
        "Er verletzte sich beim Sturz am rechten Knie, ohne auf Ansprüche zu verzichten.",
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
    "a part of a verb at the end of its clause": (
        "Nach {dem Brief lag kein Mangel an} der Mühle vor.",
        "An der Mühle gab es nach dem Brief keinen Mangel.",
        "Vor dem Brief gab es an der Mühle keinen Mangel.",
    ),
    "a noun that is not known to say what was said": (
        "Die Polizei fand {hinter der Verkleidung drei Beutel} mit Marihuana im Keller der Mühle.",
        "Die Polizei fand hinter einer Verkleidung drei Beutel mit Marihuana im Keller der Mühle.",
        "Die Polizei fand hinter einer Verkleidung drei Beutel mit Kokain im Keller der Mühle.",
    ),
    "a noun of the family of a word that was there": (
        "Das Amt {wies den Imker an, die} Körbe bis zum Abend in den Hof zu bringen.",
        "Auf Anweisung des Amtes brachte der Imker die Körbe bis zum Abend in den Hof.",
        "Das Amt wies den Imker an, die Ziegen bis zum Abend in den Hof zu bringen.",
    ),
    "without having to": (
        "Er durfte die Pacht mindern, {ohne den Müller nochmals mahnen} zu müssen.",
        "Er durfte die Pacht mindern und musste den Müller nicht nochmals mahnen.",
        "Er durfte die Pacht mindern und musste den Müller nochmals mahnen.",
    ),
    "until it ends is not when it has ended": (
        "Der Müller {schuldet dem Sohn bis zum Abschluss} der Lehre monatlich Geld.",
        "Bis zum Abschluss der Lehre muss der Müller dem Sohn monatlich Geld zahlen.",
        "Nachdem der Sohn die Lehre abgeschlossen hat, muss ihm der Müller monatlich Geld zahlen.",
    ),
    "what cannot be found is not to be found": (
        "Die Magd {war an mehreren Tagen unauffindbar}.",
        "Die Magd war mehrere Tage nicht aufzufinden.",
        "Die Magd war mehrere Tage aufzufinden.",
    ),
    "a compound of what is meant in another sense": (
        "Das Amt wies ihn ab, denn {die Widerspruchsfrist sei bei Einlegung} abgelaufen gewesen.",
        "Das Amt wies ihn ab, denn der Widerspruch sei nach Ablauf der Frist eingelegt worden.",
        "Das Amt wies ihn ab, obwohl der Widerspruch vor Ablauf der Frist eingelegt worden sei.",
    ),
}


def refused(marked: str, after: str) -> bool:
    before, flagged = unmarked(marked)
    return bool(unfaithful(before, after, flagged, DEFAULT_MASKS, GERMAN))


@pytest.mark.parametrize(("before", "same", "other"), CASES.values(), ids=CASES)
def test_what_is_said_otherwise_passes_and_what_is_turned_does_not(before, same, other) -> None:
    assert not refused(before, same)
    assert refused(before, other)
