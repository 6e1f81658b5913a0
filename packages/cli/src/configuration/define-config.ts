import type { TargetConfiguration } from "@traffic-policy/policy-module";
import type { Configuration } from "./load-configuration.ts";

/** Types a configuration; it is returned as it is. */
export function defineConfig(configuration: Configuration): Configuration {
  return configuration;
}

interface TargetOptions {
  /** Whether the policy is applied to traffic; true by default. */
  readonly enabled?: boolean;
  /** Words that `--tag` selects targets by. */
  readonly tags?: readonly string[];
}

/**
 * A TCP edge as a target.
 *
 * @param edge - the edge's identifier
 * @param policy - the policy's file, relative to the configuration
 */
export function tcpEdge(
  edge: string,
  policy: string,
  options: TargetOptions = {},
): TargetConfiguration {
  return toTarget({ kind: "tcp-edge", edge, policy }, options);
}

/**
 * A route of an HTTPS edge as a target.
 *
 * @param edge - the edge's identifier
 * @param route - the route's identifier
 * @param policy - the policy's file, relative to the configuration
 */
export function httpsRoute(
  edge: string,
  route: string,
  policy: string,
  options: TargetOptions = {},
): TargetConfiguration {
  return toTarget({ kind: "https-route", edge, route, policy }, options);
}

function toTarget(
  target: TargetConfiguration,
  { tags, ...options }: TargetOptions,
): TargetConfiguration {
  return { ...target, ...options, ...(tags && { tags: [...tags] }) };
}
