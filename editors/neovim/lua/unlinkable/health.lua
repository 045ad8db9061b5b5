--- `:checkhealth unlinkable`: looks for the usual mistakes, each with what to do about it.
local privacy = require('unlinkable.privacy')
local status = require('unlinkable.status')

local M = {}

local function check_neovim()
  if vim.fn.has('nvim-0.11') == 1 then
    vim.health.ok('Neovim is new enough')
    return true
  end
  vim.health.error('Neovim is older than 0.11', 'Update Neovim to 0.11 or later.')
  return false
end

---@param config vim.lsp.Config
local function check_program(config)
  local cmd = config.cmd
  if type(cmd) ~= 'table' then
    vim.health.info('The server is started by a function of your own')
    return
  end
  local path = vim.fn.exepath(cmd[1])
  if path == '' then
    vim.health.error(('There is no program "%s" on PATH'):format(cmd[1]), {
      'Install it: pip install . (in a clone of the repository)',
      "or say where it is: vim.lsp.config('unlinkable', { cmd = { '/path/to/unlinkable', 'serve' } })",
    })
    return
  end
  local started, outcome = pcall(function()
    local how = { text = true, timeout = 10000, cwd = config.cmd_cwd, env = config.cmd_env }
    return vim.system({ path, '--version' }, how):wait()
  end)
  if started and outcome.code == 0 then
    vim.health.ok(('%s (%s)'):format(path, vim.trim(outcome.stdout)))
  else
    local advice = 'Run it in a terminal to see why; reinstalling it often helps.'
    vim.health.error(('%s does not run'):format(path), advice)
  end
  if not vim.list_contains(cmd, 'serve') then
    vim.health.error('The command lacks "serve"', 'cmd = { "unlinkable", "serve" }')
  end
end

---@param config vim.lsp.Config
local function check_settings(config)
  local settings = config.settings or {}
  for name in pairs(settings) do
    if name ~= 'unlinkable' then
      vim.health.warn(
        ('The setting "%s" reaches nobody'):format(name),
        'Settings belong inside one table: settings = { unlinkable = { … } }.'
      )
    end
  end
  for name in pairs(settings.unlinkable or {}) do
    if name:find('_') then
      vim.health.warn(
        ('The setting "%s" has the name of unlinkable.toml'):format(name),
        ('Here it is "%s".'):format((name:gsub('_(%a)', string.upper)))
      )
    end
  end
  local index = vim.tbl_get(settings, 'unlinkable', 'index')
  if index and not vim.uv.fs_stat(vim.fs.normalize(index)) then
    vim.health.error(('There is no index at %s'):format(index), 'Correct the setting "index".')
  end
end

local function check_drafts()
  local clients = vim.lsp.get_clients({ name = 'unlinkable' })
  if #clients == 0 then
    vim.health.warn('No draft is being checked', {
      "Enable it in your init.lua: vim.lsp.enable('unlinkable')",
      'Then open a file of the type text, markdown or tex (:set filetype?).',
    })
    return
  end
  for _, client in ipairs(clients) do
    for bufnr in pairs(client.attached_buffers) do
      local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':~:.')
      local now = status.of(bufnr)
      if not now then
        vim.health.info(('%s: not checked yet'):format(name))
      elseif now.state == 'no-index' then
        vim.health.error(('%s: no index is set'):format(name), {
          'Put index = "PATH" into unlinkable.toml beside your drafts,',
          "or vim.lsp.config('unlinkable', { settings = { unlinkable = { index = 'PATH' } } })",
          'An index is built with: unlinkable index FOLDER -o FILE',
        })
      elseif now.state == 'failed' then
        vim.health.error(('%s: %s'):format(name, now.message))
      else
        vim.health.ok(('%s: %s'):format(name, status.words(now)))
      end
    end
  end
end

--- Text of drafts that Neovim itself writes to other places.
local function check_privacy()
  local advice = 'How to switch that off for drafts: :help unlinkable-privacy'
  local nothing = true
  for _, client in ipairs(vim.lsp.get_clients({ name = 'unlinkable' })) do
    for bufnr in pairs(client.attached_buffers) do
      local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':~:.')
      for _, what in ipairs(privacy.kept(bufnr)) do
        nothing = false
        vim.health.warn(('%s: Neovim keeps its text in %s'):format(name, what), advice)
      end
    end
  end
  for _, what in ipairs(privacy.kept_in_general()) do
    nothing = false
    vim.health.warn(('Neovim keeps %s'):format(what), advice)
  end
  if nothing then
    vim.health.ok('Neovim keeps no text of drafts but in their files')
  end
end

function M.check()
  vim.health.start('Unlinkable')
  if not check_neovim() then
    return
  end
  local config = vim.lsp.config.unlinkable
  if not config then
    local advice = 'Put the folder editors/neovim on the runtime path (:help unlinkable-install).'
    vim.health.error('The plugin is not on the runtime path', advice)
    return
  end
  check_program(config)
  check_settings(config)
  check_drafts()
  check_privacy()
end

return M
