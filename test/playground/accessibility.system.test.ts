import { expect, test } from "vitest";
import { axeViolations } from "./axe-violations.ts";
import { playgroundTests, type Playground } from "./playground.ts";

// Keyboard, screen reader and narrow windows.

const { open } = playgroundTests();

/** What axe-core finds in light, and about colours in dark, as rules with the elements. */
async function violations({ page }: Playground): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const found = await axeViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  return [
    ...found,
    ...(await axeViolations(page, { runOnly: ["color-contrast", "link-in-text-block"] })),
  ];
}

const panes = ["Outcome", "Cases", "Proof", "Compare", "Migrate", "JSON", "Drawing"];

test("axe finds nothing in any pane, light or dark", async () => {
  const playground = await open();
  const { page } = playground;
  await playground.example("Office and API");
  await playground.says('The example "Office and API" is shown.');
  await playground.says("forwarded");
  await page.getByText("Headers and body of the request").click();
  for (const pane of panes) {
    await playground.pane(pane);
    if (pane === "Proof") await playground.says("Which rules are reached");
    if (pane === "Cases") await playground.says(/is covered/);
    if (pane === "Compare") {
      await page.getByRole("button", { name: "Take the policy as it is" }).click();
      await playground.says(/^the same for every request/);
    }
    if (pane === "Migrate") {
      await page
        .getByRole("textbox", { name: /^At the end, forward to/ })
        .fill("https://shop.internal");
      await playground.says(/^Compared without the last rule/);
      await page.getByRole("region", { name: "Before and after" }).locator(".tp-result").waitFor();
    }
    expect(await violations(playground), pane).toEqual([]);
  }
  await playground.example("Sign in");
  await playground.pane("Outcome");
  await playground.says("depends on what only the service knows");
  await page.getByText("A request for each rule").click();
  await page.getByText(/^Stubs, secrets/).click();
  await page.getByRole("button", { name: "Examples" }).click();
  expect(await violations(playground), "questions, and a menu").toEqual([]);
  await page.keyboard.press("Escape");
  await playground.example("A manifest of Kubernetes");
  await playground.says("Policy of");
  expect(await violations(playground), "a manifest").toEqual([]);
  await playground.write("Policy", "hello");
  await playground.says("Not a policy");
  expect(await violations(playground), "no policy").toEqual([]);
  await playground.example("Mistakes");
  await playground.says("2 errors, 6 warnings.");
  await page.locator(".cm-lintRange-error").first().hover();
  await page.locator(".cm-tooltip").waitFor();
  expect(await violations(playground), "findings").toEqual([]);
  expect(await playground.close()).toEqual([]);
});

test("arrows move between tabs, and only the chosen one is on the way of Tab", async () => {
  const playground = await open();
  const { page } = playground;
  const chosen = () => page.getByRole("tab", { selected: true }).textContent();
  await page.getByRole("tab", { name: "Outcome" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await chosen()).toBe("Cases");
  await page.keyboard.press("End");
  expect(await chosen()).toBe("Drawing");
  await page.keyboard.press("ArrowRight");
  expect(await chosen()).toBe("Outcome");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Outcome");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("tabpanel");
  const tab = page.getByRole("tab", { selected: true });
  expect(await tab.getAttribute("aria-controls")).toBe(
    await page.getByRole("tabpanel").getAttribute("id"),
  );
  expect(await playground.close()).toEqual([]);
});

test("a menu is opened, walked through and left by keys", async () => {
  const playground = await open();
  const { page } = playground;
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.getByRole("button", { name: "Examples" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("menu", { name: "Examples" }).waitFor();
  expect(await focused()).toContain("A cloud endpoint");
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toContain("TCP");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toContain("A cloud endpoint in TypeScript");
  await page.keyboard.press("Escape");
  expect(await page.getByRole("menu").count()).toBe(0);
  expect(await focused()).toBe("Examples");
  expect(await playground.close()).toEqual([]);
});

test("Tab indents in the editor, and leaves it after Escape, as the editor says", async () => {
  const playground = await open({ state: { policy: { language: "json", text: "{}\n" } } });
  const { page } = playground;
  const editor = playground.editor("Policy");
  const help = (await editor.getAttribute("aria-describedby")) ?? "";
  expect(await page.locator(`[id="${help}"]`).textContent()).toContain(
    "Press Escape and then Tab to leave the editor",
  );
  await editor.click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("Tab");
  expect(await playground.text("Policy")).toContain("  {}");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  expect(await editor.evaluate((element) => element.contains(document.activeElement))).toBe(false);
  expect(await playground.close()).toEqual([]);
});

test("what keys do is shown in a dialog, which Escape closes", async () => {
  const playground = await open();
  const { page } = playground;
  await page.getByRole("button", { name: "Keys" }).click();
  const dialog = page.getByRole("dialog", { name: "Keys in an editor" });
  await dialog.getByText("leave the editor").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Keys");
  expect(await playground.close()).toEqual([]);
});

test("a screen reader is told the outcome and the number of findings when they change", async () => {
  const playground = await open();
  const { page } = playground;
  const told = (text: string | RegExp) =>
    page
      .locator('.tp-hidden[role="status"]')
      .filter({ hasText: text })
      .waitFor({ state: "attached" });
  await told("forwarded");
  await page.getByRole("textbox", { name: "URL" }).fill("https://shop.example/admin/");
  await told(/answered with 403, by custom-response/);
  await playground.write("Policy", '{"inbound": [{"expressions": ["req.metod"], "actions": []}]}');
  await told(/\d errors?/);
  expect(await playground.close()).toEqual([]);
});

test("the focus can be seen wherever it is", async () => {
  const playground = await open();
  const { page } = playground;
  await playground.says("forwarded");
  await page.getByRole("button", { name: "Examples" }).focus();
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const shown = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return "nothing";
      const around = element.closest(".tp-editor");
      const styles = [
        getComputedStyle(element),
        ...(around === null ? [] : [getComputedStyle(around, "::after")]),
        ...(element.nextElementSibling === null
          ? []
          : [getComputedStyle(element.nextElementSibling)]),
      ];
      const isSeen = styles.some(
        ({ outlineStyle, outlineWidth, borderTopWidth, content }) =>
          (outlineStyle !== "none" && outlineWidth !== "0px") ||
          (content === '""' && borderTopWidth === "2px"),
      );
      return isSeen ? "seen" : element.outerHTML.slice(0, 200);
    });
    expect(shown).toBe("seen");
  }
  expect(await playground.close()).toEqual([]);
});

test("nothing is wider than a window of 360, 768 or 1366 pixels", async () => {
  const playground = await open();
  const { page } = playground;
  const widest = async (what: string): Promise<void> => {
    for (const width of [360, 768, 1366]) {
      await page.setViewportSize({ width, height: 740 });
      await page.waitForTimeout(150);
      const size = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(size, `${what}, ${width}`).toBeLessThanOrEqual(width);
    }
  };
  await playground.says("forwarded");
  for (const pane of panes) {
    await playground.pane(pane);
    await widest(pane);
  }
  await playground.pane("Outcome");
  for (const title of ["Mistakes", "Sign in", "A manifest of Kubernetes"]) {
    await playground.example(title);
    await playground.says(`The example "${title}" is shown.`);
    await page.locator(".tp-outcome .tp-result").waitFor();
    await widest(title);
  }
  expect(await playground.close()).toEqual([]);
});
