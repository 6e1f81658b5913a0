import { compilePolicy, simulate, type SimulationOptions } from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { dialectWithFunctions as dialect } from "../../../phases-functions.ts";
import { evaluated } from "./evaluated.ts";

describe("texts", () => {
  test.each([
    ["'hello  mellow\\n'.split()", '[string "hello", string "mellow"]'],
    ["''.split()", "[]"],
    ["'a😀b'.split('')", '[string "a", string "😀", string "b"]'],
    ["'hello,mellow,hi'.split(',', 0)", "[]"],
    ["'a,b'.split(',', 9)", '[string "a", string "b"]'],
    ["'a,b'.split(',', -1)", "What split() does with a negative limit is not documented."],
    ["'😀b'.charAt(0)", 'string "😀"'],
    ["'ab'.charAt(2)", 'string ""'],
    ["'ab'.charAt(3)", "There is no position 3 in a text of 2 characters."],
    ["'ab'.charAt(-1)", "There is no position -1 in a text of 2 characters."],
    [
      "'ab'.charAt(9223372036854775807)",
      "There is no position 9223372036854775807 in a text of 2 characters.",
    ],
    ["'😀b'.indexOf('b')", "int 1"],
    ["'ab'.indexOf('b', 2)", "int -1"],
    ["'ab'.indexOf('b', 3)", "There is no position 3 in a text of 2 characters."],
    ["'abab'.lastIndexOf('ab', 1)", "int 0"],
    ["'ab'.lastIndexOf('b', -1)", "There is no position -1 in a text of 2 characters."],
    ["'ab'.lastIndexOf('b', 3)", "There is no position 3 in a text of 2 characters."],
    ["'ab'.lastIndexOf('abc')", "int -1"],
    ["'😀bc'.substring(1)", 'string "bc"'],
    ["'abc'.substring(2, 1)", "Position 2 comes after position 1."],
    ["'abc'.substring(1, 4)", "There is no position 4 in a text of 3 characters."],
    ["'aaa'.replace('a', 'b', 2)", 'string "bba"'],
    ["'aaa'.replace('a', '$&', 1)", 'string "$&aa"'],
    ["'aaa'.replace('a', 'b', 0)", 'string "aaa"'],
    ["'aaa'.replace('a', 'b', -1)", 'string "bbb"'],
    ["'a😀'.replace('', '-')", 'string "-a-😀-"'],
    ["'a😀'.replace('', '-', 2)", 'string "-a-😀"'],
    ["'ΑΣ Straße İ'.lower()", 'string "ας straße i"'.replace("ς", "σ")],
    ["'straße ﬁ ᾳ'.upper()", 'string "STRAßE ﬁ ᾼ"'],
    ["'Ärger'.lowerAscii()", 'string "Ärger"'],
    ["'\\u0085 a b\\u3000'.trim()", 'string "a b"'],
    ["'\\ufeffa'.trim()", 'string "\ufeffa"'],
    ["string(base64.decode('aGVs\\r\\nbG8=\\n'))", 'string "hello"'],
    ["base64.decode('aGVs bG8=')", "'aGVs bG8=' is not base64 with padding."],
    ["base64.decode('a-_=')", "'a-_=' is not base64 with padding."],
    ["'_w=='.decodeBase64()", "'_w==' is not base64 with padding."],
    ["'/w=='.decodeBase64()", "The base64 text does not stand for UTF-8 text."],
    ["'w7w='.decodeBase64()", 'string "ü"'],
    ["'%s'.format([])", "format() has no value for its clause 1."],
    ["'%s'.format([1, 2])", "format() has 2 values and 1 clauses for them."],
    ["'%q'.format([1])", "There is no clause %q in format()."],
    ["'100%'.format([])", "There is no clause % in format()."],
    ["'%d %d %d'.format([1.5, 1e21, -0.0])", 'string "1.5 1000000000000000000000 -0"'],
    ["'%d'.format([dyn('a')])", "%d of format() does not accept string."],
    ["'%f %.1f %e'.format([3, 2u, -12])", 'string "3.000000 2.0 -1.200000e+01"'],
    ["'%.0f'.format([9007199254740993])", 'string "9007199254740992"'],
    ["'%s %s %s'.format([1e21, -1.5e-7, 0.1])", 'string "1000000000000000000000 -0.00000015 0.1"'],
    ["'%.1001f'.format([1.0])", "%.1001f asks for more than 1000 digits."],
    ["'%.0f %.0f %.1f'.format([0.5, 1.5, 0.25])", 'string "0 2 0.2"'],
    ["'%.0e %.1e %e'.format([2.5, 9.96, 0.0])", 'string "2e+00 1.0e+01 0.000000e+00"'],
    ["'%.2e %f'.format([-0.000123, -0.0])", 'string "-1.23e-04 -0.000000"'],
    ["'%x %X %o %b'.format([-255, 255u, 8, false])", 'string "-ff FF 10 0"'],
    ["'%s'.format([{'b': [1, 'x'], 'a': 1.0}])", 'string "{a: 1, b: [1, x]}"'],
  ])("%s", (expression, result) => {
    expect(evaluated(expression)).toBe(result);
  });

  test.each([
    ["10.0.0.1", true],
    ["172.16.0.0", true],
    ["172.31.255.255", true],
    ["172.32.0.0", false],
    ["192.168.1.1", true],
    ["192.169.1.1", false],
    ["127.0.0.1", false],
    ["fd00::1", false],
    ["::ffff:10.0.0.1", false],
    ["10.0.0.1/8", false],
    ["nowhere", false],
  ])("the address %s is private: %s", (address, isPrivate) => {
    expect(evaluated(`'${address}'.isPrivateIp()`)).toBe(`bool ${isPrivate}`);
  });
});

