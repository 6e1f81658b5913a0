import { changeOf, type Change } from "../change.ts";
import { visible } from "@traffic-policy/report";
import { exchangeLine } from "@traffic-policy/policy-engine/report";
import type { DimensionRow } from "../top-values.ts";
import type { Impact, ImpactExample, Passage, RuleMatches, Way } from "../impact.ts";
import { urlWithout, withoutSecrets } from "./secrets.ts";
import type { Sentence } from "./text.ts";
import { byRule, dimensionTitles, rankOfWay, ruleWording, wayText } from "./words.ts";

/** How many exchanges went one way before, and go another one now; not all of them see something else. */
export interface OutcomeCell {
  readonly count: number;
  readonly changed: number;
  readonly unknown: number;
}

/** From outcome to outcome: a row for each one before, a column for each one now. */
export interface OutcomeMatrix {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** By row and column; nothing where there was no exchange. */
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

/** Exchanges that go another way, with the rules that decide. */
export interface ChangeRow {
  readonly change: Change;
  readonly before: Sentence;
  readonly after: Sentence;
  readonly count: number;
}

/** What changes, by the rules because of which it does; from the most frequent to the least. */
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

/** A rule with how many of all exchanges it matched. */
export interface MatchesRow {
  readonly rule: Sentence;
  readonly count: number;
  /** In how many more it may have. */
  readonly perhaps: number;
}

/** How often the rules of a policy matched: 0 for that before, 1 for that now. */
export function matchesOf(impact: Impact, side: 0 | 1): MatchesRow[] {
  const ruleOf = ruleWording(impact);
  return (impact.rules[side] ?? []).map((rule) => ({
    rule: ruleOf(rule),
    count: rule.count,
    perhaps: rule.unknown,
  }));
}

/** The rules of the new policy that certainly matched nothing. */
export function unmatchedRules({ rules, seen }: Impact): readonly RuleMatches[] {
  if (seen === 0) return [];
  return (rules[1] ?? []).filter(({ count, unknown }) => count === 0 && unknown === 0);
}

/** What changes, by something that exchanges have in common. */
export interface DimensionTable {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly DimensionRow[];
  /** How many values there are, of which the rows are those with most changes. */
  readonly values: number;
}

/** Those of which something changed. */
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

/** The exchanges that changed in neither of the counted ways. */
export function otherwiseChanged({
  changed,
  newlyDenied,
  newlyForwarded,
}: Pick<DimensionRow, "changed" | "newlyDenied" | "newlyForwarded">): number {
  return changed - newlyDenied - newlyForwarded;
}

/** What is worth an example: what changes, and what is not known. */
export function shownPassages({ passages }: Impact): readonly Passage[] {
  return passages.filter(({ isChanged, examples }) => isChanged !== false && examples.length > 0);
}

/** An example in a line, with nothing in it that the log does not tell. */
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
