import { directionsDialect, protocols } from "@traffic-policy/policy-language";
import type { ExpressionSite } from "../../../packages/language-server/src/expression/expression-site.ts";

/** A place where nothing is known but the text. */
export function siteOf(text: string, known: Partial<ExpressionSite> = {}): ExpressionSite {
  return {
    text,
    dialect: directionsDialect,
    section: undefined,
    protocols,
    role: "condition",
    ...known,
  };
}

/** An expression with a mark `¦` where the cursor is. */
export function marked(
  text: string,
  known: Partial<ExpressionSite> = {},
): { readonly site: ExpressionSite; readonly offset: number } {
  const offset = text.indexOf("¦");
  if (offset < 0) throw new Error(`There is no ¦ in ${text}`);
  return { site: siteOf(text.replace("¦", ""), known), offset };
}
