import { createHash } from "node:crypto";
import { type JsonValue, parseJson } from "@traffic-policy/policy-language";
import { canonicalText, describeDocumentError } from "@traffic-policy/policy-language/internal";
import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import { policyInYaml } from "../service/policy-value.ts";

/** A policy, local or stored, whose text was parsed. */
export interface ParsedPolicy {
  readonly document: JsonValue;
  /** True when the policy is, or should be, applied to traffic. */
  readonly enabled: boolean;
}

/** The policy text that the service holds, or is to hold, for a target, with the policy document in it. */
export interface StoredPolicy {
  /** True when the policy is, or should be, applied to traffic. */
  readonly enabled: boolean;
  /** The text as the service returned it. */
  readonly value: string;
  /** The policy document in it; undefined when the text cannot be read. */
  readonly document: JsonValue | undefined;
  /** One sentence, unless the text is JSON: that it is YAML, or why it cannot be read. */
  readonly note: string | undefined;
}

/**
 * Reads the policy document in a module. The service takes every text as a value: usually JSON, a
 * policy in YAML, and also what is neither.
 *
 * @param subject - what the note says it of
 */
export function readModule(
  { enabled, value }: TrafficPolicyModule,
  subject = "The stored policy",
): StoredPolicy {
  const { value: document, errors } = parseJson(value);
  const [error] = errors;
  if (error === undefined && document !== undefined) {
    return { enabled, value, document, note: undefined };
  }
  const inYaml = policyInYaml(value);
  if (inYaml !== undefined) {
    return { enabled, value, document: inYaml, note: `${subject} is YAML, not JSON.` };
  }
  const isEmpty = error === undefined || value.trim() === "";
  const reason = isEmpty ? "It is empty." : describeDocumentError(error).message;
  const note = `${subject} is not a JSON document: ${reason}`;
  return { enabled, value, document: undefined, note };
}

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

export function checksumOf({ enabled, value, document }: StoredPolicy): string {
  // No text of JSON begins with this word.
  const content = document === undefined ? `text ${value}` : canonicalText(document);
  const text = `${enabled ? "enabled" : "disabled"} ${content}`;
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
