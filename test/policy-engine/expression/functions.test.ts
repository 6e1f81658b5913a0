import { afterEach, describe, expect, test } from "vitest";
import { holds } from "../simulated.ts";

// Where the library that evaluates does as JavaScript does it, and the service as Go.

describe("conversions are those of Go", () => {
  test.each([
    ["int('12') == 12 && int('-7') == -7 && int('+7') == 7", true],
    ["int('0x10') == 16", "'0x10' is not an int."],
    ["int('') == 0", "'' is not an int."],
    ["int('9223372036854775808') == 0", "'9223372036854775808' is out of the range of int."],
    ["uint('-1') == 0u", "'-1' is not a uint."],
    ["double('1e3') == 1000.0 && double('-.5') == -0.5 && double('Inf') > 1e308", true],
    ["double('1,5') == 1.5", "'1,5' is not a double."],
    ["double('1e999') > 1.0", "'1e999' is out of the range of double."],
    ["bool('T') && !bool('F') && bool('1')", true],
    ["bool('yes')", "'yes' is neither true nor false."],
    ["string(1e6) == '1e+06' && string(1.5) == '1.5' && string(0.00001) == '1e-05'", true],
    ["string(100000.0) == '100000' && string(-0.25) == '-0.25'", true],
    ["string(duration('90m')) == '5400s' && string(duration('1500ms')) == '1.5s'", true],
    ["string(duration('1ns')) == '0.000000001s'", true],
    ["string(timestamp('2024-01-01T00:00:00.120+01:00')) == '2023-12-31T23:00:00.12Z'", true],
    ["timestamp(1) == timestamp('1970-01-01T00:00:01Z')", true],
    [
      "timestamp('2024-02-30T00:00:00Z') == timestamp(0)",
      "'2024-02-30T00:00:00Z' is not a timestamp.",
    ],
    ["timestamp('0099-01-01T00:00:00Z').getFullYear() == 99", true],
    ["int(duration('1h')) == 3600000000000 && int(duration('-1.5us')) == -1500", true],
    ["duration('1\u00b5s') == duration('1\u03bcs')", true],
    ["duration(dyn('')) == duration('0')", "'' is not a duration."],
    ["duration(dyn('+')) == duration('0')", "'+' is not a duration."],
    ["duration(dyn('-')) == duration('0')", "'-' is not a duration."],
    ["duration(dyn(5)) == duration('5s')", "duration() does not accept (int)."],
    ["duration('9223372036854775807ns') > duration('9223372036854775806ns')", true],
    ["string(bytes('\uFEFFa')) == '\uFEFFa'", true],
    ["string(b'\\xff') == ''", "The bytes are not UTF-8 text."],
  ])("%s", async (expression, result) => {
    expect(await holds(expression)).toBe(result);
  });
});

describe("numbers are those of Go", () => {
  test.each([
    ["-9223372036854775808 % dyn(-1) == 0", "Int overflow during modulus."],
    ["-9223372036854775808 / dyn(-1) == 0", "Int overflow during divide by -1."],
    ["-9223372036854775807 % -1 == 0 && 7 % -3 == 1 && -7 % 3 == -1", true],
    ["1 % dyn(0) == 0", "Int modulus by zero."],
    ["18446744073709551615u / 1u == 18446744073709551615u && 7u % 4u == 3u", true],
    ["1u / dyn(0u) == 0u", "Uint divide by zero."],
    ["0.0 / 0.0 < 1.0", "NaN is neither less nor greater than a number."],
    ["dyn(1) >= 0.0 / 0.0", "NaN is neither less nor greater than a number."],
    ["0.0 / 0.0 != 0.0 / 0.0 && !(0.0 / 0.0 == 0.0 / 0.0)", true],
    ["1.0 / 0.0 > 1e308 && dyn(1) < 1.5 && dyn(2u) >= 2.0", true],
  ])("%s", async (expression, result) => {
    expect(await holds(expression)).toBe(result);
  });
});

describe("keys of a map are distinct as numbers", () => {
  test.each([
    ["{0: 1, 0u: 2}[0.0] == 1", "Map key conflict: 0."],
    ["size({dyn(1): 1, dyn(1u): 2}) == 1", "Map key conflict: 1."],
    ["{0: 1, 1u: 2}[1] == 2 && {0: 1, '0': 2, true: 3}[0u] == 1", true],
  ])("%s", async (expression, result) => {
    expect(await holds(expression)).toBe(result);
  });
});

describe("types", () => {
  test.each([
    ["type(conn.ts.start) == google.protobuf.Timestamp", true],
    ["type(duration('1s')) == google.protobuf.Duration", true],
    ["type(duration('1s')) == google.protobuf.Timestamp", false],
    ["type(google.protobuf.Timestamp) == type", true],
  ])("%s", async (expression, result) => {
    expect(await holds(expression)).toBe(result);
  });
});

