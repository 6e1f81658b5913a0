import type { ParsedPolicy } from "@traffic-policy/api";
import { describeDocumentError, type JsonValue } from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import type { NamedTarget } from "../configuration/select-targets.ts";
import { loadPolicy } from "./load-policy.ts";
import type { LoadedPolicy } from "./loaded-policy.ts";

/** Loads the local policy of a target: its document, and whether it shall be enabled. */
export async function loadLocalPolicy(target: NamedTarget): Promise<ParsedPolicy> {
  const { policyFile, enabled } = target;
  return { document: documentOf(await loadPolicy(policyFile)), enabled };
}

/**
 * The document of a policy file.
 *
 * @throws CommandError when the file does not hold one
 */
export function documentOf({ source }: LoadedPolicy): JsonValue {
  const [error] = source.errors;
  const { document } = source;
  if (error !== undefined || document === undefined) {
    const reason = error === undefined ? "It is empty." : describeDocumentError(error).message;
    throw new CommandError(`${source.file}: ${reason}`, { help: "Run lint to see where." });
  }
  return document;
}
