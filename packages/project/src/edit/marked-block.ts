import {
  compare,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";

/** The lines of a file between two marks, for a policy in YAML. */
export interface MarkedBlock {
  /** Returns the whole text with a policy between the marks; the same text when it is there already. */
  with(document: JsonObject): Promise<string>;
}

/**
 * Finds the lines between `# traffic-policy:begin NAME` and `# traffic-policy:end` in a file of any kind.
 *
 * @param name - of the marks; undefined for those without a name
 * @param options.isTerraform - for a text of Terraform's language, which has templates of its own
 */
export function markedBlock(
  text: string,
  name: string | undefined,
  { isTerraform = false } = {},
): MarkedBlock | undefined {
  const begin = /^([ \t]*)(?:#|\/\/) traffic-policy:begin(?:[ \t]+(\S+))?[ \t]*\r?\n/gm;
  for (const match of text.matchAll(begin)) {
    const { 0: line, 1: indentation = "", 2: own, index } = match;
    if (own !== name) continue;
    const start = index + line.length;
    const end = text.slice(start).search(/^[ \t]*(?:#|\/\/) traffic-policy:end\b/m);
    if (end < 0) continue;
    return {
      async with(document) {
        const inside = unescaped(text.slice(start, start + end), isTerraform);
        const { parseYaml, toYaml } = await import("@traffic-policy/policy-language/yaml");
        const { value } = parseYaml(inside);
        if (isSameDocument(value, document)) return text;
        const lineBreak = line.endsWith("\r\n") ? "\r\n" : "\n";
        const lines = escaped(await toYaml(document), isTerraform)
          .trimEnd()
          .split("\n");
        const written = lines.map((one) => (one === "" ? "" : indentation + one) + lineBreak);
        return text.slice(0, start) + written.join("") + text.slice(start + end);
      },
    };
  }
  return undefined;
}

/** True for the same document, however it is written. */
export function isSameDocument(one: JsonValue | undefined, other: JsonObject): boolean {
  return isJsonObject(one) && compare(one, other).state === "identical";
}

function escaped(text: string, isTerraform: boolean): string {
  return isTerraform ? text.replaceAll(/[$%]\{/g, (sign) => sign.charAt(0) + sign) : text;
}

function unescaped(text: string, isTerraform: boolean): string {
  return isTerraform ? text.replaceAll(/\$\$\{|%%\{/g, (sign) => sign.slice(1)) : text;
}
