import fc from "fast-check";

/**
 * Runs a property test with a seed that is told when it fails. TEST_SEED repeats a run, and
 * TEST_RUNS makes a longer one.
 */
export function seeded<T>(property: fc.IProperty<T>, runs = 1000): void {
  fc.assert(property, parameters(runs));
}

/** The same for a property that is asynchronous. */
export async function seededAsync<T>(property: fc.IAsyncProperty<T>, runs: number): Promise<void> {
  await fc.assert(property, parameters(runs));
}

function parameters(runs: number): { readonly seed: number; readonly numRuns: number } {
  return {
    seed: Number(process.env["TEST_SEED"] ?? 20_261_121),
    numRuns: Number(process.env["TEST_RUNS"] ?? runs),
  };
}

/** Values for a test that takes many at once, by the same seed; TEST_RUNS takes more of them. */
export function sampled<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  const seed = Number(process.env["TEST_SEED"] ?? 20_261_121);
  const numRuns = Number(process.env["TEST_RUNS"] ?? count);
  return fc.sample(arbitrary, { seed, numRuns });
}