describe("hashes", () => {
  // Source: the sanity tests of github.com/Cyan4973/xxHash and github.com/cespare/xxhash.
  test.each([
    ["", "ef46db3751d8e999"],
    ["a", "d24ec4f1a98c6e5b"],
    ["as", "1c330fb2d66be179"],
    ["asd", "631c37ce72a97393"],
    ["asdf", "415872f599cea71e"],
    ["Call me Ishmael. Some years ago--never mind how long precisely-", "02a2e85470d6fd96"],
  ])("xxhash64 of %j is published", (text, hash) => {
    expect(evaluated(`hash.xxhash64('${text}')`)).toBe(`string "${hash}"`);
    expect(evaluated(`'${text}'.xxhash64('hex')`)).toBe(`string "${hash}"`);
  });

  // Source: `hash/crc64/crc64_test.go` of Go.
  test.each([
    ["", "0000000000000000"],
    ["a", "3420000000000000"],
    ["ab", "36c4200000000000"],
    ["abc", "3776c42000000000"],
  ])("crc64 of %j is published", (text, hash) => {
    expect(evaluated(`'${text}'.crc64()`)).toBe(`string "${hash}"`);
  });

  test.each(["crc32", "crc64", "md5", "sha1", "sha256", "sha512", "xxhash64"])(
    "%s has no other formats",
    (name) => {
      const message = "A hash is written as 'hex' or 'base64', not as 'HEX'.";
      expect(evaluated(`hash.${name}('a', 'HEX')`)).toBe(message);
      expect(evaluated(`'a'.${name}('HEX')`)).toBe(message);
    },
  );
});

