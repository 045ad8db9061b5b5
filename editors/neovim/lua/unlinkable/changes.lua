--- The changes that protecting a draft proposes: a list in which each can be dropped before the
--- others are made. What is proposed, and why, is the server's to say.
local M = {}

---@class unlinkable.Change
---@field edit lsp.TextEdit
---@field label string what is done, such as "Masked"
---@field why string

---@class unlinkable.Proposal
---@field uri string
---@field version integer?
---@field changes unlinkable.Change[]

--- What an edit of one draft proposes; nothing when it is none whose changes have reasons.
---@param params lsp.ApplyWorkspaceEditParams
---@return unlinkable.Proposal?
function M.proposed(params)
  local annotations = params.edit.changeAnnotations
  local draft = (params.edit.documentChanges or {})[1]
  if not annotations or not draft then
    return nil
  end
  local changes = vim.tbl_map(function(edit)
    local said = annotations[edit.annotationId] or {}
    return { edit = edit, label = said.label or '', why = said.description or '' }
  end, draft.edits)
  return { uri = draft.textDocument.uri, version = draft.textDocument.version, changes = changes }
end

--- The request with these changes alone.
---@param params lsp.ApplyWorkspaceEditParams
---@param kept unlinkable.Change[]
---@return lsp.ApplyWorkspaceEditParams
function M.with(params, kept)
  local only = vim.deepcopy(params)
  only.edit.documentChanges[1].edits = vim.tbl_map(function(change)
    return change.edit
  end, kept)
  return only
end

---@param count integer
---@return string
function M.counted(count)
  return ('%d change%s'):format(count, count == 1 and '' or 's')
end

---@param text string
---@return string
local function line(text)
  return vim.trim((text:gsub('%s+', ' ')))
end

---@param proposal unlinkable.Proposal
---@param encoding string
---@return { item: table, said: string }[] where each change stands, and how it is listed
local function described(proposal, encoding)
  local bufnr = vim.uri_to_bufnr(proposal.uri)
  return vim.tbl_map(function(change)
    local place = { uri = proposal.uri, range = change.edit.range }
    local item = vim.lsp.util.locations_to_items({ place }, encoding)[1]
    local from, to = { item.lnum - 1, item.col - 1 }, { item.end_lnum - 1, item.end_col - 1 }
    local text = vim.api.nvim_buf_get_text(bufnr, from[1], from[2], to[1], to[2], {})
    local before = line(table.concat(text, ' '))
    local after = line(change.edit.newText)
    after = after == '' and 'nothing' or after
    local said = ('%d: %s: %s → %s  (%s)'):format(item.lnum, change.label, before, after, change.why)
    return { item = item, said = line(said) }
  end, proposal.changes)
end

local listed = {} ---@type table<string, integer> the lists that are open, by draft

--- Lists the changes of `proposal` in a window of their own. <Space> drops one or takes it back,
--- <CR> makes those that are left, q or closing the window makes none.
---@param proposal unlinkable.Proposal
---@param encoding string
---@param decide fun(kept: unlinkable.Change[]?) called once; without changes: none is to be made
function M.review(proposal, encoding, decide)
  local older = listed[proposal.uri]
  if older and vim.api.nvim_buf_is_valid(older) then
    vim.api.nvim_buf_delete(older, { force = true })
  end
  local rows = described(proposal, encoding)
  local dropped = {} ---@type table<integer, true>
  local draft = vim.fn.win_findbuf(vim.uri_to_bufnr(proposal.uri))[1]
  local list = vim.api.nvim_create_buf(false, true)
  listed[proposal.uri] = list
  vim.cmd(('botright %dsplit'):format(math.min(#rows, 12) + 1))
  local window = vim.api.nvim_get_current_win()
  vim.api.nvim_win_set_buf(window, list)
  vim.bo[list].bufhidden = 'wipe'
  vim.wo[window].wrap = false
  vim.wo[window].cursorline = true

  local function kept()
    local changes = {}
    for number, change in ipairs(proposal.changes) do
      if not dropped[number] then
        table.insert(changes, change)
      end
    end
    return changes
  end

  local function draw()
    local lines = {}
    for number, row in ipairs(rows) do
      table.insert(lines, (dropped[number] and '[ ] ' or '[x] ') .. row.said)
    end
    vim.bo[list].modifiable = true
    vim.api.nvim_buf_set_lines(list, 0, -1, false, lines)
    vim.bo[list].modifiable = false
    local keys = '<Space> drops one or takes it back, <CR> makes the changes, q makes none'
    vim.wo[window].winbar = ('%d of %s: %s'):format(#kept(), M.counted(#rows), keys)
  end

  local decided = false
  ---@param changes unlinkable.Change[]?
  local function close(changes)
    if decided then
      return
    end
    decided = true
    if listed[proposal.uri] == list then
      listed[proposal.uri] = nil
    end
    if vim.api.nvim_buf_is_valid(list) then
      vim.api.nvim_buf_delete(list, { force = true })
    end
    decide(changes)
  end

  local function toggle()
    local number = vim.api.nvim_win_get_cursor(window)[1]
    dropped[number] = not dropped[number] or nil
    draw()
  end

  local function show()
    local item = rows[vim.api.nvim_win_get_cursor(window)[1]].item
    if draft and vim.api.nvim_win_is_valid(draft) then
      vim.api.nvim_win_set_cursor(draft, { item.lnum, item.col - 1 })
    end
  end

  draw()
  for keys, act in pairs({
    ['<Space>'] = toggle,
    ['<CR>'] = function()
      close(kept())
    end,
    q = function()
      close(nil)
    end,
  }) do
    vim.keymap.set('n', keys, act, { buffer = list, nowait = true })
  end
  vim.api.nvim_create_autocmd('CursorMoved', { buffer = list, callback = show })
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = list,
    once = true,
    callback = function()
      vim.schedule(function()
        close(nil)
      end)
    end,
  })
end

return M
