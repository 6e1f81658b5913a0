import type { Call, Expression } from "@traffic-policy/policy-language";
import { has } from "../../has.ts";
import type { Built } from "../code.ts";
import { NotTyped } from "../not-typed.ts";
import type { AnyExpression } from "./any-expression.ts";
import { conversion } from "./conversion.ts";
import type { Converter } from "./converter.ts";
import { invoke, invokeFunction } from "./invoke.ts";
import { macro } from "./macro.ts";
import { namedCall } from "./named-call.ts";
import { names } from "./names.ts";
import { plainValue } from "./plain-value.ts";

/** A function, a method or a macro. */
export function call(converter: Converter, tree: Call): Built<AnyExpression> {
  if (tree.absolute === true) throw new NotTyped();
  const { name, target, arguments: args } = tree;
  if (target !== undefined) {
    return macro(converter, name, target, args) ?? methodCall(converter, name, target, args);
  }
  const [first, second] = args;
  if (first === undefined) throw new NotTyped();
  switch (name) {
    case "size":
      return invoke(converter.expression(first), "size", []);
    case "has":
      return invokeFunction("has", has as never, [converter.expression(first)]);
    case "inCidrRange":
    case "inCidrRanges":
      return cidrTest(converter, first, second);
    default:
      return namespaceCall(converter, name, first) ?? conversion(converter, name, first);
  }
}

function methodCall(
  converter: Converter,
  name: string,
  target: Expression,
  args: readonly Expression[],
): Built<AnyExpression> {
  if (!textMethods.has(name) && !/^get[A-Z]/.test(name)) throw new NotTyped();
  const built = args.map((one) =>
    textMethods.has(name) ? converter.argument("string", one) : plainText(one),
  );
  return invoke(converter.expression(target), name, built);
}

const textMethods: ReadonlySet<string> = new Set(["contains", "endsWith", "matches", "startsWith"]);

// The builder takes a time zone as a plain text only.
function plainText(tree: Expression): Built<unknown> {
  const plain = plainValue("string", tree);
  if (plain === undefined) throw new NotTyped();
  return plain;
}

function cidrTest(
  converter: Converter,
  address: Expression,
  cidrs: Expression | undefined,
): Built<AnyExpression> {
  if (cidrs === undefined) throw new NotTyped();
  const all = cidrs.kind === "list" ? cidrs.elements : [cidrs];
  if (all.length === 0) throw new NotTyped();
  const args = all.map((one) => converter.argument("string", one));
  return invoke(converter.expressionOf(["string"], address), "inCidr", args);
}

function namespaceCall(
  converter: Converter,
  name: string,
  argument: Expression,
): Built<AnyExpression> | undefined {
  const found = names().functions.get(name);
  return found && namedCall(converter, found.namespace, found.method, argument);
}
