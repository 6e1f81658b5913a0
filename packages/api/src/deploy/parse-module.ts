import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import { documentIn } from "../policy/document-in.ts";
import type { ParsedPolicy } from "../policy/parsed-policy.ts";
import { DeploymentError } from "./deployment-error.ts";

/**
 * Reads the policy document of a module.
 *
 * @param subject - what the error says it of: `The local policy`
 * @throws DeploymentError when the value is not JSON
 */
export function parseModule(
  { enabled, value }: TrafficPolicyModule,
  subject: string,
): ParsedPolicy {
  const read = documentIn(value);
  if ("document" in read) return { enabled, document: read.document };
  throw new DeploymentError(`${subject} is not a JSON document: ${read.reason}`, {
    help: "Replace it with one that is.",
  });
}
