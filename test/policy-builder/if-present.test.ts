import { directionsDialect } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import {
  actions,
  conn,
  policy,
  req,
  res,
  rule,
  type Condition,
} from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { written } from "./written.ts";

describe("a value that some requests do not have", () => {
  test.each([
    ["has(req.url.port)", req.url.port.isPresent()],
    ["has(conn.tls.client.subject)", conn.tls.client.subject.isPresent()],
    ["hasReqCookie('id')", req.cookie("id").isPresent()],
    ["hasResCookie('id')", res.cookie("id").isPresent()],
    [
      "has(req.content_length) && req.content_length > 1000",
      req.contentLength.whenPresent((length) => length.gt(1000)),
    ],
    [
      "has(req.content_length) && (req.content_length > 1000 || req.method == 'PUT')",
      req.contentLength.whenPresent((length) => length.gt(1000).or(req.method.eq("PUT"))),
    ],
    [
      "hasReqCookie('id') && getReqCookie('id').value == 'a'",
      req.cookie("id").whenPresent((cookie) => cookie.value.eq("a")),
    ],
    [
      "!has(conn.geo.country_code) || conn.geo.country_code != 'NO'",
      conn.geo.countryCode.missingOr((code) => code.ne("NO")),
    ],
    [
      "!hasReqCookie('id') || getReqCookie('id').value == ''",
      req.cookie("id").missingOr((cookie) => cookie.value.eq("")),
    ],
    ["(has(req.url.port) ? req.url.port : 443) == 8443", req.url.port.orElse(443).eq(8443)],
    [
      "(has(conn.geo.country_code) ? conn.geo.country_code : 'ZZ') != 'NO'",
      conn.geo.countryCode.orElse("ZZ").ne("NO"),
    ],
    [
      "'a' in (has(req.content_encoding) ? req.content_encoding : [])",
      req.contentEncoding.orElse([]).includes("a"),
    ],
    [
      "has(actions.ngrok.rate_limit.limited) && actions.ngrok.rate_limit.limited",
      actions.ngrok.rateLimit.limited.whenPresent((limited) => limited),
    ],
  ] as const)("%s", (text, built) => {
    expect(written(built)).toBe(text);
  });

  test("is used as any other", () => {
    expect(written(req.contentLength.gt(5))).toBe("req.content_length > 5");
    expect(written(req.cookie("id").value)).toBe("getReqCookie('id').value");
  });

  test("keeps what restricts both parts", () => {
    const condition = req.contentLength.whenPresent((length) => length.eq(res.statusCode));
    const inOutbound = policy({ protocol: "http" }).outbound(rule("a").when(condition).do());
    expect(inOutbound.toDocument()).toMatchObject({
      outbound: [{ expressions: [condition.toString()] }],
    });
    expect(() =>
      // @ts-expect-error: a connection has no request
      policy({ protocol: "tcp" }).outbound(rule("a").when(condition).do()),
    ).toThrow(/tcp/);
  });

  test("takes no comparison of JavaScript for a condition", () => {
    const mistaken = (length: unknown): Condition => (length === 5) as unknown as Condition;
    expect(() => req.contentLength.whenPresent(mistaken)).toThrow(/call eq\(\)/);
    expect(() => req.contentLength.missingOr(mistaken)).toThrow(/call eq\(\)/);
  });

  test("can be asked for wherever the catalogue says that it may be missing", () => {
    const absent = directionsDialect.namespaces
      .flatMap(({ variables }) => variables)
      .filter(({ missing, renamedTo, type }) => missing && !renamedTo && !type.startsWith("map("));
    expect(absent.length).toBeGreaterThan(50);
    const namespaces: object = { actions, conn, req, res };
    for (const { name } of absent) {
      const found = name
        .split(".")
        .reduce((at, part) => Reflect.get(at, camelCase(part)) as object, namespaces);
      expect("isPresent" in found && "whenPresent" in found && "orElse" in found, name).toBe(true);
    }
  });
});
