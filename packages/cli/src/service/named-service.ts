import type { Environment } from "../context.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import type { ServiceAccess } from "../program/options.ts";
import { CommandError } from "../command-error.ts";

/** A service as it is named; nothing is known of whether it is there. */
export interface NamedService {
  readonly baseUrl: string;
  /** The header that names the version of the API, if something says it. */
  readonly versionHeader: VersionHeader | undefined;
}

/**
 * The service that the options, the environment or the configuration names, the first of them that
 * does; `emulator` when the configuration asks for it and nothing else is named.
 *
 * @throws CommandError for a version header that is none
 */
export function namedService(
  configuration: LoadedConfiguration | undefined,
  options: ServiceAccess,
  env: Environment,
): NamedService | "emulator" | undefined {
  // A secret that CI does not have is an empty variable there.
  const configured = configuration?.service;
  const service = typeof configured === "object" ? configured : undefined;
  const baseUrl =
    options.baseUrl ?? (env["TRAFFIC_POLICY_BASE_URL"] || undefined) ?? service?.baseUrl;
  if (baseUrl === undefined) return configuration === undefined ? undefined : "emulator";
  const written = options.versionHeader ?? (env["TRAFFIC_POLICY_VERSION_HEADER"] || undefined);
  const versionHeader =
    written === undefined ? service?.versionHeader : parseVersionHeader(written);
  return { baseUrl, versionHeader };
}

/** The header that names the version of the API. */
export interface VersionHeader {
  readonly name: string;
  readonly value: string;
}

/**
 * Reads a header as it is written, like `Service-Version: 2`.
 *
 * @throws CommandError for what is no header
 */
export function parseVersionHeader(text: string): VersionHeader {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+): *([!-~]+)$/.exec(text.trim()) ?? [];
  if (name !== undefined && value !== undefined) return { name, value };
  throw new CommandError(`"${text}" is not a header.`, {
    help: 'Write it like "Service-Version: 2".',
  });
}
