import { conn, literal, policy, req, rule, type Condition } from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { written } from "../written.ts";

const names = req.header("a");
const hosts = req.header("b");

describe("the variable of a macro", () => {
  test("is called v, and v2, v3 … in macros in it", () => {
    const built = names.some((one) =>
      hosts.every((other) => req.url.queryParams.exactlyOne((key) => key.eq(one.plus(other)))),
    );
    expect(written(built)).toBe(
      "getReqHeader('A').exists(v, getReqHeader('B').all(v2, req.url.query_params.exists_one(v3, v3 == v + v2)))",
    );
  });

  test("is called v again in the next macro beside", () => {
    const built = names.some((one) => one.eq("a")).and(hosts.some((one) => one.eq("b")));
    expect(written(built)).toBe(
      "getReqHeader('A').exists(v, v == 'a') && getReqHeader('B').exists(v, v == 'b')",
    );
  });

  test("may have a name", () => {
    const built = names.some((one) => hosts.some((other) => other.eq(one), "host"), "name");
    expect(written(built)).toBe(
      "getReqHeader('A').exists(name, getReqHeader('B').exists(host, host == name))",
    );
  });

  test("gets a name that is free beside those given", () => {
    const built = names.some(
      (one) => hosts.some((other) => names.every((third) => third.ne(one.plus(other)))),
      "v2",
    );
    expect(written(built)).toBe(
      "getReqHeader('A').exists(v2, getReqHeader('B').exists(v, getReqHeader('A').all(v3, v3 != v2 + v)))",
    );
  });

  test("may hide the one of a macro that was built outside", () => {
    const inner = hosts.some((other) => other.eq("b"));
    expect(written(names.some((one) => one.eq("a").and(inner)))).toBe(
      "getReqHeader('A').exists(v, v == 'a' && getReqHeader('B').exists(v, v == 'b'))",
    );
  });
});

describe("a name", () => {
  test("that a macro around it has is refused", () => {
    expect(() => names.some((one) => hosts.some((other) => other.eq(one), "v"))).toThrow(
      new RangeError('An enclosing macro already uses the variable "v".'),
    );
    expect(() => names.some(() => hosts.some((other) => other.eq("a"), "x"), "x")).toThrow(
      new RangeError('An enclosing macro already uses the variable "x".'),
    );
  });

  test.each(["conn", "endpoint", "req", "res", "time"])("that hides %s is refused", (name) => {
    expect(() => names.some((one) => one.eq("a"), name)).toThrow(
      new RangeError(`"${name}" would hide the variables of that name.`),
    );
  });

  test.each(["", "a b", "1a", "a.b", "a, b", "in", "true", "for", "ä"])("%j is none", (name) => {
    expect(() => names.some((one) => one.eq("a"), name)).toThrow(
      new RangeError(`${JSON.stringify(name)} is not a name in CEL.`),
    );
  });

  test("that CEL itself uses is refused", () => {
    expect(() => names.some((one) => one.eq("a"), "__result__")).toThrow(
      new RangeError('"__result__" is a reserved name in CEL.'),
    );
  });
});

test("a body that throws leaves nothing behind", () => {
  const body = (): Condition => {
    throw new Error("of the body");
  };
  expect(() => names.some(() => hosts.every(body), "host")).toThrow("of the body");
  expect(() => names.map(body)).toThrow("of the body");
  const built = names.some((one) => hosts.some((other) => other.eq(one), "host"));
  expect(built.toString()).toContain("exists(v, getReqHeader('B').exists(host,");
});

test("after a body that throws, places are remembered again", () => {
  expect(() =>
    names.some(() => {
      throw new Error("of the body");
    }),
  ).toThrow("of the body");
  const origins = policy()
    .inbound(rule("a").when(conn.serverPort.eq(1)))
    .origins();
  expect(origins.get("/inbound/0/expressions/0")).toBeDefined();
});

describe("a body that gives no expression", () => {
  test.each([
    ["undefined", undefined],
    ["true", true],
    ["a Promise", Promise.resolve(literal(true))],
    ["an array", [literal(true)]],
  ])("but %s is refused", (what, value) => {
    const message = `The function of a macro has to return an expression, not ${what}.`;
    const body = (): Condition => value as unknown as Condition;
    expect(() => names.some(body)).toThrow(new TypeError(message));
    expect(() => names.filter(body)).toThrow(new TypeError(message));
    expect(() => names.map(body)).toThrow(new TypeError(message));
  });
});

test("a map becomes an item", () => {
  const maps = names.map(() => req.url.queryParams as never);
  expect(maps.size().toString()).toBe("size(getReqHeader('A').map(v, req.url.query_params))");
});
