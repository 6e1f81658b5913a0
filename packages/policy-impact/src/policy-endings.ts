import type { CompiledPolicy, Outcome } from "@traffic-policy/policy-engine";
import { never, type Formula } from "@traffic-policy/policy-logic";
import { subjectsOf } from "@traffic-policy/policy-logic/internal";
import {
  SymbolicPolicy,
  type Final,
  type SymbolicOptions,
  type SymbolicSession,
} from "@traffic-policy/policy-proof/symbolic";

export type OutcomeKind =
  /** The request, or the connection, reaches the upstream. */
  | "forwarded"
  /** The policy answers with a status of 400 or more, or closes the connection. */
  | "denied"
  /** The policy answers with a redirect. */
  | "redirected"
  | "answered"
  /** An error in the policy fails the request. */
  | "failed";

export interface PolicyEnding {
  readonly kind: OutcomeKind;
  /**
   * The status that the client gets; undefined when the request is forwarded or fails, or the connection is closed.
   */
  readonly status?: number;
  readonly rule?: { readonly path: string; readonly name?: string };
  readonly action?: string;
  /** Equal for endings that the client cannot tell apart. */
  readonly key: string;
  /** True when equal keys mean the same for the client, and different keys do not. */
  readonly isSure: boolean;
}

/** A rule whose matches do not follow from the ending of an exchange. */
interface CountedRule {
  readonly index: number;
  readonly matches: Formula;
  /** True when the rule is reached; undefined when the number of the ending tells it. */
  readonly reached?: Formula;
  /** The number of the first ending after the rule. */
  readonly from: number;
}

/** A policy as its possible endings, in order: the first ending with a true formula applies. */
export interface PolicyEndings {
  readonly policy: CompiledPolicy;
  readonly endings: readonly PolicyEnding[];
  /** Tells when each ending happens, provided that no earlier ending does; the last always does. */
  readonly formulas: readonly Formula[];
  /** The same formulas without the conditions for reaching each ending. */
  readonly provided: readonly Formula[];
  readonly rules: readonly {
    readonly path: string;
    readonly name?: string;
    readonly endings: readonly number[];
  }[];
  readonly counted: readonly CountedRule[];
  /** True for the key, in formulas, of an action result that only the service knows. */
  readonly isOfService: (key: string) => boolean;
  readonly notFollowed?: string;
  /**
   * The effects of the policy apart from endings: on headers and URLs, logs and counters. For policies from the same
   * session, equal texts mean equal effects.
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

/** Returns the reason that formulas say too little: no log contains the messages of a stream. */
function asksOfMessages({ sections }: CompiledPolicy): string | undefined {
  const found = sections.find(({ stage, rules }) => stage === "message" && rules.length > 0);
  return found && `The log does not tell the messages that rules of ${found.name} are for.`;
}

/** Returns the reason that formulas say too much: before there is a response, the engine cannot read it. */
function asksTooEarly({ policy, rules }: SymbolicPolicy): string | undefined {
  const early = new Set(
    policy.sections.filter(({ stage }) => stage !== "response").map(({ name }) => name),
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

export function kindOfStatus(status: number | undefined): OutcomeKind {
  if (status === undefined) return "answered";
  if (status >= 400) return "denied";
  return status >= 300 ? "redirected" : "answered";
}

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

/** Checks whether the client sees the same for two endings; undefined when only the engine can tell. */
export function isSame(one: PolicyEnding, other: PolicyEnding): boolean | undefined {
  if (one.key === other.key) return true;
  if (one.kind !== other.kind || one.status !== other.status) return false;
  return one.isSure && other.isSure ? false : undefined;
}
