import type { CompiledPolicy, Exchange, RuleReference } from "@traffic-policy/policy-engine";
import type { Inquiry } from "./inquiry.ts";
import type { SymbolicPolicy } from "./policy/symbolic-policy.ts";
import type { Replay, TracedOutcome } from "./witness/replay.ts";

/** Something that a question of the catalogue has found out. */
export type QuestionFinding =
  | {
      /** `found` deserves a look; a `fact` is good to know. Both are proved, or shown by the examples. */
      readonly kind: "found" | "fact";
      /** One sentence. */
      readonly message: string;
      readonly rules: readonly RuleReference[];
      /** Exchanges that show it, each with what became of it. */
      readonly examples: readonly QuestionExample[];
    }
  | {
      readonly kind: "unknown";
      readonly message: string;
      readonly reason: string;
      readonly rules: readonly RuleReference[];
    };

export interface QuestionExample {
  readonly exchange: Exchange;
  readonly outcome: TracedOutcome;
}

/** What a question is asked of. */
export interface Asking {
  readonly policy: CompiledPolicy;
  readonly inquiry: Inquiry;
  readonly replay: Replay;
  /** The policy as formulas. */
  readonly symbolic: SymbolicPolicy;
}

/** A question that the tool poses by itself: what a file of the folder `questions` exports. */
export interface Question {
  /** As somebody would ask it. */
  readonly title: string;
  /** What it means that there is no finding. */
  readonly none: string;
  readonly ask: (asking: Asking) => Iterable<QuestionFinding>;
}

export function defineQuestion(question: Question): Question {
  return question;
}

/** How a sentence calls a rule. */
export function titleOf({ name, path }: RuleReference): string {
  return name === undefined ? path : JSON.stringify(name);
}
