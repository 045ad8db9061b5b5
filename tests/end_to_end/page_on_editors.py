"""The settings that the page on editors gives. Knows the form of the page, and no editor."""

import re

from tests.end_to_end.toolchain import REPOSITORY

PAGE = REPOSITORY / "editors/README.md"


def blocks(language: str) -> list[str]:
    """The blocks of the page in a language, such as ``toml``."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
