import type { CompiledPolicy, Outcome } from "@traffic-policy/policy-engine";
import { never, subjectsOf, type Formula } from "@traffic-policy/policy-logic";
import {
  SymbolicPolicy,
  type Final,
  type SymbolicOptions,
  type SymbolicSession,
} from "@traffic-policy/policy-proof/symbolic";

/** How an exchange ends for the client. */
export type OutcomeKind =
  /** The request, or the connection, reaches the upstream. */
  | "forwarded"
  /** The policy answers with a status of 400 or more, or closes the connection. */
  | "denied"
  /** The policy answers with a redirect. */
  | "redirected"
  /** The policy answers in another way. */
  | "answered"
  /** Something fails, and the request with it. */
  | "failed";

/** One way in which a policy ends an exchange. */
export interface PolicyEnding {
  readonly kind: OutcomeKind;
  /** What the client gets; none when the request is forwarded, fails, or is closed. */
  readonly status?: number;
  /** The rule because of which it ends; none when all have run. */
  readonly rule?: { readonly path: string; readonly name?: string };
  /** JSON Pointer to the action; none where an expression fails. */
  readonly action?: string;
  /** Equal for endings of which the client sees the same. */
  readonly key: string;
  /** Whether all that have the key are the same for the client, and all others are not. */
  readonly isSure: boolean;
}

/** A rule whose matches do not follow from how an exchange ends. */
interface CountedRule {
  readonly index: number;
  readonly matches: Formula;
  /** That it is reached; nothing where that follows from the number of the ending. */
  readonly reached?: Formula;
  /** The number of the first ending that is after it. */
  readonly from: number;
}

/** A policy as the ways in which exchanges end, in order: the first one whose formula is true is how one ends. */
export interface PolicyEndings {
  readonly policy: CompiledPolicy;
  readonly endings: readonly PolicyEnding[];
  /** That each happens, if none before does; the last always does. */
  readonly formulas: readonly Formula[];
  /** The same without what decides whether an exchange comes that far. */
  readonly provided: readonly Formula[];
  readonly rules: readonly {
    readonly path: string;
    readonly name?: string;
    /** The endings that say that it has matched. */
    readonly endings: readonly number[];
  }[];
  readonly counted: readonly CountedRule[];
  /** What actions do of which only the service knows, as it is called in formulas. */
  readonly isOfService: (key: string) => boolean;
  /** Why no formulas say what it does; nothing when they do. */
  readonly notFollowed?: string;
  /**
   * What it does beside how exchanges end: to headers and URLs, to logs and counters. Equal texts of policies with
   * one session mean the same.
   */
  readonly effects: string;
}

export function policyEndings(
  policy: CompiledPolicy,
  options: SymbolicOptions,
  session: SymbolicSession,
): PolicyEndings {
  const symbolic = new SymbolicPolicy(policy, options, session);
  const { totals, continuesAfterEnding } = symbolic;
  const finals = symbolic.finals.filter(({ when }) => when !== never);
  const stateful = symbolic.effects.filter((effect) => effect.of === "state");
  const reason = asksOfMessages(policy) ?? asksTooEarly(symbolic);
  const counted: CountedRule[] = [];
  const rules = symbolic.rules.map(({ rule, matches, fails, stops, reached }, index) => {
    const own = [...finals.entries()].filter(([, { ending }]) => ending?.rule === rule);
    const isSeen = totals.or([fails, matches]) === stops && !continuesAfterEnding;
    const from = finals.findIndex(({ ending }) => !isBefore(ending?.rule, rule, symbolic));
    if (!isSeen && matches !== never) {
      counted.push({ index, matches, from, ...(continuesAfterEnding && { reached }) });
    }
    const { path, name } = rule.reference;
    const endings = isSeen ? own.filter(([, one]) => one.ending?.kind !== "failed") : [];
    return {
      path,
      ...(name !== undefined && { name }),
      endings: endings.map(([number]) => number),
    };
  });
  return {
    policy,
    endings: finals.map(endingOf),
    formulas: finals.map(({ ending, when }) =>
      continuesAfterEnding || ending === undefined ? when : ending.provided,
    ),
    provided: finals.map(({ ending, when }) => ending?.provided ?? when),
    rules,
    counted,
    isOfService: (key) => stateful.some((effect) => key.startsWith(effect.key)),
    ...(reason !== undefined && { notFollowed: reason }),
    effects: effectsOf(symbolic),
  };
}

