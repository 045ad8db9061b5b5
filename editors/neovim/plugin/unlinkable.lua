-- Gives every buffer that the server checks its commands, and says when there is no server.
if vim.g.loaded_unlinkable then
  return
end
vim.g.loaded_unlinkable = true

local group = vim.api.nvim_create_augroup('unlinkable', {})

-- Where the program is missing, Neovim itself does not begin, and says nothing.
vim.api.nvim_create_autocmd('FileType', {
  group = group,
  callback = function(event)
    local config = vim.lsp.config.unlinkable
    if config and vim.list_contains(config.filetypes or {}, event.match) then
      require('unlinkable').is_missing()
    end
  end,
})

-- Where the server checks the buffer, its own command of this name takes the place of this one.
vim.api.nvim_create_user_command('Unlinkable', function(command)
  local file = command.fargs[2] or vim.api.nvim_buf_get_name(0)
  require('unlinkable').explain_unchecked(vim.fn.expand(file))
end, { nargs = '*', complete = 'file', desc = 'Unlinkable: how a document is checked and protected' })

vim.api.nvim_create_autocmd('LspAttach', {
  group = group,
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'unlinkable' then
      require('unlinkable').attach(event.buf)
    end
  end,
})
