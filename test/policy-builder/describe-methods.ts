import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { describe, expect, test } from "vitest";
import { ownFunctions } from "../../packages/policy-builder/src/functions.ts";
import { written, type AnyExpression } from "./written.ts";

type Class = abstract new (...args: never[]) => AnyExpression;

/** What the entry for phases adds to the classes, when a test of it has run before in the same process. */
const ofPhases: ReadonlySet<string> = new Set(ownFunctions(phasesDialect).map(({ name }) => name));

const notOperations = new Set(["constructor", "toString", "toJSON", "toExpression", "keyOperand"]);

/** The methods and getters of a class and of those above it. */
function operationsOf({ prototype }: Class): readonly string[] {
  const names: string[] = [];
  for (
    let current: unknown = prototype;
    current !== Object.prototype;
    current = Object.getPrototypeOf(current)
  ) {
    names.push(...Object.getOwnPropertyNames(current));
  }
  return [...new Set(names)].filter((name) => !notOperations.has(name) && !ofPhases.has(name));
}

/** Tests what each method of a class writes; there must be a row for every one. */
export function describeMethods(
  tested: Class,
  methods: Readonly<Record<string, readonly (readonly [text: string, built: AnyExpression])[]>>,
): void {
  test("all methods are tested", () => {
    expect(Object.keys(methods).toSorted()).toEqual(operationsOf(tested).toSorted());
  });

  describe.each(Object.entries(methods))("%s", (_method, rows) => {
    test.each(rows)("%s", (text, built) => {
      expect(written(built)).toBe(text);
    });
  });
}
