import { readFileSync } from "node:fs";
import { unzipSync, strFromU8 } from "fflate";
import { expect, test } from "vitest";
import type { PlaygroundState } from "../../packages/playground/src/link/state.ts";
import { playgroundTests } from "./playground.ts";

// What can be done with all that is written on the page.

const { open } = playgroundTests();

const state: PlaygroundState = {
  policy: {
    language: "yaml",
    text: "inbound:\n  - name: Größe 📏\n    actions: [{ type: deny }]\n",
  },
  cases:
    "cases:\n  - name: Denied\n    request: { url: https://a.example/ }\n    expect: { outcome: denied }\n",
  pane: "cases",
};

test("examples take the place of everything, which Back and a button undo", async () => {
  const playground = await open({ state });
  const { page } = playground;
  await playground.says(/^1 passed/);
  await playground.example("Assertions that do not hold");
  await playground.editor("Assertions").waitFor();
  expect(await playground.text("Policy")).toContain("name: Maintenance");
  await page.goBack();
  await page.locator(".cm-line", { hasText: "name: Größe 📏" }).waitFor();
  await playground.says(/^1 passed/);
  await page.goForward();
  await playground.editor("Assertions").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".cm-line", { hasText: "name: Größe 📏" }).waitFor();
  await playground.says(/^1 passed/);
  await page.getByRole("button", { name: "Reset" }).click();
  await page.locator(".cm-line", { hasText: "Admin pages only from the office" }).waitFor();
  expect(await playground.close()).toEqual([]);
});

test("every example can be opened, and each pane has something to say about it", async () => {
  const playground = await open();
  const { page } = playground;
  const titles = [
    "A cloud endpoint in TypeScript",
    "A manifest of Kubernetes",
    "A cloud endpoint",
    "Sign in",
    "Webhooks",
    "Office and API",
    "A shop in TypeScript",
    "Two rules in YAML",
    "Mistakes",
    "From an edge to an endpoint",
    "TCP",
  ];
  for (const title of titles) {
    await playground.example(title);
    await playground.says(`The example "${title}" is shown.`);
    await playground.pane("Outcome");
    await page.locator(".tp-outcome .tp-result").waitFor();
    await playground.pane("JSON");
    await page
      .locator(".tp-pane")
      .getByText(/bytes$/)
      .waitFor();
  }
  expect(await playground.close()).toEqual([]);
});

test("what is written stands in the address, so that a reload keeps it and the link opens it again", async () => {
  const playground = await open();
  const { page } = playground;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await playground.says("forwarded");
  await playground.cursorBehind("Policy", "Admin pages");
  await page.keyboard.type(" 📏!");
  await playground.says("Admin pages 📏! only from the office");
  await playground.kept();
  await page.reload();
  await playground.says("Admin pages 📏! only from the office");
  await page.getByRole("button", { name: "Copy link" }).click();
  await playground.says(/The link is copied/);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(await page.evaluate(() => location.href));
  expect(link).toContain("#v1.");
  expect(await playground.close()).toEqual([]);
  const again = await open({ fragment: new URL(link).hash });
  await again.says("forwarded");
  expect(await again.text("Policy")).toContain("Admin pages 📏! only");
  expect(await again.close()).toEqual([]);
});

test("a reload, another page and Back lose nothing that was typed a moment before", async () => {
  const playground = await open();
  const { page } = playground;
  await playground.says("forwarded");
  const typed = async (name: string): Promise<void> => {
    await playground.write(
      "Policy",
      `on_http_request: [{ name: ${name}, actions: [{ type: deny }] }]`,
    );
  };
  const isThere = (name: string): Promise<void> =>
    page.locator(".cm-line", { hasText: name }).first().waitFor();
  await typed("Zebra");
  await page.reload();
  await isThere("Zebra");
  await playground.kept();
  await typed("Okapi");
  await page.goto(`${new URL(page.url()).origin}/playground.css`);
  await page.goBack();
  await isThere("Okapi");
  await page.getByRole("radio", { name: "curl" }).check();
  await page.reload();
  await playground.editor("curl command").waitFor();
  expect(await playground.close()).toEqual([]);
});

test("a link that is damaged is said to be, and leaves an example", async () => {
  const playground = await open({ fragment: "#v1.AAAA" });
  await playground.says(/The link is damaged/);
  await playground.says("forwarded");
  expect(await playground.close()).toEqual([]);
});

test("everything is saved as a project", async () => {
  const playground = await open({ state });
  const { page } = playground;
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Copy as project" }).click(),
  ]);
  const files = unzipSync(readFileSync(await download.path()));
  const texts = Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)] as const);
  const named = (end: string) => texts.find(([name]) => name.endsWith(end))?.[1];
  expect(named(".policy.yaml")).toBe(state.policy.text);
  expect(named(".cases.yaml")).toContain("name: Denied");
  expect(named("traffic-policy.config.ts")).toContain("defineConfig");
  expect(await playground.close()).toEqual([]);
});

test("after a policy of one's own is pasted, the rest of the example can go, and requests are proposed", async () => {
  const playground = await open();
  const { page } = playground;
  await playground.says("forwarded to https://shop.internal");
  await playground.paste(
    "Policy",
    "on_http_request:\n  - name: Mine\n    expressions: [req.url.path == '/mine']\n    actions: [{ type: deny }]\n",
  );
  await page.getByRole("button", { name: "Try it: GET https://example.com/mine" }).click();
  await playground.says("answered with 403");
  await page.getByRole("button", { name: "Remove them" }).click();
  await playground.says("The cases and assertions of the example are removed.");
  await playground.pane("Cases");
  expect(await playground.text("Cases")).toContain("request: { url:");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".cm-line", { hasText: "The office does" }).waitFor();
  expect(await playground.close()).toEqual([]);
});

test("a policy of five million characters can be edited, and what is left out is said", async () => {
  const playground = await open({ state });
  const { page } = playground;
  const rule = `    { "name": "Rule", "expressions": ["req.url.path.startsWith('/a/')"], "actions": [{ "type": "deny" }] }`;
  const text = `{\n  "inbound": [\n${Array.from({ length: 48_000 }, () => rule).join(",\n")}\n  ]\n}\n`;
  expect(text.length).toBeGreaterThan(5_000_000);
  await playground.paste("Policy", text);
  await playground.says(/The policy has 5,\d+,\d+ bytes, more than the 5,000,000/);
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("x");
  await page.locator(".cm-line", { hasText: /^x\{$/ }).waitFor();
  expect(await playground.close()).toEqual([]);
});
