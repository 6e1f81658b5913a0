import type { Impact } from "@traffic-policy/policy-impact/internal";
import type { ImpactNames } from "@traffic-policy/policy-impact/report";
import type { Terminal } from "../../context.ts";
import type { PlacedLine } from "../../logs/line-numbers.ts";
import type { Log } from "../../logs/log.ts";

export interface ImpactReport {
  readonly before: string;
  readonly after: string;
  readonly log: Log;
  readonly exchange: "request" | "connection";
  readonly asked: AskedOptions;
  readonly impact: Impact;
  readonly skippedLines: readonly PlacedLine[];
  readonly passed: readonly string[];
}

export interface AskedOptions {
  /** A CEL expression. */
  readonly where?: string;
  readonly since?: string;
  readonly until?: string;
  /** As written: `1%`. */
  readonly sample?: string;
  /** Values that the log does not contain, as written: `host=www.example.com`. */
  readonly assume?: readonly string[];
}

/** The exports of a file in the folder `formats`: it prints the result of `impact`. */
export interface ImpactFormat {
  readonly default: (report: ImpactReport, terminal: Terminal) => void;
}

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
