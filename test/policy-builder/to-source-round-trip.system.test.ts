import { isDeepStrictEqual } from "node:util";
import {
  compare,
  directionsDialect,
  protocols,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import type { BasePolicy } from "@traffic-policy/policy-builder";
import { toSource } from "@traffic-policy/policy-builder/to-source";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arbitraryPolicy, arbitraryPolicyOf } from "./to-source/arbitrary-policy.ts";
import { typedCalls, untyped } from "./to-source/conversions.ts";
import { removeModules, typeErrors, writeModules } from "./to-source/compile.ts";
import { writtenPolicies } from "./to-source/documents.ts";
import { expressionsOf, typedShare } from "./to-source/typed-share.ts";

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
  ...writtenPolicies("published").flatMap((policy) =>
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

describe.each([
  ["published", directionsDialect],
  ["phases", phasesDialect],
] as const)("of the policies of %s", (collection, dialect) => {
  test("nearly all valid expressions become typed calls", async () => {
    const found = writtenPolicies(collection).flatMap(expressionsOf);
    expect(found.length).toBeGreaterThan(5);
    expect(await typedShare(dialect, found)).toBeGreaterThanOrEqual(0.97);
  });
});
