import { getOrAdd } from "../../bounded-map.ts";
import type { BoundNames } from "../../catalogue/action.ts";
import { type Dialect, variablesOf } from "../../catalogue/dialect.ts";
import type { FunctionDefinition, Overload, TextFormat } from "../../catalogue/function.ts";
import type { Protocol, VariableDefinition } from "../../catalogue/variable.ts";
import type { Span } from "../../text/positions.ts";
import {
  type Binary,
  type Call,
  childrenOf,
  type Conditional,
  type Expression,
  type Identifier,
  type Index,
  isLogical,
  type MapLiteral,
  operandsOf,
  type Select,
} from "../tree.ts";
import {
  type Bindings,
  type CelType,
  commonResult,
  isAssignable,
  isOpen,
  join,
  parseType,
  resolve,
  solve,
  solved,
  typeText,
} from "../type.ts";
import { type CheckError, type CheckErrorCode, habitHelp, notNull } from "./check-error.ts";
import { nearest } from "../../text/nearest.ts";
import { wrongClauses } from "./format-clauses.ts";
import { shortened } from "../../text/shown.ts";
import {
  bindingMethods,
  standardMacros,
  standardOperators,
} from "../../catalogue/standard/operators.ts";
import { placeInLiteral } from "../literal.ts";
import { directionsDialect } from "../../catalogue/directions/dialect.ts";

const types = {
  bool: parseType("bool"),
  int: parseType("int"),
  dyn: parseType("dyn"),
} as const;

/** Where an expression stands; what is not known is not checked. */
export interface CheckContext {
  readonly dialect?: Dialect;
  readonly protocol?: Protocol | undefined;
  readonly direction?: string | undefined;
  /** The names bound by macros around the expression, innermost last. */
  readonly bound?: readonly BoundName[];
  /** The text that the tree was parsed from: errors inside a string literal are placed by it. */
  readonly text?: string;
}

/** A name that a macro binds, and the type of what it stands for. */
export interface BoundName {
  readonly name: string;
  readonly type: CelType;
}

/** The names that only one config field has, with their types. */
export function boundNames(definitions: BoundNames): BoundName[] {
  return Object.entries(definitions).map(([name, { type }]) => ({ name, type: parseType(type) }));
}

export interface FormatError {
  readonly code: CheckErrorCode;
  readonly args: Readonly<Record<string, string>>;
  readonly part?: Span;
  readonly suggestion?: string;
}

type CheckFormat = (format: TextFormat, value: string) => FormatError | undefined;

interface Availability {
  readonly protocols?: readonly Protocol[];
  readonly sections?: readonly string[];
  readonly unsure?: readonly string[];
}

export interface VariableUse {
  readonly definition: VariableDefinition;
  /** The name's place in the text; absent for a tree that was not parsed. */
  readonly span?: Span;
}

/** Names that denote a type as a value, as in `type(x) == int`. */
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

/** Type-checks an expression, and collects types and errors. */
export class Checker {
  readonly errors: CheckError[] = [];
  readonly variables: VariableUse[] = [];
  readonly variablesAt = new Map<Span, VariableDefinition>();
  readonly functions = new Set<FunctionDefinition>();
  readonly types = new Map<Expression, CelType>();
  readonly dialect: Dialect;
  readonly text: string | undefined;
  readonly checkFormat: CheckFormat | undefined;
  readonly #protocol: Protocol | undefined;
  readonly #direction: string | undefined;
  readonly #tree: VariableTree;
  /** Variables that macros bind, innermost last. */
  readonly #bound: BoundName[];
  readonly #hints = new Map<Expression, string>();

  /** @param checkFormat - without it, the format of texts is not checked */
  constructor(context: CheckContext, checkFormat?: CheckFormat) {
    const { dialect = directionsDialect, protocol, direction, text, bound = [] } = context;
    this.dialect = dialect;
    this.text = text;
    this.checkFormat = checkFormat;
    this.#protocol = protocol;
    this.#direction = direction;
    this.#tree = variableTree(dialect);
    this.#bound = [...bound];
  }

