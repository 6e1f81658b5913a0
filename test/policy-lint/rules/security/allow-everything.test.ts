import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "security/allow-everything";

const restrict = (config: string): string =>
  `{"inbound": [{"actions": [{"type": "restrict-ips", "config": ${config}}]}]}`;
const when = (expression: string): string =>
  `{"inbound": [{"expressions": ["${expression}"], "actions": [{"type": "deny"}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "a list that has all addresses",
      text: restrict('{"allow": ["192.0.2.0/24", «"0.0.0.0/0"»]}'),
      message: '"0.0.0.0/0" lets every IPv4 address through.',
      severity: "warning",
    },
    {
      what: "the same for IPv6",
      text: restrict('{"allow": [«"::/0"»], "deny": []}'),
      message: '"::/0" lets every IPv6 address through.',
      severity: "warning",
    },
    {
      what: "an address whose prefix says nothing",
      text: restrict('{"allow": [«"192.0.2.7/0"»]}'),
      message: '"192.0.2.7/0" lets every IPv4 address through.',
      severity: "warning",
    },
    {
      what: "a range of everything among others",
      text: when("!inCidrRanges(conn.client_ip, ['10.0.0.0/8', «'0.0.0.0/0'»])"),
      message: 'Every IPv4 address is in "0.0.0.0/0".',
      severity: "warning",
    },
    {
      what: "a range of everything alone, which may ask for the version",
      text: when("inCidrRange(conn.client_ip, «'::/0'»)"),
      message: 'Every IPv6 address is in "::/0".',
      severity: "info",
    },
  ])("finds $what", ({ text, message, severity }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, severity })]);
  });

  test.each([
    restrict('{"enforce": true, "allow": ["192.0.2.0/24", "0.0.0.0/1"]}'),
    // To refuse a few, all others have to be allowed.
    restrict('{"allow": ["0.0.0.0/0", "::/0"], "deny": ["192.0.2.66/32"]}'),
    restrict('{"allow": ["0.0.0.0/0"], "ip_policies": ["ipp_1"]}'),
    restrict('{"deny": ["0.0.0.0/0"]}'),
    restrict('{"allow": [0, null]}'),
    restrict('{"allow": ["0.0.0.0"]}'),
    when("inCidrRanges(conn.client_ip, ['66.249.66.1/24', '2001:4860::/32'])"),
    when("conn.client_ip == '0.0.0.0/0'"),
    when("req.url.path == '::/0'"),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
