import { interpolations, type Span } from "@traffic-policy/policy-language";

/** A `$name` in the replacement of a regular expression. */
export interface ReplacementReference {
  /** Without the `$`: digits for a group by its number. */
  readonly name: string;
  readonly span: Span;
}

/** What a replacement refers to with `$`, beside its interpolations; `$$` is a plain `$`. */
export function replacementReferences(text: string): ReplacementReference[] {
  return interpolations(text).parts.flatMap((part) => {
    if (part.kind === "interpolation") return [];
    return [...part.text.matchAll(/\$(?:\$|(\w+))/g)].flatMap(({ 0: all, 1: name, index }) => {
      const start = part.span.start + index;
      return name === undefined ? [] : [{ name, span: { start, end: start + all.length } }];
    });
  });
}
