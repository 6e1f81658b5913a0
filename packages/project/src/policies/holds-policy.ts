import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import {
  hasPolicyInside,
  hasPolicyShape,
  hasSectionWithActions,
  isMeantAsPolicy,
  isTemplate,
  mayHoldPolicy,
  shortened,
} from "@traffic-policy/policy-language/internal";
import type { Files } from "../files/files.ts";
import { isData, isYaml } from "./load-policy.ts";
import { largestPolicy } from "./loaded-policy.ts";

/** A policy that is written where none is read. */
export interface UnreadPolicy {
  /** Why it is not read, in a few words: `a template`. */
  readonly reason: string;
}

const templateEndings = [
  "tmpl",
  "tpl",
  "gotmpl",
  "j2",
  "jinja",
  "jinja2",
  "erb",
  "tftpl",
  "template",
];

/** How the names of files end that can have a policy in them, and are not read. */
export const unreadEndings: readonly string[] = ["jsonc", "json5", "tf", ...templateEndings];

/**
 * True when the content of a JSON or YAML file is a policy, whatever its name is. An unreadable file does not count;
 * a file that is meant as a policy but has a mistake does.
 *
 * @param file - absolute path
 */
export async function holdsPolicy(file: string, files: Files): Promise<boolean> {
  return (await lookForPolicy(file, files)) === "policy";
}

/**
 * Tells if a file holds a policy, see {@link holdsPolicy}, or contains a policy that is not read: in a template, in
 * an unsupported syntax or encoding, or nested in something else.
 *
 * @param file - absolute path
 */
export async function lookForPolicy(
  file: string,
  files: Files,
): Promise<"policy" | UnreadPolicy | undefined> {
  const ending = unreadEndings.find((one) => file.toLowerCase().endsWith(`.${one}`));
  if (ending === undefined && !isData(file)) return undefined;
  const text = textOfPolicySize(file, files);
  if (text === undefined) return undefined;
  if (ending !== undefined) {
    const reason = templateEndings.includes(ending) ? "a template" : `.${ending} is not read`;
    return hasSectionWithActions(text) ? { reason } : undefined;
  }
  if (text.includes("\0")) {
    const isHidden = hasSectionWithActions(text.replaceAll("\0", ""));
    return isHidden ? { reason: "not UTF-8" } : undefined;
  }
  if (!mayHoldPolicy(text)) return undefined;
  const documents = isYaml(file) ? await yamlDocuments(text) : [jsonDocument(text)];
  const isBroken = documents.includes(undefined);
  if (documents.some(hasPolicyShape) || (isBroken && isMeantAsPolicy(text))) return "policy";
  const around = documents.find(hasPolicyInside);
  if (around !== undefined) return { reason: whereInside(around) };
  if (!isBroken || !hasSectionWithActions(text)) return undefined;
  return { reason: isTemplate(text) ? "a template" : "cannot be parsed" };
}

function whereInside(document: JsonValue): string {
  const kind =
    isJsonObject(document) && document["apiVersion"] !== undefined ? document["kind"] : undefined;
  return typeof kind === "string"
    ? `the policy is inside a ${shortened(kind)}`
    : "the policy is inside something else";
}

function textOfPolicySize(file: string, files: Files): string | undefined {
  const given = files.given(file);
  if (given !== undefined) return given;
  try {
    return files.looseTextIfAny(file, largestPolicy);
  } catch {
    // It is no file, cannot be read, or is too large.
    return undefined;
  }
}

function jsonDocument(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as JsonValue;
  } catch {
    return undefined;
  }
}

async function yamlDocuments(text: string): Promise<(JsonValue | undefined)[]> {
  const { yamlPolicySources } = await import("@traffic-policy/policy-language/yaml");
  return yamlPolicySources("", text).map(({ document }) => document);
}
