import fc from "fast-check";
import { relation, compared, type Sample, type Kind } from "./kind.ts";

// Times. The moments and lengths of time below cut time into pieces; the samples are the moments at the ends of
// the pieces and beside them, and in each month that is asked for or between (of a year before, in and after
// those asked for) all days at an hour of each class. A piece that is longer than a day has two weeks of such
// a month for each class of months in it, and so each day of the week; a shorter one has all of its hours. The
// clock is left out, as it moves on between two conditions.

const moments = ["2024-06-15T12:30:00Z", "2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z"];
const durations = ["1h", "24h", "744h"];
const hourClasses = [8, 9, 12, 17, 18];

function timeAtoms(term: string): fc.Arbitrary<string> {
  const stamps = moments.map((text) => `timestamp('${text}')`);
  const lengthsOfTime = durations.map((text) => `duration('${text}')`);
  return fc.oneof(
    { arbitrary: compared(term, relation, stamps), weight: 6 },
    { arbitrary: compared(`${term} - ${stamps[0] ?? ""}`, relation, lengthsOfTime), weight: 1 },
    { arbitrary: compared(`${term} + ${lengthsOfTime[1] ?? ""}`, relation, stamps), weight: 1 },
    { arbitrary: compared(`int(${term})`, relation, ["1735689600", "1767225600"]), weight: 1 },
  );
}

const parts = fc.oneof(
  { arbitrary: compared("conn.ts.start.getHours()", relation, ["9", "17"]), weight: 3 },
  {
    arbitrary: compared("conn.ts.start.getDayOfWeek()", relation, ["0", "1", "5", "6"]),
    weight: 3,
  },
  { arbitrary: compared("conn.ts.start.getFullYear()", relation, ["2024", "2025"]), weight: 1 },
  { arbitrary: compared("conn.ts.start.getMonth()", relation, ["0", "11"]), weight: 1 },
);

/** `>= 0` and `<= 11` of a month are written for symmetry, so lint does not report them. */
const symmetric = /\(\) (?:>= 0|<= 6|<= 11)$|^(?:0 <=|6 >=|11 >=) /;

const edges = moments.flatMap((text) =>
  [-24, 0, 1, 24, 744].flatMap((hours) =>
    [-1, 0, 1].map((rest) => Date.parse(text) + hours * 3_600_000 + rest),
  ),
);
const endsOfTime = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

const months = [2023, 2024, 2025, 2026].flatMap((year) =>
  [0, 5, 6, 11].map((month) => [year, month] as const),
);
const grid = [...months, [9999, 11] as const].flatMap(([year, month]) =>
  Array.from({ length: 31 }, (_, day) =>
    hourClasses.map((hour) => Date.UTC(year, month, day + 1, hour)),
  ).flat(),
);

const timeSamples = (name: string, times: readonly number[]): Sample[] =>
  times.map((time) => ({ variables: { [name]: new Date(time) } }));

export const times: Kind = {
  subjects: [
    {
      atoms: fc.oneof(
        { arbitrary: timeAtoms("conn.ts.start"), weight: 3 },
        { arbitrary: parts.filter((text) => !symmetric.test(text)), weight: 2 },
      ),
      samples: timeSamples("conn.ts.start", [...edges, ...endsOfTime, ...grid]),
    },
    {
      atoms: fc.oneof(
        { arbitrary: timeAtoms("req.ts.body_received"), weight: 4 },
        fc.constant("has(req.ts.body_received)"),
      ),
      samples: [
        ...timeSamples("req.ts.body_received", [...edges, ...endsOfTime]),
        { variables: { "req.ts.body_received": null } },
      ],
    },
  ],
};
