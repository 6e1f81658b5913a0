import {
  ExchangeError,
  RateLimits,
  simulateSite,
  stubsOf,
  type CaseSettings,
  type CompiledSite,
  type Secrets,
  type Stub,
  type SiteOutcome,
} from "@traffic-policy/policy-engine";
import type { SiteEndpoint } from "@traffic-policy/policy-language/internal";
import { lookAtTime } from "@traffic-policy/policy-logic/internal";
import { mergedSecrets, secretsOf, usualRandom, type Example } from "../witness/example.ts";
import { usualTime } from "../witness/place.ts";

/** The state of a site that a way takes for granted. */
export interface Taken {
  /** The names of the members of pools that are chosen. */
  readonly members: ReadonlySet<string>;
  /** The names of the endpoints that are offline. */
  readonly offline: ReadonlySet<string>;
  /** The types of checks that let the exchange pass: by a token, a signature or a session that only its owner has. */
  readonly passed: ReadonlySet<string>;
}

/** Takes exchanges through a site, endpoint by endpoint, to confirm claims about it. */
export class SiteReplay {
  readonly #site: CompiledSite;
  readonly #settings: CaseSettings;
  readonly #secrets: Secrets;

  constructor(site: CompiledSite, settings: CaseSettings) {
    this.#site = site;
    this.#settings = settings;
    const named = site.site.endpoints.map((endpoint) => secretsOf(site.policyOf(endpoint)));
    this.#secrets = [...named, settings.secrets ?? {}].reduce(mergedSecrets, {});
  }

  /** Runs an exchange; undefined when it is impossible, or its outcome is not known. */
  run(entry: SiteEndpoint, example: Example, taken: Taken): SiteOutcome | undefined {
    const { secrets, random = this.#settings.random ?? usualRandom, ...exchange } = example;
    const { options, stubs } = this.#settings;
    try {
      const outcome = simulateSite(
        this.#site,
        entry,
        { time: usualTime, ...exchange },
        {
          ...options,
          members: taken.members,
          offline: taken.offline,
          stubs: { ...stubsOf(stubs), ...letting(taken.passed) },
          secrets: mergedSecrets(this.#secrets, secrets),
          random: () => random,
          rateLimits: new RateLimits(),
          trace: true,
          onStep: lookAtTime,
        },
      );
      const isPerhaps = outcome.result === "failed" && outcome.notSimulated.length > 0;
      const isUnread = outcome.hops.some(({ endpoint }) => endpoint.unread !== undefined);
      return isPerhaps || isUnread ? undefined : outcome;
    } catch (error) {
      if (error instanceof ExchangeError) return undefined;
      throw error;
    }
  }
}

function letting(types: ReadonlySet<string>): Readonly<Record<string, Stub>> {
  return Object.fromEntries([...types].map((type) => [type, () => ({ next: true })]));
}
