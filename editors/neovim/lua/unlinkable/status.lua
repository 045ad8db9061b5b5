--- The state of every draft, as the server last told it, in a few words for a status line.
--- It knows no windows and asks the server for nothing.
local M = {}

---@class unlinkable.Status
---@field uri string
---@field version integer
---@field state 'no-index'|'opening'|'checking'|'ready'|'failed'
---@field message string
---@field phrases integer
---@field combinations integer
---@field near integer
---@field against string
---@field leading integer
---@field guessable integer
---@field ranked { document: string, rank: integer }?
---@field accepted integer
---@field words integer
---@field complete boolean
---@field clean boolean
---@field doubts string[]?
---@field narrowed string[]?
---@field k integer
---@field likelySource { document: string, title: string, findings: integer }?
---@field index { path: string, documents: integer }?

---@type table<string, unlinkable.Status>
local by_uri = {}

--- Keeps what the server says of a draft, and tells whoever listens to `User UnlinkableStatus`.
---@param status unlinkable.Status
function M.keep(status)
  by_uri[status.uri] = status
  vim.api.nvim_exec_autocmds('User', { pattern = 'UnlinkableStatus', data = status })
  vim.cmd.redrawstatus({ bang = true })
end

---@param bufnr integer? the current buffer when nil or 0
---@return unlinkable.Status?
function M.of(bufnr)
  return by_uri[vim.uri_from_bufnr(bufnr or 0)]
end

---@param count integer
---@param one string
---@return string
local function counted(count, one)
  return ('%d %s%s'):format(count, one, count == 1 and '' or 's')
end

--- Against whom a draft is clean, since none is against all.
---@param status unlinkable.Status
---@return string
function M.against(status)
  local ranked = type(status.ranked) == 'table' and status.ranked or nil
  local whole = ranked and ranked.rank == 1 and '; whole text found' or ''
  return ('against %s, k %d%s'):format(status.against, status.k, whole)
end

--- The status in words, such as "3 phrases, 1 combination" or "clean against exact search, k 2".
---@param status unlinkable.Status
---@return string
function M.words(status)
  if status.state == 'no-index' then
    return 'no index'
  elseif status.state == 'opening' then
    return 'opening index'
  elseif status.state == 'failed' then
    return 'not checked'
  end
  local parts = {}
  if status.phrases > 0 then
    table.insert(parts, counted(status.phrases, 'phrase'))
  end
  if status.combinations > 0 then
    table.insert(parts, counted(status.combinations, 'combination'))
  end
  if status.near > 0 then
    table.insert(parts, status.near == 1 and '1 word near others' or ('%d words near others'):format(status.near))
  end
  if status.leading > 0 then
    table.insert(parts, counted(status.leading, 'leading passage'))
  end
  if status.guessable > 0 then
    table.insert(parts, counted(status.guessable, 'guessable mask'))
  end
  local left = require('unlinkable.left').of(status.uri)
  if #parts > 0 and left and left.left > 0 then
    return ('%d of %s left'):format(left.left, counted(left.sentences, 'sentence'))
  elseif #parts > 0 then
    return table.concat(parts, ', ')
  elseif status.state == 'checking' then
    return 'checking'
  end
  if status.doubts and #status.doubts > 0 then
    return 'not to be relied on'
  end
  if not status.complete then
    return 'not searched to the end'
  end
  local clean = status.narrowed and #status.narrowed > 0 and 'clean, but narrowed: ' or 'clean '
  return status.clean and clean .. M.against(status) or counted(status.accepted, 'risk') .. ' accepted'
end

--- For 'statusline': `%{%v:lua.require'unlinkable.status'.line()%}`. Empty where nothing is checked.
---@param bufnr integer?
---@return string
function M.line(bufnr)
  local status = M.of(bufnr)
  return status and 'Unlinkable: ' .. M.words(status) or ''
end

return M
