import fc from "fast-check";

const { TEST_SEED, TEST_LONG, TEST_RUNS, TEST_SHARE } = process.env;

/** Whether everything runs for as long as it says itself: `npm run test:long`. */
const isLong = TEST_LONG === "1";
const seed = Number(TEST_SEED ?? 20_261_121);

/** How many times as much everything does as in `npm test`. */
const times = Number(TEST_SHARE ?? 1);
/** The processor time that one property gets, in microseconds. */
const share = 200_000 * times;
/** The runs that it gets however long they take. */
const fewest = 10;

/**
 * Runs a property until its share of processor time is spent or `runs` are done, and prints the seed when it fails.
 * TEST_SEED repeats a run; TEST_LONG=1 makes it as long as `long` says, and TEST_RUNS as long as that says.
 *
 * @param atLeast - the runs that it needs to show what its name says
 * @returns how many runs were done
 */
export function seeded<T>(
  property: fc.IProperty<T>,
  runs = 200,
  long = Math.max(runs, 1000),
  atLeast = fewest,
): number {
  let done = 0;
  for (const parameters of portions(runs, long, atLeast)) {
    fc.assert(property, parameters);
    done += parameters.numRuns;
  }
  return done;
}

/** The same for a property that is asynchronous. */
export async function seededAsync<T>(
  property: fc.IAsyncProperty<T>,
  runs: number,
  long = runs,
  atLeast = fewest,
): Promise<number> {
  let done = 0;
  for (const parameters of portions(runs, long, atLeast)) {
    await fc.assert(property, parameters);
    done += parameters.numRuns;
  }
  return done;
}

interface Portion {
  readonly seed: number;
  readonly numRuns: number;
}

/** Runs in portions, each twice as long as the one before, while there is time. A portion has a seed of its own. */
function* portions(runs: number, long: number, atLeast: number): Generator<Portion> {
  if (isLong || TEST_RUNS !== undefined) {
    yield { seed, numRuns: Number(TEST_RUNS ?? long) };
    return;
  }
  const hasTime = shareOfTime();
  let done = 0;
  for (let size = Math.min(runs, atLeast); size > 0 && (done === 0 || hasTime());) {
    yield { seed: seed + done, numRuns: size };
    done += size;
    size = Math.min(done, runs - done);
  }
}

/**
 * Things that a test tries one by one, by the same rules: at least `atLeast` of them, spread over all, and as many as
 * the share of time allows.
 */
export function* whileTime<T>(all: readonly T[], atLeast = fewest): Generator<T> {
  if (isLong || TEST_RUNS !== undefined) {
    yield* all;
    return;
  }
  const hasTime = shareOfTime();
  const step = stepThrough(all.length);
  for (let done = 0; done < all.length; done += 1) {
    if (done >= atLeast && !hasTime()) return;
    yield all[(done * step) % all.length] as T;
  }
}

/** A step that goes through so many things once, far from one to the next. */
function stepThrough(count: number): number {
  let step = Math.max(1, Math.round(count * 0.618));
  while (greatestDivisor(step, count) > 1) step += 1;
  return step;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

/** Whether there is still time for a property that begins now. What waits for others is bounded, too. */
function shareOfTime(): () => boolean {
  const before = process.cpuUsage();
  const start = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return user + system < share && (performance.now() - start) * 1000 < 5 * share;
  };
}

/** The seed and the number of runs for a test that makes its values by itself. */
export function seedAndRuns(runs: number, long = runs): [seed: number, runs: number] {
  return [seed, Number(TEST_RUNS ?? howMany(runs, long))];
}

/** Values for a test that takes many at once, by the same seed. */
export function sampled<T>(arbitrary: fc.Arbitrary<T>, count: number, long = count): T[] {
  const [, numRuns] = seedAndRuns(count, long);
  return fc.sample(arbitrary, { seed, numRuns });
}

/** How much a test does that takes long by nature: all of it with TEST_LONG=1. */
export function howMany(count: number, long: number): number {
  return isLong ? long : Math.min(long, times * count);
}

/** Some of many things, spread over all of them; with TEST_LONG=1 all. */
export function someOf<T>(all: readonly T[], count: number): T[] {
  const step = all.length / Math.min(all.length, howMany(count, all.length));
  return all.filter((_one, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
