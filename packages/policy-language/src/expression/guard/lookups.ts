import type { Dialect } from "../../catalogue/dialect.ts";
import type { Call, Expression } from "../tree.ts";
import { textLiteral } from "./facts.ts";
import { reading } from "../check/variable-named.ts";

/**
 * Writes what asks for an entry of a map through a function as if it asked the map itself:
 * `getReqHeader('X-Id')` as `req.headers['x-id']`, `hasReqHeader('X-Id')` as
 * `'x-id' in req.headers`. So the one guards the other.
 */
export class Lookups {
  readonly #dialect: Dialect;
  readonly #known = new WeakMap<Expression, Expression>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** The expression with all such calls in it written out. */
  written(node: Expression): Expression {
    let result = this.#known.get(node);
    if (result === undefined) {
      result = this.#write(node);
      this.#known.set(node, result);
    }
    return result;
  }

  #write(node: Expression): Expression {
    switch (node.kind) {
      case "unary":
      case "select":
        return { ...node, operand: this.written(node.operand) };
      case "index":
        return { ...node, operand: this.written(node.operand), index: this.written(node.index) };
      case "binary":
        return { ...node, left: this.written(node.left), right: this.written(node.right) };
      case "call":
        return this.#entry(node) ?? this.#writeCall(node);
      default:
        return node;
    }
  }

  #writeCall(node: Call): Expression {
    const given = node.arguments.map((argument) => this.written(argument));
    return {
      ...node,
      ...(node.target && { target: this.written(node.target) }),
      arguments: given,
    };
  }

  #entry({ name, target, arguments: given }: Call): Expression | undefined {
    const [key] = given;
    const [variable, ...others] = this.#dialect.functions.get(name)?.reads ?? [];
    const form = /^(has|get)[A-Z]/.exec(name)?.[1];
    if (form === undefined || target !== undefined || key === undefined) return undefined;
    if (variable === undefined || others.length > 0 || given.length > 1) return undefined;
    const map = reading(variable);
    const index = this.#keyOf(variable, key);
    return form === "has"
      ? { kind: "binary", operator: "in", left: index, right: map }
      : { kind: "index", operand: map, index };
  }

  #keyOf(variable: string, key: Expression): Expression {
    const isText = key.kind === "literal" && key.type === "string";
    return isText && this.#headerKeys(variable) === "lower-case"
      ? textLiteral(key.value.toLowerCase())
      : key;
  }

  #headerKeys(name: string): string | undefined {
    for (const { variables } of this.#dialect.namespaces) {
      const found = variables.find((variable) => variable.name === name);
      if (found !== undefined) return found.headerKeys;
    }
    return undefined;
  }
}
