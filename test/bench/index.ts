// Measures, and prints each figure beside its floor or its peer of the same run. Machines are noisy:
// read the ratios.
import { benchCompare } from "./compare.ts";
import { benchExpressions } from "./expressions.ts";
import { benchProcesses } from "./processes.ts";

console.log(`Node ${process.version} on ${process.platform} ${process.arch}\n`);
benchProcesses();
await benchExpressions();
await benchCompare();
