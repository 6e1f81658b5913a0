import { parseExpression, printExpression, type Expression } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import type { CallSite } from "../call-site.ts";
import { CelTextError } from "../errors.ts";
import type { PlaceSet } from "../places.ts";
import type { Restriction } from "../restriction.ts";

// Keys that no user meets: completion shows the methods alone.
export const content = Symbol("content");
export const places = Symbol("places");
export const site = Symbol("call site");
export declare const restriction: unique symbol;
export const kind = Symbol("kind");

export type AnyExpression = CelExpression<Restriction>;

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

  /** @throws TypeError, because the CEL text is hardly ever what a template or a comparison of JavaScript means */
  [Symbol.toPrimitive](hint: string): never {
    throw new TypeError(`${shortened(this.toString())} ${conversionProblem(hint)}`);
  }

  /** @throws TypeError, because the value is not known before the policy runs */
  toJSON(): never {
    throw new TypeError(
      `${shortened(this.toString())} is an expression, which JSON.stringify() cannot write: write the JSON as text\`{"…": "\${…}"}\`, or call toString() for the CEL text.`,
    );
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

function conversionProblem(hint: string): string {
  const problem = "is an expression: its value is known only when the policy runs, so";
  return hint === "number"
    ? `${problem} JavaScript cannot compare it or calculate with it. Call its methods, such as gt() or plus().`
    : `${problem} JavaScript cannot put it into a string or compare it. Write text\`…\${…}…\` in a config, call plus() or eq() in a condition, or toString() for the CEL text.`;
}
