import type { PolicyCase } from "@traffic-policy/policy-engine";
import type { JsonObject } from "@traffic-policy/policy-language";
import type { LoadedCaseFile } from "./load-case-file.ts";

/** Cases as they are written in a file of a language: items of its list, ready to be pasted. */
export async function caseSource(
  cases: readonly PolicyCase[],
  language: LoadedCaseFile["language"],
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

/** All of a new case file. */
export async function newCaseFile(cases: readonly PolicyCase[]): Promise<string> {
  return `cases:\n${await caseSource(cases, "yaml")}`;
}

function objectSource(value: object, language: "code" | "json"): string {
  const json = JSON.stringify(value, null, 2);
  // A line of JSON only begins with a quote where there is a key.
  return language === "json" ? json : json.replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
}

function indented(text: string): string {
  return text.replaceAll(/(?<![^\n])(?=[^\n])/g, "  ");
}
