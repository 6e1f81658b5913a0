import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { configuration, project, run } from "../command.ts";
import { clean, lint, mistaken } from "./findings.ts";

interface Entry {
  readonly file: string;
  readonly rule: string;
  readonly path: string;
  readonly message: string;
  readonly count?: number;
}

function entriesOf(file: string): Entry[] {
  return (JSON.parse(readFileSync(file, "utf8")) as { findings: Entry[] }).findings;
}

const write = ["--baseline", "known.json", "--update-baseline"];
const anew = "Correct it, or remove it and write a new one with --update-baseline.";
const use = ["--baseline", "known.json"];

/** A policy with rules of these names that have no actions. */
function mistakenRules(...names: string[]): string {
  return JSON.stringify({ inbound: names.map((name) => ({ name, actions: [] })) });
}

describe("a baseline", () => {
  test("is written, and says so", async () => {
    const cwd = project({ "a.json": mistaken(), "p/b.json": mistaken("b") });
    const { status, out, err } = await run(["lint", "a.json", "p/b.json", ...write], { cwd });
    expect({ status, out, err }).toEqual({
      status: 0,
      out: "No findings in 2 files.\n2 findings of the baseline left out.\n",
      err: "known.json was written.\n",
    });
    expect(readFileSync(join(cwd, "known.json"), "utf8")).toBe(`{
  "version": 1,
  "findings": [
    {
      "file": "a.json",
      "rule": "document/rule-actions",
      "path": "/inbound/*/actions",
      "message": "The rule \\"a\\" has no actions."
    },
    {
      "file": "p/b.json",
      "rule": "document/rule-actions",
      "path": "/inbound/*/actions",
      "message": "The rule \\"b\\" has no actions."
    }
  ]
}
`);
  });

  test("leaves out what it knows, wherever it stands by now, and reports the rest", async () => {
    const cwd = project({ "a.json": mistakenRules("old") });
    await run(["lint", "a.json", ...write], { cwd });
    expect(await lint(["a.json", ...use], { cwd })).toMatchObject({ findings: [], status: 0 });
    writeFileSync(join(cwd, "a.json"), `\n\n${mistakenRules("new", "old")}`);
    const found = await lint(["a.json", ...use], { cwd });
    expect(found.diagnostics.map(({ message }) => message)).toEqual([
      'The rule "new" has no actions.',
    ]);
    expect(found.status).toBe(1);
  });

  test("tells in JSON what it did", async () => {
    const cwd = project({ "a.json": mistakenRules("a", "b") });
    await run(["lint", "a.json", ...write], { cwd });
    writeFileSync(join(cwd, "a.json"), mistakenRules("b"));
    const { out } = await run(["lint", "a.json", "--format", "json", ...use], { cwd });
    expect(JSON.parse(out)).toMatchObject({ diagnostics: [], baseline: { known: 1, stale: 1 } });
  });

  test("says what is no longer there, and is rid of it when it is written again", async () => {
    const cwd = project({ "a.json": mistakenRules("a", "b") });
    await run(["lint", "a.json", ...write], { cwd });
    writeFileSync(join(cwd, "a.json"), mistakenRules("b"));
    const { status, out } = await run(["lint", "a.json", ...use], { cwd });
    expect({ status, out }).toEqual({
      status: 0,
      out: "No findings in 1 file.\n1 finding of the baseline left out.\n1 finding of the baseline no longer there: --update-baseline removes it.\n",
    });
    await run(["lint", "a.json", ...write], { cwd });
    expect(entriesOf(join(cwd, "known.json")).map(({ message }) => message)).toEqual([
      'The rule "b" has no actions.',
    ]);
  });

  test("counts findings that are alike: of three, one more than known is new", async () => {
    const cwd = project({ "a.json": mistakenRules("same", "same") });
    const args = [
      "a.json",
      "--rule",
      "document/duplicate-rule-name=off",
      "--rule",
      "flow/duplicate-rule=off",
    ];
    await run(["lint", ...args, ...write], { cwd });
    expect(entriesOf(join(cwd, "known.json"))).toMatchObject([{ count: 2 }]);
    const text = mistakenRules("same", "same", "same");
    writeFileSync(join(cwd, "a.json"), text);
    const found = await lint([...args, ...use], { cwd });
    expect(found.findings).toEqual([
      `a.json:1:${text.lastIndexOf("[]") + 1} error document/rule-actions`,
    ]);
    writeFileSync(join(cwd, "a.json"), mistakenRules("same"));
    const { out } = await run(["lint", "--format", "json", ...args, ...use], { cwd });
    expect(JSON.parse(out)).toMatchObject({ diagnostics: [], baseline: { known: 1, stale: 1 } });
  });

  test("keeps what it knows about files that are not linted, not about those that are gone", async () => {
    const cwd = project({ "a.json": mistaken(), "b.json": mistaken(), "c.json": mistaken() });
    await run(["lint", "a.json", "b.json", "c.json", ...write], { cwd });
    writeFileSync(join(cwd, "a.json"), clean);
    rmSync(join(cwd, "b.json"));
    await run(["lint", "a.json", ...write], { cwd });
    expect(entriesOf(join(cwd, "known.json")).map(({ file }) => file)).toEqual(["c.json"]);
  });

  test("keeps what it knows about a file that cannot be linted now", async () => {
    const cwd = project({ "a.json": mistaken(), "b.mjs": `export default ${mistaken()}` });
    await run(["lint", "a.json", "b.mjs", ...write], { cwd });
    writeFileSync(join(cwd, "b.mjs"), "throw 1;");
    const { status } = await run(["lint", "a.json", "b.mjs", ...write], { cwd });
    expect(status).toBe(2);
    expect(entriesOf(join(cwd, "known.json")).map(({ file }) => file)).toEqual(["a.json", "b.mjs"]);
  });

  test("names files from its own folder, so that it works from everywhere", async () => {
    const cwd = project({ "p/a.json": mistaken(), "lint/.keep": "" });
    await run(["lint", "p/a.json", "--baseline", "lint/known.json", "--update-baseline"], { cwd });
    expect(entriesOf(join(cwd, "lint/known.json"))[0]?.file).toBe("../p/a.json");
    const found = await lint(["a.json", "--baseline", "../lint/known.json"], {
      cwd: join(cwd, "p"),
    });
    expect(found.findings).toEqual([]);
  });

  test("is that of the configuration, unless the option names another", async () => {
    const lintSection = { baseline: "known.json" };
    const cwd = project({
      "a.json": mistaken(),
      "none.json": '{"version":1,"findings":[]}',
      "traffic-policy.config.json": configuration({ targets: {}, lint: lintSection }),
    });
    await run(["lint", "a.json", "--update-baseline"], { cwd });
    expect(existsSync(join(cwd, "known.json"))).toBe(true);
    expect((await lint(["a.json"], { cwd })).findings).toEqual([]);
    expect((await lint(["a.json", "--baseline", "none.json"], { cwd })).findings).toHaveLength(1);
  });

  test("holds unused orders to ignore as well", async () => {
    const text =
      "inbound:\n  # traffic-policy-ignore-next-line document/size -- a\n  - name: a\n    actions:\n      - type: deny\n";
    const cwd = project({ "a.yaml": text });
    await run(["lint", "a.yaml", ...write], { cwd });
    expect(entriesOf(join(cwd, "known.json"))).toMatchObject([{ rule: "document/unused-ignore" }]);
    expect((await lint(["a.yaml", ...use], { cwd })).findings).toEqual([]);
  });
});

