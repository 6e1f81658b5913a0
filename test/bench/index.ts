// Measures, and prints each figure beside its floor or its peer of the same run. Machines are noisy:
// read the ratios.
import { benchBuilder } from "./builder.ts";
import { benchCompare } from "./compare.ts";
import { benchExpressions } from "./expressions.ts";
import { benchLintLinear } from "./lint-linear.ts";
import { benchProcesses } from "./processes.ts";
import { benchTypeCheck } from "./type-check.ts";

console.log(`Node ${process.version} on ${process.platform} ${process.arch}\n`);
benchProcesses();
benchLintLinear();
benchTypeCheck();
await benchExpressions();
await benchCompare();
await benchBuilder();
