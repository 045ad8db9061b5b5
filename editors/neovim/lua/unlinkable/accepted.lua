--- The accepted risks that hold for a draft: chosen from a list, one can be withdrawn.
--- What is accepted, and where it is kept, is the server's to say.
local M = {}

local scopes = {
  finding = 'at one place',
  file = 'in one file',
  workspace = 'in every draft of this folder',
  user = 'in all my drafts',
}

--- For which places a risk is accepted, in words.
---@param scope string
---@return string
function M.scope(scope)
  return scopes[scope] or scope
end

--- What is accepted, by its kind, in words.
local kinds = {
  words = '%s',
  ranking = 'Passage %s, found by searches that rank',
  ['guessable-mask'] = 'Mask in %s, which other rulings tell',
}

---@param risk table
---@return string
local function described(risk)
  local words = table.concat(vim.list_extend({ risk.phrase }, risk.terms), '” with “')
  return ('%s, %s: %s (%s, %s)'):format(
    (kinds[risk.kind] or kinds.words):format('“' .. words .. '”'),
    M.scope(risk.scope),
    risk.reason,
    risk.by,
    risk.date
  )
end

--- Has the user choose one of `risks`, and asks before `withdraw` is called with it.
---@param risks table[]
---@param withdraw fun(risk: table)
function M.choose(risks, withdraw)
  if #risks == 0 then
    vim.notify('No risk is accepted for this draft')
    return
  end
  local options = { prompt = 'Withdraw an accepted risk:', format_item = described }
  vim.ui.select(risks, options, function(risk)
    if not risk then
      return
    end
    vim.ui.select({ 'Withdraw', 'Keep' }, { prompt = described(risk) }, function(answer)
      if answer == 'Withdraw' then
        withdraw(risk)
      end
    end)
  end)
end

return M
