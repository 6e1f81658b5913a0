// Measures, and prints each figure beside its floor or its peer of the same run. Machines are noisy:
// read the ratios. With names of parts as arguments, only these. What was measured goes into
// docs/benchmarks.md; a part that fails keeps its last figures there, and the others are measured.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchmarksPage } from "../../scripts/generate/benchmarks-page.ts";
import { formatted } from "../../scripts/generate/formatted.ts";
import { root } from "../../scripts/generate/root.ts";
import { benches } from "./benches.ts";
import { readResults, thisMachine, writeResults, type Results } from "./results.ts";
import type { Table } from "./table.ts";

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(", ")}. The parts: ${Object.keys(benches).join(", ")}.`,
  );
  process.exit(2);
}

const script = fileURLToPath(new URL("run-part.ts", import.meta.url));
const machine = thisMachine();
const failed: string[] = [];
console.log(`${machine}\n`);

for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  const tables = measure(name);
  if (tables === undefined) failed.push(name);
  else await keep({ ...readResults(), [name]: { date: today(), machine, tables } });
}

if (failed.length > 0) {
  console.error(`Not measured: ${failed.join(", ")}. What was measured is in docs/benchmarks.md.`);
  process.exit(1);
}
console.log("All of it is in docs/benchmarks.md.");

/** The tables of a part; undefined when it failed, which has been said then. */
function measure(name: string): Table[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  const file = join(folder, "tables.json");
  try {
    // A process of its own, so that no part makes another one slower, or takes it along.
    const args = [...process.execArgv, script, name, file];
    const { status, signal } = spawnSync(process.execPath, args, {
      stdio: ["ignore", "inherit", "inherit"],
    });
    const tables = status === 0 ? (JSON.parse(readFileSync(file, "utf8")) as Table[]) : [];
    if (tables.length > 0) return tables;
    const why = status === 0 ? "told no figures" : `ended with ${signal ?? status}`;
    console.error(`The part ${name} ${why}.\n`);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the results and the page after each part, so that an interruption loses only one. */
async function keep(results: Results): Promise<void> {
  writeResults(results);
  for (const { path, text } of await formatted(benchmarksPage())) {
    const file = new URL(path, root);
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, text);
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
