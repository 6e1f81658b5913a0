import type { Expression, List } from "@traffic-policy/policy-language";
import { listOf } from "../../literal.ts";
import { code, listed, type Built } from "../code.ts";
import { stringCode } from "../literal-code.ts";
import type { AnyExpression } from "./any-expression.ts";
import type { Converter } from "./converter.ts";
import { invokeFunction } from "./invoke.ts";
import { isNamedKind } from "./kind.ts";

/** A list whose items the code has to name: `listOf("string", ["a"])`. */
export function listExpression(converter: Converter, { elements }: List): Built<AnyExpression> {
  const kind = commonKind(converter, elements);
  const name = { code: { text: stringCode(kind), imports: [] }, value: kind };
  return invokeFunction("listOf", listOf as never, [name, listArgument(converter, kind, elements)]);
}

/** The items of a list as an array. */
export function listArgument(
  converter: Converter,
  kind: string,
  elements: readonly Expression[],
): Built<readonly unknown[]> {
  const items = elements.map((one) => converter.argument(kind, one));
  return {
    code: code`[${listed(items.map((item) => item.code))}]`,
    value: items.map(({ value }) => value),
  };
}

function commonKind(converter: Converter, elements: readonly Expression[]): string {
  const kinds = new Set(elements.map((one) => converter.kindOf(one)));
  const [first] = kinds;
  return kinds.size === 1 && isNamedKind(first) ? first : "dyn";
}
