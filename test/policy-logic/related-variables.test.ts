import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePolicy, simulateSync } from "@traffic-policy/policy-engine";
import { parseUrl } from "@traffic-policy/policy-engine/internal";
import {
  checkExpression,
  directionsDialect,
  parseExpression,
} from "@traffic-policy/policy-language";
import { Condition, fails, isTrue, LogicSession, solve } from "@traffic-policy/policy-logic";
import { isFalse } from "@traffic-policy/policy-logic/internal";
import { sampled, whileTime } from "../seeded.ts";

// What the engine reads from real URLs and headers is never what the logic says cannot be, whatever the
// documentation leaves open.

const pieces =
  "x X a.example 443 80 / // /x /. /../ ? & = q q=x %78 %2f x@ [::1] : :80 :8080 #".split(" ");
const piece = fc.constantFrom(...pieces);
const url = fc
  .tuple(
    fc.constantFrom("http://", "https://", "HTTP://"),
    fc.constantFrom("x", "a.example", "A.example", "[::1]", "x@a.example", "x:80@a.example"),
    fc.constantFrom("", ":80", ":8080", ":"),
    fc.constantFrom("", "/", "/x"),
    fc.array(piece, { maxLength: 4 }).map((some) => some.join("")),
  )
  .map((parts) => parts.join(""))
  .filter((one) => parseUrl(one) !== undefined);

const terms = [
  "req.url",
  "req.url.raw",
  "req.url.raw_path",
  "req.url.uri",
  "req.URL",
  "req.Path",
].concat(["scheme", "host", "path", "query"].map((name) => `req.url.${name}`));
const text = fc.array(piece, { minLength: 1, maxLength: 2 }).map((some) => `'${some.join("")}'`);
const condition = fc.oneof(
  fc
    .tuple(fc.constantFrom(...terms), fc.constantFrom("startsWith", "endsWith", "contains"), text)
    .map(([term, method, argument]) => `${term}.${method}(${argument})`),
  fc
    .tuple(fc.constantFrom(...terms), fc.constantFrom("==", "<", ">="), text)
    .map((parts) => parts.join(" ")),
  fc
    .tuple(fc.constantFrom(...terms), fc.constantFrom("==", "<", "<="), fc.constantFrom(...terms))
    .map((parts) => parts.join(" ")),
  fc.constantFrom(
    "has(req.url.port)",
    "req.url.port == 80",
    "req.url.port > 80",
    "has(req.url.query)",
    "'q' in req.url.query_params",
    "hasQueryParam('q')",
    "req.url.query_params['q'][0] == 'x'",
    "req.host == req.url.host",
    ...["path", "uri", "host", "query", "scheme"].map(
      (part) => `req.url.contains(req.url.${part})`,
    ),
    "req.url.raw.contains(req.url.raw_path)",
    "req.url.startsWith(req.url.scheme)",
    "req.url.endsWith(req.url.uri)",
    "req.url.uri.startsWith(req.url.path)",
    "req.url.uri.endsWith(req.url.query)",
  ),
);

const readings = (["rfc3986", "none"] as const).flatMap((urlNormalization) =>
  (["empty", "error"] as const).map((absentVariables) => ({ urlNormalization, absentVariables })),
);

test("what the engine reads from URLs is possible", async () => {
  const conditions = fc.array(condition, { minLength: 4, maxLength: 8 });
  const cases = sampled(fc.tuple(url, conditions), 150, 5000);
  const counts = { model: 0, none: 0, unknown: 0 };
  const session = new LogicSession();
  const unknown: string[] = [];
  let tried = 0;
  for (const [sent, texts] of whileTime(cases)) {
    tried += 1;
    const policy = await compilePolicy({
      inbound: texts.map((one) => ({ expressions: [one], actions: [] })),
    });
    expect(policy.problems).toEqual([]);
    const formulas = texts.map((one) => {
      const parsed = parseExpression(one);
      if (!parsed.ok) throw new Error(one);
      const checked = checkExpression(parsed.tree);
      return new Condition(parsed.tree, checked, directionsDialect, session).formula;
    });
    for (const reading of readings) {
      const options = { ...reading, onExpressionError: "no-match" } as const;
      const { matched, errors } = simulateSync(policy, { request: { url: sent } }, options);
      const outcomes = texts.map(() => isFalse);
      for (const { path } of matched) outcomes[Number(path.split("/")[2])] = isTrue;
      for (const { path } of errors) outcomes[Number(path.split("/")[2])] = fails;
      const goals = formulas.map((formula, index) => ({ formula, outcomes: outcomes[index] ?? 0 }));
      const answer = solve(goals);
      counts[answer.kind] += 1;
      const said = goals.map(({ outcomes: outcome }, index) => `${texts[index]} ${outcome}`);
      if (answer.kind === "unknown") unknown.push(said.join(" && "));
      expect([answer.kind, sent, reading, said]).not.toEqual(["none", sent, reading, said]);
    }
  }
  if (process.env["TEST_PRINT"] !== undefined) {
    console.log(counts, unknown.toSorted((one, other) => one.length - other.length).slice(0, 20));
  }
  expect(counts.model).toBeGreaterThan(tried);
});
