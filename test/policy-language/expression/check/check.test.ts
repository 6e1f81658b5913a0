import { describe, expect, test } from "vitest";
import {
  checkExpression,
  describeCheckError,
  parseExpression,
  typeText,
  type CheckContext,
  type CheckResult,
} from "@traffic-policy/policy-language";

function check(text: string, context: CheckContext = {}): CheckResult {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.code}`);
  return checkExpression(result.tree, { ...context, text });
}

describe("types", () => {
  test.each([
    ["req.method", "string"],
    ["req.url", "string"],
    ["req.url.path", "string"],
    ["req.headers", "map(string, list(string))"],
    ["req.headers['x']", "list(string)"],
    ["req.headers.x[0]", "string"],
    ["size(req.headers)", "int"],
    ["req.method.size() + 1", "int"],
    ["req.content_length > 10 && !(req.method in ['GET', 'HEAD'])", "bool"],
    ["req.headers.exists(k, k == 'x' && req.headers[k].all(v, v != ''))", "bool"],
    ["req.headers['x'].filter(v, v != '')", "list(string)"],
    ["req.headers['x'].map(v, size(v))", "list(int)"],
    ["[1, 'a']", "list(dyn)"],
    ["[]", "list(dyn)"],
    ["[] + [1]", "list(int)"],
    ["{'a': [1]}", "map(string, list(int))"],
    ["true ? 1 : 2", "int"],
    ["timestamp('2024-01-31T00:00:00Z') - timestamp('2024-01-30T00:00:00+01:00')", "duration"],
    ["timestamp('2024-01-31T00:00:00Z') + duration('1h30m')", "timestamp"],
    ["timestamp('2024-01-31T00:00:00Z').getHours('Europe/Oslo')", "int"],
    ["string(1) + 'a'", "string"],
    ["type(1) == int", "bool"],
    ["dyn(1)", "dyn"],
    ["dyn(1) == 'a'", "bool"],
    ["-1.5", "double"],
  ])("%s is %s", (text, type) => {
    const result = check(text);
    expect(result.errors).toEqual([]);
    expect(typeText(result.type)).toBe(type);
  });

  test("a name that a macro binds hides a variable of the same name", () => {
    expect(check("[1].all(req, req > 0)").errors).toEqual([]);
    expect(check("[1].all(req, req.method == 'GET')").errors).toMatchObject([
      { code: "unknown-field" },
    ]);
    expect(check("[1].all(x, x > 0) && x > 0").errors).toMatchObject([
      { code: "unknown-variable" },
    ]);
  });
});

describe("errors", () => {
  test.each([
    [
      "«req.mthod» == 'GET'",
      "unknown-variable",
      "There is no variable req.mthod.",
      "Did you mean req.method?",
    ],
    [
      "req.method == «GET»",
      "unknown-variable",
      "There is no variable GET.",
      "If it is text, put it in quotes.",
    ],
    [
      "«req» == 'a'",
      "namespace-as-value",
      "req is only a prefix of other names, not a value.",
      expect.stringContaining("req.content_length"),
    ],
    [
      "«req.headers('X-Tenant')» == ['a']",
      "unknown-function",
      "There is no function req.headers().",
      "It is a map: write req.headers['x-tenant'][0], after the condition 'x-tenant' in req.headers.",
    ],
    [
      "«req.url.query_params('page')» == ['1']",
      "unknown-function",
      "There is no function req.url.query_params().",
      "It is a map: write req.url.query_params['page'][0], after the condition 'page' in req.url.query_params.",
    ],
    [
      "«req.host()» == 'a'",
      "unknown-function",
      "There is no function req.host().",
      "It is a value: write req.host without parentheses.",
    ],
    ["«req.url.pth» == '/'", "unknown-field", "A string has no field pth.", "Did you mean path?"],
    ["«req.method.length» > 3", "unknown-field", "A string has no field length.", "Write size(…)."],
    [
      "«siz(req.method)» > 3",
      "unknown-function",
      "There is no function siz().",
      "Did you mean size()?",
    ],
    [
      "«req.method.includes('a')»",
      "unknown-method",
      "A string has no method includes().",
      "For text write .contains(…), for a list: value in list.",
    ],
    [
      "«req.method.startWith('a')»",
      "unknown-method",
      "A string has no method startWith().",
      "Did you mean startsWith()?",
    ],
    [
      "«req.content_length.toString()» == '0'",
      "unknown-method",
      "An int has no method toString().",
      "Write string(…).",
    ],
    [
      "«req.method.startsWith(1)»",
      "wrong-argument-types",
      "string.startsWith cannot be called with (int).",
      "Use string.startsWith(string).",
    ],
    [
      "«req.headers.startsWith('a')»",
      "wrong-argument-types",
      "map(string, list(string)).startsWith cannot be called with (string).",
      "Use string.startsWith(string).",
    ],
    [
      "«getReqHeader('User-Agent').contains('bot')»",
      "wrong-argument-types",
      "list(string).contains cannot be called with (string).",
      "Check its items: list.exists(item, item.contains(…)).",
    ],
    [
      "«size('a', 'b')» > 0",
      "wrong-argument-count",
      "size() is called with 2 arguments.",
      "It accepts 1 argument.",
    ],
    [
      "«req.content_length == '10'»",
      "no-such-operator",
      "== does not work between int and string.",
      "Compare text with text and numbers with numbers; int(…) or double(…) converts text to a number.",
    ],
    [
      "«req.headers['x'] == 'a'»",
      "no-such-operator",
      "== does not work between list(string) and string.",
      "Write text in list.",
    ],
    [
      "«'G' in req.method»",
      "no-such-operator",
      "in does not work between string and string.",
      "Write text.contains(part).",
    ],
    [
      "«req.content_length > 1.5»",
      "no-such-operator",
      "> does not work between int and double.",
      expect.stringContaining("convert one"),
    ],
    [
      "«1 + 'a'» == '1a'",
      "no-such-operator",
      "+ does not work between int and string.",
      "Join text to text: string(…) converts a number to text.",
    ],
    [
      "«1.5 % 2.0» == 1",
      "no-such-operator",
      "% does not work between double and double.",
      "It accepts whole numbers: int(…) converts a fraction to one.",
    ],
    [
      "«1u - 2» == 1u",
      "no-such-operator",
      "- does not work between uint and int.",
      "Write both with the suffix u or both without it, or convert one: uint(…), int(…).",
    ],
    [
      "«1u % 2» == 1u",
      "no-such-operator",
      "% does not work between uint and int.",
      "Write both with the suffix u or both without it, or convert one: uint(…), int(…).",
    ],
    [
      "«1u < 1.5»",
      "no-such-operator",
      "< does not work between uint and double.",
      "Convert one: uint(…), double(…).",
    ],
    [
      "«req.headers['x'] != null»",
      "no-such-operator",
      "!= does not work between list(string) and null.",
      "Check whether it exists: 'key' in map, or has(value.field).",
    ],
    [
      "«null == req.method»",
      "no-such-operator",
      "== does not work between null and string.",
      "Check whether it exists: 'key' in map, or has(value.field).",
    ],
    [
      "(«true ? 1 : 'a'») == 1",
      "no-such-operator",
      "?: does not work between int and string.",
      undefined,
    ],
    [
      "«req.method» && true",
      "not-a-boolean-operand",
      "&& needs a bool here, not string.",
      "Compare it with something.",
    ],
    [
      "!«req.method»",
      "not-a-boolean-operand",
      "! needs a bool here, not string.",
      "Compare it with something.",
    ],
    [
      "-«req.method» == 1",
      "no-such-operator",
      "- needs an int or a double, not string.",
      "int(…) or double(…) converts text to a number.",
    ],
    [
      "-«uint(1)» == 1",
      "no-such-operator",
      "- needs an int or a double, not uint.",
      "int(…) converts it to a signed number.",
    ],
    [
      "req.headers.exists(k, «size(k)»)",
      "not-a-boolean-operand",
      "exists() needs a bool here, not int.",
      "Compare it with something.",
    ],
    ["«req.method[0]» == 'G'", "not-indexable", "A string cannot be indexed with [ ].", undefined],
    [
      "'a' in req.headers[«1»]",
      "wrong-key-type",
      "A map(string, list(string)) is not indexed by int.",
      "Use string.",
    ],
    [
      "req.headers['x'][«'0'»] == 'a'",
      "wrong-key-type",
      "A list(string) is not indexed by string.",
      "Use int.",
    ],
    [
      "«req.method.all(c, c == 'a')»",
      "macro-misuse",
      "all() is used wrongly: string is neither a list nor a map.",
      "Write list.all(item, condition).",
    ],
    [
      "«req.headers.exists(k)»",
      "macro-misuse",
      "exists() is used wrongly: it has 1 argument.",
      "Write list.exists(item, condition).",
    ],
    [
      "«req.headers.exists()»",
      "macro-misuse",
      "exists() is used wrongly: it has no arguments.",
      "Write list.exists(item, condition).",
    ],
    [
      "«req.headers.exist(k, k == 'x')»",
      "unknown-method",
      "A map(string, list(string)) has no method exist().",
      "Did you mean exists()?",
    ],
    [
      "«req.headers['x'].existsOne(v, v == 'x')»",
      "unknown-method",
      "A list(string) has no method existsOne().",
      "Write .exists_one(item, …).",
    ],
    [
      "«hass(req.method)»",
      "unknown-function",
      "There is no function hass().",
      "Did you mean has()?",
    ],
    [
      "req.method.matches('a«(?=»b)')",
      "invalid-regular-expression",
      "The regular expression is not RE2: invalid or unsupported Perl syntax: `(?=`.",
      "RE2 has no look-around and no back-references.",
    ],
    [
      "req.method.matches(r'(a)«\\1»')",
      "invalid-regular-expression",
      "The regular expression is not RE2: invalid escape sequence: `\\1`.",
      "RE2 has no look-around and no back-references.",
    ],
    [
      "req.method.matches('|«*»b')",
      "invalid-regular-expression",
      "The regular expression is not RE2: missing argument to repetition operator: `*`.",
      "Write what is repeated before it; for the character itself put it in square brackets.",
    ],
    [
      "req.method.matches('«a(b»')",
      "invalid-regular-expression",
      "The regular expression is not RE2: missing closing ): `a(b`.",
      "Close the group, or write [(] for the character itself.",
    ],
    [
      "req.method.matches('a«[b»')",
      "invalid-regular-expression",
      "The regular expression is not RE2: missing closing ]: `[b`.",
      "Close the bracket, or write [[] for the character itself.",
    ],
    [
      "req.method.matches('«a)»')",
      "invalid-regular-expression",
      "The regular expression is not RE2: unexpected ): `a)`.",
      "Open the group, or write [)] for the character itself.",
    ],
    [
      "req.method.matches('a«{2000}»')",
      "invalid-regular-expression",
      "The regular expression is not RE2: invalid repeat count: `{2000}`.",
      "RE2 repeats at most 1000 times.",
    ],
    [
      "req.method.matches('[«b-a»]')",
      "invalid-regular-expression",
      expect.stringContaining("invalid character class range"),
      undefined,
    ],
    [
      "inCidrRange(conn.client_ip, «'10.0.0/8'»)",
      "invalid-cidr",
      '"10.0.0/8" is not a CIDR.',
      expect.any(String),
    ],
    [
      "inCidrRanges(conn.client_ip, ['10.0.0.0/8', «'::1'»])",
      "invalid-cidr",
      '"::1" is not a CIDR.',
      expect.any(String),
    ],
    [
      "timestamp(«'2024-01-01'») < timestamp(0)",
      "invalid-timestamp",
      '"2024-01-01" is not a timestamp.',
      expect.any(String),
    ],
    [
      "timestamp(«'2024-02-30T00:00:00Z'») < timestamp(0)",
      "invalid-timestamp",
      expect.any(String),
      expect.any(String),
    ],
    [
      "duration(«'1 day'») > duration('0')",
      "invalid-duration",
      '"1 day" is not a duration.',
      expect.any(String),
    ],
  ])("%s: %s", (marked, code, message, help) => {
    const text = marked.replaceAll(/[«»]/g, "");
    const start = marked.indexOf("«");
    const { errors } = check(text);
    expect(errors).toMatchObject([{ code, span: { start, end: marked.indexOf("»") - 1 } }]);
    expect(errors.map(describeCheckError)).toEqual([
      help === undefined ? { message } : { message, help },
    ]);
  });

  test("all errors of an expression are found, in their order", () => {
    const { errors } = check("req.mthod == 1 && size(1) > 'a' || req.headers[1]");
    expect(errors.map(({ code }) => code)).toEqual([
      "unknown-variable",
      "wrong-argument-types",
      "no-such-operator",
      "not-a-boolean-operand",
      "wrong-key-type",
    ]);
  });

  test("one mistake is told once: what follows from it is not", () => {
    expect(check("req.mthod.foo.bar[0].startsWith('a') == req.mthdo").errors).toHaveLength(2);
  });

  test.each([
    [
      "http",
      "inbound",
      "res.status_code == 200",
      "res.status_code does not exist in inbound rules.",
      "It exists in outbound rules.",
    ],
    [
      "tcp",
      "inbound",
      "req.method == 'GET'",
      "req.method does not exist in a policy for tcp.",
      "It exists for http.",
    ],
  ] as const)("for %s and %s, %s: not here", (protocol, direction, text, message, help) => {
    expect(check(text, { protocol, direction }).errors.map(describeCheckError)).toEqual([
      { message, help },
    ]);
    expect(check(text).errors).toEqual([]);
  });

  test("a chain of a thousand conditions is checked", () => {
    const text = Array.from(
      { length: 400 },
      (_item, index) => `req.content_length != ${index}`,
    ).join(" && ");
    expect(check(text).errors).toEqual([]);
  });

  test.each([
    ["'ab(c'", [0, 4]],
    ["'\\\\d(c'", [0, 4]],
    ["r'\\d(c'", [0, 4]],
    ["'\\u00e9['", [1, 2]],
    ["'''x['''", [1, 2]],
  ])("the place in the regular expression %s goes through its escapes", (literal, [start, end]) => {
    const text = `req.method.matches(${literal})`;
    const [error] = check(text).errors;
    const value = parseExpression(literal);
    expect(error?.code).toBe("invalid-regular-expression");
    expect(value.ok).toBe(true);
    expect(end).toBeGreaterThan(start ?? 0);
    expect(error?.span?.start).toBeGreaterThanOrEqual(text.indexOf(literal));
    expect(error?.span?.end).toBeLessThanOrEqual(text.length - 1);
  });
});

test("an error that stands on an unsure fact says so", () => {
  const context = { protocol: "http", direction: "inbound" } as const;
  expect(check("res.status_code == 200", context).errors).toMatchObject([{ unsure: true }]);
  const [error] = check("req.method == 'GET'", { protocol: "tcp" }).errors;
  expect(error).toMatchObject({ code: "unavailable-here" });
  expect(error).not.toHaveProperty("unsure");
});

test("names of earlier eras are known, and tell the name of today", () => {
  const { errors, variables } = check("req.Method == 'GET'");
  expect(errors).toEqual([]);
  expect(variables).toMatchObject([
    { definition: { renamedTo: "req.method" }, span: { start: 0, end: 10 } },
  ]);
});
