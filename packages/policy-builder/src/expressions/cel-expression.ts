import { printExpression, type Expression } from "@traffic-policy/policy-language";
import type { CallSite } from "../origin.ts";

/** A CEL expression: a tree, or CEL text as its author wrote it. */
export class CelExpression {
  /** The tree; or the text of `` cel`…` ``, which is kept as it was written. */
  readonly content: Expression | string;
  readonly callSite: CallSite;

  constructor(content: Expression | string, callSite: CallSite) {
    this.content = content;
    this.callSite = callSite;
  }

  /** The CEL text. */
  toString(): string {
    return typeof this.content === "string" ? this.content : printExpression(this.content);
  }
}
