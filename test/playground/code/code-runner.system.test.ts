import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { CodeResult } from "../../../packages/playground/src/code/code-runner.ts";
import { serveFolder, startChromium, watch, type ServedFolder } from "../browser.ts";
import { bundlePage, type BundledPage } from "../bundle.ts";

let bundled: BundledPage;
let served: ServedFolder;
let browser: Browser;
let collector: { readonly origin: string; readonly heard: string[]; close(): void };

/** A server elsewhere that hears whatever gets out. */
async function startCollector(): Promise<typeof collector> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url ?? "");
    response.writeHead(200, { "access-control-allow-origin": "*" }).end();
  });
  server.on("connection", () => heard.push("a connection"));
  server.on("upgrade", (_request, socket) => socket.destroy());
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    heard,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

beforeAll(async () => {
  bundled = await bundlePage(`
    import { CodeRunner } from "@playground/code/code-runner.ts";
    Object.assign(globalThis, { CodeRunner, runner: new CodeRunner({ timeLimit: 4000 }) });
  `);
  [served, collector, browser] = await Promise.all([
    serveFolder(bundled.folder),
    startCollector(),
    startChromium(),
  ]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await served?.close();
  collector?.close();
  bundled?.remove();
});

interface OpenedPage {
  readonly page: Page;
  /** Errors, and requests to other hosts. */
  readonly wrong: readonly string[];
}

async function open(): Promise<OpenedPage> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const wrong = watch(page, served.origin);
  await page.goto(`${served.origin}/`);
  await page.waitForFunction("'runner' in globalThis");
  return { page, wrong };
}

interface Runner {
  run(text: string): Promise<CodeResult>;
  close(): void;
}

function run(page: Page, text: string): Promise<CodeResult> {
  return page.evaluate(
    (code) => (globalThis as unknown as { runner: Runner }).runner.run(code),
    text,
  );
}

/** A policy whose first rule has the name that an expression gives. */
function naming(expression: string): string {
  return `export default { inbound: [{ name: String(${expression}), actions: [] }] };\n`;
}

/** The name of that rule. */
async function named(page: Page, text: string): Promise<string> {
  const result = await run(page, text);
  if (result.state !== "built") throw new Error(JSON.stringify(result));
  const { inbound } = JSON.parse(result.policy.text) as { inbound: { name: string }[] };
  return inbound[0]?.name ?? "";
}

const policy = `import { deny, policy, req, rule } from "@traffic-policy/policy-builder"; const a: string = "/b";
export default policy({ protocol: "http" }).inbound(
  rule("Admin").when(req.url.path.startsWith(a)).do(deny()),
);
`;

test("a policy is built, with the places of its parts, under the strict policy of the page", async () => {
  const { page, wrong } = await open();
  expect(await run(page, policy)).toEqual({
    state: "built",
    policy: {
      language: "typescript",
      text: '{"inbound":[{"name":"Admin","expressions":["req.url.path.startsWith(\'/b\')"],"actions":[{"type":"deny"}]}]}',
      protocol: "http",
      places: {
        "": { line: 2, column: 16, endLine: 2, endColumn: 22 },
        "/inbound/0": { line: 3, column: 3, endLine: 3, endColumn: 7 },
        "/inbound/0/expressions/0": { line: 3, column: 35, endLine: 3, endColumn: 45 },
        "/inbound/0/actions/0": { line: 3, column: 53, endLine: 3, endColumn: 57 },
      },
    },
  });
  expect(wrong).toEqual([]);
});

test("what is thrown has its place, also behind the import in the same line", async () => {
  const { page, wrong } = await open();
  const line = `${policy.split("\n")[0] ?? ""} req; deny; policy; rule("c").do(`;
  const column = line.length + 1;
  const results = [
    await run(page, `${line}5 as any);`),
    await run(page, "type A = 1;\n  null!.b as A;\n"),
    await run(page, "enum A { b }"),
  ];
  expect(results).toMatchObject([
    { problem: { place: { line: 1, column, endLine: 1, endColumn: column + 8 } } },
    {
      problem: {
        message: "It throws TypeError: Cannot read properties of null (reading 'b').",
        place: { line: 2, column: 9 },
      },
    },
    { problem: { message: expect.stringContaining("Enums are not supported") } },
  ]);
  expect(wrong).toEqual([]);
});

