import {
  cel,
  Condition,
  literal,
  req,
  res,
  type Restriction,
} from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { describeMethods } from "../describe-methods.ts";

const get = req.method.eq("GET");
const small = req.contentLength.lt(10);
const secure = res.cookie("a").secure;

describeMethods(Condition, {
  and: [
    ["req.method == 'GET' && req.content_length < 10", get.and(small)],
    [
      "req.method == 'GET' && req.content_length < 10 && getResCookie('a').secure",
      get.and(small, secure),
    ],
    ["req.method == 'GET'", get.and()],
    [
      "req.method == 'GET' && (req.content_length < 10 && getResCookie('a').secure)",
      get.and(small.and(secure)),
    ],
    [
      "(req.method == 'GET' || req.content_length < 10) && getResCookie('a').secure",
      get.or(small).and(secure),
    ],
  ],
  or: [
    ["req.method == 'GET' || req.content_length < 10", get.or(small)],
    [
      "req.method == 'GET' || req.content_length < 10 || getResCookie('a').secure",
      get.or(small, secure),
    ],
    ["req.method == 'GET'", get.or()],
    [
      "req.method == 'GET' || req.content_length < 10 && getResCookie('a').secure",
      get.or(small.and(secure)),
    ],
  ],
  not: [
    ["!getResCookie('a').secure", secure.not()],
    ["!(req.method == 'GET')", get.not()],
    ["!!getResCookie('a').secure", secure.not().not()],
  ],
  eq: [
    ["getResCookie('a').secure == true", secure.eq(true)],
    ["(req.method == 'GET') == (req.content_length < 10)", get.eq(small)],
  ],
  ne: [
    ["getResCookie('a').secure != false", secure.ne(false)],
    ["false != getResCookie('a').secure", literal(false).ne(secure)],
  ],
});

describe("text as a condition", () => {
  test("is put in parentheses where it needs them", () => {
    expect(cel`a || b`.and(get).toString()).toBe("(a || b) && req.method == 'GET'");
    expect(cel`a || b`.not().toString()).toBe("!(a || b)");
    expect(get.and(cel`a // why`, cel`b`).toString()).toBe("req.method == 'GET' && a && b");
  });

  test("with a syntax error is not made a part of another", () => {
    expect(() => get.and(cel`a) || (b`)).toThrow(
      "cel`a) || (b` has a syntax error: ) does not close a bracket that is open here.",
    );
    expect(() => cel`a ==`.not()).toThrow(/^cel`a ==` has a syntax error: /);
  });
});

test("what is no condition is refused", () => {
  const wrong = "req.secure" as unknown as Condition<Restriction>;
  const message = 'A value of the CEL type bool is needed, not "req.secure".';
  expect(() => get.and(wrong)).toThrow(new TypeError(message));
  expect(() => get.or(wrong)).toThrow(new TypeError(message));
  expect(() => get.eq(wrong)).toThrow(new TypeError(message));
});
