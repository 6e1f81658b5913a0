import type { CompiledPolicy, RuleReference } from "@traffic-policy/policy-engine";
import { answersThatMatter, isAboutConditions, otherAnswers } from "./answers.ts";
import { proveAssertion, type Assertion, type Verdict } from "./assertion.ts";
import { FailureSearch, type Failure, type FailingPart, type PartFailure } from "./fails.ts";
import { Inquiry, tooLong, type ProofOptions } from "./inquiry.ts";
import { ReachSearch, type Reached, type TargetReach } from "./reach.ts";
import type { Asking, QuestionFinding } from "./question.ts";
import { whyNotRead } from "./policy/not-read.ts";
import { questions } from "./questions/index.generated.ts";
import { Replay } from "./witness/replay.ts";

/** A question of the catalogue, with what it found out. */
export interface AskedQuestion {
  /** The name of the question, such as `path-variants`. */
  readonly name: string;
  /** As somebody would ask it. */
  readonly title: string;
  /** At least one. */
  readonly findings: readonly QuestionFinding[];
}

/**
 * Says what a policy does to every exchange. Each exchange that it shows has been tried; what it says of all
 * exchanges is proved; and what it does not know, it says.
 */
export class Prover {
  readonly #inquiry: Inquiry;
  readonly #replay: Replay;
  readonly #options: ProofOptions;

  /** @param options - answers to what the documentation of the service leaves open, stubs, and a budget */
  constructor(policy: CompiledPolicy, options: ProofOptions = {}) {
    this.#options = options;
    this.#inquiry = new Inquiry([policy], options);
    this.#replay = new Replay(policy, options);
  }

  /** The questions that the tool poses by itself, each with what it found out. */
  ask(): AskedQuestion[] {
    const [symbolic] = this.#inquiry.symbolic;
    const [policy] = this.#inquiry.policies;
    if (symbolic === undefined || policy === undefined) {
      const finding = { ...tooLong, message: "There was no time to ask.", rules: [] };
      return [...questions].map(([name, { title }]) => ({ name, title, findings: [finding] }));
    }
    const asking: Asking = {
      policy,
      symbolic,
      inquiry: this.#inquiry,
      replay: this.#replay,
      answersThatMatter: (isSo) => answersThatMatter(this.#options.options, policy, isSo),
    };
    const reason = whyNotRead(policy, this.#options.stubs);
    return [...questions].map(([name, { title, ask }]) => {
      const findings = [...ask(asking)];
      return { name, title, findings: reason === undefined ? findings : unsure(findings, reason) };
    });
  }

  /** For each rule, expression and operand: an exchange that reaches it, or that there is none. */
  reach(): TargetReach[] {
    return new ReachSearch(this.#inquiry, this.#replay).all();
  }

  /** An exchange that a rule matches, or that there is none. */
  matching(rule: RuleReference): Reached {
    const target = { rule, path: rule.path, never: "matched" as const, operand: [] };
    return new ReachSearch(this.#inquiry, this.#replay).find(target);
  }

  /** For each expression and each action: an exchange for which it fails, or that there is none. */
  fails(): Failure[] {
    return new FailureSearch(this.#inquiry, this.#replay, this.#options).all();
  }

  /**
   * An exchange for which an expression or an action fails because of a part of it; nothing when none is known.
   * It may take an answer to an open question that is not the one given: that a value is missing, say.
   */
  failureAt(part: FailingPart): PartFailure | undefined {
    const known = new FailureSearch(this.#inquiry, this.#replay, this.#options).at(part);
    if (known !== undefined) return known;
    const [policy] = this.#inquiry.policies as readonly [CompiledPolicy];
    for (const other of otherAnswers(this.#options.options ?? {}, [policy])) {
      if (other.answer !== "error" || !isAboutConditions(other.question)) continue;
      const options = { ...this.#options.options, [other.question]: other.answer };
      const settings = { ...this.#options, options };
      const replay = new Replay(policy, settings);
      const found = new FailureSearch(this.#inquiry.with(other), replay, settings).at(part);
      if (found !== undefined) return { ...found, takes: other };
    }
    return undefined;
  }

  /**
   * Proves an assertion, or finds an exchange for which it does not hold.
   *
   * @throws AssertionProblem when it makes no sense for the policy
   */
  prove(assertion: Assertion): Promise<Verdict> {
    return proveAssertion(assertion, this.#inquiry, this.#options);
  }
}

/** Weakens the findings for a policy that cannot be read completely: "nothing found" becomes unknown. */
function unsure(findings: readonly QuestionFinding[], reason: string): QuestionFinding[] {
  const others = findings.filter(({ kind }) => kind !== "holds");
  const message = "The rest is unknown, because not all of the policy can be read.";
  return [...others, { kind: "unknown", message, reason, rules: [] }];
}
