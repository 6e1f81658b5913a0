import type { TrafficPolicyModule } from "@traffic-policy/api";
import { serialize } from "@traffic-policy/policy-language";
import type { NamedTarget } from "../../configuration/select-targets.ts";
import { loadLocalPolicy } from "../../policy-file/local-policy.ts";
import { isExpected } from "../../expected-error.ts";

/** A local policy as the text that deploying would push; or why there is none. */
export type LocalModule =
  | { readonly local: TrafficPolicyModule; readonly error?: never }
  | { readonly error: Error; readonly local?: never };

/** Loads the local policy of a target; what is wrong with it does not hide other targets. */
export async function loadLocalModule(target: NamedTarget): Promise<LocalModule> {
  try {
    const { document, enabled } = await loadLocalPolicy(target);
    return { local: { enabled, value: serialize(document) } };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { error };
  }
}
