"""Rules that find wordings where a table would be endless: what may be ordered otherwise, joined,
pointed back to, counted, done at greater length; and what may be said less exactly.

Each is held against one place of a text after another, and finds nothing in a language without the
classes of words that it needs.
"""

from unlinkable.wordings.rules.broader import Broader
from unlinkable.wordings.rules.enumerations import Enumerations
from unlinkable.wordings.rules.joined import Joined
from unlinkable.wordings.rules.left_out import LeftOut
from unlinkable.wordings.rules.mentioned import Mentioned
from unlinkable.wordings.rules.nameless import Nameless
from unlinkable.wordings.rules.numerals import Numerals
from unlinkable.wordings.rules.proceeding import Proceeding

SAYING_THE_SAME = (Enumerations, Joined, Mentioned, Numerals, Proceeding)
SAYING_LESS = (Broader, LeftOut, Nameless)

__all__ = ["SAYING_LESS", "SAYING_THE_SAME"]
