"""A Python environment with the server in it, but nothing that runs a language model.

Knows how environments are laid out. All that the server needs is borrowed from the environment of
the tests, so that making one takes no time and no network.
"""

import json
import subprocess
import sys
import sysconfig
import zipfile
from dataclasses import asdict
from pathlib import Path

from tests.end_to_end.toolchain import REPOSITORY
from unlinkable.model.gguf.model_file import Download

_PROGRAM = """\
#!{python}
import json, sys
from unlinkable.cli import main
from unlinkable.model.gguf import model_file
model_file.RECOMMENDED = model_file.Download(**json.loads({recommended!r}))
sys.exit(main())
"""


def make_environment(folder: Path, recommended: Download) -> None:
    """An environment whose program `unlinkable` recommends a model of the tests."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin/python"
    borrowed = folder / "borrowed"
    borrowed.mkdir()
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if not package.name.startswith("llama_cpp"):
            (borrowed / package.name).symlink_to(package)
    (own,) = folder.glob("lib/python*/site-packages")
    paths = [REPOSITORY / "server", REPOSITORY / "index_builder", borrowed]
    (own / "borrowed.pth").write_text("".join(f"{path}\n" for path in paths))
    program = folder / "bin/unlinkable"
    program.write_text(_PROGRAM.format(python=python, recommended=json.dumps(asdict(recommended))))
    program.chmod(0o755)


def make_wheel(folder: Path) -> None:
    """A wheel that is named llama-cpp-python and can be asked what it was built for."""
    folder.mkdir()
    name = "llama_cpp_python-0.3.99"
    with zipfile.ZipFile(folder / f"{name}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(
            "llama_cpp.py", "__version__ = '0.3.99'\nllama_supports_gpu_offload = bool\n"
        )
        about = "Metadata-Version: 2.1\nName: llama_cpp_python\nVersion: 0.3.99\n"
        wheel.writestr(f"{name}.dist-info/METADATA", about)
        kind = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        wheel.writestr(f"{name}.dist-info/WHEEL", kind)
        wheel.writestr(f"{name}.dist-info/RECORD", "")


def has_runtime(environment: Path) -> bool:
    """Whether what runs a model can be imported there."""
    python = environment / "bin/python"
    done = subprocess.run([python, "-c", "import llama_cpp"], capture_output=True, check=False)
    return done.returncode == 0
