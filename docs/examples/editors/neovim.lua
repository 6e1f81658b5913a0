-- Neovim 0.7 to 0.10. Each project has its own server: the command that is installed in it.
local filetypes = { "json", "jsonc", "yaml", "typescript", "javascript" }
local clients = {}

local function start(event)
  local file = vim.api.nvim_buf_get_name(event.buf)
  if file == "" or vim.bo[event.buf].buftype ~= "" then
    return
  end
  local folder = vim.fn.fnamemodify(file, ":p:h")
  local command = vim.fn.findfile("node_modules/.bin/traffic-policy", folder .. ";")
  if command == "" then
    return
  end
  command = vim.fn.fnamemodify(command, ":p")
  local root = vim.fn.fnamemodify(command, ":h:h:h")
  if clients[root] == nil then
    clients[root] = vim.lsp.start_client({
      name = "traffic-policy",
      cmd = { command, "lsp" },
      cmd_cwd = root,
      root_dir = root,
      init_options = {
        -- Policies, configurations and lint rules in TypeScript are run.
        trusted = true,
        inlayHints = { enabled = true },
        lenses = { enabled = true },
      },
      on_attach = function(_, buffer)
        vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
      end,
      on_exit = function()
        clients[root] = nil
      end,
    })
  end
  if clients[root] ~= nil then
    vim.lsp.buf_attach_client(event.buf, clients[root])
  end
end

vim.api.nvim_create_autocmd("FileType", { pattern = filetypes, callback = start })
