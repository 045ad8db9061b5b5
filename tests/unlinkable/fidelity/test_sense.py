"""What a text affirms and denies, and whether another one turns it."""

import pytest

from unlinkable.draft import Span
from unlinkable.fidelity.contradictions import contradictions
from unlinkable.fidelity.sense import sense
from unlinkable.language import ENGLISH, LANGUAGES

BY_CODE = {language.code: language for language in LANGUAGES}


def is_turned(before: str, after: str, code: str = "en") -> bool:
    language = BY_CODE[code]
    everything = [Span(0, len(before))]  # all of it flagged: sense is kept there as well
    return bool(contradictions(sense(before, language), sense(after, language), everything))


SAME = [
    ("Leave was not granted.", "Leave was refused."),
    ("He was not obliged to pay.", "He did not have to pay."),
    ("She may appeal.", "She is entitled to appeal."),
    ("The tenant must not sublet.", "The tenant is forbidden to sublet."),
    ("It acted without a warrant.", "It had no warrant when it acted."),
    ("He neither wrote nor called.", "He did not write, nor did he call."),
    ("All of them agreed.", "They agreed unanimously."),
    ("Neither party disputed the letter.", "Both parties accepted the letter."),
    ("The jury disregarded the outburst.", "The jury did not take the outburst into account."),
    ("The mayor has the power to close the inn.", "The mayor may close the inn."),
    ("An appeal on points of law was lodged.", "An appeal was lodged."),
    ("She alleged that he lied.", "According to her, he lied."),
    ("He may go if he pays.", "Provided that he pays, he may go."),
    ("He was about to sell the mill.", "He intended to sell the mill."),
    ("She called on Monday and not on Tuesday.", "She did not call on Tuesday but on Monday."),
    ("After the flood, the mill was sold.", "The mill was sold after the flood."),
    ("All but two of them left.", "All of them left except two."),
    ("It asked whether he lied.", "The question was whether he lied."),
    ("She denied having left it unlocked.", "She denied that she had left it unlocked."),
    ("She wants to sell.", "It is her wish to sell."),
    ("It relied mainly on the map.", "It relied above all on the map."),
    ("The claim was held ill-founded.", "The claim was held to have no merit."),
    ("There was no rope that held.", "There was none that held."),
    ("He saw no fault.", "He saw nobody who was at fault."),
    ("The ladder lacked sufficient length.", "The ladder was too short."),
    ("He claimed that it leaked.", "He repeated that it leaked."),
    ("It dries hay but not corn.", "It dries hay, though not corn."),
    ("He was not given sufficient rope.", "The rope that he was given was insufficient."),
    ("The plea was heard by the board.", "The plea was heard before the board."),
    ("He came on the eve of the fair.", "He came on the day before the fair."),
    ("They did not tell him until May.", "It was not until May that they told him."),
    ("The warden let the boy go home.", "The boy was allowed to go home by the warden."),
    ("It is a non-profit club.", "The club is non-profit."),
    ("The rules provided that he could sell.", "Under the rules he could sell."),
    ("The judge had been partial.", "The judge was in particular partial."),
    (
        "She gave no reasons in either of the two letters.",
        "In neither letter did she give reasons.",
    ),
    ("The aim of the letter was to save the mill.", "The letter sought to save the mill."),
    ("He paid only a small toll.", "He paid no more than a small toll."),
    ("According to the notary, it leaked.", "As attested by the notary, it leaked."),
    ("He appealed, arguing that it leaked.", "He appealed on the ground that it leaked."),
    ("He signed of his own free will.", "He signed of his own accord."),
    ("He was brought promptly before a judge.", "He was brought before a judge promptly."),
    ("He wrote to the referee.", "He brought the matter before the referee."),
    ("The roof was not repaired yet.", "The roof was still to be repaired."),
    ("The letter was not answered.", "They left the letter unanswered."),
    ("He was dismissed in May.", "His employment was terminated in May."),
    ("He was asked on several occasions.", "He was asked on a number of occasions."),
    ("A cart was available to him if needed.", "A cart was at his disposal if required."),
    ("His name was used before the board.", "Before the board, his name was used."),
    ("The letter was not answered.", "The letter remained without a reply."),
    ("All the same, he left.", "He left all the same."),
    ("It went on to decide the plea pending the trial.", "It decided the plea pending the trial."),
    ("The toll was paid in full.", "Full payment of the toll was made to him."),
]
OTHER = [
    ("He was asked on several occasions.", "He was asked on one occasion."),
    ("A cart was at his disposal.", "A cart was required of him."),
    ("The mill was sold.", "The mill was to be sold."),
    ("The mill was sold.", "It is right that the mill should be sold."),
    ("He had a rope that was not sufficient.", "He had a rope that was sufficient."),
    ("She has lived there since May.", "She lived there until May."),
    ("They met on the same day.", "They met on the following day."),
    ("She had been taking part in other fairs.", "She had not been taking part in the fairs."),
    ("He was represented by a notary.", "A notary appeared against him."),
    ("He asked for a new boat.", "He was given a new boat."),
    ("She worked full time.", "She worked part time."),
    ("The claims against him had been dropped.", "The claims had not been dropped against him."),
    ("The case was remitted for a hearing.", "The case was left without a hearing."),
    ("Leave was not granted.", "Leave was granted."),
    ("Leave was refused.", "Leave was granted."),
    ("He was not obliged to pay.", "He was not allowed to pay."),
    ("She may appeal.", "She must appeal."),
    ("It acted without a warrant.", "It acted with a warrant."),
    ("He neither wrote nor called.", "He wrote and called."),
    ("The alarm rang before the fire broke out.", "The alarm rang after the fire broke out."),
    ("He was convicted of theft.", "He was convicted of fraud."),
    ("It is unlikely that he lied.", "He probably lied."),
    ("Everybody agreed.", "Somebody agreed."),
    ("Only the daughters agreed.", "All the daughters agreed."),
    ("The jury disregarded the outburst.", "The jury took the outburst into account."),
    ("The mayor has the power to close the inn.", "The mayor has the duty to close the inn."),
    ("He claims that he was beaten.", "He proved that he was beaten."),
    ("An appeal was lodged.", "An appeal on points of law was lodged."),
    ("He was in custody.", "He was tortured in custody."),
    ("All of them agreed.", "Some of them agreed."),
    ("He may go if he pays.", "He may go unless he pays."),
    ("After the flood, the mill was sold.", "The mill was sold ahead of the flood."),
    ("Prior to the flood, they sold the mill.", "After the flood they sold the mill."),
    ("There was no rope that held.", "There was a rope that held."),
    ("Few of them left.", "Several of them left."),
    ("It found the law valid and the fine void.", "It found the law void and the fine void."),
    ("They requested the file.", "They obtained the file."),
    ("Some of the sheep died.", "One of the sheep died."),
    ("They must ask beforehand.", "They must ask in hindsight."),
    ("She was acquitted for lack of proof.", "Her case was adjourned for lack of proof."),
    ("Should he leave, the key is kept.", "He leaves and the key is kept."),
    ("If he leaves, the key is kept.", "He should leave, and the key is kept."),
    ("It was clear that he could flee.", "His flight was clear."),
    ("It decided that the gate should be shut.", "It ruled that the gate was not to be shut."),
    ("It was said that the gate was shut.", "It was said that the gate was to be shut."),
    ("The flood did not reach the mark.", "The flood rose above the mark."),
    ("The flood was below the mark.", "The flood was not below the mark."),
    ("The roof was still to be repaired.", "The roof was repaired."),
    ("No payment of the toll in May is required.", "Payment of the toll in May is required."),
    ("The letter did not come before May.", "The letter came before May."),
    ("They left the letter unanswered.", "They answered the letter."),
    ("He was dismissed in May.", "His employment began in May."),
    ("Those who would be heard came.", "Those who must be heard came."),
    ("His name was used before the trial.", "His name was used after the trial."),
    ("They answered the letter.", "The letter remained without a reply."),
    ("It decided that the mill be sold.", "It decided against the mill being sold."),
    ("He did not pay the toll until May.", "He paid the toll before May."),
    (
        "He was represented by her before the board.",
        "He was not represented by her before the board.",
    ),
]


