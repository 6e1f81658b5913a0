import { type Dialect, type Expression } from "@traffic-policy/policy-language";
import { childrenOf, variablesIn } from "@traffic-policy/policy-language/internal";
import {
  type BehaviourOptions,
  type CompiledPolicy,
  type Outcome,
  type RuleReference,
} from "@traffic-policy/policy-engine";
import { rulesBeforeUpstream } from "@traffic-policy/policy-engine/internal";
import { isTrue, never } from "@traffic-policy/policy-logic";
import { isFalse } from "@traffic-policy/policy-logic/internal";
import type { OpenAnswer } from "./answers.ts";
import type { Condition, Inquiry } from "./inquiry.ts";
import { isChanged } from "./policy/changed-parts.ts";
import type { SymbolicPolicy, SymbolicRule } from "./policy/symbolic-policy.ts";
import type { Example } from "./witness/example.ts";
import type { Replay, TracedOutcome } from "./witness/replay.ts";

/** Something that a question of the catalogue has found out. */
export type QuestionFinding =
  /** It deserves a look, and the examples show it. */
  | {
      readonly kind: "found";
      /** One sentence. */
      readonly message: string;
      readonly rules: readonly RuleReference[];
      /** Exchanges that show it, each with what became of it; at least one. */
      readonly examples: readonly QuestionExample[];
      /** Answers to open questions with which the examples do not show it. */
      readonly dependsOn: readonly OpenAnswer[];
    }
  /** A result for all exchanges: `fact` is informational, `holds` answers the question with no. */
  | {
      readonly kind: "fact" | "holds";
      readonly message: string;
      readonly rules: readonly RuleReference[];
    }
  | {
      readonly kind: "unknown";
      readonly message: string;
      readonly reason: string;
      readonly rules: readonly RuleReference[];
    };

export interface QuestionExample {
  readonly exchange: Example;
  readonly outcome: TracedOutcome;
}

export interface Asking {
  readonly policy: CompiledPolicy;
  readonly inquiry: Inquiry;
  readonly replay: Replay;
  readonly symbolic: SymbolicPolicy;
  readonly answersThatMatter: (
    isSo: (answers: Partial<BehaviourOptions>) => boolean,
  ) => readonly OpenAnswer[];
}

/** A question that the tool asks by itself; each file of the folder `questions` exports a question. */
export interface Question {
  readonly title: string;
  readonly ask: (asking: Asking) => Iterable<QuestionFinding>;
}

export function defineQuestion(question: Question): Question {
  return question;
}

export function rulesBefore({ policy, rules }: SymbolicPolicy): readonly SymbolicRule[] {
  const before = new Set(
    policy.sections
      .filter(({ stage }) => stage === "connect" || stage === "request")
      .map(({ name }) => name),
  );
  return rules.filter(({ rule }) => before.has(rule.reference.direction));
}

/**
 * Goals for a request or a connection that reaches the upstream or an endpoint in its place, refused by no earlier
 * rule.
 */
export function goalsOfForwarding(symbolic: SymbolicPolicy): Condition[] {
  return rulesBefore(symbolic).flatMap(({ rule, refuses }): Condition[] =>
    refuses === never ? [] : [{ formula: refuses, outcomes: isFalse, past: rule }],
  );
}

export function hasReachedUpstream(
  { result, request, directions }: Outcome,
  policy: CompiledPolicy,
): boolean {
  if (policy.protocol === "http") return request !== undefined;
  // A rule at the end of a connection ends what has reached it.
  const before = rulesBeforeUpstream(policy)?.name;
  const own = directions.find(({ direction }) => direction === before);
  return result === "forwarded" || own?.result === "completed";
}

export function goalsOfCondition(
  text: string,
  symbolic: SymbolicPolicy,
  section: string,
): Condition[] {
  const formula = symbolic.atStart(text, section);
  return formula === undefined ? [] : [{ formula, outcomes: isTrue }];
}

export function variablesOf(node: Expression, dialect: Dialect): readonly string[] {
  return variablesIn(node, dialect).map(({ name, renamedTo }) => renamedTo ?? name);
}

/** True when an expression stands for the result of rule changes, or for the result of a change to a URL. */
export function isOpen(node: Expression): boolean {
  if (isChanged(node)) return true;
  return node.kind === "identifier" ? /\sURL$/.test(node.name) : childrenOf(node).some(isOpen);
}
