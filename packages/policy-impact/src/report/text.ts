import { shortened } from "@traffic-policy/policy-language";
import { visible } from "@traffic-policy/report";

/** A part of a sentence: words of the report, or what others have written, such as the name of a rule. */
export type Part = string | { readonly code: string } | { readonly name: string };

/** A sentence that each format writes in its own way. */
export type Sentence = readonly Part[];

const longest = 120;

/** What others have written, in one line that nothing is hidden in. */
export function foreign(text: string, most: number = longest): string {
  return shortened(visible(text), most);
}

/** A sentence for a terminal: names are in quotes. */
export function plainText(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (typeof part === "string") return part;
      return "code" in part ? foreign(part.code) : `"${foreign(part.name)}"`;
    })
    .join("");
}

/** Parts with commas between them, and `and` before the last one. */
export function enumeratedParts(items: readonly Sentence[]): Sentence {
  return items.flatMap((item, index): Sentence => {
    if (index === 0) return item;
    return [index === items.length - 1 ? " and " : ", ", ...item];
  });
}
