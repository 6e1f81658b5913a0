import {
  printExpression,
  type Call,
  type CelType,
  type Dialect,
  type Expression,
} from "@traffic-policy/policy-language";
import {
  canonicalHeaderName,
  isLogical,
  isMacro,
  operandsOf,
  parseType,
  reading,
  variableNamed,
} from "@traffic-policy/policy-language/internal";

export interface Known {
  readonly types: ReadonlyMap<Expression, CelType>;
  readonly dialect: Dialect;
  readonly headerNames?: "canonical" | "any-case" | undefined;
  readonly durationMilliseconds?: "whole" | "rest" | undefined;
}

export type BoundNames = ReadonlyMap<string, Expression>;

export const noNames: BoundNames = new Map();

/**
 * Returns the canonical form of an expression, shared by equivalent spellings: normal spaces and parentheses,
 * `map['key']` for `map.key`, `size(a)` for `a.size()`, `a == 1` for `1 == a`.
 */
export function canonical(node: Expression, known: Known, bound: BoundNames = noNames): Expression {
  return new Canonical(known, bound, false).of(node);
}

/**
 * Like {@link canonical}, but also rewrites function calls that look up a map entry as map accesses:
 * `req.headers['x-id']` for `getReqHeader('X-Id')`, `'x-id' in req.headers` for `hasReqHeader('X-Id')`.
 */
export function canonicalValue(node: Expression, known: Known, bound: BoundNames): Expression {
  return new Canonical(known, bound, true).of(node);
}

class Canonical {
  readonly #known: Known;
  readonly #bound: BoundNames;
  readonly #asEntries: boolean;

  constructor(known: Known, bound: BoundNames, asEntries: boolean) {
    this.#known = known;
    this.#bound = bound;
    this.#asEntries = asEntries;
  }

  of(node: Expression): Expression {
    switch (node.kind) {
      case "literal":
        return node;
      case "identifier":
        return (node.absolute ? undefined : this.#bound.get(node.name)) ?? node;
      case "select": {
        const operand = this.of(node.operand);
        return this.#isMap(node.operand)
          ? { kind: "index", operand, index: textLiteral(node.field) }
          : { kind: "select", operand, field: node.field };
      }
      case "index":
        return { kind: "index", operand: this.of(node.operand), index: this.of(node.index) };
      case "unary":
        return { ...node, operand: this.of(node.operand) };
      case "binary":
        if (isLogical(node)) {
          const { operator } = node;
          return operandsOf(node, operator)
            .map((operand) => this.of(operand))
            .reduce((left, right) => ({ kind: "binary", operator, left, right }));
        }
        return inOrder({ ...node, left: this.of(node.left), right: this.of(node.right) });
      case "conditional":
        return {
          kind: "conditional",
          condition: this.of(node.condition),
          whenTrue: this.of(node.whenTrue),
          whenFalse: this.of(node.whenFalse),
        };
      case "list":
        return { kind: "list", elements: node.elements.map((element) => this.of(element)) };
      case "map":
        return {
          kind: "map",
          entries: node.entries.map(({ key, value }) => ({
            key: this.of(key),
            value: this.of(value),
          })),
        };
      case "call":
        return this.#call(node);
    }
  }

  #call(node: Call): Expression {
    const [first] = node.arguments;
    if (node.name === "has" && node.target === undefined && first?.kind === "select") {
      const operand = this.of(first.operand);
      // `has` looks at the field, so it keeps its form, unless it asks for a key.
      return this.#isMap(first.operand)
        ? { kind: "binary", operator: "in", left: textLiteral(first.field), right: operand }
        : { ...node, arguments: [{ kind: "select", operand, field: first.field }] };
    }
    const asked = this.#asEntries ? entryAskedBy(node, this.#known) : undefined;
    if (asked?.form === "has") {
      return { kind: "binary", operator: "in", left: this.of(asked.key), right: asked.map };
    }
    if (asked?.form === "get") {
      const entry: Expression = { kind: "index", operand: asked.map, index: this.of(asked.key) };
      // A function that gives no list gives the first item of the one that is the entry.
      return asked.isList ? entry : { kind: "index", operand: entry, index: firstIndex };
    }
    const target = node.target && this.of(node.target);
    const given = this.#inside(node).#all(node.arguments);
    if (this.#known.durationMilliseconds === "rest" && mayBeOfDuration(node, this.#known)) {
      const whole: Expression = { ...node, ...(target && { target }) };
      return { kind: "binary", operator: "%", left: whole, right: millisecondsOfSecond };
    }
    if (node.name === "size" && target !== undefined && given.length === 0) {
      return { kind: "call", name: "size", arguments: [target] };
    }
    return { ...node, ...(target && { target }), arguments: given };
  }

