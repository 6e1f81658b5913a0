-- Does in Neovim what its user does, with the settings of the page about editors and keys that are typed, in one
-- document after the other, and writes what is then there to a file as JSON. The test that starts it says in the
-- environment what to open, and where to write.

local limit = 60000

-- The editor goes on while this waits, as it does while its user looks.
local function sleep(milliseconds)
  local self = coroutine.running()
  vim.defer_fn(function() coroutine.resume(self) end, milliseconds)
  coroutine.yield()
end

local function until_true(what, condition)
  local ends = vim.loop.now() + limit
  while not condition() do
    if vim.loop.now() > ends then
      local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
      error("Neovim waited in vain for " .. what .. ":\n" .. text .. vim.fn.execute("messages"))
    end
    sleep(10)
  end
end

local function lines(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, false), "\n")
end

local function type_keys(keys) vim.api.nvim_input(keys) end

--- Types keys that leave the editor in normal mode, and waits until that is so and something holds.
local function type_until(keys, what, condition)
  type_keys(keys)
  until_true(what, function() return vim.api.nvim_get_mode().mode == "n" and condition() end)
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
  error("There is no " .. text .. " in:\n" .. lines())
end

local function undo(before)
  type_until("u", "the text before", function() return lines() == before end)
end

local function floating_window()
  for _, one in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(one).relative ~= "" then return one end
  end
end

local function close_windows()
  while floating_window() do vim.api.nvim_win_close(floating_window(), true) end
end

--- What a floating window shows after keys; it is closed again.
local function floating(keys)
  type_keys(keys)
  until_true("what " .. keys .. " shows", floating_window)
  local shown = lines(vim.api.nvim_win_get_buf(floating_window()))
  close_windows()
  return shown
end

--- What a list shows after keys, which open it.
local function listed(keys)
  vim.fn.setqflist({}, "r")
  vim.fn.setloclist(0, {}, "r")
  local window = vim.api.nvim_get_current_win()
  local items = {}
  type_keys(keys)
  until_true("the list of " .. keys, function()
    items = vim.fn.getqflist()
    if #items == 0 then items = vim.fn.getloclist(window) end
    return #items > 0
  end)
  vim.cmd("silent! cclose | silent! lclose")
  vim.api.nvim_set_current_win(window)
  return vim.tbl_map(function(one)
    local file = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(one.bufnr), ":t")
    return file .. ":" .. one.lnum .. " " .. one.text
  end, items)
end

--- What the server answers about the buffer.
local function answer_to(method, params)
  local answer
  vim.lsp.buf_request(0, method, params, function(failure, result)
    answer = failure and error(failure.message) or result
  end)
  until_true("an answer to " .. method, function() return answer ~= nil end)
  return answer
end

local function until_menu(what)
  until_true("a menu of " .. what, function() return vim.fn.pumvisible() == 1 end)
end

local function lens_titles(buffer)
  local found = {}
  for _, lens in ipairs(vim.lsp.codelens.get(buffer)) do
    if not lens.command then return {} end
    table.insert(found, lens.command.title)
  end
  return found
end

--- The findings of the buffer, with the texts that they are shown at.
local function findings()
  return vim.tbl_map(function(one)
    local text = vim.api.nvim_buf_get_text(0, one.lnum, one.col, one.end_lnum, one.end_col, {})
    return { code = one.code, text = table.concat(text, "\n"), severity = one.severity }
  end, vim.diagnostic.get(0))
end

