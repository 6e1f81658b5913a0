import { applyToJson, type JsonObject, type JsonValue } from "@traffic-policy/policy-language";
import type { PolicyCase } from "../cases/policy-case.ts";

/** Cases as they are written in a file of a language: items of its list, ready to be pasted. */
export async function caseSource(
  cases: readonly PolicyCase[],
  language: "code" | "yaml" | "json",
): Promise<string> {
  if (language === "yaml") {
    const { toYaml } = await import("@traffic-policy/policy-language/yaml");
    const texts = cases.map((one) =>
      toYaml([one] as unknown as JsonObject, { isForTerminal: true }),
    );
    return (await Promise.all(texts)).map((text) => indented(text.trimEnd())).join("\n\n");
  }
  return cases.map((one) => `${indented(objectSource(one, language))},`).join("\n");
}

/** A new file with cases. */
export async function newCaseFile(cases: readonly PolicyCase[]): Promise<string> {
  return `cases:\n${await caseSource(cases, "yaml")}`;
}

/** A value as it is written in a file of a language. */
export function objectSource(value: object, language: "code" | "json"): string {
  const json = JSON.stringify(value, null, 2);
  // A line of JSON only begins with a quote where there is a key.
  return language === "json" ? json : json.replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
}

function indented(text: string): string {
  return text.replaceAll(/(?<![^\n])(?=[^\n])/g, "  ");
}

/**
 * The text of a cases document with more cases, behind those that are there; nothing when it cannot be changed without
 * changing something else.
 */
export async function withCases(
  text: string,
  cases: readonly JsonValue[],
  language: "yaml" | "json",
): Promise<string | undefined> {
  const fix = { edits: [{ path: "/cases", items: cases }] };
  const apply =
    language === "json"
      ? applyToJson
      : (await import("@traffic-policy/policy-language/yaml")).applyToYaml;
  const { applied, text: changed } = apply(text, [fix]);
  return applied.length === 0 ? undefined : changed;
}
