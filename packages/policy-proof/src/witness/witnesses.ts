import {
  isJsonObject,
  type Dialect,
  type Expression,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { childrenOf } from "@traffic-policy/policy-language/internal";
import type { CompiledPolicy } from "@traffic-policy/policy-engine";
import type { Budget, Goal, Solver } from "@traffic-policy/policy-logic";
import { isChanged } from "../policy/changed-parts.ts";
import type { Example } from "./example.ts";
import { draftOf, type Assignment, type Drafter } from "./term.ts";

const mostModels = 60;
/** The limit on models to try when a part of them is left to chance, or depends on rule changes to the request. */
const mostUnsure = 6;
const mostDrafts = 24;
const mostUnsureDrafts = 6;

export interface Messages {
  readonly request: boolean;
  readonly response: boolean;
  /** The response body, when it must be an event stream. */
  readonly stream?: string;
}

export function messagesOf(policy: CompiledPolicy, section?: string): Messages {
  const isHttp = policy.protocol === "http";
  const stage = policy.sections.find((one) => one.name === section)?.stage;
  const response = isHttp && (stage === "response" || stage === "message");
  return {
    request: isHttp,
    response,
    ...(response && stage === "message" && { stream: streamFor([policy]) }),
  };
}

export function streamFor(policies: readonly CompiledPolicy[]): string {
  const texts = policies
    .flatMap(({ sections }) => sections.filter(({ stage }) => stage === "message"))
    .flatMap(({ rules }) => rules.flatMap(({ actions }) => actions))
    .flatMap(({ config: { replacements } }) => (Array.isArray(replacements) ? replacements : []))
    .flatMap((one: JsonValue): string[] => {
      const { from, field = "data" } = isJsonObject(one) ? one : {};
      // Of patterns, only those that are plain text.
      const isPlain = typeof from === "string" && /^[^\\^$.|?*+()[\]{}\r\n]+$/.test(from);
      return isPlain && typeof field === "string" && /^\w+$/.test(field)
        ? [`${field}: ${from}`]
        : [];
    });
  return ["data: message", ...new Set(texts)].map((line) => `${line}\n\n`).join("");
}

export type Check<Result> = (exchange: Example, isPlainer: boolean) => Result | undefined;

export interface Witness<Result> {
  readonly result?: Result;
  readonly unknown: ReadonlySet<string>;
}

/**
 * Builds exchanges from models of the goals until one passes a check.
 *
 * @param check - also decides if a plainer exchange, which may deviate from the model, is good enough
 */
export function findWitness<Result>(
  goals: readonly Goal[],
  {
    solver,
    drafter,
    budget,
    dialect,
    url,
    messages,
    isHasty = false,
    isGlance = false,
    tried,
    completed,
  }: {
    readonly solver: Solver;
    readonly drafter: Drafter;
    readonly budget: Budget;
    readonly dialect: Dialect;
    readonly url: string;
    readonly messages: Messages;
    readonly isHasty?: boolean;
    /** True for a look at what is likely, after which nothing is claimed. */
    readonly isGlance?: boolean;
    /** The exchanges that have been checked, as texts; they are not checked again. */
    readonly tried: Set<string>;
    readonly completed: (example: Example) => Example;
  },
  check: Check<Result>,
): Witness<Result> {
  const unknown = new Set<string>();
  let models = 0;
  let isUnsure = isGlance;
  const found = solver.findModel<{ readonly result?: Result }>(goals, budget, (model, passOver) => {
    if (budget.isOver?.() === true) return {};
    if (++models > (isUnsure ? mostUnsure : mostModels)) return {};
    const drafts = drafter.draftsFor(model);
    for (const { key, node } of drafts.unknown) {
      if (isChanged(node)) isUnsure = true;
      if (!isOfExchange(node, dialect)) continue;
      unknown.add(key);
      isUnsure ||= isHasty;
    }
    if (drafts.unmet.length > 0) passOver(drafts.unmet);
    let count = 0;
    for (const assignments of drafts.drafts) {
      if (++count > (isUnsure ? mostUnsureDrafts : mostDrafts)) break;
      if (count > 1 && budget.isOver?.() === true) return {};
      const result = checkOnce(assignments);
      if (result !== undefined) return { result: plainest(assignments, result) };
    }
    return undefined;
  });
  return { ...found, unknown };

  function exchangeOf(assignments: readonly Assignment[]): Example {
    return draftOf(assignments, url).toExchange(messages);
  }

  function checkOnce(assignments: readonly Assignment[], isPlainer = false): Result | undefined {
    const exchange = exchangeOf(assignments);
    const text = JSON.stringify(exchange);
    if (tried.has(text)) return undefined;
    tried.add(text);
    return check(exchange, isPlainer);
  }

  /**
   * Returns the result of the exchange reduced to the necessary parts. It ignores the time limit, so that the same
   * question always has the same example, even on a busy machine.
   */
  function plainest(assignments: readonly Assignment[], result: Result): Result {
    let [left, best] = [assignments, result];
    for (const one of assignments) {
      const without = left.filter((other) => other !== one);
      const plainer = checkOnce(without, true);
      if (plainer !== undefined) [left, best] = [without, plainer];
    }
    // Whoever repeats it has no other time, secrets or random numbers.
    return check(completed(exchangeOf(left)), false) ?? best;
  }
}

function isOfExchange(node: Expression, dialect: Dialect): boolean {
  if (node.kind === "identifier") return dialect.namespaces.some(({ name }) => name === node.name);
  return childrenOf(node).some((child) => isOfExchange(child, dialect));
}
