import { expect, test } from "vitest";
import { signatureAt } from "../../../packages/language-server/src/features/signature-help.ts";
import { marked } from "./site.ts";

/** The active signature with its active parameter in « », and how many there are. */
function help(text: string): [string, number] | undefined {
  const { site, offset } = marked(text);
  const found = signatureAt(site, offset);
  if (found === undefined) return undefined;
  const active = found.signatures[found.activeSignature ?? 0];
  const parameter = active?.parameters?.[Number(found.activeParameter ?? 0)]?.label;
  const label = active?.label ?? "";
  if (!Array.isArray(parameter)) return [label, found.signatures.length];
  const [start, end] = parameter;
  const shown = `${label.slice(0, start)}«${label.slice(start, end)}»${label.slice(end)}`;
  return [shown, found.signatures.length];
}

test.each([
  ["inCidrRange(¦", "inCidrRange(«address: string», cidr: string) → bool", 1],
  ["inCidrRange(¦)", "inCidrRange(«address: string», cidr: string) → bool", 1],
  ["inCidrRange(conn.client_ip, ¦", "inCidrRange(address: string, «cidr: string») → bool", 1],
  ["inCidrRange(conn.client_ip, '1¦", "inCidrRange(address: string, «cidr: string») → bool", 1],
  ["inCidrRange(f(1, 2), [a, b, ¦", "inCidrRange(address: string, «cidr: string») → bool", 1],
  ["inCidrRange(getReqHeader('A')[0¦", "inCidrRange(«address: string», cidr: string) → bool", 1],
  ["inCidrRange(a, b, ¦", "inCidrRange(address: string, cidr: string) → bool", 1],
  ["a && (req.host.startsWith((¦", "string.startsWith(«text: string») → bool", 1],
  ["req.headers['a'].size(¦", "list(A).size() → int", 1],
  ["req.headers['a'].exists(¦", "items.exists(«v», condition) → bool", 1],
  ["req.headers['a'].exists(v, ¦", "items.exists(v, «condition») → bool", 1],
  ["req.headers['a'].map(v, ¦", "items.map(v, «expression») → list", 2],
  ["req.headers['a'].map(v, true, ¦", "items.map(v, condition, «expression») → list", 2],
  ["has(¦", "has(«a.b») → bool", 1],
  ["conn.ts.start.getHours(¦", "timestamp.getHours(«timeZone: string») → int", 2],
  ["duration(¦", "duration(«value: duration») → duration", 2],
  ["matches(a, ¦", "matches(text: string, «pattern: string») → bool", 1],
])("at %s, %s is shown", (text, expected, count) => {
  expect(help(text)).toEqual([expected, count]);
});

test.each([
  "¦",
  "inCidrRange¦(a, b)",
  "inCidrRange(a, b)¦",
  "(¦",
  "nothing(¦",
  "req.host.nothing(¦",
])("at %s, none is shown", (text) => {
  expect(help(text)).toBeUndefined();
});

test("it says what the function gives", () => {
  const { site, offset } = marked("getReqCookie(¦");
  expect(signatureAt(site, offset)?.signatures[0]?.documentation).toEqual({
    kind: "markdown",
    value:
      "Gives the first cookie of this name in the request. It fails when the request has no such cookie.",
  });
});
