--- What the server cannot do by itself in Neovim: its own messages, and commands for a buffer.
--- All checking, masking and rewriting is the server's.
local accepted = require('unlinkable.accepted')
local changes = require('unlinkable.changes')
local left = require('unlinkable.left')
local status = require('unlinkable.status')

local M = {}

---@param bufnr integer
---@return vim.lsp.Client?
local function client_of(bufnr)
  return vim.lsp.get_clients({ bufnr = bufnr, name = 'unlinkable' })[1]
end

--- Asks the server to run one of its commands; errors are shown, results given to `done`.
---@param client vim.lsp.Client
---@param name string
---@param argument table
---@param done fun(result: any)?
local function execute(client, name, argument, done)
  local params = { command = 'unlinkable.' .. name, arguments = { argument } }
  client:request('workspace/executeCommand', params, function(err, result)
    if err then
      vim.notify(err.message, vim.log.levels.ERROR)
    elseif done then
      done(result)
    end
  end)
end

--- Waits inside a handler for an answer of the user, which may be asynchronous.
---@generic Answer
---@param ask fun(answer: fun(given: Answer?))
---@return Answer? given
local function awaited(ask)
  local thread = coroutine.running()
  local answered, answer
  ask(function(given)
    answered, answer = true, given
    if coroutine.status(thread) == 'suspended' then
      coroutine.resume(thread)
    end
  end)
  if not answered then
    coroutine.yield()
  end
  return answer
end

--- The drafts whose next edit by the server is listed before it is made.
local held = {} ---@type table<string, true>

--- What was made of the last such edit, in words, until it was said.
local outcome ---@type string?

