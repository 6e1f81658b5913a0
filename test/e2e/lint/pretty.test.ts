import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { project, run, terminal } from "../command.ts";
import { clean, mistaken } from "./findings.ts";

/** The lines of the excerpt that `lint` shows of the only finding: the source, and the marks. */
async function excerpt(name: string, text: string): Promise<[source: string, marks: string]> {
  const { out } = await run(["lint", name], { cwd: project({ [name]: text }) });
  const lines = out.split("\n");
  const marked = lines.findIndex((line) => /^ +\|[ \t]*\^/.test(line));
  return [lines[marked - 1] ?? "", lines[marked] ?? ""];
}

describe("the source line with the place underlined", () => {
  test("whole", async () => {
    const { out } = await run(["lint", "a.json"], { cwd: project({ "a.json": mistaken() }) });
    expect(out).toBe(`error: The rule "a" has no actions. document/rule-actions
  --> a.json:1:35
    |
  1 | {"inbound":[{"name":"a","actions":[]}]}
    |                                   ^^
  help: Add an action, such as { "type": "deny" }, or remove the rule.
  more: traffic-policy explain document/rule-actions

1 error in 1 file.
`);
  });

  test("tabs before it take four columns, Windows line ends are not shown", async () => {
    const text = '{\r\n\t"inbound": [\r\n\t\t{ "name": "a",\t"actions": [] }\r\n\t]\r\n}\r\n';
    expect(await excerpt("a.json", text)).toEqual([
      '  3 |         { "name": "a",    "actions": [] }',
      `    | ${" ".repeat(8 + 14 + 4 + 11)}^^`,
    ]);
  });

  test("a tab within it takes four columns, and so do the marks below it", async () => {
    const [source, marks] = await excerpt("a.yaml", "inbound: [\t{ name: a, actions: [\t] }]\n");
    expect(source).toBe("  1 | inbound: [    { name: a, actions: [    ] }]");
    const before = "inbound: [    { name: a, actions: ".length;
    expect(marks).toBe(`    | ${" ".repeat(before)}^^^^^^`);
  });

  test("letters that are two columns wide, and marks that have none, before it and in it", async () => {
    const text = `{"inbound": [{"name": "日本 🎉 e\u0301", "expressions": ["req.host == '日本' && '日本'"], "actions": [{"type": "deny"}]}]}`;
    const [source, marks] = await excerpt("a.json", text);
    expect(source).toBe(`  1 | ${text}`);
    // The columns of a terminal, counted by hand: 日, 本 and 🎉 have two, the accent none.
    const before = `  1 | {"inbound": [{"name": "xxxx xx e", "expressions": ["req.host == 'xxxx' && `;
    expect(marks).toBe(`    | ${" ".repeat(before.length - 6)}${"^".repeat("'xxxx'".length)}`);
  });

  test.each([
    ["at its beginning", 0],
    ["in its middle", 5000],
  ])("of a very long line the part around it, %s", async (_what, padding) => {
    const text = `{"inbound": [{"name": "a${"🎉".repeat(padding / 2)}", "actions": []}, {"name": "${"b".repeat(5000)}", "actions": [{"type": "deny"}]}]}`;
    const [source, marks] = await excerpt("a.json", text);
    expect(source.length).toBeLessThan(140);
    expect(source).toMatch(/…$/);
    expect(source.startsWith("  1 | …")).toBe(padding > 0);
    expect(source.isWellFormed()).toBe(true);
    expect(marks).toMatch(/^ {4}\| +\^\^$/);
    // Each 🎉 is one character of two columns, in two units of the line.
    expect(marks.indexOf("^")).toBe(source.indexOf("[]"));
  });

  test("of a range of several lines the first", async () => {
    const text = '{"inbound": [\n  {"name": "a", "actions": [\n  ]}\n]}\n';
    expect(await excerpt("a.json", text)).toEqual([
      '  2 |   {"name": "a", "actions": [',
      `    | ${" ".repeat('  {"name": "a", "actions": '.length)}^`,
    ]);
  });

  test("the end of the file, where nothing stands", async () => {
    expect(await excerpt("a.json", '{"inbound": [\n')).toEqual(["  2 | ", "    | ^"]);
  });

  test("line numbers of several digits", async () => {
    const [source, marks] = await excerpt("a.json", `${"\n".repeat(99)}${mistaken()}`);
    expect(source).toMatch(/^ {2}100 \| \{/);
    expect(marks).toMatch(/^ {6}\| +\^\^$/);
  });

  test("what a terminal would obey is shown as something else, in findings and failures", async () => {
    const cwd = project({
      "a.json": '{"inbound": [{"name": "\u001b]0;x\u0007\u202e", "actions": []}]}',
      "b.ts": 'throw new Error("\\u001b[2Jgone");\n',
    });
    const { out, err } = await run(["lint", "a.json", "b.ts"], { cwd });
    // oxlint-disable-next-line no-control-regex -- these are not to come through
    expect(out + err).not.toMatch(/[\u0007\u001b\u202e]/);
    expect(err).toBe("error: b.ts:1:7: It throws Error: \\u001b[2Jgone.\n");
  });
});

describe("the whole report", () => {
  test("by file, where to read more once a rule, and a summary", async () => {
    const two = JSON.stringify({
      inbound: [
        { name: "a", actions: [] },
        { name: "b", actions: [] },
      ],
    });
    const cwd = project({ "a.json": two, "b.json": mistaken("c") });
    const { out } = await run(["lint", "a.json", "b.json"], { cwd });
    expect(out.match(/^ {2}--> .*/gm)?.map((line) => line.slice(6, 12))).toEqual([
      "a.json",
      "a.json",
      "b.json",
    ]);
    expect(out.match(/^ {2}more: .*/gm)).toEqual([
      "  more: traffic-policy explain document/rule-actions",
    ]);
    expect(out).toMatch(/\n3 errors in 2 files\.\n$/);
  });

  test("other places that belong to a finding", async () => {
    const cwd = project({ "a.json": '{\n  "inbound": [],\n  "inbound": []\n}' });
    const { out } = await run(["lint", "a.json"], { cwd });
    expect(out).toContain("  --> a.json:3:3\n");
    expect(out).toMatch(/^ {2}note: .* \(a\.json:2:3\)$/m);
  });
});

describe("colours", () => {
  const files = { "a.json": mistaken(), "clean.json": clean };
  const bytes = "\u001b[";

  test.each([
    ["on a terminal", {}, true],
    ["on a terminal with NO_COLOR", { NO_COLOR: "1" }, false],
    ["on a terminal that has none", { TERM: "dumb" }, false],
    ["on a terminal with an empty NO_COLOR, which says nothing", { NO_COLOR: "" }, true],
  ])("%s", async (_what, env, colored) => {
    const out = await terminal(["lint", "a.json", "clean.json", "gone.json"], {
      cwd: project(files),
      env,
    });
    expect(out).toContain("1 error");
    expect(out.includes(bytes)).toBe(colored);
  });

  test("the same text but for the colours", async () => {
    const cwd = project(files);
    const colored = await terminal(["lint", "a.json", "clean.json"], { cwd });
    const { out } = await run(["lint", "a.json", "clean.json"], { cwd });
    // oxlint-disable-next-line no-control-regex -- the colours
    expect(colored.replaceAll("\r\n", "\n").replaceAll(/\u001b\[\d+m/g, "")).toBe(out);
  });

  test("machine-readable formats have none, on a terminal either", async () => {
    const out = await terminal(["lint", "a.json", "--format", "unix"], { cwd: project(files) });
    expect(out).not.toContain(bytes);
  });
});

describe("secrets in the lines that are shown", () => {
  const key = "9fK2mQ7xV4bL1pT8zR5w";
  const config = `{ "headers": { "x-api-key": "${key}", "connection": "close", "a b": "c" } }`;
  const files = {
    "a.json": `{ "inbound": [ { "name": "a", "actions": [ { "type": "add-headers",
  "config": ${config} } ] } ] }`,
    "b.yaml": `inbound:
  - name: a
    actions:
      - type: add-headers
        config: { headers: { x-api-key: ${key}, connection: close, a b: c } }
`,
    "c.policy.ts": `import { addHeaders, policy, rule } from "@traffic-policy/policy-builder";
export default policy({ protocol: "http" }).inbound(
  rule("a").do(addHeaders(${config})),
);
`,
  };

  test.each([
    ["all findings", [], 9],
    ["errors only", ["--quiet"], 3],
  ])("are hidden, of %s", async (_what, options, count) => {
    const { out } = await run(["lint", ...options, ...Object.keys(files)], { cwd: project(files) });
    expect(out.match(/9fK2\*{16}/g)).toHaveLength(count);
    expect(out).not.toContain(key);
  });

  test("are hidden where only a baseline knows of them", async () => {
    const cwd = project(files);
    await run(["lint", "b.yaml", "--baseline", "known.json", "--update-baseline"], { cwd });
    const known = readFileSync(join(cwd, "known.json"), "utf8");
    const { findings } = JSON.parse(known) as { findings: { rule: string }[] };
    const secrets = findings.filter(({ rule }) => rule === "security/secret");
    expect(secrets).toHaveLength(1);
    writeFileSync(join(cwd, "known.json"), JSON.stringify({ version: 1, findings: secrets }));
    const { out } = await run(["lint", "b.yaml", "--baseline", "known.json"], { cwd });
    expect(out).not.toContain("security/secret");
    expect(out.match(/9fK2\*{16}/g)).toHaveLength(2);
    expect(out).not.toContain(key);
  });

  test.each(["json", "sarif", "github", "gitlab", "junit", "unix"])(
    "are not in %s",
    async (format) => {
      const { out } = await run(["lint", "--format", format, "b.yaml"], { cwd: project(files) });
      expect(out).toContain("connection");
      // The page of the rule, which SARIF carries along, has the same key as an example.
      expect(out.replaceAll(`\\"x-api-key\\": \\"${key}\\"`, "")).not.toContain(key);
    },
  );
});
