import { describe, expect, test } from "vitest";
import { configuration, project, run } from "../command.ts";
import { clean, lint, mistaken, nameless } from "./findings.ts";

const config = "traffic-policy.config.json";
const lintConfig = (section: object): string => configuration({ targets: {}, lint: section });

describe("presets", () => {
  // What strict is stricter about: a rule that is off, and one that is a hint, in recommended.
  const policy = `inbound:
  # traffic-policy-ignore-next-line document/rule-name
  - actions:
      - type: deny
`;

  test.each([
    ["recommended unless it is said", [], undefined, []],
    [
      "strict by the option",
      ["--preset", "strict"],
      undefined,
      ["a.yaml:2:3 info document/ignore-reason"],
    ],
    ["strict by the configuration", [], "strict", ["a.yaml:2:3 info document/ignore-reason"]],
    ["the option before the configuration", ["--preset", "recommended"], "strict", []],
  ])("%s", async (_what, args, preset, findings) => {
    const section = preset === undefined ? {} : { [config]: lintConfig({ extends: preset }) };
    const cwd = project({ "a.yaml": policy, ...section });
    expect((await lint(["a.yaml", ...args], { cwd })).findings).toEqual(findings);
  });
});

describe("severities", () => {
  test.each(["error", "warning", "info"])("%s, by the configuration", async (severity) => {
    const cwd = project({
      "a.json": nameless,
      [config]: lintConfig({ rules: { "document/rule-name": severity } }),
    });
    const found = await lint(["a.json"], { cwd });
    expect(found.findings).toEqual([`a.json:1:14 ${severity} document/rule-name`]);
    expect(found.status).toBe(severity === "error" ? 1 : 0);
  });

  test("off, by the configuration and by the option", async () => {
    const rules = { "document/rule-name": "off" };
    const one = project({ "a.json": nameless, [config]: lintConfig({ rules }) });
    expect((await lint(["a.json"], { cwd: one })).findings).toEqual([]);
    const other = project({ "a.json": nameless });
    const args = ["a.json", "--rule", "document/rule-name=off"];
    expect((await lint(args, { cwd: other })).findings).toEqual([]);
  });

  test("the option comes before the configuration, and can be repeated", async () => {
    const cwd = project({
      "a.json": JSON.stringify({ inbound: [{ actions: [] }] }),
      [config]: lintConfig({ rules: { "document/rule-name": "off" } }),
    });
    const args = ["--rule", "document/rule-name=error", "--rule", "document/rule-actions=info"];
    expect((await lint(["a.json", ...args], { cwd })).findings).toEqual([
      "a.json:1:14 error document/rule-name",
      "a.json:1:24 info document/rule-actions",
    ]);
  });

  test.each([
    [
      "document/rule-nam=off",
      'There is no lint rule "document/rule-nam".\n  help: Did you mean "document/rule-name"?',
    ],
    [
      "rule-name=off",
      'There is no lint rule "rule-name".\n  help: Did you mean "document/rule-name"?',
    ],
    ["document/rule-name=eror", '"eror" is not an allowed value.\n  help: Did you mean "error"?'],
    [
      "document/rule-name=",
      '"" is not an allowed value.\n  help: Allowed values are "error", "warning", "info", "off".',
    ],
    [
      "document/rule-name",
      '"document/rule-name" sets no rule.\n  help: Write --rule document/rule-name=error.',
    ],
  ])("--rule %s", async (text, sentences) => {
    const { status, out, err } = await run(["lint", "a.json", "--rule", text], {
      cwd: project({ "a.json": clean }),
    });
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(`${sentences}\n`);
    expect(err).toContain(text.split("=")[0]);
  });
});

describe("options", () => {
  const many = JSON.stringify({
    inbound: ["a", "b", "c"].map((name) => ({
      name,
      expressions: [`req.host == '${name}'`],
      actions: [{ type: "deny" }],
    })),
  });

  test.each([
    [{ maxRules: 2 }, ["a.json:1:1 warning document/size"]],
    [{ maxRules: 3 }, []],
    [{ maxBytes: 100 }, ["a.json:1:1 warning document/size"]],
    [{}, []],
  ])("%j", async (options, findings) => {
    const rules = { "document/size": ["warning", options] };
    const cwd = project({ "a.json": many, [config]: lintConfig({ rules }) });
    expect((await lint(["a.json"], { cwd })).findings).toEqual(findings);
  });
});

