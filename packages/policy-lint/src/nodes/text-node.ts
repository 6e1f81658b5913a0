import { interpolations, type Interpolations } from "@traffic-policy/policy-language";
import type { ActionNode } from "./action-node.ts";
import { ExpressionNode } from "./expression-node.ts";
import { Remembered } from "./remembered.ts";

const takenApart = new Remembered(interpolations);

/** A text of a config in which `${expression}` is replaced. */
export class TextNode {
  readonly path: string;
  readonly text: string;
  readonly interpolations: Interpolations;
  readonly action: ActionNode;
  /** The expressions of the interpolations; empty ones are passed over. */
  readonly expressions: readonly ExpressionNode[];

  constructor(path: string, text: string, action: ActionNode) {
    this.path = path;
    this.text = text;
    this.interpolations = takenApart.of(text, action.place);
    this.action = action;
    this.expressions = this.interpolations.parts.flatMap((part) =>
      part.kind === "interpolation" && part.expression.trim() !== ""
        ? [
            new ExpressionNode({
              path,
              text: part.expression,
              offset: part.expressionSpan.start,
              role: "interpolation",
              place: action.place,
              given: () => action.rule.parsable,
            }),
          ]
        : [],
    );
  }
}
