import { setFlagsFromString } from "node:v8";

/**
 * How the engine collects garbage while something is proved, with what is usual: the young generation does not grow
 * beyond what it has come to, and the old one is collected once it has doubled. Most of what a proof makes is garbage at
 * once, which would be kept until it is several times as much as the rest.
 */
const flags = [
  { name: "--semi-space-growth-factor", own: 1, usual: 2 },
  { name: "--heap-growing-percent", own: 100, usual: 0 },
];

/** How much work is being done in this way. */
let count = 0;

/** Does work that makes much garbage in less memory. */
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
