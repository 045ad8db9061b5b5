-- How Neovim starts the server. Everything here can be changed with vim.lsp.config('unlinkable', …).
local unlinkable = require('unlinkable')

return {
  cmd = { 'unlinkable', 'serve' },
  filetypes = { 'text', 'markdown' },
  root_markers = { 'unlinkable.toml', '.git' },
  settings = { unlinkable = vim.empty_dict() },
  init_options = { trusted = true, locations = true, alternatives = true, status = true },
  handlers = unlinkable.handlers,
  commands = unlinkable.client_commands,
  on_exit = unlinkable.on_exit,
}