describe("overrides", () => {
  const name = "document/rule-name";
  const files = { "a.json": nameless, "old/a.json": nameless, "old/deep/b.json": nameless };
  const all = ["a.json", "old/a.json", "old/deep/b.json"];

  test.each([
    ["a glob", ["old/**/*.json"], ["info", "error", "error"]],
    ["a folder", ["old"], ["info", "error", "error"]],
    ["a folder, as a path", ["./old/"], ["info", "error", "error"]],
    ["one file", ["old/a.json"], ["info", "error", "info"]],
    ["several globs", ["a.json", "**/deep/*"], ["error", "info", "error"]],
    ["none of them", ["deep/*", "/old/a.json", "../old"], ["info", "info", "info"]],
  ])("for %s", async (_what, globs, severities) => {
    const cwd = project({
      ...files,
      [config]: lintConfig({ overrides: [{ files: globs, rules: { [name]: "error" } }] }),
    });
    const found = await lint(all, { cwd });
    expect(found.diagnostics.map(({ severity }) => severity)).toEqual(severities);
  });

  test("the last one that names a rule counts; others keep what they say of other rules", async () => {
    const overrides = [
      { files: ["old"], rules: { [name]: "error", "document/rule-actions": "info" } },
      { files: ["old/deep"], rules: { [name]: "off" } },
    ];
    const text = JSON.stringify({ inbound: [{ actions: [] }] });
    const cwd = project({ "old/deep/a.json": text, [config]: lintConfig({ overrides }) });
    expect((await lint(["old/deep/a.json"], { cwd })).findings).toEqual([
      "old/deep/a.json:1:24 info document/rule-actions",
    ]);
  });

  test("globs are relative to the configuration, wherever the command is run", async () => {
    const cwd = project({
      ...files,
      [config]: lintConfig({ overrides: [{ files: ["old/*.json"], rules: { [name]: "error" } }] }),
    });
    const found = await lint(["a.json", "../a.json"], { cwd: `${cwd}/old` });
    expect(found.findings).toEqual([`a.json:1:14 error ${name}`, `../a.json:1:14 info ${name}`]);
  });
});

test("files that the configuration ignores are not linted, not even when they are named", async () => {
  const cwd = project({
    "a.json": mistaken(),
    "legacy/b.json": mistaken(),
    "legacy/deep/c.policy.json": mistaken(),
    "x/legacy/d.json": mistaken(),
    [config]: lintConfig({ ignore: ["**/legacy/**"] }),
  });
  const args = ["a.json", "legacy/b.json", "legacy/deep/c.policy.json", "x/legacy/d.json"];
  const found = await lint(args, { cwd });
  expect(found.findings).toEqual(["a.json:1:35 error document/rule-actions"]);
  expect(found.files).toBe(1);
});

