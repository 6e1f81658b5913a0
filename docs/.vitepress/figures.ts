import type { Results } from "../../test/bench/results.ts";
import { amount, goalText, type Row } from "../../test/bench/table.ts";

/** A figure of the benchmarks, for the front page. */
export interface Figure {
  readonly value: string;
  /** What it is about, in a phrase. */
  readonly about: string;
  /** What was measured beside it, with its figure. */
  readonly peer: string;
  /** The goal, and whether it is missed; empty without one. */
  readonly goal: string;
}

/** What is shown: where it stands in the results with its peer, and what the two are about. */
const shown = [
  {
    part: "start",
    table: "Whole processes",
    row: "lint one JSON policy",
    about: "to lint a policy, the start of the process included",
    peer: ["node -e 0", "for Node.js that does nothing"],
  },
  {
    part: "simulate",
    table: "Twenty rules of typical conditions",
    row: "simulateSync",
    about: "to simulate a request through 20 rules",
    peer: ["bare @bufbuild/cel", "for their conditions alone in @bufbuild/cel"],
  },
  {
    part: "prove",
    table: "Proofs about a policy of 50 rules",
    row: "reach of all rules",
    about: "at most, in 95 of 100 proofs of which of 50 rules are ever reached",
    peer: ["node -e 0", "for Node.js that does nothing"],
  },
  {
    part: "serve",
    table: "Requests per second",
    row: "serve, a policy of 10 rules",
    about: "through a gateway with a policy of 10 rules",
    peer: ["a reverse proxy of undici", "through undici's proxy, without a policy"],
  },
] as const;

/**
 * The figures of the front page, from what was measured.
 *
 * @throws Error when something is not measured any more
 */
export function figuresOf(results: Results): Figure[] {
  return shown.map(({ part, table, row, about, peer: [peerRow, aboutPeer] }) => {
    const rows = results[part]?.tables.find(({ title }) => title.startsWith(table))?.rows ?? [];
    const named = (start: string): Row => {
      const found = rows.find(({ name }) => name.startsWith(start));
      if (found === undefined) {
        throw new Error(`${part}: "${table}" has no row "${start}" any more.`);
      }
      return found;
    };
    const found = named(row);
    return {
      value: text(found),
      about,
      peer: `${text(named(peerRow))} ${aboutPeer}`,
      goal: goalText(found),
    };
  });
}

function text({ value, unit }: Row): string {
  if (unit === "/s") return `${amount(value)} requests/s`;
  return value < 1 && unit === "ms" ? `${amount(value * 1000)} µs` : `${amount(value)} ${unit}`;
}