describe("a baseline that does not work: one sentence, exit status 2", () => {
  test.each([
    [
      "is not there",
      undefined,
      "known.json: There is no such baseline.",
      "--update-baseline writes one.",
    ],
    ["is not JSON", "{", "known.json: This is not JSON.", anew],
    ["is something else", "[]", "known.json: This is not a baseline.", anew],
    ["is null", "null", "known.json: This is not a baseline.", anew],
    [
      "has an entry that is none",
      '{"version":1,"findings":[{"file":"a"}]}',
      "known.json: This is not a baseline.",
      anew,
    ],
    [
      "has a count that is none",
      '{"version":1,"findings":[{"file":"a","rule":"b","path":"","message":"","count":0}]}',
      "known.json: This is not a baseline.",
      anew,
    ],
    [
      "is of a later version",
      '{"version":2,"findings":[]}',
      "known.json: This is a baseline of version 2, which this command does not know.",
      "Use the version of traffic-policy that wrote it.",
    ],
  ])("one that %s", async (_what, text, message, help) => {
    const cwd = project({ "a.json": clean, ...(text === undefined ? {} : { "known.json": text }) });
    const { status, out, err } = await run(["lint", "a.json", ...use], { cwd });
    expect({ status, out, err }).toEqual({
      status: 2,
      out: "",
      err: `error: ${message}\n  help: ${help}\n`,
    });
  });

  test("a folder", async () => {
    const cwd = project({ "a.json": clean, "known.json/x": "" });
    const { status, err } = await run(["lint", "a.json", ...use], { cwd });
    expect(err).toBe("error: known.json: It is a folder.\n");
    expect(status).toBe(2);
  });

  test("one that is damaged is not written over", async () => {
    const cwd = project({ "a.json": clean, "known.json": "{" });
    const { status, err } = await run(["lint", "a.json", ...write], { cwd });
    expect(err).toBe(`error: known.json: This is not JSON.\n  help: ${anew}\n`);
    expect(status).toBe(2);
    expect(readFileSync(join(cwd, "known.json"), "utf8")).toBe("{");
  });

  test("one that is read-only is left as it is", async () => {
    const known = '{"version":1,"findings":[]}';
    const cwd = project({ "a.json": mistaken(), "known.json": known });
    chmodSync(join(cwd, "known.json"), 0o444);
    const { status, err } = await run(["lint", "a.json", ...write], { cwd });
    expect(err).toMatch(/^error: known\.json: The file is read-only, so it was not changed\.\n/);
    expect(status).toBe(2);
    expect(readFileSync(join(cwd, "known.json"), "utf8")).toBe(known);
  });

  test("one in a folder that is not there", async () => {
    const cwd = project({ "a.json": clean });
    const { status, err } = await run(
      ["lint", "a.json", "--baseline", "no/known.json", "--update-baseline"],
      { cwd },
    );
    expect(err).toBe("error: no/known.json: The file cannot be written (ENOENT).\n");
    expect(status).toBe(2);
  });

  test.each([
    [["a.json", "--fix-dry-run"], "A dry run writes no baseline."],
    [["--stdin-filename", "a.json"], "A baseline cannot be made from standard input."],
  ])("one that %j would be part of", async (args, message) => {
    const cwd = project({ "a.json": mistaken() });
    const { status, out, err } = await run(["lint", ...args, ...write], { cwd, input: clean });
    expect(err).toBe(
      `error: ${message}\n  help: Remove --update-baseline or ${args.find((arg) => arg.startsWith("--"))}.\n`,
    );
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(existsSync(join(cwd, "known.json"))).toBe(false);
  });

  test("none to update", async () => {
    const { status, err } = await run(["lint", "a.json", "--update-baseline"], {
      cwd: project({ "a.json": clean }),
    });
    expect(err).toMatch(/^error: There is no baseline to update\.\n {2}help: .*--baseline/);
    expect(status).toBe(2);
  });
});
