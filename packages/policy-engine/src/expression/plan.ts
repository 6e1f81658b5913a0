import type { CelResult, CelValue, parse } from "@bufbuild/cel";
import {
  type Expression,
  type Span,
  type Call,
  type Identifier,
  type Index,
  type LiteralValue,
  type Select,
} from "@traffic-policy/policy-language";
import {
  isLogical,
  isMacro,
  isStandardMacro,
  operandsOf,
} from "@traffic-policy/policy-language/internal";
import type { Bindings } from "../run/run.ts";
import { presenceOf } from "./bindings.ts";
import { sortByKey } from "./functions/extensions/extension.ts";
import { distinctKeys, elementAt, hasField } from "./functions/lists.ts";
import { stepOf, type Environment } from "./environment.ts";
import { mustBeKnown } from "./unknowns.ts";

export class Plan {
  readonly variables: readonly string[];
  readonly #environment: Environment;
  readonly #span: Span | undefined;
  readonly #plan: (asks: boolean) => Planned;
  readonly #usual: Planned;
  /**
   * The plan for runs that ask questions. It is separate because checking everywhere for unknown values takes time.
   */
  #asking: Planned | undefined;

  /** @param bound - names that stand for values of {@link boundValues} */
  constructor(node: Expression, environment: Environment, bound: readonly string[] = []) {
    this.#environment = environment;
    this.#span = node.span;
    this.#plan = (asks) => planned(node, new Translator(environment, bound, asks));
    this.#usual = this.#plan(false);
    this.variables = this.#usual.variables;
  }

  evaluate(bindings: Bindings): CelResult {
    const asks = this.#environment.current?.options.questions !== undefined;
    const { run, spans } = asks ? (this.#asking ??= this.#plan(true)) : this.#usual;
    const result = run(bindings as unknown as Record<string, never>);
    if (typeof result !== "boolean" && this.#environment.isError(result)) {
      const span = spans[Number(result.exprId ?? 0)] ?? this.#span;
      if (span !== undefined) this.#environment.errorSpans.set(result, span);
    }
    return result;
  }
}

interface Planned {
  readonly run: (bindings: Record<string, never>) => CelResult;
  readonly variables: readonly string[];
  readonly spans: readonly (Span | undefined)[];
}

function planned(node: Expression, translator: Translator): Planned {
  const { environment, asks, spans } = translator;
  const env = asks ? environment.askingEnv : environment.env;
  const evaluate = environment.library.cel.plan(env, translator.expr(node));
  const run: Planned["run"] = (bindings) => {
    const result = evaluate(bindings);
    environment.throwStop();
    return result;
  };
  return { run: translator.hasSteps ? run : evaluate, variables: [...translator.variables], spans };
}

type Expr = ReturnType<typeof parse>["expr"];

const accumulator = "@result";

/** The nesting depth from which a macro may take very long: each level multiplies the items. */
const deepFold = 2;

interface Fold {
  readonly from: Expr;
  readonly while: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/**
 * Translates our syntax tree to that of the evaluator.
 *
 * Names are resolved here: the longest name that the dialect has is a variable (`req.url.path`, although `req.url` is
 * a variable too), and a variable bound by a macro hides all others. The evaluator would look for `item.url` among
 * the variables even where `item` is bound.
 */
class Translator {
  readonly variables = new Set<string>();
  /** The place of each part in the text, indexed by the node number that the evaluator's errors carry. */
  readonly spans: (Span | undefined)[] = [undefined];
  readonly environment: Environment;
  readonly asks: boolean;
  hasSteps = false;
  /** The number of enclosing macros. */
  #depth = 0;
  readonly #bound: string[];
  #span: Span | undefined;

  constructor(environment: Environment, bound: readonly string[], asks: boolean) {
    this.environment = environment;
    this.asks = asks;
    this.#bound = [...bound];
  }

  expr(node: Expression): Expr {
    const outer = this.#span;
    this.#span = node.span ?? outer;
    const result = this.#translate(node);
    this.#span = outer;
    return result;
  }

  #translate(node: Expression): Expr {
    switch (node.kind) {
      case "literal":
        return this.#literal(node);
      case "identifier":
        return this.#identifier(node);
      case "select":
        return this.#select(node);
      case "index":
        return this.#index(node);
      case "call":
        return isMacro(node) || isComprehension(node) ? this.#macro(node) : this.#call(node);
      case "unary":
        return this.#function(`${node.operator}_`, [this.expr(node.operand)]);
      case "binary": {
        if (isLogical(node)) {
          const operands = operandsOf(node, node.operator).map((operand) => this.#known(operand));
          return this.#function(`_${node.operator}_`, operands);
        }
        const name = node.operator === "in" ? "@in" : `_${node.operator}_`;
        return this.#function(name, [this.expr(node.left), this.expr(node.right)]);
      }
      case "conditional": {
        const branches = [node.whenTrue, node.whenFalse].map((branch) => this.expr(branch));
        return this.#function("_?_:_", [this.#known(node.condition), ...branches]);
      }
      case "list": {
        const name = this.environment.lists.nameOf(node);
        if (name !== undefined) return this.#named(name);
        return this.#list(node.elements.map((element) => this.expr(element)));
      }
      case "map": {
        const map = this.#map(
          node.entries.map(({ key, value }) => [this.expr(key), this.expr(value)] as const),
        );
        const types = new Set(
          node.entries.map(({ key }) => (key.kind === "literal" ? key.type : "any")),
        );
        const mayBeEqual = types.has("any") || (types.has("int") && types.has("uint"));
        return mayBeEqual && node.entries.length > 1 ? this.#function(distinctKeys, [map]) : map;
      }
    }
  }

