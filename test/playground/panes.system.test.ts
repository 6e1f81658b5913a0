import { expect, test } from "vitest";
import type { PlaygroundState } from "../../packages/playground/src/link/state.ts";
import { playgroundTests } from "./playground.ts";

// What each pane shows of a policy, and how they lead to each other.

const { open } = playgroundTests();

const policy: PlaygroundState["policy"] = {
  language: "yaml",
  text: `inbound:
  - name: Office
    expressions:
      - req.url.path.startsWith('/admin/')
      - req.method == 'GET' || conn.client_ip == '192.0.2.7'
    actions:
      - type: deny
        config: { status_code: 403 }
  - name: Never
    expressions:
      - req.url.path.startsWith('/admin/x')
      - req.method == 'GET'
    actions:
      - type: deny
  - name: Old API
    expressions: [req.url.path.startsWith('/v1/')]
    actions:
      - type: url-rewrite
        config: { from: /v1/, to: /v2/ }
`,
};

const exchange = (path: string): NonNullable<PlaygroundState["exchange"]> => ({
  format: "exchange",
  text: `# A comment stays
request: { url: "https://shop.example${path}", headers: { accept: text/html } }
`,
});

test("the outcome is shown with its trace in the lines of the policy, and in a list down to operands", async () => {
  const playground = await open({ state: { policy, exchange: exchange("/admin/users") } });
  const { page } = playground;
  await playground.says("answered with 403");
  const words = page.locator(".tp-words");
  expect(await words.allTextContents()).toEqual([
    "matched",
    'true: req.url.path is "/admin/users"',
    "true",
    "not reached",
    "not reached",
  ]);
  const marked = page.locator(".tp-mark-part-true");
  expect((await marked.allTextContents()).join(" ")).toContain("req.method == 'GET'");
  const list = page.locator(".tp-trace");
  expect(await list.textContent()).toContain("req.method == 'GET' true: req.method is \"GET\"");
  expect(await list.textContent()).toContain("conn.client_ip == '192.0.2.7' not evaluated");
  await list.getByRole("button", { name: "line 9" }).click();
  expect(await page.locator(".cm-activeLineGutter").first().textContent()).toBe("9");
  expect(await playground.close()).toEqual([]);
});

