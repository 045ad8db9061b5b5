---@brief
---
--- https://git.example.org/unlinkable/unlinkable
---
--- Unlinkable underlines what in a draft of an anonymised ruling leads back to its original, and
--- offers fixes. Nothing leaves the computer.
---
--- The server is installed with `uv tool install unlinkable`, `pipx install unlinkable` or Mason.
--- It needs an index of the originals, named in an `unlinkable.toml` in the folder of the drafts:
---
--- ```toml
--- index = "/path/to/originals.unlinkable"
--- ```

---@type vim.lsp.Config
return {
  cmd = { 'unlinkable', 'serve' },
  -- Drafts may come from others: Python is not to look for modules in their folder.
  cmd_cwd = vim.env.VIMRUNTIME,
  cmd_env = { PYTHONSAFEPATH = '1' },
  filetypes = { 'text', 'markdown', 'tex', 'plaintex' },
  root_markers = { 'unlinkable.toml', '.git' },
}
