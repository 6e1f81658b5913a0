import { directionsDialect } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import {
  actions,
  conn,
  CookieExpression,
  ExtensionExpression,
  JwtExpression,
  req,
  res,
} from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { written, type AnyExpression } from "../written.ts";

const records = {
  cookie: { built: res.cookie("a"), kind: CookieExpression },
  extension: { built: conn.tls.server.extensions.at(0), kind: ExtensionExpression },
  jwt: { built: actions.ngrok.jwtValidation.tokens.at(0), kind: JwtExpression },
} as const;

test("each record of the catalogue has a class", () => {
  expect(Object.keys(records)).toEqual([...directionsDialect.records.keys()]);
  for (const { built, kind } of Object.values(records)) expect(built).toBeInstanceOf(kind);
});

describe.each(Object.entries(records))("%s", (name, { built }) => {
  test.each(directionsDialect.records.get(name)?.fields ?? [])("has the field $name", (field) => {
    const member = (built as unknown as Record<string, AnyExpression>)[camelCase(field.name)];
    expect(member && written(member)).toBe(`${built.toString()}.${field.name}`);
  });
});

test("a field that the catalogue does not list can be named", () => {
  expect(req.cookie("a").field("partitioned").eq(true).toString()).toBe(
    "getReqCookie('a').partitioned == true",
  );
});
