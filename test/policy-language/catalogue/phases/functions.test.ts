import {
  checkExpression,
  describeCheckError,
  parseExpression,
  printExpression,
  typeText,
  type CheckError,
  type Expression,
} from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import { foreignFunctions } from "../../../../packages/policy-language/src/catalogue/phases/foreign-functions.ts";
import { dialectWithFunctions as dialect } from "../../../phases-functions.ts";
import { pricePageNames } from "./price-page-names.ts";

function parsed(text: string): Expression {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(`not an expression: ${text}`);
  return result.tree;
}

function errorsOf(text: string): readonly CheckError[] {
  return checkExpression(parsed(text), { dialect, text }).errors;
}

function typeOf(text: string): string {
  const { type, errors } = checkExpression(parsed(text), { dialect, text });
  expect(errors).toEqual([]);
  return typeText(type);
}

describe("checking", () => {
  test.each([
    ["base64.decode('aGk=')", "bytes"],
    [".base64.decode('aGk=')", "bytes"],
    ["json.decode('[]')", "dyn"],
    ["json.decode('{}').items[0].name.lower()", "string"],
    ["lists.range(3).map(i, i * 2)", "list(int)"],
    ["['b', 'a'].sort()", "list(string)"],
    ["'%s %d %f %e %b %x %o'.format([[], 1, 2u, 3.0, true, b'a', 7])", "string"],
    ["'%d'.format([dyn('a')])", "string"],
    ["[{'a': 1}].sortBy(x, x.a)", "list(map(string, int))"],
    ["json.decode('[]').sortBy(x, x.a)", "list(dyn)"],
    ["req.headers['a'].slice(0, 1)", "list(string)"],
    ["req.headers['a'].join(',')", "string"],
    ["req.headers.encodeQueryString()", "string"],
    ["url.parse('a').host", "string"],
    ["'a'.parseUrl().omithost", "bool"],
    ["queryString.decode('a=b').a", "dyn"],
    ["rand.int(0, 9) + rand.int()", "int"],
    ["[['a']].map(url, url.join())", "list(string)"],
    ["{'a': 1}.all(k, k == 'a') && {'a': 1}.exists(k, k == 'b')", "bool"],
    ["{'a': 1}.filter(k, k == 'a')", "list(string)"],
    ["{'a': 1}.map(k, k == 'a', k.upper())", "list(string)"],
  ])("the type of %s", (text, type) => {
    expect(typeOf(text)).toBe(type);
  });

  test.each([
    ["base64.decod('a')", "There is no function base64.decod().", "Did you mean base64.decode()?"],
    ["bas64.decode('a')", "There is no function bas64.decode().", "Did you mean base64.decode()?"],
    ["hash.sha3('a')", "There is no function hash.sha3().", "Did you mean hash.sha1()?"],
    ["json.nothing_like_it('a')", "There is no function json.nothing_like_it().", undefined],
    ["b64.decode('a')", "There is no function b64.decode().", "Did you mean base64.decode()?"],
    ["JSON.parse('a')", "There is no function JSON.parse().", "Did you mean json.decode()?"],
    ["http.path()", "There is no function http.path().", "Did you mean req.url.path?"],
    ["http.path == '/'", "There is no variable http.path.", "Did you mean req.url.path?"],
    ["secret.a", "There is no variable secret.a.", undefined],
    ["'a'.toLowerCase()", "A string has no method toLowerCase().", "Did you mean lower()?"],
    ["lower('a')", "There is no function lower().", "It is a method: value.lower(…)."],
    ["atob('a')", "There is no function atob().", "Did you mean base64.decode()?"],
    [
      "req.headers.get('a')",
      "A map(string, list(string)) has no method get().",
      "Write map['key'].",
    ],
    [
      "base64.decode(1)",
      "base64.decode cannot be called with (int).",
      "Use base64.decode(string).",
    ],
    [
      "'%s %d'.format(['a', 'b'])",
      "%d of format() cannot be called with string.",
      "Use int or uint or double.",
    ],
    [
      "'%% %.1f %x'.format([true, 'a'])",
      "%.1f of format() cannot be called with bool.",
      "Use int or uint or double.",
    ],
    [
      "rand.int(1)",
      "rand.int() is called with 1 argument.",
      "It accepts no arguments or 2 arguments.",
    ],
    [
      "[1].sort(1, 2)",
      "sort() is called with 2 arguments.",
      "For a key write list.sortBy(item, key).",
    ],
    [
      "'a'.sortBy(x, x)",
      "sortBy() is used wrongly: string is not a list.",
      "Write list.sortBy(item, key).",
    ],
    [
      "[1].sortBy(1, 1)",
      "sortBy() is used wrongly: its first argument is not a plain name.",
      "Write list.sortBy(item, key).",
    ],
    [
      "[1].sortBy(x)",
      "sortBy() is used wrongly: it has 1 argument.",
      "Write list.sortBy(item, key).",
    ],
    ["[1].sortBy(x, x.a)", "An int has no field a.", undefined],
  ])("of %s", (text, message, help) => {
    const [error] = errorsOf(text).map(describeCheckError);
    expect(error).toEqual(help === undefined ? { message } : { message, help });
  });

  test("a name that a macro binds hides functions that begin with it", () => {
    expect(errorsOf("['a'].map(url, url.parse('a'))").map(describeCheckError)).toEqual([
      { message: "A string has no method parse().", help: "Did you mean parseUrl()?" },
    ]);
  });

  test("an unknown field of a URL is unsure", () => {
    expect(errorsOf("url.parse('a').hostname").map(({ code, unsure }) => [code, unsure])).toEqual([
      ["unknown-field", true],
    ]);
  });
});

test.each([
  "base64.decode('a')",
  ".base64.decode('a')",
  "[1].sortBy(x, -x)",
  "url.parse(req.url).host",
])("%s is printed as it is", (text) => {
  expect(printExpression(parsed(text))).toBe(text);
});

describe("names of the page about prices", () => {
  // Of bodies there is no variable, and whether a text is something no function says.
  const withoutCounterpart = /body|status_text|string_is_/;

  test.each(pricePageNames)("%s is unknown", (name) => {
    expect(dialect.functions.has(name)).toBe(false);
    expect(errorsOf(`${name}()`)[0]?.code).toMatch(/^unknown-/);
  });

  test.each(pricePageNames.filter((name) => !withoutCounterpart.test(name)))(
    "%s leads to a known name",
    (name) => {
      expect(errorsOf(`${name}()`)[0]?.suggestion).toBeDefined();
    },
  );

  test("every foreign name leads to a function, or to a variable", () => {
    const variables = new Set(
      dialect.namespaces.flatMap((namespace) => namespace.variables.map(({ name }) => name)),
    );
    const wrong = [...foreignFunctions].filter(
      ([name, meant]) =>
        !(dialect.functions.has(meant) || variables.has(meant)) || name !== name.toLowerCase(),
    );
    expect(wrong).toEqual([]);
  });
});
