import { type Dialect } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { PolicyNeeds } from "./engine-needs.ts";
import {
  fieldNames,
  headerColumn,
  headersColumn,
  type HeadersOf,
  type LogColumns,
} from "./fields.ts";
import { isSame, type PolicyEndings } from "./policy-endings.ts";
import type { Formula } from "@traffic-policy/policy-logic";
import { FormulaWriter, type Reads } from "./sql/formulas.ts";
import type { Cause } from "./sql/untranslated.ts";
import { SqlValues } from "./sql/values.ts";
import type { QueryWriter, Sql, SqlWriter } from "./sql/writer.ts";

/** The dimensions that a query groups by. */
export const dimensions = ["day", "host", "path", "country", "network"] as const;
export type DimensionName = (typeof dimensions)[number];

export interface ImpactQuery {
  readonly sql: Sql;
  /** For each policy, the values that decide each of its endings. */
  readonly reads: readonly (readonly Reads[])[];
  /**
   * Like `reads`, without the conditions for reaching the ending. Explains why an ending is unknown when no earlier
   * ending is possible.
   */
  readonly reasons: readonly (readonly Reads[])[];
  readonly needs: readonly PolicyNeeds[];
  readonly dimensions: readonly DimensionName[];
  /** The columns that the engine needs to decide. */
  readonly used: readonly string[];
  /** For each policy and each of its masks, the indexes of the counted rules. */
  readonly masks: readonly (readonly (readonly number[])[])[];
}

export const bitsOfMask = 50;

export interface QueryOptions {
  readonly from: Sql;
  readonly columns: LogColumns;
  readonly dialect: Dialect;
  readonly isNormalized: boolean;
  readonly keepsRest: boolean;
  readonly dimensions?: readonly DimensionName[];
  /** A policy with a single rule, which denies the exchanges to count. */
  readonly where?: PolicyEndings;
}

/** Returns the names of the columns of a log. */
export function columnsOf({ fields, headers }: LogColumns): string[] {
  const ofHeaders = (["request", "response"] as const).flatMap((of: HeadersOf) => {
    const { all, names = [] } = headers[of] ?? {};
    return [...(all ? [headersColumn(of)] : []), ...names.map((name) => headerColumn(of, name))];
  });
  return [...fieldNames.filter((name) => fields.has(name)), ...ofHeaders];
}

/** Rows of a log with their ending under each policy, in columns `ending_0`, `ending_1`, and so on. */
export interface EndedRows {
  readonly sql: Sql;
  readonly reads: readonly (readonly Reads[])[];
  readonly reasons: readonly (readonly Reads[])[];
  readonly needs: readonly PolicyNeeds[];
  readonly masks: readonly (readonly (readonly number[])[])[];
}

/**
 * Builds SQL for the rows of a log with the number of their ending under each policy: from 1 in policy order, 0 for
 * the last ending, and negative for an undecided row, giving the first ending that is possible.
 */
export function endedRows(
  policies: readonly PolicyEndings[],
  writer: QueryWriter,
  {
    from,
    columns,
    dialect,
    isNormalized,
  }: Pick<QueryOptions, "from" | "columns" | "dialect" | "isNormalized">,
): EndedRows {
  const values = new SqlValues(writer, columns, dialect, isNormalized);
  const isOfService = (key: string): boolean => policies.some((one) => one.isOfService(key));
  const formulas = new FormulaWriter(values, isOfService);
  for (const { formulas: endings, counted } of policies) {
    const matches = counted.map((one) => one.matches);
    const reached = counted.flatMap((one) => one.reached ?? []);
    // Whether it is true, and whether it is not known, are two questions about one column.
    formulas.announce([...endings, ...endings, ...matches, ...matches, ...reached]);
  }
  const endings = policies.map((one, index): Column => [
    `ending_${index}`,
    endingOf(one, formulas, writer),
  ]);
  const matched = policies.map((one, index) => masksOf(one, index, formulas, writer));
  const reads = policies.map((one) => readsOf(one.formulas, one, formulas));
  const reasons = policies.map((one) => readsOf(one.provided, one, formulas));
  const needs = policies.map(({ policy }) => new PolicyNeeds(policy, values));
  const isRequest = values.isRequest() ?? writer.boolean(true);
  const layers: (readonly Column[])[] = [
    ...[...values.derived].map((column) => [column]),
    ...formulas.levels().map((level) => level ?? []),
    [
      ...endings,
      ["is_request", isRequest],
      ["is_unusual", values.isUnusual() ?? writer.boolean(false)],
    ],
    matched.flatMap((masks) => masks.flatMap(({ columns: own }) => own)),
  ];
  const sql = layers
    .filter((layer) => layer.length > 0)
    .reduce(
      (rows, layer, depth) => withColumns(rows, layer, depth, writer),
      `SELECT * FROM ${from}`,
    );
  return {
    sql,
    reads,
    reasons,
    needs,
    masks: matched.map((masks) => masks.map(({ rules }) => rules)),
  };
}

