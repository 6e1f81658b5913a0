import type { TargetConfiguration } from "@traffic-policy/project";
import type { Configuration } from "./configuration-schema.ts";

/**
 * Types a configuration; it is returned as it is. Its type knows the environments, for
 * {@link EnvironmentOf}.
 */
export function defineConfig<Given extends Configuration>(configuration: Given): Given {
  return configuration;
}

/**
 * The argument of a policy function: the name of an environment of a configuration, and its values, including shared
 * values. Values that only some environments have may be `undefined`.
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
export interface EnvironmentOf<Given extends Pick<Configuration, "environments" | "values">> {
  readonly name: keyof Environments<Given>;
  readonly values: OneOf<
    {
      [Name in keyof Environments<Given>]: Over<
        ValuesOf<Given>,
        ValuesOf<Environments<Given>[Name]>
      >;
    }[keyof Environments<Given>]
  >;
}

type Environments<Given> = Given extends { readonly environments: infer All } ? All : never;

type ValuesOf<Given> = Given extends { readonly values: infer Values } ? Values : object;

type Over<Shared, Own> = Omit<Shared, keyof Own> & Own;

/**
 * Merges the types of several environments into a single type, which keeps compiler errors short and needs no case
 * distinction.
 */
type OneOf<Values, Common extends keyof Values = keyof Values> = EnvironmentValues<
  { readonly [Key in Common]: Widened<Values[Key]> } & {
    readonly [Key in Exclude<KeysOf<Values>, Common>]?: Widened<In<Values, Key>>;
  }
>;

type KeysOf<Values> = Values extends unknown ? keyof Values : never;

type In<Values, Key extends PropertyKey> =
  Values extends Readonly<Record<Key, infer Value>> ? Value : never;

/** Widens `true` to `boolean`: `true` in one environment may be false in the next. */
type Widened<Value> = Value extends boolean ? boolean : Value;

type EnvironmentValues<Values> = { [Key in keyof Values]: Values[Key] };

interface TargetOptions {
  /** Applies the policy to traffic; true by default. */
  readonly enabled?: boolean;
  /** Words by which `--tag` selects targets. */
  readonly tags?: readonly string[];
  /** A key of `services`, used instead of `service`. */
  readonly service?: string;
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

/**
 * A cloud endpoint as a target. Its policy is in phases, and always applied.
 *
 * @param endpoint - the endpoint's identifier
 * @param policy - the policy's file, relative to the configuration
 * @param options.url - the endpoint's URL, such as `https://shop.example`: `audit --site` needs it
 */
export function cloudEndpoint(
  endpoint: string,
  policy: string,
  options: Omit<TargetOptions, "enabled"> & { readonly url?: string } = {},
): TargetConfiguration {
  return toTarget({ kind: "cloud-endpoint", endpoint, policy }, options);
}

/**
 * A policy that `build` writes, and that other means deploy: Kubernetes, Terraform or an agent.
 *
 * @param policy - the policy's file, relative to the configuration
 * @param options.for - what holds it where it is deployed
 * @param options.out - where `build` puts it, relative to the configuration: a file, or a place in one
 *
 * @example
 * ```ts
 * policyFile("web.policy.ts", { for: "cloud-endpoint", out: "cluster/web.yaml#CloudEndpoint/web" })
 * ```
 */
export function policyFile(
  policy: string,
  options: Pick<TargetOptions, "tags"> & {
    readonly for: NonNullable<TargetConfiguration["for"]>;
    readonly out?: string;
  },
): TargetConfiguration {
  return toTarget({ kind: "policy-file", policy }, options);
}

function toTarget(
  target: TargetConfiguration,
  { tags, ...options }: TargetOptions,
): TargetConfiguration {
  return { ...target, ...options, ...(tags && { tags: [...tags] }) };
}
