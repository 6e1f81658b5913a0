import { DOMParser } from "@xmldom/xmldom";
import { describe, expect, test } from "vitest";
import { project, run } from "../command.ts";
import { mistaken } from "./findings.ts";

// What the builder throws while a policy is loaded; what else goes wrong then has failures.test.ts.

const imports = `import {
  action, addHeaders, anyOf, cel, conn, customResponse, deny, listOf, log, policy, req, res, rule, text,
} from "@traffic-policy/policy-builder";

interface Unused { readonly types: "are taken out, and move what is behind them"; }
`;

/** A policy in which the call that throws stands at line 8, and what it refuses between « and ». */
function withRule(calls: string): { text: string; column: number; width: number } {
  const line = `    ${calls}`;
  const start = line.indexOf("«");
  const end = line.indexOf("»") - 1;
  const text = `${imports}export default policy({ protocol: "http" })
  .inbound(rule("a")
${line.replace("«", "").replace("»", "")});
`;
  return { text, column: start + 1, width: end - start };
}

const refused: readonly [what: string, calls: string, sentence: string][] = [
  [
    "text for a number",
    '.when(req.host.eq("a"), res.statusCode.eq(«"200" as never»))',
    'A value of the CEL type int is needed, not "200".',
  ],
  [
    "what === gave",
    '.when(«(req.method as string) === "POST" as never»)',
    "when() takes conditions of the builder, not false: JavaScript evaluates === and ! before the policy runs; call eq() or not() instead.",
  ],
  ["a fraction", ".when(req.contentLength.gt(«1.5»))", "1.5 is not a whole number."],
  [
    "the second of several values",
    '.when(req.host.isIn("a", «5 as never»))',
    "A value of the CEL type string is needed, not 5.",
  ],
  [
    "what is spread",
    '.when(req.host.isIn("a", «...([5] as never[])», "b"))',
    "A value of the CEL type string is needed, not 5.",
  ],
  [
    "an item of a list",
    '.when(req.header("a").eq(["a", «5 as never»]))',
    "A value of the CEL type string is needed, not 5.",
  ],
  [
    "an item of a list with a type",
    '.when(listOf("string", ["a", «5 as never»]).includes("a"))',
    "A value of the CEL type string is needed, not 5.",
  ],
  [
    "another condition than the first",
    '.when(req.host.eq("a").and(req.host.eq("b"), «true as never»))',
    "A condition of the builder is needed, not true: JavaScript evaluates === and ! before the policy runs; call eq() or not() instead.",
  ],
  [
    "nothing at all",
    ".«when»(...[])",
    "when() needs at least one condition: without one the rule would always match.",
  ],
  [
    "a value in cel",
    ".when(cel`size(${[1]}) == ${«undefined as never»}`)",
    "CEL has no literal for undefined.",
  ],
  [
    "a value in a text",
    ".do(customResponse({ statusCode: 200, content: text`a ${«undefined as never»}` }))",
    "text`…` takes text, finite numbers and expressions, not undefined.",
  ],
  [
    "a field of a config",
    ".do(customResponse({ content: «conn.clientIp as never», statusCode: 200 }))",
    "The config of custom-response has the expression conn.client_ip in place of a value: write text`${…}`, so that the service puts its value there.",
  ],
  [
    "a field whose name is another one in the document",
    ".do(customResponse({ statusCode: «NaN» }))",
    "A value in the config of custom-response is NaN, which JSON cannot hold.",
  ],
  [
    "a value deep in a config",
    ".do(log({ metadata: { a: { b: [{ c: { d: [[«NaN»]] } }] } } }))",
    "A value in the config of log is NaN, which JSON cannot hold.",
  ],
  [
    "an expression in a template without a tag",
    ".do(customResponse({ statusCode: 200, content: `You are ${conn.«clientIp»}` }))",
    "conn.client_ip is an expression: its value is known only when the policy runs, so JavaScript cannot put it into a string or compare it. Write text`…${…}…` in a config, call plus() or eq() in a condition, or toString() for the CEL text.",
  ],
  [
    "an action among the conditions",
    ".when(«deny() as never»)",
    "when() takes conditions of the builder, not an ActionBuilder.",
  ],
];

