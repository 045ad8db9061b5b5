"""Models made for benchmarks: random weights, and about as many tokens a text as a real one has.

The tokens are the common words of the texts, built up from their starts, and single bytes: about 4
characters a token on English rulings, where real tokenizers have 4 to 4.5.
"""

import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.unlinkable.model.tiny_model import TINY, Shape, write_tiny_model

from unlinkable.model.prompt import fixed_part
from unlinkable_index.words import find_words

_WORD = re.compile(r"[^\W\d_]+")
_WHOLE = 4000


def drafts(path: Path, words: int = 750) -> list[str]:
    """The texts of a file of drafts, those nearest to so many words first."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        texts = [json.loads(line)["text"] for line in file]
    return sorted(texts, key=lambda text: abs(len(find_words(text).forms) - words))


def write_model(path: Path, texts: Iterable[str], shape: Shape = TINY) -> None:
    """Write a model with random weights whose tokens suit ``texts`` and the prompt."""
    prompt = [word for message in fixed_part(plan=True) for word in _WORD.findall(message.content)]
    common = Counter(word for text in texts for word in _WORD.findall(text))
    whole = [*prompt, *(word for word, _ in common.most_common(_WHOLE))]
    write_tiny_model(path, shape=shape, words=dict.fromkeys(whole))
