-- Neovim 0.7 to 0.10. Each project has its own server: the command that is installed in it.
local filetypes = { "json", "jsonc", "yaml", "typescript", "javascript" }
local clients = {}

-- What a lens or an explanation shows; the client of Neovim 0.7 knows no such request.
local function show_document(_, params)
  vim.cmd("split " .. vim.fn.fnameescape(vim.uri_to_fname(params.uri)))
  return { success = true }
end

local function attached(_, buffer)
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc" -- CTRL-X CTRL-O completes
  vim.bo[buffer].tagfunc = "v:lua.vim.lsp.tagfunc" -- CTRL-] goes to the rule
  local function map(mode, keys, call)
    vim.keymap.set(mode, keys, call, { buffer = buffer })
  end
  -- As in Neovim 0.11 and 0.12.
  map("n", "K", vim.lsp.buf.hover)
  map("n", "<C-W>d", vim.diagnostic.open_float)
  map("n", "gra", vim.lsp.buf.code_action)
  map("n", "grn", vim.lsp.buf.rename)
  map("n", "grr", vim.lsp.buf.references)
  map("n", "grx", vim.lsp.codelens.run)
  map("n", "gO", vim.lsp.buf.document_symbol)
  map("i", "<C-S>", vim.lsp.buf.signature_help)
  vim.api.nvim_create_autocmd({ "BufEnter", "TextChanged", "InsertLeave", "BufWritePost" }, {
    buffer = buffer,
    callback = vim.lsp.codelens.refresh,
  })
  vim.lsp.codelens.refresh()
end

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
    local capabilities = vim.lsp.protocol.make_client_capabilities()
    capabilities.window.showDocument = { support = true }
    clients[root] = vim.lsp.start_client({
      name = "traffic-policy",
      cmd = { command, "lsp" },
      cmd_cwd = root,
      root_dir = root,
      capabilities = capabilities,
      handlers = { ["window/showDocument"] = show_document },
      init_options = {
        -- Policies, configurations and lint rules in TypeScript are run.
        trusted = true,
        inlayHints = { enabled = true },
        lenses = { enabled = true },
      },
      on_attach = attached,
      on_exit = function()
        clients[root] = nil
      end,
    })
  end
  if clients[root] ~= nil then
    vim.lsp.buf_attach_client(event.buf, clients[root])
  end
end

vim.cmd("highlight default link LspCodeLens Comment")
vim.cmd("highlight default link LspCodeLensSeparator Comment")
vim.api.nvim_create_autocmd("FileType", { pattern = filetypes, callback = start })
