import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { policy, req, rule } from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { callSite, originOf } from "../../packages/policy-builder/src/call-site.ts";
import { placed } from "./fixtures/placed.ts";

const fixture = fileURLToPath(new URL("fixtures/placed.ts", import.meta.url));
const lines = readFileSync(fixture, "utf8").split("\n");
const origins = placed.origins();

/** What the fixture has from the place on to which a path of the policy points. */
function codeAt(path: string): string {
  const { line = 0, column = 0 } = origins.get(path) ?? {};
  return lines[line - 1]?.slice(column - 1) ?? "";
}

describe("every part points at the call that built it", () => {
  // The tag of a template and the dot of a getter count to it or not, as the engine and the source
  // map have it.
  test.each([
    ["", /^policy\(\{ protocol/],
    ["/inbound/0", /^rule\("one line"/],
    ["/inbound/0/expressions/0", /^eq\("p1"/],
    ["/inbound/0/expressions/1", /^ne\("p2"/],
    ["/inbound/0/actions/0", /^deny\(\), action/],
    ["/inbound/0/actions/1", /^action\("p3"/],
    ["/inbound/1", /^rule\("over many lines"/],
    ["/inbound/1/expressions/0", /^has\("p4"/],
    ["/inbound/1/expressions/1", /^some\(\(value\)/],
    ["/inbound/1/expressions/2", /^(cel)?`p8 ==/],
    ["/inbound/1/expressions/3", /^\)?`p9`/],
    ["/inbound/1/expressions/4", /^text\("p10"/],
    ["/inbound/1/expressions/5", /^not\(/],
    ["/inbound/1/expressions/6", /^anyOf\(/],
    ["/inbound/1/expressions/7", /^allOf\(/],
    ["/inbound/1/expressions/8", /^has\(req/],
    ["/inbound/1/expressions/9", /^literal\(true/],
    ["/inbound/1/expressions/10", /^at\(0\),/],
    ["/inbound/1/expressions/11", /^\)?\.?secure,/],
    ["/inbound/1/expressions/12", /^as\("bool"/],
    ["/inbound/1/expressions/13", /^eq\(method\)/],
    ["/inbound/1/expressions/14", /^eq\(method\)/],
    ["/inbound/1/expressions/15", /^isIn\(80/],
    ["/inbound/1/expressions/16", /^isIn\(80/],
    ["/inbound/1/actions/0", /^addHeaders\(/],
    ["/outbound/0", /^rule\(\)\.when/],
    ["/outbound/0/expressions/0", /^\)?\.?httpOnly\)/],
    ["/outbound/0/actions/0", /^compressResponse\(/],
  ])("%s: %s", (path, code) => {
    expect(codeAt(path)).toMatch(code);
  });

  test("and there are no others", () => {
    const { inbound, outbound } = placed.toDocument();
    const paths = Object.entries({ inbound, outbound }).flatMap(([direction, rules]) =>
      (rules ?? []).flatMap(({ expressions, actions }, index) => [
        `/${direction}/${index}`,
        ...(expressions ?? []).map((_text, at) => `/${direction}/${index}/expressions/${at}`),
        ...actions.map((_action, at) => `/${direction}/${index}/actions/${at}`),
      ]),
    );
    expect([...origins.keys()]).toEqual(["", ...paths]);
    expect(
      new Set([...origins.values()].map(({ file }) => file.replace(/^file:\/\//, ""))),
    ).toEqual(new Set([fixture]));
  });
});

test("nothing of it is in the output", () => {
  expect(JSON.stringify(placed)).not.toMatch(/placed|\bat\b|call site/);
  expect(JSON.stringify(placed)).toBe(JSON.stringify(placed.toDocument()));
});

test("the engine's own limit of frames stays as it is", () => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 7;
  policy().inbound(rule("a").when(req.host.eq("b")));
  expect(Error.stackTraceLimit).toBe(7);
  Error.stackTraceLimit = limit;
});

test("the call of the function that calls is remembered", () => {
  const built = (): ReturnType<typeof callSite> => callSite();
  const here = originOf(built());
  expect(here?.file).toContain("call-site.test.ts");
});

describe("a stack is read", () => {
  const header = "Error\n    at callSite (file:///builder/call-site.js:1:1)\n";
  const second = "    at StringExpression.eq (file:///builder/string.js:2:2)\n";

  test.each([
    ["of a function", "    at helper (file:///app/a.policy.js:10:5)", "file:///app/a.policy.js"],
    ["of a module", "    at file:///app/a.policy.js:10:5", "file:///app/a.policy.js"],
    ["of a constructor", "    at new Helper (/app/a.policy.ts:10:5)", "/app/a.policy.ts"],
    ["of a method", "    at Helper.make [as it] (/app/a.policy.ts:10:5)", "/app/a.policy.ts"],
    ["with parentheses", "    at helper (/app (copy)/a.policy.ts:10:5)", "/app (copy)/a.policy.ts"],
    ["of a module with parentheses", "    at /app (copy)/a.ts:10:5", "/app (copy)/a.ts"],
    [
      "on Windows",
      "    at helper (C:\\Program Files (x86)\\a.ts:10:5)",
      "C:\\Program Files (x86)\\a.ts",
    ],
    ["with a scope", "    at helper (/app/@scope/a@1.0.0/a.ts:10:5)", "/app/@scope/a@1.0.0/a.ts"],
    ["with a query", "    at helper (file:///app/a.js?time=1:10:5)", "file:///app/a.js?time=1"],
  ])("%s", (_what, frame, file) => {
    const stack = `${header}${second}${frame}\n    at main (file:///other.js:9:9)`;
    expect(originOf({ name: "Error", message: "", stack })).toEqual({ file, line: 10, column: 5 });
  });

  test.each([
    ["of a function", "helper@file:///app/a.policy.js:10:5", "file:///app/a.policy.js"],
    ["of a module", "@https://app.example/a.policy.js:10:5", "https://app.example/a.policy.js"],
    ["of a function in one", "helper/<@file:///app/a.js:10:5", "file:///app/a.js"],
    ["with a scope", "helper@/app/@scope/a@1.0.0/a.js:10:5", "/app/@scope/a@1.0.0/a.js"],
  ])("of another engine, %s", (_what, frame, file) => {
    const stack = `callSite@file:///b.js:1:1\neq@file:///b.js:2:2\n${frame}\nmain@file:///o.js:9:9\n`;
    expect(originOf({ name: "Error", message: "", stack })).toEqual({ file, line: 10, column: 5 });
  });

  test.each([
    ["no stack", undefined],
    ["an empty one", ""],
    ["too few frames", `${header}${second}`],
    ["a frame without a place", `${header}${second}    at Array.map (<anonymous>)`],
  ])("%s gives nothing", (_what, stack) => {
    expect(originOf({ name: "Error", message: "", ...(stack !== undefined && { stack }) })).toBe(
      undefined,
    );
  });

  test("no call gives nothing", () => {
    expect(originOf(undefined)).toBe(undefined);
  });
});
