import { describe, expect, test } from "vitest";
import { fromPointer, toPointer } from "@traffic-policy/policy-language";

describe("a JSON Pointer", () => {
  test.each([
    ["", []],
    ["/inbound/0", ["inbound", "0"]],
    ["/", [""]],
    ["/a~1b/m~0n", ["a/b", "m~n"]],
    // The order of replacing matters: this is ~1, and no slash.
    ["/~01", ["~1"]],
  ])("%j has the keys %j", (pointer, keys) => {
    expect(fromPointer(pointer)).toEqual(keys);
    expect(toPointer(keys)).toBe(pointer);
  });

  test.each(["inbound/0", "0", "#/inbound"])("%j is none", (pointer) => {
    expect(() => fromPointer(pointer)).toThrow(
      new RangeError(`"${pointer}" is not a JSON Pointer: it does not begin with /.`),
    );
  });
});
