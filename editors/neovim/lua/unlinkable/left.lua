--- What is left to do in a draft: a quickfix list of passages, the worst first, that gets shorter.
--- What is left, and in which order, is the server's to say.
local M = {}

---@class unlinkable.Left
---@field uri string
---@field version integer
---@field sentences integer
---@field left integer
---@field passages table[]
---@field unlisted integer

---@type table<string, unlinkable.Left>
local by_uri = {}

---@param left unlinkable.Left
---@return string
local function title(left)
  local more = left.unlisted > 0 and (', %d more passages follow'):format(left.unlisted) or ''
  return ('Unlinkable: %d of %d sentences left%s'):format(left.left, left.sentences, more)
end

--- Whether passages are listed in the order of the text, not the worst first.
local by_text = false

--- The numbers of the passages, in the order in which they are listed.
---@param left unlinkable.Left
---@return integer[]
local function order(left)
  local numbers = {}
  for number = 1, #left.passages do
    table.insert(numbers, number)
  end
  if by_text then
    table.sort(numbers, function(one, other)
      local a, b = left.passages[one].range.start, left.passages[other].range.start
      return a.line < b.line or (a.line == b.line and a.character < b.character)
    end)
  end
  return numbers
end

--- The entries of the quickfix list: the words that lead, how much, and what would stand there.
---@param left unlinkable.Left
---@param encoding string
---@return table[]
local function items(left, encoding)
  -- The order is ours: locations_to_items would sort by place.
  return vim.tbl_map(function(number)
    local passage = left.passages[number]
    local location = { uri = left.uri, range = passage.place }
    local item = vim.lsp.util.locations_to_items({ location }, encoding)[1]
    local more = passage.masks > 1 and (' and %d more'):format(passage.masks - 1) or ''
    item.text = ('%d %% of the lead| “%s”%s: %s → %s'):format(
      math.floor(100 * passage.lead + 0.5),
      passage.words,
      more,
      passage.text,
      passage.masked
    )
    item.type = 'W'
    item.user_data = number
    return item
  end, order(left))
end

--- The quickfix list that holds what is left of `uri`, if it is the current one.
---@param uri string
---@return boolean
local function listed(uri)
  local context = vim.fn.getqflist({ context = true }).context
  return type(context) == 'table' and context.unlinkable == uri
end

---@param left unlinkable.Left
---@param action ' '|'r' a new list, or in place of the current one
---@param encoding string
local function list(left, action, encoding)
  vim.fn.setqflist({}, action, {
    title = title(left),
    items = items(left, encoding),
    quickfixtextfunc = "v:lua.require'unlinkable.left'.rows",
    context = { unlinkable = left.uri },
  })
end

--- The rows of a list: the line, and what is said of it; they are all of one file. The bars are where
--- Neovim's colors for such lists expect them.
---@param info { id: integer, start_idx: integer, end_idx: integer }
---@return string[]
function M.rows(info)
  local all = vim.fn.getqflist({ id = info.id, items = true }).items
  return vim.tbl_map(function(item)
    return ('%d|%s'):format(item.lnum, item.text)
  end, vim.list_slice(all, info.start_idx, info.end_idx))
end

--- Keeps what the server says, and brings the list up to date where it is shown.
---@param left unlinkable.Left
---@param encoding string
function M.keep(left, encoding)
  by_uri[left.uri] = left
  if listed(left.uri) then
    list(left, 'r', encoding)
  end
  vim.cmd.redrawstatus({ bang = true })
end

--- What was left of the draft `uri` when it was last counted.
---@param uri string
---@return unlinkable.Left?
function M.of(uri)
  return by_uri[uri]
end

--- The passage in the line of the quickfix window that the cursor is in.
---@param uri string
---@return table? passage
local function selected(uri)
  local item = vim.fn.getqflist()[vim.fn.line('.')]
  local left = by_uri[uri]
  return item and left and left.passages[item.user_data]
end

--- Opens the quickfix list. In it `f` takes the first way to end a passage, `F` the next one, `s`
--- sorts by the text or the worst first.
---@param bufnr integer
---@param encoding string
---@param take fun(range: lsp.Range, version: integer, number: integer) ends a passage
function M.show(bufnr, encoding, take)
  local uri = vim.uri_from_bufnr(bufnr)
  local left = M.of(uri)
  if not left then
    vim.notify('Not counted yet; see :Unlinkable status')
    return
  end
  list(left, listed(uri) and 'r' or ' ', encoding)
  vim.cmd.copen()
  vim.wo.linebreak = true
  local function map(key, action, says)
    vim.keymap.set('n', key, action, { buffer = 0, nowait = true, desc = says })
  end
  for number, key in ipairs({ 'f', 'F' }) do
    map(key, function()
      local passage = listed(uri) and selected(uri)
      if passage then
        take(passage.range, by_uri[uri].version, number)
      end
    end, number == 1 and 'Take the first change' or 'Take the next change')
  end
  map('s', function()
    by_text = not by_text
    if listed(uri) then
      list(by_uri[uri], 'r', encoding)
    end
  end, 'Sort by the text, or the worst first')
end

return M
