import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/host-case";

describe(rule, () => {
  test.each([
    {
      marked: "req.host == «'Example.com'»",
      told: {
        severity: "warning",
        message: "Clients send hosts in lower case, not as 'Example.com'.",
        help: "Write 'example.com'.",
        fixed: "req.host == 'example.com'",
        safe: false,
      },
    },
    {
      marked: "req.host in ['a.com', «'B.com'»]",
      told: { fixed: "req.host in ['a.com', 'b.com']" },
    },
    { marked: "req.url.host.endsWith(«'.Example.com'»)", told: { safe: false } },
  ])("finds $marked", ({ marked, told: expectedTold }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([expect.objectContaining(expectedTold)]);
  });

  test.each([
    "req.host == 'example.com'",
    "req.host == 'https://Example.com'",
    "req.host == 'HOST'",
    "req.url.path == '/Example.com'",
    "req.host == '<Your-Host>'",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text).found).toEqual([]);
  });
});
