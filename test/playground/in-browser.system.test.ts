import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { answer } from "../../packages/playground/src/work/answer.ts";
import type { Question, QuestionKind } from "../../packages/playground/src/work/messages.ts";
import { serveFolder, startChromium, watch, type ServedFolder } from "./browser.ts";
import { bundlePage, type BundledPage } from "./bundle.ts";

let bundled: BundledPage;
let served: ServedFolder;
let browser: Browser;

beforeAll(async () => {
  bundled = await bundlePage(`
    import { linkOf, openLink } from "@playground/link/link.ts";
    import { packProject } from "@playground/link/project.ts";
    import { WorkClient } from "@playground/work/client.ts";
    Object.assign(globalThis, { linkOf, openLink, packProject, WorkClient, client: new WorkClient() });
  `);
  [served, browser] = await Promise.all([serveFolder(bundled.folder), startChromium()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await served?.close();
  bundled?.remove();
});

async function open(): Promise<{ readonly page: Page; readonly wrong: readonly string[] }> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const wrong = watch(page, served.origin);
  await page.goto(`${served.origin}/`);
  await page.waitForFunction("'client' in globalThis");
  return { page, wrong };
}

const policy = {
  language: "yaml",
  text: `inbound:
  - name: Admin
    expressions: ["req.url.path.matches('^/admin(/|$)') && !inCidrRange(conn.client_ip, '10.0.0.0/8')"]
    actions: [{ type: deny, config: { status_code: 403 } }]
  - name: Tag
    actions: [{ type: add-headers, config: { headers: { x-id: "\${req.method}" } } }]
`,
} as const;

const other = { ...policy, text: policy.text.replace("403", "404") };
const exchange = {
  format: "curl",
  text: "curl https://a.example/admin -d a=1",
} as const;
const cases =
  "cases: [{ name: a, request: { url: https://a.example/admin }, time: 2026-01-01T00:00:00Z, expect: { outcome: denied } }]";
const assertions =
  "assertions: [{ name: a, when: \"req.url.path == '/admin'\", always: { outcome: denied } }]";

const questions: { readonly [Kind in QuestionKind]: Question<Kind> } = {
  simulate: { policy, exchange },
  runCases: { policy, cases },
  suggestCases: { policy, cases },
  prove: { policy, assertions },
  compare: { policy, other },
  migrate: { policy, forwardTo: "https://shop.internal" },
  policies: { policy },
  deployed: { policy },
  draw: { policy },
  lint: { policy },
};

describe("the work worker, under the strict policy of the page", () => {
  test.each(Object.keys(questions) as QuestionKind[])(
    "answers %s as anywhere else",
    async (kind) => {
      const { page, wrong } = await open();
      const found = await page.evaluate(
        `client.ask(${JSON.stringify(kind)}, ${JSON.stringify(questions[kind])})`,
      );
      expect(found).toEqual(await answer(kind, questions[kind]));
      expect(wrong).toEqual([]);
    },
  );

  test("is loaded with the first question, and YAML with the first that needs it", async () => {
    const { page } = await open();
    const askedSince = (at: number): readonly string[] => served.asked.slice(at);
    const [start, worker] = [served.asked.length, "/work-worker.js"];
    await page.evaluate("1 + 1");
    expect(askedSince(start)).toEqual([]);
    await page.evaluate(`client.ask("deployed", { policy: { language: "json", text: "{}" } })`);
    expect(askedSince(start)).toContain(worker);
    const parts = served.asked.length;
    await page.evaluate(`client.ask("deployed", ${JSON.stringify({ policy })})`);
    expect(askedSince(parts)).toContainEqual(expect.stringMatching(/^\/yaml-\w+\.js$/));
  });

  test("ends when an answer takes too long, and starts again", async () => {
    const { page, wrong } = await open();
    const list = `[${Array.from({ length: 100 }, (_, index) => index).join(", ")}]`;
    // A hundred million conditions.
    const endless = ["a", "b", "c", "d"].reduceRight(
      (inner, name) => `${list}.all(${name}, ${inner})`,
      "true",
    );
    const long = JSON.stringify({ inbound: [{ expressions: [endless], actions: [] }] });
    const states = await page.evaluate(`(async () => {
      const client = new WorkClient({ timeLimit: 3000 });
      const policy = { language: "json", text: ${JSON.stringify(long)} };
      const first = await client.ask("simulate", { policy, exchange: ${JSON.stringify(exchange)} });
      const second = await client.ask("deployed", { policy });
      client.close();
      return [first.state, first.problem?.message, second.state];
    })()`);
    expect(states).toEqual(["refused", "This did not finish within 3 seconds.", "answered"]);
    expect(wrong).toEqual([]);
  });
});

describe("links, in the browser", () => {
  const links = JSON.parse(
    readFileSync(new URL("link/fixtures/version-1.json", import.meta.url), "utf8"),
  ) as readonly { readonly link: string; readonly state: unknown }[];

  test("of version 1 open, and those that are made there open here", async () => {
    const { page, wrong } = await open();
    const { openLink } = await import("../../packages/playground/src/link/link.ts");
    for (const { link, state } of links) {
      expect(await page.evaluate(`openLink(${JSON.stringify(link)})`)).toEqual({
        kind: "state",
        state,
      });
      const made = String(await page.evaluate(`linkOf(${JSON.stringify(state)})`));
      expect(await openLink(made)).toEqual({ kind: "state", state });
    }
    expect(wrong).toEqual([]);
  });

  test("that are hostile are one sentence", async () => {
    const { page, wrong } = await open();
    const { deflateRawSync } = await import("node:zlib");
    const bomb = deflateRawSync(Buffer.alloc(100_000_000)).toString("base64url");
    const [{ link = "" } = {}] = links;
    for (const fragment of [
      `#v1.${bomb}`,
      link.slice(0, -8),
      `${link}AAAA`,
      "#v1.%F0",
      "#v2.",
      "#v1.A",
    ]) {
      expect(await page.evaluate(`openLink(${JSON.stringify(fragment)})`)).toEqual({
        kind: "damaged",
        message: expect.stringMatching(/^The link .*\.$/),
      });
    }
    expect(wrong).toEqual([]);
  });

  test("and projects are packed there, too", async () => {
    const { page, wrong } = await open();
    const packed = await page.evaluate(
      `packProject({ policy: ${JSON.stringify(policy)} }).then(({ bytes }) => [...bytes])`,
    );
    const { unzipSync } = await import("fflate");
    expect(Object.keys(unzipSync(Uint8Array.from(packed as number[])))).toContain(
      "policy-project/policies/web.policy.yaml",
    );
    expect(wrong).toEqual([]);
  });
});
