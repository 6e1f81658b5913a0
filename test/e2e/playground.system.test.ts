import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startChromium, watch } from "../playground/browser.ts";
import { project, run } from "./command.ts";

const bin = fileURLToPath(new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url));

const policy = `inbound:
  - name: Only reads
    expressions:
      - req.method != 'GET'
    actions:
      - type: deny
`;
const cases = `cases:
  - name: A write
    request: { method: POST, url: "https://example.com/" }
    expect: { outcome: denied }
`;

interface Served {
  readonly link: string;
  readonly child: ChildProcess;
  readonly err: () => string;
}

/** Serves it as a user does, until the test has ended. */
async function serve(cwd: string, ...args: string[]): Promise<Served> {
  const child = spawn(process.execPath, [bin, "playground", "--format", "json", ...args], { cwd });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
  let err = "";
  child.stderr.on("data", (piece: Buffer) => (err += piece.toString()));
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { link } = JSON.parse(line) as { link: string };
  return { link, child, err: () => err };
}

describe("the playground on this machine", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  }, 120_000);
  afterAll(() => browser.close());

  async function open(link: string): Promise<{ page: Page; wrong: string[] }> {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const wrong = watch(page, new URL(link).origin);
    await page.goto(link);
    await page.getByRole("textbox", { name: "Policy", exact: true }).waitFor();
    return { page, wrong };
  }

  const shown = (page: Page): Promise<string> =>
    page.getByRole("textbox", { name: "Policy", exact: true }).innerText();

  test("shows a policy with its cases, as they are now, and its link opens once", async () => {
    const cwd = project({ "web.policy.yaml": policy, "web.cases.yaml": cases });
    const { link } = await serve(cwd, "web.policy.yaml");
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#local\.[\w-]{43}$/);
    const { page, wrong } = await open(link);
    await expect.poll(() => shown(page)).toContain("Only reads");
    await page.getByRole("tab", { name: "Cases", exact: true }).click();
    await expect.poll(() => page.getByRole("tabpanel").innerText()).toContain("A write");
    expect(new URL(page.url()).hash).toBe("#local");

    writeFileSync(join(cwd, "web.policy.yaml"), policy.replace("Only reads", "No writes"));
    await page.reload();
    await expect.poll(() => shown(page)).toContain("No writes");
    expect(wrong).toEqual([]);

    const other = await open(link);
    await other.page.getByText("This link has been used.").first().waitFor();
    expect(await shown(other.page)).not.toContain("No writes");
  });

  test("runs a policy in TypeScript, offline", async () => {
    const cwd = project({
      "web.policy.ts": `import { policy, rule, deny, req } from "@traffic-policy/policy-builder";
export default policy({ inbound: [rule("Only reads").when(req.method.notEquals("GET")).then(deny())] });
`,
    });
    const { link } = await serve(cwd, "web.policy.ts");
    const { page, wrong } = await open(link);
    await expect.poll(() => shown(page)).toContain("policy-builder");
    expect(wrong).toEqual([]);
  });
});

describe("before anything listens", () => {
  test.each([
    ["a file that is not there", "none.yaml", "none.yaml"],
    ["another kind of file", "web.txt", "This kind of file cannot hold a policy."],
    ["a file of another project", "../other.yaml", "leads out of the project."],
    ["a link to another project", "linked.yaml", "leads out of the project."],
  ])("%s is a sentence", async (_what, name, sentence) => {
    const folder = project({ "other.yaml": policy });
    const cwd = join(folder, "project");
    mkdirSync(cwd);
    writeFileSync(join(cwd, "web.txt"), policy);
    symlinkSync(join(folder, "other.yaml"), join(cwd, "linked.yaml"));
    const { status, out, err } = await run(["playground", name], { cwd });
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(sentence);
  });

  test("a port that is none is a sentence", async () => {
    const { status, err } = await run(["playground", "--port", "70000"], { cwd: project({}) });
    expect({ status, err: err.split("\n")[0] }).toEqual({
      status: 2,
      err: expect.stringContaining(`"70000" is not a port.`),
    });
  });
});

test("cases and assertions that lead out of the project are not served", async () => {
  const folder = project({ "secret.json": `{"cases": [], "of": "another project"}\n` });
  const cwd = join(folder, "project");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "web.policy.yaml"), policy);
  for (const kind of ["cases", "assertions"]) {
    symlinkSync(join(folder, "secret.json"), join(cwd, `web.${kind}.json`));
  }
  const { link, err } = await serve(cwd, "web.policy.yaml");
  await expect.poll(err).toContain("web.assertions.json leads out of the project.");
  expect(err()).toContain("web.cases.json leads out of the project.");
  const { origin, hash } = new URL(link);
  const response = await fetch(`${origin}/local.json`, {
    headers: { authorization: `Bearer ${hash.replace("#local.", "")}` },
  });
  const { local } = (await response.json()) as { local: object };
  expect(Object.keys(local)).toEqual(["policy"]);
});

test("what a page cannot show is said", async () => {
  const cwd = project({
    "web.policy.ts": `import { name } from "./name.ts";\nexport default { inbound: [{ name, actions: [{ type: "deny" }] }] };\n`,
    "name.ts": `export const name = "Nobody";\n`,
    "web.cases.ts": "export default { cases: [] };\n",
  });
  const { link, err } = await serve(cwd, "web.policy.ts");
  await expect.poll(err).toContain("web.policy.ts imports other modules");
  expect(err()).toContain("web.cases.ts is code: the page does not show it.");
  const { origin, hash } = new URL(link);
  const response = await fetch(`${origin}/local.json`, {
    headers: { authorization: `Bearer ${hash.replace("#local.", "")}` },
  });
  expect(await response.json()).toMatchObject({
    local: { policy: { language: "json", text: expect.stringContaining('"name": "Nobody"') } },
  });
});
