import {
  parseExpression,
  type Binary,
  type BinaryOperator,
  type Call,
  type Expression,
  type Index,
  type List,
  type Literal,
  type Overload,
  type Select,
} from "@traffic-policy/policy-language";
import { camelCase, operandsOf } from "@traffic-policy/policy-language/internal";
import {
  bool,
  bytes,
  double,
  duration,
  dyn,
  int,
  string,
  timestamp,
  uint,
} from "../conversions.ts";
import { type AnyExpression, CelExpression, kind } from "../expressions/cel-expression.ts";
import { Condition } from "../expressions/condition.ts";
import { DynExpression } from "../expressions/dyn.ts";
import type { Kind } from "../expressions/index.ts";
import { IterableExpression } from "../expressions/iterable.ts";
import { ListExpression } from "../expressions/list.ts";
import { MapExpression } from "../expressions/map.ts";
import { RecordExpression } from "../expressions/record.ts";
import { bindsItem, overloadsOf } from "../functions.ts";
import { listOf, literal } from "../literal.ts";
import { allOf, anyOf, has, not } from "../logic.ts";
import type { Restriction } from "../restriction.ts";
import { code, imported, isFreeName, listed, scalarCode, stringCode, type Built } from "./code.ts";
import type { SourceDialect } from "./names.ts";

/** Writes typed calls that build an expression with exactly this text, if there are any. */
export function typedExpression(
  text: string,
  dialect: SourceDialect,
): Built<AnyExpression> | undefined {
  return typed(text, dialect, (converter, tree) => converter.expression(tree));
}

export function typedCondition(
  text: string,
  dialect: SourceDialect,
): Built<Condition<Restriction>> | undefined {
  return typed(text, dialect, (converter, tree) => converter.condition(tree));
}

