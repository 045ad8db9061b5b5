"""Every place in our sources that starts a process is known, with the test that starts it in a
folder that someone sent. A new place fails here until it has its line, and its test."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
SOURCES = {
    ".py": r"subprocess\.(?:run|Popen|call|check_\w+|getoutput|getstatusoutput)\b"
    r"|create_subprocess_\w+|ProcessPoolExecutor\(|multiprocessing\.\w*(?:Process|Pool|Manager)\b"
    r"|\.Process\(|os\.(?:system|popen|exec\w+|spawn\w+|posix_spawn\w*|fork\w*|startfile)\b"
    r"|\bpty\.\w+|webbrowser\.\w+|runpy\.\w+|from (?:subprocess|os) import",
    ".ts": r"(?<!\.)\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|fork)\("
    r"|new LanguageClient\(|createTerminal\(|new (?:Shell|Process|Custom)Execution\(|new Worker\(",
    ".lua": r"vim\.system|vim\.fn\.(?:system\w*|jobstart|termopen)|uv\.spawn|io\.popen|os\.execute"
    r"|vim\.cmd\W+!|\bcmd = \{ 'unlinkable|vim\.lsp\.(?:start|rpc)",
}
COMMANDS = "test_no_command_runs_code_of_the_folder_it_is_started_in"
EXTENSION = "test_vs_code_runs_no_code_of_the_folder_it_is_started_in"
NEOVIM = "test_neovim_runs_no_code_of_the_folder_of_the_draft"
SERVER = "test_the_server_runs_no_code_of_an_untrusted_folder_when_it_rewrites"
TESTED = [
    ("building/workers.py", "ProcessPoolExecutor(", COMMANDS),
    ("unlinkable_index/child_processes.py", "subprocess.Popen", COMMANDS),  # who reads documents
    ("unlinkable_index/child_processes.py", "subprocess.Popen", SERVER),  # what it is called
    ("documents/reader_process.py", "subprocess.Popen", COMMANDS),  # the same, twice
    ("documents/reader_process.py", "subprocess.Popen", COMMANDS),
    ("model/process/failures.py", "subprocess.run", COMMANDS),
    ("programs/processes.ts", "spawn(", EXTENSION),  # a program
    ("programs/processes.ts", "spawn(", EXTENSION),  # what stops it, on Windows
    ("programs/processes.ts", "spawn(", EXTENSION),  # what opens a document
    ("server/session.ts", "new LanguageClient(", EXTENSION),
    ("lsp/unlinkable.lua", "cmd = { 'unlinkable", NEOVIM),
    ("nvim-lspconfig/lsp/unlinkable.lua", "cmd = { 'unlinkable", NEOVIM),
    ("unlinkable/health.lua", "vim.system", NEOVIM),
]


def starts() -> list[tuple[str, str]]:
    """Path and words of every start of a process in what we ship; comments count for nothing."""
    found = []
    for folder in ("index_builder", "server", "editors/vscode/src", "editors/neovim"):
        for path in sorted((ROOT / folder).rglob("*")):
            if pattern := SOURCES.get(path.suffix):
                lines = path.read_text("utf-8").splitlines()
                code = "\n".join(line for line in lines if not re.match(r"\s*(#|//|\*|--)", line))
                place = path.relative_to(ROOT).as_posix()
                found += [(place, match[0]) for match in re.finditer(pattern, code)]
    return found


def test_every_start_of_a_process_is_tested_in_a_folder_that_someone_sent() -> None:
    open_, unknown = list(TESTED), []
    for place, words in starts():
        known = next((one for one in open_ if place.endswith(one[0]) and one[1] == words), None)
        if known is None:
            unknown.append((place, words))
        else:
            open_.remove(known)
    assert unknown == []
    assert open_ == []
    tests = (Path(__file__).parent / "test_planted_modules.py").read_text("utf-8")
    assert {name for *_, name in TESTED} <= set(re.findall(r"def (test_\w+)\(", tests))


def test_python_is_started_with_a_safe_path_only() -> None:
    """A command to start Python is made in one place, and the extension isolates every one."""
    for folder in ("index_builder", "server"):
        for path in (ROOT / folder).rglob("*.py"):
            if path.name != "child_processes.py":
                assert "sys.executable" not in path.read_text("utf-8"), path
    for path in (ROOT / "editors/vscode/src").rglob("*.ts"):
        for options in re.findall(r'((?:"-\w+", )*)"-[cm]", ', path.read_text("utf-8")):
            assert "-I" in options, path
