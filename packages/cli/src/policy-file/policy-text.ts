import { resolve } from "node:path";
import { serialize } from "@traffic-policy/policy-language";
import { loadPolicy } from "./load-policy.ts";
import { documentOf } from "./local-policy.ts";

/**
 * The policy of a file as the service takes it, in the author's order.
 *
 * @throws CommandError when the file does not hold a policy
 */
export async function policyText(file: string): Promise<string> {
  return serialize(documentOf(await loadPolicy(resolve(file))));
}
