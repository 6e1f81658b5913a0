import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import type { Choices } from "./choices.ts";

/** Writes a document as JSON in a random style. */
export function jsonText(document: JsonValue, choices: Choices): string {
  const style: Style = {
    choices,
    lineBreak: choices.one("\n", "\r\n"),
    unit: choices.one("  ", "    ", "\t", " "),
    colon: choices.one(": ", ":", " : "),
    inline: choices.one(0, 3, 1),
  };
  const before = choices.one("", "\ufeff", style.lineBreak);
  return before + valueText(document, "", style) + choices.one("", style.lineBreak);
}

interface Style {
  readonly choices: Choices;
  readonly lineBreak: string;
  readonly unit: string;
  readonly colon: string;
  /** One container of so many is on one line; none of 0. */
  readonly inline: number;
}

function valueText(value: JsonValue, indentation: string, style: Style): string {
  const { choices, inline } = style;
  if (typeof value === "string") return stringText(value, choices);
  const deeper = indentation + style.unit;
  const isInline = inline !== 0 && choices.below(inline) === 0;
  const inside = isInline ? { ...style, inline: 1 } : style;
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue) => valueText(item, deeper, inside));
    return containerText("[", items, "]", indentation, { ...style, isInline });
  }
  if (!isJsonObject(value)) return String(value);
  const members = Object.entries(value).map(
    ([key, member]) => stringText(key, choices) + style.colon + valueText(member, deeper, inside),
  );
  return containerText("{", members, "}", indentation, { ...style, isInline });
}

function containerText(
  open: string,
  parts: readonly string[],
  close: string,
  indentation: string,
  { choices, lineBreak, unit, isInline }: Style & { isInline: boolean },
): string {
  if (parts.length === 0) return open + choices.one("", "", " ", lineBreak) + close;
  const padding = choices.one("", " ");
  if (isInline) return open + padding + parts.join(choices.one(", ", ",")) + padding + close;
  const lines = parts.map((part, index) => {
    const blank = choices.once(6) ? lineBreak : "";
    const comma = index < parts.length - 1 ? choices.one(",", ",", " ,") : "";
    return blank + lineBreak + indentation + unit + part + comma;
  });
  return open + lines.join("") + lineBreak + indentation + close;
}

/** A string with some of its characters escaped that need not be. */
function stringText(text: string, choices: Choices): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charAt(index));
  const written = units.map((unit) => {
    const isHalf = /\p{Surrogate}/u.test(unit);
    return isHalf || choices.once(12)
      ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
      : unit === "/" && choices.once(2)
        ? "\\/"
        : JSON.stringify(unit).slice(1, -1);
  });
  return `"${written.join("")}"`;
}
