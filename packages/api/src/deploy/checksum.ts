import { createHash } from "node:crypto";
import { canonicalText } from "@traffic-policy/policy-language";
import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import { readModule, type StoredPolicy } from "../policy/stored-policy.ts";

/**
 * A checksum of a module: equal for modules whose policies are identical as documents, whatever the
 * order of their keys, their escapes and the spelling of their numbers; for a value that cannot be
 * read, only where the texts are equal. `enabled` counts.
 *
 * @returns `sha256:` and 64 hexadecimal digits
 */
export function checksum(module: TrafficPolicyModule): string {
  return checksumOf(readModule(module));
}

/** The same for a policy that was read. */
export function checksumOf({ enabled, value, document }: StoredPolicy): string {
  // No text of JSON begins with this word.
  const content = document === undefined ? `text ${value}` : canonicalText(document);
  const text = `${enabled ? "enabled" : "disabled"} ${content}`;
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
