import { type Diagnostic, type PolicySource, secondsText } from "@traffic-policy/policy-language";
import {
  lintIgnores,
  lintPolicy,
  LintSession,
  throughEach,
  type IgnoreNode,
  type LintOptions,
  type LintRule,
} from "@traffic-policy/policy-lint";
import { stoppedAfter, defaultTimeLimit, type LoadedConfiguration } from "@traffic-policy/project";
import type { LintFailure } from "@traffic-policy/report";
import type { Clock } from "../context.ts";
import { customRules } from "../configuration/project.ts";

/** What is added for a character of a policy: many times what the rules of ours take for it. */
const builtInMilliseconds = 0.02;

interface OwnRulesOptions {
  readonly configuration: LoadedConfiguration | undefined;
  /** How long they may take for a policy, in milliseconds; nothing where nobody could say. */
  readonly timeLimit?: number | undefined;
  readonly clock: Clock;
}

/**
 * The lint rules of a configuration's own. One that does not finish is stopped, and left out from then
 * on: its time is lost once, not for each file.
 */
export class OwnRules {
  /** By their names; what they look at is timed. */
  readonly rules: ReadonlyMap<string, LintRule> | undefined;
  readonly #session = new LintSession();
  readonly #timeLimit: number | undefined;
  readonly #clock: Clock;
  readonly #unfinished = new Map<string, LintFailure>();
  readonly #times = new Map<string, number>();
  #running: { readonly name: string; readonly since: number } | undefined;

  constructor({ configuration, timeLimit, clock }: OwnRulesOptions) {
    this.#timeLimit = timeLimit;
    this.#clock = clock;
    const rules = customRules(configuration);
    this.rules =
      rules && new Map([...rules].map(([name, rule]) => [name, this.#timed(name, rule)]));
  }

  /** See {@link LintSession.rest}. */
  rest(): void {
    this.#session.rest();
  }

  /** The rules that did not finish. */
  get unfinished(): ReadonlySet<string> {
    return new Set(this.#unfinished.keys());
  }

  /** Why they are left out; the run is a failure then. */
  get failures(): readonly LintFailure[] {
    return [...this.#unfinished.values()];
  }

  /**
   * Lints a policy by all rules but those that did not finish.
   *
   * @throws LintRuleError when one of the own rules throws
   */
  lint(source: PolicySource, options: LintOptions): Diagnostic[] {
    const textSize = (): number => JSON.stringify(source.document ?? null).length;
    const session = this.#session;
    const work = (some: LintOptions): Diagnostic[] => lintPolicy(source, { ...some, session });
    return this.#withinTime(source.file, textSize, options, work);
  }

  /**
   * The same for ignore directives, once it is known what they ignored.
   *
   * @param file - that the orders are about, as it is shown
   */
  lintIgnores(file: string, orders: readonly IgnoreNode[], options: LintOptions): Diagnostic[] {
    if (orders.length === 0) return [];
    const work = (some: LintOptions): Diagnostic[] => lintIgnores(orders, some);
    return this.#withinTime(file, () => 0, options, work);
  }

  /** @param textSize - of what is linted, for which rules of ours take some time, too */
  #withinTime<T>(
    file: string,
    textSize: () => number,
    options: LintOptions,
    work: (options: LintOptions) => T,
  ): T {
    const timeLimit = this.#timeLimit ?? defaultTimeLimit;
    while (this.rules !== undefined && this.#unfinished.size < this.rules.size) {
      this.#times.clear();
      this.#running = undefined;
      const some = { ...options, unfinished: this.unfinished };
      const limit = Math.ceil(timeLimit + textSize() * builtInMilliseconds);
      const found = stoppedAfter(() => work(some), limit);
      if (found !== "timed-out") return found;
      const slowest = this.#slowest();
      // All the time went by in rules of ours.
      if (slowest === undefined) break;
      this.#unfinished.set(slowest, unfinished(slowest, file, this.#timeLimit));
    }
    return work({ ...options, unfinished: this.unfinished });
  }

  #timed(name: string, rule: LintRule): LintRule {
    const visit = throughEach(rule.visit, (work) => {
      this.#running = { name, since: this.#clock.elapsed() };
      try {
        return work();
      } finally {
        this.#stop();
      }
    });
    return { ...rule, visit };
  }

  #stop(): void {
    if (this.#running === undefined) return;
    const { name, since } = this.#running;
    this.#times.set(name, (this.#times.get(name) ?? 0) + this.#clock.elapsed() - since);
    this.#running = undefined;
  }

  /** The rule that took the most of the time; one that was stopped has not ended by itself. */
  #slowest(): string | undefined {
    this.#stop();
    return [...this.#times].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  }
}

function unfinished(rule: string, file: string, timeLimit: number | undefined): LintFailure {
  const time = secondsText(timeLimit ?? defaultTimeLimit);
  const more = timeLimit === undefined ? "" : "; --timeout allows more time";
  return {
    file,
    rule,
    message: `${file}: The lint rule "${rule}" did not finish within ${time}, and is skipped from here on.`,
    help: `Look for an endless loop${more}.`,
  };
}
