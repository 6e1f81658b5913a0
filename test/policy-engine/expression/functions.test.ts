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
  ])("%s", async (expression, result) => {
    expect(await holds(expression)).toBe(result);
  });
});

describe("parts of a time", () => {
  const zone = process.env["TZ"];

  afterEach(() => {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
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

  test("an unknown time zone is an error", async () => {
    expect(await holds(`${time}.getHours('Nowhere/Land') == 1`)).toMatch(/time zone/i);
  });
});
