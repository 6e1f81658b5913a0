import type { Exchange } from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { holds } from "../simulated.ts";

// What an exchange has no value for. Source of what is missing when: facts/directions/may-be-missing.json.

const url = "https://example.com/";
const none = (name: string): string => `${name} has no value in this exchange.`;

describe("the length of a request", () => {
  test.each<[string, NonNullable<Exchange["request"]>, boolean | string]>([
    ["no body", { url }, none("req.content_length")],
    ["a body", { url, method: "POST", body: "abc" }, true],
    ["an empty body", { url, method: "POST", body: "" }, false],
    ["a size", { url, method: "POST", bodySize: 3 }, true],
    ["the header", { url, method: "POST", headers: { "content-length": "3" } }, true],
    [
      "a body that is streamed",
      { url, method: "POST", body: "abc", headers: { "transfer-encoding": "chunked" } },
      none("req.content_length"),
    ],
    [
      "a size of a body that is streamed",
      { url, method: "POST", bodySize: 3, headers: { "transfer-encoding": "chunked" } },
      none("req.content_length"),
    ],
    ["a size that is not known", { url, bodySize: null }, none("req.content_length")],
    // RFC 9112, section 6.3: what says that the body is streamed overrides a length.
    [
      "both a length and a body that is streamed",
      { url, headers: { "content-length": "3", "transfer-encoding": "chunked" } },
      none("req.content_length"),
    ],
  ])("with %s", async (_what, request, outcome) => {
    expect(await holds("req.content_length == 3", { request })).toBe(outcome);
    const isThere = typeof outcome === "boolean";
    expect(await holds("has(req.content_length)", { request })).toBe(isThere);
    expect(await holds("'content-length' in req.headers", { request })).toBe(
      isThere && request.body !== "",
    );
  });
});

test("a request without a body has not received one", async () => {
  const received = "req.ts.body_received >= req.ts.header_received";
  expect(await holds(received)).toBe(none("req.ts.body_received"));
  expect(await holds(received, { request: { url, body: "a" } })).toBe(true);
  expect(await holds(received, { request: { url, bodySize: null } })).toBe(true);
  const headers = { "transfer-encoding": "chunked" };
  expect(await holds(received, { request: { url, headers } })).toBe(true);
});

test("an exchange can say that a variable has no value", async () => {
  const exchange = { request: { url }, variables: { "conn.geo.city": null, "req.method": null } };
  expect(await holds("conn.geo.city == ''", exchange)).toBe(none("conn.geo.city"));
  expect(await holds("has(conn.geo.city)", exchange)).toBe(false);
  expect(await holds("req.method == 'GET'", exchange)).toBe(none("req.method"));
});

describe("what an exchange has nothing for", () => {
  test.each([
    "conn.geo.country_code == ''",
    "req.content_type == ''",
    "req.content_type.parameters == {}",
    "req.content_encoding == []",
    "req.user_agent == ''",
    "req.trailers == {}",
    "req.url.query == ''",
    "req.url.user_password == ''",
    "conn.tls.server.issuer.country == []",
  ])("is empty or missing by the options, %s", async (expression) => {
    const [name = ""] = expression.split(" ");
    expect(await holds(expression)).toBe(true);
    expect(await holds(`has(${name})`)).toBe(false);
    const options = { absentVariables: "error" } as const;
    expect(await holds(expression, undefined, options)).toBe(none(name));
    expect(await holds(`has(${name})`, undefined, options)).toBe(false);
  });

  test("is not a part of what is there", async () => {
    const exchange: Exchange = {
      connection: { tls: { client: { subject: { commonName: "a" } } } },
      request: { url, headers: { "content-type": "text/html" } },
    };
    const options = { absentVariables: "error" } as const;
    for (const expression of [
      "has(req.content_type) && req.content_type.parameters == {}",
      "has(req.content_type.parameters)",
      "has(conn.tls.client.subject) && conn.tls.client.issuer.country == []",
      "conn.tls.client.validity.not_before < conn.ts.start",
      "conn.tls.client.validity.not_after > conn.ts.start",
    ]) {
      expect(await holds(expression, exchange, options), expression).toBe(true);
    }
  });

  test("is not what is there", async () => {
    const options = { absentVariables: "error" } as const;
    const exchange: Exchange = {
      connection: { geo: { countryCode: "NO" } },
      request: { url: `${url}?a=1`, headers: { "content-type": "text/html" } },
    };
    for (const expression of [
      "conn.geo.country_code == 'NO'",
      "req.content_type == 'text/html'",
      "req.url.query == 'a=1'",
      "req.host == 'example.com'",
      "req.cookies == {}",
      "req.url.query_params == {'a': ['1']}",
    ]) {
      expect(await holds(expression, exchange, options), expression).toBe(true);
    }
  });

  test("is not a header that is empty", async () => {
    const headers = { "user-agent": "", "content-type": "", "content-encoding": "" };
    for (const absentVariables of ["empty", "error"] as const) {
      for (const name of ["user_agent", "content_type", "content_type.raw", "content_encoding"]) {
        const expression = `has(req.${name}) && size(req.${name}) < 2`;
        const exchange = { request: { url, headers } };
        expect(await holds(expression, exchange, { absentVariables }), expression).toBe(true);
      }
    }
  });

  test.each(["conn.tls.client.subject.common_name == ''", "conn.tls.client.san.dns_names == []"])(
    "is missing without a certificate in any case, %s",
    async (expression) => {
      const [name = ""] = expression.split(" ");
      expect(await holds(expression)).toBe(none(name));
    },
  );
});

test("of the cookies of a name, that with the longest path comes first", async () => {
  const exchange: Exchange = {
    request: { url },
    response: {
      headers: [
        ["set-cookie", "a=root; Path=/"],
        ["set-cookie", "a=long; Path=/shop/basket"],
        ["set-cookie", "b=other; Path=/shop/basket/items"],
        ["set-cookie", "a=shop; Path=/shop"],
        ["set-cookie", "a=none"],
      ],
    },
  };
  const options = { direction: "outbound" };
  for (const expression of [
    "getResCookie('a').value == 'long'",
    "res.cookies['a'].map(c, c.value) == ['long', 'shop', 'root', 'none']",
    "getResCookie('b').value == 'other'",
  ]) {
    expect(await holds(expression, exchange, options), expression).toBe(true);
  }
});
