import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isJsonObject, parseJson, type Diagnostic } from "@traffic-policy/policy-language";
import { toSource } from "@traffic-policy/policy-builder/to-source";
import { rules } from "@traffic-policy/policy-lint";
import { type FixReport } from "@traffic-policy/report";
import { evaluate } from "../policy-builder/to-source/evaluate.ts";
import { Choices } from "../policy-language/document/edit/choices.ts";
import { yamlText } from "../policy-language/document/edit/yaml-text.ts";
import { project, run } from "./command.ts";

interface Report {
  readonly diagnostics: readonly Diagnostic[];
  readonly failures: readonly unknown[];
  readonly fixes: FixReport;
}

interface Example {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
}

const deny = { type: "deny" };

/** For rules whose page shows something that nobody but its author can put right. */
const others: Readonly<Record<string, object>> = {
  "action/cidr": {
    inbound: [
      { name: "a", actions: [{ type: "restrict-ips", config: { allow: ["10.0.0.1/8"] } }] },
    ],
  },
  "action/unavailable": {
    inbound: [{ name: "a", actions: [{ type: "deny", config: { status_code: 404 } }] }],
  },
  "document/module-key": { enabled: true, inbound: [{ name: "a", actions: [deny] }] },
  "document/unknown-key": {
    inbound: [{ name: "a", Expressions: ["conn.client_ip == '192.0.2.1'"], actions: [deny] }],
  },
  "expression/constant": {
    inbound: [{ name: "a", expressions: ["req.method == 'GET' && true"], actions: [deny] }],
  },
  "expression/unavailable": {
    inbound: [{ name: "a", expressions: ["conn.TLS.Version == '1.3'"], actions: [deny] }],
  },
  "expression/unknown-name": {
    inbound: [{ name: "a", expressions: ["req.metod == 'GET'"], actions: [deny] }],
  },
};

/** What the others are for. */
const protocolOf: Readonly<Record<string, string>> = {
  "action/unavailable": "tcp",
  "expression/unavailable": "http",
};

/** They have fixes in YAML alone: their own tests and those of `applyToYaml` make them. */
const ofYaml: ReadonlySet<string> = new Set(["document/syntax", "document/yaml-value"]);

const fixable = [...rules]
  .filter(([name, rule]) => rule.fix !== undefined && !ofYaml.has(name))
  .map(([rule, { docs }]) => ({
    rule,
    wrong: others[rule] === undefined ? docs.wrong : JSON.stringify(others[rule]),
    protocol: protocolOf[rule] ?? docs.protocol ?? "http",
  }));

const notMade = "code cannot be changed in this way";

/** What is left in code that `toSource` wrote, with typed calls wherever there are some. */
const leftInCode: Readonly<Record<string, string>> = {
  // The interpolation is an expression of its own there.
  "action/group-syntax": "what it changes is not written in this call",
  "document/module-key": notMade,
  "document/shape": notMade,
  "document/unknown-key": notMade,
  "expression/address-pattern": notMade,
  "expression/constant": notMade,
  "expression/duplicate-condition": notMade,
  "expression/glob": notMade,
  "expression/perhaps-missing": notMade,
  "expression/plain-regular-expression": notMade,
  "expression/renamed-variable": notMade,
  "expression/unavailable": notMade,
  "expression/unguarded-access": notMade,
  // The builder writes no empty config, which is what would be left.
  "action/unavailable": "the module would not build exactly what is intended",
};

/** What the rules' pages call wrong, in the language that is asked for. */
async function examples(language: "json" | "yaml" | "ts", protocol: string): Promise<Example[]> {
  const found: Example[] = [];
  for (const { rule, wrong, protocol: own } of fixable) {
    if (own !== protocol) continue;
    const text = await written(wrong, language);
    const file = `${rule.replace("/", "-")}.policy.${language}`;
    if (text !== undefined) found.push({ rule, file, text });
  }
  return found;
}

