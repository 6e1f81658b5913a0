// Prints the figures of the import graph: `tsx scripts/import-graph.ts [folder of a checkout]`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { circlesOf, importGraph, wayTo } from "../test/import-graph.ts";

const root = process.argv[2] ?? new URL("..", import.meta.url).pathname;

/** The function that has the answer of a command. */
const answers = { lint: "lintPolicy", deploy: "deployPlan", simulate: "simulateSync" };

const graph = importGraph(root);
const arrows = [...graph.arrows.values()].flatMap((targets) => [...targets.values()]);
console.log(`files    ${graph.files.length}`);
console.log(`arrows   ${arrows.length} (${arrows.filter(({ isType }) => isType).length} of types)`);
const circles = circlesOf(graph);
console.log(`circles  ${circles.length}`);
for (const circle of circles) console.log(`  ${circle.length}: ${circle.join(" ")}`);
for (const [command, answer] of Object.entries(answers)) {
  const entry = ["/run.ts", ".ts"]
    .map((end) => `packages/cli/src/commands/${command}${end}`)
    .find((file) => existsSync(join(root, file)));
  const way = wayTo(graph, answer, entry ?? "");
  console.log(`${command}: ${way.length - 1} hops to ${answer}()`);
  for (const file of way) console.log(`  ${file}`);
}
