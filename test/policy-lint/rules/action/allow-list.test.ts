import { describe, expect, test } from "vitest";
import { rules } from "@traffic-policy/policy-lint";
import { presetSeverity } from "@traffic-policy/policy-lint/internal";
import { find } from "../../find.ts";

const rule = "action/allow-list";

const policy = (config: string): string =>
  `{"inbound": [{"actions": [{"type": «"restrict-ips"»${config}}]}]}`;

describe(rule, () => {
  test.each([
    policy(""),
    policy(', "config": {"deny": ["192.0.2.66/32"]}'),
    policy(', "config": {"deny": ["192.0.2.66/32"], "ip_policies": []}'),
    '{"inbound": [{"actions": [{"type": "restrict-ips", "config": {"allow": «[]»}}]}]}',
  ])("finds %s", (text) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        message: 'Without addresses in "allow", "restrict-ips" probably refuses everybody.',
        help: 'Add "allow": ["0.0.0.0/0", "::/0"] to refuse only what is denied.',
      }),
    ]);
  });

  test.each([
    '{"inbound": [{"actions": [{"type": "restrict-ips", "config": {"allow": ["192.0.2.0/24"]}}]}]}',
    '{"inbound": [{"actions": [{"type": "restrict-ips", "config": {"ip_policies": ["ipp_1"]}}]}]}',
    '{"inbound": [{"actions": [{"type": "deny"}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });

  test("is only pointed out, unless one is strict", () => {
    const found = rules.get(rule);
    expect(found && presetSeverity(found)).toBe("info");
    expect(found && presetSeverity(found, "strict")).toBe("warning");
  });
});
