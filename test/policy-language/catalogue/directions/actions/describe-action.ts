import { directionsDialect, jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";

/** A config that is wrong, where (a JSON Pointer into it), and what `action/config` says of it. */
type WrongConfig = readonly [config: unknown, path: string, message: string];

/** Tests the config schema of one action: its example and right configs pass, wrong ones are found. */
export function describeAction(
  type: string,
  configs: { right: readonly unknown[]; wrong: readonly WrongConfig[] },
): void {
  const definition = directionsDialect.actions.get(type);
  if (definition === undefined) throw new Error(`there is no action ${type}`);

  describe(type, () => {
    test.each([definition.example, ...configs.right])("takes %j", (config) => {
      expect(findings(type, config)).toEqual([]);
    });

    test.each(configs.wrong)("does not take %j", (config, path, message) => {
      const action = "/inbound/0/actions/0";
      const place = config === undefined ? action : `${action}/config${path}`;
      expect(findings(type, config)).toEqual([[place, message]]);
    });
  });
}

function findings(type: string, config: unknown): [path: string, message: string][] {
  const document = { inbound: [{ name: "a", actions: [{ type, config }] }] };
  return lintPolicy(jsonPolicySource("policy.json", JSON.stringify(document)))
    .filter(({ rule }) => rule === "action/config")
    .map(({ path, message }) => [path, message]);
}
