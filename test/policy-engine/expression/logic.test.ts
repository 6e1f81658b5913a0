import { compilePolicy, simulateSync, type OperandTrace } from "@traffic-policy/policy-engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sampled } from "../../seeded.ts";

const log = { type: "log", config: { metadata: {} } };
const exchange = { request: { url: "https://example.com/a" } };

/** A trace as one line: `T` true, `F` false, `E` error, `-` skipped, `!` behind what decided. */
function line(operand: OperandTrace | undefined): string {
  if (operand === undefined) return "?";
  const values = { value: "F", error: "E", skipped: "-" };
  const isTrue = operand.state === "value" && operand.value === true;
  const mark = isTrue ? "T" : values[operand.state];
  const inner = operand.operands?.map(line).join(" ");
  const decided = operand.decided === true ? "!" : "";
  return inner === undefined ? `${mark}${decided}` : `${mark}${decided}(${operand.kind} ${inner})`;
}

async function trace(expression: string) {
  const policy = await compilePolicy({ inbound: [{ expressions: [expression], actions: [log] }] });
  expect(policy.problems).toEqual([]);
  const { trace: told } = simulateSync(policy, exchange, { trace: true });
  return told?.rules[0]?.expressions[0];
}

const fails = "req.headers['x'][0] == 'a'";

test.each([
  ["true && true && true", "T(&& T! T! T!)"],
  ["true && false && true", "F(&& T F! -)"],
  ["(true && false) && true", "F(&& T F! -)"],
  ["true && (false && true)", "F(&& T F!(&& F! -))"],
  ["false || false", "F(|| F! F!)"],
  ["false || true || true", "T(|| F T! -)"],
  [`${fails} && true`, "E(&& E! T)"],
  [`${fails} && false`, "F(&& E F!)"],
  [`false && ${fails}`, "F(&& F! -)"],
  [`${fails} || true`, "T(|| E T!)"],
  [`${fails} || false || ${fails}`, "E(|| E! F E!)"],
  [`!(${fails} || false)`, "E(! E!(|| E! F))"],
  ["!(true && false)", "T(! F!(&& T F!))"],
  ["!true", "F"],
  ["true ? false : true", "F(?: T! F! -)"],
  ["false ? true : true && true", "T(?: F! - T!(&& T! T!))"],
  [`${fails} ? true : true`, "E(?: E! - -)"],
  ["dyn(1) && true", "E(&& F! T)"],
  ["dyn(1) && false", "F(&& F F!)"],
  ["['a', 'b'].all(x, x == 'a' && true)", "F"],
])("the trace of %s", async (expression, expected) => {
  expect(line((await trace(expression))?.operand)).toBe(expected);
});

test("a condition tells its place, and the variables that it reads with their values", async () => {
  expect(await trace("req.method == 'GET' && req.url.port == 1")).toEqual({
    path: "/inbound/0/expressions/0",
    text: "req.method == 'GET' && req.url.port == 1",
    state: "error",
    error: { message: "req.url.port has no value in this exchange.", span: { start: 23, end: 40 } },
    operand: {
      kind: "&&",
      span: { start: 0, end: 40 },
      state: "error",
      error: {
        message: "req.url.port has no value in this exchange.",
        span: { start: 23, end: 40 },
      },
      operands: [
        {
          kind: "condition",
          span: { start: 0, end: 19 },
          state: "value",
          value: true,
          variables: [{ name: "req.method", value: "GET" }],
        },
        {
          kind: "condition",
          span: { start: 23, end: 40 },
          state: "error",
          error: {
            message: "req.url.port has no value in this exchange.",
            span: { start: 23, end: 40 },
          },
          variables: [{ name: "req.url.port" }],
          decided: true,
        },
      ],
    },
  });
});

// Parts that are true, that are false, that fail, and that are neither.
const parts = fc.constantFrom(
  "true",
  "req.method == 'GET'",
  "false",
  "req.url.path == '/'",
  fails,
  "req.url.port > 1",
  "dyn(1)",
  "dyn('a') == 'a'",
);

const { expressions } = fc.letrec<{ expressions: string }>((tie) => ({
  expressions: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    parts,
    fc.tuple(tie("expressions"), tie("expressions")).map(([a, b]) => `(${a}) && (${b})`),
    fc.tuple(tie("expressions"), tie("expressions")).map(([a, b]) => `(${a}) || (${b})`),
    fc.tuple(tie("expressions"), tie("expressions")).map(([a, b]) => `${a} && ${b} || ${a}`),
    tie("expressions").map((a) => `!(${a})`),
    fc
      .tuple(tie("expressions"), tie("expressions"), tie("expressions"))
      .map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
  ),
}));

test("with a trace and without one, everything comes to the same", async () => {
  const texts = sampled(expressions, 300);
  const rules = texts.map((text) => ({ expressions: [text], actions: [log] }));
  const policy = await compilePolicy({ inbound: rules });
  const options = { onExpressionError: "no-match" } as const;
  const plain = simulateSync(policy, exchange, options);
  const { trace: _trace, ...traced } = simulateSync(policy, exchange, { ...options, trace: true });
  expect(traced).toEqual(plain);
  expect(plain.matched.length).toBeGreaterThan(20);
  expect(plain.errors.length).toBeGreaterThan(20);
});

/** What CEL says of an operator, from the values of its operands alone. */
function combined(operator: "&&" | "||", values: readonly ("T" | "F" | "E")[]): string {
  const [alone, other] = operator === "&&" ? ["F", "T"] : ["T", "F"];
  if (values.includes(alone as "T" | "F")) return alone ?? "";
  return values.includes("E") ? "E" : (other ?? "");
}

test("chains of && and || absorb errors as CEL has it", async () => {
  const texts = { T: "req.method == 'GET'", F: "req.method == 'PUT'", E: fails };
  const cases = sampled(
    fc.tuple(
      fc.constantFrom("&&" as const, "||" as const),
      fc.array(fc.constantFrom("T" as const, "F" as const, "E" as const), {
        minLength: 2,
        maxLength: 6,
      }),
    ),
    300,
  );
  const rules = cases.map(([operator, values]) => ({
    expressions: [values.map((value) => texts[value]).join(` ${operator} `)],
    actions: [log],
  }));
  const policy = await compilePolicy({ inbound: rules });
  const { trace: told } = simulateSync(policy, exchange, {
    trace: true,
    onExpressionError: "no-match",
  });
  for (const [index, [operator, values]] of cases.entries()) {
    const operand = told?.rules[index]?.expressions[0]?.operand;
    expect(line(operand)[0], `${operator} ${values.join(" ")}`).toBe(combined(operator, values));
  }
});
