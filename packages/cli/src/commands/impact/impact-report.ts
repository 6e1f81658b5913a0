import type { Impact } from "@traffic-policy/policy-impact";
import type { ImpactNames } from "@traffic-policy/policy-impact/report";
import type { Terminal } from "../../context.ts";
import type { Log } from "./log.ts";

/** What a report tells. */
export interface ImpactReport {
  readonly before: string;
  readonly after: string;
  readonly log: Log;
  readonly impact: Impact;
  readonly skippedLines: readonly string[];
  /** The limits that were passed, as written. */
  readonly passed: readonly string[];
}

/** What a file of the folder `formats` exports: it prints the result of `impact`. */
export interface ImpactFormat {
  readonly default: (report: ImpactReport, terminal: Terminal) => void;
}

/** What the texts of a report call what it is about. */
export function namesOf({ before, after, log, passed }: ImpactReport): ImpactNames {
  const notes = passed.map((limit) => ["A limit was passed: ", { code: limit }, "."]);
  return { before, after, log: log.title, notes };
}