/** Builds SQL for the different requests of a log, with how often each is there: columns `request`, `skipped` and `n`. */
export function requestsQuery(
  writer: QueryWriter,
  used: readonly string[],
  options: Pick<QueryOptions, "from" | "columns" | "dialect" | "isNormalized">,
): Sql {
  const { sql } = endedRows([], writer, options);
  const all = withColumns(sql, [["is_aside", writer.boolean(true)]], 0, writer);
  const isSkipped = skippedOf(options.columns, writer);
  const skipped: Column = ["is_skipped", isSkipped];
  const rows = withColumns(all, [skipped], 1, writer);
  const request = `CASE WHEN NOT ${writer.column("is_skipped")} THEN ${writer.record(used)} END`;
  const groups = withColumns(rows, [["group_0", request]], 2, writer);
  const keys = ["group_0", "is_skipped"].map(writer.column);
  return `SELECT ${keys[0]} AS ${writer.column("request")}, ${keys[1]} AS ${writer.column("skipped")}, count(*) AS n FROM (${groups}) AS requests GROUP BY ${keys.join(", ")}`;
}

type Column = readonly [name: string, sql: Sql];

function withColumns(
  rows: Sql,
  columns: readonly Column[],
  depth: number,
  { column }: SqlWriter,
): Sql {
  const added = columns.map(([name, sql]) => `${sql} AS ${column(name)}`).join(",\n  ");
  return `SELECT *,\n  ${added}\nFROM (${rows}) AS rows${depth}`;
}

/** Builds bit masks of the rules that match a row, and of those whose match is unknown. */
function masksOf(
  { counted }: PolicyEndings,
  index: number,
  formulas: FormulaWriter,
  { and, column }: SqlWriter,
): { readonly columns: readonly Column[]; readonly rules: readonly number[] }[] {
  const ending = column(`ending_${index}`);
  const masks: { columns: Column[]; rules: number[] }[] = [];
  for (let at = 0; at < counted.length; at += bitsOfMask) {
    const some = counted.slice(at, at + bitsOfMask);
    const bits = some.map(({ matches, reached, from: first }, bit) => {
      const isReached =
        reached === undefined
          ? `(${ending} = 0 OR abs(${ending}) > ${first})`
          : formulas.write(reached);
      return { value: 2 ** bit, holds: and(isReached, formulas.write(matches)) };
    });
    const sum = (test: (holds: Sql) => Sql): Sql =>
      bits
        .map(({ value, holds }) => `CASE WHEN ${test(holds)} THEN ${value} ELSE 0 END`)
        .join(" + ");
    const number = masks.length;
    masks.push({
      columns: [
        [`matched_${index}_${number}`, sum((holds) => holds)],
        [`perhaps_${index}_${number}`, sum((holds) => `${holds} IS NULL`)],
      ],
      rules: some.map((one) => one.index),
    });
  }
  return masks;
}

