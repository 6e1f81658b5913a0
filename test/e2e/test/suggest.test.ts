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

test("what is written into TypeScript covers everything, and all else stays as it is", async () => {
  const commented = definedCases.replace("  },\n]);", "  }, // the last one\n  // The end\n]);");
  const cwd = project({ "web.policy.ts": builtPolicy, "web.cases.ts": commented });
  const { status, err } = await run(["test", "--suggest", "--write", "--min-coverage", "100"], {
    cwd,
  });
  expect(err).toBe("web.cases.ts was changed: 1 case more.\n");
  expect(status).toBe(0);
  const text = readFileSync(join(cwd, "web.cases.ts"), "utf8");
  const [before = ""] = commented.split("\n  // The end\n");
  expect(text.startsWith(`${before}\n  {\n    name: `)).toBe(true);
  expect(text.endsWith("\n  },\n  // The end\n]);\n")).toBe(true);
  expect(await run(["test", "--write"], { cwd })).toMatchObject({ status: 0, err: "" });
  expect(readFileSync(join(cwd, "web.cases.ts"), "utf8")).toBe(text);
});

test("a list that is made by code is left alone, and the cases are printed", async () => {
  const mapped = definedCases.replace("]);\n", "].map((one) => one));\n");
  const cwd = project({ "web.policy.ts": builtPolicy, "web.cases.ts": mapped });
  const { status, out, err } = await run(["test", "--suggest", "--write"], { cwd });
  expect(err).toBe(
    "error: web.cases.ts: The cases were not written: its list of cases is not written as a literal in the module.\n  help: Paste them: they are printed below.\n",
  );
  expect(out).toContain("suggested for web.cases.ts\n");
  expect(status).toBe(2);
  expect(readFileSync(join(cwd, "web.cases.ts"), "utf8")).toBe(mapped);
});

test("cases for the policy of one environment are for this one only", async () => {
  const cwd = project({
    "traffic-policy.config.json": JSON.stringify({
      service: "emulator",
      environments: Object.fromEntries(
        ["staging", "production"].map((name) => [
          name,
          {
            targets: {
              web: {
                kind: "https-route",
                edge: `edge_${name}`,
                route: "route_1",
                policy: "./web.policy.ts",
              },
            },
          },
        ]),
      ),
    }),
    "web.policy.ts": `import { deny, policy, req, rule } from "@traffic-policy/policy-builder";

export default ({ name }: { name: string }) =>
  policy({ protocol: "http" }).inbound(
    rule("Own").when(req.url.path.eq(name === "staging" ? "/staging" : "/production")).do(deny()),
  );
`,
  });
  const { err, out } = await run(["test", "--write", "--min-coverage", "100"], { cwd });
  expect({ err, out }).toMatchObject({ err: "web.cases.yaml was created, with 4 cases.\n" });
  const text = readFileSync(join(cwd, "web.cases.yaml"), "utf8");
  expect(text).toContain("environments:\n      - staging\n");
  expect(await run(["test", "--min-coverage", "100"], { cwd })).toMatchObject({ status: 0 });
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
