import { expect, test } from "vitest";
import { effortSpent } from "../../packages/policy-logic/src/effort.ts";
import { Draw } from "../bench/fixtures/draw.ts";
import { expectSameWithSessions, lint } from "./same-with-sessions.ts";

// Policies of a few kilobytes that are linted before they are planned or deployed: lint must come to an end.

const draw = new Draw(1);

const letters = (length: number): string =>
  Array.from({ length }, () => draw.one(["a", "b"])).join("");

function joined(
  count: number,
  operator: "&&" | "||",
  condition: (index: number) => string,
): string {
  return Array.from({ length: count }, (_one, index) => condition(index)).join(` ${operator} `);
}

const path = "req.url.path";
const slowToFind = (index: number): string => `${path}.matches('a.{${10 + index}}b${index}')`;

const conditions: Readonly<Record<string, string>> = {
  "long texts": joined(40, "&&", () => `${path}.contains('${letters(40)}')`),
  "parts of one URL": joined(
    12,
    "&&",
    () => `req.url.contains('${letters(30)}') && ${path}.contains('${letters(30)}')`,
  ),
  patterns: joined(8, "&&", slowToFind),
  "counted patterns": joined(4, "&&", (index) => `${path}.matches('(a{${900 + index}}|b{1000})c')`),
  "chains in a chain": joined(20, "||", (index) => `(${slowToFind(index)} && ${slowToFind(20)})`),
  "chosen conditions": Array.from({ length: 8 }, () => `${path}.contains('${letters(12)}')`).reduce(
    (inner, condition) => `(${condition} ? ${inner} : !(${inner}))`,
  ),
  "items of lists": joined(
    12,
    "&&",
    (index) => `req.headers['x-${index}'].all(v, v.contains('${letters(20)}'))`,
  ),
  "items that are compared": joined(
    20,
    "&&",
    (index) => `req.headers['x-${index}'][0] == req.headers['x-${(index + 1) % 20}'][0]`,
  ),
  "an access between": `'x' in req.headers && ${joined(8, "&&", slowToFind)} && req.headers['x'][0] == 'a'`,
  "texts of many": joined(
    12,
    "&&",
    () => `['${letters(9)}', '${letters(8)}'].exists(one, ${path}.contains(one))`,
  ),
};

/** What one rule may take: about ten questions are asked about it. */
const mostOfRule = 2_000_000;

test.each(Object.entries(conditions))(
  "of a hostile condition nothing is found that is too much to tell: %s",
  (_name, condition) => {
    const before = effortSpent();
    const found = lint(policy([condition]));
    expect(effortSpent() - before).toBeLessThan(mostOfRule);
    const doubtful = found.filter(({ severity }) => severity !== "info");
    expect(doubtful.map(({ message }) => message).filter((one) => !isSure(one))).toEqual([]);
  },
);

test("what is too much to tell is said, once for each question about a rule or an expression", () => {
  const condition = conditions["chains in a chain"] ?? "";
  const told = lint(policy([condition])).map(({ rule, severity, message }) => [
    rule,
    severity,
    message,
  ]);
  expect(told).toEqual([
    ["expression/constant", "info", "It is too much to tell whether this is always true or false."],
    [
      "expression/implied",
      "info",
      "It is too much to tell whether one of these conditions follows from another.",
    ],
  ]);
});

test("rules that are too much to tell are compared with few of those before", () => {
  const pair = (index: number): string => joined(2, "&&", (other) => slowToFind(index + 3 * other));
  const of = (count: number): number => {
    const before = effortSpent();
    lint(policy(Array.from({ length: count }, (_one, index) => pair(index))));
    return effortSpent() - before;
  };
  expect(of(6)).toBeLessThan(6 * mostOfRule);
});

test("what is too much to tell is so with a used session, too", () => {
  const all = Array.from({ length: 3 }, (_one, index) => joined(2, "&&", () => slowToFind(index)));
  expectSameWithSessions([policy(all), policy(all.slice(1)), policy(all.slice(2))]);
});

test("many ranges of addresses take no more for each rule than for the first ones", () => {
  const ranges = (): string =>
    Array.from({ length: 200 }, () => `'${draw.address()}/32'`).join(", ");
  const texts = Array.from({ length: 12 }, () => `inCidrRanges(conn.client_ip, [${ranges()}])`);
  const before = effortSpent();
  expect(lint(policy(texts))).toEqual([]);
  expect(effortSpent() - before).toBeLessThan(12 * 120_000);
});

function isSure(message: string): boolean {
  return message.includes(" fails when ");
}

function policy(texts: readonly string[]): string {
  const inbound = texts.map((text, index) => ({
    name: `rule ${index}`,
    expressions: [text],
    actions: [{ type: "deny" }],
  }));
  return JSON.stringify({ inbound });
}
