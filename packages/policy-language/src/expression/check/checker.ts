import type { Dialect } from "../../catalogue/dialect.ts";
import type { Span } from "../../span.ts";
import { nearest } from "../../suggestion.ts";
import { isLogical, operandsOf } from "../operands-of.ts";
import type {
  Binary,
  Call,
  Conditional,
  Expression,
  Identifier,
  Index,
  Literal,
  MapLiteral,
  Select,
} from "../tree.ts";
import { isOpen, solved, parseType, typeText, type CelType } from "../type.ts";
import { isAssignable, join, solve } from "./assign.ts";
import { checkCall } from "./call.ts";
import type { CheckError, CheckErrorCode } from "./check-error.ts";
import { habitHelp } from "./habits.ts";
import { checkMacro, isMacro } from "./macro.ts";
import { checkOperator } from "./operator.ts";
import { types, type Availability, type Environment, type Scope } from "./scope.ts";
import type { VariableUse } from "./variable-use.ts";
import { currentNames, variableTree, type VariableTree } from "./variables.ts";

/** Names that stand for a type as a value, as in `type(x) == int`. */
const typeNames: ReadonlyMap<string, CelType> = new Map([
  ...["bool", "bytes", "double", "int", "string", "uint"].map((name): [string, CelType] => [
    name,
    parseType(name),
  ]),
  ["list", parseType("list(dyn)")],
  ["map", parseType("map(dyn, dyn)")],
  ["null_type", parseType("null")],
  ["type", parseType("type(dyn)")],
  ["google.protobuf.Duration", parseType("duration")],
  ["google.protobuf.Timestamp", parseType("timestamp")],
]);

/** Goes through one expression, collecting types and errors. */
export class Checker implements Scope {
  readonly errors: CheckError[] = [];
  readonly variables: VariableUse[] = [];
  readonly types = new Map<Expression, CelType>();
  readonly environment: Environment;
  readonly #tree: VariableTree;
  /** Variables that macros bind, the innermost last. */
  readonly #bound: { readonly name: string; readonly type: CelType }[] = [];
  /** What to do about a node, known before it is checked. */
  readonly #hints = new Map<Expression, string>();

  constructor(environment: Environment) {
    this.environment = environment;
    this.#tree = variableTree(environment.dialect);
  }

  check(node: Expression): CelType {
    const type = solved(this.#infer(node));
    this.types.set(node, type);
    return type;
  }

  checkWith(name: string, type: CelType, node: Expression, condition?: string): CelType {
    this.#bound.push({ name, type });
    const result =
      condition === undefined ? this.check(node) : this.checkCondition(node, condition);
    this.#bound.pop();
    return result;
  }

  /** Checks a node that has to be true or false. */
  checkCondition(node: Expression, operator: string): CelType {
    const type = this.check(node);
    if (type.kind === "free") solve(type, types.bool);
    else if (type.kind !== "bool" && type.kind !== "dyn") {
      const help = this.#hints.get(node);
      const args = { operator, type: typeText(type), ...(help === undefined ? {} : { help }) };
      this.report("not-a-boolean-operand", node.span, args);
      return types.dyn;
    }
    return types.bool;
  }

  qualifiedName(node: Expression | undefined): string | undefined {
    return node && this.#names(node)?.join(".");
  }

  report(
    code: CheckErrorCode,
    span: Span | undefined,
    args: Readonly<Record<string, string>>,
    suggestion?: string,
  ): void {
    // What a habit means is known better than what its name is like.
    const isHabit = habitHelp(code, args["name"] ?? "") !== undefined;
    this.errors.push({
      code,
      ...(span && { span }),
      args,
      ...(suggestion === undefined || isHabit ? {} : { suggestion }),
    });
  }

  checkAvailability(name: string, span: Span | undefined, definition: Availability): void {
    const { protocols, directions, unsure } = definition;
    const { protocol, direction } = this.environment;
    const missing =
      protocol !== undefined && protocols?.includes(protocol) === false
        ? { place: `in a policy for ${protocol}`, elsewhere: `for ${protocols.join(" and ")}` }
        : direction !== undefined && directions?.includes(direction) === false
          ? { place: `in ${direction} rules`, elsewhere: `in ${directions.join(" and ")} rules` }
          : undefined;
    if (missing === undefined) return;
    const error = {
      code: "unavailable-here",
      ...(span && { span }),
      args: { name, ...missing },
    } as const;
    this.errors.push(unsure === undefined ? error : { ...error, unsure: true });
  }

  #infer(node: Expression): CelType {
    switch (node.kind) {
      case "literal":
        return literalType(node);
      case "identifier":
        return this.#identifier(node);
      case "select":
        return this.#select(node);
      case "index":
        return this.#index(node);
      case "call":
        return isMacro(node) ? checkMacro(this, node) : checkCall(this, node as Call);
      case "unary":
        return this.#unary(node.operator, node.operand);
      case "binary":
        return this.#binary(node);
      case "conditional":
        return this.#conditional(node);
      case "list":
        return { kind: "list", element: this.#common(node.elements) };
      case "map":
        return this.#map(node);
    }
  }

  #identifier({ name, span, absolute }: Identifier): CelType {
    const bound = this.#bound.findLast((variable) => variable.name === name);
    if (bound !== undefined && absolute === undefined) return bound.type;
    return this.#variable([name], span) ?? types.dyn;
  }

