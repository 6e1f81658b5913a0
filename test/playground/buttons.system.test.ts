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

test("examples take the place of everything, and that can be undone", async () => {
  const playground = await open({ state });
  const { page } = playground;
  await playground.says(/^1 passed/);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: "Assertions that do not hold" }).click();
  await playground.editor("Assertions").waitFor();
  expect(await playground.text("Policy")).toContain("name: Maintenance");
  await page.getByRole("button", { name: "Undo" }).click();
  await playground.says(/^1 passed/);
  expect(await playground.text("Policy")).toContain("name: Größe 📏");
  await page.getByRole("button", { name: "Reset" }).click();
  await page.locator(".cm-line", { hasText: "Admin pages only from the office" }).waitFor();
  expect(await playground.close()).toEqual([]);
});

test("every example can be opened, and each pane has something to say about it", async () => {
  const playground = await open();
  const { page } = playground;
  const titles = [
    "Office and API",
    "A shop in TypeScript",
    "Two rules in YAML",
    "Mistakes",
    "A cloud endpoint",
    "From an edge to an endpoint",
    "TCP",
  ];
  for (const title of titles) {
    await page.getByRole("button", { name: "Examples" }).click();
    await page.getByRole("menuitem", { name: title }).click();
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

test("nothing is in the address before a link is wanted; the link opens everything again", async () => {
  const playground = await open();
  const { page } = playground;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await playground.says("forwarded");
  await playground.cursorBehind("Policy", "Admin pages");
  await page.keyboard.type(" 📏!");
  await playground.says("Admin pages 📏! only from the office");
  expect(await page.evaluate(() => location.hash)).toBe("");
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

test("a policy of five million characters can be edited, and what is left out is said", async () => {
  const playground = await open({ state });
  const { page } = playground;
  const rule = `    { "name": "Rule", "expressions": ["req.url.path.startsWith('/a/')"], "actions": [{ "type": "deny" }] }`;
  const text = `{\n  "inbound": [\n${Array.from({ length: 48_000 }, () => rule).join(",\n")}\n  ]\n}\n`;
  expect(text.length).toBeGreaterThan(5_000_000);
  await playground.editor("Policy").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    const event = { clipboardData: data, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", event));
  }, text);
  await playground.says(/The policy has 5,\d+,\d+ bytes, more than the 5,000,000/);
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("x");
  await page.locator(".cm-line", { hasText: /^x\{$/ }).waitFor();
  expect(await playground.close()).toEqual([]);
});
