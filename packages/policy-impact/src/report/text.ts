import { shortened } from "@traffic-policy/policy-language/internal";
import { visible } from "@traffic-policy/report";

/** A part of a sentence: words of the report, or what others have written, such as the name of a rule. */
export type Part = string | { readonly code: string } | { readonly name: string };

/** A sentence that each format writes in its own way. */
export type Sentence = readonly Part[];

const longest = 120;

/** Writes a text from outside on a line, with invisible characters made visible. */
export function foreign(text: string, most: number = longest): string {
  return shortened(visible(text), most);
}

export function plainText(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (typeof part === "string") return part;
      return "code" in part ? foreign(part.code) : `"${foreign(part.name)}"`;
    })
    .join("");
}

export function enumeratedParts(
  items: readonly Sentence[],
  joined: "and" | "or" = "and",
): Sentence {
  return items.flatMap((item, index): Sentence => {
    if (index === 0) return item;
    return [index === items.length - 1 ? ` ${joined} ` : ", ", ...item];
  });
}
