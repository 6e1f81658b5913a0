import { stubsOf, type CompiledPolicy } from "@traffic-policy/policy-engine";
import { LogicSession } from "@traffic-policy/policy-logic";
import {
  behaviourOf,
  SymbolicSession,
  type SymbolicOptions,
} from "@traffic-policy/policy-proof/symbolic";
import type { Cell, Database, QueryOptions } from "../database.ts";
import { decidedBySql, hasBit, numberOf } from "../decided.ts";
import { EngineDecisions, type EngineDecision } from "../engine-decisions.ts";
import type { LogColumns, LogRecord } from "../fields.ts";
import { policyEndings, type PolicyEnding, type PolicyEndings } from "../policy-endings.ts";
import { impactQuery, type ImpactQuery } from "../query.ts";
import { readRecord } from "../records.ts";
import type { Cause } from "../sql/untranslated.ts";
import type { Sql } from "../sql/writer.ts";

/** What is asked of a log about one policy. */
export interface SeenOptions extends SymbolicOptions, QueryOptions {
  readonly database: Database;
  /** The rows of the log, as a database has it after `FROM`, with the columns of {@link LogColumns}. */
  readonly from: Sql;
  readonly columns: LogColumns;
}

/** Exchanges of one kind: the same method, host and shape of the path. */
export interface SeenKind {
  readonly count: number;
  /** One of them, the first by time where the log tells it. */
  readonly record: LogRecord;
}

/** Exchanges that a policy does the same to. */
export interface SeenWay {
  readonly ending: PolicyEnding;
  /** The rules that match, in order, as JSON Pointers. */
  readonly matched: readonly string[];
  readonly count: number;
  /** From the most frequent to the least. */
  readonly kinds: readonly SeenKind[];
  /** Whether there are more kinds, which are not among these. */
  readonly isCut: boolean;
}

/** Why exchanges have no known result, and how many. */
interface Unseen {
  readonly cause: Cause;
  readonly count: number;
}

/** What a log tells of what a policy does. */
export interface Seen {
  /** The rows of the log: those that could not be read, and those that were. */
  readonly rows: number;
  readonly skipped: number;
  /** Rows of what the policy is not for: connections for one of HTTP, requests for another one. */
  readonly others: number;
  /** The exchanges that the policy is for. */
  readonly exchanges: number;
  /** Those of which it is not known what the policy does, with the reasons. */
  readonly unknown: number;
  readonly reasons: readonly Unseen[];
  /** From the most frequent to the least. */
  readonly ways: readonly SeenWay[];
}

/** More kinds of one way are not looked at. */
const mostKinds = 10_000;

/**
 * Asks a log what a policy does with the exchanges that it tells of.
 *
 * @throws DatabaseError when the database has no complete answer
 */
export async function seenBy(policy: CompiledPolicy, options: SeenOptions): Promise<Seen> {
  const { database, from, columns, signal, onProgress } = options;
  const behaviour = behaviourOf(options.options);
  const session = new SymbolicSession(new LogicSession({ answers: behaviour }));
  const endings = policyEndings(policy, options, session);
  const query = impactQuery([endings], database.writer, {
    from,
    columns,
    dialect: policy.dialect,
    isNormalized: behaviour.urlNormalization === "rfc3986",
    keepsRest: true,
    dimensions: ["host", "path"],
    tellsAllApart: true,
  });
  const reading = new Reading(endings, query, options);
  const groups = await database.keep(query.sql, { signal, onProgress });
  await reading.countSkipped(groups);
  await reading.countDecided(groups);
  await reading.readKinds(groups);
  await reading.decideRest(groups);
  return reading.seen();
}

interface Way {
  readonly ending: number;
  readonly matched: readonly string[];
  count: number;
  readonly kinds: Map<string, { count: number; readonly example: string }>;
  isCut: boolean;
}

class Reading {
  readonly #endings: PolicyEndings;
  readonly #query: ImpactQuery;
  readonly #options: SeenOptions;
  readonly #engine: EngineDecisions;
  readonly #ways = new Map<string, Way>();
  readonly #reasons = new Map<string, { readonly cause: Cause; count: number }>();
  /** The columns of one kind. */
  readonly #kind: readonly string[];
  readonly #masks: readonly string[];
  #rows = 0;
  #skipped = 0;
  #others = 0;
  #exchanges = 0;
  #unknown = 0;

