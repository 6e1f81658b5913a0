import type { JsonValue } from "@traffic-policy/policy-language";
import {
  compilePolicy,
  type BehaviourOptions,
  type CaseSettings,
  type CompiledPolicy,
} from "@traffic-policy/policy-engine";
import type { Example } from "./example.ts";
import { Replay } from "./replay.ts";

/** Checks whether conditions are true for an exchange before any rule; one that fails is not. */
export class ConditionProbe {
  readonly #replay: Replay;

  /** @param section - where the conditions are evaluated, of a policy like the given one */
  static async of(
    conditions: readonly string[],
    section: string,
    policy: CompiledPolicy,
    options: CaseSettings,
  ): Promise<ConditionProbe> {
    const rule = { expressions: [...conditions], actions: [] };
    const probe = await compilePolicy({ [section]: [rule] } as JsonValue, policy);
    return new ConditionProbe(probe, options);
  }

  private constructor(probe: CompiledPolicy, options: CaseSettings) {
    const failures = { onExpressionError: "no-match" } as const;
    this.#replay = new Replay(probe, { ...options, options: { ...options.options, ...failures } });
  }

  areTrue(exchange: Example, given: Partial<BehaviourOptions> = {}): boolean {
    const { onExpressionError: _, ...answers } = given;
    return this.#replay.run(exchange, answers)?.matched.length === 1;
  }
}