/** Builds a single query that counts the endings of all rows of a log under each policy. */
export function impactQuery(
  policies: readonly PolicyEndings[],
  writer: QueryWriter,
  options: QueryOptions,
): ImpactQuery {
  const { columns, keepsRest, where, dimensions: wanted = dimensions } = options;
  const sides = [...policies, ...(where === undefined ? [] : [where])];
  const { sql: ended, reads, reasons, needs, ...ofAll } = endedRows(sides, writer, options);
  const masks = ofAll.masks.slice(0, policies.length);
  const used = new Set([
    ...reads.flatMap((some) => some.flatMap((one) => [...one.columns])),
    ...needs.flatMap(({ whole }) => [...whole.columns]),
  ]);
  const names = columnsOf(columns);
  const usedColumns = names.filter((name) => used.has(name));
  const asked =
    where === undefined ? "1" : askedOf(where, writer.column(`ending_${policies.length}`));
  const isAside = [
    writer.column("is_request"),
    ...(where === undefined ? [] : [`${asked} <> 0`]),
    pairsOf(policies, writer),
  ];
  const rows = withColumns(ended, [["is_aside", isAside.join(" AND ")]], names.length, writer);
  const isRest = keepsRest ? restOf(sides, reads, asked, writer) : undefined;
  const aside = (sql: Sql): Sql => `CASE WHEN ${writer.column("is_aside")} THEN ${sql} END`;
  const dimensionSql = wanted.flatMap((name): Column[] => {
    const sql = dimension(name, columns, writer);
    return sql === undefined ? [] : [[name, aside(sql)]];
  });
  const same = (name: string): Column => [name, writer.column(name)];
  const groups: Column[] = [
    ...policies.map((_, index) => same(`ending_${index}`)),
    ...masks.flatMap((own, index) =>
      own.flatMap((_, number) => [
        same(`matched_${index}_${number}`),
        same(`perhaps_${index}_${number}`),
      ]),
    ),
    ...dimensionSql,
    ["asked", asked],
    ["skipped", skippedOf(columns, writer)],
    ["absent", aside(absentOf(usedColumns, writer))],
    [
      "rest",
      usedColumns.length === 0 || isRest === undefined
        ? `CASE WHEN ${writer.boolean(false)} THEN ${writer.text("")} END`
        : `CASE WHEN ${isRest} THEN ${writer.record(usedColumns)} END`,
    ],
  ];
  // Names of their own: a column and what is made of it may not have the same name everywhere.
  const keys = groups.map((_, index) => writer.column(`group_${index}`));
  const grouped = withColumns(
    rows,
    [
      ...groups.map(([, sql], index): Column => [`group_${index}`, sql]),
      ["record_aside", aside(writer.record(names))],
    ],
    names.length + 1,
    writer,
  );
  const selected = groups.map(([name], index) => `${keys[index]} AS ${writer.column(name)}`);
  const sql = `SELECT ${selected.join(",\n  ")},\n  count(*) AS n,\n  min(${writer.column("record_aside")}) AS example\nFROM (${grouped}) AS ended\nGROUP BY ${keys.join(", ")}`;
  const found = wanted.filter((name) => dimensionSql.some(([one]) => one === name));
  return { sql, reads, reasons, needs, dimensions: found, used: usedColumns, masks };
}

/** True for a row that is not an exchange: its line cannot be read, or its content was never a request. */
function skippedOf({ fields, hasUnreadable }: LogColumns, writer: QueryWriter): Sql {
  const { column, matches } = writer;
  const tests = [`NOT ${column("is_request")}`];
  if (hasUnreadable) tests.push(`${column("unreadable")} IS NOT NULL`);
  // All rows take a while to look at: of those that end alike, it makes no difference.
  if (fields.has("uri")) {
    const isBroken = matches(column("uri"), String.raw`[\x00-\x1f\x7f]`);
    const isAside = `${column("is_aside")} AND ${column("uri")} IS NOT NULL`;
    tests.push(`CASE WHEN ${isAside} THEN ${isBroken} ELSE ${writer.boolean(false)} END`);
  }
  return tests.join(" OR ");
}

/** 1 for a row to count, 0 for a row to leave out, and -1 when that is not known. */
function askedOf({ endings }: PolicyEndings, ending: Sql): Sql {
  const number = endings.findIndex(({ kind }) => kind === "denied") + 1;
  if (number === 0) return "0";
  return `CASE WHEN ${ending} = ${number} THEN 1 WHEN ${ending} < 0 THEN -1 ELSE 0 END`;
}

/** The number of the ending from 1, 0 for the last; negative when it is not decided. */
function endingOf(
  { formulas: all, notFollowed }: PolicyEndings,
  formulas: FormulaWriter,
  { boolean, whole }: SqlWriter,
): Sql {
  if (notFollowed !== undefined) return whole(-1n);
  const branches = all.slice(0, -1).flatMap((formula, index) => {
    const sql = formulas.write(formula);
    return [
      `WHEN ${sql} THEN ${index + 1}`,
      ...(sql === boolean(false) || sql === boolean(true)
        ? []
        : [`WHEN ${sql} IS NULL THEN -${index + 1}`]),
    ];
  });
  return branches.length === 0 ? whole(0n) : `CASE ${branches.join(" ")} ELSE 0 END`;
}

function readsOf(
  all: readonly Formula[],
  { notFollowed }: PolicyEndings,
  formulas: FormulaWriter,
): Reads[] {
  if (notFollowed !== undefined) {
    const cause: Cause = { kind: "untranslated", what: notFollowed };
    return all.map(() => ({ causes: new Map([[notFollowed, cause]]), columns: new Set<string>() }));
  }
  return all.map((formula) => formulas.readsOf(formula));
}

