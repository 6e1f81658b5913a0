import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyToDocument,
  jsonPolicySource,
  parseJson,
  serialize,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { parseYaml } from "@traffic-policy/policy-language/yaml";
import { toSource } from "@traffic-policy/policy-builder/to-source";
import { lintPolicy, rules } from "@traffic-policy/policy-lint";
import type { FixReport } from "@traffic-policy/report";
import { evaluate } from "../policy-builder/to-source/evaluate.ts";
import { choices } from "../policy-language/document/edit/choices.ts";
import { jsonText } from "../policy-language/document/edit/json-text.ts";
import { yamlText } from "../policy-language/document/edit/yaml-text.ts";
import { sampled } from "../seeded.ts";
import { project, run } from "./command.ts";

type Rules = readonly JsonValue[];

/** The rules of all examples of the lint rules. */
function exampleRules(direction: "inbound" | "outbound"): Rules {
  return [...rules.values()].flatMap(({ docs }) =>
    [docs.wrong, docs.right].flatMap((text): Rules => {
      const { value, errors } = parseJson(text);
      const list = (value as Record<string, unknown> | undefined)?.[direction];
      return errors.length === 0 && Array.isArray(list) ? (list as Rules) : [];
    }),
  );
}

/** Mistakes that have a fix, made in the text of a rule. */
const mistakes: readonly (readonly [right: RegExp, wrong: string])[] = [
  [/req\.method/, "req.Method"],
  [/req\.url\.path/, "req.Path"],
  [/req\.host/, "req.Host"],
  [/conn\.client_ip/, "conn.ClientIP"],
  [/req\.headers\['(\w)/, "req.headers['X-$1"],
  [/192\.0\.2\.0\/24/, "192.0.2.7/24"],
  [/"type":"deny"/, '"type":"Deny"'],
  [/"custom-response"/, '"customResponse"'],
  [/"status_code"/, '"StatusCode"'],
  [/"actions"/, '"Actions"'],
  [/"expressions":\["([^"]*)"/, '"expressions":["$1","$1"'],
  [/"expressions":\["([^"]*)"/, '"expressions":["true && $1"'],
];

const mutated = (list: Rules): fc.Arbitrary<JsonValue> =>
  fc
    .tuple(fc.constantFrom(...list), fc.subarray([...mistakes], { maxLength: 3 }))
    .map(([rule, made]) =>
      made.reduce((text, [right, wrong]) => text.replace(right, wrong), JSON.stringify(rule)),
    )
    .map((text) => parseJson(text).value ?? null);

const documents: fc.Arbitrary<JsonValue> = fc
  .record({
    inbound: fc.array(mutated(exampleRules("inbound")), { minLength: 1, maxLength: 5 }),
    outbound: fc.array(mutated(exampleRules("outbound")), { maxLength: 2 }),
    enabled: fc.constantFrom(true, undefined),
  })
  .map((document) => parseJson(JSON.stringify(document)).value ?? null);

/** The document with one safe fix after the other made, as the linter finds them. */
function fixedOneByOne(document: JsonValue): { document: JsonValue; removals: number } {
  let result = document;
  let removals = 0;
  for (let count = 0; count < 200; count += 1) {
    const found = lintPolicy(jsonPolicySource("policy", serialize(result)), { protocol: "http" });
    const next = found
      .flatMap(({ fix }) => (fix?.safe === true ? [fix.edits] : []))
      .map((edits) => ({ edits, made: applyToDocument(result, edits) }))
      .find(({ made }) => made !== undefined && serialize(made) !== serialize(result));
    if (next?.made === undefined) return { document: result, removals };
    result = next.made;
    removals += next.edits.filter((edit) => "remove" in edit).length;
  }
  throw new Error("The fixes take turns for ever.");
}

async function fixAll(folder: string): Promise<FixReport> {
  const args = ["lint", "--fix", "--protocol", "http", "--format", "json", "."];
  const { out, err } = await run(args, { cwd: folder });
  expect(err).toBe("");
  return (JSON.parse(out) as { fixes: FixReport }).fixes;
}

const syntaxes = [
  { name: "json", print: jsonText, parse: parseJson },
  { name: "yaml", print: yamlText, parse: parseYaml },
] as const;

describe.each(syntaxes)("random policies in $name", ({ name, print, parse }) => {
  test("--fix does what the fixes do one by one, and keeps all comments", async () => {
    const texts = sampled(
      fc.tuple(documents, choices).map(([document, style]) => print(document, style)),
      20,
      80,
    );
    const files = texts.map((text, index) => [`p${index}.policy.${name}`, text] as const);
    const cwd = project(Object.fromEntries(files));
    const { fixed, left } = await fixAll(cwd);
    expect(fixed).toBeGreaterThan(texts.length / 2);
    const withLeft = new Set(left.map(({ location }) => location?.file));
    expect(withLeft.size).toBeLessThan(texts.length / 5);
    for (const [file, before] of files) {
      const after = readFileSync(join(cwd, file), "utf8");
      const { value = null, errors } = parse(after);
      const expected = fixedOneByOne(parse(before).value ?? null);
      // What stands right above a member, and behind it, goes with it.
      const lost = commentsIn(before) - commentsIn(after);
      expect({ before, after, isKept: lost <= 3 * expected.removals }).toMatchObject({
        isKept: true,
      });
      if (withLeft.has(file)) continue;
      expect({ before, errors, document: serialize(value) }).toEqual({
        before,
        errors: [],
        document: serialize(expected.document),
      });
    }
    const again = await fixAll(cwd);
    expect(again).toMatchObject({ fixed: 0, files: [] });
    expect(again.left.map(({ reason }) => reason)).toEqual(left.map(({ reason }) => reason));
  });
});

test("random policies in TypeScript: what is fixed is fixed like the document", async () => {
  const sources: (readonly [file: string, source: string])[] = [];
  for (const document of sampled(documents, 20, 60)) {
    const file = `p${sources.length}.policy.ts`;
    try {
      sources.push([file, await toSource(document as never, { protocol: "http" })]);
    } catch {
      // Not every document can be built.
    }
  }
  expect(sources.length).toBeGreaterThan(6);
  const cwd = project(Object.fromEntries(sources));
  const { files, left } = await fixAll(cwd);
  expect(files.length).toBeGreaterThan(sources.length / 12);
  const withLeft = new Set(left.map(({ location }) => location?.file));
  for (const [file, before] of sources.filter(([name]) => !withLeft.has(name))) {
    const after = readFileSync(join(cwd, file), "utf8");
    const built = (source: string): JsonValue =>
      parseJson(JSON.stringify(evaluate(source))).value ?? null;
    expect({ before, document: serialize(built(after)) }).toEqual({
      before,
      document: serialize(fixedOneByOne(built(before)).document),
    });
  }
  const texts = sources.map(([file]) => readFileSync(join(cwd, file), "utf8"));
  expect((await fixAll(cwd)).files).toEqual([]);
  expect(sources.map(([file]) => readFileSync(join(cwd, file), "utf8"))).toEqual(texts);
});

/** How many comments of those that the writer of YAML makes are in a text. */
function commentsIn(text: string): number {
  const comments = text.match(/# (?:about it|anywhere|on the line|at the top|at the end)/g);
  return comments?.length ?? 0;
}
