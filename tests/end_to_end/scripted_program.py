"""The program `unlinkable`, with a script in place of the language model.

python scripted_program.py SCRIPT ARGUMENT... runs `unlinkable ARGUMENT...`; the script is that of
`tests/unlinkable/model/scripted_worker.py`. Everything else is the product's own.
"""

import sys
from pathlib import Path

from unlinkable.cli import main
from unlinkable.model.process.process import Model

WORKER = Path(__file__).parents[1] / "unlinkable/model/scripted_worker.py"

if __name__ == "__main__":  # the processes that build an index import this file again
    Model.__init__.__defaults__ = ((sys.executable, str(WORKER), sys.argv[1]),)
    sys.exit(main(sys.argv[2:]))
