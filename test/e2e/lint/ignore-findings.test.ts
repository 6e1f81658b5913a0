import { describe, expect, test } from "vitest";
import { project } from "../command.ts";
import { lint } from "./findings.ts";

const policy = JSON.stringify({
  inbound: [
    { name: "posts", expressions: ["req.method == 'post'"], actions: [{ type: "deny" }] },
    { name: "puts", expressions: ["req.method == 'put'"], actions: [{ type: "deny" }] },
  ],
});

/** A configuration whose entries of `ignoreFindings` stand on a line of their own each, from 7. */
function configurationWith(...entries: object[]): string {
  return `{
  "service": "emulator",
  "targets": {},
  "lint": {
    "ignoreFindings": [

${entries.map((entry) => `      ${JSON.stringify(entry)}`).join(",\n")}
    ]
  }
}
`;
}

async function lintWith(...entries: object[]): Promise<readonly string[]> {
  const cwd = project({
    "p/web.json": policy,
    "traffic-policy.config.json": configurationWith(...entries),
  });
  const { findings } = await lint(["web.json"], { cwd: `${cwd}/p` });
  return findings;
}

const entry = { file: "p/web.json", rule: "expression/method-case", why: "an old client" };
const posts = `web.json:1:${policy.indexOf("'post'") + 1} warning expression/method-case`;
const puts = `web.json:1:${policy.indexOf("'put'") + 1} warning expression/method-case`;
const unused = (line: number): string =>
  `../traffic-policy.config.json:${line}:7 warning document/unused-ignore`;

test("without an entry there are findings", async () => {
  expect(await lintWith()).toEqual([posts, puts]);
});

describe("an entry of lint.ignoreFindings", () => {
  test.each([
    ["all of a rule", [entry], []],
    ["those of one rule of the policy, by its name", [{ ...entry, policyRule: "puts" }], [posts]],
    ["those at a path and below it", [{ ...entry, path: "/inbound/0" }], [puts]],
    [
      "those at a path that is the whole",
      [{ ...entry, path: "/inbound/1/expressions/0" }],
      [posts],
    ],
    [
      "each by one entry",
      [
        { ...entry, policyRule: "puts" },
        { ...entry, policyRule: "posts" },
      ],
      [],
    ],
  ])("leaves out %s", async (_what, entries, findings) => {
    expect(await lintWith(...entries)).toEqual(findings);
  });

  test.each([
    ["finds nothing", { ...entry, rule: "document/size" }],
    ["is for another rule of the policy", { ...entry, policyRule: "gets" }],
    ["is for a path that only begins alike", { ...entry, path: "/inbound/0/expression" }],
    ["is for a file that is not there", { ...entry, file: "p/gone.json" }],
  ])("that %s is reported with its place in the configuration", async (_what, other) => {
    expect(await lintWith({ ...entry, path: "/inbound" }, other)).toEqual([unused(8)]);
  });

  test("its place has a start and an end", async () => {
    const other = { ...entry, rule: "document/size" };
    const cwd = project({
      "p/web.json": policy,
      "traffic-policy.config.json": configurationWith(other),
    });
    const { diagnostics } = await lint(["p/web.json"], { cwd });
    const last = 7 + JSON.stringify(other).length;
    expect(diagnostics.at(-1)).toMatchObject({
      message: "The configuration ignores findings of document/size that do not exist.",
      help: "Remove the entry from lint.ignoreFindings.",
      location: {
        file: "traffic-policy.config.json",
        start: { line: 7, column: 7 },
        end: { line: 7, column: last },
      },
    });
  });

  test("about a file that this run does not lint is not reported", async () => {
    const cwd = project({
      "p/web.json": policy,
      "clean.json": '{"inbound":[{"name":"a","actions":[{"type":"deny"}]}]}',
      "traffic-policy.config.json": configurationWith({ ...entry, rule: "document/size" }),
    });
    expect((await lint(["clean.json"], { cwd })).findings).toEqual([]);
  });

  test("for what is found only when the policy is for a certain protocol is used", async () => {
    const unavailable = {
      file: "p/web.json",
      rule: "expression/unavailable",
      why: "for the other edge",
    };
    expect(await lintWith(entry, unavailable)).toEqual([]);
  });

  test("works for TypeScript, too, where the configuration is code", async () => {
    const cwd = project({
      "a.ts": 'export default { inbound: [{ name: "a", actions: [] }] };\n',
      "traffic-policy.config.ts": `export default {
  service: "emulator",
  targets: {},
  lint: {
    ignoreFindings: [
      { file: "a.ts", rule: "document/rule-actions", why: "comes later" },
      { file: "a.ts", rule: "document/size", why: "no" },
    ],
  },
};
`,
    });
    expect((await lint(["a.ts"], { cwd })).findings).toEqual([
      "traffic-policy.config.ts:1:1 warning document/unused-ignore",
    ]);
  });
});