describe("JSON", () => {
  test.each([
    [
      `json.decode('{"a": [1, null, "x", {"b": true}]}')`,
      '{string "a": [double 1, null, string "x", {string "b": bool true}]}',
    ],
    [`json.decode('{"a": 1}').a == 1`, "bool true"],
    [`json.decode('[10, 20]')[json.decode('[1]')[0]] == 20`, "bool true"],
    [`'[1]'.decodeJson().map(x, x + 1.0)`, "[double 2]"],
    [`json.decode('{"a": 1, "a": 2}').a`, "double 2"],
    [`json.decode('{"__proto__": 1}').__proto__`, "double 1"],
    [`json.decode('{"a": 1}').constructor`, 'There is no key "constructor".'],
    [`json.decode('["\\\\ud800"]')`, '[string "�"]'],
    ["json.decode('{')", "The text is not JSON."],
    ["json.decode('')", "The text is not JSON."],
    ["'{\\'a\\': 1}'.decodeJson()", "The text is not JSON."],
    ["json.decode('1')", "Decoding JSON that is neither a list nor a map is not documented."],
    ["'null'.decodeJson()", "Decoding JSON that is neither a list nor a map is not documented."],
    ["json.decode('[1e999]')", "A number in the JSON is out of the range of double."],
    ["'1'.isJson() && '[]'.isJson() && !'{'.isJson() && !''.isJson()", "bool true"],
    [
      "json.encode({'b': [1, 2u, 1.5, 1e21, true, null], 'a': b'hi'})",
      String.raw`string "{\"a\":\"aGk=\",\"b\":[1,2,1.5,1e+21,true,null]}"`,
    ],
    [
      "[timestamp(0), duration('90s')].encodeJson()",
      String.raw`string "[\"1970-01-01T00:00:00Z\",\"90s\"]"`,
    ],
    ["{2: 1, 10u: 2, true: 3}.encodeJson()", String.raw`string "{\"10\":2,\"2\":1,\"true\":3}"`],
    ["['<a&b>\\u2028'].encodeJson()", String.raw`string "[\"\\u003ca\\u0026b\\u003e\\u2028\"]"`],
    [String.raw`['\\b'].encodeJson()`, String.raw`string "[\"\\\\b\"]"`],
    ["['\\b\\f\\n'].encodeJson()", String.raw`string "[\"\\u0008\\u000c\\n\"]"`],
    ["[-9223372036854775808].encodeJson()", 'string "[-9223372036854775808]"'],
    ["[0.0 / 0.0].encodeJson()", "There is no JSON for NaN."],
    ["[int].encodeJson()", "There is no JSON for a type."],
  ])("%s", (expression, result) => {
    expect(evaluated(expression)).toBe(result);
  });

  test("of what is nested very deep is not simulated", () => {
    const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
    expect(evaluated(`size(json.decode('${deep(500)}'))`)).toBe("int 1");
    expect(evaluated(`json.decode('${deep(600)}')`)).toMatch(/^JSON that is nested more than 500/);
    expect(evaluated(`json.decode('${deep(5000)}')`)).toMatch(/^JSON that is nested more than 500/);
  });
});

