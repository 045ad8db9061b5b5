"""What cuts a text into sentences: our own rules, or a spaCy pipeline that the user names.

spaCy is only imported when a pipeline is named. Knows nothing of markup or masks.
"""

import re
from collections.abc import Callable
from functools import cache

from unlinkable.draft.sentences import sentence_cuts
from unlinkable_index.errors import UserError

RULES = "rules"
"""The name of our own rules."""

Cutter = Callable[[str], list[int]]
_SURROGATE = re.compile("[\ud800-\udfff]")


def sentence_cutter(name: str) -> Cutter:
    """What gives the offsets behind the sentences of a text, in order.

    ``name`` is ``RULES`` or the name of an installed spaCy pipeline. Raises UserError, at once or
    when used, where that pipeline does not work.
    """
    return sentence_cuts if name == RULES else _pipeline_cutter(name)


@cache
def _pipeline_cutter(name: str) -> Cutter:
    try:
        import spacy
    except ImportError as error:
        raise UserError(
            f"sentences are to be cut by the spaCy pipeline {name!r}, but spaCy is not installed: "
            f'install unlinkable[spacy], or set sentences to "{RULES}"'
        ) from error
    try:
        pipeline = spacy.load(name, exclude=["ner", "lemmatizer", "textcat"])
    except (OSError, ValueError) as error:
        raise UserError(
            f"the spaCy pipeline {name!r} cannot be loaded: install it for the Python that runs "
            f'unlinkable, or set sentences to "{RULES}"'
        ) from error
    if not {"parser", "senter", "sentencizer"} & set(pipeline.pipe_names):
        pipeline.add_pipe("sentencizer")
    pipeline.max_length = 2**31

    def cuts(text: str) -> list[int]:
        try:
            document = pipeline(_SURROGATE.sub("\ufffd", text))
            return [sentence.end_char for sentence in document.sents]
        except (ValueError, RuntimeError) as error:
            raise UserError(
                f"the spaCy pipeline {name!r} cannot cut this draft into sentences: "
                f'name another one, or set sentences to "{RULES}"'
            ) from error

    return cuts
