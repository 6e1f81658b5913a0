/** A figure of the benchmarks, for the front page. */
export interface Figure {
  readonly value: string;
  /** What it is about, in a phrase. */
  readonly about: string;
}

/** The results of the benchmarks, by their parts. */
type Results = Readonly<
  Record<
    string,
    {
      readonly tables: readonly {
        readonly title: string;
        readonly rows: readonly {
          readonly name: string;
          readonly value: number;
          readonly unit: string;
        }[];
      }[];
    }
  >
>;

/** What is shown: where it stands in the results, and what it is about. */
const shown = [
  {
    part: "start",
    table: "Whole processes",
    row: "lint one JSON policy",
    about: "to lint a policy, the start of the process included",
  },
  {
    part: "language-server",
    table: "Typing in 50 rules in JSON",
    row: "completion right after an edit",
    about: "for completion in an editor, in a policy of 50 rules",
  },
  {
    part: "prove",
    table: "Proofs about a policy of 50 rules",
    row: "reach of all rules",
    about: "to prove which of 50 rules are ever reached",
  },
  {
    part: "serve",
    table: "Requests per second",
    row: "serve, a policy of 10 rules",
    about: "through a gateway with a policy of 10 rules",
  },
] as const;

/**
 * The figures of the front page, from what was measured.
 *
 * @throws Error when something is not measured any more
 */
export function figuresOf(results: Results): Figure[] {
  return shown.map(({ part, table, row, about }) => {
    const tables = results[part]?.tables ?? [];
    const found = tables
      .find(({ title }) => title.startsWith(table))
      ?.rows.find(({ name }) => name.startsWith(row));
    if (found === undefined) throw new Error(`${part}: "${table}" has no row "${row}" any more.`);
    return { value: text(found), about };
  });
}

function text({ value, unit }: { readonly value: number; readonly unit: string }): string {
  if (unit === "/s") return `${Math.round(value).toLocaleString("en")} requests/s`;
  const digits = value < 10 ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`;
}
