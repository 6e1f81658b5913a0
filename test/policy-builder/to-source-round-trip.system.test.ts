import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import {
  checkExpression,
  compare,
  directionsDialect,
  parseExpression,
  printExpression,
  protocols,
  type Dialect,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import type { BasePolicy } from "@traffic-policy/policy-builder";
import { toSource } from "@traffic-policy/policy-builder/to-source";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sharedData } from "../shared-data.ts";
import { arbitraryPolicy, arbitraryPolicyOf } from "./to-source/arbitrary-policy.ts";
import { typedCalls, untyped } from "./to-source/conversions.ts";
import { removeModules, typeErrors, writeModules } from "./to-source/compile.ts";
import { hasPolicies, writtenPolicies } from "./to-source/documents.ts";

interface Case {
  readonly name: string;
  readonly document: JsonObject;
  readonly protocol: (typeof protocols)[number] | undefined;
}

const seed = Number(process.env["TEST_SEED"] ?? 20_261_121);

const expressions = [...typedCalls.map(([text]) => text), ...untyped.map(([, text]) => text)];

const cases: readonly Case[] = [
  ...["inbound", "outbound"].map((direction) => ({
    name: `expressions, ${direction}`,
    document: { [direction]: expressions.map((one) => ({ expressions: [one], actions: [] })) },
    protocol: undefined,
  })),
  ...writtenPolicies("fixtures").flatMap((policy) =>
    [undefined, ...protocols].map((protocol) => ({ ...policy, protocol })),
  ),
  ...writtenPolicies("published", "corpus").flatMap((policy) =>
    [undefined, "http" as const].map((protocol) => ({ ...policy, protocol })),
  ),
  {
    name: "expressions, on_http_response",
    document: { on_http_response: expressions.map((one) => ({ expressions: [one], actions: [] })) },
    protocol: undefined,
  },
  ...writtenPolicies("phases").flatMap((policy) =>
    [undefined, "http" as const, "tcp" as const].map((protocol) => ({ ...policy, protocol })),
  ),
  ...fc
    .sample(
      fc.tuple(
        fc.oneof(arbitraryPolicy, arbitraryPolicyOf(phasesDialect)),
        fc.constantFrom(undefined, ...protocols),
      ),
      {
        seed,
        numRuns: 120,
      },
    )
    .map(([document, protocol], index) => ({ name: `arbitrary ${index}`, document, protocol })),
];

let files: readonly string[];

beforeAll(async () => {
  files = writeModules(
    await Promise.all(cases.map(({ document, protocol }) => toSource(document, { protocol }))),
  );
}, 60_000);

afterAll(removeModules);

test("the sources of all policies compile", () => {
  expect(typeErrors()).toBe("");
});

test("running them gives back the documents", async () => {
  for (const [index, { name, document, protocol }] of cases.entries()) {
    const { default: built } = (await import(/* @vite-ignore */ files[index] ?? "")) as {
      readonly default: BasePolicy;
    };
    expect(built.protocol).toBe(protocol);
    const { state } = compare(built.toDocument() as JsonValue, document);
    expect(state, `${name} for ${protocol}`).toBe("identical");
    expect(isDeepStrictEqual(built.toDocument(), document), name).toBe(true);
  }
});

interface Expression {
  readonly text: string;
  readonly sections: readonly string[];
}

function expressionsOf({ document }: { readonly document: JsonObject }): readonly Expression[] {
  return Object.entries(document).flatMap(([section, rules]) => {
    if (!Array.isArray(rules)) return [];
    return rules.flatMap((rule: JsonObject | null) => {
      const texts = rule?.["expressions"];
      return Array.isArray(texts)
        ? texts
            .filter((text) => typeof text === "string")
            .map((text) => ({ text, sections: [section] }))
        : [];
    });
  });
}

async function isTyped(text: string, section: string): Promise<boolean> {
  const source = await toSource({ [section]: [{ expressions: [text], actions: [] }] });
  return !/\bcel\b/.test(source.slice(0, source.indexOf(" from ")));
}

/** How many of the valid expressions are typed calls, where they stand or at least in one place. */
async function share(
  what: string,
  dialect: Dialect,
  found: readonly Expression[],
): Promise<number> {
  let valid = 0;
  let typed = 0;
  for (const { text, sections } of found) {
    const parsed = parseExpression(text);
    // Typed calls write quotes and parentheses in one way only.
    if (!parsed.ok || printExpression(parsed.tree) !== text) continue;
    const right = sections.filter(
      (direction) => checkExpression(parsed.tree, { dialect, direction, text }).errors.length === 0,
    );
    if (right.length === 0) continue;
    valid++;
    const inEach = await Promise.all(right.map((section) => isTyped(text, section)));
    if (inEach.includes(true)) typed++;
  }
  const percent = ((typed / valid) * 100).toFixed(1);
  console.log(
    `${what}: ${typed} of ${valid} valid expressions in the usual style become typed calls, ${percent} %`,
  );
  return typed / valid;
}

describe.each([
  ["published", directionsDialect],
  ["corpus", directionsDialect],
  ["phases", phasesDialect],
] as const)("of the policies of %s", (collection, dialect) => {
  test.skipIf(!hasPolicies(collection))(
    "nearly all valid expressions become typed calls",
    async () => {
      const found = writtenPolicies(collection).flatMap(expressionsOf);
      expect(found.length).toBeGreaterThan(5);
      expect(await share(collection, dialect, found)).toBeGreaterThanOrEqual(0.97);
    },
  );
});

describe.each([
  ["directions", directionsDialect],
  ["phases", phasesDialect],
])("of the collection of %s", (name, dialect) => {
  const collected = sharedData(`corpus/expressions-${name}.txt`);

  test.skipIf(collected === undefined)("they do, too", async () => {
    const texts = new Set(
      readFileSync(collected ?? "", "utf8")
        .trim()
        .split("\n"),
    );
    expect(texts.size).toBeGreaterThan(10);
    const sections = [...dialect.sections.keys()];
    const found = [...texts].map((text) => ({ text, sections }));
    expect(await share(`collected expressions, ${name}`, dialect, found)).toBeGreaterThanOrEqual(
      0.97,
    );
  });
});
