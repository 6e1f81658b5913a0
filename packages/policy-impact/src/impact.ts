import {
  compilePolicy,
  stubsOf,
  type CompiledPolicy,
  type Exchange,
  type Outcome,
} from "@traffic-policy/policy-engine";
import { behaviourIn } from "@traffic-policy/policy-engine/internal";
import { SymbolicSession, type SymbolicOptions } from "@traffic-policy/policy-proof/symbolic";
import { changeOf } from "./change.ts";
import { DatabaseError, type Cell, type Database, type QueryOptions } from "./database.ts";
import { decidedBySql, hasBit, numberOf, possible, type Decided } from "./decided.ts";
import { EngineDecisions, type EngineDecision } from "./engine-decisions.ts";
import type { LogColumns, LogRecord } from "./fields.ts";
import {
  endingOfOutcome,
  isSame,
  policyEndings,
  type OutcomeKind,
  type PolicyEnding,
  type PolicyEndings,
} from "./policy-endings.ts";
import { dimensions, impactQuery, type DimensionName, type ImpactQuery } from "./query.ts";
import { exchangeOf, readRecord } from "./records.ts";
import type { Cause } from "./sql/untranslated.ts";
import type { Sql } from "./sql/writer.ts";
import { sumOf, TopValues, type DimensionRow, type DimensionValues } from "./top-values.ts";

/** Options for computing the impact of a policy. */
export interface ImpactOptions extends SymbolicOptions, QueryOptions {
  readonly database: Database;
  /** The rows of the log, as a database has it after `FROM`, with the columns of {@link LogColumns}. */
  readonly from: Sql;
  readonly columns: LogColumns;
  /** The handling of conditions without SQL: the engine decides (by default), or the question is refused. */
  readonly untranslated?: "engine" | "refuse";
  /** The dimensions to count by; by default, all that the log provides. */
  readonly dimensions?: readonly DimensionName[];
  /**
   * The exchanges to count, as a policy whose only rule denies them. {@link wherePolicy} makes it from a condition.
   */
  readonly where?: CompiledPolicy;
  /** How many examples of each kind are shown; 3 by default. */
  readonly examples?: number;
  /** How many values of a host, path, country, network or day are told; 20 by default. */
  readonly top?: number;
}

/** A condition that has no SQL that says exactly the same. */
export class UntranslatedError extends Error {
  override readonly name = "UntranslatedError";
  /** The parts that have no SQL, with the rules that use them. */
  readonly places: readonly { readonly rule: string; readonly what: string }[];

  constructor(places: UntranslatedError["places"]) {
    const [first] = places;
    const more = places.length > 1 ? `, and ${places.length - 1} more` : "";
    super(
      `There is no exact SQL for ${first?.what ?? "a condition"} (${first?.rule ?? ""})${more}.`,
    );
    this.places = places;
  }
}

/** How an exchange went. */
export interface Way {
  readonly kind: OutcomeKind | "unknown";
  readonly ending?: PolicyEnding;
}

/** The number of exchanges with a given result before and a given result now. */
export interface Passage {
  readonly before: Way;
  readonly after: Way;
  readonly count: number;
  /** True when the client sees a difference; undefined when that is not known. */
  readonly isChanged?: boolean;
  readonly examples: readonly ImpactExample[];
}

/** An exchange for which a replay in the engine confirms the counted result. */
export interface ImpactExample {
  readonly record: LogRecord;
  readonly exchange: Exchange;
}

export interface Unknown {
  readonly cause: Cause;
  readonly count: number;
}

export interface RuleMatches {
  readonly path: string;
  readonly name?: string;
  readonly count: number;
  /** The number of exchanges for which a match is unknown. */
  readonly unknown: number;
}

/** The effect of a policy on recorded traffic, compared with another policy. */
export interface Impact {
  /** The rows of the log: those that could not be read, and those that were. */
  readonly rows: number;
  readonly skipped: number;
  /** Those that are not asked about. */
  readonly notAsked: number;
  /** Those of which is not known whether they are asked about. */
  readonly perhapsAsked: number;
  /** Those that are asked about. */
  readonly seen: number;
  /** Those of which is known whether something changed. */
  readonly evaluated: number;
  readonly changed: number;
  readonly unknown: number;
  readonly newlyDenied: number;
  readonly newlyForwarded: number;
  /** From the most frequent to the least. */
  readonly passages: readonly Passage[];
  readonly reasons: readonly Unknown[];
  readonly rules: readonly (readonly RuleMatches[])[];
  readonly dimensions: Readonly<Partial<Record<DimensionName, DimensionValues>>>;
  /** Exchanges that the engine decided, because SQL could not. */
  readonly byEngine: number;
  /**
   * True when both policies certainly do the same to the traffic that they let through: to headers, URLs, logs and
   * counters. Differences in these are not counted.
   */
  readonly sameBeside: boolean;
}