local function work_on(document)
  local seen = {}
  vim.cmd("edit! " .. document.file)
  -- As after a change of branch.
  vim.cmd("edit!")
  local buffer = vim.api.nvim_get_current_buf()
  local original = lines()

  until_true("findings", function() return #vim.diagnostic.get(buffer) > 0 end)
  seen.findings = findings()
  until_true("lenses", function() return #lens_titles(buffer) > 0 end)

  -- From both ends of the text to what is wrong.
  for keys, row in pairs({ ["]d"] = 1, ["[d"] = vim.api.nvim_buf_line_count(0) }) do
    vim.api.nvim_win_set_cursor(0, { row, 0 })
    type_keys(keys)
    until_true("the cursor at a finding", function()
      return vim.api.nvim_win_get_cursor(0)[1] == vim.diagnostic.get(buffer)[1].lnum + 1
    end)
  end
  close_windows()
  seen.finding = floating("<C-W>d")

  -- Into the word.
  go_to("req.metod", #"req.me")
  type_keys("i<C-X><C-O>")
  until_menu("words")
  type_until("<C-Y><Esc>", "what is right of the cursor to go", function()
    return lines():find("req.method ", 1, true) ~= nil
  end)
  seen.completed = lines()
  undo(original)

  -- Two, without leaving what is typed.
  go_to("req.metod", #"req.me")
  type_keys("i<C-X><C-O>")
  until_menu("words")
  type_keys("<C-Y> == 'A' || conn.client_i<C-X><C-O>")
  until_true("what is typed", function() return lines():find("conn.client_i ", 1, true) ~= nil end)
  until_menu("other words")
  type_until("<C-Y><Esc>", "another word", function()
    return lines():find("conn.client_ip ", 1, true) ~= nil
  end)
  seen.completed_twice = lines()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(original, "\n"))

  if document.at_action then
    go_to(document.at_action)
    vim.api.nvim_set_current_line(document.action_line)
    local before = lines()
    type_keys("A<C-X><C-O>")
    until_menu("actions")
    assert(lines() == before, "Nothing is inserted before it is chosen.")
    while not vim.api.nvim_get_current_line():find("custom-response", 1, true) do
      local shown = lines()
      type_keys("<C-N>")
      until_true("the next action", function() return lines() ~= shown end)
    end
    type_until("<C-Y><Esc>", "its lines", function() return not lines():find("%z") end)
    seen.action = lines()
    local answer = answer_to("textDocument/documentSymbol", vim.lsp.util.make_position_params())
    seen.outline_of_action = vim.tbl_map(
      function(one) return one.text end, vim.lsp.util.symbols_to_items(answer, buffer)
    )
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(original, "\n"))
  end

  go_to("req.host", #"req.")
  seen.hover = floating("K")
  go_to("inCidrRange(", #"inCidrRange(")
  seen.signature = floating("i<C-S>")
  type_until("<Esc>", "normal mode", function() return true end)

  go_to("req.host", #"req.")
  vim.lsp.buf.document_highlight()
  local space = vim.api.nvim_create_namespace("vim_lsp_references")
  local function marks()
    return vim.api.nvim_buf_get_extmarks(buffer, space, 0, -1, { details = true })
  end
  until_true("highlights", function() return #marks() > 0 end)
  seen.highlights = vim.tbl_map(function(mark)
    local ends = mark[4]
    return vim.api.nvim_buf_get_text(buffer, mark[2], mark[3], ends.end_row, ends.end_col, {})[1]
  end, marks())
  vim.lsp.buf.clear_references()

  if document.at_action then seen.outline = listed("gO") end
  go_to(document.rule)
  seen.references = listed("grr")

  -- "Explain", which stands behind the fix, opens a window.
  vim.ui.select = function(choices, _, take) take(choices[2]) end
  go_to("req.metod")
  -- There is none before the text is checked that the last step has left.
  until_true("actions", function()
    local params = vim.lsp.util.make_range_params()
    params.context = { diagnostics = {} }
    return #answer_to("textDocument/codeAction", params) > 0
  end)
  type_until("gra", "the page of the rule", function()
    return vim.api.nvim_get_current_buf() ~= buffer
  end)
  seen.explained = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
  assert(not vim.bo.modifiable and not vim.bo.buflisted, "A page is only read.")
  vim.cmd("close")

  -- Of several things, the user takes the first.
  vim.ui.select = function(choices, _, take) take(choices[1]) end
  go_to("req.metod")
  type_until("gra", "the fix", function() return lines() ~= original end)
  seen.fixed = lines()
  until_true("no findings after it", function() return #vim.diagnostic.get(buffer) == 0 end)

  go_to(document.rule)
  local before = lines()
  vim.ui.input = function(_, take) take("Maß: 🙂") end
  type_until("grn", "the new name", function() return lines() ~= before end)
  seen.renamed = lines()

  if document.at_action then
    vim.lsp.buf.formatting_sync(nil, limit)
    seen.formatted = lines()
  end

  -- From the cases, which name the rule as before until it is renamed there too, to the rule, and back.
  vim.cmd("write | edit! " .. document.cases)
  go_to("Größe")
  until_true("the server for the cases", function() return #vim.lsp.buf_get_clients(0) > 0 end)
  before = lines(0)
  type_until("grn", "the new name in the cases", function() return lines(0) ~= before end)
  seen.renamed_cases = lines(0)
  vim.cmd("write")
  go_to("Maß")
  type_until("<C-]>", "the rule", function() return vim.api.nvim_get_current_buf() == buffer end)
  seen.definition = vim.api.nvim_get_current_line()
  type_until("<C-T>", "the cases", function()
    return vim.api.nvim_get_current_buf() == vim.fn.bufnr(document.cases)
  end)
  vim.cmd("edit " .. document.file)

  local row
  until_true("the lens of the rule", function()
    row = nil
    for _, lens in ipairs(vim.lsp.codelens.get(buffer)) do
      if lens.command and lens.command.title:find("^matches") then row = lens.range.start.line + 1 end
    end
    return row ~= nil and #lens_titles(buffer) > 0
  end)
  seen.lenses = lens_titles(buffer)
  vim.api.nvim_win_set_cursor(0, { row, 0 })
  vim.ui.select = function(choices, _, take)
    for _, choice in ipairs(choices) do
      if choice.lens.command.title:find("^matches") then return take(choice) end
    end
  end
  type_until("grx", "what the lens shows", function() return vim.api.nvim_get_current_buf() ~= buffer end)
  seen.shown = lines()
  vim.cmd("close")
  return seen
end

--- The findings of a buffer that has got a name, and then another one.
local function named(text)
  local function found()
    until_true("findings", function() return #vim.diagnostic.get(0) > 0 end)
    return vim.api.nvim_buf_get_name(0):gsub(".*/", "") .. ": " .. vim.diagnostic.get(0)[1].code
  end
  vim.cmd("enew")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, "\n"))
  vim.cmd("write first.policy.yaml")
  local first = found()
  vim.cmd("saveas second.policy.yaml")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "inbound: []" })
  until_true("no findings", function() return #vim.diagnostic.get(0) == 0 end)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, "\n"))
  return { first, found() }
end

local function work()
  local all = {}
  -- As long as its user pauses.
  vim.o.updatetime = 300
  for _, document in ipairs(vim.json.decode(vim.env.TEST_DOCUMENTS)) do
    all[document.file] = work_on(document)
  end
  local names = named(vim.env.TEST_UNNAMED)
  local clients = vim.lsp.get_active_clients()
  local ids = vim.tbl_map(function(client) return client.id end, clients)
  vim.lsp.stop_client(clients)
  until_true("the end of the server", function()
    return #vim.tbl_filter(function(id) return vim.lsp.get_client_by_id(id) ~= nil end, ids) == 0
  end)
  return all, names
end

coroutine.wrap(function()
  local is_done, result, names = xpcall(work, debug.traceback)
  local seen = is_done and { documents = result, named = names } or { failure = result }
  vim.fn.writefile({ vim.json.encode(seen) }, vim.env.TEST_SEEN)
  vim.cmd("qall!")
end)()
