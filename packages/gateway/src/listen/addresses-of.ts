import { lookup } from "node:dns/promises";

/** The addresses that a name stands for, or the one address that it is; none when it is not known. */
export async function addressesOf(host: string): Promise<string[]> {
  if (host === "") return [];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
