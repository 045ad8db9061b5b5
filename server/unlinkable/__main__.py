"""So that ``python -m unlinkable`` works where the command is not on the path."""

import sys

from unlinkable.cli import main

sys.exit(main())
