import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "flow/unused-variable";

const set = (vars: string): string => `{"type": "set-vars", "config": {"vars": ${vars}}}`;
const policy = (action: string, ...rules: readonly string[]): string =>
  `{"on_http_request": [${[`{"actions": [${action}]}`, ...rules].join(", ")}]}`;
const reading = (expression: string): string =>
  `{"expressions": [${JSON.stringify(expression)}], "actions": [{"type": "deny"}]}`;

describe(rule, () => {
  test("finds what nothing in the phase reads", () => {
    const text = policy(set('[{«"tier"»: "free"}, {"plan": "a"}]'), reading("vars.plan == 'a'"));
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        message: 'Nothing in on_http_request reads the variable "tier".',
        help: "Remove it, or read it in the same phase.",
      }),
    ]);
  });

  test("finds what only another phase reads", () => {
    const request = `[{"actions": [${set('[{«"tier"»: "free"}]')}]}]`;
    const text = `{"on_http_request": ${request}, "on_http_response": [${reading("vars.tier == 'free'")}]}`;
    const { expected, found } = find(rule, text);
    expect(found).toEqual(expected);
  });

  test.each([
    "vars.tier == 'free'",
    "vars['tier'] == 'free'",
    "'tier' in vars",
    "has(vars.tier)",
    "vars[req.host] == 'free'",
    "vars.exists(name, name == req.host)",
    "size(vars) > 0",
  ])("finds nothing where a condition is %s", (expression) => {
    expect(find(rule, policy(set('[{"tier": "free"}]'), reading(expression))).found).toEqual([]);
  });

  test("finds nothing where a text or another variable has it", () => {
    const variables = set('[{"tier": "free"}, {"line": "is ${vars.tier}"}]');
    const log = '{"type": "log", "config": {"metadata": {"line": "${vars.line}"}}}';
    expect(find(rule, policy(`${variables}, ${log}`)).found).toEqual([]);
  });
});
