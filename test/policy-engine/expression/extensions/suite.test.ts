import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";
import { expect, test } from "vitest";
import { evaluated } from "./evaluated.ts";

// The suites of the CEL project for the extensions that the service has.

interface Case {
  readonly name: string;
  readonly expr: string;
  readonly bindings?: object;
  readonly value?: Value;
  readonly evalError?: object;
}

interface Value {
  readonly stringValue?: string;
  readonly bytesValue?: string;
  readonly int64Value?: string;
}

interface Suite {
  readonly name: string;
  readonly suites: readonly {
    readonly name: string;
    readonly tests: readonly { readonly original: Case }[];
  }[];
}

/** Cases of which the service's documentation says something else. */
const others: ReadonlySet<string> = new Set([
  // Padding is required.
  "decode/hello_without_padding",
  // A limit drops the rest.
  "split/one_limit",
  // A negative limit is not documented.
  "split/unicode_negative_limit",
]);

const cases = (tests as unknown as { readonly suites: readonly Suite[] }).suites
  .filter(({ name }) => name === "string_ext" || name === "encoders_ext")
  .flatMap(({ suites }) =>
    suites.flatMap((suite) =>
      suite.tests.map(({ original }) => ({ ...original, id: `${suite.name}/${original.name}` })),
    ),
  )
  .filter(({ expr, bindings }) => bindings === undefined && !expr.includes("TestAllTypes"));

test("there are cases", () => {
  expect(cases.length).toBeGreaterThan(150);
});

test.each(cases)("$id: $expr", ({ id, expr, value, evalError }) => {
  const isWanted = (found: string): boolean => {
    if (evalError !== undefined) return found.endsWith(".");
    return found === wanted(value);
  };
  expect(isWanted(outcome(expr)), outcome(expr)).toBe(!others.has(id));
});

function wanted({ stringValue, bytesValue, int64Value }: Value = {}): string {
  if (bytesValue !== undefined) return `bytes ${Buffer.from(bytesValue, "base64").toString("hex")}`;
  if (int64Value !== undefined) return `int ${int64Value}`;
  return stringValue === undefined ? "bool true" : `string ${JSON.stringify(stringValue)}`;
}

/** What does not pass the checker is an error as well. */
function outcome(expression: string): string {
  try {
    return evaluated(expression);
  } catch (error) {
    return (error as Error).message;
  }
}
