import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "expression/result-before-run";

const logging = { type: "log", config: { metadata: { a: "b" } } };
const reads = "«actions.ngrok.log.metadata» == {}";

function policy(...rules: readonly object[]): string {
  return JSON.stringify({ inbound: rules });
}

describe(rule, () => {
  test.each([
    ["no rule before it runs the action", policy({ expressions: [reads], actions: [logging] })],
    [
      "an action before it in the same rule is another one",
      policy({
        actions: [
          { type: "remove-headers", config: { headers: ["a"] } },
          { type: "log", config: { metadata: { a: "${«actions.ngrok.log.metadata»}" } } },
        ],
      }),
    ],
    [
      "the action comes after it",
      policy({ expressions: [reads], actions: [{ type: "deny" }] }, { actions: [logging] }),
    ],
  ])("warns when %s", (_what, text) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        message: "actions.ngrok.log.metadata is set by log, but no such action runs before.",
        help: "Move the rule after one with the action log.",
      }),
    ]);
  });

  test("points out when it runs for some requests only", () => {
    const conditional = { expressions: ["req.method == 'GET'"], actions: [logging] };
    const text = policy(conditional, { expressions: [reads], actions: [{ type: "deny" }] });
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "info",
        message: "actions.ngrok.log.metadata is set by log, which does not run for every request.",
        help: "Add the condition has(actions.ngrok.log.metadata).",
      }),
    ]);
  });

  test.each([
    policy({ actions: [logging] }, { expressions: ["actions.ngrok.log.metadata == {}"] }),
    policy({
      actions: [
        logging,
        { type: "add-headers", config: { headers: { a: "${actions.ngrok.log.metadata}" } } },
      ],
    }),
    policy({
      expressions: ["has(actions.ngrok.log.metadata) && actions.ngrok.log.metadata == {}"],
      actions: [],
    }),
    JSON.stringify({
      outbound: [{ expressions: ["actions.ngrok.log.metadata == {}"], actions: [] }],
      inbound: [{ actions: [logging] }],
    }),
    policy({ expressions: ["req.url.path == 'actions.ngrok'"], actions: [] }),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).diagnostics).toEqual([]);
  });
});
