import { expect, test } from "vitest";
import { inlayHints } from "../../../packages/language-server/src/features/inlay-hint.ts";
import { siteOf } from "./site.ts";

/** The text with ‹ › around each hint. */
function shown(text: string): string {
  return inlayHints(siteOf(text)).reduceRight(
    (rest, { offset, label }) => `${rest.slice(0, offset)}‹${label}›${rest.slice(offset)}`,
    text,
  );
}

test.each([
  ["duration('90s')", "duration('90s'‹1 minute 30 seconds›)"],
  ["duration('1m30s')", "duration('1m30s')"],
  ["duration('5m')", "duration('5m')"],
  ["duration('-5m')", "duration('-5m')"],
  ["duration('24h')", "duration('24h'‹1 day›)"],
  ["duration('1500us')", "duration('1500us'‹1 millisecond 500 microseconds›)"],
  ["duration('x')", "duration('x')"],
  ["'90s'", "'90s'"],
  [
    "inCidrRange(conn.client_ip, '10.0.0.0/8')",
    "inCidrRange(conn.client_ip, ‹cidr:›'10.0.0.0/8'‹16,777,216 addresses›)",
  ],
  [
    "inCidrRanges('1.2.3.4', ['10.0.0.0/31', '::/0'])",
    "inCidrRanges(‹address:›'1.2.3.4', ‹cidrs:›['10.0.0.0/31'‹2 addresses›, '::/0'‹2^128 addresses›])",
  ],
  ["matches(req.host, 'a')", "matches(req.host, ‹pattern:›'a')"],
  ["req.host.matches('a')", "req.host.matches('a')"],
  ["getReqHeader('a')", "getReqHeader('a')"],
  ["inCidrRange(conn.client_ip, '10.0.0.0/8", "inCidrRange(conn.client_ip, ‹cidr:›'10.0.0.0/8"],
])("%s: %s", (text, expected) => {
  expect(shown(text)).toBe(expected);
});
