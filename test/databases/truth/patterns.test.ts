import { expect, test } from "vitest";
import { howMany } from "../../seeded.ts";
import { chDb, duckDb } from "../databases.ts";
import { patternsThatDiffer } from "./patterns.ts";

test.each([
  ["DuckDB", duckDb],
  ["ClickHouse", chDb],
] as const)("%s finds with random patterns what the engine finds", async (_, open) => {
  const database = await open();
  try {
    const differing = await patternsThatDiffer(database, howMany(1000, 10_000));
    expect(differing.slice(0, 10)).toEqual([]);
  } finally {
    await database.close();
  }
});
