"""From a text to its `Sense`, by the table of its language.

A negation is counted to what it stands at: "was not allowed" is "was refused". Knows words only;
no numbers, no names, no flagged phrases.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from unlinkable.fidelity.akin import without_inside
from unlinkable.fidelity.blanks import BLANK
from unlinkable.fidelity.sense.sense import (
    OF_PARTS,
    Mark,
    Moved,
    Said,
    Sense,
    Term,
    opposite,
)
from unlinkable.language import FoundPhrase, Language, Phrases, Pole
from unlinkable_index.words import Words, find_words

_WITHOUT = Pole("presence", "without")
_CLAUSE_END = re.compile(r"[,;:.()\[\]–—“”„«»\"!?]")
_BEFORE = Pole("order", "before")
_REACH = 5  # words from a negation to what it negates
_REACH_BACK = 12  # where it stands behind that, at the end of the clause
_CONTENT = 5  # letters of a word that says something
_NEAR = 3  # words between a modal verb and its negation
_ADVISED, _NONE = "advised", "none"
_UNREAL = ("able", "perhaps", "willed")
_BEHIND, _FIRST = 8, 3  # words behind one of time that are looked at, and that count
_TELLING = 4  # letters of a word that says something, beside one of time
_SUBJECT = 10  # words from one that begins a subject to the modal verb
_MEANS = {  # what a modal verb says, and what it says when negated
    "obliged": ("required", "forbidden"),
    "needed": ("required", "optional"),
    "permitted": ("permitted", "forbidden"),
    "able": ("possible", "impossible"),
}


_OF_RIGHTS = ("required", "optional", "permitted", "forbidden")
_OF_INFINITIVES = (("required", "permitted"), ("optional", "forbidden"))  # denied or not


def sense(text: str, language: Language) -> Sense:
    """Read ``text``, which is in ``language``."""
    return _Reader(text, language).read()


class _Reader:
    def __init__(self, text: str, language: Language) -> None:
        self._text = text
        self._language = language
        self._words: Words = find_words(text)
        self._clauses = self._clause_numbers()
        self._blanks = frozenset(self._before_masks())
        poles = dict.fromkeys(language.poles.find(self._words.forms))
        seeming = {w for one in language.seeming_senses.find(self._words.forms) for w in one.words}
        self._at_forums = {one.words[-1] for one in poles if self._at_a_forum(one)}
        self._found = [
            found
            for found in poles
            if self._unbroken(found.words)
            and seeming.isdisjoint(found.words)
            and not self._at_a_forum(found)
            and not self._says_otherwise(found)
        ]
        self._of_presence = {found.words for found in self._found if found.value == _WITHOUT}
        verbs = language.negating_verbs.find(self._words.forms)
        self._of_verbs = {found.words for found in verbs}
        self._negations = self._find_negations()
        kinds = language.quantifiers.find(self._words.forms)
        self._none = {found.words[0] for found in kinds if found.value in ("none", "neither")}
        self._modals = list(self._find_modals())

    def read(self) -> Sense:
        forms, language = self._words.forms, self._language
        owners = self._owners()
        kinds = {found.words: found.value for found in language.quantifiers.find(forms)}
        return Sense(
            forms=forms,
            bare=tuple(without_inside(form, language.inside_verbs) for form in forms),
            clauses=tuple(self._clauses),
            before_masks=self._blanks,
            passives=frozenset(
                word for word, form in enumerate(forms, 1) if form in language.passives
            ),
            negations=tuple(self._negations),
            poles=tuple(self._poles(owners)),
            modals=tuple(self._modals),
            quantifiers=tuple((kind, self._place(words)[0]) for words, kind in kinds.items()),
            terms=tuple(
                Term(*self._place(found.words), found.words, name=found.value)
                for found in language.terms.find(forms)
            ),
            offences=frozenset(found.value for found in language.offences.find(forms)),
            conditions=tuple(self._conditions()),
            moments=self._find_moments(),
            shares=dict(self._find_shares()),
            particles={
                found.value: self._place(found.words)[0] for found in language.particles.find(forms)
            },
            answering=frozenset(found.value for found in language.answering.find(forms)),
            conditional=any(True for _ in language.conditional.find(forms)),
            plans=self._marks(language.plans),
            planned=any(True for _ in language.planned.find(forms)),
            bids=tuple(mark for mark in self._marks(language.bids) if self._leads_on(mark)),
            bidding=frozenset(
                forms[word] for one in language.bidding.find(forms) for word in one.words
            ),
            claims=self._marks(language.claims),
            attributions=self._marks(language.attributions),
            findings=frozenset(found.words for found in language.findings.find(forms)),
            asks=any(True for _ in language.requests.find(forms)),
            heads=dict(self._heads()),
            in_scope=frozenset(self._in_scope()),
            opposed=frozenset(
                word for word, form in enumerate(forms, 1) if form in language.opposing_prefixes
            ),
            contraries=dict(self._contraries()),
            obliged=frozenset(self._obliged()),
        )

    def _marks(self, phrases: Phrases[str]) -> tuple[Mark, ...]:
        found = phrases.find(self._words.forms)
        return tuple(Mark(*self._place(one.words), one.words) for one in found)

    def _conditions(self) -> Iterator[Mark]:
        """What makes things depend on something, also a modal verb that begins the text."""
        yield from filter(self._begins, self._marks(self._language.conditions))
        modals = self._language.modals.find(self._words.forms)
        for words in (found.words for found in modals if found.value == _ADVISED):
            if not words[0]:  # "should he leave"
                yield Mark(*self._place(words), words)

    def _leads_on(self, mark: Mark) -> bool:
        """Whether a verb may stand behind it: not "allowed to the owner"."""
        last = self._words.forms[mark.words[-1]]
        behind = self._words.forms[mark.words[-1] + 1 :][:1]
        clause = last in self._language.conjunctions  # "suggested that the mill be sold"
        return clause or self._language.determiners.isdisjoint(behind)

    def _begins(self, mark: Mark) -> bool:
        """Whether what it says begins with it: not "the rules provided that"."""
        first, language = mark.words[0], self._language
        small = language.function_words | language.conjunctions
        form = self._words.forms[first]
        alone = len(mark.words) == 1 or not first
        return alone or form in small or not self._together(first - 1, first)

    def _place(self, words: tuple[int, ...]) -> tuple[str, int, int]:
        start, end = int(self._words.starts[words[0]]), int(self._words.ends[words[-1]])
        return self._text[start:end], start, end

    def _unbroken(self, words: Sequence[int]) -> bool:
        """Whether no mask parts them where they follow each other: not "was [REDACTED] to"."""
        return not any(
            word in self._blanks and following == word + 1 for word, following in pairwise(words)
        )

    def _before_masks(self) -> Iterator[int]:
        starts, ends = self._words.starts.tolist(), self._words.ends.tolist()
        for word, (end, start) in enumerate(zip(ends, [*starts, len(self._text)][1:], strict=True)):
            if BLANK.search(self._text, end, start):
                yield word

    def _clause_numbers(self) -> list[int]:
        """The number of the clause that each word stands in; a conjunction begins one."""
        number, numbers, last = 0, [], 0
        for form, start, end in zip(
            self._words.forms, self._words.starts, self._words.ends, strict=True
        ):
            if _CLAUSE_END.search(self._text, last, start) or form in self._language.conjunctions:
                number += 1
            numbers.append(number)
            last = end
        return numbers

    def _at_a_forum(self, found: FoundPhrase[Pole]) -> bool:
        """Whether a word of time says where: "before the court", "before the [masked one]"; not
        "before the court decided"."""
        forms, language, last = self._words.forms, self._language, found.words[-1]
        if found.value != _BEFORE or forms[last] not in language.conjunctions:
            return False
        if not language.relatives.isdisjoint(forms[last + 1 : last + 2]):
            return True  # "before which"
        for word in range(last + 1, min(last + 1 + _REACH, len(forms) + 1)):
            start = len(self._text) if word == len(forms) else self._words.starts[word]
            if BLANK.search(self._text, self._words.ends[word - 1], start):
                return word > last + 1 and language.determiners.issuperset(forms[last + 1 : word])
            if word == len(forms):
                return False
            if forms[word] in language.forums:
                ends = word + 1 == len(forms) or not self._together(word, word + 1)
                return ends or forms[word + 1] in language.prepositions
            if forms[word] in language.function_words - language.determiners:
                return False
        return False

    def _says_otherwise(self, found: FoundPhrase[Pole]) -> bool:
        """Whether a word says something else where it stands: "nach § 3", "ab" but not before a
        date, "Rechte" with a capital, "kam der Pflicht nach"."""
        language, first = self._language, found.words[0]
        if len(found.words) > 1:
            return False
        form, at_blank = self._words.forms[first], first in self._blanks
        if self._part_of_verb(first):
            return True
        capital = bool(first) and self._text[self._words.starts[first]].isupper()
        return (
            (form in language.timeless and at_blank)
            or (form in language.dating and not at_blank)
            or (form in language.uncapitalised and capital)
        )

    def _part_of_verb(self, word: int) -> bool:
        """Whether a small word at the end of its clause is part of its verb: "liegt nicht vor"."""
        ends = word + 1 == len(self._words.forms) or not self._together(word, word + 1)
        small = self._words.forms[word] in self._language.verb_parts
        return small and ends and word not in self._blanks

    def _find_negations(self) -> list[Mark]:
        """The negations that turn something: not those of "not only"."""
        forms, language = self._words.forms, self._language
        seeming = {word for found in language.seeming_negations.find(forms) for word in found.words}
        loose = {
            word
            for found in language.loose_negations.find(forms)
            if found.words[-1] not in self._at_forums  # "not represented before the court"
            if not self._part_of_verb(found.words[-1])
            for word in found.words
        }
        second = {found.words[0] for found in language.second_negations.find(forms)}
        marks: list[Mark] = []
        for found in language.negations.find(forms):
            word = found.words[0]
            if word in second and marks and self._together(marks[-1].words[0], word):
                continue
            repeats = bool(marks) and forms[word] in language.repeated_negations
            if seeming.isdisjoint(found.words):
                marks.append(
                    Mark(
                        *self._place(found.words),
                        found.words,
                        repeats=repeats,
                        loose=not loose.isdisjoint(found.words),
                    )
                )
        return marks

    def _heads(self) -> Iterator[tuple[int, str]]:
        if self._language.negation_follows:
            return
        forms = self._words.forms
        light = {word for modal in self._modals for word in modal.words}
        whole = dict(self._contraries())  # "unanswered" has what it negates in it
        for number, negation in enumerate(self._negations):
            last = negation.words[-1]
            if len(negation.words) == 1 and forms[last] in whole:
                continue
            for word in range(last + 1, min(last + 1 + _NEAR, len(forms))):
                if not self._together(last, word):
                    break
                small = len(forms[word]) < _CONTENT or forms[word] in self._language.function_words
                if not small and word not in light:
                    yield number, forms[word]
                    break

    def _in_scope(self) -> Iterator[int]:
        """The words behind a negation or next to a word that denies, in its clause and in one that
        begins right behind it ("nobody who", "none for which")."""
        count = len(self._words.forms)
        back = _REACH_BACK if self._language.negation_follows else _NEAR
        for negation in self._negations:
            last = negation.words[-1]
            words = range(max(0, negation.words[0] - back), min(last + 3 * _REACH, count))
            clauses = {self._clauses[word] for word in range(last, min(last + 3, count))}
            yield from (word for word in words if self._clauses[word] in clauses)
        for found in self._found:
            if found.value.denies:
                first, last = found.words[0], found.words[-1]
                yield from range(max(0, first - _REACH), min(last + 3 * _REACH, count))

    def _contraries(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        of_participles = self._language.participle_prefix
        for form in self._words.forms:
            without = re.fullmatch(self._language.negative_suffixes, form)
            if without and len(without[1]) >= _CONTENT:
                yield form, (without[1], re.sub("(?:ung)?s$", "", without[1]))
            for prefix in self._language.negative_prefixes:
                stem = form.removeprefix(prefix)
                if stem != form and len(stem) >= _CONTENT:
                    able = re.fullmatch(self._language.able_words, stem)
                    bare = stem.removeprefix(of_participles)
                    stems = [stem, bare, *([able[1]] if able else [])]
                    yield form, tuple(one for one in stems if len(one) >= _CONTENT)

    def _obliged(self) -> Iterator[tuple[str, str]]:
        """The duties that words may say that are no modal verbs: "zumutbar", "Anspruch auf", and
        verbs such as "hat" with an infinitive in their clause; and the word that says it."""
        language, forms = self._language, self._words.forms
        for form in forms:
            if re.fullmatch(language.able_words, form):
                yield from (("permitted", form), ("forbidden", form))
        for found in language.rights.find(forms):
            yield from ((duty, forms[found.words[0]]) for duty in _OF_RIGHTS)
        verbs = [w for w, form in enumerate(forms) if form in language.infinitive_verbs]
        for word in range(1, len(forms)) if verbs else ():
            inside = re.fullmatch(language.infinitive_inside, forms[word])
            if forms[word - 1] == language.infinitive or inside:
                mine = [verb for verb in verbs if self._together(verb, word)]
                denied = any(self._together(mark.words[0], word) for mark in self._negations)
                if mine:
                    yield from ((duty, forms[word]) for duty in _OF_INFINITIVES[denied])

    def _owners(self) -> dict[int, set[int]]:
        """The words at which the poles begin that each negation stands at, by its number: one, or
        a verb and what is said of its noun ("besteht kein hinreichender Verdacht")."""
        begins = sorted(
            {
                found.words[0]
                for found in self._found
                if opposite(found.value, self._language) != found.value
            }
        )
        taken = {number for modal in self._modals for number in modal.negations}
        owners: dict[int, set[int]] = {}
        for number, negation in enumerate(self._negations):
            if number in taken or self._part_of_phrase(negation):
                continue
            last, first = negation.words[-1], negation.words[0]
            after = [w for w in begins if last < w <= last + _REACH and self._together(last, w)]
            if last in self._none:  # "no payment in advance is required"
                after = self._of_its_verb(last, begins) or after
            reach = range(max(0, first - _REACH_BACK), first)
            before = [
                w
                for w in begins
                if w in reach and self._together(w, first) and not self._before_noun(w)
            ]
            follows = self._language.negation_follows
            if after:
                near = [w for w in before if follows and first - w <= _NEAR]
                owners[number] = {after[0], *(near[-1:] if self._before_noun(after[0]) else ())}
            elif (
                before
                and follows
                and not (self._enclosed(negation) or negation.words in self._of_presence)
            ):
                owners[number] = {before[-1]}
        return owners

    def _part_of_phrase(self, negation: Mark) -> bool:
        """Whether it is part of a longer phrase of the table: "nicht absehbar"."""
        mine = set(negation.words)
        return any(mine < set(found.words) for found in self._found)

    def _before_noun(self, word: int) -> bool:
        """Whether a word belongs to the noun behind it, where these have capitals."""
        if not self._language.nouns_capitalised or word + 1 >= len(self._words.forms):
            return False
        here, following = (self._text[self._words.starts[w]] for w in (word, word + 1))
        return here.islower() and following.isupper()

    def _enclosed(self, negation: Mark) -> bool:
        """Whether it stands in a phrase or in its gap, and so says nothing of what is before."""
        first = negation.words[0]
        return any(found.words[0] <= first < found.words[-1] for found in self._found)

    def _of_its_verb(self, none: int, begins: Sequence[int]) -> list[int]:
        """The words of ``begins`` that say what was done with that of which there is none."""
        forms, passives = self._words.forms, self._language.passives
        reach = range(none + 2, none + 1 + _SUBJECT)
        here = (word for word in begins if word in reach and self._together(none, word))
        return [word for word in here if forms[word - 1] in passives]

    def _together(self, word: int, other: int) -> bool:
        return self._clauses[word] == self._clauses[other]

    def _poles(self, owners: dict[int, set[int]]) -> Iterator[Said]:
        for found in self._found:
            words, pole = found.words, found.value
            inner, outer = [], []
            for number, negation in enumerate(self._negations):
                shared = set(words) & set(negation.words)
                if shared and (pole.denies or len(shared) == len(negation.words)):
                    inner.append(number)
                elif words[0] in owners.get(number, ()) or (
                    words[0] < negation.words[0] < words[-1] and not self._denies(negation)
                ):
                    outer.append(number)
            other = opposite(pole, self._language)
            if other == pole:
                outer = []
            late = any(self._negations[number].loose for number in inner)
            turned = other if len(outer) % 2 or late else pole  # "did not pay until May" is paid
            yield Said(*self._place(words), words, (*inner, *outer), word=pole, pole=turned)

    def _denies(self, negation: Mark) -> bool:
        """Whether it is itself a word that denies something else: "hob … ohne Begründung auf"."""
        mine = set(negation.words)
        return any(found.value.denies and mine <= set(found.words) for found in self._found)

    def _find_modals(self) -> Iterator[Moved]:
        every = [
            found
            for found in self._language.modals.find(self._words.forms)
            if self._unbroken(found.words)
        ]
        seeming = {word for found in every if found.value == _NONE for word in found.words}
        for words, mood in every:
            if not seeming.isdisjoint(words) or self._says_no_more(mood, words[0]):
                continue  # "the need to secure", "decided that he should be heard"
            capital = self._text[self._words.starts[words[0]]].isupper()
            if capital and words[0]:  # "May" is a month
                continue
            near = [
                number
                for number, negation in enumerate(self._negations)
                if self._negates(negation.words, words)
            ]
            means = _MEANS.get(mood)
            duty = means[len(near) % 2] if means else ""
            mine = tuple(near) if means else ()
            yield Moved(*self._place(words), words, mine, mood=mood, duty=duty)

    def _says_no_more(self, mood: str, modal: int) -> bool:
        """Whether its clause depends on one in which somebody asks for what should be, or which
        speaks of what could come about."""
        language = self._language
        ahead = language.requests if mood == _ADVISED else language.risks
        able = mood in (_ADVISED, *_UNREAL)
        if mood == _ADVISED and (not modal or self._in_condition(modal)):
            return True  # "should he leave", "if he should leave"
        return able and any(one.words[-1] < modal for one in ahead.find(self._words.forms))

    def _in_condition(self, word: int) -> bool:
        """Whether it stands in a clause that begins with a condition."""
        return any(
            one.words[-1] < word and self._together(one.words[-1], word)
            for one in self._language.conditions.find(self._words.forms)
        )

    def _find_moments(self) -> dict[str, frozenset[str]]:
        """The first words that say something behind one of time, and when it is, seen from them."""
        forms, language = self._words.forms, self._language
        late = [mark.words[0] for mark in self._negations if mark.loose]
        moments: dict[str, frozenset[str]] = {}
        for found in language.moments.find(forms):
            last = found.words[-1]
            if last in self._at_forums or (late and late[0] < last):
                continue  # "before the court"; "not until the trial" is after it
            near = range(last + 1, min(last + 1 + _BEHIND, len(forms)))
            words = [forms[word] for word in near if self._together(last, word)]
            small = language.function_words
            telling = [word for word in words if len(word) >= _TELLING and word not in small]
            for word in telling[:_FIRST]:
                moments[word] = moments.get(word, frozenset()) | {found.value}
        return moments

    def _find_shares(self) -> Iterator[tuple[str, str]]:
        """What stands behind "of the" behind a quantifier of a part, and that quantifier; not
        whose something is ("one of the applicant's"), and not "on the part of the"."""
        forms, language = self._words.forms, self._language
        for found in language.quantifiers.find(forms):
            first, last = found.words[0], found.words[-1]
            if found.value in OF_PARTS and not (first and forms[first - 1] in language.determiners):
                joined = last if forms[last] in language.prepositions else last + 1
                share = self._share(forms[joined : joined + 4])
                if share:
                    yield share, self._place(found.words)[0]

    def _share(self, behind: tuple[str, ...]) -> str:
        """What stands behind "of the", or ''."""
        language = self._language
        joined = language.prepositions.issuperset(behind[:1])
        named = joined and len(behind) > 2 and behind[1] in language.determiners
        owner = len(behind) == 4 and len(behind[3]) == 1
        return behind[2] if named and not owner and len(behind[2]) >= _TELLING else ""

    def _negates(self, negation: tuple[int, ...], modal: tuple[int, ...]) -> bool:
        if not set(negation).isdisjoint(modal):
            return True
        if not self._together(negation[0], modal[0]):
            return False
        if negation in self._of_presence:  # "without having to", "ohne zahlen zu müssen"
            before = self._words.forms[modal[0] - 1] if modal[0] else ""
            return bool(before) and before == self._language.infinitive
        if negation[0] > modal[-1] and negation in self._of_verbs:
            return False  # "could have avoided", "may refuse to"
        if self._language.negation_follows:
            return negation[0] > modal[0] or modal[0] - negation[-1] <= _NEAR
        near = _SUBJECT if negation[0] in self._none else _NEAR  # "none of the benefits could"
        return -near <= negation[0] - modal[-1] <= 2
