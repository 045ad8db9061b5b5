-- Gives every buffer that the server checks its commands.
if vim.g.loaded_unlinkable then
  return
end
vim.g.loaded_unlinkable = true

vim.api.nvim_create_autocmd('LspAttach', {
  group = vim.api.nvim_create_augroup('unlinkable', {}),
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'unlinkable' then
      require('unlinkable').attach(event.buf)
    end
  end,
})
