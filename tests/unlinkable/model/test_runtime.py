"""What is said of the installed llama.cpp, whatever state it is in."""

from pathlib import Path

import pytest

from unlinkable.model.process.failures import Runtime, installed_runtime


@pytest.mark.parametrize(
    ("package", "said"),
    [
        ("def llama_supports_gpu_offload(): return True", Runtime("9.8.7", True)),
        ("def llama_supports_gpu_offload(): return False", Runtime("9.8.7", False)),
        ("print('CUDA found')\nllama_supports_gpu_offload = bool", Runtime("9.8.7", False)),
        ("raise ImportError('no libgomp')", None),
        ("import os; os.abort()", None),
    ],
)
def test_a_runtime_is_asked_without_being_trusted(
    package: str, said: Runtime | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "llama_cpp.py").write_text(f"__version__ = '9.8.7'\n{package}\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert installed_runtime() == said


def test_the_real_one_is_known_by_its_version() -> None:
    llama_cpp = pytest.importorskip("llama_cpp")
    runtime = installed_runtime()
    assert runtime == Runtime(llama_cpp.__version__, llama_cpp.llama_supports_gpu_offload())
