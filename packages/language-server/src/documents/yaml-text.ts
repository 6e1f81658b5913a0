import type { JsonValue } from "@traffic-policy/policy-language";
import { stringify } from "yaml";

/** A value in lines of its own, or in brackets. */
export function yamlText(value: JsonValue, style: "lines" | "brackets"): string {
  const options = style === "brackets" ? ({ collectionStyle: "flow" } as const) : {};
  return stringify(value, { ...options, lineWidth: 0 }).trimEnd();
}

/** A text as it can stand anywhere in a document: with quotes where it needs some. */
export function plainOrQuoted(text: string): string {
  // In brackets, most signs mean something.
  const options = { collectionStyle: "flow", flowCollectionPadding: false, lineWidth: 0 } as const;
  return stringify([text], options).trimEnd().slice(1, -1);
}
