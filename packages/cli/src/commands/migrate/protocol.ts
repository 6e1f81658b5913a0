import type { Dialect, JsonObject, Protocol } from "@traffic-policy/policy-language";
import { possibleProtocols } from "@traffic-policy/policy-proof/migration";
import type { SelectedPolicy } from "@traffic-policy/project/selection";
import { CommandError } from "../../context.ts";
import type { MigrateOptions } from "./command.ts";

/**
 * Returns the protocol of a policy: as the user states it, or inferred from actions and variables that exist for only
 * one protocol.
 *
 * @throws CommandError when the protocol is unclear
 */
export function protocolToMigrate(
  document: JsonObject,
  policy: SelectedPolicy,
  options: MigrateOptions,
  dialect: Dialect,
): Protocol {
  const told = options.protocol ?? policy.loaded.protocol ?? policy.knownProtocol;
  if (told !== undefined) return told;
  const [only, ...others] = possibleProtocols(document, dialect);
  if (only !== undefined && others.length === 0) return only;
  throw new CommandError(`${policy.title}: Nothing tells what the policy is for.`, {
    help: "Use --protocol: http, tcp or tls. Rules of http become on_http_request, others on_tcp_connect.",
  });
}