describe("query strings and URLs", () => {
  test.each([
    [
      "queryString.decode('q=hello&a=1+2%2B3&b')",
      '{string "a": string "1 2+3", string "b": string "", string "q": string "hello"}',
    ],
    ["''.decodeQueryString()", "{}"],
    [
      "queryString.decode('a=1&a=2')",
      "What the parameter a is, which is there twice, is not documented.",
    ],
    ["queryString.decode('a=%zz')", "'%zz' is not an escape."],
    ["queryString.decode('a=%ff')", "'%ff' does not stand for UTF-8 text."],
    ["queryString.decode('a=1;b=2')", "A query string cannot contain a semicolon."],
    ["{'b': ['1', '2'], 'a b': 'ü&'}.encodeQueryString()", 'string "a+b=%C3%BC%26&b=1&b=2"'],
    ["queryString.encode({})", 'string ""'],
    [
      "queryString.encode({'a': 1})",
      "A parameter of a query string is text, not int; string(…) converts it.",
    ],
    ["'a=1&b='.isQueryString() && !'a=%'.isQueryString()", "bool true"],
    [
      "'a'.isQueryString()",
      "It is not documented whether a text is a query string that has a part without a name or `=`.",
    ],
    [
      "''.isQueryString()",
      "It is not documented whether a text is a query string that has a part without a name or `=`.",
    ],
    ["'https://example.com/a b'.isURL() && !'http://[::1'.isURL() && !':a'.isURL()", "bool true"],
    ["'/path'.isURL()", "It is not documented whether a text without scheme and host is a URL."],
    ["url.escape('a b/c?d=ü&~')", 'string "a%20b%2Fc%3Fd%3D%C3%BC%26~"'],
    ["'a%20b%2f+'.unescapeUrl()", 'string "a b/+"'],
    ["url.unescape('100%')", "'%' is not an escape."],
    ["url.unescape('%c3')", "'%c3' does not stand for UTF-8 text."],
    ["url.parse('HTTPS://u:p@Example.com:80/a%20b?x=1#f').host", 'string "Example.com:80"'],
    ["url.parse('HTTPS://u:p@Example.com:80/a%20b?x=1#f').scheme", 'string "https"'],
    ["'HTTPS://u:p@Example.com:80/a%20b?x=1#f'.parseUrl().path", 'string "/a b"'],
    ["url.parse('a').hostname", 'There is no key "hostname".'],
  ])("%s", (expression, result) => {
    expect(evaluated(expression)).toBe(result);
  });

  // Source: `net/url/url_test.go` of Go.
  test.each([
    [
      "http://www.google.com/file%20one%26two",
      { path: "/file one&two", rawpath: "/file%20one%26two" },
    ],
    ["http://www.google.com/?", { path: "/", forcequery: true }],
    ["http://www.google.com/?foo=bar?", { rawquery: "foo=bar?", forcequery: false }],
    [
      "http:www.google.com/?q=go+language",
      { scheme: "http", opaque: "www.google.com/", rawquery: "q=go+language" },
    ],
    ["http:/mailto:webmaster@golang.org", { path: "/mailto:webmaster@golang.org", omithost: true }],
    ["mailto:webmaster@golang.org", { scheme: "mailto", opaque: "webmaster@golang.org" }],
    ["/foo?query=http://bad", { scheme: "", path: "/foo", rawquery: "query=http://bad" }],
    ["//foo", { host: "foo", path: "" }],
    ["///threeslashes", { host: "", path: "///threeslashes" }],
    ["http://user:password@google.com", { host: "google.com" }],
    ["http://j@ne:password@google.com", { host: "google.com" }],
    [
      "http://www.google.com/?q=go+language#foo%26bar",
      { fragment: "foo&bar", rawfragment: "foo%26bar" },
    ],
    ["a/b/c", { path: "a/b/c" }],
    ["http://192.168.0.1:8080/", { host: "192.168.0.1:8080" }],
    ["http://[fe80::1]:8080/", { host: "[fe80::1]:8080" }],
    ["http://[fe80::1%25en0]/", { host: "[fe80::1%en0]" }],
    ["http://[fe80::1%25%65%6e%301-._~]/", { host: "[fe80::1%en01-._~]" }],
    ["http://hello.世界.com/foo", { host: "hello.世界.com" }],
    ["http://hello.%e4%b8%96%e7%95%8c.com/foo", { host: "hello.世界.com" }],
    ["*", { path: "*" }],
    ["http://a/b#", { fragment: "" }],
  ])("of %s Go has %j", (text, fields) => {
    const url = `url.parse('${text}')`;
    for (const [name, value] of Object.entries(fields)) {
      const wanted =
        typeof value === "string" ? `string ${JSON.stringify(value)}` : `bool ${value}`;
      expect(evaluated(`${url}.${name}`), name).toBe(wanted);
    }
  });

  test.each([
    ["http://[::1", "The host of the URL lacks a closing bracket."],
    ["http://[::1]a", "'a' is not a port after a host."],
    ["http://[::1]:%38%30", "':%38%30' is not a port after a host."],
    ["http://a:b", "':b' is not a port after a host."],
    ["http://%41:8080/", "The host of the URL cannot contain '%41'."],
    ["http://a b.com/", "The host of the URL cannot contain ' '."],
    ["http://us\\x0aer@a/", "A URL has no control characters."],
    ["http://x y@a/", "The user of the URL has a character that must be escaped."],
    ["cache_object:foo/bar", "The first segment of a path cannot contain a colon."],
    ["://a", "The scheme of the URL is missing."],
    ["http://a/%", "'%' is not an escape."],
    ["http://a/#%zz", "'%zz' is not an escape."],
  ])("%s is refused", (text, message) => {
    expect(evaluated(`url.parse('${text}')`)).toBe(message);
    expect(evaluated(`'${text}'.isURL()`)).toBe("bool false");
  });
});

