import { parseExpression, printExpression, type Expression } from "@traffic-policy/policy-language";
import type { CallSite } from "../call-site.ts";
import { CelTextError } from "../errors.ts";
import type { PlaceSet, Restriction } from "../restriction.generated.ts";

// Keys that no user meets: completion shows the methods alone.
export const content = Symbol("content");
export const places = Symbol("places");
export const site = Symbol("call site");
export declare const restriction: unique symbol;
export const kind = Symbol("kind");

/**
 * A CEL expression. `R` says where it may be used only: `"HTTP outbound"`, say; `never` means that
 * nothing restricts it.
 */
export abstract class CelExpression<out R extends Restriction = never> {
  declare readonly [restriction]: R;
  /** The tree; or the text of `` cel`…` ``, which is kept as it was written. */
  readonly [content]: Expression | string;
  readonly [places]: PlaceSet;
  readonly [site]: CallSite | undefined;

  constructor(tree: Expression | string, where: PlaceSet, callSite?: CallSite | undefined) {
    this[content] = tree;
    this[places] = where;
    this[site] = callSite;
  }

  /** The CEL text. */
  toString(): string {
    const tree = this[content];
    return typeof tree === "string" ? tree : printExpression(tree);
  }

  /**
   * The tree of the expression.
   *
   * @throws CelTextError when it is text from `` cel`…` `` with a syntax error
   */
  toExpression(): Expression {
    const tree = this[content];
    if (typeof tree !== "string") return tree;
    const result = parseExpression(tree);
    if (!result.ok) throw new CelTextError(tree, result.error);
    return result.tree;
  }
}
