--- Documents of word processors and the like: in Neovim they are no text, so they are checked, and
--- protected, on the command line. Says how.
local M = {}

local endings = { 'docx', 'docm', 'odt', 'pdf', 'html', 'htm', 'xhtml', 'xml', 'eml' }
local written = { docx = '.docx', docm = '.docx', odt = '.odt' } -- endings of what can be protected

--- What to do with a file that is no text; nil for any other file.
---@param file string
---@return string?
function M.advice(file)
  local ending = vim.fn.fnamemodify(file, ':e'):lower()
  if not vim.list_contains(endings, ending) then
    return nil
  end
  local name = vim.fn.fnamemodify(file, ':t')
  local program = vim.lsp.config.unlinkable and vim.lsp.config.unlinkable.cmd
  local command = type(program) == 'table' and program[1] or 'unlinkable'
  local quoted = vim.fn.shellescape(file, 1)
  local said = ('%s is no text: check it with `:!%s check %s`'):format(name, command, quoted)
  if not written[ending] then
    return said
  end
  local result = vim.fn.fnamemodify(file, ':r') .. '-protected' .. written[ending]
  local out = vim.fn.shellescape(result, 1)
  return ('%s, protect it with `:!%s protect %s -o %s`'):format(said, command, quoted, out)
end

return M