describe("an endless", () => {
  test.each([
    ["loop", "for (;;);"],
    ["await", "await new Promise(() => {});"],
    ["recursion of promises", "const f = () => Promise.resolve().then(f); await f();"],
    ["await of a worker that closes itself", "close(); await new Promise(() => {});"],
  ])("%s ends, and the page stays usable", async (_what, code) => {
    const { page, wrong } = await open();
    const running = run(page, code);
    let isOver = false;
    void running.finally(() => (isOver = true));
    // The thread of the page is free.
    expect(await page.evaluate("1 + 1")).toBe(2);
    expect(isOver).toBe(false);
    expect(await running).toMatchObject({
      problem: {
        message: "It did not finish within 4 seconds.",
        help: "Look for an endless loop or await.",
      },
    });
    expect(await run(page, policy)).toMatchObject({ state: "built" });
    expect(wrong).toEqual([]);
  });

  test("stream of messages is cut, and the page stays usable", async () => {
    const { page, wrong } = await open();
    expect(await run(page, "for (;;) postMessage(new Array(1000).fill('x'));")).toMatchObject({
      problem: { message: "The code ended without an answer." },
    });
    expect(await run(page, policy)).toMatchObject({ state: "built" });
    expect(wrong).toEqual([]);
  });
});

test("a newer text takes the place of an older one, and closing removes the frame", async () => {
  const { page } = await open();
  const states = await page.evaluate(async (text) => {
    const { runner } = globalThis as unknown as { runner: Runner };
    const results = await Promise.all([runner.run("for (;;);"), runner.run(text)]);
    const last = runner.run(text);
    runner.close();
    return [...results, await last].map(({ state }) => state);
  }, policy);
  expect(states).toEqual(["replaced", "built", "replaced"]);
  expect(await page.locator("iframe").count()).toBe(0);
  expect(await run(page, policy)).toMatchObject({ state: "built" });
});

