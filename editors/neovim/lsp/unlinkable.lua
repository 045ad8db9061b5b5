-- How Neovim starts the server. Everything here can be changed with vim.lsp.config('unlinkable', …).
local unlinkable = require('unlinkable')

return {
  cmd = { 'unlinkable', 'serve' },
  -- Nothing of the folder of the drafts may run: Python is not to look for modules there.
  cmd_cwd = vim.env.VIMRUNTIME,
  cmd_env = { PYTHONSAFEPATH = '1' },
  filetypes = { 'text', 'markdown', 'tex', 'plaintex' },
  root_markers = { 'unlinkable.toml', '.git' },
  root_dir = unlinkable.root_dir,
  -- Each change of protecting comes with its reason, and is listed before it is made.
  capabilities = {
    workspace = {
      workspaceEdit = { documentChanges = true, changeAnnotationSupport = vim.empty_dict() },
    },
  },
  settings = { unlinkable = vim.empty_dict() },
  init_options = { trusted = true, locations = true, alternatives = true, left = true, status = true },
  handlers = unlinkable.handlers,
  commands = unlinkable.client_commands,
  on_exit = unlinkable.on_exit,
}
