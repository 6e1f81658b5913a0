import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { importGraph } from "../import-graph.ts";

const graph = importGraph(fileURLToPath(new URL("../..", import.meta.url)));

/** What is loaded with a file of the builder, of its own sources. */
function loadedWith(file: string): string[] {
  const source = "packages/policy-builder/src/";
  const found = [source + file];
  for (const one of found) {
    for (const [next, { isType }] of graph.arrows.get(one) ?? []) {
      if (!isType && next.startsWith(source) && !found.includes(next)) found.push(next);
    }
  }
  return found.map((one) => one.slice(source.length));
}

test("an entry loads nothing of the other dialect", () => {
  const [directions, phases] = [loadedWith("index.ts"), loadedWith("phases/index.ts")];
  expect(directions).toContain("directions/policy.ts");
  expect(directions.filter((file) => file.startsWith("phases/"))).toEqual([]);
  expect(phases).toContain("phases/policy.ts");
  expect(phases.filter((file) => file.startsWith("directions/"))).toEqual([]);
});
