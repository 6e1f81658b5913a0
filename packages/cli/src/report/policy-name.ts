import type { HeldSource } from "@traffic-policy/policy-language/internal";
import { shownPath } from "@traffic-policy/project/internal";
interface NamedPolicy {
  readonly source: HeldSource;
  readonly environment?: string | undefined;
}

export function policyName({ source, environment }: NamedPolicy): string {
  const path = shownPath(source);
  return environment === undefined ? path : `${path} (${environment})`;
}
