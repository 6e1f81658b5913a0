import { readdirSync, readFileSync } from "node:fs";
import { variablesOf } from "@traffic-policy/policy-language/internal";
import { dialects } from "@traffic-policy/policy-language/phases";
import { rules as builtIn } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";
import { readReference } from "../../../packages/cli/src/commands/explain/reference.ts";
import { refusals } from "../../../packages/policy-language/src/catalogue/refusals.ts";
import { project, run } from "../command.ts";

describe("rules", () => {
  test("lists every rule with its severities, its fix and what it finds", async () => {
    const { status, out, err } = await run(["explain"], { cwd: project({}) });
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const [heading = "", ...lines] = out.trimEnd().split("\n");
    expect(heading).toMatch(/^rule +recommended +strict +fix +what it finds$/);
    expect(lines.map((line) => line.split(" ")[0])).toEqual([...builtIn.keys()]);
    const column = heading.indexOf("what");
    for (const line of lines) expect(line.slice(column - 2, column + 1)).toMatch(/^ {2}\S$/);
    expect(out).toMatch(/^document\/ignore-reason +off +info +A comment ignores a finding/m);
  });

  test("as JSON", async () => {
    const { out } = await run(["explain", "--format", "json"], { cwd: project({}) });
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
    const { status, out, err } = await run(["explain"], { cwd });
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
      /\nOptions\n\n {2}option +default +what it sets\n {2}maxBytes +1000000 +The maximum size [^\n]*\n {2}maxRules +1000 +The maximum number of rules[^\n]*\n+$/,
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
    ["rate-limitt", 'Did you mean "rate-limit"?'],
    ["req.path", 'Did you mean "req.url.path"?'],
    ["req.url.pth", 'Did you mean "req.url.path"?'],
    ["site/unknown-targt", 'Did you mean "site/unknown-target"?'],
    [
      "ERR_NGROK_1",
      "Known are the codes of the documentation that policies cause: docs/catalogue/error-codes.md.",
    ],
    [
      "syntax",
      "`traffic-policy explain` lists the lint rules; actions, variables and functions are in docs/catalogue.",
    ],
  ])("there is no %j", async (name, help) => {
    const { status, out, err } = await run(["explain", name], { cwd: project({}) });
    expect({ status, out, err }).toEqual({
      status: 2,
      out: "",
      err: `error: There is no lint rule, finding of a site, action, variable, function or error code "${name}".\n  help: ${help}\n`,
    });
  });
});

describe("explain, from the reference", () => {
  const explained = async (name: string): Promise<string> => {
    const { status, out, err } = await run(["explain", name], { cwd: project({}) });
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).not.toMatch(/^#|^```|\*\*|^\||\n\n\n/m);
    return out;
  };

  test("an action with its config, phases first, and only what differs in the other rules", async () => {
    const out = await explained("rate-limit");
    expect(out).toMatch(/^rate-limit\n\nAction in phases\n\nAnswers 429 /);
    expect(out).toMatch(/\n {2}key +value +meaning\n {2}name +string +The name of the limit/);
    const [, different = ""] = out.split("\n\nWhat differs in inbound and outbound rules\n\n");
    expect(different).toMatch(
      /^May stand in: HTTP, inbound\..*\n\n {2}key +value +meaning\n {2}bucket_key .*\n\nNot known for sure:\n\n(?:- .*\n){2}\nOnly in phases: enforce\.\n$/,
    );
  });

  test("an action whose example differs, too", async () => {
    const [, different = ""] = (await explained("custom-response")).split("\n\nWhat differs in ");
    expect(different).toContain('\n        "content": "Back in five minutes."\n');
    expect(different).not.toContain("headers: name to value");
    expect(different).toContain("\nOnly in phases: body.\n");
  });

  test.each(["jwt-validation", "oauth", "restrict-ips"])(
    "no line of the examples of %s is too long for a terminal",
    async (name) => {
      const lines = (await explained(name)).split("\n").filter((line) => line.startsWith("    "));
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    },
  );

  test("a text with a space at its end is in quotes", async () => {
    expect(await explained("jwt-validation")).toContain('such as "Bearer ".\n');
  });

  test("a variable and a function, once where both dialects have the same", async () => {
    expect(await explained("req.method")).toMatch(
      /^req\.method\n\nVariable in phases\n\n- type: string\n/,
    );
    expect(await explained("startsWith")).toMatch(
      /^startsWith\n\nFunction in phases, and in inbound and outbound rules\n\n- string\.startsWith\(string\) → bool\n/,
    );
  });

  test.each(["ERR_NGROK_2207", "err_ngrok_2207", "2207"])("an error code: %s", async (code) => {
    expect(await explained(code)).toBe(
      [
        "ERR_NGROK_2207",
        "",
        "Error code",
        "",
        "- when: a policy is stored",
        "- what it means: An action follows one that ends processing.",
        "- lint rules about it: flow/unreachable-action",
        "",
      ].join("\n"),
    );
  });

  test.each(["site/loop", "loop"])("a finding of a site: %s", async (name) => {
    expect(await explained(name)).toMatch(
      /^site\/loop\n\n.+\n\nForwards lead back to where they begin: /,
    );
  });

  test("everything that audit --site reports is explained, and nothing else", async () => {
    const names = [...readReference()].flatMap(([name, [first]]) =>
      first?.kind === "site-finding" ? [name] : [],
    );
    const folder = new URL("../../../packages/policy-language/src/site/defects/", import.meta.url);
    const code = [
      ...readdirSync(folder).map((file) => new URL(file, folder)),
      new URL("../../../packages/cli/src/commands/audit/site-audit.ts", import.meta.url),
    ].map((file) => readFileSync(file, "utf8"));
    const text = code.join("\n");
    expect(names.filter((name) => !text.includes(JSON.stringify(name.slice(5))))).toEqual([]);
    const rules = [...text.matchAll(/rule: "([\w-]+)"/g)].map(([, rule]) => `site/${rule}`);
    expect(rules.filter((rule) => !names.includes(rule))).toEqual([]);
    expect(rules.length).toBeGreaterThan(15);
  });

  test("as JSON, a part of a page for each dialect", async () => {
    const { out } = await run(["explain", "deny", "--format", "json"], { cwd: project({}) });
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      name: "deny",
      entries: [
        { kind: "action", page: "docs/catalogue/phases/actions.md" },
        { kind: "action", page: "docs/catalogue/actions.md" },
      ],
    });
  });

  test("everything in the catalogue is explained", async () => {
    const reference = readReference();
    const names = Object.values(dialects).flatMap((dialect) => [
      ...dialect.actions.keys(),
      ...variablesOf(dialect).map(({ name }) => name),
      ...dialect.functions.keys(),
    ]);
    expect(names.filter((name) => !reference.has(name))).toEqual([]);
  });

  test("the lint rules beside error codes exist", () => {
    const named = refusals.flatMap(({ rules = [] }) => rules);
    expect(named.filter((name) => !builtIn.has(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(30);
  });
});
