import {
  RateLimits,
  simulateSync,
  type Exchange,
  type Outcome,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { decidedBySql, possible, type Decided } from "./decided.ts";
import { headersIn, type LogRecord } from "./fields.ts";
import { endingOfOutcome, type PolicyEndings } from "./policy-endings.ts";
import type { ImpactQuery } from "./query.ts";
import { exchangeOf } from "./records.ts";
import type { Cause } from "./sql/untranslated.ts";
import type { EngineNeeds } from "./sql/values.ts";

export interface EngineDecision {
  readonly decided: Decided;
  /** Undefined when a part of it would be invented. */
  readonly outcome?: Outcome;
}

export class EngineDecisions {
  readonly #sides: readonly PolicyEndings[];
  readonly #query: Pick<ImpactQuery, "needs" | "reads" | "reasons" | "used">;
  readonly #simulation: SimulationOptions;

  constructor(
    sides: readonly PolicyEndings[],
    query: Pick<ImpactQuery, "needs" | "reads" | "reasons" | "used">,
    simulation: SimulationOptions,
  ) {
    this.#sides = sides;
    this.#query = query;
    this.#simulation = simulation;
  }

  /** @param code - the result from SQL: see {@link decidedBySql} */
  decide(record: LogRecord, side: number, code: number): EngineDecision {
    const policy = this.#sides[side];
    const needs = this.#query.needs[side];
    if (policy === undefined || needs === undefined) throw new Error("There is no such policy.");
    const bySql = decidedBySql(code, policy, this.#query, side);
    const unknown = (...causes: readonly Cause[]): EngineDecision => ({
      decided: "ending" in bySql ? bySql : { ...bySql, causes },
    });
    const exchange = possible(() => exchangeOf(record));
    const outcome = exchange && this.simulate(policy, exchange);
    const asked = outcome?.trace === undefined ? needs.whole : needs.asked(outcome.trace);
    const missing = this.#notToldOf(record, asked);
    if (missing.length > 0)
      return unknown(...missing.map((name): Cause => ({ kind: "missing", name })));
    if (outcome === undefined) {
      return unknown({ kind: "untranslated", what: "a request that cannot be" });
    }
    const [notSimulated] = outcome.notSimulated;
    if (notSimulated !== undefined) {
      return unknown({ kind: "action", what: notSimulated.message });
    }
    const ofService = this.#ofService(side, outcome);
    if (ofService.length > 0) return unknown(...ofService);
    if ("ending" in bySql) return { decided: bySql, outcome };
    const ending = endingOfOutcome(policy, outcome);
    if (ending === undefined) {
      return unknown({ kind: "untranslated", what: "how the engine ends it" });
    }
    return { decided: { ending }, outcome };
  }

  simulate({ policy }: PolicyEndings, exchange: Exchange): Outcome | undefined {
    const rateLimits = new RateLimits();
    return possible(() =>
      simulateSync(policy, exchange, { ...this.#simulation, rateLimits, trace: true }),
    );
  }

  /** Returns what the engine read that the record does not contain: the engine invented it. */
  #notToldOf(record: LogRecord, { columns, missing }: EngineNeeds): string[] {
    const absent = absentIn(record, this.#query.used);
    return [...missing, ...absent.filter((name) => columns.has(name))];
  }

  /** Returns what only the service knows about matched rules: the engine invented this, too. */
  #ofService(side: number, { trace }: Outcome): Cause[] {
    const passed = new Set(
      trace?.rules.flatMap(({ path, result }) =>
        result === "not-matched" || result === "skipped" ? [] : [path],
      ),
    );
    const reads = this.#query.reads[side] ?? [];
    return (this.#sides[side]?.endings ?? []).flatMap(({ rule }, number) => {
      if (rule === undefined || !passed.has(rule.path)) return [];
      return [...(reads[number]?.causes.values() ?? [])].filter(({ kind }) => kind === "action");
    });
  }
}

/** Returns the columns whose values a record does not have. */
export function absentIn({ fields, headers }: LogRecord, used: readonly string[]): string[] {
  return used.filter((name) => {
    const told = headersIn(name);
    if (told === undefined) return (fields as Record<string, unknown>)[name] === null;
    const map = headers[told.of];
    return told.name === undefined ? map === undefined : map?.[told.name] === undefined;
  });
}
