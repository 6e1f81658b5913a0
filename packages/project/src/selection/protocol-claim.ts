import type { Protocol } from "@traffic-policy/policy-language";
import type { PolicyFileTarget, ProjectTarget } from "../configuration/environments.ts";
import { ExplainedError } from "../files/files.ts";
import type { LoadedPolicy } from "../policies/loaded-policy.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";

/** Somebody says what a policy is for. */
export interface ProtocolClaim {
  readonly protocol: Protocol;
  /** Who says it, as a part of a sentence: `--protocol says tcp`. */
  readonly claim: string;
}

/** A place that holds the policy of a file. */
export interface PolicyHolder {
  /** The target's name; nothing for a place that is no target of the configuration. */
  readonly name?: string | undefined;
  readonly target: ProjectTarget;
  /** Absolute path. */
  readonly policyFile: string;
  /** The configuration that it is a target of, in its environment. */
  readonly configuration?: LoadedConfiguration | undefined;
}

/** Returns the claims about a policy that follow from the kind of each target; some kinds claim nothing. */
export function targetClaims(
  holders: readonly Omit<PolicyHolder, "policyFile">[],
): ProtocolClaim[] {
  return holders.flatMap(({ name, target }) => {
    const protocol = targetProtocol(target);
    if (protocol === undefined) return [];
    const kind = holderKind(target) === "tcp-edge" ? "a TCP edge" : "an HTTPS route";
    const what = name === undefined ? "its target" : `the target "${name}"`;
    const is = target.kind === "policy-file" ? "is for" : "is";
    return [{ protocol, claim: `${what} ${is} ${kind}` }];
  });
}

/** The kind of what holds the policy of a target where it is deployed. */
export function holderKind(target: ProjectTarget): PolicyFileTarget["for"] {
  return target.kind === "policy-file" ? target.for : target.kind;
}

/**
 * Returns the protocol of a policy that follows from the kind of its target; for an endpoint, only the URL could tell.
 */
export function targetProtocol(target: ProjectTarget): Protocol | undefined {
  const protocols = {
    "tcp-edge": "tcp",
    "https-route": "http",
    "cloud-endpoint": undefined,
    "agent-endpoint": undefined,
  } as const;
  return protocols[holderKind(target)];
}

/** The protocols that the kinds of some targets tell. */
export function protocolsOfTargets(
  targets: readonly { readonly target: ProjectTarget }[],
): Protocol[] {
  return [...new Set(targets.flatMap(({ target }) => targetProtocol(target) ?? []))];
}

/**
 * Determines the protocol of a policy: a single protocol, several when targets of several kinds hold the policy, or
 * undefined when nothing determines it.
 *
 * @param option - the protocol from the command line
 * @param targets - the claims of the targets that hold the policy
 * @throws ExplainedError when they contradict each other
 */
export function protocolOf(
  { source, protocol: own }: LoadedPolicy,
  option: Protocol | undefined,
  targets: readonly ProtocolClaim[],
): Protocol | readonly Protocol[] | undefined {
  const said: ProtocolClaim[] = [
    ...(own === undefined ? [] : [{ protocol: own, claim: `the policy says ${own}` }]),
    ...(option === undefined ? [] : [{ protocol: option, claim: `--protocol says ${option}` }]),
  ];
  const [first, ...others] = said;
  if (first === undefined) {
    const protocols = [...new Set(targets.map(({ protocol }) => protocol))];
    return protocols.length > 1 ? protocols : protocols[0];
  }
  const other = [...others, ...targets].find(({ protocol }) => protocol !== first.protocol);
  if (other === undefined) return first.protocol;
  throw new ExplainedError(
    `${source.file}: The protocol of the policy is ambiguous: ${first.claim}, but ${other.claim}.`,
    { help: "A TCP edge holds policies for tcp, an HTTPS route policies for http." },
  );
}
