import {
  childrenOf,
  variablesIn,
  type Dialect,
  type Expression,
} from "@traffic-policy/policy-language";
import {
  type BehaviourOptions,
  type CompiledPolicy,
  type Outcome,
  type RuleReference,
  rulesBeforeUpstream,
} from "@traffic-policy/policy-engine";
import { isFalse, isTrue, never, type Subject } from "@traffic-policy/policy-logic";
import type { OpenAnswer } from "./answers.ts";
import type { Condition, Inquiry } from "./inquiry.ts";
import { isChanged } from "./policy/changes.ts";
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
  /** What is so for all exchanges: a `fact` is good to know, what `holds` answers the question with no. */
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

/** What a question is asked of. */
export interface Asking {
  readonly policy: CompiledPolicy;
  readonly inquiry: Inquiry;
  readonly replay: Replay;
  /** The policy as formulas. */
  readonly symbolic: SymbolicPolicy;
  /** Other answers to open questions with which something is not so any more. */
  readonly answersThatMatter: (
    isSo: (answers: Partial<BehaviourOptions>) => boolean,
  ) => readonly OpenAnswer[];
}

/** A question that the tool poses by itself: what a file of the folder `questions` exports. */
export interface Question {
  /** As somebody would ask it. */
  readonly title: string;
  /** Finds at least one thing, if only that the question does not apply. */
  readonly ask: (asking: Asking) => Iterable<QuestionFinding>;
}

export function defineQuestion(question: Question): Question {
  return question;
}

/** The rules that run before the upstream. */
export function rulesBefore({ policy, rules }: SymbolicPolicy): readonly SymbolicRule[] {
  const before = new Set(
    policy.directions
      .filter(({ stage }) => stage === "connect" || stage === "request")
      .map(({ direction }) => direction),
  );
  return rules.filter(({ rule }) => before.has(rule.reference.direction));
}

/**
 * That a request reaches the upstream or an endpoint in its place, or a connection: that no rule before refuses it.
 */
export function goalsOfForwarding(symbolic: SymbolicPolicy): Condition[] {
  return rulesBefore(symbolic).flatMap(({ rule, refuses }): Condition[] =>
    refuses === never ? [] : [{ formula: refuses, outcomes: isFalse, past: rule }],
  );
}

/** Checks whether a request, or a connection, has reached the upstream or an endpoint in its place. */
export function hasReachedUpstream(
  { result, request, directions }: Outcome,
  policy: CompiledPolicy,
): boolean {
  if (policy.protocol === "http") return request !== undefined;
  // A rule at the end of a connection ends what has reached it.
  const before = rulesBeforeUpstream(policy)?.direction;
  const own = directions.find(({ direction }) => direction === before);
  return result === "forwarded" || own?.result === "completed";
}

/** That a condition is true of the exchange before any rule; nothing for one that cannot be read. */
export function goalsOfCondition(
  text: string,
  symbolic: SymbolicPolicy,
  direction: string,
): Condition[] {
  const formula = symbolic.atStart(text, direction);
  return formula === undefined ? [] : [{ formula, outcomes: isTrue }];
}

/** The names that variables have today of all that an expression reads. */
export function variablesOf(node: Expression, dialect: Dialect): readonly string[] {
  return variablesIn(node, dialect).map(({ name, renamedTo }) => renamedTo ?? name);
}

/** Checks whether an expression stands for what rules have made of something, or for what becomes of a URL. */
export function isOpen(node: Expression): boolean {
  if (isChanged(node)) return true;
  return node.kind === "identifier" ? /\sURL$/.test(node.name) : childrenOf(node).some(isOpen);
}

/** The same thing of another request. */
export function ofAnother(subject: Subject): Subject {
  const node = { kind: "identifier", name: "another_request" } as const;
  return { ...subject, key: `${subject.key} of another request`, node };
}
