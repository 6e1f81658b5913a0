import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/cidr";

const policy = (config: string): string =>
  `{"inbound": [{"actions": [{"type": "restrict-ips", "config": ${config}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "a prefix that is too long",
      text: policy('{"allow": ["10.0.0.0/8", «"192.0.2.0/33"»]}'),
      message: '"192.0.2.0/33" is not a CIDR.',
      severity: "error",
    },
    {
      what: "a name",
      text: policy('{"deny": [«"example.com"»]}'),
      message: '"example.com" is not a CIDR.',
      severity: "error",
    },
    {
      what: "an octet that is too large",
      text: policy('{"allow": [«"192.0.256.0/24"»]}'),
      message: '"192.0.256.0/24" is not a CIDR.',
      severity: "error",
    },
    {
      what: "a range in another notation",
      text: policy('{"allow": [«"10.0.0.1-10.0.0.9"»]}'),
      message: '"10.0.0.1-10.0.0.9" is not a CIDR.',
      severity: "error",
    },
    {
      what: "an empty text",
      text: policy('{"allow": [«""»]}'),
      message: '"" is not a CIDR.',
      severity: "error",
    },
    {
      what: "a zone",
      text: policy('{"allow": [«"fe80::1%eth0/64"»]}'),
      message: '"fe80::1%eth0/64" is not a CIDR.',
      severity: "error",
    },
    {
      what: "bits after the prefix",
      text: policy('{"allow": [«"192.0.2.7/24"»]}'),
      message: '"192.0.2.7/24" means the whole range 192.0.2.0/24.',
      severity: "warning",
      edits: [{ path: "/inbound/0/actions/0/config/allow/0", value: "192.0.2.0/24" }],
    },
    {
      what: "bits after the prefix, of IPv6",
      text: policy('{"deny": [«"2001:DB8::1/32"»]}'),
      message: '"2001:DB8::1/32" means the whole range 2001:db8::/32.',
      severity: "warning",
      edits: [{ path: "/inbound/0/actions/0/config/deny/0", value: "2001:db8::/32" }],
    },
    {
      what: "an address without a prefix",
      text: policy('{"allow": [«"192.0.2.7"»]}'),
      message: '"192.0.2.7" has no prefix length.',
      severity: "info",
      edits: [{ path: "/inbound/0/actions/0/config/allow/0", value: "192.0.2.7/32" }],
    },
    {
      what: "an IPv6 address without a prefix",
      text: policy('{"allow": [«"::1"»]}'),
      message: '"::1" has no prefix length.',
      severity: "info",
      edits: [{ path: "/inbound/0/actions/0/config/allow/0", value: "::1/128" }],
    },
  ])("finds $what", ({ text, message, severity, edits }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, severity })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
  });

  test.each([
    policy(
      '{"enforce": true, "allow": ["1.1.1.1/32"], "deny": ["e680:5791:be4c:5739:d959:7b94:6d54:d4b4/128"]}',
    ),
    policy(
      '{"allow": ["0.0.0.0/0", "::/0", "10.0.0.0/8", "::ffff:192.0.2.1/128", "2001:DB8::/32"]}',
    ),
    policy('{"ip_policies": ["ipp_1"]}'),
    // Mistakes that other rules tell.
    policy('{"allow": null, "deny": [1, null]}'),
    policy('{"allow": ["${conn.client_ip}"]}'),
    '{"inbound": [{"actions": [{"type": "restrict_ips", "config": {"allow": ["x"]}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
