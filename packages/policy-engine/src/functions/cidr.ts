import {
  BoundedMap,
  containsCidr,
  parseAddress,
  parseCidr,
  type Cidr,
} from "@traffic-policy/policy-language";
import type { ExchangeFunctions } from "./exchange-function.ts";

/** Functions of addresses. What is no CIDR has no addresses in it. */
export const cidrFunctions: ExchangeFunctions = {
  inCidrRange: (_run, address, cidr) => isInRange(String(address), String(cidr)),
  inCidrRanges: (_run, address, cidrs) =>
    (cidrs as readonly unknown[]).some((cidr) => isInRange(String(address), String(cidr))),
};

/** Whether an address lies in a range; neither does what is no address, nor in what is no CIDR. */
export function isInRange(address: string, cidr: string): boolean {
  const [inner, outer] = [rangeOfAddress(address), rangeOf(cidr)];
  return inner !== undefined && outer !== undefined && containsCidr(outer, inner);
}

// The same ranges are asked about with every request.
const ranges = new BoundedMap<string, Cidr | undefined>();

function rangeOf(cidr: string): Cidr | undefined {
  if (!ranges.has(cidr)) ranges.set(cidr, parseCidr(cidr));
  return ranges.get(cidr);
}

let lastAddress = "";
let lastRange: Cidr | undefined;

// The address of one client is looked for in many ranges.
function rangeOfAddress(address: string): Cidr | undefined {
  if (address !== lastAddress) {
    lastAddress = address;
    lastRange = parseAddress(address);
  }
  return lastRange;
}
