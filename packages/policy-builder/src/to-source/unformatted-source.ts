import type { Protocol } from "@traffic-policy/policy-language";
import { withoutCallSites } from "../call-site.ts";
import { checkDocument } from "./check-document.ts";
import { moduleCode } from "./module-code.ts";
import { policyDraft } from "./policy-draft.ts";

/**
 * The module that builds a policy document, as one long line for each statement.
 *
 * @throws TypeError for what is no object, and for a value in it that JSON does not have
 * @throws RangeError for a number in it that a JavaScript number cannot hold
 */
export function unformattedSource(document: unknown, protocol: Protocol | undefined): string {
  checkDocument(document);
  return moduleCode(
    withoutCallSites(() => policyDraft(document, protocol)),
    protocol,
  );
}
