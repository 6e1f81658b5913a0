// Changes the sources in small ways, one at a time, and looks whether a test notices:
// `npm run check:mutants` for all areas, which takes hours, or `npm run check:mutants rules/flow …`.
// Prints each change that no test noticed, and how many of a hundred were noticed.
import { Stryker } from "@stryker-mutator/core";
import { areas, type Area } from "./mutants/areas.ts";
import { areaVariable, type AreaOfRun } from "./mutants/area-variable.ts";

type MutantResult = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

const given = process.argv.slice(2);
const unknown = given.filter((name) => !Object.hasOwn(areas, name));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(", ")}, only ${Object.keys(areas).join(", ")}.`);
  process.exit(2);
}

const table: Record<
  string,
  { mutants: number; noticed: number; score: string; "at least": number }
> = {};
let isLow = false;
for (const [name, area] of Object.entries(areas)) {
  if (given.length > 0 && !given.includes(name)) continue;
  // oxlint-disable-next-line no-await-in-loop -- one at a time, each takes all there is
  const { missed, noticed } = await mutate(area);
  const mutants = noticed + missed.length;
  const score = (100 * noticed) / mutants;
  for (const mutant of missed) console.log(line(mutant));
  console.log(`${name}: ${noticed} of ${mutants} were noticed, ${score.toFixed(1)} %.\n`);
  table[name] = { mutants, noticed, score: score.toFixed(1), "at least": area.atLeast };
  isLow ||= score < area.atLeast;
}
console.table(table);
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
    results.filter(({ status }) => states.includes(status));
  return { missed: of("Survived", "NoCoverage"), noticed: of("Killed", "Timeout").length };
}

function line({ fileName, location, mutatorName, replacement, status }: MutantResult): string {
  const { start } = location;
  const change = (replacement ?? "").replaceAll(/\s+/g, " ").slice(0, 100);
  return `${fileName}:${start.line + 1}:${start.column + 1}: ${mutatorName} (${status}): ${change}`;
}
