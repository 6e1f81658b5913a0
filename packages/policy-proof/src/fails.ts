import type { CompiledPolicy, RuleReference } from "@traffic-policy/policy-engine";
import { isTrue } from "@traffic-policy/policy-logic";
import { answersThatMatter, type OpenAnswer } from "./answers.ts";
import type { Inquiry, ProofOptions } from "./inquiry.ts";
import { goalsBefore, ReachSearch, type Reached, type Target } from "./reach.ts";
import type { Replay } from "./witness/replay.ts";
import { messagesOf } from "./witness/witnesses.ts";

/** Whether there is an exchange for which an expression or an action fails. */
export interface Failure {
  readonly rule: RuleReference;
  /** JSON Pointer of the expression or the action. */
  readonly path: string;
  /** The expression, or the type of the action. */
  readonly text: string;
  /** `reached` with an exchange for which it fails; `never`, when it always has a value. */
  readonly fails: Reached;
  /** Answers to open questions with which it does not fail for the exchange. */
  readonly dependsOn: readonly OpenAnswer[];
}

/** Finds out which expressions and actions of a policy can fail. */
export class FailureSearch {
  readonly #inquiry: Inquiry;
  readonly #replay: Replay;
  readonly #options: ProofOptions;

  /** @param inquiry - about one policy */
  constructor(inquiry: Inquiry, replay: Replay, options: ProofOptions) {
    this.#inquiry = inquiry;
    this.#replay = replay;
    this.#options = options;
  }

  all(): Failure[] {
    const [policy] = this.#inquiry.policies as readonly [CompiledPolicy];
    const search = new ReachSearch(this.#inquiry, this.#replay);
    return policy.directions.flatMap(({ rules }) =>
      rules.flatMap(({ reference: rule, expressions, actions }) => [
        ...expressions.map(({ path, text }) => {
          const target: Target = { rule, path, text, never: "failed", operand: [] };
          return this.#failure({ rule, path, text }, search.find(target));
        }),
        ...actions.map(({ path, type }) =>
          this.#failure({ rule, path, text: type }, this.#actionFails(rule, path)),
        ),
      ]),
    );
  }

  #actionFails(rule: RuleReference, path: string): Reached {
    const [policy] = this.#inquiry.policies as readonly [CompiledPolicy];
    const found = this.#inquiry.ask(
      (symbolic) => {
        const own = symbolic?.rules.find((one) => one.rule.path === rule.path);
        const formula = own?.actions.find(({ action }) => action.path === path)?.fails;
        if (symbolic === undefined || formula === undefined) return [];
        return [...goalsBefore(rule, symbolic), { formula, outcomes: isTrue }];
      },
      messagesOf(policy, rule.direction),
      (exchange) => {
        const outcome = this.#replay.run(exchange);
        const hasFailed = outcome?.directions.some(
          ({ result, by }) => result === "failed" && by?.path === path,
        );
        return outcome !== undefined && hasFailed === true ? { exchange, outcome } : undefined;
      },
    );
    switch (found.kind) {
      case "found":
        return { kind: "reached", ...found.result };
      case "none":
        return { kind: "never", by: found.past.map(({ reference }) => reference) };
      case "unknown":
        return found;
    }
  }

  #failure(of: Pick<Failure, "rule" | "path" | "text">, fails: Reached): Failure {
    if (fails.kind !== "reached") return { ...of, fails, dependsOn: [] };
    const [policy] = this.#inquiry.policies as readonly [CompiledPolicy];
    const dependsOn = answersThatMatter(this.#options.options, policy, (answers) => {
      // That a failure counts as no match does not make it none.
      const errors = this.#replay.run(fails.exchange, answers)?.errors ?? [];
      return errors.some(({ path }) => path === of.path || path.startsWith(`${of.path}/`));
    });
    return { ...of, fails, dependsOn };
  }
}
