import { type ScalarTag, stringify } from "yaml";
import type { JsonObject } from "../../json-value.ts";
import { printable } from "../../text/shown.ts";

const digits: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  identify: (value) => typeof value === "object" && value !== null && "isLosslessNumber" in value,
  resolve: Number,
  stringify: ({ value }) => String(value),
};

/**
 * Writes texts that YAML cannot hold literally, or that a terminal would interpret, as JSON strings, which YAML
 * accepts.
 */
function escapedText(shallEscape: (text: string) => boolean): ScalarTag {
  return {
    tag: "tag:yaml.org,2002:str",
    default: true,
    identify: (value) => typeof value === "string" && shallEscape(value),
    resolve: String,
    stringify: ({ value }) => printable(JSON.stringify(value)),
  };
}

/** See `toYaml` in `index.ts`. */
export function toYaml(document: JsonObject, { isForTerminal = false } = {}): string {
  const escaped = escapedText((text) => needsEscapes(text, isForTerminal));
  return stringify(document, {
    aliasDuplicateObjects: false,
    customTags: (tags) => [digits, escaped, ...tags],
    lineWidth: 0,
  });
}

function needsEscapes(text: string, isForTerminal: boolean): boolean {
  if (isForTerminal && /[\n\t]|^::/.test(text)) return true;
  // A block of lines does not keep all space at the ends of lines.
  if (text.includes("\n") && /^\s|[ \t](?:\n|$)/.test(text)) return true;
  const shown = text.replaceAll(/[\n\t]/g, "");
  return printable(shown) !== shown;
}
