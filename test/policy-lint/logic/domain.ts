import { compilePolicy, simulateSync, type Exchange } from "@traffic-policy/policy-engine";
import { combinations, type Kind, type Sample } from "./kinds/kind.ts";

/** An exchange, with an answer to what the documentation leaves open. */
interface Point {
  readonly exchange: Exchange;
  readonly reading: NonNullable<Kind["readings"]>[number];
}

/** For which points of a domain something is so: a bit for each. */
export type Points = bigint;

/** For which points a condition is true, and for which false; for the others it fails. */
export interface Outcome {
  readonly trues: Points;
  readonly falses: Points;
}

/** Exchanges, and what conditions come to for each of them. */
export class Domain {
  readonly all: Points;
  readonly #kind: Kind;
  readonly #points: readonly Point[];
  readonly #outcomes = new Map<string, Outcome>();

  /** @param samples - of each subject; the domain is all combinations of them */
  constructor(kind: Kind, samples: readonly (readonly Sample[])[]) {
    this.#kind = kind;
    this.#points = combinations(samples).flatMap((parts) => pointsOf(kind, parts));
    this.all = bits(this.#points.map(() => true));
  }

  async evaluate(texts: readonly string[]): Promise<void> {
    const unknown = [...new Set(texts)].filter((text) => !this.#outcomes.has(text));
    const rows = await evaluate(this.#kind, unknown, this.#points);
    for (const [index, text] of unknown.entries()) {
      const where = (letter: string): Points => bits(rows.map((row) => row[index] === letter));
      this.#outcomes.set(text, { trues: where("t"), falses: where("f") });
    }
  }

  /** What a condition comes to that was evaluated. */
  of(text: string): Outcome {
    const outcome = this.#outcomes.get(text);
    if (outcome === undefined) throw new Error(`${text} was not evaluated`);
    return outcome;
  }

  /** One of some points, if there is one. */
  example(points: Points): Point | undefined {
    return points === 0n ? undefined : this.#points.at(-points.toString(2).length);
  }
}

/** The first is the highest bit. */
function bits(values: readonly boolean[]): Points {
  return BigInt(`0b${values.map(Number).join("")}`);
}

/**
 * Gives the samples that some of the atoms about one subject tell apart: of samples for which all of these
 * atoms come to the same, whatever the reading, no condition made of them can tell one from another.
 */
export async function samplesToldApart(
  kind: Kind,
  samples: readonly Sample[],
  atoms: readonly string[],
): Promise<(some: readonly string[]) => Sample[]> {
  const points = samples.map((sample) => pointsOf(kind, [sample]));
  const rows = await evaluate(kind, atoms, points.flat());
  return (some) => {
    const columns = some.map((atom) => atoms.indexOf(atom));
    const found = new Map<string, Sample>();
    for (const [index, sample] of samples.entries()) {
      const readings = points[index]?.length ?? 0;
      const own = rows.slice(index * readings, (index + 1) * readings);
      const key = own.map((row) => columns.map((column) => row[column]).join("")).join(" ");
      if (!found.has(key)) found.set(key, sample);
    }
    return [...found.values()];
  };
}

function pointsOf({ readings = [{}] }: Kind, parts: readonly Sample[]): Point[] {
  const variables = Object.fromEntries(parts.flatMap((one) => Object.entries(one.variables ?? {})));
  const query = parts.flatMap((one) => one.query ?? []).join("&");
  const headers = parts.flatMap((one) => one.headers ?? []);
  const { url = `/?${query}` } = Object.assign({}, ...parts) as Sample;
  const exchange = { request: { url, headers }, response: {}, variables };
  return readings.map((reading) => ({ exchange, reading }));
}

/** For each point a letter for each condition: `t`, `f`, or `e` where it fails. */
async function evaluate(
  { direction = "inbound" }: Kind,
  texts: readonly string[],
  points: readonly Point[],
): Promise<string[]> {
  const rules = texts.map((text) => ({ expressions: [text], actions: [] }));
  const policy = await compilePolicy({ [direction]: rules });
  if (policy.problems.length > 0) throw new Error(JSON.stringify(policy.problems));
  const options = new Map(
    points.map(({ reading }) => [reading, { ...reading, onExpressionError: "no-match" } as const]),
  );
  return points.map(({ exchange, reading }) => {
    const { matched, errors } = simulateSync(policy, exchange, options.get(reading));
    const row = texts.map(() => "f");
    for (const { path } of matched) row[Number(path.split("/")[2])] = "t";
    for (const { path } of errors) row[Number(path.split("/")[2])] = "e";
    return row.join("");
  });
}