@pytest.mark.parametrize(("before", "after"), SAME)
def test_other_words_for_the_same_turn_nothing(before: str, after: str) -> None:
    assert not is_turned(before, after)


@pytest.mark.parametrize(("before", "after"), OTHER)
def test_what_is_turned_is_noticed(before: str, after: str) -> None:
    assert is_turned(before, after)


@pytest.mark.parametrize(
    ("code", "before", "same", "other"),
    [
        ("de", "Er durfte nicht bauen.", "Ihm war nicht erlaubt zu bauen.", "Er durfte bauen."),
        ("fr", "Il ne doit pas payer.", "Il ne doit rien payer.", "Il doit payer."),
        ("no", "Han kan ikke heve.", "Heve kan han ikke.", "Han kan heve."),
        ("pl", "Nie może nic żądać.", "Nie może żądać niczego.", "Może żądać."),
        ("es", "No puede vender nada.", "Nada puede vender.", "Puede vender."),
        ("it", "Non può vendere nulla.", "Non può vendere niente.", "Può vendere."),
        ("nl", "Hij mag niet bouwen.", "Bouwen mag hij niet.", "Hij mag bouwen."),
    ],
)
def test_negations_in_each_language(code: str, before: str, same: str, other: str) -> None:
    assert not is_turned(before, same, code)
    assert is_turned(before, other, code)


def test_a_text_turns_nothing_of_itself() -> None:
    for before, after in (*SAME, *OTHER):
        assert not is_turned(before, before)
        assert not is_turned(after, after)


def test_what_belongs_to_a_negation() -> None:
    found = sense("She was not then allowed to enter, nor could he.", ENGLISH)
    assert [mark.shown for mark in found.negations] == ["not", "nor"]
    assert [mark.repeats for mark in found.negations] == [False, True]
    (allowed,) = [said for said in found.poles if said.word.axis == "permission"]
    assert (allowed.word.side, allowed.pole.side) == ("permitted", "forbidden")


def test_a_longer_term_becomes_a_shorter_one_only_where_it_is_flagged() -> None:
    before = sense("He lodged an appeal on points of law.", ENGLISH)
    shorter = sense("He lodged an appeal.", ENGLISH)
    assert contradictions(before, shorter, [])
    assert not contradictions(before, shorter, [Span(13, 19)])


@pytest.mark.parametrize("text", ["", "…", " - "])
def test_a_text_without_words_says_nothing(text: str) -> None:
    found = sense(text, ENGLISH)
    assert [*found.poles, *found.negations, *found.modals] == []
