import { writeFileSync } from "node:fs";
import { eventsOfWeek } from "../../docs/examples/impact/make-events.js";
import { addPackages } from "./project.ts";
import { run } from "./run.ts";

/**
 * Installs DuckDB as the page about `impact` says, in the version that the registry gives, and reads a log
 * with it.
 *
 * @param examples - the folder of a copy of the examples, in the project
 * @throws {Error} when it cannot be installed beside the packages, or the log not be read.
 */
export async function tryImpact(project: string, examples: string, node: string): Promise<void> {
  await addPackages(project, node, ["@duckdb/node-api"]);
  const cwd = `${examples}/impact`;
  writeFileSync(`${cwd}/events.ndjson`, [...eventsOfWeek({ requests: 500 })].join("\n"));
  const command = `${project}/node_modules/.bin/traffic-policy`;
  const args = ["impact", "before.policy.json", "first.policy.json", "--log", "events.ndjson"];
  const written = await run(command, args, { cwd, node, status: 1 });
  if (!/would newly be denied/.test(written)) throw new Error(written);
}