  #known(node: Expression): Expr {
    const part = this.expr(node);
    return this.asks && !isLogical(node) ? this.#function(mustBeKnown, [part]) : part;
  }

  #identifier({ name, absolute }: Identifier): Expr {
    if (absolute === undefined && this.#bound.includes(name)) return this.#named(boundName(name));
    return this.#variable(name);
  }

  #select(node: Select): Expr {
    const names = this.#names(node);
    if (names === undefined) return this.#field(this.expr(node.operand), node.field);
    const name = names.join(".");
    if (this.environment.variables.has(name) || !this.#hasKnownBeginning(names))
      return this.#variable(name);
    return this.#field(this.expr(node.operand), node.field);
  }

  /** Returns the parts of a dotted name; undefined when it begins with a bound variable, or is not a name. */
  #names(node: Expression): string[] | undefined {
    if (node.kind === "identifier") {
      const isBound = node.absolute === undefined && this.#bound.includes(node.name);
      return isBound ? undefined : [node.name];
    }
    if (node.kind !== "select") return undefined;
    const names = this.#names(node.operand);
    return names && [...names, node.field];
  }

  #hasKnownBeginning(names: readonly string[]): boolean {
    return names.some((_name, index) =>
      this.environment.variables.has(names.slice(0, index).join(".")),
    );
  }

  #index({ operand: node, index }: Index): Expr {
    const operand = this.expr(node);
    const isPlain = index.kind === "literal" && (index.type === "string" || index.type === "int");
    if (!isPlain) return this.#function(elementAt, [operand, this.expr(index)]);
    const names = this.#names(node);
    // The evaluator takes `a['b']` for `a.b` when there is a variable of that name; a call between
    // the two keeps them apart.
    const mayBeConfused =
      names !== undefined &&
      this.environment.variables.has([...names, String(index.value)].join("."));
    const apart = mayBeConfused ? this.#function("dyn", [operand]) : operand;
    // When there is no such item, the evaluator blames what has none; it is about all of it.
    this.spans[Number(apart.id)] = this.#span;
    return this.#function("_[_]", [apart, this.expr(index)]);
  }

  #call(node: Call): Expr {
    const args = node.arguments.map((argument) => this.expr(argument));
    if (node.target === undefined) return this.#function(node.name, args);
    return this.#method(this.expr(node.target), node.name, args);
  }

  #macro(node: Call): Expr {
    const { name, target } = node;
    if (name === "has" || target === undefined) return this.#has(node);
    const [variable, first, second] = node.arguments;
    if (variable?.kind !== "identifier" || first === undefined) return this.#call(node);
    const items = this.#known(target);
    this.#bound.push(variable.name);
    this.#depth += 1;
    const isCondition = name !== "map" || second !== undefined;
    const body = isCondition && name !== "sortBy" ? this.#known(first) : this.expr(first);
    const transformed = second && this.expr(second);
    this.#depth -= 1;
    this.#bound.pop();
    const bound = boundName(variable.name);
    if (isStandardMacro(node) || isComprehension(node)) {
      return this.#fold(bound, items, this.#foldOf(name, { bound, body, transformed }));
    }
    // `sortBy`: the items are sorted when all of them have their key.
    const pairs = this.#foldOf("map", {
      bound,
      body: this.#list([body, this.#named(bound)]),
      transformed: undefined,
    });
    return this.#function(sortByKey, [this.#fold(bound, items, pairs)]);
  }

  #foldOf(
    name: string,
    { bound, body, transformed }: { bound: string; body: Expr; transformed: Expr | undefined },
  ): Fold {
    const result = (): Expr => this.#named(accumulator);
    const bool = (value: boolean): Expr => this.#literal({ type: "bool", value });
    const int = (value: bigint): Expr => this.#literal({ type: "int", value });
    switch (name) {
      case "all":
        return {
          from: bool(true),
          while: this.#function("@not_strictly_false", [result()]),
          step: this.#function("_&&_", [result(), body]),
          result: result(),
        };
      case "exists":
        return {
          from: bool(false),
          while: this.#function("@not_strictly_false", [this.#function("!_", [result()])]),
          step: this.#function("_||_", [result(), body]),
          result: result(),
        };
      case "exists_one":
      case "existsOne": {
        const count = this.#function("_+_", [result(), int(1n)]);
        return {
          from: int(0n),
          while: bool(true),
          step: this.#function("_?_:_", [body, count, result()]),
          result: this.#function("_==_", [result(), int(1n)]),
        };
      }
      default: {
        const isFilter = name === "filter";
        const item = isFilter ? this.#named(bound) : (transformed ?? body);
        const longer = this.#function("_+_", [result(), this.#list([item])]);
        const isConditional = isFilter || transformed !== undefined;
        return {
          from: this.#list([]),
          while: bool(true),
          step: isConditional ? this.#function("_?_:_", [body, longer, result()]) : longer,
          result: result(),
        };
      }
    }
  }

  #has(node: Call): Expr {
    const [field] = node.arguments;
    if (field?.kind !== "select") return this.#call(node);
    const name = this.#names(field)?.join(".");
    if (name !== undefined && this.environment.variables.has(name)) {
      this.variables.add(name);
      return this.#named(presenceOf(name));
    }
    const key = this.#literal({ type: "string", value: field.field });
    return this.#method(this.expr(field.operand), hasField, [key]);
  }

  #variable(name: string): Expr {
    if (this.environment.variables.has(name)) this.variables.add(name);
    return this.#named(name);
  }

  #literal({ type, value }: LiteralValue): Expr {
    return this.#node({
      case: "constExpr",
      value: { $typeName: "cel.expr.Constant", constantKind: constantOf(type, value) },
    });
  }

  #named(name: string): Expr {
    return this.#node({ case: "identExpr", value: { $typeName: "cel.expr.Expr.Ident", name } });
  }

  #field(operand: Expr, field: string): Expr {
    return this.#node({
      case: "selectExpr",
      value: { $typeName: "cel.expr.Expr.Select", operand, field, testOnly: false },
    });
  }

  #function(name: string, args: Expr[]): Expr {
    return this.#node({
      case: "callExpr",
      value: { $typeName: "cel.expr.Expr.Call", function: name, args },
    });
  }

  #method(target: Expr, name: string, args: Expr[]): Expr {
    return this.#node({
      case: "callExpr",
      value: { $typeName: "cel.expr.Expr.Call", function: name, target, args },
    });
  }

  #list(elements: Expr[]): Expr {
    return this.#node({
      case: "listExpr",
      value: { $typeName: "cel.expr.Expr.CreateList", elements, optionalIndices: [] },
    });
  }

  #map(entries: readonly (readonly [key: Expr, value: Expr])[]): Expr {
    return this.#node({
      case: "structExpr",
      value: {
        $typeName: "cel.expr.Expr.CreateStruct",
        messageName: "",
        entries: entries.map(([key, value]) => ({
          $typeName: "cel.expr.Expr.CreateStruct.Entry",
          id: this.#nextId(),
          keyKind: { case: "mapKey", value: key },
          value,
          optionalEntry: false,
        })),
      },
    });
  }

  #fold(variable: string, items: Expr, fold: Fold): Expr {
    return this.#node({
      case: "comprehensionExpr",
      value: {
        $typeName: "cel.expr.Expr.Comprehension",
        iterVar: variable,
        iterVar2: "",
        iterRange: items,
        accuVar: accumulator,
        accuInit: fold.from,
        loopCondition: this.#depth < deepFold ? fold.while : this.#step(fold.while),
        loopStep: fold.step,
        result: fold.result,
      },
    });
  }

  #step(condition: Expr): Expr {
    this.hasSteps = true;
    return this.#function(stepOf, [condition]);
  }

  #node(exprKind: Expr["exprKind"]): Expr {
    return { $typeName: "cel.expr.Expr", id: this.#nextId(), exprKind };
  }

  #nextId(): bigint {
    return BigInt(this.spans.push(this.#span) - 1);
  }
}

