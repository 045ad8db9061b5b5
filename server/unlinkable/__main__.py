"""So that ``python -P -m unlinkable`` works where the command is not on the path.

Without ``-P`` Python looks for this package in the current folder first, before anything here
runs: in a folder that someone sent, start ``unlinkable`` or give ``-P``.
"""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the current folder: nothing more is imported from there

from unlinkable.cli import main

sys.exit(main())