  #select(node: Select): CelType {
    const names = this.#names(node);
    // The longest name wins: `req.url.path` is a variable, although `req.url` is one as well.
    const isVariable = names !== undefined && this.#branch(names)?.definition !== undefined;
    if (isVariable || (names !== undefined && !this.#hasShorterVariable(names))) {
      return this.#variable(names, node.span) ?? types.dyn;
    }
    return this.#field(this.check(node.operand), node, names);
  }

  #names(node: Expression): string[] | undefined {
    if (node.kind === "identifier") {
      const isBound = this.#bound.some(({ name }) => name === node.name);
      return isBound && node.absolute === undefined ? undefined : [node.name];
    }
    if (node.kind !== "select") return undefined;
    const names = this.#names(node.operand);
    return names && [...names, node.field];
  }

  #branch(names: readonly string[]): VariableTree | undefined {
    let branch: VariableTree | undefined = this.#tree;
    for (const name of names) branch = branch?.children.get(name);
    return branch;
  }

  #hasShorterVariable(names: readonly string[]): boolean {
    return names
      .slice(0, -1)
      .some((_name, index) => this.#branch(names.slice(0, index + 1))?.definition !== undefined);
  }

  #variable(names: readonly string[], span: Span | undefined): CelType | undefined {
    const name = names.join(".");
    const branch = this.#branch(names);
    if (branch?.definition !== undefined) {
      const { definition } = branch;
      this.variables.push({ definition, ...(span && { span }) });
      this.checkAvailability(name, span, definition);
      return parseType(definition.type);
    }
    const named = typeNames.get(name);
    if (named !== undefined) return { kind: "type", of: named };
    if (branch !== undefined) {
      const fields = [...branch.children.keys()].map((field) => `${name}.${field}`);
      this.report("namespace-as-value", span, { name, fields: fields.slice(0, 5).join(", ") });
    } else {
      this.report("unknown-variable", span, { name }, this.#meantVariable(names));
    }
    return undefined;
  }

  #meantVariable(names: readonly string[]): string | undefined {
    const { dialect } = this.environment;
    const known = currentNames(dialect);
    return (
      foreignName(names, dialect.foreignNames) ??
      nearest(names.join("."), known) ??
      sameEnds(names, known)
    );
  }

  #field(operand: CelType, { field, span }: Select, names: readonly string[] | undefined): CelType {
    if (isOpen(operand)) return types.dyn;
    // Also of a map with keys of another type, as in CEL: it never has the field.
    if (operand.kind === "map") return operand.value;
    const record =
      operand.kind === "record" ? this.environment.dialect.records.get(operand.name) : undefined;
    const found = record?.fields.find(({ name }) => name === field);
    if (found !== undefined) return parseType(found.type);
    const children = names === undefined ? undefined : this.#branch(names.slice(0, -1))?.children;
    const known = [...(children?.keys() ?? []), ...(record?.fields.map(({ name }) => name) ?? [])];
    const type = typeText(operand);
    this.report("unknown-field", span, { name: field, type }, nearest(field, known));
    return types.dyn;
  }

  #index(node: Index): CelType {
    const operand = this.check(node.operand);
    const index = this.check(node.index);
    if (isOpen(operand)) return types.dyn;
    if (operand.kind !== "list" && operand.kind !== "map") {
      this.report("not-indexable", node.span, { type: typeText(operand) });
      return types.dyn;
    }
    const expected = operand.kind === "list" ? types.int : operand.key;
    if (!isAssignable(index, expected, new Map())) {
      const args = {
        type: typeText(operand),
        given: typeText(index),
        expected: typeText(expected),
      };
      this.report("wrong-key-type", node.index.span, args);
    }
    return operand.kind === "list" ? operand.element : operand.value;
  }

  #unary(operator: "!" | "-", operand: Expression): CelType {
    if (operator === "!") return this.checkCondition(operand, "!");
    const type = this.check(operand);
    if (["int", "double"].includes(type.kind) || isOpen(type)) return type;
    const help = helpForMinus[type.kind];
    this.report("no-such-operator", operand.span, {
      operator: "-",
      right: typeText(type),
      ...(help === undefined ? {} : { help }),
    });
    return types.dyn;
  }

  #binary(node: Binary): CelType {
    const { operator, left, right } = node;
    if (operator === "in" && left.kind === "unary" && left.operator === "!") {
      this.#hints.set(left.operand, "Put what is denied in parentheses: !(item in list).");
    }
    if (!isLogical(node)) {
      return checkOperator(this, node, this.check(left), this.check(right));
    }
    let at: Expression = node;
    while (at.kind === "binary" && at.operator === operator) {
      this.types.set(at, types.bool);
      at = at.left;
    }
    for (const operand of operandsOf(node, node.operator)) this.checkCondition(operand, operator);
    return types.bool;
  }

  #conditional({ condition, whenTrue, whenFalse, span }: Conditional): CelType {
    this.checkCondition(condition, "?:");
    const one = this.check(whenTrue);
    const other = this.check(whenFalse);
    const both = join(one, other);
    if (both !== undefined) return both;
    const args = { operator: "?:", left: typeText(one), right: typeText(other) };
    this.report("no-such-operator", span, args);
    return types.dyn;
  }

  #map({ entries }: MapLiteral): CelType {
    const key = this.#common(entries.map((entry) => entry.key));
    const value = this.#common(entries.map((entry) => entry.value));
    return { kind: "map", key, value };
  }

  /** The type of all elements; `dyn` when they differ, which CEL allows. */
  #common(elements: readonly Expression[]): CelType {
    let common: CelType | undefined;
    for (const element of elements) {
      const type = this.check(element);
      common = common === undefined ? type : (join(common, type) ?? types.dyn);
    }
    return common ?? { kind: "free" };
  }
}

const helpForMinus: Readonly<Partial<Record<CelType["kind"], string>>> = {
  string: "int(…) or double(…) makes a number of text.",
  uint: "int(…) makes a number with a sign of it.",
};

/** What a name of another system means here, with the parts that follow it. */
function foreignName(
  names: readonly string[],
  known: Dialect["foreignNames"] = new Map(),
): string | undefined {
  for (let length = names.length; length > 0; length--) {
    const name = names.slice(0, length).join(".");
    const meant = known.get(name.replaceAll("_", "").toLowerCase());
    if (meant !== undefined) return [meant, ...names.slice(length)].join(".");
  }
  return undefined;
}

/** A known name that begins and ends alike, with something in between: `req.url.path` for `req.path`. */
function sameEnds(names: readonly string[], known: readonly string[]): string | undefined {
  const [first, last] = [names[0], names.at(-1)];
  if (names.length < 2 || first === undefined || last === undefined) return undefined;
  return known.find((name) => name.startsWith(`${first}.`) && name.endsWith(`.${last}`));
}

function literalType({ type }: Literal): CelType {
  return parseType(type);
}
