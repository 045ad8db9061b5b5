--- Where Neovim itself writes down text of a draft, beside the file that is saved. It reads options
--- only, and changes none: they are the user's.
local M = {}

---@param bufnr integer
---@return string[] what Neovim keeps of this buffer, each in words
function M.kept(bufnr)
  local kept = {}
  local swap = vim.fn.swapname(bufnr)
  if swap ~= '' then
    table.insert(kept, ('a swap file (%s)'):format(vim.fn.fnamemodify(swap, ':~')))
  end
  if vim.bo[bufnr].undofile then
    table.insert(kept, ("an undo file, in 'undodir' (%s)"):format(vim.o.undodir))
  end
  if vim.o.backup then
    table.insert(kept, ("a copy of the text before, in 'backupdir' (%s)"):format(vim.o.backupdir))
  end
  return kept
end

---@return string[] what Neovim keeps whichever buffer is open, each in words
function M.kept_in_general()
  local kept = {}
  -- Registers are kept unless it is said how many of their lines are, and that is none.
  if vim.o.shadafile ~= 'NONE' and vim.o.shada ~= '' and not vim.o.shada:find('<0', 1, true) then
    table.insert(kept, "what was cut and copied, in the shada file ('shada')")
  end
  if vim.v.this_session ~= '' then
    table.insert(kept, ('the names of drafts, in the session %s'):format(vim.v.this_session))
  end
  return kept
end

return M
