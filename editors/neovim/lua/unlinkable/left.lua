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

--- The entries of the quickfix list: each passage, and why.
---@param left unlinkable.Left
---@param encoding string
---@return table[]
local function items(left, encoding)
  local locations = vim.tbl_map(function(passage)
    return { uri = left.uri, range = passage.range }
  end, left.passages)
  -- The order is the server's: locations_to_items would sort by place.
  local found = {}
  for number, location in ipairs(locations) do
    local item = vim.lsp.util.locations_to_items({ location }, encoding)[1]
    local passage = left.passages[number]
    local reason = passage.reasons[1] and passage.reasons[1].message or ''
    item.text = ('%d %% of the lead: %s → %s'):format(
      math.floor(100 * passage.lead + 0.5),
      reason,
      passage.masked
    )
    item.type = 'W'
    table.insert(found, item)
  end
  return found
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
    context = { unlinkable = left.uri },
  })
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

--- Opens the quickfix list.
---@param bufnr integer
---@param encoding string
function M.show(bufnr, encoding)
  local left = M.of(vim.uri_from_bufnr(bufnr))
  if not left then
    vim.notify('Not counted yet; see :Unlinkable status')
    return
  end
  list(left, listed(left.uri) and 'r' or ' ', encoding)
  vim.cmd.copen()
end

return M
