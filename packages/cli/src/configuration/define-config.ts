import type { TargetConfiguration } from "@traffic-policy/policy-module";
import type { Configuration } from "./configuration-schema.ts";

/**
 * Types a configuration; it is returned as it is. Its type knows the environments, for
 * {@link EnvironmentOf}.
 */
export function defineConfig<Given extends Configuration>(configuration: Given): Given {
  return configuration;
}

/**
 * What a policy that is a function gets: one of the environments of a configuration, with its name and its
 * values, those that are shared included.
 *
 * @example
 * ```ts
 * // config is the default export of traffic-policy.config.ts; its type is enough.
 * export default ({ name, values }: EnvironmentOf<typeof config>) =>
 *   policy({ protocol: "http" }).inbound(
 *     rule("Only this host").when(req.host.ne(values.host)).do(deny()),
 *   );
 * ```
 */
export type EnvironmentOf<Given extends Pick<Configuration, "environments" | "values">> = {
  readonly [Name in keyof Environments<Given>]: {
    readonly name: Name;
    readonly values: Over<ValuesOf<Given>, ValuesOf<Environments<Given>[Name]>>;
  };
}[keyof Environments<Given>];

type Environments<Given> = Given extends { readonly environments: infer All } ? All : never;

type ValuesOf<Given> = Given extends { readonly values: infer Values } ? Values : object;

/** What is shared, as far as the other does not say otherwise. */
type Over<Shared, Own> = Readonly<Omit<Shared, keyof Own> & Own>;

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