/**
 * A policy that denies what a condition holds for, to ask about that only.
 *
 * @param condition - CEL, as in a rule for requests or, of other protocols, for connections
 */
export function wherePolicy(
  condition: string,
  { protocol, dialect, sections }: CompiledPolicy,
): Promise<CompiledPolicy> {
  const section = sections.find(({ stage }) => stage === "request") ?? sections[0];
  const rule = { expressions: [condition], actions: [{ type: "deny" }] };
  return compilePolicy({ [section?.name ?? "inbound"]: [rule] }, { protocol, dialect });
}

/**
 * The SQL that counts what two policies would have done.
 *
 * @throws UntranslatedError when a condition has no exact SQL, and the engine is not to decide
 */
export function sqlOfImpact(
  before: CompiledPolicy,
  after: CompiledPolicy,
  options: Omit<ImpactOptions, "database"> & { readonly database: Pick<Database, "writer"> },
): Sql {
  const { query, sides } = prepare(before, after, options);
  if (options.untranslated === "refuse") refuse(sides, query);
  return query.sql;
}

/**
 * Counts what two policies would have done to each exchange of a log.
 *
 * @throws UntranslatedError when a condition has no exact SQL, and the engine is not to decide
 * @throws DatabaseError when the database has no complete answer
 */
export async function impactOf(
  before: CompiledPolicy,
  after: CompiledPolicy,
  options: ImpactOptions,
): Promise<Impact> {
  const { database, signal, onProgress } = options;
  const { query, sides, where } = prepare(before, after, options);
  if (options.untranslated === "refuse") refuse(sides, query);
  const groups = await database.keep(query.sql, { signal, onProgress });
  const counting = new Counting(sides, where, query, options);
  await counting.countDecided(groups);
  await counting.countRest(groups);
  await counting.countDimensions(groups);
  return counting.impact();
}

function prepare(
  before: CompiledPolicy,
  after: CompiledPolicy,
  options: Omit<ImpactOptions, "database"> & { readonly database: Pick<Database, "writer"> },
): {
  readonly query: ImpactQuery;
  readonly sides: readonly [PolicyEndings, PolicyEndings];
  readonly where: PolicyEndings | undefined;
} {
  const { from, columns, untranslated = "engine" } = options;
  const { urlNormalization } = behaviourIn(after.dialect, options.options);
  const session = new SymbolicSession();
  const sides = [before, after].map((one) => policyEndings(one, options, session)) as [
    PolicyEndings,
    PolicyEndings,
  ];
  const where = options.where && policyEndings(options.where, options, session);
  const query = impactQuery(sides, options.database.writer, {
    from,
    columns,
    dialect: after.dialect,
    isNormalized: urlNormalization === "rfc3986",
    keepsRest: untranslated === "engine",
    ...(options.dimensions && { dimensions: options.dimensions }),
    ...(where && { where }),
  });
  return { query, sides, where };
}

function refuse(sides: readonly PolicyEndings[], { reads }: ImpactQuery): void {
  const places = sides.flatMap(({ endings }, side) =>
    endings.flatMap(({ rule }, index) =>
      [...(reads[side]?.[index]?.causes.values() ?? [])].flatMap((cause) =>
        cause.kind === "untranslated"
          ? [{ rule: rule?.name ?? rule?.path ?? "the end", what: cause.what }]
          : [],
      ),
    ),
  );
  if (places.length > 0) throw new UntranslatedError(places);
}

interface CountedPassage {
  readonly one: Decided;
  readonly other: Decided;
  readonly isChanged: boolean | undefined;
  count: number;
  examples: ImpactExample[];
}

type Side = 0 | 1;

const whereSide = 2;

const usualTop = 20;
/** Limits memory: further values of a dimension, among rows that the engine decides, count as others. */
const mostValues = 100_000;