test("the outcome follows the form, which keeps what it does not show", async () => {
  const playground = await open({ state: { policy, exchange: exchange("/admin/users") } });
  const { page } = playground;
  await playground.says("answered with 403");
  await page.getByRole("textbox", { name: "URL" }).fill("https://shop.example/v1/orders");
  await playground.says("forwarded");
  await playground.says("https://shop.example/v2/orders");
  await page.getByText("Headers and body of the request").click();
  await page.getByRole("button", { name: "Add a header" }).click();
  await page.getByLabel("Name of header 2").fill("x-id");
  await page.getByLabel("Name of header 2").press("Tab");
  await page.getByLabel("Value of header 2").fill("7");
  await playground.says("x-id:");
  await page.getByRole("radio", { name: "Document" }).check();
  const text = await playground.text("Exchange document");
  expect(text).toContain("# A comment stays");
  expect(text).toContain("v1/orders");
  expect(text).toMatch(/x-id: "?7/);
  expect(await playground.close()).toEqual([]);
});

test("a command line of curl and a recording are read, wherever they are pasted", async () => {
  const playground = await open({ state: { policy, exchange: exchange("/") } });
  const { page } = playground;
  await playground.says("forwarded");
  await page.getByRole("radio", { name: "Document" }).check();
  await playground.write("Exchange document", "curl https://shop.example/admin/a -H 'x-a: 1'");
  await playground.editor("curl command").waitFor();
  await playground.says("answered with 403");
  const entry = (url: string) => ({
    request: { method: "GET", url, headers: [] },
    response: { status: 200, headers: [] },
  });
  const har = {
    log: {
      entries: [entry("https://shop.example/"), entry("https://shop.example/admin/b")],
    },
  };
  await playground.write("curl command", JSON.stringify(har));
  await playground.editor("HAR file").waitFor();
  const second = page.getByRole("button", { name: "GET https://shop.example/admin/b" });
  expect(await second.textContent()).toContain("answered with 403");
  await second.click();
  await page.locator(".tp-rule-item").first().waitFor();
  expect(await playground.close()).toEqual([]);
});

test("another form of a request keeps all of it, and shows the address that is used", async () => {
  const text = `request: { url: "https://shop.example/admin/users", method: POST, headers: { x-a: b }, body: c }
connection: { clientIp: 192.0.2.7 }
time: 2030-01-01T00:00:00Z
`;
  const playground = await open({ state: { policy, exchange: { format: "exchange", text } } });
  const { page } = playground;
  await playground.says("answered with 403");
  await page.getByRole("radio", { name: "curl" }).check();
  await playground.says(/from 192\.0\.2\.7 with time/);
  await playground.says("answered with 403");
  expect(await playground.text("curl command")).toMatch(/x-a: b.*--data-raw 'c'/s);
  await page.getByRole("radio", { name: "HAR" }).check();
  await playground.editor("HAR file").waitFor();
  await page.getByRole("radio", { name: "Form" }).check();
  await playground.says("answered with 403");
  expect(await page.getByRole("textbox", { name: "Client address" }).inputValue()).toBe(
    "192.0.2.7",
  );
  await page.getByRole("textbox", { name: "Client address" }).fill("");
  await playground.says("forwarded");
  const used = await page
    .getByRole("textbox", { name: "Client address" })
    .getAttribute("placeholder");
  await page.getByRole("radio", { name: "Document" }).check();
  const written = await playground.text("Exchange document");
  for (const part of ["2030-01-01T00:00:00", "x-a", "body: c"]) expect(written).toContain(part);
  await page.getByRole("radio", { name: "curl" }).check();
  // What the exchange does not say, its line does not say either; the form shows what is used.
  await playground.says(/users with time/);
  expect(used).toBe("198.51.100.1");
  expect(await playground.close()).toEqual([]);
});

test("a text that is no policy gets no verdict, and what is checked is said when it was looked at", async () => {
  const playground = await open({
    state: { policy: { language: "yaml", text: "hello" }, exchange: exchange("/") },
  });
  const { page } = playground;
  await playground.says("Not a policy");
  await playground.says("This is not a policy.");
  await playground.says("1 error.");
  expect(await page.locator(".tp-result").count()).toBe(0);
  await playground.write("Policy", "");
  await playground.says("The policy is empty.");
  expect(await playground.found.textContent()).toBe("");
  const seen = await playground.texts(".tp-outcome > :is(.tp-verdict, .tp-result)");
  await playground.write("Policy", "inbound:\n  - actions: [{ type: deny }]\n");
  await playground.says("answered with 403");
  // Between two verdicts, it says that it computes.
  expect(await seen()).toEqual([
    "No verdict",
    "Computing…",
    "answered with 403 by deny of inbound rule 1",
  ]);
  await playground.says(/^(?:Nothing found\.|1 (?:warning|note)s?\.)$/);
  expect(await playground.close()).toEqual([]);
});

const denied = "on_http_request: [{ name: No, actions: [{ type: deny }] }]\n";
const passed = denied.replace("deny", "log, config: { metadata: { a: b } }");

test.each<readonly [pane: string, state: Partial<PlaygroundState>, seen: readonly RegExp[]]>([
  [
    "Cases",
    {
      cases:
        "cases: [{ name: A, request: { url: https://a.example/ }, expect: { outcome: denied } }]",
    },
    [/^1 passed/, /^Computing…$/, /^1 failed/],
  ],
  [
    "Proof",
    { assertions: "assertions: [{ name: A, when: 'true', never: forwarded }]" },
    [/^1 proved/, /^Computing…$/, /^1 refuted/],
  ],
  [
    "Compare",
    { other: { language: "yaml", text: denied } },
    [/^the same for every request/, /^Computing…$/, /^not the same/],
  ],
])("no verdict of %s stands beside a policy that it is not about", async (pane, more, wanted) => {
  const playground = await open({ state: { policy: { language: "yaml", text: denied }, ...more } });
  await playground.pane(pane);
  await playground.says(wanted[0] ?? "");
  const seen = await playground.texts(".tp-answer .tp-result strong");
  await playground.write("Policy", passed);
  await playground.says(wanted[2] ?? "");
  const texts = await seen();
  expect(texts).toEqual(wanted.map((one) => expect.stringMatching(one)));
  expect(await playground.close()).toEqual([]);
});

test.each([
  ["YAML", "inbound:\n  - actions: [{ type: deny }]\n"],
  [
    "TypeScript",
    `import { deny, policy, rule } from "@traffic-policy/policy-builder";
export default policy({ protocol: "http" }).inbound(rule("").do(deny()));
`,
  ],
])("after a paste in %s, nothing is right or wrong before it was looked at", async (_in, text) => {
  const playground = await open();
  await playground.says("forwarded to https://shop.internal");
  await playground.says("Nothing found.");
  const verdicts = await playground.texts(".tp-outcome > :is(.tp-verdict, .tp-result)");
  const findings = await playground.texts(".tp-found-summary");
  await playground.paste("Policy", text);
  await playground.says("answered with 403");
  await playground.says(/^1 (?:warning|note)s?\.$/);
  expect(await verdicts()).toEqual([
    "forwarded to https://shop.internal",
    "Computing…",
    expect.stringMatching(/^answered with 403/),
  ]);
  expect(await findings()).toEqual([
    "Nothing found.",
    "Checking…",
    expect.stringMatching(/^1 (?:warning|note)/),
  ]);
  expect(await playground.close()).toEqual([]);
});

test("cases are run while they are written, with coverage, and more are suggested", async () => {
  const cases = `cases:
  - name: Refused
    request: { url: https://shop.example/admin/a }
    expect: { outcome: denied }
  - name: Wrong
    request: { url: https://shop.example/ }
    expect: { status: 404 }
    response: { status: 200 }
`;
  const playground = await open({ state: { policy, cases, pane: "cases" } });
  const { page } = playground;
  await playground.says(/^1 failed, 1 passed/);
  expect(await page.locator(".tp-differences").textContent()).toContain(
    "expected 404, received 200",
  );
  expect(await page.locator(".tp-word-muted").first().textContent()).toBe("not covered");
  await page.getByRole("button", { name: "Suggest cases" }).click();
  await playground.says(/cases were added/);
  await playground.says(/100 % is covered/);
  await page.getByRole("button", { name: "Undo" }).click();
  await playground.says(/^1 failed, 1 passed/);
  await playground.write("Cases", "cases: [{ name: 1 }]");
  await page.locator(".tp-pane .cm-lintRange-error").waitFor();
  expect(await playground.close()).toEqual([]);
});

test("assertions are proved or refuted by a request that can be tried, and what no request reaches is said", async () => {
  const assertions = `assertions:
  - name: Nobody reads admin pages
    when: req.url.path.startsWith('/admin/') && req.method == 'GET'
    never: forwarded
  - name: Nobody reaches admin pages
    when: req.url.path.startsWith('/admin/')
    never: forwarded
`;
  const playground = await open({ state: { policy, assertions, pane: "proof" } });
  const { page } = playground;
  const panel = page.getByRole("tabpanel");
  await panel.getByText("refuted", { exact: true }).waitFor();
  expect(await panel.getByText("proved", { exact: true }).count()).toBe(1);
  await panel.getByText("partly never reached").waitFor();
  expect(await page.locator(".tp-word-fail").textContent()).toBe("partly never reached");
  await panel
    .getByRole("button", { name: /^Try it/ })
    .first()
    .click();
  await page.getByRole("tab", { name: "Outcome", selected: true }).waitFor();
  await page.locator(".tp-outcome").getByText("forwarded", { exact: true }).waitFor();
  expect(await page.getByRole("textbox", { name: "URL" }).inputValue()).toContain("/admin/");
  expect(await playground.close()).toEqual([]);
});

test("what takes long says so, and can be stopped and started again", async () => {
  const condition = (index: number): string =>
    `      - req.url.path.matches('^/(a|b|${index}){1,30}[^${index}]*(x|y){2,40}$') || req.headers['x-${index}'].exists(v, v.matches('(a|ab|b${index})*c'))`;
  const rule = (index: number): string =>
    `  - name: Rule ${index}\n    expressions:\n${condition(index)}\n${condition(index + 100)}\n    actions: [{ type: deny }]`;
  const text = `inbound:\n${Array.from({ length: 60 }, (_, index) => rule(index)).join("\n")}\n`;
  const playground = await open({ state: { policy: { language: "yaml", text }, pane: "proof" } });
  const { page } = playground;
  await playground.says("Proving…");
  await page.getByRole("button", { name: "Stop" }).click();
  await playground.says("Stopped.");
  await page.getByRole("button", { name: "Start again" }).click();
  await playground.says("Proving…");
  expect(await playground.close()).toEqual([]);
});

test("two versions are compared by what they do, with a request for each difference", async () => {
  const playground = await open({ state: { policy, pane: "compare" } });
  const { page } = playground;
  await page.getByRole("button", { name: "Take the policy as it is" }).click();
  await playground.says(/^the same for every request/);
  await playground.cursorBehind("Policy", "status_code: 40");
  await page.keyboard.press("Delete");
  await page.keyboard.type("4");
  await playground.says("answered with 404");
  await page.getByLabel("Show changed lines").check();
  await page.locator(".cm-changedLine").waitFor();
  expect(await page.locator(".cm-deletedChunk").textContent()).toContain("403");
  await page
    .getByRole("button", { name: /^Try it/ })
    .first()
    .click();
  await playground.says("answered with 404");
  expect(await playground.close()).toEqual([]);
});

test("a policy of an edge is written in phases, compared and taken over, and that can be undone", async () => {
  const text = `${policy.text}outbound:
  - name: Late
    actions:
      - type: deny
`;
  const playground = await open({
    state: {
      policy: { language: "yaml", text },
      pane: "migrate",
      forwardTo: "https://shop.internal",
    },
  });
  const { page } = playground;
  await playground.says("In phases, for HTTP: 1 left to look at, 1 changed.");
  const migrated = await playground.text("The policy in phases");
  expect(migrated).toContain("on_http_request:\n  - name: Office");
  expect(migrated).toContain("url: https://shop.internal");
  const left = page.getByRole("listitem").filter({ hasText: "left as it is" });
  expect(await left.textContent()).toContain('"deny" does not exist in on_http_response.');
  const line = String(text.split("\n").findIndex((one) => one.startsWith("outbound")) + 4);
  await left.getByRole("button", { name: `line ${line}` }).click();
  expect(await page.locator(".cm-activeLineGutter").first().textContent()).toBe(line);
  await page.getByRole("region", { name: "Before and after" }).locator(".tp-result").waitFor();
  const forward = page.getByRole("textbox", { name: /^At the end, forward to/ });
  await forward.fill("shop");
  await playground.says('"shop" is not a URL.');
  await forward.fill("");
  await playground.says("In phases, for HTTP: 1 left to look at.");
  await page.getByRole("button", { name: "Use as the policy" }).click();
  await playground.says("The policy is in phases already.");
  expect(await playground.text("Policy")).toContain("on_http_response:\n  - name: Late");
  expect(await playground.editor("Policy").evaluate((one) => one === document.activeElement)).toBe(
    true,
  );
  // The dialect was loaded for it.
  await playground.found.filter({ hasText: "1 error" }).waitFor();
  await playground.says('The action "deny" does not exist in on_http_response rules.');
  await page.getByRole("button", { name: "Undo" }).click();
  await playground.says("In phases, for HTTP: 1 left to look at.");
  expect(await playground.text("Policy")).toContain("outbound:\n  - name: Late");
  expect(await playground.close()).toEqual([]);
});

test("what cannot be written in phases is said with its reason, and nothing else is shown", async () => {
  const playground = await open({
    state: { policy: { language: "yaml", text: "inbound: []\nenabled: false\n" }, pane: "migrate" },
  });
  await playground.says("The policy is not migrated: 1 part of it cannot be written in phases.");
  const panel = playground.page.getByRole("tabpanel");
  expect(await panel.getByRole("listitem").textContent()).toMatch(/"enabled": false.* line 2$/);
  expect(await panel.getByRole("button", { name: "Use as the policy" }).count()).toBe(0);
  expect(await playground.close()).toEqual([]);
});

test("the JSON that would be pushed is shown with its size, and copied", async () => {
  const playground = await open({ state: { policy, pane: "json" } });
  const { page } = playground;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await playground.says(/^\d+ bytes$/);
  await page.getByRole("button", { name: "Copy as it is pushed" }).click();
  await playground.says("The JSON is copied.");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(copied)).toMatchObject({ inbound: [{ name: "Office" }, {}, {}] });
  expect(copied).not.toContain("\n");
  expect(await playground.close()).toEqual([]);
});

