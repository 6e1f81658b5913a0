import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/denied-cidr";

const policy = (config: string): string =>
  `{"inbound": [{"actions": [{"type": "restrict-ips", "config": ${config}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "what is allowed and denied",
      text: policy('{"allow": ["192.0.2.0/24", «"198.51.100.7/32"»], "deny": ["198.51.100.0/24"]}'),
      message: '"198.51.100.7/32" permits nobody, because "deny" includes "198.51.100.0/24".',
    },
    {
      what: "the same range in both lists",
      text: policy('{"allow": [«"192.0.2.0/24"»], "deny": ["192.0.2.0/24"]}'),
      message: '"192.0.2.0/24" permits nobody, because "deny" includes "192.0.2.0/24".',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    policy('{"allow": ["192.0.2.0/24"], "deny": ["192.0.2.66/32"]}'),
    policy('{"allow": ["0.0.0.0/0", "::/0"], "deny": ["192.0.2.66/32", "2001:db8::/32"]}'),
    policy('{"allow": ["10.0.0.0/9", "10.128.0.0/9", "11.0.0.0/8"]}'),
    policy('{"allow": ["0.0.0.1/32", "::1/128", "1.0.0.0/8"]}'),
    policy('{"allow": ["nonsense", "nonsense"], "deny": "x"}'),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });

  test("goes through long lists in no time", () => {
    const all = Array.from({ length: 5000 }, (_, n) => `10.${(n >> 8) & 255}.${n & 255}.0/24`);
    const text = policy(JSON.stringify({ allow: all, deny: all }));
    expect(find(rule, text).found).toHaveLength(5000);
  });
});
