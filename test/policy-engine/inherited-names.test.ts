import {
  compilePolicy,
  PolicyCoverage,
  simulateSync,
  type Exchange,
} from "@traffic-policy/policy-engine";
import { suggestCases } from "@traffic-policy/policy-proof";
import {
  compare,
  jsonPolicySource,
  type JsonObject,
  type JsonValue,
  type PolicyDocument,
} from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unformattedSource } from "../../packages/policy-builder/src/to-source/to-source.ts";
import { evaluate } from "../policy-builder/to-source/evaluate.ts";
import { seededAsync } from "../seeded.ts";
import { plainExchange } from "./simulated.ts";

// Every object of JavaScript has members that nobody put there. In a policy their names are names
// like others, which nothing is known of.

const inherited = Object.getOwnPropertyNames(Object.prototype);
const name = fc.constantFrom(...inherited, "prototype", "name", "length");

/** Whatever a name is taken for: a macro, an action, an IP policy, a header … */
const expression = fc
  .tuple(
    name,
    fc.constantFrom(
      (one: string) => `${one}('a') == 'b'`,
      (one: string) => `get${one}('a') == 'b'`,
      (one: string) => `has${one}('a')`,
      (one: string) => `req.content_length.${one}() == '0'`,
      (one: string) => `[1, 2].${one}(item, item > 1)`,
      (one: string) => `req.${one} == 'a'`,
      (one: string) => `req.url.${one}.${one} == 'a'`,
      (one: string) => `getReqCookie('a').${one} == 'a'`,
      (one: string) => `${one} == 'a' && req.headers['${one}'] == []`,
      (one: string) => `getReqHeader('${one}').exists(${one}, ${one} == 'a')`,
      (one: string) => `{'${one}': 1}['${one}'] == 1`,
      (one: string) => `req.method.matches('(?P<${one}>a)')`,
    ),
  )
  .map(([one, write]) => write(one));

const action = fc
  .tuple(
    name,
    name,
    fc.constantFrom(
      (one: string, other: string) => ({ type: one, config: own({ [other]: 1 }) }),
      (one: string) => ({ type: one }),
      (one: string, other: string) => ({
        type: "deny",
        config: own({ [one]: { [other]: "${1}" } }),
      }),
      (one: string, other: string) => ({
        type: "log",
        config: { metadata: own({ [one]: `\${${other}}` }) },
      }),
      (one: string, other: string) => ({
        type: "restrict-ips",
        config: { ip_policies: [one, other] },
      }),
      (one: string, other: string) => ({
        type: "url-rewrite",
        config: { from: `(?P<${one}>e)`, to: `$${one}$${other}$arg_${one}`, format: other },
      }),
      (one: string, other: string) => ({
        type: "add-headers",
        config: { headers: own({ [one]: other }) },
      }),
      (one: string, other: string) => ({
        type: "rate-limit",
        config: { name: one, algorithm: other, capacity: 1, rate: "60s", bucket_key: [other] },
      }),
    ),
  )
  .map(([one, other, write]) => write(one, other));

/** The same object, with `__proto__` as a member like others. */
function own<T extends object>(entries: T): T {
  return JSON.parse(JSON.stringify(entries)) as T;
}

const rule = fc.record(
  {
    name,
    expressions: fc.array(expression, { maxLength: 1 }),
    actions: fc.array(action, { maxLength: 2 }),
  },
  { requiredKeys: ["actions"] },
);

const documents = fc
  .tuple(fc.array(rule, { minLength: 1, maxLength: 2 }), fc.option(name))
  .map(([rules, member]) => {
    // The same rules twice, so that the source has names for their parts.
    const document = { inbound: [...rules, ...rules], outbound: rules };
    const all = member === null ? document : { ...document, [member]: {} };
    return JSON.parse(JSON.stringify(all)) as PolicyDocument;
  });

const exchange: Exchange = {
  ...plainExchange,
  response: { headers: [["__proto__", "a"]], cookies: { constructor: "a" } },
};

test("names that every object of JavaScript has are names like others", async () => {
  await seededAsync(
    fc.asyncProperty(documents, async (document) => {
      const policy = await compilePolicy(document);
      const outcome = simulateSync(policy, exchange, {
        trace: true,
        onExpressionError: "no-match",
      });
      const notes = outcome.trace?.rules.flatMap((one) => one.actions.map(({ note }) => note));
      expect(notes).not.toContain("A stub replaces it.");
      suggestCases(policy, new PolicyCoverage(policy));

      const text = JSON.stringify(document);
      const parsed = jsonPolicySource("policy.json", text);
      expect(parsed.errors).toEqual([]);
      lintPolicy(parsed, { protocol: "http" });
      const source = unformattedSource(document as unknown as JsonObject, "http");
      expect(JSON.stringify(evaluate(source).toDocument())).toBe(text);
    }),
    20,
    2000,
  );
});

test.each(inherited)("a field %s of a cookie becomes code", (field) => {
  const document = {
    inbound: [{ expressions: [`getReqCookie('a').${field} == 'a'`], actions: [] }],
  };
  expect(evaluate(unformattedSource(document, "http")).toDocument()).toEqual(document);
});

test("an action of such a type is not simulated, and none of a stub that is not there", async () => {
  for (const one of inherited) {
    const policy = await compilePolicy({ inbound: [{ actions: [{ type: one }] }] });
    const { result, notSimulated } = simulateSync(policy, exchange);
    expect({ result, not: notSimulated.map((told) => told.type) }).toEqual({
      result: "forwarded",
      not: [one],
    });
    const stubs = Object.fromEntries([[one, () => ({ answer: { status: 418 } })]]);
    expect(simulateSync(policy, exchange, { stubs }).response?.status).toBe(418);
  }
});

describe("two documents of which one has such a member", () => {
  test.each(inherited)("%s differ", (member) => {
    const one = JSON.parse(`{"${member}": {}}`) as JsonValue;
    for (const other of [{}, { a: {} }]) {
      expect(compare(one, other).state).toBe("different");
      expect(compare(other, one).state).toBe("different");
      const { changes } = compare(other, one);
      expect(JSON.parse(JSON.stringify(changes))).toEqual(changes);
      expect(changes.find(({ path }) => path === `/${member}`)).toEqual({
        kind: "changed",
        path: `/${member}`,
        before: {},
      });
    }
  });
});