test("a policy in TypeScript is run, linted and traced in its own lines; what it throws is said", async () => {
  const text = `import { deny, policy, req, rule } from "@traffic-policy/policy-builder";

export default policy({ protocol: "http" }).inbound(
  rule("Admin").when(req.url.path.startsWith("/admin/")).do(deny()),
);
`;
  const playground = await open({
    state: { policy: { language: "typescript", text }, exchange: exchange("/admin/a") },
  });
  const { page } = playground;
  await playground.says("answered with 403");
  expect(await page.locator(".tp-word-good").first().textContent()).toBe("matched");
  await playground.write("Policy", text.replace("export", 'throw new Error("Not today");\nexport'));
  await playground.says(/Not today/);
  await page.locator(".cm-lintRange-error").first().waitFor();
  expect(await playground.close()).toEqual([]);
});

test("a text with several policies offers which one is simulated, and a reload keeps the choice", async () => {
  const text = `apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: CloudEndpoint
metadata: { name: shop }
spec:
  url: https://shop.example
  trafficPolicy:
    inline:
      on_http_request:
        - expressions: [req.metod == 'GET']
          actions: [{ type: deny, config: { status_code: 404 } }]
        - name: Shop
          actions: [{ type: forward-internal, config: { url: https://shop.internal } }]
---
apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: NgrokTrafficPolicy
metadata: { name: wiki }
spec:
  policy:
    on_http_request:
      - name: Read only
        expressions: [req.methd == 'POST', req.methd == 'POST']
        actions: [{ type: deny, config: { status_code: 405 } }]
      - actions: [{ type: deny, config: { status_code: 406 } }]
`;
  const playground = await open({
    state: { policy: { language: "yaml", text }, exchange: exchange("/") },
  });
  const { page } = playground;
  const held = page.getByLabel("Policy of");
  await playground.says(/^3 errors/);
  expect(await held.locator("option").allTextContents()).toEqual([
    "CloudEndpoint/shop",
    "NgrokTrafficPolicy/wiki",
  ]);
  // Each policy is linted at its place; what says the same is together, errors first.
  const items = page.locator(".tp-finding-item");
  expect(await items.locator(".tp-place").allTextContents()).toEqual([
    "Errorline 9",
    "Errorline 21",
    "Noteline 9",
  ]);
  expect(await items.nth(1).textContent()).toContain("also in line 21");
  expect(await items.nth(2).textContent()).toContain("also in line 23");
  expect(await page.locator(".cm-lintRange-info").allTextContents()).toEqual([
    "expressions",
    "actions",
  ]);
  await page.locator(".tp-verdict, .tp-result").first().waitFor();
  await held.selectOption("NgrokTrafficPolicy/wiki");
  await page.locator(".tp-trace").getByText("Read only").waitFor();
  await playground.kept();
  await page.reload();
  await page.locator(".tp-trace").getByText("Read only").waitFor();
  expect(await held.inputValue()).toBe("NgrokTrafficPolicy/wiki");
  expect(await playground.close()).toEqual([]);
});