function pairsOf(policies: readonly PolicyEndings[], { boolean, column }: SqlWriter): Sql {
  const [one, other] = policies;
  const [first, second] = [column("ending_0"), column("ending_1")];
  if (one === undefined || other === undefined) return `${first} <> 0`;
  const code = (number: number, { endings }: PolicyEndings): number =>
    number === endings.length - 1 ? 0 : number + 1;
  // Of one policy, the endings of the other that are the same.
  const branches = one.endings.map((ending, number) => {
    const same = other.endings.flatMap((another, at) =>
      isSame(ending, another) === true ? [code(at, other)] : [],
    );
    const test = same.length === 0 ? boolean(true) : `${second} NOT IN (${same.join(", ")})`;
    return `WHEN ${first} = ${code(number, one)} THEN ${test}`;
  });
  return `CASE ${branches.join(" ")} ELSE ${boolean(true)} END`;
}

function restOf(
  [one, other, where]: readonly PolicyEndings[],
  [before = [], after = [], asking = []]: readonly (readonly Reads[])[],
  asked: Sql,
  writer: QueryWriter,
): Sql | undefined {
  const { column } = writer;
  const tests = [openEnding(0, before, writer), openEnding(1, after, writer)];
  for (const [number, ending] of one?.endings.entries() ?? []) {
    const unsure = (other?.endings ?? []).flatMap((another, at) =>
      isSame(ending, another) === undefined ? [at + 1] : [],
    );
    if (unsure.length === 0) continue;
    tests.push(
      `(${column("ending_0")} = ${number + 1} AND ${column("ending_1")} IN (${unsure.join(", ")}))`,
    );
  }
  const isOpen = either(...tests);
  if (where === undefined) return isOpen;
  const isPerhapsAsked = openEnding(2, asking, writer);
  return either(
    isOpen && `(${asked} = 1 AND ${isOpen})`,
    isPerhapsAsked && `(${asked} < 0 AND ${isPerhapsAsked})`,
  );
}

function either(...tests: readonly (Sql | undefined)[]): Sql | undefined {
  const given = tests.filter((test) => test !== undefined);
  return given.length === 0 ? undefined : `(${given.join(" OR ")})`;
}

function openEnding(index: number, reads: readonly Reads[], writer: QueryWriter): Sql | undefined {
  const byTest = new Map<Sql, number[]>();
  for (const [number, read] of reads.entries()) {
    const test = openToEngine(read, writer);
    if (test !== undefined) getOrAdd(byTest, test, () => []).push(-(number + 1));
  }
  if (byTest.size === 0) return undefined;
  const ending = writer.column(`ending_${index}`);
  const no = writer.boolean(false);
  const branches = [...byTest].map(
    ([test, codes]) => `WHEN ${ending} IN (${codes.join(", ")}) THEN ${test}`,
  );
  return `CASE WHEN ${ending} >= 0 THEN ${no} ${branches.join(" ")} ELSE ${no} END`;
}

function openToEngine({ causes, columns }: Reads, writer: QueryWriter): Sql | undefined {
  const kinds = new Set([...causes.values()].map(({ kind }) => kind));
  if (kinds.size + columns.size === 0) return undefined;
  const { column } = writer;
  if (kinds.size === 1 && kinds.has("untranslated")) return writer.boolean(true);
  // What is missing does not matter, perhaps, once the engine has read what has an unusual form.
  const isUnusual = column("is_unusual");
  if (kinds.size > 0) return isUnusual;
  const known = [...columns].map((name) => isKnown(name, writer));
  return `(${isUnusual} OR ${known.join(" AND ")})`;
}

function isKnown(name: string, writer: QueryWriter): Sql {
  const sql = writer.column(name);
  return writer.isKnown(sql) ?? `${sql} IS NOT NULL`;
}

function absentOf(columns: readonly string[], writer: QueryWriter): Sql {
  if (columns.length === 0) return "0";
  return columns
    .map((name, bit) => {
      return `CASE WHEN ${isKnown(name, writer)} THEN 0 ELSE ${2 ** Math.min(bit, bitsOfMask)} END`;
    })
    .join(" + ");
}

function dimension(
  name: DimensionName,
  { fields }: LogColumns,
  writer: QueryWriter,
): Sql | undefined {
  switch (name) {
    case "day":
      return fields.has("time") ? writer.day(writer.column("time")) : undefined;
    case "host":
      return fields.has("host") ? writer.column("host") : undefined;
    case "country":
      return fields.has("country_code") ? writer.column("country_code") : undefined;
    case "path":
      return fields.has("uri") ? writer.pathShape(writer.column("uri")) : undefined;
    case "network":
      return fields.has("client_ip") ? writer.network(writer.column("client_ip")) : undefined;
  }
}
