import {
  childrenOf,
  isJsonObject,
  type Dialect,
  type Expression,
  type JsonValue,
} from "@traffic-policy/policy-language";
import type { CompiledPolicy } from "@traffic-policy/policy-engine";
import type { Budget, Goal, Solver } from "@traffic-policy/policy-logic";
import { isChanged } from "../policy/changes.ts";
import type { Example } from "./example.ts";
import { draftOf, draftsFor, type Assignment } from "./term.ts";

const mostModels = 60;
/** How many models are tried when a part of them is left to chance, or is what rules make of the request. */
const mostUnsure = 6;
const mostDrafts = 24;
const mostUnsureDrafts = 6;

/** Which messages the exchanges have that are tried. */
export interface Messages {
  readonly request: boolean;
  readonly response: boolean;
  /** The body of the response, when it is to be a stream of events. */
  readonly stream?: string;
}

/** The messages of exchanges for which the rules of a direction run. */
export function messagesOf(policy: CompiledPolicy, direction?: string): Messages {
  const isHttp = policy.protocol === "http";
  const stage = policy.directions.find((one) => one.direction === direction)?.stage;
  const response = isHttp && (stage === "response" || stage === "message");
  return {
    request: isHttp,
    response,
    ...(response && stage === "message" && { stream: streamFor([policy]) }),
  };
}

/** A stream of events with which what policies do to messages is seen. */
export function streamFor(policies: readonly CompiledPolicy[]): string {
  const texts = policies
    .flatMap(({ directions }) => directions.filter(({ stage }) => stage === "message"))
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

/** Tries an exchange; nothing when it does not do what is asked for. */
export type Check<Result> = (exchange: Example, isPlainer: boolean) => Result | undefined;

/** What came of a search for an exchange. */
export interface Witness<Result> {
  readonly result?: Result;
  /** The keys of subjects that no place of an exchange is known for. */
  readonly unknown: ReadonlySet<string>;
}

/**
 * Makes exchanges of the models of goals, until one passes a check.
 *
 * @param check - also says of a plainer one, which may not be as the model has it, whether it will do
 */
export function findWitness<Result>(
  goals: readonly Goal[],
  {
    solver,
    budget,
    dialect,
    url,
    messages,
    isHasty = false,
    completed,
  }: {
    readonly solver: Solver;
    readonly budget: Budget;
    readonly dialect: Dialect;
    /** The URL that requests begin with. */
    readonly url: string;
    readonly messages: Messages;
    /** Whether to give up soon when nothing is known of how a part of the goals is reached. */
    readonly isHasty?: boolean;
    /** An example with what else policies look at. */
    readonly completed: (example: Example) => Example;
  },
  check: Check<Result>,
): Witness<Result> {
  const tried = new Set<string>();
  const unknown = new Set<string>();
  let models = 0;
  let isUnsure = false;
  const found = solver.findModel<{ readonly result?: Result }>(goals, budget, (model) => {
    if (budget.isOver?.() === true) return {};
    if (++models > (isUnsure ? mostUnsure : mostModels)) return {};
    const drafts = draftsFor(model, dialect, url);
    for (const { key, node } of drafts.unknown) {
      if (isChanged(node)) isUnsure = true;
      if (!isOfExchange(node, dialect)) continue;
      unknown.add(key);
      isUnsure ||= isHasty;
    }
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
   * The result of the exchange that says only what it must. The time is not looked at: the same question always
   * has the same example, on a busy machine too.
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

/** Whether an expression reads an exchange, and is not the name of something else. */
function isOfExchange(node: Expression, dialect: Dialect): boolean {
  if (node.kind === "identifier") return dialect.namespaces.some(({ name }) => name === node.name);
  return childrenOf(node).some((child) => isOfExchange(child, dialect));
}