test("what only the service knows is answered one by one or by a stub, and a reload keeps it", async () => {
  const text = `on_http_request:
  - name: Sign in
    actions: [{ type: oauth, config: { provider: google } }]
  - name: Employees only
    expressions: ["!actions.ngrok.oauth.identity.email.endsWith('@example.com')"]
    actions: [{ type: deny }]
`;
  const playground = await open({ state: { policy: { language: "yaml", text } } });
  const { page } = playground;
  const verdict = page.locator(".tp-outcome > .tp-result");
  const says = (words: string | RegExp) => verdict.filter({ hasText: words }).waitFor();
  await says("depends on what only the service knows");
  expect(await verdict.getAttribute("class")).toContain("tp-result-unknown");
  await page.getByLabel("What the service knows of oauth").selectOption("lets it pass");
  await page.getByLabel(/What the service knows of !actions/).selectOption("is false");
  await says(/^forwarded/);
  expect(await verdict.getAttribute("class")).toContain("tp-result-good");
  await page.getByLabel(/What the service knows of !actions/).selectOption("not known");
  await says("depends on");
  await page.getByText(/^Stubs, secrets/).click();
  await playground.write("Stubs", "stubs: { oauth: 418 }");
  await says("answered with 418");
  await playground.kept();
  await page.reload();
  await says("answered with 418");
  await playground.write("Stubs", "stubs: { oauth: maybe }");
  await playground.says('"maybe" is not a stub.');
  await page.locator(".tp-facts .cm-lintRange-error").waitFor();
  await page.locator(".tp-verdict-none", { hasText: "No verdict" }).waitFor();
  expect(await playground.close()).toEqual([]);
});

