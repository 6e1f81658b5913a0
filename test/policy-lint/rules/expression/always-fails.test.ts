import { describe, expect, test } from "vitest";
import { holds } from "../../../policy-engine/simulated.ts";
import { lookIn } from "../../look-in.ts";

const rule = "expression/always-fails";

describe(rule, () => {
  test.each([
    ["«int('10 MB')» > 5", 'int() fails: "10 MB" is not an int.'],
    ["int(«int('')») > 5", 'int() fails: "" is not an int.'],
    ["«int('9223372036854775808')» > 5", 'int() fails: "9223372036854775808" is not an int.'],
    ["«uint('-1')» == 1u", 'uint() fails: "-1" is not a uint.'],
    ["«double('a')» > 1.0", 'double() fails: "a" is not a double.'],
    ["«bool('yes')»", 'bool() fails: "yes" is not a bool.'],
    ["«7 / 0» == 1", "A division of whole numbers by zero fails."],
    ["«int(conn.client_port) % 0» == 1", "A division of whole numbers by zero fails."],
    ["«7u / 0u» == 1u", "A division of whole numbers by zero fails."],
  ])("finds %s, which fails in the engine", async (marked, message) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([expect.objectContaining({ severity: "error", message })]);
    expect(await holds(marked.replaceAll(/[«»]/g, ""))).toBeTypeOf("string");
  });

  test.each([
    "int('-9223372036854775808') < int('+5')",
    "uint('18446744073709551615') > 1u",
    "double('-Inf') < double('.5') && double('1e3') > 1.0",
    "bool('t') && !bool('False')",
    "1.0 / 0.0 > 5.0",
    "7 / 2 == 3 && 7 % 05 == 2",
    "req.url.path == '/0' && req.url.query != '%0'",
  ])("finds nothing in %s, which does not", async (text) => {
    expect(lookIn(rule, text).found).toEqual([]);
    expect(await holds(text)).toBeTypeOf("boolean");
  });
});