describe("nothing gets out by", () => {
  const elsewhere = (): string => JSON.stringify(`${collector.origin}/?secret`);
  const here = (): string => JSON.stringify(`${served.origin}/?secret`);
  const attempts: Readonly<Record<string, (url: string) => string>> = {
    fetch: (url) => `await fetch(${url})`,
    "fetch without an answer": (url) => `await fetch(${url}, { mode: "no-cors", keepalive: true })`,
    XMLHttpRequest: (url) =>
      `(() => { const x = new XMLHttpRequest(); x.open("GET", ${url}, false); x.send(); return x.status; })()`,
    WebSocket: (url) =>
      `await new Promise((settle, refuse) => { const s = new WebSocket(${url}.replace("http", "ws")); s.onopen = settle; s.onerror = refuse; })`,
    EventSource: (url) =>
      `await new Promise((settle, refuse) => { const s = new EventSource(${url}); s.onopen = settle; s.onerror = refuse; })`,
    WebTransport: (url) => `await new WebTransport(${url}.replace("http", "https")).ready`,
    importScripts: (url) => `importScripts(${url})`,
    "code that is made of texts": (url) =>
      `await new Function("return import(" + ${JSON.stringify("")} + ${JSON.stringify(url)} + ")")()`,
    "a module that is made of a text": (url) =>
      `await (() => { const a = URL.createObjectURL(new Blob(["import " + ${JSON.stringify(url)}], { type: "text/javascript" })); return new Promise((settle, refuse) => { const w = new Worker(a, { type: "module" }); w.onmessage = settle; w.onerror = refuse; }); })()`,
    "a worker that loads scripts": (url) =>
      `await (() => { const a = URL.createObjectURL(new Blob(["importScripts(" + ${JSON.stringify(url)} + "); postMessage(1)"])); return new Promise((settle, refuse) => { const w = new Worker(a); w.onmessage = settle; w.onerror = refuse; }); })()`,
    "a worker from there": (url) =>
      `await new Promise((settle, refuse) => { const w = new Worker(${url}); w.onmessage = settle; w.onerror = refuse; })`,
    "a beacon": (url) => `navigator.sendBeacon(${url}) || null.sent`,
    "a connection between browsers": () => `new RTCPeerConnection()`,
  };

  test.each(Object.keys(attempts))("%s", async (name) => {
    const { page } = await open();
    expect(await named(page, naming("'ready'"))).toBe("ready");
    const before = [...served.asked];
    collector.heard.length = 0;
    for (const url of [elsewhere(), here()]) {
      const attempt = attempts[name]?.(url) ?? "";
      const code = `let outcome: unknown; try { outcome = ["done", ${attempt}]; } catch { outcome = "refused"; }\n${naming("outcome")}`;
      expect(await named(page, code)).toBe("refused");
    }
    expect(collector.heard).toEqual([]);
    expect(served.asked).toEqual(before);
  });

  test.each([
    [
      "indexedDB",
      'await new Promise((settle, refuse) => { const r = indexedDB.open("a"); r.onsuccess = settle; r.onerror = refuse; })',
    ],
    ["caches", 'await caches.open("a")'],
    ["files", "await navigator.storage.getDirectory()"],
    ["localStorage", "localStorage.length"],
    ["sessionStorage", "sessionStorage.length"],
    ["the document", "document.cookie"],
    ["the page", "parent.location"],
    ["the page above", "top.postMessage(1)"],
  ])("%s", async (_what, attempt) => {
    const { page } = await open();
    const code = `let outcome: unknown; try { outcome = ["done", ${attempt.replace(/\b(document|parent|top|localStorage|sessionStorage)\b/, "(globalThis as any).$1")}]; } catch { outcome = "refused"; }\n${naming("outcome")}`;
    expect(await named(page, code)).toBe("refused");
  });

  test("a channel to the page or another one, and nothing stays from one run to the next", async () => {
    const { page } = await open();
    await page.evaluate(`
      globalThis.heard = [];
      new BroadcastChannel("a").onmessage = ({ data }) => heard.push(data);
      addEventListener("message", ({ data }) => {
        if (JSON.stringify(data)?.includes("secret")) heard.push(data);
      });
    `);
    const code = `new BroadcastChannel("a").postMessage("secret"); (globalThis as any).left = 1; Object.prototype.left = 1;\n`;
    expect(await named(page, code + naming("'sent'"))).toBe("sent");
    expect(await named(page, naming("typeof (globalThis as any).left + typeof {}.left"))).toBe(
      "undefinedundefined",
    );
    expect(await page.evaluate("heard")).toEqual([]);
  });

  test("a forged answer is no more than an answer", async () => {
    const { page, wrong } = await open();
    const forged = `postMessage({ state: "built", policy: { text: "{}", protocol: "x", places: { a: { line: -1 }, __proto__: 5, "": { line: 1, column: 1, endLine: 1, endColumn: 2 } }, language: "json", more: 1 } }); for (;;);`;
    expect(await run(page, forged)).toEqual({
      state: "built",
      policy: {
        language: "typescript",
        text: "{}",
        places: { "": { line: 1, column: 1, endLine: 1, endColumn: 2 } },
      },
    });
    for (const message of [
      "5",
      "null",
      "[]",
      "{ state: 'refused' }",
      "{ state: 'built', policy: { text: 5 } }",
    ]) {
      expect(await run(page, `postMessage(${message}); for (;;);`)).toMatchObject({
        state: "refused",
        problem: { message: "The code ended without an answer." },
      });
    }
    expect(wrong).toEqual([]);
  });
});

test("a text that is too long is not run", async () => {
  const { page } = await open();
  const message = await page.evaluate(async () => {
    const { runner } = globalThis as unknown as { runner: Runner };
    const result = await runner.run(" ".repeat(1_000_001));
    return result.state === "refused" ? result.problem.message : "";
  });
  expect(message).toBe("The policy has more than the 1,000,000 characters that can be run.");
});
