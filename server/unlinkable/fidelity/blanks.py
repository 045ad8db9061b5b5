"""How a text shows where a mask, a date or a reference stood that was read before: by blanks, as
many as it had letters. Knows no more."""

import re

BLANK = re.compile(r"\s{4}")
"""Where one stood; fewer blanks are spaces between words."""
BLANK_BEFORE = re.compile(r"\s{4}$")
"""One right before the end of what is searched."""
