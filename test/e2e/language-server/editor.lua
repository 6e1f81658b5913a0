-- Lets Neovim do what its user does in a policy, and writes what it then shows to a file as JSON. The test that
-- starts it says in the environment what to open, what serves it, and where to write.

local seen = {}
local limit = 60000

local function until_true(what, condition)
  if not vim.wait(limit, condition, 10) then error("Neovim waited in vain for " .. what) end
end

local function lines(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, false), "\n")
end

--- Puts the cursor on the first character of a text, or some characters after it.
local function go_to(text, after)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then
      vim.api.nvim_win_set_cursor(0, { row, column - 1 + (after or 0) })
      return
    end
  end
  error("There is no " .. text)
end

local function work()
  vim.cmd("edit " .. vim.env.TEST_POLICY)
  local buffer = vim.api.nvim_get_current_buf()
  local client_id = vim.lsp.start_client({
    name = "traffic-policy",
    cmd = { vim.env.TEST_NODE, vim.env.TEST_COMMAND, "lsp", "--stdio" },
    root_dir = vim.fn.getcwd(),
    on_exit = function(status) seen.status = status end,
  })
  vim.lsp.buf_attach_client(buffer, client_id)

  local function ask(method, params)
    local answers, failure = vim.lsp.buf_request_sync(buffer, method, params, limit)
    if failure then error(method .. ": " .. failure) end
    local answer = answers[client_id]
    if answer.error then error(method .. ": " .. answer.error.message) end
    return answer.result
  end

  local function shown_diagnostics()
    return vim.tbl_map(function(one)
      local text = vim.api.nvim_buf_get_text(
        buffer, one.lnum, one.col, one.end_lnum, one.end_col, {}
      )
      return { code = one.code, text = table.concat(text, "\n"), severity = one.severity }
    end, vim.diagnostic.get(buffer))
  end

  until_true("diagnostics", function() return #vim.diagnostic.get(buffer) > 0 end)
  seen.diagnostics = shown_diagnostics()

  -- The popup needs a user who types: what would be in it is made as Neovim makes it.
  go_to("req.metod", #"req.me")
  local position = vim.lsp.util.make_position_params(0, "utf-16")
  local answer = ask("textDocument/completion", position)
  local items = vim.lsp.util.text_document_completion_list_to_complete_items(answer, "me")
  seen.completion = vim.tbl_map(function(one) return one.word end, items)

  go_to("req.host", #"req.")
  vim.lsp.buf.hover()
  local hover
  until_true("a hover", function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        hover = window
        return true
      end
    end
  end)
  seen.hover = lines(vim.api.nvim_win_get_buf(hover))
  vim.api.nvim_win_close(hover, true)

  vim.lsp.buf.document_highlight()
  local space = vim.api.nvim_create_namespace("vim_lsp_references")
  local function marks()
    return vim.api.nvim_buf_get_extmarks(buffer, space, 0, -1, { details = true })
  end
  until_true("highlights", function() return #marks() > 0 end)
  seen.highlights = vim.tbl_map(function(mark)
    local details = mark[4]
    local text = vim.api.nvim_buf_get_text(
      buffer, mark[2], mark[3], details.end_row, details.end_col, {}
    )
    return text[1]
  end, marks())
  vim.lsp.buf.clear_references()

  local symbols = ask("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params() })
  seen.symbols = vim.tbl_map(function(one)
    return one.lnum .. " " .. one.text
  end, vim.lsp.util.symbols_to_items(symbols, buffer))

  -- Of several actions, the user takes the first.
  vim.ui.select = function(choices, _, take) take(choices[1]) end
  go_to("req.metod")
  local before = lines()
  local context = { only = { "quickfix" }, diagnostics = {} }
  vim.lsp.buf.code_action(vim.fn.has("nvim-0.8") == 1 and { context = context } or context)
  until_true("the fix", function() return lines() ~= before end)
  seen.fixed = lines()
  until_true("the diagnostics after it", function() return #vim.diagnostic.get(buffer) == 0 end)

  go_to("Größe")
  before = lines()
  vim.lsp.buf.rename("Maß: 🙂")
  until_true("the new name", function() return lines() ~= before end)
  seen.renamed = lines()
  -- The cases are in a buffer that the editor has opened to change them.
  local cases = vim.fn.bufnr(vim.env.TEST_CASES)
  seen.renamed_cases = cases > 0 and lines(cases) or ""

  before = lines()
  if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = limit })
  else vim.lsp.buf.formatting_sync(nil, limit) end
  seen.formatted = lines()

  vim.lsp.codelens.refresh()
  local function titles()
    local found = {}
    for _, lens in ipairs(vim.lsp.codelens.get(buffer)) do
      if not lens.command then return {} end
      table.insert(found, lens.command.title)
    end
    return found
  end
  until_true("lenses", function() return #titles() > 0 end)
  seen.lenses = titles()

  vim.lsp.stop_client(client_id)
  until_true("the end of the server", function() return seen.status ~= nil end)
end

local is_done, failure = pcall(work)
if not is_done then seen.failure = failure end
vim.fn.writefile({ vim.json and vim.json.encode(seen) or vim.fn.json_encode(seen) }, vim.env.TEST_SEEN)
vim.cmd("qall!")
