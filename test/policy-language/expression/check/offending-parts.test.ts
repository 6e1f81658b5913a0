import { expect, test } from "vitest";
import { offendingParts } from "./offending-parts.ts";

test.each([
  "req.Method == 'GET'",
  "conn.TLS.SNI.startsWith('a')",
  "res.cookies['a'][0].secure",
  "'User-Agent' in req.Headers && size(req.Headers['User-Agent']) == 1",
  "!(conn.client_ip in ['192.0.2.1', '2001:db8::1'])",
])("%s is right", (text) => {
  expect(offendingParts(text)).toEqual([]);
});

test.each([
  ["conn.client_ip != 192.0.2.1", "192.0.2.1"],
  ["conn.ClientIP == '192.0.2.1", "'192.0.2.1"],
  ["`req.method == 'GET'", "`"],
  ["conn.tls.client.issuer == 'O=Let's Encrypt'", "'"],
  ["req.url == 'https://example.com/')", ")"],
  ["conn.ts.start > timestamp('2024-01-31')", "'2024-01-31'"],
  ["req.url.raw.includes('/a')", "req.url.raw.includes('/a')"],
  ["req.path == '/a'", "req.path"],
])("%s is wrong at %s", (text, part) => {
  expect(offendingParts(text)).toEqual([part]);
});
