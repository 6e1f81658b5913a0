import type { ParsedPolicy } from "@traffic-policy/api";
import { documentOf, loadPolicy, type Files } from "@traffic-policy/policy-module";
import type { NamedTarget } from "../configuration/select-targets.ts";

export { documentOf };

/** Loads the local policy of a target: its document, and whether it shall be enabled. */
export async function loadLocalPolicy(target: NamedTarget, files: Files): Promise<ParsedPolicy> {
  const { policyFile, enabled } = target;
  return { document: documentOf(await loadPolicy(policyFile, files)), enabled };
}
