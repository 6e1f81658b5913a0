import type { Expression, Span } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { partsOf } from "../expression/parts-of.ts";
import { isText } from "../expression/text-literal.ts";
import { looksRandom } from "./random.ts";
import { isSensitiveName } from "./sensitive-name.ts";

/** A text of an expression that is compared with something secret. */
export interface ComparedSecret {
  readonly value: string;
  readonly span: Span;
}

/** Finds what looks like a secret and is compared with a header, cookie or parameter for one. */
export function comparedSecrets({ tree }: ExpressionNode): ComparedSecret[] {
  const found = new Map<string, ComparedSecret>();
  for (const { node } of tree === undefined ? [] : partsOf(tree)) {
    const sides = sidesOf(node);
    for (const [holder, given] of sides) {
      if (!namesSomethingSecret(holder)) continue;
      for (const secret of given.flatMap(randomTexts)) found.set(String(secret.span.start), secret);
    }
  }
  return [...found.values()];
}

type Side = readonly [holder: Expression, given: readonly Expression[]];

function sidesOf(node: Expression): readonly Side[] {
  if (node.kind === "binary" && ["==", "!=", "in"].includes(node.operator)) {
    return [
      [node.left, [node.right]],
      [node.right, [node.left]],
    ];
  }
  return node.kind === "call" && node.target ? [[node.target, node.arguments]] : [];
}

function namesSomethingSecret(holder: Expression): boolean {
  return [...partsOf(holder)].some(({ node }) => {
    if (node.kind === "select") return isSensitiveName(node.field);
    const key =
      node.kind === "index" ? node.index : node.kind === "call" ? node.arguments[0] : undefined;
    return isText(key) && isSensitiveName(key.value);
  });
}

function randomTexts(given: Expression): ComparedSecret[] {
  return [...partsOf(given)].flatMap(({ node }) =>
    isText(node) && node.span && looksRandom(node.value)
      ? [{ value: node.value, span: node.span }]
      : [],
  );
}
