--- Shows what was found in a draft as a list of places, each with the originals it leads to.
local M = {}

--- The byte position of every code point offset asked for, as {line, column} counted from one.
---@param text string
---@param offsets integer[]
---@return table<integer, { [1]: integer, [2]: integer }>
local function places(text, offsets)
  local result = {}
  for _, offset in ipairs(offsets) do
    local before = text:sub(1, vim.str_byteindex(text, 'utf-32', offset, false))
    local _, lines = before:gsub('\n', '')
    result[offset] = { lines + 1, #before - (before:find('[^\n]*$') or 1) + 2 }
  end
  return result
end

--- Opens the location list of the current window with the findings of `report`.
---@param report table the object of `unlinkable check --format json`
---@param bufnr integer the draft
function M.show(report, bufnr)
  local text = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n')
  local offsets = {}
  for _, finding in ipairs(report.findings) do
    vim.list_extend(offsets, { finding.start, finding['end'] })
  end
  local at = places(text, offsets)
  table.sort(report.findings, function(one, other)
    return one.start < other.start
  end)
  local items = vim.tbl_map(function(finding)
    local from, to = at[finding.start], at[finding['end']]
    local originals = table.concat(finding.documents, ', ')
    return {
      bufnr = bufnr,
      lnum = from[1],
      col = from[2],
      end_lnum = to[1],
      end_col = to[2],
      type = finding.kind == 'phrase' and 'W' or 'I',
      text = ('%s “%s” (%s)'):format(finding.kind, finding.text, originals),
    }
  end, report.findings)
  local source = report.likely_source
  local title = ('%d findings in %d words'):format(#items, report.words)
  if source and source ~= vim.NIL then
    title = ('%s; likely source %s'):format(title, source.document)
  end
  if vim.bo.buftype == 'quickfix' then
    local window = vim.fn.bufwinid(bufnr) -- asked for from a list, which has no list of its own
    vim.api.nvim_set_current_win(window ~= -1 and window or vim.fn.win_getid(vim.fn.winnr('#')))
  end
  vim.fn.setloclist(0, {}, ' ', { title = title, items = items })
  vim.cmd.lopen()
end

return M
