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

vim.api.nvim_create_autocmd('LspAttach', {
  group = group,
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'unlinkable' then
      require('unlinkable').attach(event.buf)
    end
  end,
})
