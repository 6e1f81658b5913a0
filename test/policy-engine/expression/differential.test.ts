import { checkExpression, printExpression, type Expression } from "@traffic-policy/policy-language";
import { childrenOf } from "@traffic-policy/policy-language/internal";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { standardFunctions } from "../../../packages/policy-language/src/catalogue/standard/functions.ts";
import {
  standardMacros,
  standardOperators,
} from "../../../packages/policy-language/src/catalogue/standard/operators.ts";
import { sampled, whileTime } from "../../seeded.ts";
import { forms, reasons } from "./differential-reasons.ts";
import {
  agree,
  disagreements,
  outcome,
  parsedTree,
  transformed,
  typedTree,
} from "./differential.ts";
import { ExpressionGenerator } from "./expression-generator.ts";

// Our checker and our engine against `@marcbachmann/cel-js`, another implementation of CEL in JavaScript: a
// part on which the two do not agree, while they do on its operands, needs one of the listed reasons.

const count = 10_000;
const long = 50_000;

const zone = process.env["TZ"];

// The other one goes by way of dates in the time zone of the machine.
beforeAll(() => {
  process.env["TZ"] = "UTC";
});

afterAll(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

/** An expression in forms on which both agree, as far as that is needed. */
function inFormsOfBoth(tree: Expression): { readonly tree: Expression; readonly used: string[] } {
  const used: string[] = [];
  let at = tree;
  for (const [reason, { change }] of Object.entries(forms)) {
    if (agree(at)) break;
    const next = transformed(at, change);
    if (next !== at) used.push(reason);
    at = next;
  }
  return { tree: at, used };
}

/** Why the two do not agree on an expression: the reasons, and what has none. */
function explain(tree: Expression): { readonly known: string[]; readonly unknown: string[] } {
  const known: string[] = [];
  const unknown: string[] = [];
  const inOtherForms = inFormsOfBoth(tree);
  known.push(...inOtherForms.used);
  for (const one of disagreements(inOtherForms.tree)) {
    const reason = Object.keys(reasons).find((name) => reasons[name]?.holds(one) === true);
    const other = inFormsOfBoth(typedTree(one.node));
    if (reason !== undefined) known.push(reason);
    else if (agree(other.tree)) known.push(...other.used);
    else {
      const lines = [
        one.text,
        `ours: ${one.ours}`,
        `theirs: ${one.theirs} ${one.failure}`,
        `refused by ${one.refusedBy ?? "no"} checker alone`,
        `operands: ${one.operands.join(", ")}`,
        `in: ${printExpression(tree)}`,
      ];
      unknown.push(lines.join("\n    "));
    }
  }
  return { known, unknown };
}

test.each(
  Object.entries({ ...forms, ...reasons }).map(([reason, { example }]) => [reason, example]),
)("%s: %s", (reason = "", example = "") => {
  const tree = parsedTree(example);
  expect(agree(tree)).toBe(false);
  expect(explain(tree)).toEqual({ known: [reason], unknown: [] });
});

const functions = standardFunctions.map(({ name }) => name);
const operators = [..."&& || == != in ! ?: [] .".split(" "), ...Object.keys(standardOperators)];
const types = "bool int uint double string bytes timestamp duration null type list map dyn".split(
  " ",
);

/** What an expression is made of: functions, macros, operators, and the types of its parts. */
function* partsIn(tree: Expression): Generator<string> {
  const known = checkExpression(tree).types;
  const left = [tree];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    left.push(...childrenOf(node));
    if (node.kind === "call") yield node.name;
    else if (node.kind === "binary" || node.kind === "unary") yield node.operator;
    else yield { conditional: "?:", index: "[]", select: "." }[node.kind as string] ?? node.kind;
    const type = known.get(node);
    if (type !== undefined) yield type.kind;
  }
}

test("the expressions have every function, macro, operator and type that both know", () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 1000; seed++) {
    for (const part of partsIn(typedTree(new ExpressionGenerator(seed).next()))) seen.add(part);
  }
  const wanted = [...functions, ...standardMacros, ...operators, ...types];
  expect(wanted.filter((name) => !seen.has(name))).toEqual([]);
});

test(
  "two implementations come to the same, but for the listed reasons",
  { timeout: 300_000 },
  () => {
    const used: Record<string, number> = {};
    const unexplained: string[] = [];
    let failures = 0;
    const seeds = sampled(fc.integer({ min: 0, max: 2 ** 32 - 1 }), count, long);
    let tried = 0;
    for (const seed of whileTime(seeds, 1000)) {
      tried++;
      const tree = typedTree(new ExpressionGenerator(seed).next());
      if (outcome(tree) === "failure") failures++;
      if (agree(tree)) continue;
      const { known, unknown } = explain(tree);
      for (const reason of known) used[reason] = (used[reason] ?? 0) + 1;
      unexplained.push(...unknown);
    }
    console.table(used);
    console.log(
      `${tried} expressions over ${functions.length} functions, ${standardMacros.length} macros, ` +
        `${operators.length} operators and ${types.length} types, of which ${failures} fail`,
    );
    const first = unexplained.slice(0, 20).join("\n");
    const told = `${unexplained.length} without a reason; TEST_SEED=${process.env["TEST_SEED"] ?? ""}`;
    expect(first, told).toBe("");
    expect(failures).toBeLessThan(tried / 3);
  },
);
