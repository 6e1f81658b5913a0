import { directionsDialect } from "@traffic-policy/policy-language";
import {
  BoolExpression,
  CelExpression,
  conn,
  endpoint,
  ListExpression,
  req,
  res,
  rule,
  time,
  type Condition,
} from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";

const namespaces: Readonly<Record<string, object>> = { conn, endpoint, req, res, time };

/** The CEL names of all variables in an object of the builder. */
function namesIn(value: object): string[] {
  const own = value instanceof CelExpression ? [value.toString()] : [];
  const fields = Object.entries(value).filter(([key]) => !["content", "callSite"].includes(key));
  return [...own, ...fields.flatMap(([, field]) => namesIn(field as object))];
}

describe("variables", () => {
  test("are all of today's, and none of an earlier era", () => {
    for (const { name, variables } of directionsDialect.namespaces) {
      const current = variables.filter(({ renamedTo, outdated }) => !renamedTo && !outdated);
      expect(namesIn(namespaces[name] ?? {}).toSorted()).toEqual(
        current.map((variable) => variable.name).toSorted(),
      );
    }
  });

  test.each<[Condition, string]>([
    [endpoint.port.eq(443), "endpoint.port == 443"],
    [time.now.startsWith("2024-"), "time.now.startsWith('2024-')"],
    [conn.tls.client.subject.eq("CN=a"), "conn.tls.client.subject == 'CN=a'"],
    [conn.tls.client.subject.commonName.eq("a"), "conn.tls.client.subject.common_name == 'a'"],
    [
      conn.tls.server.san.dnsNames.includes("a.example"),
      "'a.example' in conn.tls.server.san.dns_names",
    ],
    [req.contentType.parameters.has("charset"), "'charset' in req.content_type.parameters"],
    [
      req.contentType.parameters.at("charset").eq("utf-8"),
      "req.content_type.parameters['charset'] == 'utf-8'",
    ],
    [req.url.queryParams.at("a").includes("b"), "'b' in req.url.query_params['a']"],
    [req.headers.at("x-a").at(0).eq("b"), "req.headers['x-a'][0] == 'b'"],
    [req.headers.at("x-a").size().gt(1), "size(req.headers['x-a']) > 1"],
    [req.cookies.at("id").at(0).value.ne(""), "req.cookies['id'][0].value != ''"],
    [res.cookies.at("id").at(0).httpOnly, "res.cookies['id'][0].http_only"],
    [res.cookies.at("id").at(0).secure.not(), "!res.cookies['id'][0].secure"],
    [res.cookies.at("id").at(0).maxAge.gt("24h"), "res.cookies['id'][0].max_age > duration('24h')"],
    [
      res.cookies.at("id").at(0).maxAge.le("1h30m"),
      "res.cookies['id'][0].max_age <= duration('1h30m')",
    ],
    [
      conn.ts.start.lt(new Date("2024-01-01T00:00:00Z")),
      "conn.ts.start < timestamp('2024-01-01T00:00:00.000Z')",
    ],
    [
      conn.tls.client.validity.notAfter.ge(new Date(0)),
      "conn.tls.client.validity.not_after >= timestamp('1970-01-01T00:00:00.000Z')",
    ],
    [conn.tls.client.extensions.size().gt(0), "size(conn.tls.client.extensions) > 0"],
    [
      conn.tls.client.extensions.at(0).value.eq(new Uint8Array([0, 65])),
      "conn.tls.client.extensions[0].value == b'\\x00A'",
    ],
    [conn.tls.client.extensions.at(0).critical, "conn.tls.client.extensions[0].critical"],
  ])("%#: %s", (condition, text) => {
    expect(rule("a").when(condition).toRule().expressions).toEqual([text]);
  });

  test("have the classes of their types", () => {
    expect(conn.tls.client.extensions).toBeInstanceOf(ListExpression);
    expect(conn.tls.client.extensions.at(0).critical).toBeInstanceOf(BoolExpression);
  });

  test("an invalid date is refused where it is written", () => {
    expect(() => conn.ts.start.lt(new Date("never"))).toThrow(RangeError);
  });

  test("a condition tells the place of the call that built it", () => {
    const line = Number(/:(\d+):\d+\)?$/m.exec(new Error().stack ?? "")?.[1]);
    const condition = res.cookies.at("id").at(0).secure.not();
    expect(condition.callSite.origin?.line).toBe(line + 1);
  });
});