test("a form of the request that is left is as it was when one comes back, also after a reload", async () => {
  const command = "curl https://shop.example/admin/a \\\n  -H 'x-a: 1'";
  const playground = await open({ state: { policy, exchange: { format: "curl", text: command } } });
  const { page } = playground;
  await playground.says("answered with 403");
  await page.getByRole("radio", { name: "Document" }).check();
  await playground.editor("Exchange document").waitFor();
  await playground.kept();
  await page.reload();
  await playground.editor("Exchange document").waitFor();
  await page.getByRole("radio", { name: "curl" }).check();
  await playground.editor("curl command").waitFor();
  expect(await playground.text("curl command")).toBe(command);
  expect(await playground.close()).toEqual([]);
});

test("a policy in phases in TypeScript is run and traced as one in directions, and YAML is indented after a colon", async () => {
  const text = `import { deny, forwardInternal, policy, req, rule } from "@traffic-policy/policy-builder/phases";

export default policy({ protocol: "http" }).onHttpRequest(
  rule("Admin").when(req.url.path.startsWith("/admin/")).do(deny()),
  rule("Forward").do(forwardInternal({ url: "https://api.internal" })),
);
`;
  const playground = await open({
    state: { policy: { language: "typescript", text }, exchange: exchange("/admin/a") },
  });
  const { page } = playground;
  await playground.says('by deny of on_http_request rule "Admin"');
  expect(await page.locator(".tp-word-good").first().textContent()).toBe("matched");
  await page.getByLabel("Policy in").selectOption("YAML");
  await page.locator(".cm-line", { hasText: "on_http_request:" }).waitFor();
  await playground.write("Policy", "on_http_request:");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("- actions:");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("- type: deny");
  expect(await playground.text("Policy")).toBe(
    "on_http_request:\n  - actions:\n      - type: deny",
  );
  await playground.says("answered with 403");
  expect(await playground.close()).toEqual([]);
});

