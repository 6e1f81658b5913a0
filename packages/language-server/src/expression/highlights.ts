import type { Span } from "@traffic-policy/policy-language";
import type { ExpressionSite } from "./expression-site.ts";
import { type Name, nameAt } from "./names.ts";
import { Tokens } from "./tokens.ts";

/**
 * All uses of the name at an offset, itself among them: of a variable with all that stands before the part of its name,
 * of a name that a macro binds only those of the same one.
 */
export function highlights(site: ExpressionSite, offset: number): Span[] {
  const tokens = new Tokens(site.text);
  const index = tokens.at(offset);
  const name = index === undefined ? undefined : nameAt(site, tokens, index);
  if (name === undefined || index === undefined) return [];
  const wanted = keyOf(name, tokens.word(index));
  return tokens.list.flatMap((_token, at) => {
    const other = nameAt(site, tokens, at);
    if (other === undefined || keyOf(other, tokens.word(at)) !== wanted) return [];
    return [tokens.span(firstOf(other, at), at)];
  });
}

/** What is the same for uses of the same name. */
function keyOf(name: Name, word: string): string {
  switch (name.kind) {
    case "local":
      return `local ${name.binding.declaration}`;
    case "variable":
      return `variable ${name.path.join(".")}`;
    default:
      return `${name.kind} ${word}`;
  }
}

function firstOf(name: Name, index: number): number {
  return name.kind === "variable" ? name.first : index;
}
