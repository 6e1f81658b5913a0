import fc from "fast-check";
import {
  combinations,
  compared,
  headerSample,
  quoted,
  relation,
  type Kind,
  type Sample,
} from "./kind.ts";

// Two variables. Each class of values that the constants tell apart has two members at least in the samples, so that
// of two variables in one class either is before the other, or they are the same. Numbers and times are beside all
// sums of a constant and of the distances that are asked for.

/** Comparisons of two terms, each with constants, and now and then with itself. */
function between(
  terms: readonly string[],
  constants: readonly string[],
  others: readonly string[] = [],
): fc.Arbitrary<string> {
  const term = fc.constantFrom(...terms);
  const pairs = fc
    .tuple(term, relation, term)
    .filter(([one, , other]) => one !== other)
    .map((parts) => parts.join(" "));
  return fc.oneof(
    { arbitrary: pairs, weight: 6 },
    { arbitrary: fc.oneof(...terms.map((one) => compared(one, relation, constants))), weight: 3 },
    ...(others.length > 0 ? [{ arbitrary: fc.constantFrom(...others), weight: 3 }] : []),
  );
}

const item = (name: string): string => `req.headers['${name}'][0]`;

const texts = ["", "!", "a", "aa", "ab", "b", "ba", "bb", "c", "d"];

function samplesOfHeaders(values: readonly string[], ...names: readonly string[]): Sample[] {
  return combinations(
    names.map((name) => [{}, ...values.map((value) => headerSample(name, value))]),
  ).map((parts) => ({ headers: parts.flatMap(({ headers = [] }) => headers) }));
}

const portNames = ["conn.client_port", "conn.server_port"] as const;
const portTerms = portNames.map((name) => [name, `${name} + 1`, `${name} - 5`]);
const around = [0, 50, 400, 407, 443, 450, 500, 65_535].flatMap((value) =>
  value === 443 ? Array.from({ length: 29 }, (_, index) => value - 14 + index) : [value],
);

const [start, received] = ["conn.ts.start", "req.ts.body_received"];
const moment = "2025-01-01T00:00:00Z";
const second = 1000;
const timesAround = [
  -3_600_000,
  ...[-10, -6, -5, -4, -1, 0, 1, 4, 5, 6, 10].map((one) => one * second),
]
  .flatMap((rest) => [rest - 1, rest, rest + 1])
  .concat(3_600_000)
  .map((rest) => new Date(Date.parse(moment) + rest))
  // A difference of more than 292 years is no duration.
  .concat(new Date("0001-01-01T00:00:00Z"), new Date("9999-12-31T00:00:00Z"));

export const twoVariables: Kind = {
  subjects: [
    {
      atoms: between([item("x-a"), item("x-b")], quoted(["a", "b"]), [
        `${item("x-a")}.startsWith('a')`,
        `${item("x-b")}.startsWith('a')`,
        `${item("x-b")}.startsWith('b')`,
      ]),
      samples: samplesOfHeaders(texts, "x-a", "x-b"),
    },
    {
      atoms: fc.oneof(
        {
          arbitrary: fc
            .tuple(
              fc.constantFrom(...(portTerms[0] ?? [])),
              relation,
              fc.constantFrom(...(portTerms[1] ?? [])),
            )
            .chain(([one, operator, other]) =>
              fc.constantFrom([one, operator, other], [other, operator, one]),
            )
            .map((parts) => parts.join(" ")),
          weight: 4,
        },
        { arbitrary: compared(portNames.join(" - "), relation, ["0", "5"]), weight: 2 },
        { arbitrary: compared(portNames[0], relation, ["443"]), weight: 2 },
        { arbitrary: compared(portNames[1], relation, ["443"]), weight: 2 },
      ),
      samples: combinations(portNames.map((name) => around.map((port) => ({ [name]: port })))).map(
        (parts) => ({ variables: Object.assign({}, ...parts) as Record<string, number> }),
      ),
    },
    {
      atoms: fc.oneof(
        {
          arbitrary: compared(`${received} - ${start}`, relation, [
            "duration('5s')",
            "duration('-1s')",
          ]),
          weight: 3,
        },
        { arbitrary: between([start, received], [`timestamp('${moment}')`]), weight: 4 },
        {
          arbitrary: fc
            .tuple(relation, fc.constantFrom(received, `${received} - duration('5s')`))
            .map(([operator, other]) => `${start} ${operator} ${other}`),
          weight: 2,
        },
      ),
      samples: combinations([
        timesAround.map((time) => ({ [start]: time })),
        [...timesAround, null].map((time) => ({ [received]: time })),
      ]).map((parts) => ({ variables: Object.assign({}, ...parts) as Record<string, Date> })),
    },
    {
      atoms: between([item("x-c"), item("x-d"), item("x-e")], quoted(["1"])).filter(
        (text) => !/[<>]/.test(text),
      ),
      samples: samplesOfHeaders(["1", "2", "3", "4"], "x-c", "x-d", "x-e"),
    },
  ],
};
