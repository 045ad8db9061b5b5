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
    said = licences.read(licences.PAGE.read_text("utf-8"))
    for name, licence in licences.read(licences.page()).items():
        again = "python -m tests.licences > server/LICENCES.md"
        assert said.get(name) == licence, f"{name} is missing: {again}"


def test_nothing_comes_along_under_a_licence_that_binds_the_program() -> None:
    names = [one for _, one, _ in licences.rows()] + [one for _, one in licences.packed()]
    assert len(names) > 15
    assert "?" not in names
    assert not [one for one in names if re.search(r"\bA?GPL|LGPL|SSPL|BUSL", one)]
