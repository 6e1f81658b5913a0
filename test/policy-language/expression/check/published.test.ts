import { existsSync, readFileSync } from "node:fs";
import { checkExpression, parseExpression } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";

// Published expressions of real users, when they lie beside the repository; without them, a few of
// the same kinds.
const corpus = new URL("../../../../../shared/corpus/expressions-directions.txt", import.meta.url);

const own = [
  "req.Method == 'GET'",
  "conn.TLS.SNI.startsWith('a')",
  "res.cookies['a'][0].secure",
  "conn.client_ip != 192.0.2.1",
  "conn.ClientIP == '192.0.2.1",
  "`req.method == 'GET'",
  "conn.tls.client.issuer == 'O=Let's Encrypt'",
  "req.url == 'https://example.com/')",
  "conn.ts.start > timestamp('2024-01-31')",
  "req.url.raw.includes('/a')",
  "req.path == '/a'",
];

/** What is wrong in published expressions: the pattern is found in the offending part. */
const mistakes: readonly RegExp[] = [
  /^\d+\.\d+\.\d+\.\d+$/,
  /^'[\d.]+$/,
  /^`$/,
  /^'$/,
  /^\)$/,
  /^'\d{4}-\d\d-\d\d'$/,
  /\.includes\(/,
  /^req\.path$/,
  /^req\.url\.user$/,
  /^res\.ClientTLS\./,
];

function offendingParts(text: string): string[] {
  const parsed = parseExpression(text);
  if (!parsed.ok) return [text.slice(parsed.error.span.start, parsed.error.span.end)];
  const context = {
    protocol: text.startsWith("conn.TLS.") ? "tls" : "http",
    direction: /\bres\.|Res(Header|Cookie)\(/.test(text) ? "outbound" : "inbound",
    text,
  } as const;
  return checkExpression(parsed.tree, context).errors.map(({ span }) =>
    text.slice(span?.start, span?.end),
  );
}

test("published expressions: those that are right check clean, the others are wrong where they are", () => {
  const texts = existsSync(corpus) ? readFileSync(corpus, "utf8").trim().split("\n") : own;
  const wrong = texts
    .map((text) => ({ text, parts: offendingParts(text) }))
    .filter(({ parts }) => parts.length > 0);
  const unexplained = wrong.filter(
    ({ parts }) => !parts.every((part) => mistakes.some((mistake) => mistake.test(part))),
  );
  expect(unexplained).toEqual([]);
  const looksWrong =
    /timestamp\('[\d-]+'\)|\.includes\(|\breq\.path\b|= \d+\.\d+\.\d+\.\d+$|^`|Let's/;
  const found = new Set(wrong.map(({ text }) => text));
  const missed = texts.filter((text) => looksWrong.test(text) && !found.has(text));
  expect(missed).toEqual([]);
  console.log(`${texts.length - wrong.length} right, ${wrong.length} wrong`);
});
