import { createHash } from "node:crypto";
import { canonicalText } from "@traffic-policy/policy-language";
import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import type { ParsedPolicy } from "../policy/parsed-policy.ts";
import { parseModule } from "./parse-module.ts";

/**
 * A checksum of a module: equal for modules whose policies are identical as documents, whatever the
 * order of their keys, their escapes and the spelling of their numbers. `enabled` counts.
 *
 * @returns `sha256:` and 64 hexadecimal digits
 * @throws DeploymentError when the value is not JSON
 */
export function checksum(module: TrafficPolicyModule): string {
  return checksumOf(parseModule(module, "The policy"));
}

/** The same for a policy that was parsed. */
export function checksumOf({ enabled, document }: ParsedPolicy): string {
  const text = `${enabled ? "enabled" : "disabled"} ${canonicalText(document)}`;
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
