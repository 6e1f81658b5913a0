import type { Impact } from "@traffic-policy/policy-impact/internal";
import { CommandError } from "../../context.ts";

const metrics: Readonly<Record<string, (impact: Impact) => readonly [count: number, of: number]>> =
  {
    changed: ({ changed, seen }) => [changed, seen],
    newly_denied: ({ newlyDenied, seen }) => [newlyDenied, seen],
    newly_forwarded: ({ newlyForwarded, seen }) => [newlyForwarded, seen],
    unknown: ({ unknown, seen }) => [unknown, seen],
    skipped: ({ skipped, rows }) => [skipped, rows],
  };

export interface Limit {
  /** As written. */
  readonly text: string;
  readonly isPassed: (impact: Impact) => boolean;
}

/**
 * Parses a limit: `newly_denied > 0.1%`, `unknown >= 100`.
 *
 * @throws CommandError when the text is not a limit
 */
export function readLimit(text: string): Limit {
  const [, name = "", operator = "", number = "", percent = ""] =
    /^\s*(\w+)\s*(>=?)\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(text) ?? [];
  const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
  if (metric === undefined) {
    throw new CommandError(`--fail-if: "${text}" is not a limit.`, {
      help: `Write it like 'newly_denied > 0.1%'; names are ${Object.keys(metrics).join(", ")}.`,
    });
  }
  return {
    text,
    isPassed: (impact) => {
      const [count, all] = metric(impact);
      // Compared as counts, so that a share of nothing is nothing.
      const most = percent === "%" ? (Number(number) * all) / 100 : Number(number);
      return operator === ">" ? count > most : count >= most && count > 0;
    },
  };
}
