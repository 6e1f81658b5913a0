import { compilePolicy } from "@traffic-policy/policy-engine";
import {
  type Diagnostic,
  type PolicySource,
  type Protocol,
  type Witness,
} from "@traffic-policy/policy-language";
import { withWitnesses } from "@traffic-policy/policy-lint";
import { Prover, type PartFailure } from "@traffic-policy/policy-proof";
import { exchangeLine } from "@traffic-policy/policy-engine/report";
import { answersText } from "@traffic-policy/policy-proof/report";
import type { Clock } from "../context.ts";

/** What the search for exchanges may cost: lint is run at every commit, and while somebody writes. */
const budget = {
  /** For one finding. */
  steps: 2000,
  /** How many findings of a policy are asked about. */
  findings: 50,
  /** For one policy, in milliseconds. Only a policy made to be hard comes near it: reports should not differ. */
  time: 2000,
};

/** Of a longer document, as JSON, making formulas alone takes longer than that. */
const longestDocument = 200_000;

/** Finds exchanges that show what lint says of policies, within a small budget. */
export class LintWitnesses {
  readonly #clock: Clock;
  readonly #isOutdated: () => boolean;

  /** @param isOutdated - whether nobody wants to know any more */
  constructor(clock: Clock, isOutdated: () => boolean = () => false) {
    this.#clock = clock;
    this.#isOutdated = isOutdated;
  }

  /** The findings of a policy, those with an exchange that were found to have one. */
  async shown(
    diagnostics: readonly Diagnostic[],
    { document }: PolicySource,
    protocol: Protocol | undefined,
  ): Promise<Diagnostic[]> {
    const isLong = JSON.stringify(document ?? null).length > longestDocument;
    if (document === undefined || isLong) {
      return withWitnesses(diagnostics, { witness: () => undefined });
    }
    const end = this.#clock.elapsed() + budget.time;
    const isOver = (): boolean => this.#clock.elapsed() >= end || this.#isOutdated();
    const policy = await compilePolicy(document, { ...(protocol && { protocol }) });
    const prover = new Prover(policy, { budget: { steps: budget.steps, isOver } });
    const known = new Map<string, Witness | undefined>();
    for (const { claim, path, span } of diagnostics) {
      if (claim === undefined) continue;
      const key = JSON.stringify([path, span]);
      if (known.has(key)) continue;
      // Messages that are waiting may say that nobody wants to know any more.
      await new Promise((settle) => setImmediate(settle));
      if (known.size >= budget.findings || isOver()) break;
      const failure = prover.failureAt({ path, ...(span && { span }) });
      known.set(key, failure && witnessOf(failure));
    }
    return withWitnesses(diagnostics, {
      witness: ({ path, span }) => known.get(JSON.stringify([path, span])),
    });
  }
}

function witnessOf({ exchange, takes, dependsOn }: PartFailure): Witness {
  const fails = `fails for ${exchangeLine(exchange)}.`;
  const others = dependsOn.filter(({ question }) => question !== takes?.question);
  return {
    message: [
      takes === undefined ? `It ${fails}` : `With ${answersText([takes])}, it ${fails}`,
      ...(others.length === 0 ? [] : [`It does not with ${answersText(others)}.`]),
    ].join(" "),
    exchange,
    ...(takes && { options: { [takes.question]: takes.answer } }),
  };
}
