"""Small files, of up to 3 MB, that were made to take long or to take much: what reading each takes.

    python -m tests.unlinkable_index.documents.hostile_files

prints them as a table: bytes, seconds of processor time, megabytes, and what is said of it.
"""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.unlinkable_index.documents.docx_files import docx, paragraph, run
from tests.unlinkable_index.documents.repeated_files import REPEATED
from unlinkable_index.documents.reader_process import ReaderProcess
from unlinkable_index.errors import UserError

TIMES = 40  # more often than in the files that show how time grows


def _rules(count: int) -> bytes:
    """As many rules that look at every element, and as many elements."""
    rules = "".join(f"p:not(.a{n}){{color:red}}" for n in range(count))
    return f"<style>{rules}</style>{'<p>x' * count}".encode()


def _deep_rules(count: int) -> bytes:
    """A rule that looks at all ways through as many elements in each other."""
    return f"<style>{'div ' * 12}b{{display:none}}</style>{'<div>' * count}<i>x".encode()


_MADE: dict[str, dict[str, Callable[[], bytes]]] = {
    kind: {
        name: lambda make=make, count=count: make(count * TIMES)
        for name, (count, make) in constructs.items()
    }
    for kind, constructs in REPEATED.items()
    if kind not in (".md", ".tex")
}
_MADE[".docx"]["a hundred merged columns"] = lambda: REPEATED[".docx"]["merged columns"][1](100)
_MADE[".docx"]["parts that unpack to much"] = lambda: docx(paragraph(run("word " * 10**7)))
_MADE[".docx"]["parts that unpack to paragraphs"] = lambda: docx(paragraph("x") * 10**6)
_MADE[".html"]["elements in elements"] = lambda: b"<div>" * 10**5
_MADE[".html"]["rules of style sheets"] = lambda: _rules(3000)
_MADE[".html"]["rules over many levels"] = lambda: _deep_rules(200)
_MADE[".eml"]["encoded words"] = lambda: b"Subject: " + b"=?utf-8?b?w7xi?= " * 160_000 + b"\n\nx"
FILES = {(kind, name): made for kind, of_kind in _MADE.items() for name, made in of_kind.items()}
"""By kind and construct."""


@dataclass(frozen=True)
class Cost:
    """What reading a file took: seconds of processor time, bytes; and what is said, if refused."""

    size: int
    seconds: float
    memory: int
    said: str


def cost(kind: str, name: str) -> Cost:
    """Have a file read by a process of its own."""
    data = FILES[kind, name]()
    process = ReaderProcess()
    process.read(b"<p>x", Path("a.html"))  # it is started
    assert process.pid is not None
    child = psutil.Process(process.pid)
    before, said = sum(child.cpu_times()[:2]), ""
    ended = _spent_by_children()
    try:
        process.read(data, Path(f"a{kind}"))
    except UserError as error:
        said = str(error)
    if process.pid == child.pid and child.is_running():
        seconds = sum(child.cpu_times()[:2]) - before
        status = Path(f"/proc/{child.pid}/status").read_text("utf-8")
        memory = 1024 * int(re.findall(r"VmHWM:\s+(\d+)", status)[0])
    else:  # what it took no longer stands there: the system held it to its limits
        seconds, memory = _spent_by_children() - ended - before, 0
    process.close()
    return Cost(len(data), seconds, memory, said)


def _spent_by_children() -> float:
    told = psutil.Process().cpu_times()
    return float(told.children_user + told.children_system)


def main() -> None:
    """Print the table."""
    print("| file | bytes | s | MB | said |\n|---|---|---|---|---|")
    for kind, name in FILES:
        one = cost(kind, name)
        memory = f"{one.memory / 1e6:.0f}" if one.memory else "–"
        said = one.said.replace("|", "")
        print(f"| {kind}, {name} | {one.size:,} | {one.seconds:.1f} | {memory} | {said} |")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
