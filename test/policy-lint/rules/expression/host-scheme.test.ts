import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/host-scheme";

describe(rule, () => {
  test.each([
    {
      marked: "req.host == «'https://a.example'»",
      told: {
        severity: "warning",
        message: "req.host has no scheme, but 'https://a.example' has one.",
        help: "Write 'a.example'.",
        fixed: "req.host == 'a.example'",
        safe: false,
      },
    },
    {
      marked: "req.host in ['a.example', «'http://b.example:8080/c'»]",
      told: {
        message: "req.host has no scheme, but 'http://b.example:8080/c' has one.",
        fixed: "req.host in ['a.example', 'b.example:8080']",
      },
    },
    {
      marked: "req.url.host != «'a.example/b'»",
      told: {
        message: "req.url.host has no path, but 'a.example/b' has one.",
        fixed: "req.url.host != 'a.example'",
      },
    },
    {
      marked: "req.url.host == «'localhost:8080'»",
      told: {
        severity: "info",
        message: "req.url.host has no port, but 'localhost:8080' has one.",
        fixed: "req.url.host == 'localhost'",
      },
    },
    {
      marked: "req.host.startsWith(«'https://'»)",
      told: {
        message: "req.host has no scheme, but 'https://' has one.",
        help: "Compare it with a host.",
      },
    },
    {
      marked: "conn.tls.sni.endsWith(«'a.example/'»)",
      told: { message: "conn.tls.sni has no path, but 'a.example/' has one." },
    },
    {
      marked: "endpoint.host == «'[2001:db8::1]:443'»",
      told: { fixed: "endpoint.host == '[2001:db8::1]'" },
    },
  ])("finds $marked", ({ marked, told: expectedTold }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([expect.objectContaining(expectedTold)]);
  });

  test.each([
    "req.host == 'a.example'",
    "req.host == 'a.example:8080'",
    "req.url.host == '2001:db8::1'",
    "req.url.host == '[2001:db8::1]'",
    "req.url.host.endsWith('.example')",
    "req.url.host.startsWith('a:80')",
    "req.url == 'https://a.example'",
    "req.url.authority == 'user:password@a.example:80'",
    "endpoint.addr == 'a.example:443'",
    "endpoint.url == 'https://a.example'",
    "req.url.scheme == 'https'",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text).found).toEqual([]);
  });
});