test("each pane says once what is wrong with a text that is no policy, and what to write", async () => {
  const text = "- actions: [{ type: deny }]\n";
  const cases =
    "cases: [{ name: A, request: { url: https://a.example/ }, expect: { outcome: denied } }]\n";
  const playground = await open({ state: { policy: { language: "yaml", text }, cases } });
  const { page } = playground;
  await playground.says("Put the rules under the phase that they belong to");
  await page.getByText("A request for each rule").click();
  for (const pane of ["Outcome", "Cases", "Proof", "Migrate", "JSON", "Drawing"]) {
    const panel = await playground.pane(pane);
    const problem = panel.locator(".tp-problem");
    await problem.first().waitFor();
    await page.waitForTimeout(700);
    expect(await problem.count(), pane).toBe(1);
    expect(await problem.textContent(), pane).toContain(
      "A policy is an object with lists of rules",
    );
  }
  expect(await playground.close()).toEqual([]);
});

test("a text that holds no policy leaves the page as it is, with one sentence in its place", async () => {
  const playground = await open({ state: { policy, exchange: exchange("/") } });
  const { page } = playground;
  await playground.says("forwarded");
  const problem = page.locator(".tp-outcome .tp-problem");
  const broken = {
    "[[[": "A bracket is not closed.",
    "---\n&a [*a]": "*a is inside the value that it repeats.",
  };
  for (const [text, sentence] of Object.entries(broken)) {
    await playground.write("Policy", text);
    await problem.filter({ hasText: sentence }).waitFor();
  }
  for (const text of ["inbound: 7", "💥".repeat(2000)]) {
    await playground.write("Policy", text);
    await playground.says("Not a policy");
    await playground.says(/^1 error/);
    expect(await page.locator(".tp-result").count()).toBe(0);
  }
  await playground.write("Policy", "");
  await page.keyboard.press("Delete");
  await problem.filter({ hasText: "The policy is empty." }).waitFor();
  await playground.write("Policy", policy.text);
  await playground.says("forwarded");
  expect(await playground.close()).toEqual([]);
});
