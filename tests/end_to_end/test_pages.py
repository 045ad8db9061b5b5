"""The pages for people in a browser: on a phone, in the dark, on paper, without a mouse, and read
aloud as far as axe-core can tell."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.toolchain import find_toolchain, must_have
from tests.unlinkable_index.writing import write_texts
from unlinkable.cli import main
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

pytestmark = pytest.mark.editor
TOOLCHAIN = find_toolchain()
must_have(TOOLCHAIN.chromium, TOOLCHAIN.axe, module="playwright")

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.end_to_end.workbench import CHROMIUM_FLAGS  # noqa: E402

TEXTS = {
    "case-a-with-a-long-name": "The baker of Oldport sold a swan at the night market of the harbour"
    ". He paid the tax late, and kept bees.\n\nThe court heard the miller and the baker of Oldport "
    "on the tax that was paid at the market.",
    "case-b": "The baker of Oldport sold bread at the night market of the harbour. He paid the tax "
    "early, and kept goats.\n\nThe court heard the miller and the baker on the tax that was paid.",
    "case-c": "The miller sold bread and fish at the market. He paid the tax early. The court heard"
    " the baker of Oldport. The miller kept goats at the harbour by night.",
}
DRAFT = TEXTS["case-a-with-a-long-name"].replace("Oldport sold", "[REDACTED] sold")
SETTINGS = """\
index = "i.unlinkable"
[[accepted]]
phrase = "bees"
reason = "The press has told it."
by = "M. C."
date = "2026-01-02"
"""
ALL = "exact,ranking,guessing"
COMMANDS = {
    "check": ["check", "draft.txt", "none.txt", "--against", ALL],
    "protect": ["protect", "draft.txt", "-o", "out.txt", "--rewriter", "mask", "-q"],
    "price": ["price", "draft.txt"],
    "attack": ["attack", "draft.txt", "--originals", "r.jsonl", "--background", "r.jsonl"],
}
OWN = ["--settings", "unlinkable.toml"]
FILLS = "all => all.map(one => getComputedStyle(one).fill)"
PHONE = {"width": 390, "height": 844}
A4_WIDTH = 673  # CSS pixels between the margins of `page.css`: 210 - 2 * 16 mm


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The page of each command, on a draft with findings of several kinds."""
    folder = tmp_path_factory.mktemp("pages")
    write_texts(folder / "r.jsonl", TEXTS)
    build_index([folder / "r.jsonl"], folder / "i.unlinkable", Options(processes=1))
    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    (folder / "unlinkable.toml").write_text(SETTINGS, "utf-8")
    made = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(name, str(folder / "own"))
        for name, command in COMMANDS.items():
            made[name] = folder / f"{name}.html"
            with made[name].open("w", encoding="utf-8") as file, redirect_stdout(file):
                if name == "protect":
                    main([*command, *OWN, "--print-page"])
                else:
                    main([*command, *OWN, "--format", "html"])
    return made


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=TOOLCHAIN.chromium, args=CHROMIUM_FLAGS
        )
        yield started
        started.close()


def opened(browser: Browser, file: Path, **context: Any) -> Page:
    """The page of a file, in a window of its own."""
    window = browser.new_context(**{"viewport": PHONE, **context}).new_page()
    window.goto(file.as_uri())
    return window


def grave(window: Page) -> list[tuple[str, str]]:
    """What axe-core finds that keeps people from reading the page: the rule, and where."""
    window.evaluate(TOOLCHAIN.axe.read_text("utf-8"))
    found = window.evaluate("axe.run(document)")
    assert found["passes"], "it looked at something"
    return [
        (one["id"], one["nodes"][0]["html"])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def widest(window: Page) -> int:
    """How wide the page would have to be for nothing to be cut."""
    return int(window.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_page_can_be_read_by_everybody(
    pages: dict[str, Path], browser: Browser, name: str, scheme: Any
) -> None:
    for size in (PHONE, {"width": 1280, "height": 800}):
        window = opened(browser, pages[name], viewport=size, color_scheme=scheme)
        assert grave(window) == []
        assert widest(window) <= size["width"]
        paper = window.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (paper == "rgb(255, 255, 255)") == (scheme == "light")
        ink = window.locator(".plot text").evaluate_all(FILLS)
        assert set(ink) <= {"rgb(28, 31, 35)"}, "plots stand on white; axe does not look at them"
        assert ink or name != "price"
        window.context.close()


def test_what_is_wrong_with_a_page_is_found(pages: dict[str, Path], browser: Browser) -> None:
    file = pages["check"].with_name("wrong.html")
    source = pages["check"].read_text("utf-8").replace('lang="en"', "", 1)
    file.write_text(source.replace("--ink: #1c1f23", "--ink: #eeeeee", 1), "utf-8")
    window = opened(browser, file)
    assert {"html-has-lang", "color-contrast"} <= {rule for rule, _ in grave(window)}
    window.context.close()


@pytest.mark.parametrize("name", COMMANDS)
def test_paper_shows_all_of_a_page(pages: dict[str, Path], browser: Browser, name: str) -> None:
    """Nothing is wider than the paper, also where the screen was dark, and no word is left out."""
    size = {"width": A4_WIDTH, "height": 1000}
    window = opened(browser, pages[name], viewport=size)
    window.emulate_media(media="print", color_scheme="dark")
    assert widest(window) <= A4_WIDTH
    assert window.evaluate("getComputedStyle(document.body).color") == "rgb(28, 31, 35)"
    words = window.evaluate("document.querySelector('main').innerText")
    printed = pages[name].with_suffix(".pdf")
    window.pdf(path=printed, prefer_css_page_size=True)
    window.context.close()
    read = subprocess.run(
        [TOOLCHAIN.pdf_reader, printed, "-"], capture_output=True, text=True, check=True
    ).stdout
    assert "210" in page_size(printed)
    assert missing(words, read) == set()


def missing(words: str, read: str) -> set[str]:
    """The longer words of a page that its print has not."""
    return {word for word in re.findall(r"[^\W\d]{4,}", words) if word not in read}


def page_size(printed: Path) -> str:
    """The size of the first page, in millimetres."""
    boxes = printed.read_bytes().split(b"/MediaBox", 1)[1].split(b"]", 1)[0]
    width, height = (float(number) for number in boxes.strip(b" [").split()[2:])
    return f"{width / 72 * 25.4:.0f} x {height / 72 * 25.4:.0f}"


def test_every_reason_is_reached_by_keys_alone(pages: dict[str, Path], browser: Browser) -> None:
    window = opened(browser, pages["check"])
    links = window.locator("sup a").count()
    assert links > 2
    reached = []
    for _ in range(links + 1):  # the first leads to the draft
        window.keyboard.press("Tab")
        at, outline = window.evaluate(
            "[document.activeElement.hash, getComputedStyle(document.activeElement).outlineStyle]"
        )
        assert outline == "solid", "where one is can be seen"
        reached.append(at)
    reasons = window.locator("ol > li").evaluate_all("all => all.map(one => '#' + one.id)")
    assert set(reached) == {"#draft-0", *reasons}
    window.keyboard.press("Enter")
    assert f"#{window.locator(':target').get_attribute('id')}" == reached[-1]
    window.context.close()
