import type { ParsedPolicy } from "@traffic-policy/api";
import type { JsonValue } from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import type { NamedTarget } from "../configuration/select-targets.ts";
import { withoutErrors } from "../json-source.ts";
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
 * @throws CommandError when the file does not hold one, with the place where it breaks off
 */
export function documentOf({ source }: LoadedPolicy): JsonValue {
  const { document } = withoutErrors(source, { isPolicy: true });
  if (document !== undefined) return document;
  throw new CommandError(`${source.file}: It is empty.`);
}
