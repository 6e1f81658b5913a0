import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { buildPlayground } from "../../scripts/bundle/build-playground.js";
import { firstLoad } from "../../scripts/bundle/first-load.js";
import { serveFolder, startChromium, type ServedFolder } from "../playground/browser.ts";
import { sitePolicy } from "./fixtures/site-policies.ts";
import { medianOf, printRows, type Row } from "./table.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const starts = 15;
const edits = 200;
const rules = 50;

/** A page with an editor and nothing else: the floor. */
const bareEditor = `
import { json } from "@codemirror/lang-json";
import { basicSetup } from "./page/editor/setup.ts";
import { EditorView } from "@codemirror/view";

const text = await (await fetch("policy.json")).text();
new EditorView({ doc: text, extensions: [basicSetup(), json(), EditorView.lineWrapping], parent: document.body });
globalThis.readyAt = performance.now();
`;

/** The playground with the same text. */
const startPlayground = `
import { mount } from "./playground.js";
const text = await (await fetch("policy.json")).text();
const state = { policy: { language: "json", text } };
await mount(document.querySelector("#playground"), { state }).ready;
globalThis.readyAt = performance.now();
`;

/** Notes each edit with the time until what was found in it is shown, and tasks that keep the page from doing anything. */
const observer = `
globalThis.tasks = [];
globalThis.latencies = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) tasks.push(duration);
}).observe({ type: "longtask" });
let editedAt;
addEventListener("keydown", () => { editedAt = performance.now(); }, true);
const isWrong = () => document.querySelector(".cm-lintRange-error") !== null;
let wasWrong = false;
addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => {
    if (editedAt === undefined || isWrong() === wasWrong) return;
    wasWrong = !wasWrong;
    latencies.push(performance.now() - editedAt);
    editedAt = undefined;
  }).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
});
`;

/** The playground in Chromium, beside a page with an editor that knows no language server. */
export async function benchPlayground(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  const browser = await startChromium();
  const served: ServedFolder[] = [];
  try {
    const metafile = await buildPlayground(join(folder, "playground"));
    await buildBareEditor(join(folder, "bare"));
    const text = JSON.stringify(sitePolicy(1, rules), undefined, 2);
    writeFileSync(join(folder, "playground", "policy.json"), text);
    writeFileSync(join(folder, "playground", "start.js"), startPlayground);
    writeFileSync(join(folder, "bare", "policy.json"), text);
    const [playground, bare] = await Promise.all(
      ["playground", "bare"].map((name) => serveFolder(join(folder, name))),
    );
    if (playground === undefined || bare === undefined) return;
    served.push(playground, bare);
    const bytes = firstLoad(metafile, join(folder, "playground")).reduce(
      (sum, { gzip }) => sum + gzip,
      0,
    );
    const [floorReady, ready] = await readyTimes(browser, [bare.origin, playground.origin]);
    printRows("A new page in Chromium, median of 15", [
      {
        name: "first load: editor, language and lint, compressed",
        value: bytes / 1000,
        unit: "kB",
        goal: { of: "value", most: 450 },
      },
      { name: "an editor alone, start to ready", value: floorReady ?? 0, unit: "ms" },
      {
        name: "the playground, start to ready, 50 rules",
        value: ready ?? 0,
        unit: "ms",
        goal: { of: "value", most: 1500 },
      },
    ]);
    const floor = await type(browser, bare.origin, false);
    const typed = await type(browser, playground.origin, true);
    printRows("Typing in 50 rules in JSON, 200 edits", [
      longest("an editor alone: longest task", floor.tasks),
      {
        ...longest("the playground: longest task", typed.tasks),
        goal: { of: "value", most: 50 },
      },
      {
        name: "edit to diagnostics, 95 of 100 within",
        value: within(typed.latencies, 0.95),
        unit: "ms",
        goal: { of: "value", most: 100 },
        note: `median ${medianOf(typed.latencies).toFixed(1)} ms of ${typed.latencies.length}`,
      },
    ]);
  } finally {
    await browser.close();
    for (const one of served) await one.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function buildBareEditor(outdir: string): Promise<void> {
  await build({
    stdin: { contents: bareEditor, resolveDir: `${root}packages/playground/src`, loader: "ts" },
    bundle: true,
    format: "esm",
    minify: true,
    outfile: join(outdir, "page.js"),
    logLevel: "error",
  });
  writeFileSync(
    join(outdir, "index.html"),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Editor</title></head><body><script type="module" src="page.js"></script></body></html>\n',
  );
}

/** From the start of the navigation, in turns: each page in a context of its own, so that nothing is kept. */
async function readyTimes(browser: Browser, origins: readonly string[]): Promise<number[]> {
  const times = origins.map((): number[] => []);
  for (let run = 0; run < starts; run++) {
    for (const [index, origin] of origins.entries()) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${origin}/`);
      await page.waitForFunction(() => "readyAt" in globalThis);
      times[index]?.push(Number(await page.evaluate("globalThis.readyAt")));
      await context.close();
    }
  }
  return times.map(medianOf);
}

interface Typed {
  /** In milliseconds; shorter ones than 50 are not told by the browser. */
  readonly tasks: readonly number[];
  /** From each edit to what is found, in milliseconds. */
  readonly latencies: readonly number[];
}

/** Makes a name of a variable wrong and right again, as somebody who types. */
async function type(browser: Browser, origin: string, hasDiagnostics: boolean): Promise<Typed> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.addInitScript(observer);
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => "readyAt" in globalThis);
  await page.waitForTimeout(2000);
  await cursorInName(page);
  await page.evaluate("tasks.length = 0; latencies.length = 0");
  for (let edit = 0; edit < edits; edit++) {
    await page.keyboard.press(edit % 2 === 0 ? "x" : "Backspace");
    await page.waitForTimeout(150);
    if (hasDiagnostics) {
      const known = `latencies.length > ${edit}`;
      while ((await page.evaluate(known)) !== true) await page.waitForTimeout(20);
    }
  }
  await page.waitForTimeout(500);
  const typed = await page.evaluate("({ tasks, latencies })");
  await context.close();
  return typed as Typed;
}

/** Puts the cursor behind the first name of a variable. */
async function cursorInName(page: Page): Promise<void> {
  await page.evaluate(`{
    const content = document.querySelector(".cm-content");
    const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    let before = "";
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const at = node.textContent.search(/\\b(?:method|path|host)\\b/);
      if (at >= 0 && /req\\.(?:url\\.)?$/.test(before + node.textContent.slice(0, at))) {
        content.focus();
        getSelection().collapse(node, at + /^\\w+/.exec(node.textContent.slice(at))[0].length);
        break;
      }
      before += node.textContent;
    }
  }`);
  await page.waitForTimeout(200);
}

function longest(name: string, tasks: readonly number[]): Row {
  const note = tasks.length === 0 ? "none takes 50 ms" : `${tasks.length} take 50 ms or more`;
  return { name, value: Math.max(0, ...tasks), unit: "ms", note };
}

function within(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
