"""The pictures of Neovim in its documentation: drawn of the cells of its screen, on the demo."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.conftest import PICTURES
from tests.end_to_end.neovim import Neovim, open_neovim
from tests.end_to_end.neovim_screen import Screen, screen_of
from tests.end_to_end.office import DEMO_DRAFT, open_demo
from tests.end_to_end.patience import wait_for
from tests.end_to_end.toolchain import Toolchain, must_have

pytestmark = pytest.mark.editor
COLUMNS, LINES = 110, 32


@pytest.fixture(scope="module")
def opened(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Neovim, Screen]]:
    """Neovim with a screen, on a draft of the demo that has been checked."""
    must_have(toolchain.neovim)
    room = tmp_path_factory.mktemp("room")
    demo = open_demo(room)
    draft = demo.folder / "drafts" / DEMO_DRAFT
    with (
        open_neovim(toolchain, room, demo.program, draft) as neovim,
        screen_of(room / "socket", COLUMNS, LINES) as screen,
    ):
        neovim.lua("vim.o.linebreak = true")
        neovim.wait_for_status("left")
        yield neovim, screen


def picture(screen: Screen, name: str, words: str) -> None:
    """Keep a picture, once words are shown."""
    wait_for(lambda: words in screen.text(), words)
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / f"neovim-{name}.svg").write_text(screen.svg(), "utf-8")


def test_the_first_screen(opened: tuple[Neovim, Screen]) -> None:
    _, screen = opened
    picture(screen, "first-screen", "kept bees")
    assert "stroke-width" in screen.svg()


def test_the_hover(opened: tuple[Neovim, Screen]) -> None:
    neovim, screen = opened
    neovim.lua("vim.fn.search('kept bees')")
    neovim.keys("K")
    picture(screen, "hover", "original")
    neovim.keys("j")


def test_the_list(opened: tuple[Neovim, Screen]) -> None:
    neovim, screen = opened
    neovim.lua("vim.cmd('Unlinkable left')")
    picture(screen, "left", "of the lead")
