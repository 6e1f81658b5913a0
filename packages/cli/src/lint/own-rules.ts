import { type Diagnostic, type PolicySource } from "@traffic-policy/policy-language";
import { secondsText } from "@traffic-policy/policy-language/internal";
import {
  lintPolicy,
  LintSession,
  type LintOptions,
  type LintRule,
} from "@traffic-policy/policy-lint";
import { lintIgnores, throughEach, type IgnoreNode } from "@traffic-policy/policy-lint/internal";
import { type LoadedConfiguration } from "@traffic-policy/project";
import { stoppedAfter, defaultTimeLimit } from "@traffic-policy/project/internal";
import type { LintFailure } from "@traffic-policy/report";
import type { Context } from "../context.ts";
import { customRules } from "../configuration/project.ts";

/** Added for each character of a policy: many times the cost of the built-in rules. */
const builtInMilliseconds = 0.02;

/**
 * The custom lint rules of a configuration. A rule that does not finish is stopped and skipped from then on, so its
 * time is lost once, not for each file.
 */
export class OwnRules {
  readonly rules: ReadonlyMap<string, LintRule> | undefined;
  readonly #session = new LintSession();
  readonly #files: Context["files"];
  readonly #clock: Context["clock"];
  readonly #unfinished = new Map<string, LintFailure>();
  readonly #times = new Map<string, number>();
  #running: { readonly name: string; readonly since: number } | undefined;

  constructor(
    configuration: LoadedConfiguration | undefined,
    { files, clock }: Pick<Context, "files" | "clock">,
  ) {
    this.#files = files;
    this.#clock = clock;
    const rules = customRules(configuration);
    this.rules =
      rules && new Map([...rules].map(([name, rule]) => [name, this.#timed(name, rule)]));
  }

  rest(): void {
    this.#session.rest();
  }

  get unfinished(): ReadonlySet<string> {
    return new Set(this.#unfinished.keys());
  }

  /** Reasons why rules are skipped; they make the run a failure. */
  get failures(): readonly LintFailure[] {
    return [...this.#unfinished.values()];
  }

  /**
   * Lints a policy with all rules except those that did not finish.
   *
   * @throws LintRuleError when a custom rule throws
   */
  lint(source: PolicySource, options: LintOptions): Diagnostic[] {
    const textSize = (): number => JSON.stringify(source.document ?? null).length;
    const session = this.#session;
    const work = (some: LintOptions): Diagnostic[] => lintPolicy(source, { ...some, session });
    return this.#withinTime(source.file, textSize, options, work);
  }

  lintIgnores(file: string, orders: readonly IgnoreNode[], options: LintOptions): Diagnostic[] {
    if (orders.length === 0) return [];
    const work = (some: LintOptions): Diagnostic[] => lintIgnores(orders, some);
    return this.#withinTime(file, () => 0, options, work);
  }

  #withinTime<T>(
    file: string,
    textSize: () => number,
    options: LintOptions,
    work: (options: LintOptions) => T,
  ): T {
    const { timeLimit = defaultTimeLimit } = this.#files;
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
      this.#unfinished.set(slowest, unfinished(slowest, file, this.#files));
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

  #slowest(): string | undefined {
    this.#stop();
    return [...this.#times].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  }
}

function unfinished(rule: string, file: string, { timeLimit }: Context["files"]): LintFailure {
  const time = secondsText(timeLimit ?? defaultTimeLimit);
  const more = timeLimit === undefined ? "" : "; --timeout allows more time";
  return {
    file,
    rule,
    message: `${file}: The lint rule "${rule}" did not finish within ${time}, and is skipped from here on.`,
    help: `Look for an endless loop${more}.`,
  };
}