describe("mistakes in the configuration: the first one, with its place", () => {
  test.each([
    ["extends", { extends: "strct" }, '"strct" is not an allowed value.', 'Did you mean "strict"?'],
    [
      "a rule that does not exist",
      { rules: { "document/rule-nam": "off" } },
      'There is no lint rule "document/rule-nam".',
      'Did you mean "document/rule-name"?',
    ],
    [
      "a rule without its category",
      { rules: { "method-case": "off" } },
      'There is no lint rule "method-case".',
      'Did you mean "expression/method-case"?',
    ],
    [
      "a rule like none",
      { rules: { "expression/none": "off" } },
      'There is no lint rule "expression/none".',
      "`traffic-policy explain` lists all of them.",
    ],
    [
      "a severity",
      { rules: { "document/size": "warn" } },
      '"warn" is not an allowed value.',
      'Did you mean "warning"?',
    ],
    [
      "a severity with options",
      { rules: { "document/size": ["eror", {}] } },
      '"eror" is not an allowed value.',
      'Did you mean "error"?',
    ],
    [
      "a number",
      { rules: { "document/size": 2 } },
      '"document/size" must be text or a list, not a number.',
      undefined,
    ],
    [
      "options that a rule does not have",
      { rules: { "document/rule-name": ["info", { max: 1 }] } },
      'The lint rule "document/rule-name" has no options.',
      "Write the severity alone.",
    ],
    [
      "an unknown option",
      { rules: { "document/size": ["info", { maxRuls: 1 }] } },
      'Unknown key "maxRuls".',
      'Did you mean "maxRules"?',
    ],
    [
      "an option of the wrong kind",
      { rules: { "document/size": ["info", { maxRules: "1" }] } },
      '"maxRules" must be a whole number, not text.',
      undefined,
    ],
    [
      "options that are no object",
      { rules: { "document/size": ["info", 3] } },
      "This must be an object, not a number.",
      undefined,
    ],
    [
      "options that are a number of many digits",
      { rules: { "document/size": ["info", 1e300] } },
      "This must be an object, not a number with too many digits.",
      undefined,
    ],
    [
      "a list of nothing",
      { rules: { "document/size": [] } },
      'The setting of "document/size" is not a list of a severity and options.',
      'Write a severity, or a list like ["warning", { … }].',
    ],
    [
      "an override without files",
      { overrides: [{ files: [], rules: {} }] },
      '"files" must have at least 1 entry.',
      undefined,
    ],
    [
      "a rule of an override",
      { overrides: [{ files: ["a"], rules: { "document/siz": "off" } }] },
      'There is no lint rule "document/siz".',
      'Did you mean "document/size"?',
    ],
    [
      "ignore that is no list",
      { ignore: "old" },
      '"ignore" must be a list, not text.',
      "Put it in square brackets: a list is required, even of one.",
    ],
    [
      "an ignored finding without a reason",
      { ignoreFindings: [{ file: "a", rule: "document/size" }] },
      '"why" is missing.',
      'Add "why".',
    ],
    [
      "an empty reason",
      { ignoreFindings: [{ file: "a", rule: "document/size", why: "" }] },
      '"why" must not be empty.',
      undefined,
    ],
    [
      "an ignored finding of no rule",
      { ignoreFindings: [{ file: "a", rule: "size", why: "w" }] },
      'There is no lint rule "size".',
      'Did you mean "document/size"?',
    ],
    [
      "an ignored finding at no path",
      { ignoreFindings: [{ file: "a", rule: "document/size", why: "w", path: "inbound" }] },
      '"inbound" is not a JSON Pointer.',
      "Write it as findings in the format json have it, like /inbound/0/actions/1.",
    ],
    [
      "a baseline that is no name",
      { baseline: true },
      '"baseline" must be text, not true or false.',
      undefined,
    ],
    [
      "custom rules in JSON",
      { customRules: { "mine/x": {} } },
      '"mine/x" is not a lint rule.',
      "Write it with defineRule({ … }) in a configuration in TypeScript or JavaScript.",
    ],
    ["an unknown key", { ruls: {} }, 'Unknown key "ruls".', 'Did you mean "rules"?'],
  ])("%s", async (_what, section, message, help) => {
    const text = JSON.stringify({ service: "emulator", targets: {}, lint: section }, null, 2);
    const cwd = project({ "a.json": clean, [config]: text });
    const { status, out, err } = await run(["lint", "a.json"], { cwd });
    const [first = "", second = ""] = err.split("\n");
    const [, line, sentence] =
      /^error: traffic-policy\.config\.json:(\d+):\d+: (.*)$/.exec(first) ?? [];
    expect(sentence).toBe(message);
    expect(second).toBe(help === undefined ? "" : `  help: ${help}`);
    // The part `lint` begins there.
    expect(Number(line)).toBeGreaterThan(3);
    expect({ status, out }).toEqual({ status: 2, out: "" });
  });

  test("the place is the very token", async () => {
    const text =
      '{\n  "service": "emulator",\n  "targets": {},\n  "lint": {\n    "rules": {\n      "document/rule-name": "off", "document/siz": "off"\n    }\n  }\n}\n';
    const { err } = await run(["lint", "a.json"], {
      cwd: project({ "a.json": clean, [config]: text }),
    });
    expect(err).toMatch(
      /^error: traffic-policy\.config\.json:6:36: There is no lint rule "document\/siz"\.\n/,
    );
  });

  test("in code the path is told", async () => {
    const cwd = project({
      "a.json": clean,
      "traffic-policy.config.ts":
        'export default { service: "emulator", targets: {}, lint: { rules: { "document/siz": "off" } } };\n',
    });
    const { status, err } = await run(["lint", "a.json"], { cwd });
    expect(err).toMatch(
      /^error: traffic-policy\.config\.ts: There is no lint rule "document\/siz"\. \(at \/lint\/rules\/document~1siz\)\n/,
    );
    expect(status).toBe(2);
  });
});
