import { directionsDialect, type VariableDefinition } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import {
  actions,
  CelExpression,
  conn,
  endpoint,
  MapExpression,
  req,
  res,
  StringExpression,
  time,
} from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { kindOf, written, type AnyExpression } from "./written.ts";

const namespaces: Readonly<Record<string, object>> = { actions, conn, endpoint, req, res, time };

/** The members of an object of the builder that are variables or have some in them. */
function membersOf(value: object): object[] {
  // A map has members for all keys.
  if (value instanceof MapExpression) return [];
  return Object.values(value).filter((member) => typeof member === "object");
}

/** The expressions of all variables in an object of the builder. */
function variablesIn(value: object): AnyExpression[] {
  const own = value instanceof CelExpression ? [value] : [];
  return [...own, ...membersOf(value).flatMap(variablesIn)];
}

function find({ name }: VariableDefinition): AnyExpression {
  const [first = "", ...path] = name.split(".");
  return path.reduce(
    (value, part) => (value as Record<string, object>)[camelCase(part)] ?? {},
    namespaces[first] ?? {},
  ) as AnyExpression;
}

test("there is an object for each namespace", () => {
  expect(directionsDialect.namespaces.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(namespaces),
  );
});

describe.each(directionsDialect.namespaces)("$name", ({ name, variables }) => {
  test("has all variables of all eras, and no others", () => {
    const texts = variablesIn(namespaces[name] ?? {}).map((one) => one.toString());
    expect(texts.toSorted()).toEqual(variables.map((variable) => variable.name).toSorted());
  });

  test.each(variables)("$name ($type)", (variable) => {
    const found = find(variable);
    expect(written(found)).toBe(variable.name);
    expect(kindOf(found)).toBe(variable.type);
  });
});

test("no variable hides a method", () => {
  const methods = new Set(Object.getOwnPropertyNames(StringExpression.prototype));
  const hidden = Object.values(namespaces)
    .flatMap(variablesIn)
    .filter((variable) => !(variable instanceof MapExpression))
    .flatMap((variable) => Object.keys(variable).filter((key) => methods.has(key)));
  expect(hidden).toEqual([]);
});

describe("the functions about a namespace", () => {
  test.each([
    ["hasReqHeader('X-Api-Key')", req.hasHeader("x-api-key")],
    ["hasReqHeader(req.host)", req.hasHeader(req.host)],
    ["getReqHeader('Content-Type')", req.header("CONTENT-TYPE")],
    ["getReqHeader('a b')", req.header("a b")],
    ["hasQueryParam('a-b')", req.hasQueryParam("a-b")],
    ["getQueryParam('a-b')", req.queryParam("a-b")],
    ["hasReqCookie('a-b')", req.hasCookie("a-b")],
    ["getReqCookie('a-b').value", req.cookie("a-b").value],
    ["hasResHeader('Etag')", res.hasHeader("etag")],
    ["getResHeader('Set-Cookie')[0]", res.header("set-cookie").at(0)],
    ["hasResCookie('a-b')", res.hasCookie("a-b")],
    ["getResCookie('a-b').http_only", res.cookie("a-b").httpOnly],
  ])("%s", (text, built) => {
    expect(written(built)).toBe(text);
  });

  test("are all there", () => {
    for (const { builderName } of directionsDialect.functions.values()) {
      if (builderName === undefined) continue;
      const [namespace = "", method = ""] = builderName.split(".");
      expect(namespaces[namespace]).toHaveProperty(method, expect.any(Function));
    }
  });

  test("take text only", () => {
    expect(() => req.hasHeader(5 as unknown as string)).toThrow(
      new TypeError("A value of the CEL type string is needed, not 5."),
    );
    expect(() => res.cookie(undefined as unknown as string)).toThrow(
      new TypeError("A value of the CEL type string is needed, not undefined."),
    );
  });
});
