import fc from "fast-check";

/**
 * Runs a property test with a seed that is told when it fails. TEST_SEED repeats a run, TEST_LONG=1
 * makes all of them as long as `long` says, and TEST_RUNS as long as it says itself.
 */
export function seeded<T>(
  property: fc.IProperty<T>,
  runs = 200,
  long = Math.max(runs, 1000),
): void {
  fc.assert(property, parameters(runs, long));
}

/** The same for a property that is asynchronous. */
export async function seededAsync<T>(
  property: fc.IAsyncProperty<T>,
  runs: number,
  long = runs,
): Promise<void> {
  await fc.assert(property, parameters(runs, long));
}

function parameters(
  runs: number,
  long: number,
): { readonly seed: number; readonly numRuns: number } {
  const { TEST_SEED, TEST_LONG, TEST_RUNS } = process.env;
  return {
    seed: Number(TEST_SEED ?? 20_261_121),
    numRuns: Number(TEST_RUNS ?? (TEST_LONG === "1" ? long : runs)),
  };
}

/** The seed and the number of runs for a test that makes its values by itself. */
export function seedAndRuns(runs: number, long = runs): [seed: number, runs: number] {
  const { seed, numRuns } = parameters(runs, long);
  return [seed, numRuns];
}

/** Values for a test that takes many at once, by the same seed. */
export function sampled<T>(arbitrary: fc.Arbitrary<T>, count: number, long = count): T[] {
  return fc.sample(arbitrary, parameters(count, long));
}

/** How much a test does that takes long by nature: all of it with TEST_LONG=1. */
export function howMany(count: number, long: number): number {
  return process.env["TEST_LONG"] === "1" ? long : count;
}

/** Some of many things, spread over all of them; with TEST_LONG=1 all. */
export function someOf<T>(all: readonly T[], count: number): T[] {
  const step = all.length / Math.min(all.length, howMany(count, all.length));
  return all.filter((_one, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
