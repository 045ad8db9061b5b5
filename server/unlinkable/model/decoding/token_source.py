"""What decoding needs of a language model, whatever runs it."""

from collections.abc import Sequence
from typing import Protocol

from unlinkable.model.decoding.grammar import TokenVocabulary
from unlinkable.model.decoding.sampling import Logits


class TokenSource(Protocol):
    """A language model with a context of tokens that can be cut back."""

    @property
    def vocabulary(self) -> TokenVocabulary: ...
    @property
    def length(self) -> int:
        """Tokens in the context."""
        ...

    def tokens(self, text: str) -> list[int]:
        """``text`` as tokens."""
        ...

    def feed(self, tokens: Sequence[int]) -> None:
        """Add tokens to the context."""
        ...

    def rewind(self, length: int) -> None:
        """Cut the context back to so many tokens."""
        ...

    def logits(self) -> Logits:
        """For each token, the logit that it comes next. Valid until the context changes."""
        ...

    def log_probabilities(self, tokens: Sequence[int]) -> list[float]:
        """The log-probability of each of ``tokens`` where they come next, one after the other. The
        context is left as it was."""
        ...
