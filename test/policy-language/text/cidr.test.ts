import {
  containsCidr,
  parseAddress,
  parseCidr,
  type Cidr,
} from "@traffic-policy/policy-language/internal";
import { describe, expect, test } from "vitest";

function cidr(text: string): Cidr {
  const range = parseCidr(text) ?? parseAddress(text);
  if (range === undefined) throw new Error(`no range: ${text}`);
  return range;
}

describe("parseCidr", () => {
  test.each([
    ["192.0.2.7/24", "192.0.2.0/24"],
    ["192.0.2.7/32", "192.0.2.7/32"],
    ["255.255.255.255/1", "128.0.0.0/1"],
    ["10.1.2.3/0", "0.0.0.0/0"],
    ["10.20.30.40/12", "10.16.0.0/12"],
    ["2001:DB8:0:0:0:0:0:1/33", "2001:db8::/33"],
    ["::ffff:192.0.2.1/128", "::ffff:c000:201/128"],
    ["::1.2.3.4/128", "::102:304/128"],
    ["::1.2.3.4/96", "::/96"],
    ["64:ff9b::192.0.2.1/120", "64:ff9b::c000:200/120"],
    ["1:2:3:4:5:6:1.2.3.4/128", "1:2:3:4:5:6:102:304/128"],
    ["::/0", "::/0"],
  ])("reads %s as %s", (text, network) => {
    expect(parseCidr(text)?.text).toBe(network);
    expect(parseCidr(network)).toEqual(parseCidr(text));
  });

  test.each([
    "192.0.2.0",
    "192.0.2.0/33",
    "192.0.2.0/",
    "192.0.2.0/-1",
    "192.0.2.0/8/8",
    "192.0.2/24",
    "192.0.02.256/24",
    "0x7f.0.0.1/8",
    "2001:db8::/129",
    "::ffff:010.0.0.1/128",
    "::ffff:0x7f.0.0.1/128",
    "::1.2.3.256/128",
    "::1.2.3/128",
    "1.2.3.4::/64",
    "1:2:3:4:5:6:7:1.2.3.4/128",
    "02001:db8::/32",
    "fe80::1%eth0/64",
    " 10.0.0.0/8",
    "",
  ])("does not read %j", (text) => {
    expect(parseCidr(text)).toBeUndefined();
  });
});

describe("containsCidr", () => {
  test.each([
    ["10.0.0.0/8", "10.255.255.255"],
    ["10.0.0.0/8", "10.0.0.0/8"],
    ["0.0.0.0/0", "255.255.255.255"],
    ["::/0", "2001:db8::/32"],
    ["2001:db8::/32", "2001:db8:ffff::/48"],
    ["::/96", "::1.2.3.4"],
    ["::1.2.3.0/120", "::1.2.3.4"],
    ["::ffff:0:0/96", "::ffff:1.2.3.4"],
  ])("%s has all of %s", (outer, inner) => {
    expect(containsCidr(cidr(outer), cidr(inner))).toBe(true);
  });

  test.each([
    ["10.0.0.0/8", "11.0.0.0"],
    ["10.0.0.0/8", "0.0.0.0/0"],
    ["10.0.0.0/9", "10.128.0.0/9"],
    ["::/0", "10.0.0.0/8"],
    ["0.0.0.0/0", "::1"],
    ["::/96", "::1:0:0/128"],
    ["::/96", "::ffff:1.2.3.4"],
    ["::ffff:0:0/96", "::1.2.3.4"],
  ])("%s has not all of %s", (outer, inner) => {
    expect(containsCidr(cidr(outer), cidr(inner))).toBe(false);
  });
});
