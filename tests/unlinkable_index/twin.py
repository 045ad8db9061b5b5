"""The slow, obvious twin of the index: a dictionary of all phrases, and counts of words."""

import re
import unicodedata
from collections import Counter, defaultdict
from itertools import groupby, product

Phrase = tuple[str, ...]


def twin_words(text: str) -> Phrase:
    """The forms of the words of a text, character by character."""
    runs = groupby(text, key=lambda character: unicodedata.category(character)[0] in "LMN")
    words = ["".join(characters) for is_word, characters in runs if is_word]
    return tuple(unicodedata.normalize("NFKC", word).casefold() for word in words)


def twin_readings(text: str) -> list[Phrase]:
    """The words of a text in all its readings; in the first, broken words are whole."""
    parts = re.split(r"(?<=[^\W\d_])-\n(?=[^\W\d_])", text)
    readings = []
    for joints in product(("", " "), repeat=len(parts) - 1):
        between = [*joints, ""]
        readings.append(twin_words("".join(map("".join, zip(parts, between, strict=True)))))
    return readings


class Twin:
    """Every phrase of up to ``max_words`` words of the records, and the documents it is in."""

    def __init__(self, records: list[dict[str, str]], max_words: int) -> None:
        self.max_words = max_words
        units: list[list[int]] = []  # the records of every document
        readings = [twin_readings(record["text"]) for record in records]
        words = [ways[0] for ways in readings]
        for number, record in enumerate(records):
            joined = [
                unit
                for unit in units
                if any(
                    (words[number] and words[other] == words[number])
                    or ("group" in record and records[other].get("group") == record["group"])
                    for other in unit
                )
            ]
            units = [unit for unit in units if unit not in joined]
            units.append(sorted([number, *(other for unit in joined for other in unit)]))
        units.sort()
        self.ids = [tuple(records[number]["id"] for number in unit) for unit in units]
        self.counts = []  # the words of each document in their first reading, copies left out
        for unit in units:
            self.counts.append(
                Counter(word for text in {words[number] for number in unit} for word in text)
            )
        self.lengths = [count.total() for count in self.counts]
        for unit, count in zip(units, self.counts, strict=True):
            for number in unit:
                for word in set().union(*readings[number]) - set(count):
                    count[word] = 1  # in another reading only
        self.documents_of: dict[Phrase, set[int]] = defaultdict(set)
        for document, unit in enumerate(units):
            for number in unit:
                for words_read in readings[number]:
                    for phrase in phrases_of(words_read, max_words):
                        self.documents_of[phrase].add(document)

    def df(self, phrase: Phrase) -> int:
        """The number of documents that contain ``phrase``."""
        return len(self.documents_of.get(phrase, ()))


def phrases_of(words: Phrase, max_words: int) -> set[Phrase]:
    """All phrases of one run of words."""
    return {
        words[start : start + n]
        for n in range(1, max_words + 1)
        for start in range(len(words) - n + 1)
    }


def parts_of(phrase: Phrase) -> set[Phrase]:
    """All shorter phrases inside a phrase."""
    return phrases_of(phrase, len(phrase) - 1)


def stored_phrases(twin: Twin) -> set[Phrase]:
    """The phrases that an index keeps, by the rule that `building.levels` gives."""
    return {
        phrase
        for phrase in twin.documents_of
        if all(twin.df(part) >= 2 for part in parts_of(phrase))
        and (len(phrase) == 1 or twin.df(phrase) < min(twin.df(phrase[:-1]), twin.df(phrase[1:])))
    }