describe("what the builder refuses is named by its line in the policy, with marks below the argument", () => {
  test.each(refused)("%s", async (_what, calls, sentence) => {
    const { text, column, width } = withRule(calls);
    const cwd = project({ "bad.ts": text, "good.json": mistaken() });
    const { status, out, err } = await run(["lint", "bad.ts", "good.json"], { cwd });
    const [first, , shown = "", marks = ""] = err.split("\n");
    expect(first).toBe(`error: bad.ts:8:${column}: ${sentence}`);
    expect(shown.startsWith("  8 | ")).toBe(true);
    expect(marks.trim()).toBe(`| ${" ".repeat(marks.indexOf("^") - 6)}${"^".repeat(width)}`);
    expect(shown.slice(marks.indexOf("^")).slice(0, width)).toBe(
      text.split("\n")[7]?.slice(column - 1, column - 1 + width),
    );
    expect(out).toContain("1 error in 1 file, 1 file could not be linted.\n");
    expect(status).toBe(2);
  });

  test("also what does not exist there", async () => {
    const text = `import { deny, policy, req, rule } from "@traffic-policy/policy-builder";
const posts = rule("Posts").when(req.method.eq("POST")).do(deny());
export default policy({ protocol: "tcp" }).inbound(posts as never);
`;
    const { status, err } = await run(["lint", "a.ts"], { cwd: project({ "a.ts": text }) });
    expect(err)
      .toBe(`error: a.ts:2:45: The rule "Posts" is not allowed in the inbound rules of a policy for tcp: req.method does not exist in a policy for tcp.
    |
  2 | const posts = rule("Posts").when(req.method.eq("POST")).do(deny());
    |                                             ^^
`);
    expect(status).toBe(2);
  });

  test("also when the module imports others, and when it is JavaScript", async () => {
    const { text, column } = withRule(".when(req.contentLength.gt(«1.5»))");
    const cwd = project({
      "a.ts": `${text.trimEnd()} import "./empty.ts";\n`,
      "b.js": text.replace(/interface.*/, ""),
      "empty.ts": "export {};\n",
    });
    const { err } = await run(["lint", "a.ts", "b.js"], { cwd });
    expect(err.split("\n").filter((line) => line.startsWith("error:"))).toEqual([
      `error: a.ts:8:${column}: 1.5 is not a whole number.`,
      `error: b.js:8:${column}: 1.5 is not a whole number.`,
    ]);
  });

  test("a secret in the line is not shown", async () => {
    const secret = "sk_live_4f9Zq8Tn2Lx7Vb3Kc6Wd1Rj5";
    const { text } = withRule(`.when(req.host.eq("${secret}"), req.contentLength.gt(«1.5»))`);
    const { err } = await run(["lint", "a.ts"], { cwd: project({ "a.ts": text }) });
    expect(err).toContain("^^^");
    expect(err).not.toContain(secret);
  });
});

describe("what is refused in a helper", () => {
  const helper = `import { req, type Condition } from "@traffic-policy/policy-builder";
export function big(size: number): Condition<"HTTP"> {
  return req.contentLength.gt(size);
}
`;
  const policyText = `import { deny, policy, rule } from "@traffic-policy/policy-builder";
import { big } from "./big.ts";
export default policy({ protocol: "http" }).inbound(rule("a").when(big(1.5)).do(deny()));
`;

  test("is named by the call there, and by the line of the policy, in each policy", async () => {
    const cwd = project({ "a.ts": policyText, "b.ts": `\n${policyText}`, "big.ts": helper });
    const { err } = await run(["lint", "a.ts", "b.ts"], { cwd });
    const shown =
      "    |\n  3 |   return req.contentLength.gt(size);\n    |                               ^^^^\n";
    expect(err).toBe(
      `error: big.ts:3:31: 1.5 is not a whole number. a.ts:3:68 calls it.\n${shown}error: big.ts:3:31: 1.5 is not a whole number. b.ts:4:68 calls it.\n${shown}`,
    );
  });

  test("when it is loaded, is named with the policy that imports it", async () => {
    const cwd = project({
      "a.ts": 'import "./b.ts";\n',
      "b.ts": 'import "./c.ts";\n',
      "c.ts": 'import { req } from "@traffic-policy/policy-builder";\nreq.host.eq(5 as never);\n',
    });
    const { err } = await run(["lint", "a.ts"], { cwd });
    expect(err.split("\n")[0]).toBe(
      "error: c.ts:2:13: A value of the CEL type string is needed, not 5. a.ts imports it.",
    );
  });
});

