import {
  checkExpression,
  jsonPolicySource,
  parseExpression,
  printExpression,
} from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { toSource } from "@traffic-policy/policy-builder/to-source";
import { describe, expect, test } from "vitest";
import { howMany } from "../seeded.ts";
import { holds, simulated } from "./simulated.ts";

// Block lists are written by hand, and a chain is one level to CEL, however long it is.

const count = howMany(60, 1000);

const operands: Readonly<Record<string, (index: number) => string>> = {
  addresses: (index) => `conn.client_ip == '10.0.${index >> 8}.${index & 255}'`,
  ranges: (index) => `inCidrRange(conn.client_ip, '10.${index >> 8}.${index & 255}.0/24')`,
  pairs: (index) =>
    `(req.host == 'h${index}' ? req.method == 'PUT' : (req.method == 'A' && req.host != 'b'))`,
  patterns: (index) => `!req.url.path.matches('^/a${index}')`,
  accesses: (index) => `req.headers['x-${index}'][0] == 'a'`,
};

const chains = Object.entries(operands).flatMap(([name, operand]) =>
  (["||", "&&"] as const).map((operator) => {
    const text = Array.from({ length: count }, (_none, index) => operand(index)).join(
      ` ${operator} `,
    );
    return { name, operator, text };
  }),
);

describe.each(chains)(`${count} $name with $operator between`, ({ text }) => {
  const parsed = parseExpression(text);

  test("are parsed, printed and checked", () => {
    if (!parsed.ok) throw new Error(parsed.error.code);
    const printed = printExpression(parsed.tree);
    expect(printed.replaceAll(/[()]/g, "") === text.replaceAll(/[()]/g, "")).toBe(true);
    const { errors, type } = checkExpression(parsed.tree, { text });
    expect({ errors, type }).toEqual({ errors: [], type: { kind: "bool" } });
  });

  const document = { inbound: [{ expressions: [text], actions: [{ type: "deny", config: {} }] }] };

  test("are linted, evaluated with and without a trace, and written in TypeScript", async () => {
    const source = jsonPolicySource("policy.json", JSON.stringify(document));
    const found = lintPolicy(source, { protocol: "http" });
    expect(found.filter(({ rule }) => rule === "expression/syntax")).toEqual([]);
    const plain = await simulated(document);
    const traced = await simulated(document, undefined, { trace: true });
    expect(traced.matched).toEqual(plain.matched);
    expect(traced.errors).toEqual(plain.errors);
    expect(traced.trace?.rules[0]?.expressions[0]?.operand?.operands).toHaveLength(count);
    expect(await toSource(document, { protocol: "http" })).toContain("policy(");
  });
});

test("a list of thousands of items is looked through", async () => {
  const items = Array.from(
    { length: 4000 },
    (_none, index) => `'10.0.${index >> 8}.${index & 255}'`,
  );
  expect(await holds(`!(conn.client_ip in [${items.join(",")}])`)).toBe(true);
  const names = items.map((item) => `string(${item})`);
  expect(
    await holds(`[${names.join(",")}].filter(v, v != 'a').map(v, v + 'b').size() == 4000`),
  ).toBe(true);
});

test.each([
  ["the first that decides wins over a failure", "||", "true", true],
  ["a failure counts when nothing decides", "||", "false", 'There is no key "x".'],
  ["the same with all", "&&", "false", false],
  ["and all that are true", "&&", "true", 'There is no key "x".'],
])("%s", async (_name, operator, value, result) => {
  const fails = "req.headers['x'] == []";
  const rest = Array.from({ length: count }, () => value);
  expect(await holds([fails, ...rest].join(operator))).toBe(result);
  expect(await holds([...rest, fails].join(operator))).toBe(result);
});
