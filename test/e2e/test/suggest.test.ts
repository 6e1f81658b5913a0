import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configuration, project, run } from "../command.ts";
import { builtPolicy, cases, definedCases, policy } from "./files.ts";

interface Suggested {
  readonly file: string;
  readonly isNew: boolean;
  readonly source: string;
}

test.each<[string, Record<string, string>, (text: string, source: string) => string]>([
  [
    "YAML",
    { "web.policy.yaml": policy, "web.cases.yaml": cases },
    (text, source) => `${text}\n${source}\n`,
  ],
  [
    "TypeScript",
    { "web.policy.ts": builtPolicy, "web.cases.ts": definedCases },
    (text, source) => text.replace(/\n\]\);\n$/, `\n${source}\n]);\n`),
  ],
  [
    "JSON",
    {
      "web.policy.yaml": policy,
      "web.cases.json": JSON.stringify({
        cases: [
          { name: "a", request: { url: "https://a.example/" }, expect: { outcome: "forwarded" } },
        ],
      }),
    },
    (text, source) => text.replace(/\]\}$/, `,\n${source.replace(/,$/, "")}]}`),
  ],
])(
  "what is proposed in %s, pasted into the file, covers everything",
  async (_what, files, paste) => {
    const cwd = project(files);
    const { out } = await run(["test", "--suggest", "--format", "json"], { cwd });
    const [{ file, isNew, source }] = (JSON.parse(out) as { suggested: [Suggested] }).suggested;
    expect(isNew).toBe(false);
    writeFileSync(join(cwd, file), paste(readFileSync(join(cwd, file), "utf8"), source));
    const { status, out: after, err } = await run(["test", "--min-coverage", "100"], { cwd });
    expect({ status, err }, after).toEqual({ status: 0, err: "" });
  },
);

test("for the policy of a target without cases, a whole file is proposed", async () => {
  const cwd = project({
    "traffic-policy.config.json": configuration({
      targets: {
        web: { kind: "https-route", edge: "edge_1", route: "route_1", policy: "./web.policy.yaml" },
        ssh: { kind: "tcp-edge", edge: "edge_2", policy: "./ssh.json" },
      },
    }),
    "web.policy.yaml": policy,
    "ssh.json": JSON.stringify({ inbound: [{ actions: [{ type: "deny" }] }] }),
    "ssh.cases.yaml": "cases: [{ name: Nobody, expect: { outcome: denied } }]",
  });
  const { out } = await run(["test", "--suggest", "--format", "json"], { cwd });
  const [{ file, isNew, source }] = (JSON.parse(out) as { suggested: [Suggested] }).suggested;
  expect({ file, isNew }).toEqual({ file: "web.cases.yaml", isNew: true });
  writeFileSync(join(cwd, file), source);
  expect(await run(["test", "--min-coverage", "100"], { cwd })).toMatchObject({ status: 0 });
});

test("for a policy that is named and has no cases, a whole file is proposed", async () => {
  const cwd = project({ "web.policy.yaml": policy, "web.md": "# Web\n" });
  const { status, out } = await run(["test", "web.policy.yaml", "--suggest"], { cwd });
  expect(out).toContain("suggested for web.cases.yaml, which would be new\n");
  expect(out).toMatch(/\nThere are no cases yet\.\n$/);
  expect(status).toBe(0);
  const json = await run(["test", "web.policy.yaml", "--suggest", "--format", "json"], { cwd });
  const [{ file, isNew, source }] = (JSON.parse(json.out) as { suggested: [Suggested] }).suggested;
  expect({ file, isNew }).toEqual({ file: "web.cases.yaml", isNew: true });
  writeFileSync(join(cwd, file), source);
  expect(await run(["test", "--min-coverage", "100"], { cwd })).toMatchObject({ status: 0 });
  for (const other of ["web.md", "no.policy.yaml"]) {
    expect(await run(["test", other, "--suggest"], { cwd })).toMatchObject({ status: 2, out: "" });
  }
});

test("for people, the source stands ready to be pasted, and what was not found is said", async () => {
  const cwd = project({
    "web.policy.yaml": `inbound:
  - name: Odd
    expressions: ["size(req.headers) + 1 == 77", "req.method == 'POST'"]
    actions: [{ type: deny }]
  - name: Posts
    expressions: ["req.method == 'POST'"]
    actions: [{ type: deny, config: { status_code: 405 } }]
`,
    "web.cases.yaml":
      "cases: [{ name: a, request: { url: 'https://a.example/x' }, expect: { status: 403, outcome: denied } }]",
  });
  const { status, out } = await run(["test", "--suggest"], { cwd });
  expect(out).toContain(`suggested for web.cases.yaml

  - name: "Posts: req.method == 'POST' is true"
    request:
      method: POST
      url: https://a.example/
    expect:
      outcome: denied
      status: 405
      matched:
        - Posts

no suggestion  size(req.headers) + 1 == 77 is never true in the inbound rule "Odd".
               It is unknown what makes size(req.headers) + 1 == 77 true.
`);
  expect(status).toBe(1);
});
