"""On the path of a server, this makes its model a process that writes what a script says.

The script is the file that the environment variable UNLINKABLE_TEST_SCRIPT names; see
`tests/unlinkable/model/scripted_worker.py`.
"""

import os
import sys
from pathlib import Path

if "serve" in sys.argv:
    from unlinkable.model.process import process

    worker = Path(__file__).parents[2] / "model" / "scripted_worker.py"
    command = (sys.executable, str(worker), os.environ["UNLINKABLE_TEST_SCRIPT"])
    process.Model.__init__.__defaults__ = (command,)