describe("texts, lists and maps", () => {
  test.each([
    ["'a1b'.matches('[0-9]') && matches('a1b', '^a')", true],
    ["'a'.matches('(')", "The regular expression is not RE2: missing closing ): `(`."],
    ["'\\U0001F600' > '\\uFFFD' && 'a' < 'ab' && 'b' >= 'a' && 'a' <= 'a'", true],
    ["'a' in {'a': null} && has({'a': null}.a) && !('b' in {'a': null})", true],
    ["dyn(1.0) in [1, 2] && dyn(2u) in [1, 2] && !(dyn('1') in [1, 2]) && 'x' in ['y', 'x']", true],
    ["[1, 'a', 2u, true, null, 1.5] == [1, 'a', 2u, true, null, 1.5]", true],
    ["1 in dyn('a')", "in does not work between int and string."],
    ["has({1: 'a'}.b)", false],
    ["{1: 'a'}.b == 'a'", 'There is no key "b".'],
    ["[10, 20][dyn(true)] == 20", "list is not indexed by bool."],
    ["[10, 20][dyn('1')] == 20", "list is not indexed by string."],
    ["[10, 20][dyn(0.5)] == 10", "There is no item 0.5."],
    ["[10, 20][dyn(1.0)] == 20 && [10, 20][dyn(1u)] == 20", true],
    ["[10, 20][2] == 10", "There is no item 2."],
    ["dyn('ab')[dyn(0)] == 'a'", "string is not indexed by int."],
    ["{true: 1}[true] == 1 && {1u: 2}[dyn(1)] == 2 && {1: 3}[dyn(1.0)] == 3", true],
    ["{'a': 1}[dyn(null)] == 1", "map is not indexed by null_type."],
    ["([1] + [2, 3] + [])[1] == 2 && [1] + [2] == [1, 2]", true],
  ])("%s", async (expression, result) => {
    expect(await holds(expression)).toBe(result);
  });
});

describe("parts of a time", () => {
  const before = process.env["TZ"];

  afterEach(() => {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  });

  // In New York there is no 2:30 on this day.
  const time = "timestamp('2024-03-10T02:30:05.678Z')";

  test.each(["UTC", "America/New_York", "Asia/Kathmandu"])(
    "do not depend on the machine being in %s",
    async (machine) => {
      process.env["TZ"] = machine;
      const expression = [
        `${time}.getHours() == 2 && ${time}.getMinutes() == 30 && ${time}.getSeconds() == 5`,
        `${time}.getMilliseconds() == 678 && ${time}.getDate() == 10 && ${time}.getDayOfMonth() == 9`,
        `${time}.getMonth() == 2 && ${time}.getFullYear() == 2024 && ${time}.getDayOfWeek() == 0`,
        "timestamp('2024-07-01T00:30:00Z').getDayOfYear() == 182",
        `${time}.getHours('America/New_York') == 21 && ${time}.getDate('-08:00') == 9`,
        `${time}.getMinutes('Asia/Kathmandu') == 15 && ${time}.getHours('05:45') == 8`,
      ].join(" && ");
      expect(await holds(expression)).toBe(true);
    },
  );

  test.each(["Nowhere/Land", "europe/oslo", "utc", "+2", "+02:60", "UTC+2", "SystemV/EST5"])(
    "there is no time zone %j",
    async (zone) => {
      const expression = `${time}.getHours(req.headers['x-zone'][0]) == 1`;
      const exchange = { request: { url: "/", headers: { "x-zone": zone } } };
      expect(await holds(expression, exchange)).toBe(`There is no time zone "${zone}".`);
    },
  );

  test.each([
    ["US/Central", 20],
    ["Europe/Oslo", 3],
    ["Asia/Calcutta", 8],
    ["Asia/Kolkata", 8],
    ["Etc/GMT+5", 21],
    ["+5:30", 8],
    ["-0:31", 1],
    ["", 2],
    ["UTC", 2],
  ])("in the time zone %j it is %i o'clock", async (zone, hour) => {
    expect(await holds(`${time}.getHours('${zone}') == ${hour}`)).toBe(true);
  });

  test.each([
    ["getHours() == 18", "getHours() == 23"],
    ["getMinutes() == 29", "getMinutes() == 59"],
    ["getHours('UTC') == 18", "getHours('UTC') == 18"],
  ])("a time with an offset has %s, or %s where that is kept", async (dropped, kept) => {
    const written = "timestamp('2024-02-29T23:59:59+05:30')";
    const options = { timestampOffset: "kept" } as const;
    expect(await holds(`${written}.${dropped}`)).toBe(true);
    for (const same of [
      written,
      `timestamp(${written})`,
      `[${written}][0]`,
      `(${written} + duration('1ns'))`,
      `(duration('0s') + ${written})`,
      `(${written} - duration('-1ns'))`,
    ]) {
      expect(await holds(`${same}.${kept}`, undefined, options), same).toBe(true);
    }
  });

  test("a time is text with its offset where that is kept", async () => {
    const options = { timestampOffset: "kept" } as const;
    for (const [text, inUtc] of [
      ["2024-02-29T23:59:59+05:30", "2024-02-29T18:29:59Z"],
      ["2024-02-29T23:59:59.5-00:15", "2024-03-01T00:14:59.5Z"],
      ["2024-02-29T23:59:59-00:00", "2024-02-29T23:59:59Z"],
    ] as const) {
      const kept = text.endsWith("00:00") ? inUtc : text;
      expect(await holds(`string(timestamp('${text}')) == '${inUtc}'`)).toBe(true);
      expect(await holds(`string(timestamp('${text}')) == '${kept}'`, undefined, options)).toBe(
        true,
      );
      const isSame = `timestamp('${text}') == timestamp('${inUtc}')`;
      expect(await holds(isSame, undefined, options)).toBe(true);
    }
  });

  test("milliseconds of a length of time are all of it, or the rest", async () => {
    const expression = (value: number): string =>
      `duration('1.234s').getMilliseconds() == ${value}`;
    expect(await holds(expression(1234))).toBe(true);
    expect(await holds(expression(234), undefined, { durationMilliseconds: "rest" })).toBe(true);
    expect(await holds("duration('-1h1.5ms').getMilliseconds() == -3600001")).toBe(true);
  });
});
