import { rules as builtIn } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";
import { project, run } from "../command.ts";

describe("rules", () => {
  test("lists every rule with its severities, its fix and what it finds", async () => {
    const { status, out, err } = await run(["rules"], { cwd: project({}) });
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const [heading = "", ...lines] = out.trimEnd().split("\n");
    expect(heading).toMatch(/^rule +recommended +strict +fix +what it finds$/);
    expect(lines.map((line) => line.split(" ")[0])).toEqual([...builtIn.keys()]);
    const column = heading.indexOf("what");
    for (const line of lines) expect(line.slice(column - 2, column + 1)).toMatch(/^ {2}\S$/);
    expect(out).toMatch(/^document\/ignore-reason +off +info +A comment ignores a finding/m);
  });

  test("as JSON", async () => {
    const { out } = await run(["rules", "--format", "json"], { cwd: project({}) });
    const list = JSON.parse(out) as { version: number; rules: { name: string }[] };
    expect(list.version).toBe(1);
    expect(list.rules.map(({ name }) => name)).toEqual([...builtIn.keys()]);
    expect(list.rules).toContainEqual({
      name: "document/ignore-reason",
      recommended: "off",
      strict: "info",
      what: "A comment ignores a finding without saying why.",
      custom: false,
    });
  });

  test("a configuration with a mistake is told", async () => {
    const cwd = project({ "traffic-policy.config.json": "{" });
    const { status, out, err } = await run(["rules"], { cwd });
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toMatch(/^error: traffic-policy\.config\.json:1:2: /);
  });
});

describe("explain", () => {
  test.each([...builtIn.keys()].filter((_name, index) => index % 9 === 0))(
    "%s: its page, without the marks of Markdown",
    async (name) => {
      const { status, out, err } = await run(["explain", name], { cwd: project({}) });
      expect({ status, err }).toEqual({ status: 0, err: "" });
      for (const part of [name, "Wrong", "Right", "Why", "Options"])
        expect(out.split("\n")).toContain(part);
      expect(out).not.toMatch(/^#|^```|\*\*/m);
      expect(out).not.toMatch(/\n\n\n/);
    },
  );

  test("options are listed, not as a table of Markdown", async () => {
    const { out } = await run(["explain", "document/size"], { cwd: project({}) });
    expect(out).toMatch(
      /\nOptions\n\n {2}maxBytes +1000000 +The maximum size [^\n]*\n {2}maxRules +1000 +The maximum number of rules[^\n]*\n$/,
    );
  });

  test("as JSON", async () => {
    const { out } = await run(["explain", "document/size", "--format", "json"], {
      cwd: project({}),
    });
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      name: "document/size",
      recommended: "info",
      strict: "info",
      docs: { what: "A policy has very many rules, or is very long." },
      options: { default: { maxRules: 1000 } },
    });
  });

  test.each([
    ["document/rule-nam", 'Did you mean "document/rule-name"?'],
    ["rule-name", 'Did you mean "document/rule-name"?'],
    ["expresion/metod-case", 'Did you mean "expression/method-case"?'],
    ["action/method-case", 'Did you mean "expression/method-case"?'],
    ["syntax", "`traffic-policy rules` lists all of them."],
    ["expression", "`traffic-policy rules` lists all of them."],
  ])("there is no %j", async (name, help) => {
    const { status, out, err } = await run(["explain", name], { cwd: project({}) });
    expect({ status, out, err }).toEqual({
      status: 2,
      out: "",
      err: `error: There is no lint rule "${name}".\n  help: ${help}\n`,
    });
  });

  test("without a name", async () => {
    const { status, err } = await run(["explain"], { cwd: project({}) });
    expect(err).toContain("`traffic-policy explain` needs a <rule>");
    expect(status).toBe(2);
  });
});
