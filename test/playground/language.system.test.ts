import { expect, test } from "vitest";
import type { PlaygroundState } from "../../packages/playground/src/link/state.ts";
import { playgroundTests } from "./playground.ts";

// What the language server says in its worker, in the editor.

const { open } = playgroundTests();

const json = (expression: string, action = '{ "type": "deny" }'): PlaygroundState => ({
  policy: {
    language: "json",
    text: `{
  "inbound": [
    {
      "name": "First rule",
      "expressions": ["${expression}"],
      "actions": [${action}]
    }
  ]
}
`,
  },
});

const yaml = `inbound:
  - name: Old API
    expressions:
      - req.metod == 'GET'
      - req.Method == 'GET'
    actions:
      - type: deny
`;

test("findings are underlined, listed with their severity, and lead to their places", async () => {
  const playground = await open({ state: json("req.metod == 'GET'") });
  const { page } = playground;
  await playground.says("1 error.");
  expect(await page.locator(".cm-lintRange-error").textContent()).toBe("req.metod");
  const item = page.locator(".tp-finding-item");
  expect(await item.textContent()).toContain("Did you mean req.method?");
  await item.getByRole("button", { name: "Error line 5" }).click();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("req.metod");
  expect(await playground.close()).toEqual([]);
});

test("what is deprecated is struck through, and without documentation beside it a rule is explained on the page", async () => {
  const playground = await open({ state: json("req.Method == 'GET'") });
  const { page } = playground;
  await playground.says("1 warning.");
  expect(await page.locator(".tp-deprecated").textContent()).toBe("req.Method");
  await page.getByRole("button", { name: "expression/renamed-variable" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("# expression/renamed-variable").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  expect(await playground.close()).toEqual([]);
});

test.each([
  [
    "a rule without a name, its first key",
    "inbound:\n  - actions:\n      - type: deny\n",
    "actions",
  ],
  ["a list, its first line", "- actions:\n    - type: deny\n", "- actions:"],
  ["a text, its first line", "server {\n  listen 80;\n}\n", "server {"],
])("of what is wrong about %s is underlined", async (_what, text, underlined) => {
  const playground = await open({ state: { policy: { language: "yaml", text } } });
  await playground.says(/^1 (?:error|warning|note)\.$/);
  expect(await playground.page.locator(".cm-lintRange").allTextContents()).toEqual([underlined]);
  expect(await playground.close()).toEqual([]);
});

test("a finding names other places, which its tooltip leads to", async () => {
  const rule = `{"name": "A", "expressions": ["req.method == 'GET'"], "actions": [{"type": "deny"}]}`;
  const text = `{"inbound": [\n${rule},\n${rule.replace("A", "B")}\n]}\n`;
  const playground = await open({ state: { policy: { language: "json", text } } });
  const { page } = playground;
  await page.locator(".cm-lintRange").first().hover();
  await page.locator(".cm-tooltip .tp-link").first().click();
  const line = page.locator(".cm-activeLineGutter").first();
  expect(await line.textContent()).toBe("2");
  expect(await playground.close()).toEqual([]);
});

test("what can be written is offered, and taken with Enter", async () => {
  const playground = await open({ state: json("") });
  const { page } = playground;
  await playground.cursorBehind("Policy", '"expressions": ["');
  await page.keyboard.type("req.meth", { delay: 20 });
  const option = page.getByRole("option", { name: /^method/ });
  await option.waitFor();
  // The editor does not take a key that was pressed before anybody could have read the list.
  await page.waitForTimeout(120);
  await page.keyboard.press("Enter");
  await page.waitForTimeout(100);
  expect(await playground.text("Policy")).toContain('"expressions": ["req.method"]');
  expect(await playground.close()).toEqual([]);
});

test("what the pointer is on is described", async () => {
  const playground = await open({ state: json("inCidrRange(conn.client_ip, '10.0.0.0/8')") });
  const { page } = playground;
  await playground.says("not matched");
  await page.locator(".tp-cel-function", { hasText: "inCidrRange" }).hover();
  const tooltip = page.locator(".cm-lsp-hover-tooltip");
  await tooltip.waitFor();
  expect(await tooltip.textContent()).toContain("inCidrRange(address: string, cidr: string)");
  expect(await playground.close()).toEqual([]);
});

test("markup in what the server says is shown without what could do something", async () => {
  const said = "**bold** <img src=x onerror=alert(1)> <a href='javascript:alert(1)'>link</a>";
  const worker = `addEventListener("message", ({ data }) => {
    const { id, method } = JSON.parse(data);
    const results = {
      initialize: { capabilities: { hoverProvider: true } },
      "textDocument/hover": { contents: { kind: "markdown", value: ${JSON.stringify(said)} } },
    };
    if (id !== undefined) postMessage(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? null }));
  });`;
  const playground = await open({ state: json("true"), languageWorker: worker });
  const { page } = playground;
  await playground.says("matched");
  await playground.editor("Policy").click();
  await page.locator(".tp-string", { hasText: "First rule" }).hover();
  const tooltip = page.locator(".cm-lsp-hover-tooltip");
  await tooltip.locator("strong").waitFor();
  expect(await tooltip.locator("img[onerror], [href^=javascript]").count()).toBe(0);
  expect(await playground.close()).toEqual([]);
});

test("the parameters of a function are shown while it is called", async () => {
  const playground = await open({ state: json("") });
  const { page } = playground;
  await playground.cursorBehind("Policy", '"expressions": ["');
  await page.keyboard.type("inCidrRange(", { delay: 20 });
  const signature = page.locator(".cm-lsp-signature-tooltip");
  await signature.waitFor();
  expect(await signature.textContent()).toContain("inCidrRange(");
  expect(await playground.close()).toEqual([]);
});

test("a fix is applied where the finding is listed, and from the menu at the cursor", async () => {
  const playground = await open({ state: { policy: { language: "yaml", text: yaml } } });
  const { page } = playground;
  await page.getByRole("button", { name: "Fix: Write req.method", exact: true }).first().click();
  await page.locator(".cm-line", { hasText: "- req.method == 'GET'" }).first().waitFor();
  await playground.cursorBehind("Policy", "req.meto");
  await page.keyboard.press("ControlOrMeta+.");
  const menu = page.getByRole("menu", { name: "Quick fixes" });
  await menu.waitFor();
  expect(await menu.getByRole("menuitem").allTextContents()).toContain(
    "Explain expression/unknown-name",
  );
  await page.keyboard.press("Enter");
  await playground.says("1 warning.");
  expect(await playground.text("Policy")).not.toContain("metod");
  expect(await playground.close()).toEqual([]);
});

test("all safe fixes are applied at once, and a policy is formatted, in each language", async () => {
  const playground = await open({
    state: { policy: { language: "yaml", text: yaml.replace("- type", "-   type") } },
  });
  const { page } = playground;
  await playground.says(/2 errors|1 error/);
  await page.getByRole("button", { name: "Fix all" }).click();
  await playground.says("All safe fixes are applied.");
  expect(await playground.text("Policy")).toContain("- req.method == 'GET'");
  await page.getByRole("button", { name: "Format" }).click();
  await playground.says("The policy is formatted.");
  expect(await playground.text("Policy")).toContain("      - type: deny");
  expect(await playground.close()).toEqual([]);
});

test("a case leads to its rule, and a rule is renamed in the policy alone", async () => {
  const cases = `cases:
  - name: Denied
    request: { url: https://example.com/ }
    expect: { matched: [Old API] }
`;
  const playground = await open({
    state: { policy: { language: "yaml", text: yaml }, cases, pane: "cases" },
  });
  const { page } = playground;
  await playground.editor("Cases").waitFor();
  await playground.cursorBehind("Cases", "[Old A");
  await page.keyboard.press("F12");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Policy");
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "New name" }).fill("New API");
  await page.keyboard.press("Enter");
  await page.locator(".cm-line", { hasText: "- name: New API" }).waitFor();
  expect(await playground.text("Cases")).toContain("matched: [Old API]");
  expect(await playground.close()).toEqual([]);
});

test("a policy is written in another language, and back as it was", async () => {
  const commented = `# What was meant\n${yaml.replace("metod", "method").replace("Method", "method")}`;
  const playground = await open({ state: { policy: { language: "yaml", text: commented } } });
  const { page } = playground;
  const language = page.getByLabel("Policy in");
  await language.selectOption("JSON");
  await page.locator(".cm-line", { hasText: '"name": "Old API"' }).waitFor();
  await language.selectOption("YAML");
  await page.locator(".cm-line", { hasText: "# What was meant" }).waitFor();
  await language.selectOption("TypeScript");
  await page.locator(".cm-line", { hasText: 'rule("Old API")' }).waitFor();
  expect(await playground.close()).toEqual([]);
});

test("a policy that is pasted is taken for what it is written in", async () => {
  const playground = await open({ state: { policy: { language: "json", text: "" } } });
  const { page } = playground;
  await playground.write("Policy", yaml);
  await page.waitForFunction(() => document.querySelector("select")?.value === "yaml");
  await playground.says(/1 error/);
  expect(await playground.close()).toEqual([]);
});
