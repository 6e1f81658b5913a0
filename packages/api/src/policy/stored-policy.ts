import { describeDocumentError, parseJson, type JsonValue } from "@traffic-policy/policy-language";
import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import { possibleEffect } from "../errors/service-error.ts";
import { UnexpectedResponse } from "../errors/unexpected-response.ts";
import type { OperationTemplate } from "../service/operation.ts";

/** What the service holds for a target. */
export interface StoredPolicy {
  /** Whether the policy is applied to traffic. */
  readonly enabled: boolean;
  /** The text as the service returned it. */
  readonly value: string;
  /** The policy document in the text. */
  readonly document: JsonValue;
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
  const { value: document, errors } = parseJson(value);
  const [error] = errors;
  if (error === undefined && document !== undefined) return { enabled, value, document };
  const reason = error === undefined ? "It is empty." : describeDocumentError(error).message;
  throw new UnexpectedResponse({
    operation,
    // At least: the answer is read long after the operation succeeded.
    attempts: 1,
    field,
    message: `The stored policy is not a JSON document: ${reason}`,
    help: "Replace or remove it with whatever wrote it.",
    effect: possibleEffect(operation),
  });
}
