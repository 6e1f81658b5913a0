import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { CodeLens } from "vscode-languageserver";
import { project, run } from "../command.ts";
import { ended, served } from "./served.ts";

// What the lens of the cases counts is what the command reports, in every example that has cases.

const examples = fileURLToPath(new URL("../../../docs/examples", import.meta.url));

const files = readdirSync(examples, { recursive: true, encoding: "utf8" }).filter(
  (file) => !file.includes("node_modules"),
);
const policies = files.filter((file) => {
  const [, name] = /^(.+)\.policy\.\w+$/.exec(file) ?? [];
  return name !== undefined && files.some((other) => other.startsWith(`${name}.cases.`));
});

test("there are examples in YAML and TypeScript", () => {
  expect(policies.filter((file) => file.endsWith(".ts"))).not.toEqual([]);
  expect(policies.filter((file) => !file.endsWith(".ts"))).not.toEqual([]);
});

interface Report {
  readonly summary: { readonly cases: number; readonly passed: number };
  readonly coverage: { readonly policies: readonly { readonly gaps: readonly unknown[] }[] };
}

/** What the lens says of a policy in a file, or as it is in an editor. */
async function lensTitle(file: string, text = readFileSync(file, "utf8")): Promise<string> {
  const server = await served({}, ["--trust"]);
  const uri = pathToFileURL(file).href;
  await server.editor.open(uri, text);
  const lenses = await server.editor.request<CodeLens[]>("textDocument/codeLens", uri);
  const lens = lenses.find(({ data }) => (data as { kind: string }).kind === "cases");
  const resolved = await server.editor.connection.sendRequest<CodeLens>("codeLens/resolve", lens);
  await ended(server);
  return resolved.command?.title ?? "";
}

/** The same in the words of the lens, by what the command reports. */
async function reported(file: string): Promise<string> {
  const args = ["test", "--coverage", "--format", "json", file];
  const { out } = await run(args, { cwd: dirname(file) });
  const { summary, coverage } = JSON.parse(out) as Report;
  const gaps = coverage.policies.reduce((sum, one) => sum + one.gaps.length, 0);
  const failed = summary.cases - summary.passed;
  return [
    `${summary.cases} ${summary.cases === 1 ? "case" : "cases"}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    gaps === 0 ? "everything is covered" : `${gaps} not covered`,
  ].join(", ");
}

test.each(policies)("of %s", async (policy) => {
  const file = join(examples, policy);
  expect(await lensTitle(file)).toBe(await reported(file));
});

const policy = `inbound:
  - name: a
    expressions: ["req.method == 'GET'"]
    actions: [{ type: deny }]
`;

const module = `import { cel, deny, policy, rule } from "@traffic-policy/policy-builder";
export default policy({ protocol: "http" }).inbound(
  rule("a").when(cel\`req.method == 'GET'\`).do(deny()),
);
`;

const cases = {
  "web.cases.yaml": `cases:
  - { name: right, request: { url: https://a.example/ }, expect: { outcome: denied } }
  - { name: wrong, request: { url: https://a.example/ }, expect: { outcome: forwarded } }
  - name: rows
    request: { url: https://a.example/ }
    expect: { outcome: denied }
    each: [{ name: one, request: { method: GET } }, { name: two, request: { method: HEAD } }]
`,
  "web.cases.json": JSON.stringify({
    cases: [{ name: "b", request: { url: "https://b.example/" }, expect: { status: 418 } }],
  }),
};

test.each([
  ["web.policy.yaml", policy],
  ["web.policy.ts", module],
])("of failing cases in several files, of %s", async (name, text) => {
  const file = join(project({ ...cases, [name]: text }), name);
  expect(await reported(file)).toMatch(/^5 cases, 3 failed/);
  expect(await lensTitle(file)).toBe(await reported(file));
});

test.each([
  ["web.policy.yaml", policy],
  ["web.policy.ts", module],
])("of the text that is not saved, of %s", async (name, text) => {
  const changed = text.replaceAll("GET", "PUT");
  const saved = join(project({ ...cases, [name]: changed }), name);
  const file = join(project({ ...cases, [name]: text }), name);
  const expected = await reported(saved);
  expect(expected).not.toBe(await reported(file));
  expect(await lensTitle(file, changed)).toBe(expected);
});
