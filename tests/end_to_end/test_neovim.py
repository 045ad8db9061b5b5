"""The story of a draft in a real, headless Neovim."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.neovim import PLUGIN, Neovim, open_neovim
from tests.end_to_end.office import ALTERNATIVES, RARE, SENTENCE, SOURCE, Office
from tests.end_to_end.patience import wait_for
from tests.end_to_end.toolchain import Toolchain, must_have

pytestmark = pytest.mark.editor

CLIENT = "vim.lsp.get_clients({ name = 'unlinkable' })[1]"

STATUS = "require('unlinkable.status').of()"


@pytest.fixture
def neovim(toolchain: Toolchain, office: Office, tmp_path: Path) -> Iterator[Neovim]:
    """Neovim on a fresh draft, once it has been checked."""
    must_have(toolchain.neovim)
    draft = office.folder / f"{tmp_path.name}.txt"
    draft.write_bytes(office.drafts[0].read_bytes())
    with open_neovim(toolchain, tmp_path, office.program, draft) as opened:
        opened.wait_for_status("left")
        yield opened


def go_to_rare_phrase(neovim: Neovim) -> None:
    neovim.lua(f"vim.fn.search([[{RARE}]])")


def choose_action(neovim: Neovim, title: str, only: str = "quickfix") -> None:
    """Apply the first code action at the cursor, of a kind, whose title contains ``title``."""
    neovim.lua(
        f"vim.lsp.buf.code_action({{ context = {{ only = {{ '{only}' }}, diagnostics = {{}} }}, "
        "apply = true, filter = function(action) "
        f"local found = not _G.found and action.title:find([[{title}]], 1, true) "
        "_G.found = _G.found or found return found end }) _G.found = nil"
    )


def test_findings_are_diagnostics(neovim: Neovim) -> None:
    found = neovim.lua(
        "return vim.tbl_map(function(d) return {d.source, d.code, d.severity} end, "
        "vim.diagnostic.get(0))"
    )
    assert ["unlinkable", "rare-phrase", 2] in found


def test_hover_names_the_original(neovim: Neovim) -> None:
    go_to_rare_phrase(neovim)
    answer = neovim.lua(
        f"local client = {CLIENT} "
        "local params = vim.lsp.util.make_position_params(0, client.offset_encoding) "
        "return client:request_sync('textDocument/hover', params, 5000, 0).result.contents.value"
    )
    assert SOURCE in answer.replace("\\", "")


def test_a_quick_fix_masks_and_is_undone_in_one_step(neovim: Neovim) -> None:
    before = neovim.text()
    go_to_rare_phrase(neovim)
    choose_action(neovim, "Mask “")
    wait_for(lambda: neovim.text().count("[REDACTED]") > before.count("[REDACTED]"), "the mask")
    neovim.keys("u")
    wait_for(lambda: neovim.text() == before, "the text as it was")


def test_an_alternative_is_chosen_by_ui_select(neovim: Neovim) -> None:
    neovim.lua(
        "vim.ui.select = function(items, options, done) "
        "_G.offered = { options.prompt, vim.tbl_map(options.format_item, items) } "
        "vim.defer_fn(function() done(items[2], 2) end, 50) end"
    )
    go_to_rare_phrase(neovim)
    choose_action(neovim, "Choose among rewritings", "quickfix.unlinkable.rewrite")
    wait_for(lambda: SENTENCE not in neovim.text(), "the rewriting")
    prompt, offered = neovim.lua("return _G.offered")
    assert SENTENCE in prompt
    assert [any(text in one for one in offered) for text in ALTERNATIVES] == [True, True]
    assert any(text in neovim.text() and text in offered[1] for text in ALTERNATIVES)


def test_an_accepted_risk_is_kept_with_its_reason_and_survives_a_restart(
    neovim: Neovim, office: Office
) -> None:
    count = "#vim.diagnostic.get(0)"
    neovim.lua("vim.ui.input = function(_, done) done('a turn of phrase') end")
    go_to_rare_phrase(neovim)
    choose_action(neovim, "in this file", "quickfix.unlinkable.accept")
    neovim.wait(f"{STATUS}.accepted > 0", "an accepted risk")
    assert "a turn of phrase" in (office.folder / "unlinkable.toml").read_text("utf-8")
    ready = f"{CLIENT} and {STATUS} and {STATUS}.state == 'ready'"
    accepted, left = neovim.wait(
        f"{ready} and {STATUS}.accepted > 0 and {{{STATUS}.accepted, {count}}}", "it"
    )
    neovim.lua("vim.cmd('Unlinkable restart')")
    neovim.wait(f"not ({ready})", "the restart")
    same = f"{STATUS}.accepted == {accepted} and {count} == {left}"
    neovim.wait(f"{ready} and {same}", "the findings after the restart")


def proposed_changes(neovim: Neovim) -> list[str]:
    """Have the draft protected; the changes that are listed, in the window that has the cursor."""
    neovim.lua("vim.notify = function(said) _G.said = said end")
    neovim.lua("vim.cmd('Unlinkable protect')")
    neovim.wait("vim.wo.winbar:find('changes', 1, true)", "the list of changes")
    return neovim.text().splitlines()


def test_protecting_masks_what_its_model_has_no_other_words_for(neovim: Neovim) -> None:
    before = neovim.text()
    changes = proposed_changes(neovim)
    assert any(" → [REDACTED]" in one and "only in ashbourne-12" in one for one in changes)
    neovim.keys("<CR>")
    assert neovim.wait_for_status("clean").startswith("Unlinkable: clean")
    said = neovim.wait("_G.said", "what remains")
    assert said.startswith(f"{len(changes)} changes made. Nothing here leads back")
    assert neovim.text().count("[REDACTED]") > before.count("[REDACTED]")
    neovim.keys("u")
    wait_for(lambda: neovim.text() == before, "the text as it was")


def test_a_change_that_is_dropped_is_not_made_and_what_remains_is_said(neovim: Neovim) -> None:
    before = neovim.text()
    changes = proposed_changes(neovim)
    number = next(n for n, one in enumerate(changes, start=1) if " → [REDACTED]" in one)
    neovim.keys(f"{number}G<Space>")
    heading = f"{len(changes) - 1} of {len(changes)} changes"
    neovim.wait(f"vim.wo.winbar:find([[{heading}]], 1, true)", heading)
    assert neovim.text().splitlines()[number - 1].startswith("[ ] ")
    neovim.keys("<CR>")
    said = neovim.wait("_G.said", "what remains")
    assert said.startswith(f"{len(changes) - 1} changes made, 1 left out. ")
    assert "phrase" in said
    after = neovim.text()
    assert after.count("[REDACTED]") > before.count("[REDACTED]")
    assert "clean" not in neovim.status()


def test_changes_that_are_discarded_or_outdated_are_not_made(neovim: Neovim) -> None:
    before = neovim.text()
    for discard in ("q", ":close<CR>"):
        proposed_changes(neovim)
        neovim.keys(discard)
        neovim.wait("vim.wo.winbar == ''", "the draft")
        assert neovim.text() == before
    proposed_changes(neovim)
    neovim.keys("<C-w>p")
    neovim.lua("vim.api.nvim_buf_set_lines(0, 0, 0, false, {'A new first line.'})")
    neovim.keys("<C-w>p<CR>")
    neovim.wait("_G.said and _G.said:find('changed in the meantime')", "the word")
    assert neovim.text() == f"A new first line.\n{before}"


def test_masking_everything_makes_the_draft_clean(neovim: Neovim) -> None:
    neovim.lua("vim.cmd('Unlinkable mask')")
    assert neovim.wait_for_status("clean").startswith("Unlinkable: clean")


def test_the_list_of_what_is_left_alone_leads_to_a_clean_draft(neovim: Neovim) -> None:
    """Passage by passage, the worst first, in at most as many steps as there were passages."""
    neovim.lua("vim.cmd('Unlinkable left')")
    listed = "vim.fn.getqflist({ title = true, items = true, context = true })"
    places = neovim.wait(f"#{listed}.items > 0 and {listed}.items", "the list")
    assert "% of the lead" in places[0]["text"]
    assert "[REDACTED]" in places[0]["text"]
    assert "sentences left" in neovim.lua(f"return {listed}.title")
    neovim.lua("vim.cmd('wincmd p')")
    for left in range(len(places) - 1, -1, -1):
        neovim.lua("vim.cmd('cfirst') vim.cmd('Unlinkable fix')")
        neovim.wait(f"#{listed}.items == {left}", f"{left} passages left")
    neovim.wait_for_status("clean")


def test_an_accepted_risk_is_withdrawn(neovim: Neovim, office: Office) -> None:
    neovim.lua("vim.ui.input = function(_, done) done('only here') end")
    neovim.lua(
        "vim.ui.select = function(items, _, done) "
        "for at, item in ipairs(items) do "
        "if item.reason == nil or item.reason == 'only here' then return done(item, at) end end end"
    )
    kept = office.folder / "unlinkable.toml"
    go_to_rare_phrase(neovim)
    choose_action(neovim, "in this file", "quickfix.unlinkable.accept")
    count = neovim.wait(f"{STATUS}.accepted > 0 and {STATUS}.accepted", "the accepted risks")
    assert kept.read_text("utf-8").count("only here") == count
    for left in range(count - 1, -1, -1):
        neovim.lua("vim.cmd('Unlinkable accepted')")
        neovim.wait(f"{STATUS}.accepted == {left}", f"{left} accepted risks")
    assert "only here" not in kept.read_text("utf-8")


def test_the_original_of_a_draft_is_named_and_forgotten(neovim: Neovim, tmp_path: Path) -> None:
    """It is one that the index does not hold: what only it and the draft have, leads to it."""
    original = tmp_path / "today.txt"
    neovim.lua("vim.api.nvim_buf_set_lines(0, -1, -1, false, {'It rained all day long.'})")
    original.write_text(neovim.text().replace("[REDACTED]", "Someone"), "utf-8")
    source = f"{STATUS}.state == 'ready' and {STATUS}.likelySource.document"
    neovim.lua(f"vim.cmd('Unlinkable original {original}')")
    neovim.wait(f"{source} == 'today.txt'", "the original as the source")
    neovim.lua("vim.ui.input = function(_, done) done('') end vim.cmd('Unlinkable original')")
    neovim.wait(f"{source} == '{SOURCE}'", "the source that the index knows")


def test_of_a_document_it_is_said_how_it_is_checked_and_protected(neovim: Neovim) -> None:
    said = "vim.api.nvim_exec2('messages', { output = true }).output"
    neovim.lua(r"vim.cmd([[Unlinkable protect a\ b!.docm]])")
    neovim.wait(f"{said}:find('is no text', 1, true)", "the advice")
    told = neovim.lua(f"return {said}")
    assert "a b!.docm is no text: check it with `:!unlinkable check 'a b\\!.docm'`" in told
    assert "protect it with" in told
    assert "-o 'a b\\!-protected.docx'`" in told
    neovim.lua("vim.cmd('messages clear') vim.cmd('enew') vim.cmd('Unlinkable check x.pdf')")
    neovim.wait(f"{said}:find('x.pdf is no text', 1, true)", "the advice elsewhere")
    assert "protect it with" not in neovim.lua(f"return {said}")


def test_the_report_lists_every_place(neovim: Neovim) -> None:
    neovim.lua("vim.cmd('Unlinkable report')")
    places = neovim.wait("#vim.fn.getloclist(0) > 0 and vim.fn.getloclist(0)", "the report")
    assert any(RARE in place["text"] and place["lnum"] > 1 for place in places)


def test_a_server_that_was_killed_comes_back(neovim: Neovim) -> None:
    known = "vim.tbl_map(function(p) return p end, vim.api.nvim_get_proc_children(vim.fn.getpid()))"
    (process,) = neovim.lua(f"return {known}")
    os.kill(process, signal.SIGKILL)
    wait_for(lambda: neovim.lua(f"return {known}") not in ([], [process]), "another server")
    neovim.lua("vim.api.nvim_buf_set_lines(0, 0, 0, false, {'A new first line.'})")
    neovim.wait_for_status("left")


def test_settings_are_changed_while_running(neovim: Neovim) -> None:
    neovim.lua(
        f"local client = {CLIENT} client.settings = {{ unlinkable = {{ severity = "
        "{ phrase = 'off', combination = 'off' } } } "
        "client:notify('workspace/didChangeConfiguration', { settings = client.settings })"
    )
    neovim.wait("#vim.diagnostic.get(0) == 0", "no diagnostics")


def test_checkhealth_finds_nothing_wrong(neovim: Neovim) -> None:
    neovim.lua("vim.cmd('checkhealth unlinkable')")
    text = neovim.text()
    assert "ERROR" not in text
    assert "WARNING" not in text, text


def test_checkhealth_finds_the_usual_mistakes(neovim: Neovim) -> None:
    neovim.lua(
        "vim.lsp.config('unlinkable', { cmd = { 'unlinkabel', 'serve' }, settings = "
        "{ maxTerms = 1, unlinkable = { max_terms = 1, index = '/nowhere' } } }) "
        "vim.cmd('checkhealth unlinkable')"
    )
    text = neovim.text()
    for mistake in (
        'no program "unlinkabel"',
        'setting "maxTerms" reaches nobody',
        'Here it is "maxTerms"',
        "no index at /nowhere",
    ):
        assert mistake in text


def test_the_help_is_found_after_the_documented_installation(neovim: Neovim) -> None:
    neovim.lua("vim.cmd.help('unlinkable')")
    assert neovim.lua("return vim.fn.expand('%:t')") == "unlinkable.txt"
    neovim.lua("vim.cmd.help('unlinkable-privacy')")
    assert "*unlinkable-privacy*" in neovim.lua("return vim.api.nvim_get_current_line()")


def test_the_tags_of_the_help_are_those_of_its_text(toolchain: Toolchain, tmp_path: Path) -> None:
    must_have(toolchain.neovim)
    shutil.copytree(PLUGIN / "doc", tmp_path / "doc")
    (tmp_path / "doc/tags").unlink()
    command = f"helptags {tmp_path / 'doc'}"
    quiet = ["--headless", "-n", "-i", "NONE", "-u", "NONE"]
    subprocess.run([toolchain.neovim, *quiet, "-c", command, "-c", "q"], check=True, timeout=60)
    assert (tmp_path / "doc/tags").read_text() == (PLUGIN / "doc/tags").read_text()


def health(neovim: Neovim) -> str:
    neovim.lua("vim.cmd.checkhealth('unlinkable')")
    return str(wait_for(lambda: "Unlinkable" in neovim.text() and neovim.text(), "the report"))


def test_the_health_check_tells_where_neovim_keeps_text_of_drafts(neovim: Neovim) -> None:
    assert "Neovim keeps no text of drafts but in their files" in health(neovim)
    neovim.lua("vim.cmd.bdelete()")
    neovim.lua("vim.bo.undofile = true; vim.o.backup = true; vim.o.shadafile = ''")
    told = health(neovim)
    for place in ("an undo file", "a copy of the text before", "what was cut and copied"):
        assert place in told
    assert "no text of drafts" not in told


def test_a_missing_program_is_said_in_a_word(
    toolchain: Toolchain, office: Office, tmp_path: Path
) -> None:
    must_have(toolchain.neovim)
    (tmp_path / "bin").mkdir()
    folders = os.environ["PATH"].split(os.pathsep)
    others = [folder for folder in folders if not (Path(folder) / "unlinkable").exists()]
    with open_neovim(
        toolchain, tmp_path, tmp_path / "bin/unlinkable", office.drafts[0], os.pathsep.join(others)
    ) as neovim:
        said = "vim.api.nvim_exec2('messages', { output = true }).output"
        neovim.wait(f"{said}:find('Drafts are not being checked', 1, true)", "the word")
        assert ":checkhealth unlinkable" in neovim.lua(f"return {said}")
        assert 'There is no program "unlinkable" on PATH' in health(neovim)