/** Renames a bound variable so that no variable of the dialect can begin with its name. */
function boundName(name: string): string {
  return `@${name}`;
}

export function boundValues(
  bindings: Bindings,
  values: Readonly<Record<string, CelValue>>,
): Bindings {
  const own = Object.entries(values).map(([name, value]) => [boundName(name), { value }] as const);
  return Object.create(bindings as object, Object.fromEntries(own)) as Bindings;
}

// CEL's newer spelling of `exists_one`, which our parser reads as a macro as well.
function isComprehension(node: Call): boolean {
  return node.name === "existsOne" && node.target !== undefined && node.arguments.length === 2;
}

type ConstantKind = (Expr["exprKind"] & { case: "constExpr" })["value"]["constantKind"];

function constantOf(type: LiteralValue["type"], value: LiteralValue["value"]): ConstantKind {
  switch (type) {
    case "string":
      return { case: "stringValue", value: value as string };
    case "int":
      return { case: "int64Value", value: value as bigint };
    case "uint":
      return { case: "uint64Value", value: value as bigint };
    case "double":
      return { case: "doubleValue", value: value as number };
    case "bool":
      return { case: "boolValue", value: value as boolean };
    case "bytes":
      return { case: "bytesValue", value: value as Uint8Array<ArrayBuffer> };
    case "null":
      return { case: "nullValue", value: 0 };
  }
}
