// Measures, and prints each figure beside its floor or its peer of the same run. Machines are noisy:
// read the ratios.
import { benchBuilder } from "./builder.ts";
import { benchCases } from "./cases.ts";
import { benchClient } from "./client.ts";
import { benchCompare } from "./compare.ts";
import { benchDeploy } from "./deploy.ts";
import { benchEmulator } from "./emulator.ts";
import { benchEngine } from "./engine.ts";
import { benchExpressions } from "./expressions.ts";
import { benchManyPolicies } from "./lint-many.ts";
import { benchLintLinear } from "./lint-linear.ts";
import { benchProcesses } from "./processes.ts";
import { benchServe } from "./serve.ts";
import { benchTypeCheck } from "./type-check.ts";

console.log(`Node ${process.version} on ${process.platform} ${process.arch}\n`);
benchProcesses();
benchManyPolicies();
benchLintLinear();
benchTypeCheck();
await benchExpressions();
await benchEngine();
benchCases();
await benchCompare();
await benchBuilder();
await benchClient();
await benchEmulator();
await benchDeploy();
await benchServe();
