import type { Impact } from "@traffic-policy/policy-impact";
import type { ImpactNames } from "@traffic-policy/policy-impact/report";
import type { Terminal } from "../../context.ts";
import type { PlacedLine } from "../../logs/line-numbers.ts";
import type { Log } from "../../logs/log.ts";

/** What a report tells. */
export interface ImpactReport {
  readonly before: string;
  readonly after: string;
  readonly log: Log;
  /** What the policies are for. */
  readonly exchange: "request" | "connection";
  /** What is asked about, where that is not all of the log. */
  readonly asked: AskedOptions;
  readonly impact: Impact;
  /** Some of the rows that are skipped, in the order of their files. */
  readonly skippedLines: readonly PlacedLine[];
  /** The limits that were passed, as written. */
  readonly passed: readonly string[];
}

/** The options that leave out rows, or add to them, as written. */
export interface AskedOptions {
  /** CEL. */
  readonly where?: string;
  readonly since?: string;
  readonly until?: string;
  /** As written: `1%`. */
  readonly sample?: string;
  /** What the log does not tell, as written: `host=www.example.com`. */
  readonly assume?: readonly string[];
}

/** What a file of the folder `formats` exports: it prints the result of `impact`. */
export interface ImpactFormat {
  readonly default: (report: ImpactReport, terminal: Terminal) => void;
}

/** What the texts of a report call what it is about. */
export function namesOf(report: ImpactReport): ImpactNames {
  const { before, after, log, exchange, asked, passed } = report;
  const { where, since, until, sample, assume = [] } = asked;
  const notes: NonNullable<ImpactNames["notes"]> = [
    ...(where === undefined
      ? []
      : [[`Only ${exchange}s are counted for which this holds: `, { code: where }, "."]]),
    ...(since === undefined && until === undefined
      ? []
      : [[`Only rows ${rangeText(since, until)} are counted, and those without a time.`]]),
    ...(sample === undefined
      ? []
      : [
          [
            `Only a share of ${sample} of the rows was read, chosen by chance: all counts are of these.`,
          ],
        ]),
    ...assume.map((given) => [
      "Where the log does not tell it, this is assumed: ",
      { code: given },
      ".",
    ]),
    ...passed.map((limit) => ["A limit was passed: ", { code: limit }, "."]),
  ];
  return { before, after, log: log.title, exchange, notes };
}

function rangeText(since: string | undefined, until: string | undefined): string {
  return [
    ...(since === undefined ? [] : [`from ${since} on`]),
    ...(until === undefined ? [] : [`before ${until}`]),
  ].join(" and ");
}
