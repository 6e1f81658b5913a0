import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import { documentOf, isCode, loadPolicies, type LoadedPolicy } from "@traffic-policy/project";
import { CommandError } from "../context.ts";
import { protocolsOf, type DocumentCheck } from "./check-policy.ts";
import { environmentsIn } from "./scopes.ts";

export async function policyOf(
  check: DocumentCheck,
): Promise<
  { readonly policy: CompiledPolicy; readonly builtAt?: LoadedPolicy["builtAt"] } | undefined
> {
  const { file, scope, context } = check;
  try {
    const loaded = await loadPolicies(file, context.files, environmentsIn(scope));
    const main = loaded.find(({ isDefault }) => isDefault);
    if (main === undefined) return undefined;
    const [protocol = main.protocol ?? "http"] = protocolsOf(file, scope);
    const policy = await compilePolicy(documentOf(main), { protocol });
    return isCode(file) ? { policy, builtAt: main.builtAt } : { policy };
  } catch (error) {
    // What is wrong with it is among the findings.
    if (error instanceof CommandError || error instanceof RangeError) return undefined;
    throw error;
  }
}
