"""What a word is, in a collection and in a draft alike: the room of `find_words`.

`seen` says what a reader sees of a text (with what `characters` know), `look_alikes` in which
letters a word of several scripts is read, `readings` how else broken words can be read, and `words`
puts them together. Knows nothing of hashes, documents or files.
"""

from unlinkable_index.words.words import (
    ANALYZER,
    Words,
    find_words,
    form,
    word_pattern,
    written_words,
)

__all__ = ["ANALYZER", "Words", "find_words", "form", "word_pattern", "written_words"]
