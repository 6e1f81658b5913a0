import { compilePolicy, simulateSync } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { Prover, type PartFailure } from "@traffic-policy/policy-proof";
import { expect, test } from "vitest";
import { effortSpent } from "../../packages/policy-logic/src/effort.ts";

const deny = [{ type: "deny" }];

/** The failure because of what stands between « and » in one of the texts of a policy. */
async function failureAt(marked: object): Promise<PartFailure | undefined> {
  const places: { path: string; span: { start: number; end: number } }[] = [];
  const unmarked = (value: unknown, path: string): unknown => {
    if (typeof value === "string") {
      const start = value.indexOf("«");
      if (start >= 0) places.push({ path, span: { start, end: value.indexOf("»") - 1 } });
      return value.replaceAll(/[«»]/g, "");
    }
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([key, one]: [string, unknown]) => [
      key,
      unmarked(one, `${path}/${key}`),
    ]);
    return Array.isArray(value) ? members.map(([, one]) => one) : Object.fromEntries(members);
  };
  const policy = await compilePolicy(unmarked(marked, "") as JsonValue, { protocol: "http" });
  const [place] = places;
  if (place === undefined) throw new Error("no part is marked");
  const found = new Prover(policy).failureAt(place);
  if (found === undefined) return undefined;
  const { takes } = found;
  const options = takes && { [takes.question]: takes.answer };
  expect(simulateSync(policy, found.exchange, { ...options }).result).toBe("failed");
  return found;
}

const plain = { request: { url: "https://example.com/" } };

test("the failure is because of the very part", async () => {
  const both = (text: string): object => ({ inbound: [{ expressions: [text], actions: deny }] });
  const first = await failureAt(both("«req.headers['a']»[0] == req.headers['b'][0]"));
  expect(first?.outcome.errors[0]?.message).toBe('There is no key "a".');
  const second = await failureAt(both("req.headers['a'][0] == «req.headers['b']»[0]"));
  expect(second?.outcome.errors[0]?.message).toBe('There is no key "b".');
  expect(second?.exchange.request?.headers).toHaveProperty("a");
});

test("another operand does not decide instead, and the expressions before are true", async () => {
  const expressions = [
    "req.method == 'PUT'",
    "req.url.path == '/a' && «req.headers['a']»[0] == 'x'",
  ];
  const found = await failureAt({ inbound: [{ expressions, actions: deny }] });
  expect(found?.exchange).toEqual({ request: { method: "PUT", url: "https://example.com/a" } });
  expect(found?.dependsOn).toEqual([]);
});

test("what is guarded has none", async () => {
  const expressions = ["'a' in req.headers", "«req.headers['a']»[0] == 'x'"];
  expect(await failureAt({ inbound: [{ expressions, actions: deny }] })).toBeUndefined();
});

test("an interpolation fails because of the very part, too", async () => {
  const answer = (content: string): object => ({
    inbound: [{ actions: [{ type: "custom-response", config: { status_code: 200, content } }] }],
  });
  const first = await failureAt(answer("${«req.headers['a']»[0]} ${req.headers['b'][0]}"));
  expect(first?.exchange).toEqual(plain);
  const second = await failureAt(answer("${req.headers['a'][0]} ${«req.headers['b']»[0]}"));
  expect(second?.exchange.request?.headers).toHaveProperty("a");
});

test("the answer that a failure takes is named, and those with which there is none", async () => {
  const country = "«conn.geo.country_code» != 'NO'";
  const inbound = (text: string): object => ({ inbound: [{ expressions: [text], actions: deny }] });
  const found = await failureAt(inbound(country));
  expect(found).toMatchObject({
    exchange: plain,
    takes: { question: "absentVariables", answer: "error" },
  });
  const cookie = await failureAt(inbound("«getReqCookie('a')».value == 'b'"));
  expect(cookie).toMatchObject({
    exchange: plain,
    dependsOn: [{ question: "absentCookie", answer: "empty" }],
  });
  expect(cookie).not.toHaveProperty("takes");
});

test("which parts can fail is not looked for any longer when the time is over", async () => {
  const slow = ["abab", "baba"].map((text) => `req.url.path.matches('${text}.{14}${text}')`);
  const expressions = [...slow, "req.headers['a'][0] == 'b'"];
  const policy = await compilePolicy({ inbound: [{ expressions, actions: deny }] });
  let looks = 0;
  const isOver = (): boolean => ++looks > 40;
  const before = effortSpent();
  const part = { path: "/inbound/0/expressions/2", span: { start: 0, end: 16 } };
  expect(new Prover(policy, { budget: { isOver } }).failureAt(part)).toBeUndefined();
  expect(effortSpent() - before).toBeLessThan(100_000);
});
