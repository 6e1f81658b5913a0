import { type Protocol } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { Environment } from "../configuration/environments.ts";
import type { LoadedPolicy } from "../policies/loaded-policy.ts";
import {
  holderKind,
  protocolOf,
  targetClaims,
  type PolicyHolder,
  type ProtocolClaim,
} from "./protocol-claim.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { namedTargets } from "./select-targets.ts";

interface Use {
  readonly configuration: LoadedConfiguration | undefined;
  readonly claims: readonly ProtocolClaim[];
}

interface AlikeEnvironments {
  readonly protocol: Protocol | readonly Protocol[] | undefined;
  readonly environments: readonly string[] | undefined;
}

/** Which targets hold the policies of which files: so in which environments, and for which protocol. */
export class PolicyUses {
  readonly #uses: readonly (readonly [
    LoadedConfiguration | undefined,
    ReadonlyMap<string, readonly ProtocolClaim[]>,
  ])[];
  readonly #ofCloudEndpoints = new Set<string>();

  /**
   * @param environments - the configuration in each environment; none without one
   * @param holders - what holds the policies; the targets of the configuration by default
   */
  constructor(environments: readonly LoadedConfiguration[], holders?: readonly PolicyHolder[]) {
    const all = environments.length === 0 ? [undefined] : environments;
    this.#uses = all.map((one) => {
      const own =
        holders?.filter(({ configuration }) => configuration === one) ??
        (one === undefined ? [] : namedTargets(one));
      for (const { target, policyFile } of own) {
        if (holderKind(target) === "cloud-endpoint") this.#ofCloudEndpoints.add(policyFile);
      }
      return [one, claimsByFile(own)];
    });
  }

  /** True when a cloud endpoint holds the policy of a file in some environment. */
  isOfCloudEndpoint(file: string): boolean {
    return this.#ofCloudEndpoints.has(file);
  }

  /** The environments in which a target holds the policy of a file; all of them where none does. */
  of(file: string): readonly Use[] {
    const held = this.#uses.filter(([, claims]) => claims.has(file));
    return (held.length > 0 ? held : this.#uses).map(([configuration, claims]) => ({
      configuration,
      claims: claims.get(file) ?? [],
    }));
  }

  /** The environments that the policy of a file is loaded for; see {@link of}. */
  environmentsOf(file: string): readonly Environment[] {
    return this.of(file).flatMap(({ configuration }) => configuration?.environment ?? []);
  }

  /** Returns the protocol claims of the targets of a policy, in its environment or otherwise in all. */
  claimsOn(file: string, { environment }: Pick<LoadedPolicy, "environment">): ProtocolClaim[] {
    return usesIn(environment, this.of(file)).flatMap(({ claims }) => claims);
  }

  /**
   * The protocols that a policy is for in the environments that it is for.
   *
   * @param option - the protocol that the command line says
   * @throws ExplainedError when it is contradictory
   */
  protocolsOf(
    file: string,
    policy: LoadedPolicy,
    option: Protocol | undefined,
  ): readonly AlikeEnvironments[] {
    const all = this.of(file);
    const alike = new Map<string, { protocol: AlikeEnvironments["protocol"]; names: string[] }>();
    for (const { configuration, claims } of usesIn(policy.environment, all)) {
      // What a module exports beside its default export is held by no target.
      const protocol = protocolOf(policy, option, policy.isDefault ? claims : []);
      const { names } = getOrAdd(alike, String(protocol), () => ({ protocol, names: [] }));
      names.push(configuration?.environment?.name ?? "");
    }
    return [...alike.values()].map(({ protocol, names }) => ({
      protocol,
      environments: names.length === all.length ? undefined : names,
    }));
  }
}

/** Returns the uses in an environment; all uses for a policy that is the same in all environments. */
function usesIn(environment: string | undefined, uses: readonly Use[]): readonly Use[] {
  return uses.filter(
    ({ configuration }) =>
      environment === undefined || configuration?.environment?.name === environment,
  );
}

function claimsByFile(
  holders: readonly PolicyHolder[],
): ReadonlyMap<string, readonly ProtocolClaim[]> {
  const claims = new Map<string, ProtocolClaim[]>();
  for (const holder of holders) {
    getOrAdd(claims, holder.policyFile, () => []).push(...targetClaims([holder]));
  }
  return claims;
}
