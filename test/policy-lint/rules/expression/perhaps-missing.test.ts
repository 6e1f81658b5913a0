import { describe, expect, test } from "vitest";
import { rules } from "@traffic-policy/policy-lint";
import { presetSeverity } from "@traffic-policy/policy-lint/internal";
import { lookIn } from "../../look-in.ts";

const rule = "expression/perhaps-missing";

describe(rule, () => {
  test.each([
    {
      marked: "«conn.geo.country_code» != 'NO'",
      message: "conn.geo.country_code may be missing when the location of the address is unknown.",
      fixed: "has(conn.geo.country_code) && conn.geo.country_code != 'NO'",
      place: {},
    },
    {
      marked: "«req.content_type» == 'a' || req.content_type == 'b'",
      message: "req.content_type may be missing when the request has no `content-type`.",
      fixed: "has(req.content_type) && req.content_type == 'a' || req.content_type == 'b'",
      place: {},
    },
    {
      marked: "«conn.tls.client.subject.common_name» == 'a'",
      message:
        "conn.tls.client.subject.common_name may be missing when the client sends no certificate.",
      fixed:
        "has(conn.tls.client.subject.common_name) && conn.tls.client.subject.common_name == 'a'",
      place: { protocol: "tls" },
    },
    {
      marked: "'x' in «req.trailers»",
      message: "req.trailers may be missing when the body has not arrived yet.",
      fixed: "has(req.trailers) && 'x' in req.trailers",
      place: {},
    },
    {
      marked: "«res.content_length» > 5",
      message:
        "res.content_length may be missing when the length of the response is not known in advance.",
      fixed: "has(res.content_length) && res.content_length > 5",
      place: { direction: "outbound" },
    },
    {
      marked: "hasResCookie('a') && «getResCookie('a').path» == '/'",
      message: "getResCookie('a').path may be missing when the cookie has no such attribute.",
      fixed: "hasResCookie('a') && has(getResCookie('a').path) && getResCookie('a').path == '/'",
      place: { direction: "outbound" },
    },
  ] as const)("finds $marked", ({ marked, message, fixed, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual([
      expect.objectContaining({ severity: "warning", message, fixed, safe: false }),
    ]);
  });

  test("is only pointed out, unless one is strict", () => {
    const found = rules.get(rule);
    expect(found && presetSeverity(found)).toBe("info");
    expect(found && presetSeverity(found, "strict")).toBe("warning");
  });

  test.each([
    { text: "has(conn.geo.city) && conn.geo.city == 'Oslo'", place: {} },
    { text: "conn.geo.city == 'Oslo'", place: { beside: ["has(conn.geo.city)"] } },
    { text: "req.content_type == 'a'", place: { beside: ["hasReqHeader('Content-Type')"] } },
    { text: "conn.client_ip == '192.0.2.1' && req.host == 'a'", place: {} },
    { text: "req.content_length > 5", place: {} },
    { text: "req.cookies.exists(k, k == 'a')", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
