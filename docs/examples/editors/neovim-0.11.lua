-- Neovim 0.11 and newer.
vim.lsp.config("traffic_policy", {
  cmd = function(dispatchers, config)
    local command = "traffic-policy"
    local root = (config or {}).root_dir
    if root and vim.fn.executable(root .. "/node_modules/.bin/traffic-policy") == 1 then
      command = root .. "/node_modules/.bin/traffic-policy"
    end
    return vim.lsp.rpc.start({ command, "lsp" }, dispatchers, { cwd = root })
  end,
  filetypes = { "json", "jsonc", "yaml", "typescript", "javascript" },
  -- Where the command is installed; elsewhere, nothing is started.
  root_dir = function(buffer, found)
    local folder = vim.fs.dirname(vim.api.nvim_buf_get_name(buffer))
    local command = vim.fn.findfile("node_modules/.bin/traffic-policy", folder .. ";")
    if command ~= "" then
      found(vim.fn.fnamemodify(command, ":p:h:h:h"))
    end
  end,
  init_options = {
    -- Policies, configurations and lint rules in TypeScript are run.
    trusted = true,
    inlayHints = { enabled = true },
    lenses = { enabled = true },
  },
})
vim.lsp.enable("traffic_policy")
