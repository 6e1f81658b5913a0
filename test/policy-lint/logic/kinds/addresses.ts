import fc from "fast-check";
import { equality, compared, listOf, quoted, headerSample, type Kind } from "./kind.ts";

// Addresses. Ranges lie within one another or apart, so that the first and last addresses of all of them,
// their neighbours and the addresses that are asked for are in all parts that they cut the addresses into. No
// part is so small that the addresses asked for could be all of it, so it makes no difference how many
// spellings an address has; nor whether there are texts that are no addresses, because no range is all of IPv6.

const ranges = `
  0.0.0.0/0 10.0.0.0/8 10.1.2.7/8 10.1.0.0/16 10.1.2.0/24 10.1.3.0/24 192.168.0.0/16
  2001:db8::/32 2001:db8:1::/48 fd00::/8
`.match(/\S+/g) as string[];
const hosts = ["10.1.2.3", "172.16.0.1", "192.168.0.1", "2001:db8::1"];
const addressTexts = `${hosts.join(" ")}
  0.0.0.0 9.255.255.255 10.0.0.0 10.0.255.255 10.1.0.0 10.1.1.255 10.1.2.0 10.1.2.255 10.1.3.0 10.1.3.255 10.1.4.0
  10.1.255.255 10.2.0.0 10.255.255.255 11.0.0.0 192.167.255.255 192.168.0.0 192.168.255.255 192.169.0.0
  255.255.255.255 :: ::ffff:10.1.2.3 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db8:: 2001:db8:0:ffff:ffff::
  2001:db8:1:: 2001:db8:1:ffff:ffff:ffff:ffff:ffff 2001:db8:2:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9::
  fcff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fd00:: fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe00::
`.match(/\S+/g) as string[];

function addressAtoms(term: string): fc.Arbitrary<string> {
  return fc.oneof(
    {
      arbitrary: fc
        .constantFrom(...quoted(ranges))
        .map((range) => `inCidrRange(${term}, ${range})`),
      weight: 4,
    },
    {
      arbitrary: listOf(quoted(ranges)).map((list) => `inCidrRanges(${term}, ${list})`),
      weight: 2,
    },
    { arbitrary: compared(term, equality, quoted(hosts)), weight: 3 },
  );
}

export const addresses: Kind = {
  subjects: [
    {
      atoms: addressAtoms("conn.client_ip"),
      samples: addressTexts.map((text) => ({ variables: { "conn.client_ip": text } })),
    },
    {
      atoms: fc.oneof(
        { arbitrary: addressAtoms("req.headers['x-real-ip'][0]"), weight: 4 },
        fc.constant("'x-real-ip' in req.headers"),
      ),
      samples: [{}, ...[...addressTexts, "unknown"].map((text) => headerSample("x-real-ip", text))],
    },
  ],
};
