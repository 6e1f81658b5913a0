import type { Expression, Literal } from "@traffic-policy/policy-language";
import { Condition } from "../../expressions/condition.ts";
import { DynExpression } from "../../expressions/dyn.ts";
import type { Kind } from "../../expressions/index.ts";
import { literal } from "../../literal.ts";
import type { Restriction } from "../../restriction.generated.ts";
import { code, type Built } from "../code.ts";
import { isFreeName } from "../identifier.ts";
import { stringCode } from "../literal-code.ts";
import { NotTyped } from "../not-typed.ts";
import type { AnyExpression } from "./any-expression.ts";
import { call } from "./call.ts";
import type { Converter, MacroConverter } from "./converter.ts";
import { invokeFunction } from "./invoke.ts";
import { isNamedKind, itemKindOf, kindOf } from "./kind.ts";
import { listArgument, listExpression } from "./list.ts";
import { negation } from "./logic.ts";
import { element, select } from "./member.ts";
import { binary } from "./operator.ts";
import { plainLiteral, plainValue } from "./plain-value.ts";

interface Variable {
  readonly parameter: string;
  readonly item: AnyExpression;
  isUsed: boolean;
}

/** The converter of all kinds of nodes. */
export class TreeConverter implements Converter {
  readonly #scope: ReadonlyMap<string, Variable>;
  // A node is asked for more than once, and so would be the nodes in it, each time twice as often.
  readonly #built = new Map<Expression, Built<AnyExpression>>();

  constructor(scope: ReadonlyMap<string, Variable> = new Map()) {
    this.#scope = scope;
  }

  expression(tree: Expression): Built<AnyExpression> {
    const built = this.#built.get(tree) ?? this.#build(tree);
    this.#built.set(tree, built);
    return built;
  }

  expressionOf(kinds: readonly string[], tree: Expression): Built<AnyExpression> {
    const built = this.expression(tree);
    const { value } = built;
    const kind = kindOf(value);
    if (kind !== undefined && kinds.includes(kind)) return built;
    const [wanted] = kinds;
    if (!(value instanceof DynExpression) || !isNamedKind(wanted)) throw new NotTyped();
    return {
      code: code`${built.code}.as(${stringCode(wanted)})`,
      value: value.as(wanted as Kind),
    };
  }

  condition(tree: Expression): Built<Condition<Restriction>> {
    const { code: text, value } = this.expressionOf(["bool"], tree);
    if (!(value instanceof Condition)) throw new NotTyped();
    return { code: text, value };
  }

  argument(kind: string, tree: Expression): Built<unknown> {
    const plain = plainValue(kind, tree);
    if (plain !== undefined) return plain;
    if (kind === "dyn") return this.expression(tree);
    const itemKind = itemKindOf(kind);
    return tree.kind === "list" && itemKind !== undefined
      ? listArgument(this, itemKind, tree.elements)
      : this.expressionOf([kind], tree);
  }

  kindOf(tree: Expression): string | undefined {
    return tree.kind === "literal" ? tree.type : kindOf(this.expression(tree).value);
  }

  inMacro(variable: string, item: AnyExpression): MacroConverter {
    const taken = new Set([...this.#scope.values()].map(({ parameter }) => parameter));
    let parameter = variable;
    while (!isFreeName(parameter) || taken.has(parameter)) parameter += "Item";
    const inner: Variable = { parameter, item, isUsed: false };
    return new MacroBodyConverter(new Map([...this.#scope, [variable, inner]]), inner);
  }

  #build(tree: Expression): Built<AnyExpression> {
    switch (tree.kind) {
      case "literal":
        return literalExpression(tree);
      case "identifier":
        return this.#variable(tree.name);
      case "select":
        return select(this, tree);
      case "index":
        return element(this, tree);
      case "call":
        return call(this, tree);
      case "unary":
        if (tree.operator === "!") return negation(this, tree.operand);
        break;
      case "binary":
        return binary(this, tree);
      case "list":
        return listExpression(this, tree);
      case "conditional":
      case "map":
    }
    throw new NotTyped();
  }

  #variable(name: string): Built<AnyExpression> {
    const variable = this.#scope.get(name);
    if (variable === undefined) throw new NotTyped();
    variable.isUsed = true;
    return { code: { text: variable.parameter, imports: [] }, value: variable.item };
  }
}

class MacroBodyConverter extends TreeConverter implements MacroConverter {
  readonly #variable: Variable;

  constructor(scope: ReadonlyMap<string, Variable>, variable: Variable) {
    super(scope);
    this.#variable = variable;
  }

  get parameter(): string {
    return this.#variable.isUsed ? this.#variable.parameter : "";
  }
}

function literalExpression(tree: Literal): Built<AnyExpression> {
  // The other types have no plain value that means nothing else.
  if (!["bool", "bytes", "int", "string"].includes(tree.type)) throw new NotTyped();
  return invokeFunction("literal", literal as never, [plainLiteral(tree)]);
}
