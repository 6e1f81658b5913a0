import fc from "fast-check";
import { protocols, type PolicySource } from "@traffic-policy/policy-language";
import { lintPolicy, LintSession, type LintOptions } from "@traffic-policy/policy-lint";
import { stepsTaken } from "../../../packages/policy-logic/src/solve.ts";
import { dialectOfSource } from "../find.ts";
import { faultsOf } from "./faults-of.ts";

/** What a policy is for, or that nobody knows. */
export const protocol = fc.constantFrom(undefined, ...protocols);

/** How long a test may take on a machine that has other things to do. */
export const patience = 180_000;

/** The most steps that the logic takes for any of these small policies. */
const mostSteps = 100_000;

/** Policies that were linted, with what is told of all of them in the end. */
export class LintedPolicies {
  /** The rules that have found something. */
  readonly told = new Set<string>();
  readonly #session = new LintSession();
  #count = 0;
  #slowest = { text: "", milliseconds: 0 };

  /** What is wrong with the findings in a policy, or with the work that they took. */
  faults(text: string, source: PolicySource, options: LintOptions = {}): string[] {
    const [start, before] = [performance.now(), stepsTaken()];
    const found = lintPolicy(source, {
      preset: "strict",
      session: this.#session,
      dialect: dialectOfSource(source),
      isOfCloudEndpoint: true,
      ...options,
    });
    const [milliseconds, steps] = [performance.now() - start, stepsTaken() - before];
    this.#count += 1;
    if (milliseconds > this.#slowest.milliseconds) this.#slowest = { text, milliseconds };
    for (const { rule } of found) this.told.add(rule);
    return [
      ...faultsOf(text, source, found),
      ...(steps > mostSteps ? [`It took ${steps} steps.`] : []),
    ];
  }

  /** How many there were, and the slowest of them. */
  summary(): string {
    const { text, milliseconds } = this.#slowest;
    const shown = JSON.stringify(text.slice(0, 200));
    return `Of ${this.#count} policies the slowest took ${milliseconds.toFixed(1)} ms: ${shown}`;
  }
}
