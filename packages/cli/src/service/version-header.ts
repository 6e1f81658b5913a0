import { CommandError } from "../command-error.ts";

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
