import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/cidr-overlap";

const policy = (config: string): string =>
  `{"inbound": [{"actions": [{"type": "restrict-ips", "config": ${config}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "the same range twice",
      text: policy('{"allow": ["192.0.2.0/24", «"192.0.2.0/24"»]}'),
      message: '"192.0.2.0/24" is already in this list.',
      edits: [{ path: "/inbound/0/actions/0/config/allow/1", remove: true }],
    },
    {
      what: "the same range, written in another way",
      text: policy('{"deny": ["2001:db8::/32", «"2001:0DB8:0::/32"»]}'),
      message: '"2001:0DB8:0::/32" is already in this list.',
      edits: [{ path: "/inbound/0/actions/0/config/deny/1", remove: true }],
    },
    {
      what: "a range before the one that it lies in",
      text: policy('{"allow": [«"10.1.0.0/16"», "10.0.0.0/8"]}'),
      message: '"10.1.0.0/16" is part of "10.0.0.0/8", which is also in this list.',
      edits: [{ path: "/inbound/0/actions/0/config/allow/0", remove: true }],
    },
    {
      what: "an address that lies in a range",
      text: policy('{"allow": ["10.0.0.0/8", "9.0.0.0/8", «"10.1.2.3"»]}'),
      message: '"10.1.2.3" is part of "10.0.0.0/8", which is also in this list.',
      edits: [{ path: "/inbound/0/actions/0/config/allow/2", remove: true }],
    },
  ])("finds $what", ({ text, message, edits }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
  });

  test.each([
    policy('{"allow": ["192.0.2.0/24"], "deny": ["192.0.2.66/32"]}'),
    policy('{"allow": ["0.0.0.0/0", "::/0"], "deny": ["192.0.2.66/32", "2001:db8::/32"]}'),
    policy('{"allow": ["10.0.0.0/9", "10.128.0.0/9", "11.0.0.0/8"]}'),
    policy('{"allow": ["0.0.0.1/32", "::1/128", "1.0.0.0/8"]}'),
    policy('{"allow": ["::1.2.3.0/120", "::ffff:1.2.3.0/120"]}'),
    policy('{"allow": ["nonsense", "nonsense"], "deny": "x"}'),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });

  test("goes through long lists in no time", () => {
    const all = Array.from({ length: 5000 }, (_, n) => `10.${(n >> 8) & 255}.${n & 255}.0/24`);
    const text = policy(JSON.stringify({ allow: [...all, ...all] }));
    expect(find(rule, text).found).toHaveLength(5000);
  });
});
