import { compileRegularExpression } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";

describe("compileRegularExpression", () => {
  test.each([
    ["", 0, []],
    ["/v1/(.*)", 1, []],
    ["(a)(?:b)((c))", 3, []],
    ["(?P<id>[0-9]+)/(x)", 2, ["id"]],
    [String.raw`[(](a)\((b)\Q(c)\E`, 2, []],
  ])("counts the groups of %j", (pattern, groupCount, groupNames) => {
    const read = compileRegularExpression(pattern);
    expect(read.ok && [read.groupCount, read.groupNames]).toEqual([groupCount, groupNames]);
  });

  test("says what is wrong and where", () => {
    expect(compileRegularExpression("/a(?=b)")).toEqual({
      ok: false,
      reason: "invalid or unsupported Perl syntax: `(?=`",
      span: { start: 2, end: 5 },
    });
  });

  test("does not say where when the part that is wrong stands there twice", () => {
    expect(compileRegularExpression("a*|*b")).toEqual({
      ok: false,
      reason: "missing argument to repetition operator: `*`",
    });
  });
});
