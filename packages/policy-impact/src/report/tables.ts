import { changeOf, type Change } from "../change.ts";
import { visible } from "@traffic-policy/report";
import { exchangeLine } from "@traffic-policy/policy-engine/report";
import type { DimensionRow } from "../top-values.ts";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { Impact, ImpactExample, Passage, RuleMatches } from "../impact.ts";
import { numberText, percentText } from "./numbers.ts";
import { urlWithout, withoutSecrets } from "./secrets.ts";
import type { Sentence } from "./text.ts";
import {
  changeWords,
  dimensionTitles,
  passageText,
  rankOfWay,
  ruleWording,
  wayText,
  type ImpactNames,
} from "./words.ts";

function total(passages: readonly Passage[]): number {
  return passages.reduce((sum, { count }) => sum + count, 0);
}

/** A table of a report, as each format writes it in its own way. */
export interface ReportTable {
  readonly title: Sentence;
  readonly headings: readonly string[];
  /** The columns of numbers. */
  readonly numbers: readonly number[];
  readonly rows: readonly ReportRow[];
  /** How many rows there are besides. */
  readonly more: number;
  /** How many rows a terminal shows. */
  readonly few: number;
}

export interface ReportRow {
  readonly cells: readonly Sentence[];
  /** Its counts by kind of change, for a drawing. */
  readonly changes?: readonly ChangeCount[];
}

export interface ChangeCount {
  readonly change: Change;
  readonly count: number;
}

const fewRows = 5;
const fewDays = 14;

/** The tables of a report: outcomes, what changes, that by each dimension, and the matches of the rules. */
export function reportTables(impact: Impact, names: ImpactNames) {
  return [
    outcomesTable(impact),
    changesTable(impact),
    ...dimensionTables(impact),
    matchesTable(impact, names, 0),
    matchesTable(impact, names, 1),
  ] as const;
}

function outcomesTable({ passages, seen }: Impact): ReportTable {
  const sorted = passages.toSorted(
    (one, other) =>
      rankOfWay(one.before) - rankOfWay(other.before) ||
      rankOfWay(one.after) - rankOfWay(other.after),
  );
  const groups = new Map<string, Passage[]>();
  for (const one of sorted) {
    const key = JSON.stringify([wayText(one.before), wayText(one.after)]);
    getOrAdd(groups, key, () => []).push(one);
  }
  const rows = [...groups].map(([key, own]) => {
    const [before, after] = JSON.parse(key) as [string, string];
    const changed = total(own.filter((one) => one.isChanged === true));
    const isUnknown = own.some((one) => one.isChanged === undefined) && before !== "not known";
    const note = [
      ...(before === after && changed > 0 ? [`${numberText(changed)} with another result`] : []),
      ...(before === after && isUnknown ? ["not compared"] : []),
    ];
    const count = total(own);
    const shown = [before, after, numberText(count), percentText(count, seen), note.join(", ")];
    return { cells: shown.map((cell) => [cell]) };
  });
  const headings = ["before", "after", "count", "share", ""];
  return { title: ["Outcomes"], headings, numbers: [2, 3], rows, more: 0, few: rows.length };
}

/** The changes by the rules that cause them, most frequent first. */
function changesTable(impact: Impact): ReportTable {
  const ruleOf = ruleWording(impact);
  const found = new Map<string, ChangeCount & { readonly passage: Sentence }>();
  for (const one of impact.passages) {
    if (one.isChanged !== true) continue;
    const passage = passageText(one, ruleOf);
    const key = JSON.stringify(passage);
    const count = (found.get(key)?.count ?? 0) + one.count;
    found.set(key, { change: changeOf(one.before.kind, one.after.kind), passage, count });
  }
  const rows = [...found.values()]
    .toSorted((one, other) => other.count - one.count)
    .map(({ change, passage, count }) => ({
      cells: [
        [changeWords[change]],
        [numberText(count)],
        [percentText(count, impact.changed)],
        passage,
      ],
      changes: [{ change, count }],
    }));
  const headings = ["change", "count", "share", "from → to"];
  return { title: ["What changes"], headings, numbers: [1, 2], rows, more: 0, few: fewRows };
}

function matchesTable(impact: Impact, names: ImpactNames, side: 0 | 1): ReportTable {
  const ruleOf = ruleWording(impact);
  const own = impact.rules[side] ?? [];
  const hasPerhaps = own.some(({ unknown }) => unknown > 0);
  const rows = own.map((rule) => {
    const perhaps = rule.unknown === 0 ? "" : numberText(rule.unknown);
    const counts = [numberText(rule.count), ...(hasPerhaps ? [perhaps] : [])];
    return { cells: [ruleOf(rule), ...counts.map((count) => [count])] };
  });
  const headings = ["rule", "matched", ...(hasPerhaps ? ["perhaps matched"] : [])];
  const title = ["Matches of ", { code: side === 0 ? names.before : names.after }];
  return { title, headings, numbers: [1, 2], rows, more: 0, few: 0 };
}

function dimensionTables(impact: Impact): ReportTable[] {
  const kinds = changeCounts(impact).filter(({ count }) => count > 0);
  return Object.entries(impact.dimensions).map(([name, { rows, values }]) => ({
    title: [dimensionTitles[name] ?? `By ${name}`],
    headings: ["", ...kinds.map(({ change }) => changeWords[change])],
    numbers: kinds.map((_, index) => index + 1),
    rows: shownRows(name, rows).map((row) => {
      const changes = changeCounts(row);
      const counts = kinds.map(({ change }) => changes.find((one) => one.change === change)?.count);
      const cells = counts.map((count = 0) => [numberText(count)]);
      return { cells: [[{ code: row.value }], ...cells], changes };
    }),
    more: values - rows.length,
    few: name === "day" ? fewDays : fewRows,
  }));
}

/** Days are read in their order. */
function shownRows(name: string, rows: readonly DimensionRow[]): readonly DimensionRow[] {
  if (name === "path") return rows.map((row) => ({ ...row, value: urlWithout(row.value) }));
  if (name !== "day") return rows;
  return rows.toSorted((one, other) => (one.value < other.value ? -1 : 1));
}

export function changeCounts(
  row: Pick<DimensionRow, "changed" | "newlyDenied" | "newlyForwarded">,
): readonly ChangeCount[] {
  return [
    { change: "newly-denied", count: row.newlyDenied },
    { change: "newly-forwarded", count: row.newlyForwarded },
    { change: "other", count: otherwiseChanged(row) },
  ];
}

export function unmatchedRules({ rules, seen }: Impact): readonly RuleMatches[] {
  if (seen === 0) return [];
  return (rules[1] ?? []).filter(({ count, unknown }) => count === 0 && unknown === 0);
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