  check(node: Expression): CelType {
    const type = solved(this.#infer(node));
    this.types.set(node, type);
    return type;
  }

  /**
   * Checks a node in which a name denotes a value of a type.
   *
   * @param condition - the macro that requires a boolean result, if any
   */
  checkWith(name: string, type: CelType, node: Expression, condition?: string): CelType {
    this.#bound.push({ name, type });
    const result =
      condition === undefined ? this.check(node) : this.checkCondition(node, condition);
    this.#bound.pop();
    return result;
  }

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

  variableNamed(name: string): VariableDefinition | undefined {
    return this.#branch(name.split("."))?.definition;
  }

  isVariable(name: string): boolean {
    return this.#tree.children.has(name) || typeNames.has(name);
  }

  /** @param more - certain facts about the error, not guesses from similar names */
  report(
    code: CheckErrorCode,
    span: Span | undefined,
    args: Readonly<Record<string, string>>,
    similar?: string,
    more: Pick<CheckError, "suggestion" | "unsure"> = {},
  ): void {
    // What a habit means is known better than what its name is like.
    const isHabit = habitHelp(code, args["name"] ?? "") !== undefined;
    this.errors.push({
      code,
      ...(span && { span }),
      args,
      ...(similar === undefined || isHabit ? {} : { suggestion: similar }),
      ...more,
    });
  }

  checkAvailability(name: string, span: Span | undefined, definition: Availability): void {
    const { protocols, sections, unsure } = definition;
    const [protocol, section] = [this.#protocol, this.#direction];
    const missing =
      protocol !== undefined && protocols?.includes(protocol) === false
        ? { place: `in a policy for ${protocol}`, elsewhere: `for ${protocols.join(" and ")}` }
        : section !== undefined && sections?.includes(section) === false
          ? { place: `in ${section} rules`, elsewhere: `in ${sections.join(" and ")} rules` }
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
        return parseType(node.type);
      case "identifier":
        return this.#identifier(node);
      case "select":
        return this.#select(node);
      case "index":
        return this.#index(node);
      case "call":
        return isStandardMacro(node) ? checkMacro(this, node) : checkCall(this, node as Call);
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
    const branch = this.#branchAt(node);
    if (branch?.definition !== undefined) return this.#use(branch.definition, node.span);
    const names = this.#names(node);
    // The longest name wins: `req.url.path` is a variable, although `req.url` is one as well.
    if (names !== undefined && this.#isMeantAsVariable(names)) {
      return this.#variable(names, node.span) ?? types.dyn;
    }
    return this.#field(this.check(node.operand), node, names);
  }

  #isMeantAsVariable(names: readonly string[]): boolean {
    if (this.#branch(names) !== undefined || !this.#hasShorterVariable(names)) return true;
    // `conn.client_ip.geo.x` is not about `conn.client_ip`, which is a variable, too.
    const above = this.#branch(names.slice(0, -1));
    return above !== undefined && above.definition === undefined;
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

  /** The branch of a name with dots; nothing for a name that a macro binds. */
  #branchAt(node: Expression): VariableTree | undefined {
    if (node.kind === "select") return this.#branchAt(node.operand)?.children.get(node.field);
    if (node.kind !== "identifier") return undefined;
    const isBound = this.#bound.length > 0 && this.#names(node) === undefined;
    return isBound ? undefined : this.#tree.children.get(node.name);
  }

  #use(definition: VariableDefinition, span: Span | undefined): CelType {
    this.variables.push({ definition, ...(span && { span }) });
    if (span !== undefined) this.variablesAt.set(span, definition);
    this.checkAvailability(definition.name, span, definition);
    return parseType(definition.type);
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
    if (branch?.definition !== undefined) return this.#use(branch.definition, span);
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
    const known = currentNames(this.dialect);
    const name = names.join(".");
    return (
      foreignName(names, this.dialect.foreignNames) ??
      (names.length > 1 ? this.dialect.foreignFunctions?.get(foreignKey(name)) : undefined) ??
      withLevel(names, known) ??
      nearest(name, known) ??
      sameEnds(names, known)
    );
  }

  #field(operand: CelType, { field, span }: Select, names: readonly string[] | undefined): CelType {
    if (isOpen(operand)) return types.dyn;
    // Also of a map with keys of another type, as in CEL: it never has the field.
    if (operand.kind === "map") return operand.value;
    const record = operand.kind === "record" ? this.dialect.records.get(operand.name) : undefined;
    const found = record?.fields.find(({ name }) => name === field);
    if (found !== undefined) return parseType(found.type);
    const children = names === undefined ? undefined : this.#branch(names.slice(0, -1))?.children;
    const known = [...(children?.keys() ?? []), ...(record?.fields.map(({ name }) => name) ?? [])];
    const type = typeText(operand);
    const unsure = record?.unsure === undefined ? {} : { unsure: true as const };
    this.report("unknown-field", span, { name: field, type }, nearest(field, known), unsure);
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
      this.#hints.set(left.operand, "Put the negated part in parentheses: !(item in list).");
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

  /** Returns the common type of all elements; `dyn` when they differ, which CEL allows. */
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
  string: "int(…) or double(…) converts text to a number.",
  uint: "int(…) converts it to a signed number.",
};

function foreignName(
  names: readonly string[],
  known: Dialect["foreignNames"] = new Map(),
): string | undefined {
  for (let length = names.length; length > 0; length--) {
    const name = names.slice(0, length).join(".");
    const meant = known.get(foreignKey(name));
    if (meant !== undefined) return [meant, ...names.slice(length)].join(".");
  }
  return undefined;
}

function foreignKey(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** Returns the only known name with an additional level before its last part: `a.b.c.d` for `a.b.d`. */
function withLevel(names: readonly string[], known: readonly string[]): string | undefined {
  if (names.length < 3) return undefined;
  const [above, last] = [names.slice(0, -1).join("."), names.at(-1) ?? ""];
  const all = known.filter((name) => name.startsWith(`${above}.`) && name.endsWith(`.${last}`));
  return all.length === 1 ? all[0] : undefined;
}

/** Returns a known name with the same beginning and end, and something in between: `req.url.path` for `req.path`. */
function sameEnds(names: readonly string[], known: readonly string[]): string | undefined {
  const [first, last] = [names[0], names.at(-1)];
  if (names.length < 2 || first === undefined || last === undefined) return undefined;
  return known.find((name) => name.startsWith(`${first}.`) && name.endsWith(`.${last}`));
}

function checkCall(checker: Checker, node: Call): CelType {
  const { functions } = checker.dialect;
  const qualified = checker.qualifiedName(node.target);
  // Some functions have dots in their names: `base64.decode`.
  const isQualified = qualified !== undefined && functions.has(`${qualified}.${node.name}`);
  if (isVariableCall(checker, node, qualified)) return types.dyn;
  if (!isQualified && qualified !== undefined && isUnknownFunction(checker, node, qualified)) {
    return types.dyn;
  }
  const name = isQualified ? `${qualified}.${node.name}` : node.name;
  const target = node.target === undefined || isQualified ? undefined : checker.check(node.target);
  const definition = functions.get(name);
  if (definition !== undefined) checker.functions.add(definition);
  const overloads = (definition?.overloads ?? []).filter(
    (overload) => (overload.target === undefined) === (target === undefined),
  );
  if (definition === undefined || overloads.length === 0) {
    checkArgumentsOfUnknown(checker, node);
    reportUnknown(checker, node, target);
    return types.dyn;
  }
  if (target !== undefined && isBinding(node)) return checkBinding(checker, node, target);
  const given = node.arguments.map((argument) => checker.check(argument));
  checker.checkAvailability(`${name}()`, node.span, definition);
  const counted = overloads.filter(({ parameters }) => parameters.length === given.length);
  if (counted.length === 0) {
    checker.report("wrong-argument-count", node.span, {
      name,
      given: count(given.length),
      expected: [...new Set(overloads.map(({ parameters }) => count(parameters.length)))].join(
        " or ",
      ),
      ...helpForCount(checker, name),
    });
    return returnType(overloads);
  }
  const fitting = counted.flatMap((overload) => {
    const bindings: Bindings = new Map();
    if (!takes(overload, target, given, bindings)) return [];
    return [{ overload, returns: resolve(parseType(overload.returns), bindings) }];
  });
  const [first] = fitting;
  if (first !== undefined) {
    checkFormats(checker, node, first.overload);
    checkClauses(checker, node);
    return commonResult(fitting.map(({ returns }) => returns));
  }
  reportTypes(checker, node, name, target, given, counted);
  return returnType(counted);
}

/**
 * Reports calls of unknown functions with a dotted name, such as `base64.decod(…)` and `JSON.parse(…)`. Ignores names
 * that begin with a variable, or that resemble no dotted function.
 */
function isUnknownFunction(checker: Checker, node: Call, qualified: string): boolean {
  if (checker.isVariable(qualified.split(".", 1)[0] ?? "")) return false;
  const dotted = [...checker.dialect.functions.keys()].filter((name) => name.includes("."));
  const name = `${qualified}.${node.name}`;
  const suggestion = foreignFunction(checker, name, true);
  const similar = nearest(name, dotted);
  const isNamespace = dotted.some((known) => known.startsWith(`${qualified}.`));
  if (suggestion === undefined && similar === undefined && !isNamespace) return false;
  checkArgumentsOfUnknown(checker, node);
  checker.report(
    "unknown-function",
    node.span,
    { name },
    similar && `${similar}()`,
    suggestion === undefined ? {} : { suggestion },
  );
  return true;
}

/** Reports `req.headers('x-tenant')`: the call of a variable. */
function isVariableCall(checker: Checker, node: Call, qualified: string | undefined): boolean {
  if (node.target !== undefined && qualified === undefined) return false;
  const name = qualified === undefined ? node.name : `${qualified}.${node.name}`;
  const variable = checker.dialect.functions.has(name) ? undefined : checker.variableNamed(name);
  if (variable === undefined) return false;
  checkArgumentsOfUnknown(checker, node);
  const [key] = node.arguments;
  const text = key?.kind === "literal" && key.type === "string" ? key.value : "…";
  const written = `'${shortened(variable.headerKeys === undefined ? text : text.toLowerCase())}'`;
  const first = variable.type.includes(", list(") ? "[0]" : "";
  const help = variable.type.startsWith("map(")
    ? `It is a map: write ${name}[${written}]${first}, after the condition ${written} in ${name}.`
    : `It is a value: write ${name} without parentheses.`;
  checker.report("unknown-function", node.span, { name, help });
  return true;
}

function foreignFunction(checker: Checker, name: string, isFunction: boolean): string | undefined {
  const { foreignFunctions, functions } = checker.dialect;
  const meant = foreignFunctions?.get(foreignKey(name));
  if (meant === undefined) return undefined;
  const overloads = functions.get(meant)?.overloads;
  if (overloads === undefined) return isFunction ? meant : undefined;
  const isOfForm = overloads.some(({ target }) => (target === undefined) === isFunction);
  return isOfForm ? `${meant}()` : undefined;
}

function helpForCount(checker: Checker, name: string): { readonly help?: string } {
  const method = bindingMethods.find((one) => one === `${name}By`);
  if (method === undefined || !checker.dialect.functions.has(method)) return {};
  return { help: `For a key write ${bindingForm(method)}.` };
}

/**
 * Checks the arguments of an unknown call. A plain name as first argument counts as bound, as in `list.some(item,
 * …)`.
 */
function checkArgumentsOfUnknown(checker: Checker, { target, arguments: given }: Call): void {
  const [first, ...others] = given;
  if (target !== undefined && first?.kind === "identifier" && others.length > 0) {
    for (const argument of others) checker.checkWith(first.name, types.dyn, argument);
  } else {
    for (const argument of given) checker.check(argument);
  }
}

function takes(
  overload: Overload,
  target: CelType | undefined,
  given: readonly CelType[],
  bindings: Bindings,
): boolean {
  if (target !== undefined && overload.target !== undefined) {
    if (!isAssignable(target, parseType(overload.target), bindings)) return false;
  }
  return overload.parameters.every((parameter, index) => {
    const type = given[index];
    return type !== undefined && isAssignable(type, parseType(parameter), bindings);
  });
}

function returnType(overloads: readonly Overload[]): CelType {
  const returns = new Set(overloads.map((overload) => overload.returns));
  const [only] = returns;
  if (returns.size !== 1 || only === undefined) return types.dyn;
  return resolve(parseType(only), new Map());
}

function checkFormats(checker: Checker, node: Call, { formats = [] }: Overload): void {
  for (const [index, format] of formats.entries()) {
    const argument = node.arguments[index];
    if (format === undefined || argument === undefined) continue;
    const texts = argument.kind === "list" ? argument.elements : [argument];
    for (const text of texts) checkLiteral(checker, text, format);
  }
}

function checkClauses(checker: Checker, node: Call): void {
  const [values] = node.arguments;
  const items = values?.kind === "list" ? values.elements : [];
  const typeAt = (index: number): CelType | undefined => {
    const item = items[index];
    return item && checker.types.get(item);
  };
  for (const { clause, index, accepted } of wrongClauses(node, (at) => typeAt(at)?.kind)) {
    const type = typeAt(index);
    checker.report("wrong-argument-types", items[index]?.span, {
      name: `${clause} of format()`,
      given: type === undefined ? "it" : typeText(type),
      expected: accepted.join(" or "),
    });
  }
}

function checkLiteral(checker: Checker, node: Expression, format: TextFormat): void {
  if (node.kind !== "literal" || node.type !== "string") return;
  const { text, checkFormat } = checker;
  const error = checkFormat?.(format, node.value);
  if (error === undefined) return;
  const span =
    text === undefined || node.span === undefined || error.part === undefined
      ? node.span
      : placeInLiteral(text, node.span, error.part);
  checker.report(error.code, span, error.args, error.suggestion);
}

function reportUnknown(checker: Checker, node: Call, target: CelType | undefined): void {
  const { name, span } = node;
  if (target !== undefined && isOpen(target)) return;
  const isFunction = target === undefined;
  const foreign = foreignFunction(checker, name, isFunction);
  const known = [...checker.dialect.functions.values()].filter(({ overloads }) =>
    overloads.some((overload) => (overload.target === undefined) === isFunction),
  );
  const macros = standardMacros.filter((macro) => (macro === "has") === isFunction);
  const meant = nearest(name, [...known.map((definition) => definition.name), ...macros]);
  const suggestion = meant === undefined ? undefined : `${meant}()`;
  // Every function that is there and not found is a method.
  const isMethod = target === undefined && checker.dialect.functions.has(name);
  const help = isMethod ? { help: `It is a method: value.${name}(…).` } : {};
  const more = foreign === undefined ? {} : { suggestion: foreign };
  if (isMethod) checker.report("unknown-function", span, { name, ...help });
  else if (target === undefined) {
    checker.report("unknown-function", span, { name }, suggestion, more);
  } else {
    checker.report("unknown-method", span, { name, type: typeText(target) }, suggestion, more);
  }
}

function reportTypes(
  checker: Checker,
  node: Call,
  name: string,
  target: CelType | undefined,
  given: readonly CelType[],
  overloads: readonly Overload[],
): void {
  checker.report("wrong-argument-types", node.span, {
    name: `${target === undefined ? "" : `${typeText(target)}.`}${name}`,
    given: `(${given.map(typeText).join(", ")})`,
    expected: overloads.map((overload) => signature(name, overload)).join(" or "),
    ...(isListOfTexts(target) && overloads.every((overload) => overload.target === "string")
      ? { help: `Check its items: list.exists(item, item.${node.name}(…)).` }
      : {}),
  });
}

function isListOfTexts(type: CelType | undefined): boolean {
  return type?.kind === "list" && type.element.kind === "string";
}

function signature(name: string, { target, parameters }: Overload): string {
  return `${target === undefined ? "" : `${target}.`}${name}(${parameters.join(", ")})`;
}

function count(amount: number): string {
  if (amount === 0) return "no arguments";
  return `${amount} argument${amount === 1 ? "" : "s"}`;
}

type MacroName = (typeof standardMacros)[number];

type MacroCall = Call & { readonly name: MacroName };

const forms: Record<MacroName, string> = {
  has: "has(value.field)",
  all: "list.all(item, condition)",
  exists: "list.exists(item, condition)",
  exists_one: "list.exists_one(item, condition)",
  filter: "list.filter(item, condition)",
  map: "list.map(item, value) or list.map(item, condition, value)",
};

const names = new Set<string>(standardMacros);

/** Checks whether a call is a macro: `has(…)`, or a method such as `.exists(…)` that binds a name. */
export function isMacro(node: Call): boolean {
  return isStandardMacro(node) || isBinding(node);
}

type BindingMethod = (typeof bindingMethods)[number];

function isBinding(node: Call): node is Call & { readonly name: BindingMethod } {
  return node.target !== undefined && bindingMethods.some((name) => name === node.name);
}

function bindingForm(name: BindingMethod): string {
  return `list.${name}(item, key)`;
}

function checkBinding(checker: Checker, node: Call, target: CelType): CelType {
  const [variable, key, ...others] = node.arguments;
  const items = target.kind === "list" ? target.element : isOpen(target) ? types.dyn : undefined;
  const isName = variable?.kind === "identifier";
  if (items === undefined || !isName || key === undefined || others.length > 0) {
    const reason =
      items === undefined
        ? `${typeText(target)} is not a list`
        : isName || variable === undefined
          ? `it has ${count(node.arguments.length)}`
          : "its first argument is not a plain name";
    const form = bindingForm(node.name as BindingMethod);
    checker.report("macro-misuse", node.span, { name: node.name, reason, form });
    return { kind: "list", element: types.dyn };
  }
  checker.types.set(variable, items);
  checker.checkWith(variable.name, items, key);
  return { kind: "list", element: items };
}

/** Checks whether a call is a macro of standard CEL. */
export function isStandardMacro(node: Call): node is MacroCall {
  return (
    node.absolute === undefined &&
    names.has(node.name) &&
    (node.name === "has") === (node.target === undefined)
  );
}

function checkMacro(checker: Checker, node: MacroCall): CelType {
  const { name, target } = node;
  if (name === "has" || target === undefined) return checkHas(checker, node);
  const over = checker.check(target);
  const result =
    name === "filter" || name === "map"
      ? { kind: "list" as const, element: types.dyn }
      : types.bool;
  const items = itemsOf(over);
  if (items === undefined) {
    misuse(checker, node, `${typeText(over)} is neither a list nor a map`);
    return result;
  }
  const [variable, ...bodies] = node.arguments;
  const counts = name === "map" ? [1, 2] : [1];
  if (variable?.kind !== "identifier" || !counts.includes(bodies.length)) {
    const reason =
      variable?.kind === "identifier" || variable === undefined
        ? `it has ${count(node.arguments.length)}`
        : "its first argument is not a plain name";
    misuse(checker, node, reason);
    return result;
  }
  checker.types.set(variable, items);
  return checkBodies(checker, name, variable.name, items, bodies);
}

function checkBodies(
  checker: Checker,
  name: MacroName,
  variable: string,
  items: CelType,
  bodies: readonly Expression[],
): CelType {
  const [first, second] = bodies;
  if (first === undefined) return types.dyn;
  if (name === "map" && second === undefined) {
    return { kind: "list", element: checker.checkWith(variable, items, first) };
  }
  checker.checkWith(variable, items, first, `${name}()`);
  if (second !== undefined) {
    return { kind: "list", element: checker.checkWith(variable, items, second) };
  }
  return name === "filter" ? { kind: "list", element: items } : types.bool;
}

function checkHas(checker: Checker, node: MacroCall): CelType {
  const [argument] = node.arguments;
  if (node.arguments.length !== 1 || argument?.kind !== "select") {
    misuse(checker, node, "its argument is not a field");
    return types.bool;
  }
  checker.check(argument);
  return types.bool;
}

/** Returns the type that a macro iterates over: the items of a list, or the keys of a map. */
export function itemsOf(type: CelType): CelType | undefined {
  if (type.kind === "list") return type.element;
  if (type.kind === "map") return type.key;
  return isOpen(type) ? types.dyn : undefined;
}

function misuse(checker: Checker, node: MacroCall, reason: string): void {
  checker.report("macro-misuse", node.span, { name: node.name, reason, form: forms[node.name] });
}

function checkOperator(checker: Checker, node: Binary, left: CelType, right: CelType): CelType {
  const { operator } = node;
  switch (operator) {
    case "==":
    case "!=":
      if (join(left, right) === undefined) reportOperands(checker, node, left, right);
      return types.bool;
    case "in":
      if (!isMember(left, right)) reportOperands(checker, node, left, right);
      return types.bool;
    case "&&":
    case "||":
      return types.bool;
  }
  const exact = standardOperators[operator].find(
    (overload) => overload.left === left.kind && overload.right === right.kind,
  );
  if (exact !== undefined && !isOpen(left) && !isOpen(right)) return parseType(exact.returns);
  // With `dyn` on a side more than one of them may be meant.
  const results = standardOperators[operator].flatMap((overload): CelType[] => {
    const bindings: Bindings = new Map();
    const fits =
      isAssignable(left, parseType(overload.left), bindings) &&
      isAssignable(right, parseType(overload.right), bindings);
    return fits ? [resolve(parseType(overload.returns), bindings)] : [];
  });
  if (results.length > 0) return commonResult(results);
  reportOperands(checker, node, left, right);
  return standardOperators[operator][0]?.returns === "bool" ? types.bool : types.dyn;
}

function isMember(item: CelType, holder: CelType): boolean {
  const container = solved(holder);
  if (container.kind === "dyn") return true;
  if (container.kind === "free") {
    return solve(container, { kind: "list", element: item }) !== undefined;
  }
  if (container.kind === "list") return join(item, container.element) !== undefined;
  return container.kind === "map" && join(item, container.key) !== undefined;
}

function reportOperands(checker: Checker, node: Binary, left: CelType, right: CelType): void {
  const help = helpFor(node, left, right);
  checker.report("no-such-operator", node.span, {
    operator: node.operator,
    left: typeText(left),
    right: typeText(right),
    ...(help === undefined ? {} : { help }),
  });
}

const numbers = new Set(["int", "uint", "double"]);

function helpFor({ operator }: Binary, left: CelType, right: CelType): string | undefined {
  const kinds = [left.kind, right.kind];
  const isEquality = operator === "==" || operator === "!=";
  if (isEquality && kinds.includes("list") && kinds.includes("string")) {
    return operator === "==" ? "Write text in list." : "Write !(text in list).";
  }
  if (isEquality && kinds.includes("null")) return notNull;
  if (operator === "in" && right.kind === "string") return "Write text.contains(part).";
  if (kinds.includes("timestamp") && kinds.includes("string")) {
    return "Convert the text to a timestamp: timestamp(…).";
  }
  if (kinds.every((kind) => numbers.has(kind))) return helpForNumbers(operator, kinds);
  if (kinds.includes("string") && kinds.some((kind) => numbers.has(kind))) {
    if (operator === "+") return "Join text to text: string(…) converts a number to text.";
    return "Compare text with text and numbers with numbers; int(…) or double(…) converts text to a number.";
  }
  return undefined;
}

function helpForNumbers(operator: string, kinds: readonly string[]): string {
  if (operator === "%" && kinds.includes("double")) {
    return "It accepts whole numbers: int(…) converts a fraction to one.";
  }
  if (!kinds.includes("uint")) {
    return "Write both as whole numbers or both with a decimal point, or convert one: int(…), double(…).";
  }
  return kinds.includes("int")
    ? "Write both with the suffix u or both without it, or convert one: uint(…), int(…)."
    : "Convert one: uint(…), double(…).";
}

/** The variables of a dialect by the parts of their names: a name can be a value and a namespace. */
export interface VariableTree {
  readonly definition?: VariableDefinition;
  readonly children: ReadonlyMap<string, VariableTree>;
}

interface GrowingTree {
  definition?: VariableDefinition;
  readonly children: Map<string, GrowingTree>;
}

const trees = new WeakMap<Dialect, VariableTree>();

/** The variables of a dialect, deprecated ones among them. */
export function variableTree(dialect: Dialect): VariableTree {
  return getOrAdd(trees, dialect, growTree);
}

function growTree({ namespaces }: Dialect): VariableTree {
  const top: GrowingTree = { children: new Map() };
  for (const { variables } of namespaces) {
    for (const variable of variables) {
      let branch = top;
      for (const part of variable.name.split(".")) {
        branch = getOrAdd(branch.children, part, () => ({ children: new Map() }));
      }
      branch.definition = variable;
    }
  }
  return top;
}

function currentNames(dialect: Dialect): string[] {
  return variablesOf(dialect)
    .filter(isCurrentVariable)
    .map(({ name }) => name);
}

/** Checks whether a variable has its name of today. */
export function isCurrentVariable({ renamedTo, outdated }: VariableDefinition): boolean {
  return renamedTo === undefined && outdated === undefined;
}

/**
 * Finds names in an expression that do not exist where it stands. It does not check texts, so that no library for
 * regular expressions must be loaded.
 */
export function findUnavailable(tree: Expression, context: CheckContext): CheckError[] {
  const checker = new Checker(context);
  checker.check(tree);
  return checker.errors.filter(({ code }) => code === "unavailable-here");
}

type Names = Pick<ReadonlySet<string>, "has">;

/** The variable that `a.b.c` is; none when a macro binds `a`, or when it is something else. */
export function variableNamed(
  dialect: Dialect,
  node: Expression,
  bound: Names = new Set(),
): VariableDefinition | undefined {
  return branchOf(dialect, node, bound)?.definition;
}

/** The variables that an expression reads, each as often as it does. */
export function variablesIn(node: Expression, dialect: Dialect): readonly VariableDefinition[] {
  const variable = variableNamed(dialect, node);
  if (variable !== undefined) return [variable];
  return childrenOf(node).flatMap((child) => variablesIn(child, dialect));
}

function branchOf(dialect: Dialect, node: Expression, bound: Names): VariableTree | undefined {
  if (node.kind === "identifier") {
    const isBound = node.absolute === undefined && bound.has(node.name);
    return isBound ? undefined : variableTree(dialect).children.get(node.name);
  }
  if (node.kind !== "select") return undefined;
  return branchOf(dialect, node.operand, bound)?.children.get(node.field);
}

/** The expression that reads a variable: for `req.url.path` a chain of fields. */
export function reading(name: string): Expression {
  const [first = "", ...fields] = name.split(".");
  return fields.reduce<Expression>((operand, field) => ({ kind: "select", operand, field }), {
    kind: "identifier",
    name: first,
  });
}