function typed<T extends AnyExpression>(
  text: string,
  dialect: SourceDialect,
  convert: (converter: Converter, tree: Expression) => Built<T>,
): Built<T> | undefined {
  const parsed = parseExpression(text);
  if (!parsed.ok) return undefined;
  try {
    const built = convert(new Converter(dialect), parsed.tree);
    return built.value.toString() === text ? built : undefined;
  } catch (error) {
    // The builder refuses valid CEL only for reasons of its own, and with a RangeError.
    if (error instanceof NotTyped || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Thrown when the builder has no typed call for an expression, which then stays text. */
class NotTyped extends Error {
  override readonly name = "NotTyped";
}

interface Variable {
  readonly parameter: string;
  readonly item: AnyExpression;
  isUsed: boolean;
}

/** Converts CEL trees to typed calls. Its methods throw {@link NotTyped} when there are none. */
class Converter {
  readonly #dialect: SourceDialect;
  readonly #scope: ReadonlyMap<string, Variable>;
  // A node is asked for more than once, and the nodes in it would be twice as often at each level.
  readonly #built = new Map<Expression, Built<AnyExpression>>();

  constructor(dialect: SourceDialect, scope: ReadonlyMap<string, Variable> = new Map()) {
    this.#dialect = dialect;
    this.#scope = scope;
  }

  expression(tree: Expression): Built<AnyExpression> {
    const built = this.#built.get(tree) ?? this.#build(tree);
    this.#built.set(tree, built);
    return built;
  }

  condition(tree: Expression): Built<Condition<Restriction>> {
    const { code: text, value } = this.#expressionOf(["bool"], tree);
    if (!(value instanceof Condition)) throw new NotTyped();
    return { code: text, value };
  }

  /** Converts an expression to one of these kinds. A `dyn` expression is converted to the first of them. */
  #expressionOf(kinds: readonly string[], tree: Expression): Built<AnyExpression> {
    const built = this.expression(tree);
    const { value } = built;
    const own = kindOf(value);
    if (own !== undefined && kinds.includes(own)) return built;
    const [wanted] = kinds;
    if (!(value instanceof DynExpression) || !this.#isNamedKind(wanted)) throw new NotTyped();
    return {
      code: code`${built.code}.as(${stringCode(wanted)})`,
      value: value.as(wanted as Kind),
    };
  }

  #argument(wanted: string, tree: Expression): Built<unknown> {
    const plain = plainValue(wanted, tree);
    if (plain !== undefined) return plain;
    if (wanted === "dyn") return this.expression(tree);
    const itemKind = itemKindOf(wanted);
    return tree.kind === "list" && itemKind !== undefined
      ? this.#items(itemKind, tree.elements)
      : this.#expressionOf([wanted], tree);
  }

  #isNamedKind(name: string | undefined): name is string {
    const simple = name === undefined ? "" : (itemKindOf(name) ?? name);
    return simpleKinds.has(simple) || this.#dialect.dialect.records.has(simple);
  }

  #kindOf(tree: Expression): string | undefined {
    return tree.kind === "literal" ? tree.type : kindOf(this.expression(tree).value);
  }

  #build(tree: Expression): Built<AnyExpression> {
    switch (tree.kind) {
      case "literal":
        // The other types have no plain value that means nothing else.
        if (!["bool", "bytes", "int", "string"].includes(tree.type)) break;
        return invokeFunction("literal", literal, [plainLiteral(tree)]);
      case "identifier":
        return this.#variable(tree.name);
      case "select":
        return this.#select(tree);
      case "index":
        return this.#element(tree);
      case "call":
        return this.#call(tree);
      case "unary":
        if (tree.operator !== "!") break;
        return invokeFunction("not", not, [this.condition(tree.operand)]);
      case "binary":
        return this.#binary(tree);
      case "list":
        return this.#list(tree);
      case "conditional":
      case "map":
    }
    throw new NotTyped();
  }

  #variable(name: string): Built<AnyExpression> {
    const variable = this.#scope.get(name);
    const known = this.#dialect.variables.get(name);
    if (variable === undefined && known !== undefined) return known;
    if (variable === undefined) throw new NotTyped();
    variable.isUsed = true;
    return { code: { text: variable.parameter, imports: [] }, value: variable.item };
  }

  #select(tree: Select): Built<AnyExpression> {
    const name = dottedName(tree);
    const variable = name === undefined ? undefined : this.#dialect.variables.get(name);
    if (variable !== undefined) return variable;
    const operand = this.expression(tree.operand);
    const field = stringValue(tree.field);
    return typedField(operand, tree.field) ?? invoke(operand, "field", [field]);
  }

  #element(tree: Index): Built<AnyExpression> {
    const operand = this.expression(tree.operand);
    const { value } = operand;
    if (value instanceof MapExpression) return this.#namedCall(operand, "at", tree.index);
    const key = kindOf(value) === "dyn" ? "dyn" : "int";
    return invoke(operand, "at", [this.#argument(key, tree.index)]);
  }

  /** Writes a list whose item type the code must name: `listOf("string", ["a"])`. */
  #list({ elements }: List): Built<AnyExpression> {
    const kinds = new Set(elements.map((one) => this.#kindOf(one)));
    const [first] = kinds;
    const common = kinds.size === 1 && this.#isNamedKind(first) ? first : "dyn";
    return invokeFunction("listOf", listOf, [stringValue(common), this.#items(common, elements)]);
  }

  #items(itemKind: string, elements: readonly Expression[]): Built<readonly unknown[]> {
    const items = elements.map((one) => this.#argument(itemKind, one));
    return {
      code: code`[${listed(items.map((item) => item.code))}]`,
      value: items.map(({ value }) => value),
    };
  }

  #call({ name, target, arguments: args, absolute }: Call): Built<AnyExpression> {
    if (absolute === true) throw new NotTyped();
    if (target !== undefined) {
      return (
        this.#ownFunction(name, target, args) ??
        this.#macro(name, target, args) ??
        this.#ownMethod(name, target, args) ??
        this.#textOrTimeMethod(name, target, args)
      );
    }
    const own = this.#ownFunction(name, undefined, args);
    if (own !== undefined) return own;
    const [first, second] = args;
    if (first === undefined) throw new NotTyped();
    switch (name) {
      case "size":
        return invoke(this.expression(first), "size", []);
      case "has":
        return invokeFunction("has", has, [this.expression(first)]);
      case "inCidrRange":
      case "inCidrRanges":
        return this.#cidrTest(first, second);
    }
    const found = this.#dialect.methods.get(name);
    return found === undefined
      ? this.#conversion(name, first)
      : this.#namedCall(found.namespace, found.method, first);
  }

  #ownFunction(
    name: string,
    target: Expression | undefined,
    args: readonly Expression[],
  ): Built<AnyExpression> | undefined {
    const owner = target && qualifiedName(target);
    if (target !== undefined && owner === undefined) return undefined;
    const qualified = owner === undefined ? name : `${owner}.${name}`;
    const definition = this.#dialect.functions.get(qualified);
    const overload =
      definition &&
      overloadsOf(definition, "function").find(
        ({ parameters }) => parameters.length === args.length,
      );
    if (overload === undefined) return undefined;
    const names = qualified.split(".").map(camelCase);
    const all = { code: imported("fn"), value: this.#dialect.exports["fn"] as object };
    const group = names.slice(0, -1).reduce(
      (of, member) => ({
        code: code`${of.code}.${member}`,
        value: Reflect.get(of.value, member) as object,
      }),
      all,
    );
    return invoke(group, names.at(-1) ?? "", this.#arguments(overload, args));
  }

  #ownMethod(
    name: string,
    target: Expression,
    args: readonly Expression[],
  ): Built<AnyExpression> | undefined {
    const definition = this.#dialect.functions.get(name);
    if (definition === undefined) return undefined;
    for (const overload of overloadsOf(definition, "method")) {
      if (overload.parameters.length !== args.length) continue;
      const receiver = this.#operand(overload.target ?? "", target);
      if (receiver !== undefined) return invoke(receiver, name, this.#arguments(overload, args));
    }
    throw new NotTyped();
  }

  #arguments({ parameters }: Overload, args: readonly Expression[]): readonly Built<unknown>[] {
    return args.map((one, index) => {
      const wanted = parameters[index] ?? "";
      if (!/[A-Z]|^map/.test(wanted)) return this.#argument(wanted, one);
      const given = this.#operand(wanted, one);
      if (given === undefined) throw new NotTyped();
      return given;
    });
  }

  /**
   * Converts an operand of a catalogue type, in which a capital letter stands for any type; undefined when the type
   * differs.
   */
  #operand(type: string, tree: Expression): Built<AnyExpression> | undefined {
    if (!/[A-Z]|^map/.test(type)) {
      const known = kindOf(this.expression(tree).value);
      return known === type || known === "dyn" ? this.#expressionOf([type], tree) : undefined;
    }
    const built = this.expression(tree);
    const isMap = type.startsWith("map(");
    if (built.value instanceof MapExpression) return isMap ? built : undefined;
    if (built.value instanceof ListExpression) return isMap ? undefined : built;
    return undefined;
  }

  #textOrTimeMethod(
    name: string,
    target: Expression,
    args: readonly Expression[],
  ): Built<AnyExpression> {
    const isOfText = textMethods.has(name);
    if (!isOfText && !/^get[A-Z]/.test(name)) throw new NotTyped();
    const built = args.map((one) => {
      // The builder takes a time zone as plain text only.
      const value = isOfText ? this.#argument("string", one) : plainValue("string", one);
      if (value === undefined) throw new NotTyped();
      return value;
    });
    return invoke(this.expression(target), name, built);
  }

  #cidrTest(address: Expression, cidrs: Expression | undefined): Built<AnyExpression> {
    if (cidrs === undefined) throw new NotTyped();
    const all = cidrs.kind === "list" ? cidrs.elements : [cidrs];
    if (all.length === 0) throw new NotTyped();
    const args = all.map((one) => this.#argument("string", one));
    return invoke(this.#expressionOf(["string"], address), "inCidr", args);
  }

  #conversion(name: string, argument: Expression): Built<AnyExpression> {
    if (name === "dyn") return invokeFunction(name, dyn, [this.expression(argument)]);
    const found = conversions.get(name);
    if (found === undefined) throw new NotTyped();
    const plain = plainValue("string", argument);
    return invokeFunction(name, found.convert, [
      plain ?? this.#expressionOf(found.kinds, argument),
    ]);
  }

  #macro(
    name: string,
    target: Expression,
    [variable, body, ...others]: readonly Expression[],
  ): Built<AnyExpression> | undefined {
    const own = this.#dialect.functions.get(name)?.overloads.some(bindsItem) === true;
    const method = macros.get(name) ?? (own ? name : undefined);
    if (method === undefined || body === undefined || others.length > 0) return undefined;
    if (variable?.kind !== "identifier" || variable.absolute === true) return undefined;
    const list = this.expression(target);
    if (!(list.value instanceof IterableExpression)) throw new NotTyped();
    const macro = Reflect.get(list.value, method) as RunMacro;
    const run: RunMacro = (...args) => Reflect.apply(macro, list.value, args);

    let inner: Built<AnyExpression> | undefined;
    let parameter = "";
    const build = (item: AnyExpression): AnyExpression => {
      // The builder chose another name, so this call comes to nothing.
      if (item.toString() !== variable.name) return item;
      const bound = this.#bound(variable.name, item);
      const inside = new Converter(
        this.#dialect,
        new Map([...this.#scope, [variable.name, bound]]),
      );
      inner = own || method === "map" ? inside.#mapItem(body) : inside.condition(body);
      parameter = bound.isUsed ? bound.parameter : "";
      return inner.value;
    };

    let value = run(build);
    const isNamed = inner === undefined;
    if (isNamed) value = run(build, variable.name);
    if (inner === undefined) throw new NotTyped();
    const second = isNamed ? `, ${stringCode(variable.name)}` : "";
    return { code: code`${list.code}.${method}((${parameter}) => ${inner.code}${second})`, value };
  }

  #bound(name: string, item: AnyExpression): Variable {
    const taken = new Set([...this.#scope.values()].map((variable) => variable.parameter));
    let parameter = name;
    while (!isFreeName(parameter, this.#dialect.exports) || taken.has(parameter))
      parameter += "Item";
    return { parameter, item, isUsed: false };
  }

  #mapItem(body: Expression): Built<AnyExpression> {
    const item = this.expression(body);
    if (!this.#isNamedKind(kindOf(item.value))) throw new NotTyped();
    return item;
  }

  #binary(tree: Binary): Built<AnyExpression> {
    const { operator, left, right } = tree;
    if (operator === "&&" || operator === "||") {
      const conditions = operandsOf(tree, operator).map((one) => this.condition(one));
      return operator === "&&"
        ? invokeFunction("allOf", allOf, conditions)
        : invokeFunction("anyOf", anyOf, conditions);
    }
    if (operator === "in") return this.#membership(left, right);
    const method = operators[operator];
    let target = this.expression(left);
    if (!hasMethod(target.value, method)) {
      // A value of the kind `dyn` is converted to the kind of the other side.
      const wanted = this.#kindOf(right);
      if (!this.#isNamedKind(wanted)) throw new NotTyped();
      target = this.#expressionOf([wanted], left);
    }
    const own = kindOf(target.value);
    if (own === undefined) throw new NotTyped();
    if (own === "timestamp" && (method === "plus" || method === "minus")) {
      return this.#kindOf(right) === "timestamp"
        ? invoke(target, "since", [this.#argument("timestamp", right)])
        : invoke(target, method, [this.#argument("duration", right)]);
    }
    return invoke(target, method, [this.#argument(own, right)]);
  }

  #membership(left: Expression, right: Expression): Built<AnyExpression> {
    if (right.kind === "list" && right.elements.length > 0) {
      const target = this.expression(left);
      const own = kindOf(target.value);
      if (own !== undefined && hasMethod(target.value, "isIn")) {
        const values = right.elements.map((one) => this.#argument(own, one));
        return invoke(target, "isIn", values);
      }
    }
    const list = this.expression(right);
    if (list.value instanceof MapExpression) return this.#namedCall(list, "has", left);
    const itemKind = kindOf(list.value) === "dyn" ? "dyn" : itemKindOf(kindOf(list.value));
    if (itemKind === undefined) throw new NotTyped();
    return invoke(list, "includes", [this.#argument(itemKind, left)]);
  }

  /**
   * Writes the call of a method that takes a name. The builder normalizes header names, and keeps another spelling
   * only in an expression: `req.header(literal("user-agent"))`.
   */
  #namedCall(target: Built<object>, method: string, name: Expression): Built<AnyExpression> {
    const built = invoke(target, method, [this.#argument("string", name)]);
    return name.kind !== "literal" || nameIn(built.value.toExpression()) === name.value
      ? built
      : invoke(target, method, [this.expression(name)]);
  }
}

const textMethods: ReadonlySet<string> = new Set(["contains", "endsWith", "matches", "startsWith"]);

const operators: Readonly<Record<Exclude<BinaryOperator, "&&" | "||" | "in">, string>> = {
  "==": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
  "+": "plus",
  "-": "minus",
  "*": "times",
  "/": "dividedBy",
  "%": "modulo",
};

const macros = new Map([
  ["all", "every"],
  ["exists", "some"],
  ["exists_one", "exactlyOne"],
  ["filter", "filter"],
  ["map", "map"],
]);

type RunMacro = (build: (item: AnyExpression) => AnyExpression, name?: string) => AnyExpression;

interface Conversion {
  readonly convert: BuilderFunction;
  readonly kinds: readonly string[];
}

const numbers = ["int", "uint", "double"];

const conversions: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  ["bool", { convert: bool, kinds: ["string", "bool"] }],
  ["bytes", { convert: bytes, kinds: ["string"] }],
  ["double", { convert: double, kinds: ["string", ...numbers] }],
  ["duration", { convert: duration, kinds: ["string", "duration"] }],
  ["int", { convert: int, kinds: ["string", ...numbers, "timestamp", "duration"] }],
  [
    "string",
    { convert: string, kinds: ["string", ...numbers, "bool", "bytes", "timestamp", "duration"] },
  ],
  ["timestamp", { convert: timestamp, kinds: ["string", "int", "timestamp"] }],
  ["uint", { convert: uint, kinds: ["string", ...numbers] }],
]);

function dottedName({ operand, field }: Select): string | undefined {
  if (operand.kind === "identifier") {
    return operand.absolute === true ? undefined : `${operand.name}.${field}`;
  }
  const before = operand.kind === "select" ? dottedName(operand) : undefined;
  return before === undefined ? undefined : `${before}.${field}`;
}

function qualifiedName(tree: Expression): string | undefined {
  if (tree.kind === "identifier") return tree.absolute === true ? undefined : tree.name;
  return tree.kind === "select" ? dottedName(tree) : undefined;
}

function typedField(
  operand: Built<AnyExpression>,
  field: string,
): Built<AnyExpression> | undefined {
  if (!(operand.value instanceof RecordExpression)) return undefined;
  for (const member of [field, camelCase(field)]) {
    // `__proto__` is an expression, but not a field of one.
    const value: unknown =
      member in Object.prototype ? undefined : Reflect.get(operand.value, member);
    if (!(value instanceof CelExpression)) continue;
    const tree = value.toExpression();
    if (tree.kind === "select" && tree.field === field) {
      return { code: code`${operand.code}.${member}`, value };
    }
  }
  return undefined;
}

/** Returns the name in `name in map`, `map[name]` or `call(name)`. */
function nameIn(tree: Expression): unknown {
  const operand =
    tree.kind === "call"
      ? tree.arguments[0]
      : tree.kind === "index"
        ? tree.index
        : tree.kind === "binary"
          ? tree.left
          : undefined;
  return operand?.kind === "literal" ? operand.value : undefined;
}

function hasMethod(target: object, name: string): boolean {
  // Not just read: a map of headers has a member for every key.
  return name in target && typeof Reflect.get(target, name) === "function";
}

type BuilderFunction = (...args: never[]) => unknown;

/** Writes the call of a method, and makes the call to get its value. */
function invoke(
  target: Built<object>,
  name: string,
  args: readonly Built<unknown>[],
): Built<AnyExpression> {
  if (!hasMethod(target.value, name)) throw new NotTyped();
  const method = Reflect.get(target.value, name) as BuilderFunction;
  return {
    code: code`${target.code}.${name}(${listed(args.map((arg) => arg.code))})`,
    value: result(method, target.value, args),
  };
}

/** Writes the call of a function of this package, and makes the call to get its value. */
function invokeFunction(
  name: string,
  called: BuilderFunction,
  args: readonly Built<unknown>[],
): Built<AnyExpression> {
  return {
    code: code`${imported(name)}(${listed(args.map((arg) => arg.code))})`,
    value: result(called, undefined, args),
  };
}

function result(
  called: BuilderFunction,
  target: object | undefined,
  args: readonly Built<unknown>[],
): AnyExpression {
  const value: unknown = Reflect.apply(
    called,
    target,
    args.map((arg) => arg.value),
  );
  if (value instanceof CelExpression) return value;
  throw new NotTyped();
}

function plainValue(wanted: string, tree: Expression): Built<unknown> | undefined {
  switch (tree.kind) {
    case "literal":
      if (wanted !== "dyn") return wanted === tree.type ? plainLiteral(tree) : undefined;
      return isClear(tree) ? plainLiteral(tree) : undefined;
    case "call":
      return wanted === tree.name ? timeText(tree) : undefined;
    case "list":
      return wanted === "dyn" ? plainList(tree.elements) : undefined;
    default:
      return undefined;
  }
}

function plainLiteral({ type, value }: Literal): Built<unknown> {
  if (type === "bytes") return plainBuilt(value, `new Uint8Array([${value.join(", ")}])`);
  const plain =
    typeof value === "bigint" && BigInt.asIntN(54, value) === value ? Number(value) : value;
  return plainBuilt(plain, scalarCode(plain));
}

// Where no kind is asked for, a whole number is an int, and nothing stands for a uint.
function isClear(tree: Literal): boolean {
  return tree.type === "double" ? !Number.isInteger(tree.value) : tree.type !== "uint";
}

// Times and durations are written as text where one is asked for.
function timeText({ name, target, arguments: args }: Call): Built<unknown> | undefined {
  if (name !== "duration" && name !== "timestamp") return undefined;
  const [text, ...others] = args;
  if (target !== undefined || others.length > 0) return undefined;
  return text?.kind === "literal" && text.type === "string" ? stringValue(text.value) : undefined;
}

function plainList(elements: readonly Expression[]): Built<unknown> | undefined {
  const items = elements.map((element) => plainValue("dyn", element));
  if (!items.every((item) => item !== undefined)) return undefined;
  const text = listed(items.map((item) => item.code)).text;
  return plainBuilt(
    items.map(({ value }) => value),
    `[${text}]`,
  );
}

function stringValue(text: string): Built<unknown> {
  return plainBuilt(text, stringCode(text));
}

function plainBuilt(value: unknown, text: string): Built<unknown> {
  return { code: { text, imports: [] }, value };
}

function kindOf(value: AnyExpression): string | undefined {
  return (value as { readonly [kind]?: string })[kind];
}

function itemKindOf(listKind: string | undefined): string | undefined {
  return listKind === undefined ? undefined : /^list\((.+)\)$/.exec(listKind)?.[1];
}

const simpleKinds: ReadonlySet<string> = new Set([
  "bool",
  "bytes",
  "double",
  "duration",
  "dyn",
  "int",
  "string",
  "timestamp",
  "uint",
]);
