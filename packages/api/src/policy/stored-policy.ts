import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import { possibleEffect } from "../errors/service-error.ts";
import { UnexpectedResponse } from "../errors/unexpected-response.ts";
import type { OperationTemplate } from "../service/operation.ts";
import { documentIn } from "./document-in.ts";
import type { ParsedPolicy } from "./parsed-policy.ts";

/** What the service holds for a target. */
export interface StoredPolicy extends ParsedPolicy {
  /** The text as the service returned it. */
  readonly value: string;
}

/**
 * Reads the policy document in a module that an operation answered.
 *
 * @param field - the name of the module's `value` in the answer, for the error
 * @throws UnexpectedResponse when the text is not JSON
 */
export function toStoredPolicy(
  operation: OperationTemplate,
  { enabled, value }: TrafficPolicyModule,
  field: string,
): StoredPolicy {
  const read = documentIn(value);
  if ("document" in read) return { enabled, value, document: read.document };
  throw new UnexpectedResponse({
    operation,
    // At least: the answer is read long after the operation succeeded.
    attempts: 1,
    field,
    message: `The stored policy is not a JSON document: ${read.reason}`,
    help: "Replace or remove it with whatever wrote it.",
    effect: possibleEffect(operation),
  });
}
