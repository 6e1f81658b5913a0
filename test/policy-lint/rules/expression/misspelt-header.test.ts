import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";
import { lookIn } from "../../look-in.ts";

const rule = "expression/misspelt-header";

describe(rule, () => {
  test.each([
    { marked: "«'referrer'» in req.headers", name: "referrer", meant: "referer" },
    { marked: "«'user_agent'» in req.headers", name: "user_agent", meant: "user-agent" },
    { marked: "«'authorisation'» in req.headers", name: "authorisation", meant: "authorization" },
    { marked: "size(req.headers[«'useragent'»]) > 0", name: "useragent", meant: "user-agent" },
    { marked: "size(req.headers.«cookies») > 0", name: "cookies", meant: "cookie" },
    {
      marked: "hasReqHeader(«'X-Forwared-For'»)",
      name: "x-forwared-for",
      meant: "x-forwarded-for",
    },
  ])("finds $name", ({ marked, name, meant }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([
      {
        severity: "warning",
        message: `There is no usual header "${name}".`,
        help: `Did you mean "${meant}"?`,
      },
    ]);
  });

  test("finds the names that actions set and remove", () => {
    const actions = `[
      {"type": "add-headers", "config": {"headers": {«"cache-controll"»: "no-store", "x-a": "1"}}},
      {"type": "remove-headers", "config": {"headers": [«"Referrer"», "server"]}}
    ]`;
    const { expected, found } = find(rule, `{"inbound": [{"actions": ${actions}}]}`);
    expect(found).toEqual(expected);
  });

  test.each([
    "'referer' in req.headers",
    "'referrer-policy' in req.headers",
    "'x-user-agent' in req.headers",
    "'x-forwarded-port' in req.headers",
    "'x-request-ip' in req.headers",
    "'content-md5' in req.headers",
    "'agent' in req.headers",
    "'tenant' in req.headers",
    "'referrer' in req.url.query_params",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text).found).toEqual([]);
  });
});
