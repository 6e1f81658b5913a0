import { changeOf, type Change } from "../change.ts";
import { visible } from "@traffic-policy/report";
import { exchangeLine } from "@traffic-policy/policy-engine/report";
import type { DimensionRow } from "../top-values.ts";
import type { Impact, ImpactExample, Passage, RuleMatches, Way } from "../impact.ts";
import { urlWithout, withoutSecrets } from "./secrets.ts";
import type { Sentence } from "./text.ts";
import { byRule, dimensionTitles, rankOfWay, ruleWording, wayText } from "./words.ts";

/** The number of exchanges that changed from one result to another. Not all of them look different to the client. */
export interface OutcomeCell {
  readonly count: number;
  readonly changed: number;
  readonly unknown: number;
}

export interface OutcomeMatrix {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** By row and column; undefined where there was no exchange. */
  readonly cells: readonly (readonly (OutcomeCell | undefined)[])[];
}

export function outcomeMatrix({ passages }: Impact): OutcomeMatrix {
  const before = labelsOf(passages.map((one) => one.before));
  const after = labelsOf(passages.map((one) => one.after));
  const cells = before.map((row) =>
    after.map((column) => {
      const own = passages.filter(
        (one) => wayText(one.before) === row && wayText(one.after) === column,
      );
      if (own.length === 0) return undefined;
      return {
        count: total(own),
        changed: total(own.filter((one) => one.isChanged === true)),
        unknown: total(own.filter((one) => one.isChanged === undefined)),
      };
    }),
  );
  return { before, after, cells };
}

function labelsOf(ways: readonly Way[]): string[] {
  const sorted = ways.toSorted((one, other) => rankOfWay(one) - rankOfWay(other));
  return [...new Set(sorted.map(wayText))];
}

function total(passages: readonly Passage[]): number {
  return passages.reduce((sum, { count }) => sum + count, 0);
}

export interface ChangeRow {
  readonly change: Change;
  readonly before: Sentence;
  readonly after: Sentence;
  readonly count: number;
}

/** Groups the changes by the rules that cause them, most frequent first. */
export function changesByRule(impact: Impact): ChangeRow[] {
  const ruleOf = ruleWording(impact);
  const rows = new Map<string, ChangeRow>();
  for (const passage of impact.passages) {
    if (passage.isChanged !== true) continue;
    const [before, after] = [passage.before, passage.after].map((way): Sentence => [
      wayText(way),
      ...byRule(way, ruleOf),
    ]) as [Sentence, Sentence];
    const key = JSON.stringify([before, after]);
    const count = (rows.get(key)?.count ?? 0) + passage.count;
    rows.set(key, {
      change: changeOf(passage.before.kind, passage.after.kind),
      before,
      after,
      count,
    });
  }
  return [...rows.values()].toSorted((one, other) => other.count - one.count);
}

export interface MatchesRow {
  readonly rule: Sentence;
  readonly count: number;
  readonly perhaps: number;
}

/** Returns the match counts of a policy's rules. Side 0 is the policy before, 1 the policy now. */
export function matchesOf(impact: Impact, side: 0 | 1): MatchesRow[] {
  const ruleOf = ruleWording(impact);
  return (impact.rules[side] ?? []).map((rule) => ({
    rule: ruleOf(rule),
    count: rule.count,
    perhaps: rule.unknown,
  }));
}

export function unmatchedRules({ rules, seen }: Impact): readonly RuleMatches[] {
  if (seen === 0) return [];
  return (rules[1] ?? []).filter(({ count, unknown }) => count === 0 && unknown === 0);
}

export interface DimensionTable {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly DimensionRow[];
  readonly values: number;
}

export function dimensionTables({ dimensions }: Impact): DimensionTable[] {
  return Object.entries(dimensions).flatMap(([name, { rows, values }]) => {
    if (rows.length === 0) return [];
    const shown = name === "path" ? rows.map(withoutSecretPath) : rows;
    const title = dimensionTitles[name] ?? `By ${name}`;
    // Days are read in their order.
    const inOrder = (one: DimensionRow, other: DimensionRow): number =>
      one.value < other.value ? -1 : 1;
    return [{ name, title, values, rows: name === "day" ? shown.toSorted(inOrder) : shown }];
  });
}

function withoutSecretPath(row: DimensionRow): DimensionRow {
  return { ...row, value: urlWithout(row.value) };
}

/** Returns the exchanges that changed, but are neither newly denied nor newly forwarded. */
export function otherwiseChanged({
  changed,
  newlyDenied,
  newlyForwarded,
}: Pick<DimensionRow, "changed" | "newlyDenied" | "newlyForwarded">): number {
  return changed - newlyDenied - newlyForwarded;
}

export function shownPassages({ passages }: Impact): readonly Passage[] {
  return passages.filter(({ isChanged, examples }) => isChanged !== false && examples.length > 0);
}

/** Writes an example on a line, using only values from the log. */
export function exampleLine({ record: { fields }, exchange }: ImpactExample): string {
  const { request, response: _ofLog, connection, ...others } = withoutSecrets(exchange);
  const { bytesIn: _in, bytesOut: _out, ...client } = connection ?? {};
  const { status = null, scheme, host } = fields;
  // The engine needs a whole URL.
  const isWhole = typeof scheme === "string" && typeof host === "string";
  const url = isWhole
    ? request?.url
    : request?.url.replace(/^\w+:\/\/[^/]*/, host ? `//${host}` : "");
  const line = exchangeLine({
    ...others,
    connection: client,
    ...(request && { request: { ...request, url: url ?? "" } }),
  });
  const asked = typeof fields.method === "string" ? line : line.replace(/^GET /, "");
  // Whoever answered: the upstream, or a policy of that time.
  const answered = status === null ? "" : `; it got ${status}`;
  // What came over the wire may be anything, an address, too.
  return visible(`${asked}${answered}`);
}