class Counting {
  readonly #sides: readonly [PolicyEndings, PolicyEndings];
  readonly #where: PolicyEndings | undefined;
  readonly #query: ImpactQuery;
  readonly #options: ImpactOptions;
  readonly #engine: EngineDecisions;
  readonly #passages = new Map<string, CountedPassage>();
  readonly #reasons = new Map<string, { cause: Cause; count: number }>();
  readonly #matches: readonly [number[], number[]];
  readonly #unknownMatches: readonly [number[], number[]];
  readonly #ofRest = new Map<DimensionName, Map<string, DimensionRow>>();
  readonly #dimensions = new Map<DimensionName, DimensionValues>();
  readonly #dimensionNames: readonly DimensionName[];
  #seen = 0;
  #byEngine = 0;
  #rows = 0;
  #skipped = 0;
  #notAsked = 0;
  #perhapsAsked = 0;

  constructor(
    sides: readonly [PolicyEndings, PolicyEndings],
    where: PolicyEndings | undefined,
    query: ImpactQuery,
    options: ImpactOptions,
  ) {
    this.#sides = sides;
    this.#where = where;
    this.#query = query;
    this.#options = options;
    const stubs = stubsOf(options.stubs);
    const all = where === undefined ? sides : [...sides, where];
    this.#engine = new EngineDecisions(all, query, { ...options.options, stubs });
    const zeros = ({ rules }: PolicyEndings): number[] => rules.map(() => 0);
    this.#matches = [zeros(sides[0]), zeros(sides[1])];
    this.#unknownMatches = [zeros(sides[0]), zeros(sides[1])];
    this.#dimensionNames = dimensions.filter((name) => query.dimensions.includes(name));
  }

  async countDecided(groups: Sql): Promise<void> {
    const { column } = this.#options.database.writer;
    const keys = ["ending_0", "ending_1", "absent", ...this.#masks].map(column).join(", ");
    const decided = this.#decidedRows(groups);
    const { signal } = this.#options;
    for await (const row of this.#options.database.rows(
      `SELECT ${keys}, sum(n) FROM ${decided} GROUP BY ${keys}`,
      { signal },
    )) {
      const [one, other, absent, ...rest] = row.map(numberOf);
      const count = rest.pop() ?? 0;
      const pair = this.#pair(one ?? 0, other ?? 0, absent ?? 0);
      this.#seen += count;
      this.#add(pair, count);
      this.#addMatches(pair, rest, count);
    }
    const about = [column("skipped"), column("asked"), `${column("rest")} IS NULL`].join(", ");
    const others = `SELECT ${about}, sum(n) FROM ${groups} AS kept GROUP BY ${about}`;
    for await (const row of this.#options.database.rows(others, { signal })) {
      const [isSkipped = 0, asked = 0, isDecided = 0, total = 0] = row.map(numberOf);
      this.#rows += total;
      if (isSkipped === 1) this.#skipped += total;
      else if (asked === 0) this.#notAsked += total;
      else if (asked < 0 && isDecided === 1) this.#perhapsAsked += total;
    }
    await this.#showExamples(decided);
  }