--- Lists what is proposed, and makes what the user leaves of it.
---@param params lsp.ApplyWorkspaceEditParams
---@param proposal unlinkable.Proposal
---@param context lsp.HandlerContext
---@return lsp.ApplyWorkspaceEditResult
local function review(params, proposal, context)
  local client = assert(vim.lsp.get_client_by_id(context.client_id))
  local kept = awaited(function(decide)
    changes.review(proposal, client.offset_encoding, decide)
  end)
  if not kept or #kept == 0 then
    return { applied = false, failureReason = 'discarded by the user' }
  end
  if vim.lsp.util.buf_versions[vim.uri_to_bufnr(proposal.uri)] ~= proposal.version then
    vim.notify('The draft was changed in the meantime, so nothing was replaced', vim.log.levels.WARN)
    return { applied = false, failureReason = 'outdated' }
  end
  local left_out = #proposal.changes - #kept
  local not_made = left_out > 0 and (', %d left out'):format(left_out) or ''
  outcome = ('%s made%s'):format(changes.counted(#kept), not_made)
  return vim.lsp.handlers['workspace/applyEdit'](nil, changes.with(params, kept), context)
end

--- Says what was made, and what is left once the draft has been checked again.
---@param bufnr integer
local function say_what_remains(bufnr)
  local said = outcome
  outcome = nil
  if not said then
    return
  end
  local uri, version = vim.uri_from_bufnr(bufnr), vim.lsp.util.buf_versions[bufnr]
  ---@param now unlinkable.Status?
  ---@return boolean? whether it was said
  local function say(now)
    if now and now.uri == uri and now.state == 'ready' and now.version >= version then
      vim.notify(('%s. %s'):format(said, now.message))
      return true
    end
  end
  if not say(status.of(bufnr)) then
    vim.api.nvim_create_autocmd('User', {
      pattern = 'UnlinkableStatus',
      callback = function(event)
        return say(event.data) -- until it was said
      end,
    })
  end
end

---@type table<string, lsp.Handler>
M.handlers = {
  ['unlinkable/status'] = function(_, params)
    status.keep(params)
  end,

  ['unlinkable/left'] = function(_, params, context)
    local client = assert(vim.lsp.get_client_by_id(context.client_id))
    left.keep(params, client.offset_encoding)
  end,

  ['unlinkable/locations'] = function(_, params, context)
    local client = assert(vim.lsp.get_client_by_id(context.client_id))
    local items = vim.lsp.util.locations_to_items(params.locations, client.offset_encoding)
    vim.fn.setloclist(0, {}, ' ', { title = params.title, items = items })
    vim.cmd.lopen()
  end,

  ['unlinkable/chooseAlternative'] = function(_, params)
    local options = {
      prompt = 'Instead of: ' .. params.original,
      kind = 'unlinkable.alternative',
      format_item = function(alternative)
        local explanation = alternative.explanation
        return alternative.text .. (explanation ~= '' and ('  (' .. explanation .. ')') or '')
      end,
    }
    local index = awaited(function(answer)
      vim.ui.select(params.alternatives, options, function(_, chosen)
        answer(chosen)
      end)
    end)
    return index and index - 1 or vim.NIL
  end,

  ['workspace/applyEdit'] = function(err, params, context)
    local proposal = changes.proposed(params)
    if proposal and held[proposal.uri] then
      held[proposal.uri] = nil
      return review(params, proposal, context)
    end
    return vim.lsp.handlers['workspace/applyEdit'](err, params, context)
  end,
}

--- Commands of the server that are asked for by a code action, and need an answer first.
---@type table<string, fun(command: lsp.Command, context: table)>
M.client_commands = {
  ['unlinkable.acceptRisk'] = function(command, context)
    local client = assert(vim.lsp.get_client_by_id(context.client_id))
    local asked = command.arguments[1]
    local function accept(scope)
      local prompt = ('Accept %s, %s. Why may it stay? '):format(
        asked.phrase or 'this',
        accepted.scope(scope)
      )
      vim.ui.input({ prompt = prompt }, function(reason)
        reason = vim.trim(reason or '')
        if reason ~= '' then
          local risk = vim.tbl_extend('force', asked, { scope = scope, reason = reason })
          execute(client, 'acceptRisk', risk)
        end
      end)
    end
    if asked.scope then
      accept(asked.scope)
      return
    end
    local prompt = ('Where may %s stay as it is?'):format(asked.phrase or 'this')
    vim.ui.select(asked.scopes, { prompt = prompt, format_item = accepted.scope }, function(scope)
      if scope then
        accept(scope)
      end
    end)
  end,

  ['unlinkable.more'] = function()
    vim.lsp.buf.code_action({ context = { only = { 'quickfix.unlinkable' }, diagnostics = {} } })
  end,
}

--- Says once when there is no program to check drafts with.
---@return boolean whether there is none
function M.is_missing()
  local cmd = vim.lsp.config.unlinkable.cmd
  if type(cmd) ~= 'table' or vim.fn.executable(cmd[1]) == 1 then
    return false
  end
  local message = 'Drafts are not being checked: there is no program "%s"; :checkhealth unlinkable'
  vim.notify_once(message:format(cmd[1]), vim.log.levels.WARN)
  return true
end

--- The root of a draft; none where there is no program to check it with.
---@param bufnr integer
---@param on_dir fun(root: string?)
function M.root_dir(bufnr, on_dir)
  if not M.is_missing() then
    on_dir(vim.fs.root(bufnr, vim.lsp.config.unlinkable.root_markers))
  end
end

local restarts = {} ---@type integer[] when the server was started again, in ms

--- Starts a server that was killed or has crashed again, unless that happens time and again.
---@param code integer
---@param signal integer
function M.on_exit(code, signal)
  if code == 0 and signal == 0 then
    return
  end
  local now = vim.uv.now()
  restarts = vim.tbl_filter(function(at)
    return now - at < 180000
  end, restarts)
  table.insert(restarts, now)
  vim.schedule(function()
    if #restarts <= 4 then
      vim.lsp.enable('unlinkable')
    else
      local message = 'Drafts are not being checked: the server has ended several times in a row'
      vim.notify(message .. '; see :checkhealth unlinkable', vim.log.levels.ERROR)
    end
  end)
end

---@type table<string, fun(client: vim.lsp.Client, bufnr: integer, argument: string?)>
local subcommands = {
  status = function(_, bufnr)
    local now = status.of(bufnr)
    vim.notify(now and ('%s: %s'):format(status.words(now), now.message) or 'not checked yet')
  end,

  mask = function(client, bufnr)
    execute(client, 'maskAll', { uri = vim.uri_from_bufnr(bufnr) })
  end,

  left = function(client, bufnr)
    left.show(bufnr, client.offset_encoding, function(range, version, number)
      local asked = { uri = vim.uri_from_bufnr(bufnr), version = version, range = range }
      execute(client, 'passageWays', asked, function(ways)
        if type(ways) ~= 'table' or #ways == 0 then
          return
        end
        local way = ways[number] or ways[#ways]
        local taken = { uri = asked.uri, version = version, edits = way.edits, title = way.title }
        execute(client, 'takeWay', taken)
      end)
    end)
    if vim.bo.buftype == 'quickfix' then
      M.attach(0, bufnr)
    end
  end,

  fix = function(client, bufnr)
    execute(client, 'maskPassage', {
      uri = vim.uri_from_bufnr(bufnr),
      range = vim.lsp.util.make_range_params(0, client.offset_encoding).range,
    })
  end,

  accepted = function(client, bufnr)
    local uri = vim.uri_from_bufnr(bufnr)
    execute(client, 'acceptedRisks', { uri = uri }, function(risks)
      if risks and risks ~= vim.NIL then
        accepted.choose(risks, function(risk)
          execute(client, 'withdrawRisk', { uri = uri, id = risk.id })
        end)
      end
    end)
  end,

  protect = function(client, bufnr)
    local uri = vim.uri_from_bufnr(bufnr)
    held[uri] = true
    execute(client, 'protectAll', { uri = uri }, function()
      held[uri] = nil
      say_what_remains(bufnr)
    end)
  end,

  rewrite = function(client, bufnr, unit)
    execute(client, 'rewrite', {
      uri = vim.uri_from_bufnr(bufnr),
      range = vim.lsp.util.make_range_params(0, client.offset_encoding).range,
      unit = unit or 'sentence',
    })
  end,

  report = function(client, bufnr)
    execute(client, 'report', { uri = vim.uri_from_bufnr(bufnr) }, function(report)
      if report and report ~= vim.NIL then
        require('unlinkable.report').show(report, bufnr)
      end
    end)
  end,

  prices = function(client, bufnr)
    execute(client, 'prices', { uri = vim.uri_from_bufnr(bufnr) }, function(prices)
      if prices and prices ~= vim.NIL then
        vim.cmd.new()
        vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = 'nofile', 'wipe', false
        vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(prices.text, '\n'))
        vim.bo.modifiable = false
      end
    end)
  end,

  original = function(client, bufnr, file)
    local function set(named)
      if named then
        local path = named == '' and '' or vim.fn.fnamemodify(vim.fn.expand(named), ':p')
        execute(client, 'setOriginal', { uri = vim.uri_from_bufnr(bufnr), original = path })
      end
    end
    if file then
      set(file)
    else
      vim.ui.input({ prompt = 'The original of this draft is: ', completion = 'file' }, set)
    end
  end,

  reopen = function(client)
    execute(client, 'reopenIndex', {})
  end,

  restart = function(client)
    client:stop()
    vim.wait(2000, function()
      return client:is_stopped()
    end, 20)
    vim.lsp.enable('unlinkable')
  end,

  log = function()
    vim.cmd.tabedit(vim.lsp.log.get_filename())
  end,
}

local units = { 'sentence', 'paragraph', 'document' }

---@param lead string
---@param line string
---@return string[]
local function complete(lead, line)
  local candidates = line:match('^%S+%s+rewrite%s') and units or vim.tbl_keys(subcommands)
  table.sort(candidates)
  return vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, candidates)
end

--- Says how a file is checked that the server does not check as a buffer.
---@param file string
function M.explain_unchecked(file)
  local advice = require('unlinkable.documents').advice(file)
    or 'This is checked only while it is open as a text; see :checkhealth unlinkable'
  vim.notify(advice, vim.log.levels.WARN)
end

--- Gives a buffer that the server checks its command `:Unlinkable`.
---@param bufnr integer
---@param draft integer? the draft that the command is about, where it is another buffer
function M.attach(bufnr, draft)
  vim.api.nvim_buf_create_user_command(bufnr, 'Unlinkable', function(command)
    local about = draft or bufnr
    local name, argument = command.fargs[1] or 'status', command.fargs[2]
    local client = client_of(about)
    local of_file = argument and (name == 'check' or name == 'protect')
    if of_file then
      M.explain_unchecked(vim.fn.expand(argument))
    elseif not subcommands[name] then
      vim.notify(('There is no ":Unlinkable %s"'):format(name), vim.log.levels.ERROR)
    elseif not client then
      vim.notify('The server is not running; see :checkhealth unlinkable', vim.log.levels.ERROR)
    else
      subcommands[name](client, about, argument)
    end
  end, { nargs = '*', complete = complete, desc = 'Unlinkable: check and protect this draft' })
end

return M
