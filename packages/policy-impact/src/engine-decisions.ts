import {
  ExchangeError,
  RateLimits,
  simulateSync,
  type Exchange,
  type Outcome,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import { headersIn, type LogRecord } from "./fields.ts";
import { endingOfOutcome, type PolicyEndings } from "./policy-endings.ts";
import type { ImpactQuery } from "./query.ts";
import { exchangeOf } from "./records.ts";
import type { Cause } from "./sql/untranslated.ts";
import type { EngineNeeds } from "./sql/values.ts";

/** How an exchange ends under one policy: the number of the ending; or why that is not known, and the first that may be. */
export type Decided =
  { readonly ending: number } | { readonly causes: readonly Cause[]; readonly from: number };

/** What the engine makes of an exchange under one policy. */
export interface EngineDecision {
  readonly decided: Decided;
  /** What it came to; nothing where some of that would be made up. */
  readonly outcome?: Outcome;
}

/** Decides with the engine what SQL could not. */
export class EngineDecisions {
  readonly #sides: readonly PolicyEndings[];
  readonly #query: Pick<ImpactQuery, "needs" | "reads" | "used">;
  readonly #simulation: SimulationOptions;

  constructor(
    sides: readonly PolicyEndings[],
    query: Pick<ImpactQuery, "needs" | "reads" | "used">,
    simulation: SimulationOptions,
  ) {
    this.#sides = sides;
    this.#query = query;
    this.#simulation = simulation;
  }

  /** @param code - what SQL has decided: see {@link decidedBySql} */
  decide(record: LogRecord, side: number, code: number): EngineDecision {
    const policy = this.#sides[side];
    const needs = this.#query.needs[side];
    if (policy === undefined || needs === undefined) throw new Error("There is no such policy.");
    const bySql = decidedBySql(code, policy);
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

  /** What came of an exchange; nothing for one that cannot be. */
  simulate({ policy }: PolicyEndings, exchange: Exchange): Outcome | undefined {
    const rateLimits = new RateLimits();
    return possible(() =>
      simulateSync(policy, exchange, { ...this.#simulation, rateLimits, trace: true }),
    );
  }

  /** What was asked for that a record does not tell: the engine has made it up. */
  #notToldOf(record: LogRecord, { columns, missing }: EngineNeeds): string[] {
    const absent = absentIn(record, this.#query.used);
    return [...missing, ...absent.filter((name) => columns.has(name))];
  }

  /** What only the service knows, of rules that matched: the engine has made that up, too. */
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

/** What SQL tells of an ending: its number from 1 on, 0 for the last one; below 0 for the first that may be. */
export function decidedBySql(code: number, { endings }: PolicyEndings): Decided {
  if (code < 0) return { causes: [], from: -code - 1 };
  return { ending: code === 0 ? endings.length - 1 : code - 1 };
}

/** Nothing for an exchange that cannot be. */
export function possible<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ExchangeError) return undefined;
    throw error;
  }
}

/** The columns that a record does not know. */
function absentIn({ fields, headers }: LogRecord, used: readonly string[]): string[] {
  return used.filter((name) => {
    const told = headersIn(name);
    if (told === undefined) return (fields as Record<string, unknown>)[name] === null;
    const map = headers[told.of];
    return told.name === undefined ? map === undefined : map?.[told.name] === undefined;
  });
}