  /** Renames the variables of a macro: names do not matter as long as they stay distinct. */
  #inside(node: Call): Canonical {
    const [variable] = node.arguments;
    if (node.target === undefined || !isMacro(node) || variable?.kind !== "identifier") return this;
    const name = `it__${this.#bound.size}`;
    const bound = new Map([...this.#bound, [variable.name, { kind: "identifier", name } as const]]);
    return new Canonical(this.#known, bound, this.#asEntries);
  }

  #all(nodes: readonly Expression[]): Expression[] {
    return nodes.map((node) => this.of(node));
  }

  #isMap(node: Expression): boolean {
    return this.#known.types.get(node)?.kind === "map";
  }
}

/** True when a call may return the milliseconds of a duration: the total, or only the part below a second. */
function mayBeOfDuration({ name, target, arguments: given }: Call, { types }: Known): boolean {
  if (name !== "getMilliseconds" || target === undefined || given.length > 0) return false;
  return types.get(target)?.kind !== "timestamp";
}

const millisecondsOfSecond: Expression = { kind: "literal", type: "int", value: 1000n };

const mirrored = { ">": "<", ">=": "<=" } as const;

function inOrder(node: Expression & { kind: "binary" }): Expression {
  const { operator, left, right } = node;
  if (operator === ">" || operator === ">=") {
    return { kind: "binary", operator: mirrored[operator], left: right, right: left };
  }
  if (operator !== "==" && operator !== "!=") return node;
  const isSorted = printExpression(left) <= printExpression(right);
  return isSorted ? node : { ...node, left: right, right: left };
}

export interface AskedEntry {
  readonly form: "has" | "get";
  /** The map itself, or a stand-in for everything that the function finds in it under names that are not its keys. */
  readonly map: Expression;
  readonly key: Expression;
  readonly type: CelType | undefined;
  readonly maybeIn?: Expression;
  readonly isNowhere: boolean;
  readonly isList: boolean;
}

/** Returns the variable and the key that a function such as `getReqHeader` looks up; undefined for other calls. */
export function lookupIn(
  { name, target, arguments: given }: Call,
  dialect: Dialect,
): (Pick<AskedEntry, "form" | "key"> & { readonly variable: string }) | undefined {
  const [key] = given;
  const [variable, ...others] = dialect.functions.get(name)?.reads ?? [];
  const form = /^(has|get)[A-Z]/.exec(name)?.[1] as AskedEntry["form"] | undefined;
  if (form === undefined || target !== undefined || key === undefined) return undefined;
  if (variable === undefined || others.length > 0 || given.length > 1) return undefined;
  return { form, key, variable };
}

export function entryAskedBy(
  call: Call,
  { dialect, headerNames }: Pick<Known, "dialect" | "headerNames">,
): AskedEntry | undefined {
  const lookup = lookupIn(call, dialect);
  if (lookup === undefined) return undefined;
  const { form, key, variable } = lookup;
  const definition = dialect.functions.get(call.name);
  const map = reading(variable);
  const mapDefinition = variableNamed(dialect, map);
  const isLowerCase = mapDefinition?.headerKeys === "lower-case";
  const isText = key.kind === "literal" && key.type === "string";
  const isHeader = definition?.headerName === "canonical";
  const isCanonical = isText && canonicalHeaderName(key.value) === key.value;
  const isSure = !isHeader || isCanonical || (isText && headerNames === "any-case");
  return {
    form,
    map: isSure ? map : foundIn(map),
    type: mapDefinition && parseType(mapDefinition.type),
    ...(!isSure && isText && { maybeIn: map }),
    isNowhere: !isSure && isText && headerNames === "canonical",
    key: isText && isLowerCase ? textLiteral(key.value.toLowerCase()) : key,
    isList: definition?.overloads[0]?.returns.startsWith("list(") === true,
  };
}

/** Returns a stand-in for the entries that functions find under names that are unknown or not in canonical form. */
function foundIn(map: Expression): Expression {
  return { kind: "select", operand: map, field: "found" };
}

const firstIndex: Expression = { kind: "literal", type: "int", value: 0n };

export function textLiteral(value: string): Expression & { kind: "literal" } {
  return { kind: "literal", type: "string", value };
}
