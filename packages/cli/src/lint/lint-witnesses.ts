import { compilePolicy } from "@traffic-policy/policy-engine";
import { exchangeLine } from "@traffic-policy/policy-engine/report";
import { type Diagnostic, type JsonValue, type Witness } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { LintProver } from "@traffic-policy/policy-lint/internal";
import { loadPolicies, type Files } from "@traffic-policy/project";
import { Prover, type PartFailure } from "@traffic-policy/policy-proof";
import { answersText } from "@traffic-policy/policy-proof/report";
import { CommandError } from "../context.ts";
import type { ClaimedPolicy, Claims } from "./claimed-policy.ts";

/**
 * Limits the work to find exchanges in a run to about half a second; counted instead of timed, so that the same policies
 * always give the same report.
 */
const budget = {
  /** Solver steps for a finding. */
  steps: 2000,
  /** Budget checks, which follow equal amounts of work: for a finding, and for all of them. */
  checksOfFinding: 60,
  checks: 1000,
  /** Characters of the documents as JSON, because formulas cover the whole policy. */
  length: 200_000,
};

interface Options {
  readonly claims: Claims;
  readonly files: Files;
  readonly isOutdated?: () => boolean;
}

interface Search {
  readonly prover: Prover;
  readonly known: Map<string, Witness | undefined>;
}

/**
 * Finds exchanges that demonstrate findings, within a shared budget. Equal findings of equal policies are searched
 * for once.
 */
export class LintWitnesses implements LintProver {
  readonly #options: Options;
  readonly #documents = new Map<string, Promise<JsonValue | undefined>>();
  readonly #searches = new Map<string, Promise<Search>>();
  #checks = 0;
  #checksAtFinding = 0;
  #length = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  async witness(finding: Diagnostic): Promise<Witness | undefined> {
    const policy = this.#options.claims.get(finding);
    // Pending messages may make the result outdated.
    await new Promise((settle) => setImmediate(settle));
    if (policy === undefined || this.#isOver()) return undefined;
    const document = await this.#documentOf(policy);
    if (document === undefined) return undefined;
    const { path, span } = finding;
    const { protocol } = policy;
    const text = JSON.stringify([protocol, document]);
    if (!this.#searches.has(text) && !this.#hasRoomFor(text)) return undefined;
    const { prover, known } = await getOrAdd(this.#searches, text, async () => {
      const compiled = await compilePolicy(document, { ...(protocol && { protocol }) });
      const isOver = (): boolean =>
        this.#isOver() || this.#checks - this.#checksAtFinding > budget.checksOfFinding;
      return {
        prover: new Prover(compiled, { budget: { steps: budget.steps, isOver } }),
        known: new Map<string, Witness | undefined>(),
      };
    });
    const place = JSON.stringify([path, span]);
    if (!known.has(place)) {
      this.#checksAtFinding = this.#checks;
      const failure = prover.failureAt({ path, ...(span && { span }) });
      known.set(place, failure && witnessOf(failure));
    }
    return known.get(place);
  }

  #isOver(): boolean {
    this.#checks += 1;
    return this.#checks > budget.checks || this.#options.isOutdated?.() === true;
  }

  #hasRoomFor({ length }: string): boolean {
    if (this.#length + length > budget.length) return false;
    this.#length += length;
    return true;
  }

  /** The document of a policy; undefined when its file is too long, or no longer exists. */
  async #documentOf({ file, document }: ClaimedPolicy): Promise<JsonValue | undefined> {
    if (document !== undefined) return document;
    const { files } = this.#options;
    return getOrAdd(this.#documents, file, async () => {
      try {
        if ((files.sizeOf(file) ?? 0) > budget.length) return undefined;
        const [policy] = await loadPolicies(file, files);
        return policy?.source.document;
      } catch (error) {
        if (error instanceof CommandError) return undefined;
        throw error;
      }
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
