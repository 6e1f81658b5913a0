import fc from "fast-check";

/**
 * Runs a property test with a seed that is told when it fails. TEST_SEED repeats a run, TEST_LONG=1
 * makes all of them as long as `long` says, and TEST_RUNS as long as it says itself.
 */
export function seeded<T>(property: fc.IProperty<T>, runs = 1000, long = runs): void {
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

/** Values for a test that takes many at once, by the same seed; TEST_RUNS takes more of them. */
export function sampled<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  const seed = Number(process.env["TEST_SEED"] ?? 20_261_121);
  const numRuns = Number(process.env["TEST_RUNS"] ?? count);
  return fc.sample(arbitrary, { seed, numRuns });
}
