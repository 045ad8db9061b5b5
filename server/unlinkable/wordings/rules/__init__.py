"""Rules that find wordings where a table would be endless: what may be ordered otherwise and
counted; and what may be said less exactly.

Each is held against one place of a text after another, and finds nothing in a language without the
classes of words that it needs.
"""

from unlinkable.wordings.rules.broader import Broader
from unlinkable.wordings.rules.enumerations import Enumerations
from unlinkable.wordings.rules.left_out import LeftOut
from unlinkable.wordings.rules.nameless import Nameless
from unlinkable.wordings.rules.numerals import Numerals

SAYING_THE_SAME = (Enumerations, Numerals)
SAYING_LESS = (Broader, LeftOut, Nameless)

__all__ = ["SAYING_LESS", "SAYING_THE_SAME"]