/** Undefined when the builder cannot build this. */
async function written(
  json: string,
  language: "json" | "yaml" | "ts",
): Promise<string | undefined> {
  const { value = null } = parseJson(json);
  if (language === "json") return json;
  if (language === "yaml") return yamlText(value, new Choices([2]));
  try {
    return isJsonObject(value) ? await toSource(value) : undefined;
  } catch {
    return undefined;
  }
}

async function lint(folder: string, protocol: string, ...args: string[]): Promise<Report> {
  const { out, err, status } = await run(
    ["lint", "--preset", "strict", "--protocol", protocol, "--format", "json", ...args, "."],
    { cwd: folder },
  );
  expect({ err, failed: status === 2 }).toEqual({ err: "", failed: false });
  return JSON.parse(out) as Report;
}

function textsIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

/** The findings of the rule of a file that have a fix, as they are known when lines have moved. */
function fixableIn({ file, rule }: Example, { diagnostics }: Report): string[] {
  return diagnostics
    .filter((one) => one.location?.file === file && one.rule === rule && one.fix !== undefined)
    .map(({ path, message }) => `${path} ${message}`);
}

function plain(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document));
}

const protocols = [...new Set(fixable.map(({ protocol }) => protocol))];

describe.each(protocols)("the example of every rule with a fix, for %s", (protocol) => {
  test.each(["json", "yaml"] as const)("in %s is fixed, and stays as it is", async (language) => {
    const all = await examples(language, protocol);
    const folder = project(Object.fromEntries(all.map(({ file, text }) => [file, text])));
    const before = await lint(folder, protocol);
    for (const one of all) expect([one.rule, fixableIn(one, before)]).not.toEqual([one.rule, []]);
    const { fixes } = await lint(folder, protocol, "--fix-unsafe");
    expect(fixes.left).toEqual([]);
    expect(fixes.files.map(({ file }) => file).toSorted()).toEqual(
      all.map(({ file }) => file).toSorted(),
    );
    const fixed = textsIn(folder);
    const after = await lint(folder, protocol);
    for (const one of all) expect([one.rule, fixableIn(one, after)]).toEqual([one.rule, []]);
    const again = await lint(folder, protocol, "--fix-unsafe");
    expect(again.fixes).toEqual({ fixed: 0, files: [], left: [] });
    expect(textsIn(folder)).toEqual(fixed);
  });

  test("in TypeScript is fixed exactly like the document, or left with a reason", async () => {
    const all = await examples("ts", protocol);
    const documents = await examples("json", protocol);
    const folder = project(Object.fromEntries(all.map(({ file, text }) => [file, text])));
    const twin = project(Object.fromEntries(documents.map(({ file, text }) => [file, text])));
    const before = await lint(folder, protocol);
    for (const one of all) expect([one.rule, fixableIn(one, before)]).not.toEqual([one.rule, []]);
    const { fixes } = await lint(folder, protocol, "--fix-unsafe");
    // Guards are added to documents only; what else is fixed has to be the same.
    const off = ["perhaps-missing", "unguarded-access"].map((name) => `expression/${name}=off`);
    await lint(twin, protocol, "--fix-unsafe", ...off.flatMap((rule) => ["--rule", rule]));
    const reasons = new Map(fixes.left.map(({ rule, reason }) => [rule, reason]));
    const after = await lint(folder, protocol);
    for (const one of all) {
      const reason = leftInCode[one.rule];
      const isFixed = reason === undefined;
      const text = readFileSync(join(folder, one.file), "utf8");
      const twinText = readFileSync(join(twin, one.file.replace(/ts$/, "json")), "utf8");
      expect({
        rule: one.rule,
        reason: reasons.get(one.rule),
        left: fixableIn(one, after),
        document: isFixed ? plain(evaluate(text).toDocument()) : text,
      }).toEqual({
        rule: one.rule,
        reason,
        left: isFixed ? [] : fixableIn(one, before),
        document: isFixed ? plain(parseJson(twinText).value) : one.text,
      });
    }
    const fixed = textsIn(folder);
    const again = await lint(folder, protocol, "--fix-unsafe");
    expect(again.fixes.files).toEqual([]);
    expect(textsIn(folder)).toEqual(fixed);
  });
});
