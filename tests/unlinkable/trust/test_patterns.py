"""Whatever pattern a settings file holds, it is refused or used, and never waited for."""

import contextlib
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unlinkable.trust.office import Office
from unlinkable.cli import main
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.patterns import MOST, fault, parts_of
from unlinkable.settings.values import checked
from unlinkable_index.errors import UserError

NEVER_ENDS = "(?:|(?!a)|(?!b)|(?!c)|(?!d))" * 60 + "x"
REFUSED = {
    "a bomb when it is written out": "(?:(?:(?:x{9999}){9999}){9999}){9999}",
    "long": "x" * 6000,
    "deep": "(" * 2000 + "x" + ")" * 2000,
    "no pattern": "[[[",
    "nothing": "(?:|(?!a))*",
    "a number without end": "x{" + "9" * 4000 + "}",
}
SLOW = ["(a|aa)+[!?]", "(a|a|a)*[!?]"]
PATTERNS = st.recursive(
    st.sampled_from(["a", "b", ".", "\\w", "(?!a)", "(?=b)", "", "[ab]", "$", "^"]),
    lambda inner: st.one_of(
        st.builds("(?:{}|{})".format, inner, inner),
        st.builds("(?:{})*".format, inner),
        st.builds("({}){{9}}".format, inner),
        st.builds("{}{}".format, inner, inner),
    ),
    max_leaves=30,
)


@pytest.mark.parametrize("kind", REFUSED)
def test_a_pattern_that_would_eat_time_or_memory_is_refused_before_it_is_used(kind: str) -> None:
    pattern = REFUSED[kind]
    assert fault(pattern)
    with pytest.raises(ValueError, match="regular expressions"):
        checked("masks", [pattern])
    with pytest.raises(UserError, match="the mask pattern"):
        Reading(masks=(pattern,))


def test_too_many_patterns_are_refused() -> None:
    with pytest.raises(ValueError, match="regular expressions"):
        checked("masks", [f"x{number}" for number in range(MOST + 1)])


def test_a_pattern_that_is_tried_for_ever_on_nothing_ends() -> None:
    """Whether it is refused or used is all the same: it comes to an end."""
    fault(NEVER_ENDS)
    fault(NEVER_ENDS.removesuffix("x"))


@pytest.mark.parametrize("pattern", SLOW)
def test_a_slow_pattern_does_not_take_its_time_anew_with_every_block(pattern: str) -> None:
    text = "\n\n".join(["a" * 40 + " !? and so on"] * 3000)
    with pytest.raises(UserError, match="takes too long on this draft"):
        read_draft(text, Markup.PLAIN, Reading(masks=(pattern,)))


@given(PATTERNS)
def test_any_pattern_ends(pattern: str) -> None:
    if fault(pattern) is None:
        with contextlib.suppress(UserError):  # which it may be, being too slow
            read_draft("aab ba" * 10, Markup.PLAIN, Reading(masks=(pattern,)))


@given(st.recursive(st.just("x"), lambda inner: st.builds("(?:{}{}){{3}}".format, inner, inner)))
def test_parts_are_counted_at_least_as_they_are_written_out(pattern: str) -> None:
    """Against writing them out."""
    written = pattern
    while (once := re.sub(r"\(\?:(x*)\)\{3\}", lambda found: found[1] * 3, written)) != written:
        written = once
    assert set(written) == {"x"}
    assert parts_of(pattern) >= len(written)


@pytest.mark.parametrize("pattern", [NEVER_ENDS, *REFUSED.values()])
def test_the_server_lives_with_any_pattern_and_ends_with_its_client(
    office: Office, pattern: str
) -> None:
    with (office.folder / "unlinkable.toml").open("a", encoding="utf-8") as settings:
        settings.write(f"masks = {json.dumps([pattern])}\n")
    server = office.serve()
    server.start()
    uri = server.open("a.txt", "A dog barked at the Zwiebelfisch in the night.")
    server.published(uri, 1)
    server.abandon()  # which fails unless the process ends
    assert server.process.returncode is not None


def test_the_command_line_refuses_it_in_a_sentence(
    office: Office, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(office.folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(office.folder / "home"))
    for pattern in REFUSED.values():
        assert main(["check", "drafts", "--mask", pattern]) == 2
        assert "Traceback" not in capsys.readouterr().err
