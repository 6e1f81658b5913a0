import { compilePolicy } from "@traffic-policy/policy-engine";
import {
  fieldNames,
  printedWriter,
  sqlOfImpact,
  type QueryWriter,
} from "@traffic-policy/policy-impact";
import { compileRegularExpression } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryPattern, texts } from "../databases/truth/patterns.ts";
import { seeded } from "../seeded.ts";

function writerOf(name: string): QueryWriter {
  const writer = printedWriter(name);
  if (writer === undefined) throw new Error(`There is no writer for ${name}.`);
  return writer;
}

/** The pattern that Trino is given; nothing for one that is refused. */
function portable(pattern: string): string | undefined {
  try {
    const sql = writerOf("trino").matches("t", pattern);
    return /^regexp_like\(t, '(.*)'\)$/s.exec(sql)?.[1]?.replaceAll("''", "'");
  } catch (error) {
    if (error instanceof Error && error.name === "NotInSql") return undefined;
    throw error;
  }
}

/** As JavaScript has it, which writes the anchors otherwise; its flag `v` goes wrong with classes in loops. */
function regExpOf(pattern: string): RegExp {
  const anchors: Readonly<Record<string, string>> = {
    [String.raw`\A`]: "(?:^)",
    [String.raw`\z`]: "(?:$)",
  };
  return new RegExp(
    pattern.replaceAll(/\\./gs, (one) => anchors[one] ?? one.replace(/^\\([&~#])$/, "$1")),
    "u",
  );
}

describe("patterns for other engines than RE2", () => {
  test("find in each text what RE2 finds, or are refused", () => {
    let translated = 0;
    const tried = seeded(
      fc.property(arbitraryPattern, (pattern) => {
        const compiled = compileRegularExpression(pattern);
        const written = compiled.ok ? portable(pattern) : undefined;
        if (!compiled.ok || written === undefined) return;
        translated += 1;
        const own = regExpOf(written);
        for (const text of texts) {
          expect([text, own.test(text)]).toEqual([text, compiled.matches(text)]);
        }
      }),
      1000,
      20_000,
    );
    expect(translated).toBeGreaterThan(tried / 8);
  });

  test.each([
    ["(?i)curl|bot", "[cC][uU][rR][lL]|[bB][oO][tT]"],
    ["(?i)k[a-c]", "[kK\u212a][aAbBcC]"],
    [String.raw`^/api/v[01]/\d+$`, String.raw`\A/api/v[01]/[0-9]+\z`],
    ["a{x", String.raw`a\{x`],
    ["[a&&b[]", String.raw`[a\&\&b\[]`],
  ])("%s is %s", (pattern, written) => {
    expect(portable(pattern)).toBe(written);
  });

  test.each([String.raw`\bx`, "(?s)a.b", "(?i:a)b", "[[:alpha:]]", String.raw`\pL`, "é", "[+-~]"])(
    "%s is refused",
    (pattern) => {
      expect(portable(pattern)).toBeUndefined();
    },
  );
});

test.each(["duckdb", "clickhouse", "clickhouse-18", "trino", "spark"])(
  "%s has a query for what all databases can tell",
  async (name) => {
    const rules = [
      "req.url.path.startsWith('/a') && req.method == 'GET'",
      "getReqHeader('X-A').exists(v, v == '1')",
      "getQueryParam('q')[0] == '1'",
      "inCidrRange(conn.client_ip, '10.0.0.0/8')",
      "req.user_agent.matches('(?i)bot')",
      "req.ts.header_received.getHours() < 12",
    ].map((expression) => ({ expressions: [expression], actions: [{ type: "deny" }] }));
    const [before, after] = await Promise.all([
      compilePolicy({ inbound: [] }),
      compilePolicy({ inbound: rules }),
    ]);
    const writer = writerOf(name);
    const sql = sqlOfImpact(before, after, {
      database: { writer },
      from: "logs",
      columns: {
        fields: new Set(fieldNames),
        headers: { request: { all: true }, response: { all: true } },
      },
      untranslated: "refuse",
    });
    expect(sql).not.toContain("undefined");
    // What each of the rules asks is in it.
    expect(sql.match(/WHEN .*? THEN/g)?.length).toBeGreaterThan(rules.length);
  },
);

test("a database without a writer has none", () => {
  expect(printedWriter("mysql")).toBeUndefined();
  expect(printedWriter("toString")).toBeUndefined();
});
