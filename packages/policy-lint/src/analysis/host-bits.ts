import { parseAddress, parseCidr } from "@traffic-policy/policy-language";

/** The finding for a CIDR that does not begin with the first address of its range. */
export interface HostBits {
  /** The CIDR with that address. */
  readonly range: string;
  readonly message: string;
  readonly help: string;
}

/** Finds bits after the prefix of a CIDR; undefined when there are none, or it is not a CIDR. */
export function hostBits(text: string): HostBits | undefined {
  const range = parseCidr(text);
  const address = parseAddress(text.split("/", 1)[0] ?? "");
  if (range === undefined || address === undefined || range.first === address.first) {
    return undefined;
  }
  return {
    range: range.text,
    message: `"${text}" means the whole range ${range.text}.`,
    help: `Write "${range.text}" for the range, or "${address.text}" for the one address.`,
  };
}
