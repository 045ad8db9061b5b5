"""A language model as the reader that fills in masks: it writes the text around a mask again, and
where it comes back to what stands after, that is taken as it is. Knows the model's process; must
know nothing of drafts."""

from collections.abc import Sequence

from unlinkable.attackers.infilling import Prediction
from unlinkable.draft import DEFAULT_MASKS
from unlinkable.draft.masks import Masks
from unlinkable.model.author import Author, Writing
from unlinkable.model.decoding.guided_decoding import Limits
from unlinkable.model.decoding.tokens import Sampling
from unlinkable.model.decoding.written_text import Fault, Judge
from unlinkable.model.span_prompt import MASK, infilling_prompt
from unlinkable.stopping import OnProgress, Stop, never, unseen

TOKENS = 48
"""Tokens that may be written: 30 as published, and some of what stands after the mask."""
TEMPERATURE = 0.1
"""As published; the first run takes the likeliest words."""
TOKENS_A_MINUTE = 60 * 20
"""What two processor cores read of a model of 4 billion weights; what is written takes three times
as long, but is little."""
_RULES = 1_700  # characters of the prompt beside the rulings and the text
_A_TOKEN = 4  # characters, in English


def tokens_a_mask(rulings: int, characters: int, window: int) -> int:
    """About how many tokens the model reads and writes for one mask, for so many parts of rulings
    of so many characters."""
    return (_RULES + rulings * characters + 2 * window) // _A_TOKEN + TOKENS


class ModelReader:
    """Fills in masks with a model; raises ModelUnavailableError and ModelFailedError as that does,
    and StoppedError."""

    def __init__(self, author: Author, stop: Stop = never, report: OnProgress = unseen) -> None:
        self._author = author
        self._stop = stop
        self._report = report

    def __call__(
        self, rulings: Sequence[str], before: str, after: str, seed: int
    ) -> Prediction | None:
        """The words between ``before`` and ``after``; None where the model finds no end."""
        reasoning, begun = self._author.options.reasoning, before.rstrip()
        sampling = Sampling(
            temperature=TEMPERATURE if seed else 0.0,
            seed=seed,
            begun=begun,  # words are tokens together with the space before them
            kept=(after,) if after.strip() else (),
            planned=reasoning,
        )
        prompt = infilling_prompt(rulings, before, after, reasoning)
        writing = Writing(prompt, (sampling,), Limits(TOKENS), _no_mask(begun, after))
        (candidate,) = self._author.candidates(writing, self._stop, self._report)
        text, rest = candidate.text, after if after.strip() else ""
        if text is None or not (text.startswith(begun) and text.endswith(rest)):
            return None
        end = len(text) - len(rest)
        before_end = len(text[:end].encode())
        said = text[len(begun) : end].strip()
        if _MASKS.find(said):
            return None
        written = tuple(one for place, one in candidate.tokens if place < before_end)
        return Prediction(said, written)


_MASKS = Masks(DEFAULT_MASKS)


def _no_mask(begun: str, after: str) -> Judge:
    """A judge that forbids one thing: to write a mask, that of the prompt or any other. Those that
    stand in the words ``after`` are no fault."""
    mask = MASK.strip("[]")
    given = [after[: span.start] for span in _MASKS.find(after)]

    def judge(text: str, ended: bool) -> Fault | None:
        del ended
        place = text.find(mask, len(begun))
        if place >= 0:
            return Fault(place, place)
        written = text[len(begun) :]
        for start, _ in _MASKS.find(written):
            if not any(written[:start].endswith(words) for words in given):
                return Fault(len(begun) + start, len(begun) + start)
        return None

    return judge
