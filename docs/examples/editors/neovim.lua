-- Neovim 0.7 to 0.10. Each project has its own server: the command that is installed in it.
local filetypes = { "json", "jsonc", "yaml", "typescript", "javascript" }
local clients = {}

-- What a lens or an explanation shows; the client of Neovim 0.7 knows no such request.
local function show_document(_, params)
  vim.cmd("sview " .. vim.fn.fnameescape(vim.uri_to_fname(params.uri)))
  vim.cmd("setlocal nomodifiable nobuflisted bufhidden=wipe")
  return { success = true }
end

-- Until 0.10, Neovim puts a completed text of several lines into one, and keeps what is right of the cursor.
local asked

function _G.traffic_policy_complete(find_start, base)
  if find_start == 1 then
    asked = { line = vim.api.nvim_get_current_line(), column = vim.api.nvim_win_get_cursor(0)[2] }
  end
  return vim.lsp.omnifunc(find_start, base)
end

local function completed()
  local item = vim.v.completed_item
  local data = vim.tbl_get(item, "user_data", "nvim", "lsp", "completion_item")
  if asked == nil or data == nil or data.textEdit == nil then
    return
  end
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local written = vim.api.nvim_get_current_line():sub(column - #item.word + 1, column)
  -- When a menu opens, this is called once more for the item before.
  if written:gsub("%z", "\n") ~= item.word then
    return
  end
  local replaced = vim.str_byteindex(asked.line, data.textEdit.range["end"].character, true)
  local lines = vim.split(item.word, "\n")
  local right = math.max(replaced - asked.column, 0)
  vim.api.nvim_buf_set_text(0, row - 1, column - #item.word, row - 1, column + right, lines)
  local last = #lines == 1 and column or #lines[#lines]
  vim.api.nvim_win_set_cursor(0, { row + #lines - 1, last })
end

-- A lens has no command before the server knows what it says.
local function run_lens()
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  for _, lens in ipairs(vim.lsp.codelens.get()) do
    if lens.range.start.line == line and lens.command == nil then
      return vim.notify("The server is still looking for what this lens says.")
    end
  end
  vim.lsp.codelens.run()
end

local group = vim.api.nvim_create_augroup("traffic_policy", {})

local function attached(_, buffer)
  -- A buffer that is edited again is attached again.
  vim.api.nvim_clear_autocmds({ group = group, buffer = buffer })
  local function on(events, call)
    vim.api.nvim_create_autocmd(events, { group = group, buffer = buffer, callback = call })
  end
  vim.bo[buffer].omnifunc = "v:lua.traffic_policy_complete" -- CTRL-X CTRL-O completes
  on("CompleteDone", completed)
  vim.bo[buffer].tagfunc = "v:lua.vim.lsp.tagfunc" -- CTRL-] goes to the rule
  local function map(mode, keys, call)
    vim.keymap.set(mode, keys, call, { buffer = buffer })
  end
  -- As in Neovim 0.11 and 0.12.
  map("n", "K", vim.lsp.buf.hover)
  map("n", "<C-W>d", vim.diagnostic.open_float)
  map("n", "]d", vim.diagnostic.goto_next)
  map("n", "[d", vim.diagnostic.goto_prev)
  map("n", "gra", vim.lsp.buf.code_action)
  map("n", "grn", vim.lsp.buf.rename)
  map("n", "grr", vim.lsp.buf.references)
  map("n", "grx", run_lens)
  map("n", "gO", vim.lsp.buf.document_symbol)
  map("i", "<C-S>", vim.lsp.buf.signature_help)
  -- It asks for no lenses while others are being looked for, so it is told again.
  on(
    { "BufEnter", "InsertLeave", "BufWritePost", "DiagnosticChanged", "CursorHold" },
    vim.lsp.codelens.refresh
  )
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
      -- What changes in a line while it is completed is not sent right.
      flags = { allow_incremental_sync = false },
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

-- A menu, also for a single match, which typing narrows; only CTRL-Y takes one.
vim.opt.completeopt = { "menuone", "noinsert" }
vim.cmd("highlight default link LspCodeLens Comment")
vim.cmd("highlight default link LspCodeLensSeparator Comment")
vim.api.nvim_create_autocmd("FileType", { group = group, pattern = filetypes, callback = start })

-- Under another name, a buffer is another document.
vim.api.nvim_create_autocmd("BufFilePre", {
  group = group,
  callback = function(event)
    for _, client in pairs(clients) do
      if vim.lsp.buf_is_attached(event.buf, client) then
        vim.lsp.buf_detach_client(event.buf, client)
      end
    end
  end,
})
vim.api.nvim_create_autocmd("BufWritePost", {
  group = group,
  callback = function(event)
    if vim.bo[event.buf].filetype == "" then
      vim.cmd("filetype detect")
    elseif vim.tbl_contains(filetypes, vim.bo[event.buf].filetype) then
      start(event)
    end
  end,
})
