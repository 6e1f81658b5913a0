import { describeDocumentError, parseJson } from "@traffic-policy/policy-language";
import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import type { LocalPolicy } from "../policy/local-policy.ts";
import { DeploymentError } from "./deployment-error.ts";

/**
 * Reads the policy document of a module.
 *
 * @param subject - what the error says it of: `The local policy`
 * @throws DeploymentError when the value is not JSON
 */
export function parseModule({ enabled, value }: TrafficPolicyModule, subject: string): LocalPolicy {
  const { value: document, errors } = parseJson(value);
  const [error] = errors;
  if (error === undefined && document !== undefined) return { enabled, document };
  const reason = error === undefined ? "It is empty." : describeDocumentError(error).message;
  throw new DeploymentError(`${subject} is not a JSON document: ${reason}`, {
    help: "Replace it with one that is.",
  });
}