test("what the documentation leaves open is the same warning in TypeScript as in JSON", async () => {
  const { text } = withRule(".when(«res.statusCode.eq(200) as never»).do(deny())");
  const rules = [
    { name: "a", expressions: ["res.status_code == 200"], actions: [{ type: "deny" }] },
  ];
  const cwd = project({ "a.ts": text, "b.json": JSON.stringify({ inbound: rules }) });
  const verdicts = await Promise.all(
    ["a.ts", "b.json"].map(async (file) => {
      const args = ["lint", file, "--protocol", "http", "--format", "json"];
      const { status, out, err } = await run(args, { cwd });
      const { diagnostics } = JSON.parse(out) as { diagnostics: Record<string, unknown>[] };
      const found = diagnostics.map(({ rule, severity, message }) => [rule, severity, message]);
      return { status, err, found };
    }),
  );
  const message = "res.status_code does not exist in inbound rules.";
  const expected = { status: 0, err: "", found: [["expression/unavailable", "warning", message]] };
  expect(verdicts).toEqual([expected, expected]);
});

describe("in each format", () => {
  const { text, column, width } = withRule('.when(res.statusCode.eq(«"200" as never»))');
  const files = { "p/bad.ts": text, "good.json": mistaken() };
  const sentence = 'A value of the CEL type int is needed, not "200".';
  const place = `p/bad.ts:8:${column}`;
  const lint = async (format: string): Promise<string> => {
    const args = ["lint", "p/bad.ts", "good.json", "--format", format];
    const { status, out } = await run(args, { cwd: project(files) });
    expect(status).toBe(2);
    return out;
  };

  test("json", async () => {
    const { failures, diagnostics } = JSON.parse(await lint("json")) as {
      failures: unknown;
      diagnostics: unknown[];
    };
    expect(failures).toEqual([
      {
        file: "p/bad.ts",
        message: `${place}: ${sentence}`,
        position: { line: 8, column },
        end: { line: 8, column: column + width },
      },
    ]);
    expect(diagnostics).toHaveLength(1);
  });

  test("sarif", async () => {
    const log = JSON.parse(await lint("sarif")) as {
      runs: { invocations: { toolExecutionNotifications: unknown }[]; results: unknown[] }[];
    };
    expect(log.runs[0]?.invocations[0]?.toolExecutionNotifications).toMatchObject([
      {
        message: { text: `${place}: ${sentence}` },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "p/bad.ts" },
              region: { startLine: 8, startColumn: column, endLine: 8, endColumn: column + width },
            },
          },
        ],
      },
    ]);
    expect(log.runs[0]?.results).toHaveLength(1);
  });

  test("github", async () => {
    expect((await lint("github")).split("\n")).toEqual([
      `::error file=p/bad.ts,line=8,col=${column},endColumn=${column + width},title=The file could not be linted::${place}: ${sentence}`,
      expect.stringMatching(/^::error file=good\.json,/),
      "",
    ]);
  });

  test("junit", async () => {
    const document = new DOMParser().parseFromString(await lint("junit"), "text/xml");
    const [error, ...others] = document.getElementsByTagName("error");
    expect(error?.getAttribute("message")).toBe(`${place}: ${sentence}`);
    expect(others).toEqual([]);
    expect(document.getElementsByTagName("failure")).toHaveLength(1);
  });

  test("unix", async () => {
    expect((await lint("unix")).split("\n")).toEqual([
      `${place}: error: ${sentence}`,
      expect.stringMatching(/^good\.json:1:\d+: error: /),
      "",
    ]);
  });
});