  constructor(endings: PolicyEndings, query: ImpactQuery, options: SeenOptions) {
    this.#endings = endings;
    this.#query = query;
    this.#options = options;
    const simulation = { ...options.options, stubs: stubsOf(options.stubs) };
    this.#engine = new EngineDecisions([endings], query, simulation);
    const { fields } = options.columns;
    this.#kind = [
      ...(fields.has("method") ? ["method"] : []),
      ...(fields.has("host") ? ["host"] : []),
      ...(fields.has("uri") ? ["path"] : []),
    ];
    const own = query.masks[0] ?? [];
    this.#masks = own.flatMap((_, number) => [`matched_0_${number}`, `perhaps_0_${number}`]);
  }

  async countSkipped(groups: Sql): Promise<void> {
    const skipped = this.#column("skipped");
    const sql = `SELECT ${skipped}, sum(n) FROM ${groups} AS kept GROUP BY ${skipped}`;
    for await (const [isSkipped = 0, count = 0] of this.#rowsOf(sql)) {
      this.#rows += numberOf(count);
      if (numberOf(isSkipped) === 1) this.#skipped += numberOf(count);
    }
  }

  /** Counts what SQL has decided, or cannot decide. */
  async countDecided(groups: Sql): Promise<void> {
    const isOther = this.#isOther();
    const keys = ["ending_0", "absent", ...this.#masks].map((name) => this.#column(name));
    const sql = `SELECT other, ${keys.join(", ")}, sum(n) FROM (SELECT *, CASE WHEN ${isOther} THEN 1 ELSE 0 END AS other FROM ${this.#decided(groups)}) AS decided GROUP BY other, ${keys.join(", ")}`;
    for await (const row of this.#rowsOf(sql)) {
      const [other = 0, code = 0, absent = 0, ...rest] = row.map(numberOf);
      const count = rest.pop() ?? 0;
      if (other === 1) {
        this.#others += count;
        continue;
      }
      this.#exchanges += count;
      const decided = decidedBySql(code, this.#endings, this.#query, 0, absent);
      const open = "ending" in decided ? this.#unknownMatches(rest, absent) : decided.causes;
      if ("ending" in decided && open.length === 0) this.#way(decided.ending, rest).count += count;
      else this.#addUnknown(open, count);
    }
  }

  /** Reads the most frequent kinds of each way that SQL has decided. */
  async readKinds(groups: Sql): Promise<void> {
    const { writer } = this.#options.database;
    const keys = ["ending_0", ...this.#masks].map((name) => this.#column(name));
    const kind = this.#kind.map((name) => this.#column(name));
    const isKnown = [
      `NOT (${this.#isOther()})`,
      `${this.#column("ending_0")} >= 0`,
      ...this.#masks
        .filter((name) => name.startsWith("perhaps"))
        .map((name) => `${this.#column(name)} = 0`),
    ];
    const kinds = `SELECT ${[...keys, ...kind].join(", ")}, sum(n) AS total, min(${this.#column("example")}) AS first_row FROM ${this.#decided(groups)} AND ${isKnown.join(" AND ")} GROUP BY ${[...keys, ...kind].join(", ")}`;
    const order = ["total DESC", ...kind.map((name) => `${name} NULLS FIRST`)].join(", ");
    const sql = writer.limitedBy(`SELECT * FROM (${kinds}) AS kinds`, {
      keys,
      order,
      limit: mostKinds,
    });
    for await (const row of this.#rowsOf(`SELECT * FROM (${sql}) AS some_kinds`)) {
      const [code = 0, ...rest] = row;
      const masks = rest.slice(0, this.#masks.length).map(numberOf);
      const texts = rest.slice(this.#masks.length, this.#masks.length + kind.length);
      const [count = 0, example = ""] = rest.slice(this.#masks.length + kind.length);
      const decided = decidedBySql(numberOf(code), this.#endings, this.#query, 0, 0);
      if (!("ending" in decided)) continue;
      this.#addKind(this.#way(decided.ending, masks), texts, numberOf(count), String(example));
    }
  }

  /** Decides with the engine what SQL could not: each combination of values that matter once. */
  async decideRest(groups: Sql): Promise<void> {
    const keys = ["rest", "ending_0", ...this.#kind].map((name) => this.#column(name));
    const sql = `SELECT ${keys.join(", ")}, sum(n), min(${this.#column("example")}), ${this.#isOther()} FROM ${groups} AS kept WHERE ${this.#column("rest")} IS NOT NULL AND NOT ${this.#column("skipped")} GROUP BY ${keys.join(", ")} ORDER BY ${keys.join(", ")}`;
    let last: { readonly rest: Cell; readonly found: EngineDecision } | undefined;
    for await (const row of this.#rowsOf(sql)) {
      const [rest = null, code = 0, ...others] = row;
      const texts = others.slice(0, this.#kind.length);
      const [total = 0, example = "", isOther = false] = others.slice(this.#kind.length);
      const count = numberOf(total);
      if (numberOf(isOther) === 1) {
        this.#others += count;
        continue;
      }
      this.#exchanges += count;
      if (last?.rest !== rest) {
        const record = readRecord(String(rest));
        last = { rest, found: this.#engine.decide(record, 0, numberOf(code)) };
      }
      const { decided, outcome, open } = last.found;
      if (!("ending" in decided) || outcome === undefined) {
        this.#addUnknown(open, count);
        continue;
      }
      const way = this.#wayOf(
        decided.ending,
        outcome.matched.map(({ path }) => path),
      );
      way.count += count;
      this.#addKind(way, texts, count, String(example));
    }
  }

  /** Why it is not known whether some rules matched; nothing where it is known of all of them. */
  #unknownMatches(masks: readonly number[], absent: number): Cause[] {
    const open = (this.#query.masks[0] ?? []).flatMap((rules, number) =>
      rules.filter((_, bit) => hasBit(masks[2 * number + 1] ?? 0, bit)),
    );
    return open.flatMap((index) => this.#whyUnknown(index, absent));
  }

  #whyUnknown(index: number, absent: number): Cause[] {
    const { policy, rules } = this.#endings;
    const { path = "", name } = rules[index] ?? {};
    const rule = policy.directions.flatMap((one) => one.rules).find((one) => one.path === path);
    const needs = this.#query.needs[0]?.ofConditions(rule ?? { expressions: [] });
    if (needs === undefined) return [];
    const names = [
      ...needs.missing,
      ...this.#query.used.filter((column, bit) => hasBit(absent, bit) && needs.columns.has(column)),
    ];
    if (names.length > 0) return names.map((column) => ({ kind: "missing", name: column }));
    return [{ kind: "untranslated", what: `whether the rule ${name ?? path} matches` }];
  }

  /** That a row is of what the policy is not for: a connection without a request, or with one. */
  #isOther(): Sql {
    const told = this.#kind.map((name) => `${this.#column(name)} IS NULL`);
    const isConnection = told.length === 0 ? "TRUE" : told.join(" AND ");
    return this.#endings.policy.protocol === "http" ? isConnection : `NOT (${isConnection})`;
  }

  #decided(groups: Sql): Sql {
    return `${groups} AS kept WHERE ${this.#column("rest")} IS NULL AND NOT ${this.#column("skipped")}`;
  }

  #column(name: string): Sql {
    return this.#options.database.writer.column(name);
  }

  #rowsOf(sql: Sql): AsyncIterable<readonly Cell[]> {
    const { database, signal } = this.#options;
    return database.rows(sql, { signal });
  }

  #way(ending: number, masks: readonly number[]): Way {
    const counted = new Set(
      (this.#query.masks[0] ?? []).flatMap((rules, number) =>
        rules.filter((_, bit) => hasBit(masks[2 * number] ?? 0, bit)),
      ),
    );
    const matched = this.#endings.rules.flatMap(({ path, endings }, index) =>
      endings.includes(ending) || counted.has(index) ? [path] : [],
    );
    return this.#wayOf(ending, matched);
  }

  #wayOf(ending: number, matched: readonly string[]): Way {
    const key = JSON.stringify([ending, matched]);
    let way = this.#ways.get(key);
    if (way === undefined) {
      this.#ways.set(key, (way = { ending, matched, count: 0, kinds: new Map(), isCut: false }));
    }
    return way;
  }

  #addKind(way: Way, texts: readonly Cell[], count: number, example: string): void {
    const key = JSON.stringify(texts);
    const known = way.kinds.get(key);
    if (known !== undefined) known.count += count;
    else if (way.kinds.size < mostKinds) way.kinds.set(key, { count, example });
    else way.isCut = true;
    // It stops there, and whether there is one more is not seen.
    if (way.kinds.size === mostKinds) way.isCut = true;
  }

  #addUnknown(causes: readonly Cause[], count: number): void {
    this.#unknown += count;
    const own = new Map(causes.map((cause) => [JSON.stringify(cause), cause]));
    for (const [text, cause] of own) {
      const known = this.#reasons.get(text);
      if (known === undefined) this.#reasons.set(text, { cause, count });
      else known.count += count;
    }
  }

  seen(): Seen {
    const sorted = <Item extends { readonly count: number }>(items: Iterable<[string, Item]>) =>
      [...items]
        .toSorted(
          ([key, one], [otherKey, other]) => other.count - one.count || (key < otherKey ? -1 : 1),
        )
        .map(([, item]) => item);
    return {
      rows: this.#rows,
      skipped: this.#skipped,
      others: this.#others,
      exchanges: this.#exchanges,
      unknown: this.#unknown,
      reasons: sorted(this.#reasons),
      ways: sorted(this.#ways).flatMap(({ ending, matched, count, kinds, isCut }) => {
        const found = this.#endings.endings[ending];
        if (found === undefined) return [];
        return [
          {
            ending: found,
            matched,
            count,
            kinds: sorted(kinds).map((one) => ({
              count: one.count,
              record: readRecord(one.example),
            })),
            isCut,
          },
        ];
      }),
    };
  }
}
