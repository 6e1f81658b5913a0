import fc from "fast-check";
import { compared, headerSample, relation, wholeSamples, type Kind } from "./kind.ts";

// Arithmetic with constants. The samples have all numbers that lead to what a sum, product or quotient is compared
// with, and more on both sides; and the ends of what ints can be, where there is no result. All statuses are samples,
// for their remainders.

const border = 2n ** 63n;
const ends = [1n, 2n, 3n, 10n].flatMap((factor) =>
  [-1n, 0n, 1n].flatMap((by) => [(border - 1n) / factor + by, -border / factor + by]),
);
const wholes = [
  ...Array.from({ length: 350 }, (_, at) => BigInt(at - 130)),
  ...ends,
  ...[1n, 5n, 10n].flatMap((one) => [
    border - one - 1n,
    border - one,
    -border + one,
    -border + one - 1n,
  ]),
].filter((one) => one >= -border && one < border);

const terms = [
  "N",
  "(N + 1)",
  "(1 + N)",
  "(N - 5)",
  "(5 - N)",
  "(N * 2)",
  "(3 * N)",
  "(N * -2)",
  "(N * 0)",
  "(N / 2)",
  "(N / -3)",
  "-N",
  "(N * 2 + 1)",
  "((N - 5) / 10)",
  "(10 - N * 3)",
  "-(N + 1)",
];

export const arithmetic: Kind = {
  direction: "outbound",
  subjects: [
    {
      atoms: fc
        .constantFrom(...terms)
        .chain((term) =>
          compared(term.replace("N", "int(req.headers['x-n'][0])"), relation, [
            "0",
            "1",
            "10",
            "20",
            "-1",
          ]),
        ),
      samples: [
        {},
        headerSample("x-n", "x"),
        ...[...new Set(wholes)].map((value) => headerSample("x-n", String(value))),
      ],
    },
    {
      atoms: fc.oneof(
        { arbitrary: compared("(res.status_code % 2)", relation, ["0", "1"]), weight: 2 },
        { arbitrary: compared("(res.status_code % 10)", relation, ["0", "4", "9"]), weight: 2 },
        { arbitrary: compared("(res.status_code / 100)", relation, ["2", "4"]), weight: 2 },
        { arbitrary: compared("(res.status_code - 200)", relation, ["0", "4"]), weight: 2 },
        { arbitrary: compared("res.status_code", relation, ["200", "204", "404"]), weight: 2 },
      ),
      samples: wholeSamples(
        "res.status_code",
        [],
        Array.from({ length: 900 }, (_, at) => at + 100),
      ),
    },
  ],
};
