import type { PolicyUnderTest } from "../checks/policies-under-test.ts";

/** A policy as it is called: its file, and the environment where it differs. */
export function policyName({
  source,
  environment,
}: Pick<PolicyUnderTest, "source" | "environment">): string {
  return environment === undefined ? source.file : `${source.file} (${environment})`;
}
