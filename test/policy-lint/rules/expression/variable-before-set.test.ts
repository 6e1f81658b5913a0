import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "expression/variable-before-set";

function set(...entries: readonly string[]): string {
  return `{"type": "set-vars", "config": {"vars": [${entries.join(", ")}]}}`;
}

const deny = `{"type": "deny"}`;
const setA = `{"actions": [${set(`{"a": 1}`)}]}`;
const perhapsA = `{"expressions": ["req.method == 'GET'"], "actions": [${set(`{"a": 1}`)}]}`;
const reading = (text: string): string => `{"expressions": ["${text}"], "actions": [${deny}]}`;

describe(rule, () => {
  test.each([
    ["a variable that nothing sets", `[${reading("«vars.a» == 1")}]`, "error"],
    ["one that is set later", `[${reading("«vars['a']» == 1")}, ${setA}]`, "error"],
    ["another one", `[${setA}, ${reading("«vars.b» == 1")}]`, "error"],
    ["one that only some requests have", `[${perhapsA}, ${reading("«vars.a» == 1")}]`, "info"],
    [
      "an entry that is set after",
      `[{"actions": [${set(`{"b": "\${«vars.a»}"}`, `{"a": 1}`)}]}]`,
      "error",
    ],
  ])("finds %s", (_what, rules, severity) => {
    const { expected, found, diagnostics } = find(rule, `{"on_http_request": ${rules}}`);
    expect(found).toEqual(expected);
    expect(diagnostics).toMatchObject([{ severity }]);
  });

  test("finds what another phase has set", () => {
    const text = `{"on_http_request": [${setA}], "on_http_response": [${reading("«vars.a» == 1")}]}`;
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics[0]?.message).toBe("vars.a is not set before in on_http_response.");
  });

  test.each([
    ["is set in an earlier rule", `[${setA}, ${reading("vars.a == 1")}]`],
    ["is asked for first", `[${perhapsA}, ${reading("has(vars.a) && vars.a == 1")}]`],
    ["an earlier entry has set", `[{"actions": [${set(`{"a": 1}`, `{"b": "\${vars.a}"}`)}]}]`],
    [
      "an earlier action has set",
      `[{"actions": [${set(`{"a": 1}`)}, ${set(`{"b": "\${vars.a}"}`)}]}]`,
    ],
  ])("finds nothing in what %s", (_what, rules) => {
    expect(find(rule, `{"on_http_request": ${rules}}`).found).toEqual([]);
  });
});