describe("lists", () => {
  test.each([
    ["['a', 'b'].join()", 'string "ab"'],
    ["[dyn('a'), 1].join(',')", "join() needs texts, and there is a value of type int."],
    ["[1, 2, 3].slice(1, 2)", "[int 2]"],
    ["[1, 2, 3].slice(3, 3)", "[]"],
    ["[1, 2, 3].slice(-1, 2)", "There is no slice from -1 to 2 of a list of 3 items."],
    ["[1, 2, 3].slice(0, 4)", "There is no slice from 0 to 4 of a list of 3 items."],
    ["[1, 2, 3].slice(2, 1)", "There is no slice from 2 to 1 of a list of 3 items."],
    ["[dyn(1), [2, [3]]].flatten()", "[int 1, int 2, [int 3]]"],
    ["[dyn(1), [2, [3]]].flatten(0)", "[int 1, [int 2, [int 3]]]"],
    ["[dyn(1), [2, [3]]].flatten(9)", "[int 1, int 2, int 3]"],
    ["[[1]].flatten(-1)", "The depth of flatten() is negative."],
    [
      "['b', 'a', 'A', '\\uffff', '😀'].sort()",
      '[string "A", string "a", string "b", string "\uffff", string "😀"]',
    ],
    ["[2.5, -1.0].sort()", "[double -1, double 2.5]"],
    ["[duration('2s'), duration('1s')].sort()", "[Duration 1s, Duration 2s]"],
    ["[true, false].sort()", "[bool false, bool true]"],
    ["[].sort()", "[]"],
    ["[dyn(1), 'a'].sort()", "sort() needs values of one type, not of int and string."],
    ["[dyn(1), 1.5].sort()", "sort() needs values of one type, not of int and double."],
    ["[[1]].sort()", "sort() cannot order values of type list."],
    ["[dyn(null)].sort()", "sort() cannot order values of type null_type."],
    ["[0.0 / 0.0, 1.0].sort()", "NaN is neither less nor greater than a number."],
    [
      "[{'n': 2, 'i': 0}, {'n': 1, 'i': 1}, {'n': 2, 'i': 2}].sortBy(x, x.n).map(x, x.i)",
      "[int 1, int 0, int 2]",
    ],
    ["['bb', 'a'].sortBy(s, size(s))", '[string "a", string "bb"]'],
    ["[[3, 1], [2]].map(l, l.sortBy(x, -x))", "[[int 3, int 1], [int 2]]"],
    ["[3, 1].sortBy(x, [2, 4].sortBy(y, y - x)[0] + x)", "[int 1, int 3]"],
    [
      "[1, 2].sortBy(x, x == 1 ? dyn('a') : 1)",
      "sortBy() needs values of one type, not of string and int.",
    ],
    ["[1].sortBy(x, {'a': x})", "sortBy() cannot order values of type map."],
    ["[{'a': 1}, {}].sortBy(x, x.a)", 'There is no key "a".'],
    ["dyn({'a': 1}).sortBy(x, x)", '[string "a"]'],
    ["[1, 2u, 1.0, 'a', 'a', [1], [1.0]].distinct()", '[int 1, uint 2, string "a", [int 1]]'],
    ["lists.range(3)", "[int 0, int 1, int 2]"],
    ["lists.range(0)", "[]"],
    ["lists.range(-1)", "lists.range() needs a count that is not negative."],
    ["lists.range(1000001)", "lists.range() is simulated for up to 1000000 numbers."],
  ])("%s", (expression, result) => {
    expect(evaluated(expression)).toBe(result);
  });

  test("macros on maps are about keys", () => {
    const map = "{'a': 1, 'b': 2}";
    expect(evaluated(`${map}.all(k, ${map}[k] > 0) && ${map}.exists_one(k, k == 'a')`)).toBe(
      "bool true",
    );
    expect(evaluated(`${map}.filter(k, k == 'b')`)).toBe('[string "b"]');
    expect(evaluated(`${map}.map(k, k == 'b', k.upper())`)).toBe('[string "B"]');
  });
});

