"""The page of licences is what was last generated, and says all that is installed here."""

import re
from importlib.util import find_spec

import pytest

from tests import licences

EXTRAS = ("llama_cpp", "presidio_analyzer", "distributed")
"""What `.ci/run` installs: with less, other extras seem to bring what they share."""


@pytest.mark.skipif(
    not all(map(find_spec, EXTRAS)), reason="needs all extras: pip install -e '.[dev,llm,presidio]'"
)
def test_the_page_says_what_packages_say_of_themselves() -> None:
    said = licences.PAGE.read_text("utf-8")
    told = {line for line in said.splitlines() if line.startswith("| ")}
    for line in licences.page().splitlines():
        if line.startswith("| ") and line not in told:
            name = line.split()[1]
            assert not re.search(rf"^\| {re.escape(name)} \|", said, re.MULTILINE), line
            raise AssertionError(
                f"{name} is missing: python -m tests.licences > server/LICENCES.md"
            )
    assert said[: said.index("| annotated")] == licences.page()[: said.index("| annotated")]


def test_nothing_comes_along_under_a_licence_that_binds_the_program() -> None:
    names = [one for _, one, _ in licences.rows()] + [one for _, one in licences.packed()]
    assert len(names) > 15
    assert "?" not in names
    assert not [one for one in names if re.search(r"\bA?GPL|LGPL|SSPL|BUSL", one)]
