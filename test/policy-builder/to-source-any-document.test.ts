import { isDeepStrictEqual } from "node:util";
import {
  compare,
  protocols,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { toSource } from "@traffic-policy/policy-builder/to-source";
import fc from "fast-check";
import { expect, test } from "vitest";
import { directionsSource } from "../../packages/policy-builder/src/to-source/dialects.ts";
import { typedCondition } from "../../packages/policy-builder/src/to-source/expression.ts";
import { unformattedSource } from "../../packages/policy-builder/src/to-source/to-source.ts";
import { sampled, seeded, whileTime } from "../seeded.ts";
import { arbitraryCondition } from "./to-source/arbitrary-condition.ts";
import { arbitraryPolicy } from "./to-source/arbitrary-policy.ts";
import { evaluate } from "./to-source/evaluate.ts";

const anyProtocol = fc.constantFrom(undefined, ...protocols);

/** The document that a source builds, when it is identical in each of two ways. */
function rebuilt(source: string, document: JsonObject): unknown {
  const built = evaluate(source).toDocument();
  const { state } = compare(built as JsonValue, document);
  return state === "identical" && isDeepStrictEqual(built, document) ? document : built;
}

test("any document comes back from its source", () => {
  seeded(
    fc.property(arbitraryPolicy, anyProtocol, (document, protocol) => {
      expect(rebuilt(unformattedSource(document, protocol), document)).toBe(document);
    }),
    50,
    700,
    20,
  );
});

test("formatting changes nothing", async () => {
  const samples = sampled(fc.tuple(arbitraryPolicy, anyProtocol), 100, 700);
  for (const [document, protocol] of whileTime(samples, 20)) {
    expect(rebuilt(await toSource(document, { protocol }), document)).toBe(document);
  }
});

// The builder gives no name to the variable of a macro that something around it has already.
function hidesNames(condition: string): boolean {
  const names = Array.from(condition.matchAll(/\((\w+), /g), ([, name]) => name);
  return names.includes("req") || new Set(names).size < names.length;
}

test("a condition of right types becomes typed calls", () => {
  seeded(
    fc.property(arbitraryCondition, (condition) => {
      const typed = typedCondition(condition, directionsSource)?.value.toString();
      expect(typed).toBe(typed === undefined && hidesNames(condition) ? undefined : condition);
    }),
    140,
    2000,
  );
});