test("milliseconds of a duration are all of it, or those below a second", () => {
  const rest = { durationMilliseconds: "rest" } as const;
  expect(evaluated("duration('1.234s').getMilliseconds()", rest)).toBe("int 234");
  expect(evaluated("duration('-1.234s').getMilliseconds()", rest)).toBe("int -234");
  const whole = { durationMilliseconds: "whole" } as const;
  expect(evaluated("duration('1.234s').getMilliseconds()", whole)).toBe("int 1234");
});

describe("random numbers", () => {
  const numbers = (...values: readonly number[]): SimulationOptions => {
    let at = 0;
    return { random: () => values[at++ % values.length] ?? 0 };
  };
  const almostOne = 1 - 2 ** -53;

  test("come from the option", () => {
    expect(evaluated("rand.double()", numbers(0.25))).toBe("double 0.25");
    expect(evaluated("[rand.double(), rand.double()]", numbers(0.25, 0.5))).toBe(
      "[double 0.25, double 0.5]",
    );
  });

  test.each([
    ["rand.int()", 0, 1],
    ["rand.int(0, 99)", 0, 99],
    ["rand.int(7, 7)", 7, 7],
    ["rand.int(0, 9223372036854775807)", 0, "9223372036854775807"],
  ])("%s is from %s to %s", (expression, least, most) => {
    expect(evaluated(expression, numbers(0))).toBe(`int ${least}`);
    expect(evaluated(expression, numbers(almostOne))).toBe(`int ${most}`);
  });

  test("all numbers between the bounds are as likely", () => {
    const found = Array.from({ length: 4 }, (_none, index) =>
      evaluated("rand.int(1, 4)", numbers(index / 4 + 0.01)),
    );
    expect(found).toEqual(["int 1", "int 2", "int 3", "int 4"]);
  });

  test.each(["rand.int(-1, 1)", "rand.int(2, 1)"])("%s fails", (expression) => {
    expect(evaluated(expression, numbers(0))).toMatch(/^rand\.int\(\) has no number from /);
  });

  test("without the option they fail", () => {
    expect(evaluated("rand.double()")).toBe(
      "rand.double() needs random numbers; give a function that makes them in the option random.",
    );
    expect(evaluated("rand.int()")).toMatch(/^rand\.int\(\) needs random numbers/);
  });
});

describe("secrets", () => {
  const secrets = { "my-vault": { password: "s3cret" } };

  test("come from the option", () => {
    expect(evaluated("secrets.get('my-vault', 'password')", { secrets })).toBe('string "s3cret"');
  });

  test.each([
    ["my-vault", "token"],
    ["other", "password"],
    ["__proto__", "toString"],
    ["my-vault", "toString"],
  ])("of the vault %s there is none called %s", (vault, name) => {
    const form = JSON.stringify({ [vault]: { [name]: "…" } });
    expect(evaluated(`secrets.get('${vault}', '${name}')`, { secrets })).toBe(
      `No secret '${name}' of the vault '${vault}' is given; give it in the option secrets, as ${form}.`,
    );
  });
});

describe("a policy", () => {
  const document = {
    inbound: [
      {
        expressions: ["req.headers['x'].join('-').md5() == hash.md5('a-b')"],
        actions: [
          {
            type: "add-headers",
            config: { headers: { "x-key": "${secrets.get('v', 'k').upper()} ${rand.int(0, 9)}" } },
          },
        ],
      },
    ],
  };
  const exchange = { request: { url: "https://example.com/", headers: { x: ["a", "b"] } } };
  const options = { secrets: { v: { k: "key" } }, random: () => 0.5 };

  async function header(more: SimulationOptions = {}): Promise<unknown> {
    const policy = await compilePolicy(document, { dialect });
    expect(policy.problems).toEqual([]);
    return simulate(policy, exchange, { ...options, ...more }).then(
      ({ request }) => request?.headers["x-key"],
    );
  }

  test("has them in expressions and interpolations", async () => {
    expect(await header()).toEqual(["KEY 5"]);
  });

  test("can be simulated with functions of one's own in their place", async () => {
    const functions = { "secrets.get": (...names: readonly unknown[]) => names.join("/") };
    expect(await header({ functions })).toEqual(["V/K 5"]);
  });
});
