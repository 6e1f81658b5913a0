import {
  hasPolicyShape,
  isMeantAsPolicy,
  mayHoldPolicy,
  type JsonValue,
} from "@traffic-policy/policy-language";
import type { Files } from "../files/files.ts";
import { dataEndings } from "./load-policy.ts";
import { sizeProblem } from "./loaded-policy.ts";

/**
 * Whether a file of JSON or YAML holds a policy by what is in it, whatever it is called. One that cannot be read is
 * none; one that has a mistake, but is meant as a policy, is one.
 *
 * @param file - absolute path
 */
export async function holdsPolicy(file: string, files: Files): Promise<boolean> {
  if (!dataEndings.some((ending) => file.endsWith(`.${ending}`))) return false;
  const text = textOfPolicySize(file, files);
  if (text === undefined || !mayHoldPolicy(text)) return false;
  const documents = file.endsWith(".json") ? [jsonDocument(text)] : await yamlDocuments(text);
  return documents.some(hasPolicyShape) || (documents.includes(undefined) && isMeantAsPolicy(text));
}

function textOfPolicySize(file: string, files: Files): string | undefined {
  const given = files.given(file);
  if (given !== undefined) return given;
  try {
    const isFitting = sizeProblem(files.sizeOf(file) ?? 0) === undefined;
    return isFitting ? files.looseTextIfAny(file) : undefined;
  } catch {
    // It is no file, or cannot be read.
    return undefined;
  }
}

/** Nothing when there is a mistake in the text. */
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
