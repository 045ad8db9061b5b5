"""Reading and writing a file takes a time that grows with its size, whatever it repeats."""

import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from tests.unlinkable_index.documents.docx_files import docx, paragraph
from tests.unlinkable_index.documents.odt_files import odt, p
from tests.unlinkable_index.documents.repeated_files import REPEATED
from unlinkable_index.documents import reader
from unlinkable_index.documents.shared.elements import MOST_ATTRIBUTES
from unlinkable_index.errors import UserError

LINEAR = 2.0  # what the growth from 2n to 4n is of the growth from n to 2n; of squares it is 4
SLACK = 1.3
FEW = 300  # calls that come and go, such as of a cache that is filled
TIMES = 8  # as many in files of which the time is taken, which is not so exact
GROWS = 4 * 2.5  # what four times as much may take in time; squares take 16 times as much
AT_ONCE = 0.2  # seconds, below which no time is compared
IN_SMALL_CALLS = (".docx", ".odt")
"""Kinds that are read element by element, so that calls say it all."""
CASES = [
    pytest.param(suffix, max(3, count // 4), make, id=f"{suffix} {name}")
    for suffix, files in REPEATED.items()
    for name, (count, make) in files.items()
]


def calls(work: Callable[[], object]) -> int:
    """How many calls and returns, also of what is not written in Python, some work takes."""
    count = 0

    def look(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def seconds(work: Callable[[], object]) -> float:
    """The processor time that some work takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def demand_few_calls(
    make: Callable[[int], bytes], count: int, work: Callable[[bytes], object]
) -> None:
    """Hold the calls that work on files takes, which repeat something ``count`` times, and two and
    four times as often, to growing with that."""
    files = [make(count * times) for times in (1, 2, 4)]
    work(files[0])  # what is loaded once
    one, two, four = (calls(lambda file=file: work(file)) for file in files)  # type: ignore[misc]
    assert four - two <= LINEAR * SLACK * (two - one) + FEW


def demand_little_time(
    make: Callable[[int], bytes], count: int, work: Callable[[bytes], object]
) -> None:
    """Hold the time likewise: patterns and libraries are slow in single calls."""
    small, large = make(count * TIMES), make(count * TIMES * 4)
    for _ in range(8):  # a busy machine may be slow for a while
        taken, more = seconds(lambda: work(small)), seconds(lambda: work(large))
        if more <= max(AT_ONCE, GROWS * taken):
            return
    pytest.fail(f"four times as much took {more:.2f} s in place of {taken:.2f} s")


@pytest.mark.parametrize(("suffix", "count", "make"), CASES)
def test_reading_takes_time_that_grows_with_what_is_repeated(
    suffix: str, count: int, make: Callable[[int], bytes]
) -> None:
    def read(data: bytes) -> object:
        return reader(suffix)(data, Path(f"a{suffix}"))

    demand_few_calls(make, count, read)
    if suffix not in IN_SMALL_CALLS:
        demand_little_time(make, count, read)


@pytest.mark.parametrize(
    ("suffix", "count", "make"), [case for case in CASES if case.values[0] in IN_SMALL_CALLS]
)
def test_writing_does_so_too(suffix: str, count: int, make: Callable[[int], bytes]) -> None:
    writing = import_module(f"unlinkable_index.documents.{suffix[1:]}.writing")
    demand_few_calls(make, count, lambda data: writing.written(data, Path(f"a{suffix}"), []))


def test_growth_above_that_is_found() -> None:
    def squares(data: bytes) -> int:
        return sum(len(str(one)) for one in data for _ in data)

    with pytest.raises(AssertionError):
        demand_few_calls(bytes, 20, squares)
    with pytest.raises(pytest.fail.Exception, match="four times as much"):
        # A cube, since a busy machine can make a square look like less.
        demand_little_time(
            bytes, 300, lambda data: [*map(data.count, [1] * (len(data) ** 2 // 600))]
        )


@pytest.mark.parametrize("suffix", [".docx", ".odt", ".html", ".xml"])
def test_an_element_with_more_attributes_than_any_is_refused(suffix: str) -> None:
    """lxml looks for each of them among all."""

    def made(count: int) -> bytes:
        many = " ".join(f'a{number}="x"' for number in range(count))
        seeds = {".docx": docx(paragraph(f"<w:r {many}/>", "x")), ".odt": odt(p(f"<a {many}/>x"))}
        return seeds.get(suffix, f"<p {many}>x</p>".encode())

    path = Path(f"a{suffix}")
    assert reader(suffix)(made(MOST_ATTRIBUTES - 50), path).text == "x"
    with pytest.raises(UserError, match="attributes"):
        reader(suffix)(made(40_000), path)


def test_words_in_quotes_are_no_attributes() -> None:
    path = "M 1 2 " * 5_000
    data = f"<p title=it's>x{' word' * 3_000}'<svg><path d='{path}'/></svg>".encode()
    assert reader(".html")(data, Path("a.html")).text.startswith("x word")
