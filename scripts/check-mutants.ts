// Changes the sources in small ways, one at a time, and looks whether a test notices:
// `npm run check:mutants` for all areas, which takes hours, or `npm run check:mutants rules/flow …`,
// or with `MUTANTS_ONE_IN=10` a tenth of the changes, chosen by `MUTANTS_SEED`.
// Prints each change that no test noticed, and how many of a hundred were noticed.
import { Stryker } from "@stryker-mutator/core";
import { areas, type Area } from "./mutants/areas.ts";
import { areaVariable, type AreaOfRun } from "./mutants/area-variable.ts";
import { isInSample, oneIn, seed } from "./mutants/sample.js";

type MutantResult = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

const given = process.argv.slice(2);
const unknown = given.filter((name) => !Object.hasOwn(areas, name));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(", ")}, only ${Object.keys(areas).join(", ")}.`);
  process.exit(2);
}

if (!Number.isInteger(oneIn) || oneIn < 1) {
  console.error("MUTANTS_ONE_IN is of how many mutants one is tried: a whole number from 1.");
  process.exit(2);
}

interface Row {
  readonly mutants: number;
  readonly noticed: number;
  readonly score: string;
  readonly "at least": number;
}
const table: Record<string, Row> = {};
let isLow = false;
for (const [name, area] of Object.entries(areas)) {
  if (given.length > 0 && !given.includes(name)) continue;
  // oxlint-disable-next-line no-await-in-loop -- one at a time, each takes all there is
  const { missed, noticed } = await mutate(area);
  const mutants = noticed + missed.length;
  if (mutants === 0) {
    const why = "its files are no longer there, or MUTANTS_ONE_IN is too large for it";
    throw new Error(`No mutant of ${name} was tried: ${why}.`);
  }
  const score = (100 * noticed) / mutants;
  for (const mutant of missed) console.log(line(mutant));
  console.log(`${name}: ${noticed} of ${mutants} were noticed, ${score.toFixed(1)} %.\n`);
  table[name] = {
    mutants,
    noticed,
    score: score.toFixed(1) + give(score, mutants),
    "at least": area.atLeast,
  };
  isLow ||= score < area.atLeast;
}
console.table(table);
if (oneIn > 1) console.log(`One mutant in ${oneIn}, chosen by MUTANTS_SEED=${seed}.`);
if (isLow) process.exitCode = 1;

async function mutate({
  changed,
  sources,
  tests,
}: Area): Promise<{ missed: readonly MutantResult[]; noticed: number }> {
  process.env[areaVariable] = JSON.stringify({ changed, tests } satisfies AreaOfRun);
  const stryker = new Stryker({
    configFile: "scripts/mutants/stryker.config.js",
    mutate: [...sources],
  });
  const results = await stryker.runMutationTest();
  const of = (...states: readonly MutantResult["status"][]) =>
    results.filter(({ id, status }) => states.includes(status) && isInSample(id));
  return { missed: of("Survived", "NoCoverage"), noticed: of("Killed", "Timeout").length };
}

/** By how much the score of all may differ from that of a sample, in 19 of 20 samples. */
function give(score: number, mutants: number): string {
  if (oneIn === 1) return "";
  return ` ± ${(1.96 * Math.sqrt((score * (100 - score)) / mutants)).toFixed(1)}`;
}

function line({ fileName, location, mutatorName, replacement, status }: MutantResult): string {
  const { start } = location;
  const change = (replacement ?? "").replaceAll(/\s+/g, " ").slice(0, 100);
  return `${fileName}:${start.line + 1}:${start.column + 1}: ${mutatorName} (${status}): ${change}`;
}
