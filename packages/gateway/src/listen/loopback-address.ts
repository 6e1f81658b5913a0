import { containsCidr, parseAddress, parseCidr } from "@traffic-policy/policy-language";
import { GatewayError } from "../gateway-error.ts";
import { addressesOf } from "./addresses-of.ts";

// RFC 1122, section 3.2.1.3, and RFC 4291, section 2.5.3.
const loopback = ["127.0.0.0/8", "::1/128"].flatMap((text) => parseCidr(text) ?? []);

/** Whether an address is one of this machine that no other one can reach. */
function isLoopback(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && loopback.some((range) => containsCidr(range, parsed));
}

/**
 * The address to listen on.
 *
 * @param host - an address, or a name whose addresses are all loopback
 * @throws GatewayError for any other one: a gateway has no business on a network
 */
export async function loopbackAddress(host: string): Promise<string> {
  const addresses = parseAddress(host) === undefined ? await addressesOf(host) : [host];
  const [first] = addresses;
  if (first !== undefined && addresses.every(isLoopback)) return first;
  throw new GatewayError(
    `The gateway does not listen on "${host}", which is no loopback address.`,
    {
      help: "It is for this machine only. Use localhost, 127.0.0.1 or ::1.",
    },
  );
}
