import { setFlagsFromString } from "node:v8";

/**
 * Engine flags for garbage collection during proofs, with their defaults: the young generation stops growing, and the
 * old generation is collected when it has doubled. Most objects of a proof become garbage at once, and would
 * otherwise pile up to several times the live memory.
 */
const flags = [
  { name: "--semi-space-growth-factor", own: 1, usual: 2 },
  { name: "--heap-growing-percent", own: 100, usual: 0 },
];

let count = 0;

export async function collectingEarly<Result>(
  work: () => Result | Promise<Result>,
): Promise<Result> {
  count += 1;
  if (count === 1) for (const { name, own } of flags) setFlagsFromString(`${name}=${own}`);
  try {
    return await work();
  } finally {
    count -= 1;
    // Machine code from a cache is only taken with the flags that it was made with.
    if (count === 0) for (const { name, usual } of flags) setFlagsFromString(`${name}=${usual}`);
  }
}
