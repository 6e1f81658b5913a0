import type { Impact, Way } from "@traffic-policy/policy-impact/internal";
import { wayText } from "@traffic-policy/policy-impact/report";
import { getOrAdd } from "@traffic-policy/policy-language/internal";

type Counts = Record<"rows" | "skipped" | "notAsked" | "perhapsAsked" | "seen", number>;

/** Counts of one part of a log. */
export type Counted = Pick<Impact, keyof Counts | "passages" | "reasons" | "rules">;

/** Sums of what was counted in a time. */
export class Rates {
  /** When the time began. */
  readonly start: number;
  readonly counts: Counts = { rows: 0, skipped: 0, notAsked: 0, perhapsAsked: 0, seen: 0 };
  readonly #ways = new Map<string, { readonly way: Way; count: number }>();
  readonly #reasons = new Map<string, Impact["reasons"][number]>();
  readonly #rules = new Map<string, Impact["rules"][number][number]>();

  constructor(start: number) {
    this.start = start;
  }

  add({ passages, reasons, rules, ...counted }: Counted): void {
    for (const key of Object.keys(this.counts) as (keyof Counts)[]) {
      this.counts[key] += counted[key];
    }
    for (const { after, count } of passages) {
      getOrAdd(this.#ways, wayText(after), () => ({ way: after, count: 0 })).count += count;
    }
    for (const reason of reasons) {
      const key = JSON.stringify(reason.cause);
      const count = (this.#reasons.get(key)?.count ?? 0) + reason.count;
      this.#reasons.set(key, { ...reason, count });
    }
    for (const rule of rules[1] ?? []) {
      const before = this.#rules.get(rule.path);
      const count = (before?.count ?? 0) + rule.count;
      this.#rules.set(rule.path, {
        ...rule,
        count,
        unknown: (before?.unknown ?? 0) + rule.unknown,
      });
    }
  }

  /** Lines without a row, because they are too long or no text. */
  addSkipped(lines: number): void {
    this.counts.rows += lines;
    this.counts.skipped += lines;
  }

  /** The most frequent first. */
  get ways(): readonly { readonly way: Way; readonly count: number }[] {
    return [...this.#ways.values()].toSorted((one, other) => other.count - one.count);
  }

  get reasons(): Impact["reasons"] {
    return [...this.#reasons.values()].toSorted((one, other) => other.count - one.count);
  }

  get rules(): readonly Impact["rules"][number][number][] {
    return [...this.#rules.values()];
  }
}