  #decidedRows(groups: Sql): Sql {
    const { column } = this.#options.database.writer;
    return `${groups} AS kept WHERE ${column("rest")} IS NULL AND NOT ${column("skipped")} AND ${column("asked")} = 1`;
  }

  get #masks(): readonly string[] {
    return this.#query.masks.flatMap((own, side) =>
      own.flatMap((_, number) => [`matched_${side}_${number}`, `perhaps_${side}_${number}`]),
    );
  }

  /** Counts the values of each dimension. Call after `countRest`. */
  async countDimensions(groups: Sql): Promise<void> {
    const { top = usualTop, signal, database } = this.#options;
    const { column } = database.writer;
    for (const name of this.#dimensionNames) {
      const found = new TopValues(top);
      const ofRest = this.#ofRest.get(name) ?? new Map<string, DimensionRow>();
      const keys = [name, "ending_0", "ending_1"].map(column).join(", ");
      const isDecided = `${column("ending_0")} >= 0 AND ${column("ending_1")} >= 0`;
      // In order, so that not all of them have to be remembered to find those with most changes.
      const sql = `SELECT ${keys}, sum(n) FROM ${this.#decidedRows(groups)} AND ${isDecided} AND ${column(name)} IS NOT NULL GROUP BY ${keys} ORDER BY ${column(name)}`;
      for await (const [cell, ...rest] of database.rows(sql, { signal })) {
        const [one = 0, other = 0, count = 0] = rest.map(numberOf);
        const value = String(cell);
        const row = this.#changedRow(value, this.#pair(one, other, 0), count);
        if (row === undefined) continue;
        found.add(row);
        const more = ofRest.get(value);
        if (more !== undefined) found.add(more);
        ofRest.delete(value);
      }
      for (const row of ofRest.values()) found.add(row);
      this.#dimensions.set(name, found.end());
    }
  }

  async #showExamples(decided: Sql): Promise<void> {
    const { examples = 3, signal, database } = this.#options;
    const { column } = database.writer;
    const group = ["ending_0", "ending_1", "absent", ...this.#masks, ...this.#dimensionNames];
    const columns = ["example", ...group].map(column).join(", ");
    // One of each kind of path, client and day at most, so that examples are not all alike.
    const some = database.writer.limitedBy(
      `SELECT ${columns} FROM ${decided} AND ${column("example")} IS NOT NULL`,
      { keys: ["ending_0", "ending_1"], order: "example", limit: 4 * examples },
    );
    // The same ones each time: a database gives rows in the order in which its threads are done.
    const sql = `SELECT * FROM (${some}) AS some_rows ORDER BY ${column("example")}`;
    for await (const [record, ...cells] of database.rows(sql, { signal })) {
      const [one = 0, other = 0, absent = 0] = cells.slice(0, 3).map((cell) => numberOf(cell));
      this.#showExample(String(record), this.#pair(one, other, absent));
    }
  }

  #showExample(record: string, pair: Pair): void {
    const { examples = 3 } = this.#options;
    const passage = this.#passages.get(keyOf(pair));
    if (passage === undefined || passage.examples.length >= examples) return;
    const found = this.#replayed(readRecord(record), pair);
    if (found !== undefined) passage.examples.push(found);
  }

  /** Replays a record in the engine. Undefined when the result differs from the count, or is not known. */
  #replayed(record: LogRecord, { one, other }: Pair): ImpactExample | undefined {
    const exchange = possible(() => exchangeOf(record));
    if (exchange === undefined) return undefined;
    if (!("ending" in one) || !("ending" in other)) return { record, exchange };
    const ways = this.#sides.map((side) => {
      const outcome = this.#engine.simulate(side, exchange);
      return outcome && endingOfOutcome(side, outcome);
    });
    return ways[0] === one.ending && ways[1] === other.ending ? { record, exchange } : undefined;
  }

  /** Decides in the engine what SQL could not: each combination of relevant values once. */
  async countRest(groups: Sql): Promise<void> {
    const { database, signal } = this.#options;
    const { column } = database.writer;
    const names = this.#dimensionNames.map(column);
    const keys = ["rest", "example", "asked", "ending_0", "ending_1"].map(column);
    const columns = [...keys, "n", ...names];
    const sql = `SELECT ${columns.join(", ")} FROM ${groups} AS kept WHERE ${column("rest")} IS NOT NULL AND NOT ${column("skipped")} AND ${column("asked")} <> 0 ORDER BY ${column("rest")}, ${column("example")}`;
    let last:
      | ({ readonly rest: Cell; readonly isAsked: boolean | undefined } & DecidedPair)
      | undefined;
    for await (const row of database.rows(sql, { signal })) {
      const [rest = null, example, asked = 0, first = 0, second = 0, total = 0, ...values] = row;
      const count = numberOf(total);
      if (last?.rest !== rest) {
        const codes = [numberOf(first), numberOf(second)] as const;
        const record = readRecord(String(rest));
        const isAsked = numberOf(asked) === 1 || this.#isAsked(record);
        last = { rest, isAsked, ...this.#decide(record, codes) };
      }
      if (last.isAsked !== true) {
        if (last.isAsked === false) this.#notAsked += count;
        else this.#perhapsAsked += count;
        continue;
      }
      this.#seen += count;
      this.#byEngine += count;
      this.#add(last.pair, count);
      for (const side of [0, 1] as const) this.#addDecided(side, last.decisions[side], count);
      for (const [index, name] of this.#dimensionNames.entries()) {
        const value = values[index];
        if (value !== null && value !== undefined) {
          this.#addOfRest(name, String(value), last.pair, count);
        }
      }
      if (typeof example === "string") this.#showExample(example, last.pair);
    }
  }

  #isAsked(record: LogRecord): boolean | undefined {
    if (this.#where === undefined) return true;
    const { decided } = this.#engine.decide(record, whereSide, -1);
    if (!("ending" in decided)) return undefined;
    return this.#where.endings[decided.ending]?.kind === "denied";
  }

  #decide(record: LogRecord, codes: readonly [number, number]): DecidedPair {
    const [one, other] = ([0, 1] as const).map((side) =>
      this.#engine.decide(record, side, codes[side]),
    ) as [EngineDecision, EngineDecision];
    const outcomes = [one.outcome, other.outcome];
    const isChanged = this.#isChanged(one.decided, other.decided, outcomes);
    return { pair: { one: one.decided, other: other.decided, isChanged }, decisions: [one, other] };
  }

  #isChanged(
    one: Decided,
    other: Decided,
    outcomes: readonly (Outcome | undefined)[],
  ): boolean | undefined {
    if (!("ending" in one) || !("ending" in other)) return undefined;
    const [before, after] = [this.#ending(0, one.ending), this.#ending(1, other.ending)];
    const same = before && after && isSame(before, after);
    if (same !== undefined) return !same;
    const [first, second] = outcomes;
    if (first === undefined || second === undefined) return undefined;
    const seen = ({ result, forwardedTo, response }: Outcome): string =>
      JSON.stringify([result, forwardedTo, response]);
    return seen(first) !== seen(second);
  }

  #ending(side: Side, number: number): PolicyEnding | undefined {
    return this.#sides[side].endings[number];
  }

  #pair(one: number, other: number, absent: number): Pair {
    const decided = [one, other].map((code, side) => this.#decided(code, side as Side, absent)) as [
      Decided,
      Decided,
    ];
    return {
      one: decided[0],
      other: decided[1],
      isChanged: this.#isChanged(decided[0], decided[1], []),
    };
  }

  #decided(code: number, side: Side, absent: number): Decided {
    return decidedBySql(code, this.#sides[side], this.#query, side, absent);
  }

  #add(pair: Pair, count: number): void {
    const key = keyOf(pair);
    const passage = this.#passages.get(key);
    if (passage === undefined) this.#passages.set(key, { ...pair, count, examples: [] });
    else passage.count += count;
    if (pair.isChanged !== undefined) return;
    const causes = new Map<string, Cause>();
    for (const way of [pair.one, pair.other]) {
      if ("causes" in way) for (const cause of way.causes) causes.set(JSON.stringify(cause), cause);
    }
    if (causes.size === 0) {
      const cause: Cause = { kind: "untranslated", what: "whether two answers are the same" };
      causes.set(JSON.stringify(cause), cause);
    }
    for (const [text, cause] of causes) {
      const known = this.#reasons.get(text);
      if (known === undefined) this.#reasons.set(text, { cause, count });
      else known.count += count;
    }
  }

  #addMatches({ one, other }: Pair, masks: readonly number[], count: number): void {
    let at = 0;
    for (const side of [0, 1] as const) {
      for (const rules of this.#query.masks[side] ?? []) {
        const [matched = 0, perhaps = 0] = masks.slice(at, at + 2);
        at += 2;
        for (const [bit, rule] of rules.entries()) {
          if (hasBit(matched, bit)) add(this.#matches[side], rule, count);
          if (hasBit(perhaps, bit)) add(this.#unknownMatches[side], rule, count);
        }
      }
      this.#addEnded(side, side === 0 ? one : other, count);
    }
  }

  #addEnded(side: Side, way: Decided, count: number): void {
    for (const [rule, { endings }] of this.#sides[side].rules.entries()) {
      if ("ending" in way) {
        if (endings.includes(way.ending)) add(this.#matches[side], rule, count);
      } else if (endings.some((ending) => ending >= way.from)) {
        add(this.#unknownMatches[side], rule, count);
      }
    }
  }

  #addDecided(side: Side, { decided, outcome }: EngineDecision, count: number): void {
    const { rules, counted } = this.#sides[side];
    if (outcome === undefined) {
      this.#addEnded(side, decided, count);
      for (const { index } of counted) add(this.#unknownMatches[side], index, count);
      return;
    }
    const paths = new Set(outcome.matched.map(({ path }) => path));
    for (const [rule, { path }] of rules.entries()) {
      if (paths.has(path)) add(this.#matches[side], rule, count);
    }
  }

  #addOfRest(name: DimensionName, value: string, pair: Pair, count: number): void {
    let rows = this.#ofRest.get(name);
    if (rows === undefined) this.#ofRest.set(name, (rows = new Map()));
    const key = rows.has(value) || rows.size < mostValues ? value : otherValues;
    const row = this.#changedRow(key, pair, count);
    if (row === undefined) return;
    const before = rows.get(key);
    rows.set(key, before === undefined ? row : sumOf(before, row));
  }

  #changedRow(value: string, pair: Pair, count: number): DimensionRow | undefined {
    if (pair.isChanged !== true) return undefined;
    const { isDenied, isForwarded } = this.#change(pair);
    return {
      value,
      changed: count,
      newlyDenied: isDenied ? count : 0,
      newlyForwarded: isForwarded ? count : 0,
    };
  }

  #change({ one, other }: Pair): { readonly isDenied: boolean; readonly isForwarded: boolean } {
    const change = changeOf(this.#kind(0, one), this.#kind(1, other));
    return { isDenied: change === "newly-denied", isForwarded: change === "newly-forwarded" };
  }

  #kind(side: Side, way: Decided): Way["kind"] {
    return "ending" in way ? (this.#ending(side, way.ending)?.kind ?? "unknown") : "unknown";
  }

  #way(side: Side, way: Decided): Way {
    const ending = "ending" in way ? this.#ending(side, way.ending) : undefined;
    return ending === undefined ? { kind: "unknown" } : { kind: ending.kind, ending };
  }

  /** @throws DatabaseError when the counts do not add up */
  impact(): Impact {
    const counted = this.#skipped + this.#notAsked + this.#perhapsAsked + this.#seen;
    if (counted !== this.#rows) {
      throw new DatabaseError(
        `One query found ${this.#rows} rows, and others ${counted}: the log changed while it was counted, or each had a sample of its own, because the user may not keep what is counted.`,
      );
    }
    const passages = [...this.#passages]
      .toSorted(
        ([key, one], [otherKey, other]) => other.count - one.count || (key < otherKey ? -1 : 1),
      )
      .map(([, passage]) => passage);
    const sum = (wanted: (pair: CountedPassage) => boolean): number =>
      passages.filter(wanted).reduce((total, { count }) => total + count, 0);
    const unknown = sum(({ isChanged }) => isChanged === undefined);
    return {
      rows: this.#rows,
      skipped: this.#skipped,
      notAsked: this.#notAsked,
      perhapsAsked: this.#perhapsAsked,
      seen: this.#seen,
      evaluated: this.#seen - unknown,
      changed: sum(({ isChanged }) => isChanged === true),
      unknown,
      newlyDenied: sum((pair) => pair.isChanged === true && this.#change(pair).isDenied),
      newlyForwarded: sum((pair) => pair.isChanged === true && this.#change(pair).isForwarded),
      passages: passages.map(({ one, other, isChanged, count, examples }) => ({
        before: this.#way(0, one),
        after: this.#way(1, other),
        count,
        ...(isChanged !== undefined && { isChanged }),
        examples,
      })),
      reasons: [...this.#reasons]
        .toSorted(
          ([key, one], [otherKey, other]) => other.count - one.count || (key < otherKey ? -1 : 1),
        )
        .map(([, reason]) => reason),
      rules: this.#sides.map(({ rules }, side) =>
        rules.map(({ path, name }, index) => ({
          path,
          ...(name !== undefined && { name }),
          count: this.#matches[side as Side][index] ?? 0,
          unknown: this.#unknownMatches[side as Side][index] ?? 0,
        })),
      ),
      dimensions: Object.fromEntries(this.#dimensions),
      byEngine: this.#byEngine,
      sameBeside: this.#sides[0].effects === this.#sides[1].effects,
    };
  }
}

const otherValues = "(others)";

interface Pair {
  readonly one: Decided;
  readonly other: Decided;
  readonly isChanged: boolean | undefined;
}

interface DecidedPair {
  readonly pair: Pair;
  readonly decisions: readonly [EngineDecision, EngineDecision];
}

function keyOf({ one, other, isChanged }: Pair): string {
  const of = (way: Decided): unknown => ("ending" in way ? way.ending : "unknown");
  return JSON.stringify([of(one), of(other), isChanged ?? null]);
}

function add(counts: number[], index: number, count: number): void {
  counts[index] = (counts[index] ?? 0) + count;
}