function effectsOf({ changes, effects, totals }: SymbolicPolicy): string {
  const parts = [...changes.parts().keys()].toSorted();
  const version = changes.versionOfParts(parts, changes.count);
  const others = effects.map(({ of, key, when }) => [of, key, totals.idOf(when)]);
  return JSON.stringify([parts, version, others]);
}

/** Why formulas say too little: no log tells the messages of a stream. */
function asksOfMessages({ directions }: CompiledPolicy): string | undefined {
  const found = directions.find(({ stage, rules }) => stage === "message" && rules.length > 0);
  return found && `The log does not tell the messages that rules of ${found.direction} are for.`;
}

/** Why formulas say too much: before there is a response, the engine has none to ask. */
function asksTooEarly({ policy, rules }: SymbolicPolicy): string | undefined {
  const early = new Set(
    policy.directions.filter(({ stage }) => stage !== "response").map(({ direction }) => direction),
  );
  const found = rules.find(
    ({ rule, readings }) =>
      early.has(rule.reference.direction) &&
      readings.some(({ formula }) =>
        [...subjectsOf(formula, { withNeeds: true })].some((key) => /\bres\./.test(key)),
      ),
  );
  const { name, path } = found?.rule.reference ?? {};
  return found && `The rule ${name ?? path} asks for the response before there is one.`;
}

type Rule = SymbolicPolicy["rules"][number]["rule"];

function isBefore(one: Rule | undefined, other: Rule, { rules }: SymbolicPolicy): boolean {
  if (one === undefined) return false;
  for (const { rule } of rules) {
    if (rule === other) return false;
    if (rule === one) return true;
  }
  return false;
}

function endingOf({ ending, isChanged }: Final): PolicyEnding {
  if (ending === undefined) return { kind: "forwarded", key: "forwarded", isSure: true };
  const { rule, action, answer, kind } = ending;
  const { path, name } = rule.reference;
  const place = {
    rule: { path, ...(name !== undefined && { name }) },
    ...(action && { action: action.path }),
  };
  if (kind === "failed") return { ...place, kind: "failed", key: "failed", isSure: true };
  if (kind === "forwarded" && answer !== undefined) {
    const to = `to ${answer.key}${isChanged ? ` changed by ${path}` : ""}`;
    return { ...place, kind: "forwarded", key: to, isSure: false };
  }
  if (kind === "closed" || answer === undefined) {
    return { ...place, kind: "denied", key: "closed", isSure: answer?.key === "closed" };
  }
  const { status, response, key } = answer;
  return {
    ...place,
    kind: kindOfStatus(status),
    ...(status !== undefined && { status }),
    key: isChanged ? `${key} changed by ${path}` : key,
    isSure: response !== undefined && !isChanged,
  };
}

function kindOfStatus(status: number | undefined): OutcomeKind {
  if (status === undefined) return "answered";
  if (status >= 400) return "denied";
  return status >= 300 ? "redirected" : "answered";
}

/** The number of the ending that the engine came to; undefined where it could not tell. */
export function endingOfOutcome(
  { endings }: PolicyEndings,
  { result, directions, errors, forwardedTo }: Outcome,
): number | undefined {
  if (result === "forwarded" && forwardedTo === undefined) return endings.length - 1;
  const found = ((): number => {
    if (result === "failed") {
      const path = errors.at(-1)?.path ?? "";
      const isIn = (whole: string | undefined): boolean =>
        whole !== undefined && (path === whole || path.startsWith(`${whole}/`));
      const byAction = endings.findIndex((one) => one.kind === "failed" && isIn(one.action));
      if (byAction >= 0) return byAction;
      return endings.findIndex(
        (one) => one.kind === "failed" && one.action === undefined && isIn(one.rule?.path),
      );
    }
    const by = directions.findLast((one) => one.by !== undefined)?.by?.path;
    return endings.findIndex((one) => one.action === by && one.kind !== "failed");
  })();
  return found < 0 ? undefined : found;
}

/** Checks whether the client sees the same of two endings; nothing when only the engine can tell. */
export function isSame(one: PolicyEnding, other: PolicyEnding): boolean | undefined {
  if (one.key === other.key) return true;
  if (one.kind !== other.kind || one.status !== other.status) return false;
  return one.isSure && other.isSure ? false : undefined;
}
