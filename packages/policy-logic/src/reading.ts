import {
  BoundedMap,
  childrenOf,
  comparedWithBool,
  compileRegularExpression,
  getOrAdd,
  isLogical,
  isMacro,
  operandsOf,
  parseExpression,
  parseType,
  printExpression,
  variableNamed,
  reading,
  type Absence,
  type Binary,
  type Call,
  type CelType,
  type CheckResult,
  type Dialect,
  type Expression,
  type FunctionDefinition,
  type Overload,
  type Span,
  type TextForm,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import {
  canonical,
  canonicalValue,
  entryAskedBy,
  firstIndex,
  noNames,
  textLiteral,
  type AskedEntry,
  type BoundNames,
} from "./canonical.ts";
import { compareConstants, fold, keyOf, type Constant, type ConstantKind } from "./constant.ts";
import { all, always, any, never, not, requires, type Formula, type Subject } from "./formula.ts";
import { addressesOf, allAddresses } from "./values/addresses.ts";
import { Intervals } from "./values/intervals.ts";
import { allTimes, timeParts } from "./values/times.ts";
import { holdsFor, type TextTest } from "./values/texts.ts";
import {
  isPossibleFor,
  narrow,
  numbersBetween,
  sizes,
  valuesOfType,
  type PointKind,
  type Test,
  type Values,
} from "./values/values.ts";

/** What many expressions share, each kept once; a new one for each comes to the same. */
export class LogicSession {
  readonly subjects = new BoundedMap<string, Subject>(20_000);
  /** The conditions of the catalogue that imply that a variable has a value. */
  readonly guards = new Map<string, Expression | undefined>();
  /** The subjects that are the values of variables. */
  readonly variables = new Map<VariableDefinition, Subject>();
  /** That variables have a value. */
  readonly variablesThere = new Map<VariableDefinition, Formula>();
  /**
   * Whether formulas are to find examples, and may be true in fewer exchanges than the expressions: each list
   * has at most one item, and what varies keeps its value.
   */
  readonly isForExamples: boolean;

  constructor({ isForExamples = false } = {}) {
    this.isForExamples = isForExamples;
  }
}

/** What a checked expression says. Each of its nodes is read once. */
export class Condition {
  readonly tree: Expression;
  readonly dialect: Dialect;
  readonly types: ReadonlyMap<Expression, CelType>;
  readonly #variables: ReadonlyMap<Span, VariableDefinition>;
  readonly #session: LogicSession;
  readonly #formulas = new Map<Expression, Formula>();
  #reader: Reader | undefined;
  readonly #texts = new Map<Expression, string>();

  /**
   * @param checked - what the checker found out about the tree; where it knows no type, nothing is
   *   concluded
   */
  constructor(
    tree: Expression,
    checked: CheckResult,
    dialect: Dialect,
    session = new LogicSession(),
  ) {
    this.tree = tree;
    this.dialect = dialect;
    this.types = checked.types;
    this.#session = session;
    this.#variables = checked.variablesAt;
  }

  /** What the whole says. */
  get formula(): Formula {
    return this.formulaOf(this.tree);
  }

  /** What a part that decides says. */
  formulaOf(node: Expression): Formula {
    let formula = this.#formulas.get(node);
    if (formula === undefined) this.#formulas.set(node, (formula = this.reader.read(node)));
    return formula;
  }

  /** A reader of parts outside of macros. */
  get reader(): Reader {
    this.#reader ??= new Reader(this, noNames, this.#session);
    return this.#reader;
  }

  /** A text that two parts share only when they are the same but for how they are written. */
  canonicalText(node: Expression): string {
    return getOrAdd(this.#texts, node, () => printExpression(canonical(node, this)));
  }

  /** The variable that a node names; nothing when a macro binds the name. */
  variableAt(node: Expression, bound: BoundNames = noNames): VariableDefinition | undefined {
    if (node.span !== undefined) return this.#variables.get(node.span);
    return variableNamed(this.dialect, node, bound);
  }
}

/** The function or method that a call is of; nothing for a macro. */
export function functionOf(call: Call, { functions }: Dialect): FunctionDefinition | undefined {
  const qualified = call.target && dottedName(call.target);
  return (
    (qualified === undefined ? undefined : functions.get(`${qualified}.${call.name}`)) ??
    functions.get(call.name)
  );
}

function dottedName(node: Expression): string | undefined {
  if (node.kind === "identifier") return node.name;
  if (node.kind !== "select") return undefined;
  const name = dottedName(node.operand);
  return name && `${name}.${node.field}`;
}

/** A value that follows from a subject. */
interface Term {
  readonly subject: Subject;
  /** Makes a test of the subject from one of the value. */
  readonly toTest: (test: Test) => Test;
}

/** What a term of points is, whatever it follows from: tests of it are sets of points. */
interface PointTerm extends Term {
  readonly of: PointKind;
  readonly toPoints: (points: Intervals) => Test;
}

type Relation = "==" | "!=" | "<" | "<=" | ">" | ">=";

const relations: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);

const mirrored = { "==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

/** Reads the parts of a condition, where macros bind some names. */
export class Reader {
  /** The names that macros around the parts bind. */
  readonly bound: BoundNames;
  readonly #condition: Condition;
  readonly #session: LogicSession;

  constructor(condition: Condition, bound: BoundNames, session: LogicSession) {
    this.#condition = condition;
    this.bound = bound;
    this.#session = session;
  }

  /** What a part that decides says; outside of macros each is read once. */
  formula(node: Expression): Formula {
    return this.bound.size === 0 ? this.#condition.formulaOf(node) : this.read(node);
  }

  /** Reads a part that decides. */
  read(node: Expression): Formula {
    switch (node.kind) {
      case "literal":
        if (node.type === "bool") return node.value ? always : never;
        break;
      case "unary":
        if (node.operator === "!") return not(this.formula(node.operand));
        break;
      case "conditional":
        return {
          kind: "choice",
          condition: this.formula(node.condition),
          whenTrue: this.formula(node.whenTrue),
          whenFalse: this.formula(node.whenFalse),
        };
      case "binary": {
        if (isLogical(node)) {
          const parts = operandsOf(node, node.operator).map((part) => this.formula(part));
          return node.operator === "&&" ? all(parts) : any(parts);
        }
        const same = comparedWithBool(node);
        if (same !== undefined && this.#kindOf(same.operand) === "bool") {
          const formula = this.formula(same.operand);
          return same.value ? formula : not(formula);
        }
        if (relations.has(node.operator)) return this.#relation(node);
        if (node.operator === "in") return this.#membership(node);
        break;
      }
      case "call":
        return this.#call(node) ?? this.#opaque(node);
      default:
    }
    return this.#opaque(node);
  }

  /** What must be true for an expression to have a value; nothing when it always has one. */
  needs(node: Expression): readonly Formula[] {
    const variable = this.#condition.variableAt(node, this.bound);
    if (variable !== undefined) return this.#variableNeeds(variable);
    const parts = (...some: readonly Expression[]) => some.flatMap((part) => this.needs(part));
    switch (node.kind) {
      case "literal":
      case "identifier":
        return [];
      case "select":
        switch (this.#kindOf(node.operand)) {
          case "map":
            return [this.entry(node.operand, textLiteral(node.field)), ...parts(node.operand)];
          case "record":
            return [...this.#fieldNeeds(node), ...parts(node.operand)];
          default:
            return [this.#hasValue(node), ...parts(node.operand)];
        }
      case "index":
        switch (this.#kindOf(node.operand)) {
          case "map":
            return [this.entry(node.operand, node.index), ...parts(node.operand, node.index)];
          case "list":
            return [this.item(node), ...parts(node.operand, node.index)];
          default:
            return [this.#hasValue(node), ...parts(node.operand, node.index)];
        }
      case "list":
        return parts(...node.elements);
      case "unary":
        return node.operator === "!" ? this.#decisionNeeds(node) : this.#unsure(node, node.operand);
      case "binary":
        return this.#binaryNeeds(node);
      case "conditional": {
        const { condition, whenTrue, whenFalse } = node;
        const isSure = parts(condition, whenTrue, whenFalse).length === 0;
        return isSure ? [] : this.#unsure(node, condition);
      }
      case "map":
        return this.#unsure(node);
      case "call":
        return this.#callNeeds(node);
    }
  }

  /** A map has a key. */
  entry(map: Expression, key: Expression, type = this.#typeOf(map)): Formula {
    if (map.kind === "map") {
      const wanted = printExpression(key);
      if (map.entries.some((one) => printExpression(one.key) === wanted)) return always;
    }
    const value: Expression = {
      kind: "index",
      operand: this.#canonical(map),
      index: this.#canonical(key),
    };
    // A header, cookie or parameter that is there has a value.
    return type?.kind === "map" && type.value.kind === "list"
      ? numberAtom(this.#sizeSubject(value), Intervals.comparedWith(">=", 1n))
      : this.#presence(`there is ${printExpression(value)}`, value);
  }

  #askedEntry({ map, maybeIn, key }: AskedEntry): Formula {
    return this.entry(map, key, this.#typeOf(maybeIn ?? map));
  }

  /** A list has an item at an index. */
  item({ operand, index }: Expression & { kind: "index" }): Formula {
    const place = fold(index);
    if (place?.kind !== "number") {
      return this.#hasValue({ kind: "index", operand, index });
    }
    if (place.value < 0) return never;
    if (operand.kind === "list") return place.value < operand.elements.length ? always : never;
    return this.#sizeOf(operand, Intervals.comparedWith(">", place.value));
  }

  /** A variable that may be missing has a value, be it an empty one. */
  variableIsThere(variable: VariableDefinition): Formula {
    return getOrAdd(this.#session.variablesThere, variable, () =>
      this.#condition.reader.#valueOf(variable),
    );
  }

  #valueOf(variable: VariableDefinition): Formula {
    const { name, setBy } = variable;
    const node = reading(name);
    if (setBy !== undefined) return this.#presence(`there is ${name}`, node);
    const absence = this.absenceOf(variable);
    if (absence === undefined) return always;
    const there = this.#hasVariable(variable, absence);
    // Nobody says that it has no value then: it may have an empty one.
    return absence.isInferred ? any([there, this.#isEmpty(variable)]) : there;
  }

  #isEmpty({ name, type }: VariableDefinition): Formula {
    const node = reading(name);
    const { kind } = parseType(type);
    if (kind === "list") return numberAtom(this.#sizeSubject(node), Intervals.points([0n]));
    if (kind !== "string") return this.#flag(`${name} is empty`, node);
    const empty: Constant = { kind: "text", value: "" };
    const constants = new Map([[keyOf(empty), empty]]);
    const { subject } = this.#term(node);
    return { kind: "atom", subject, test: { kind: "one-of", constants } };
  }

  /** What `has(…)` says of a variable that may be missing. */
  #hasVariable({ name, renamedTo }: VariableDefinition, absence: Absence): Formula {
    const node = reading(name);
    const { group, guards = [] } = absence;
    const implying = guards.flatMap((text) => this.#guard(text));
    return any([this.#presence(`there is ${group ?? renamedTo ?? name}`, node), ...implying]);
  }

  /** When a variable is missing, by its own or its present name; nothing when it always has a value. */
  absenceOf({ missing, renamedTo }: VariableDefinition): Absence | undefined {
    if (missing !== undefined || renamedTo === undefined) return missing;
    return variableNamed(this.#condition.dialect, reading(renamedTo))?.missing;
  }

  #guard(text: string): readonly Formula[] {
    const { guards } = this.#session;
    if (!guards.has(text)) {
      const parsed = parseExpression(text);
      guards.set(text, parsed.ok ? parsed.tree : undefined);
    }
    const tree = guards.get(text);
    return tree?.kind === "binary" ? [this.entry(tree.right, tree.left)] : [];
  }

  /** A field of a record, or the result of a function, that may be missing is there. */
  valueIsThere(node: Expression): Formula {
    const asked = node.kind === "call" ? entryAskedBy(node, this.#condition.dialect) : undefined;
    // What it gives when there is no entry is not documented: it may fail, or give something empty.
    if (asked !== undefined) return any([this.#askedEntry(asked), this.#hasValue(node)]);
    const value = this.#canonical(node);
    return this.#presence(`there is ${printExpression(value)}`, value);
  }

  /** When a field is missing; nothing when it always has a value. */
  absenceOfField({ operand, field }: Expression & { kind: "select" }): Absence | undefined {
    const type = this.#typeOf(operand);
    if (type?.kind !== "record") return undefined;
    const { fields = [] } = this.#condition.dialect.records.get(type.name) ?? {};
    return fields.find(({ name }) => name === field)?.missing;
  }

  /** What a name stands for that a macro binds, and everything else itself. */
  #meant(node: Expression): Expression {
    const isName = node.kind === "identifier" && node.absolute === undefined;
    return (isName ? this.bound.get(node.name) : undefined) ?? node;
  }

  #fold(node: Expression): Constant | undefined {
    return fold(this.#meant(node));
  }

  #canonical(node: Expression): Expression {
    return canonicalValue(node, this.#condition, this.bound);
  }

  #typeOf(node: Expression): CelType | undefined {
    const type = this.#condition.types.get(node);
    if (type !== undefined && !(this.#session.isForExamples && isOpenType(type))) return type;
    if (node.kind === "index") {
      const from = this.#typeOf(node.operand);
      if (from?.kind === "list") return from.element;
      if (from?.kind === "map") return from.value;
    }
    // What a function asks for is written as an entry, which the checker has not seen; and what a name of
    // earlier days is of an unknown type for has a type today.
    const { dialect } = this.#condition;
    const variable = variableNamed(dialect, node, this.bound);
    const { renamedTo } = variable ?? {};
    const current = type && renamedTo && variableNamed(dialect, reading(renamedTo));
    return variable ? parseType((current || variable).type) : type;
  }

  #kindOf(node: Expression): CelType["kind"] | undefined {
    return this.#typeOf(node)?.kind;
  }

  /** Whether the type is known at run time only. */
  #isOpen(node: Expression): boolean {
    const kind = this.#kindOf(node);
    return kind === undefined || kind === "dyn" || kind === "free";
  }

  #subject(key: string, node: Expression, values: Values, more?: Partial<Subject>): Subject {
    const { subjects } = this.#session;
    let subject = subjects.get(key);
    if (subject === undefined) subjects.set(key, (subject = { key, values, node, ...more }));
    return subject;
  }

  #flag(key: string, node: Expression, more?: Partial<Subject>): Formula {
    return isTrueAtom(this.#subject(key, node, valuesOfType({ kind: "bool" }), more));
  }

  #presence(key: string, node: Expression, more?: Partial<Subject>): Formula {
    return this.#flag(key, node, { isPresence: true, ...more });
  }

  #hasValue(node: Expression): Formula {
    const value = this.#canonical(node);
    return this.#presence(`${printExpression(value)} has a value`, value, this.#varies(node));
  }

  #unsure(node: Expression, ...evaluated: readonly Expression[]): readonly Formula[] {
    return [this.#hasValue(node), ...evaluated.flatMap((part) => this.needs(part))];
  }

  #decisionNeeds(node: Expression): readonly Formula[] {
    return mayFail(this.formula(node)) ? this.#unsure(node) : [];
  }

  #binaryNeeds(node: Binary): readonly Formula[] {
    const { operator, left, right } = node;
    if (isLogical(node)) return this.#decisionNeeds(node);
    const parts = [...this.needs(left), ...this.needs(right)];
    switch (operator) {
      case "==":
      case "!=":
        return parts;
      case "in":
        if (this.#kindOf(right) === "list" || this.#kindOf(right) === "map") return parts;
        break;
      case "<":
      case "<=":
      case ">":
      case ">=":
        if (!this.#isOpen(left) && !this.#isOpen(right)) return parts;
    }
    return this.#stepNeeds(node) ?? [this.#hasValue(node), ...parts];
  }

  #callNeeds(node: Call): readonly Formula[] {
    const [first] = node.arguments;
    const ofStep = this.#stepNeeds(node);
    if (ofStep !== undefined) return ofStep;
    if (isMacro(node)) {
      if (node.name === "has") {
        if (first?.kind !== "select") return this.#unsure(node);
        if (this.#condition.variableAt(first, this.bound) !== undefined) return [];
        const { operand } = first;
        return this.#isOpen(operand) ? this.#unsure(node, operand) : this.needs(operand);
      }
      const target = node.target ?? node;
      const inner = this.insideOf(node);
      const bodies = node.arguments.slice(1);
      const isSure = !this.#isOpen(target) && bodies.every((body) => !inner.mayFail(body));
      return isSure ? this.needs(target) : this.#unsure(node, target);
    }
    const definition = functionOf(node, this.#condition.dialect);
    const parts = [...(node.target ? [node.target] : []), ...node.arguments];
    const needs = parts.flatMap((part) => this.needs(part));
    const asked = entryAskedBy(node, this.#condition.dialect);
    if (asked?.form === "get" || definition?.missing !== undefined) {
      return [this.valueIsThere(node), ...needs];
    }
    const isSure = this.#alwaysGivesValue(node, definition);
    return isSure && parts.every((part) => !this.#isOpen(part))
      ? needs
      : [this.#hasValue(node), ...needs];
  }

  /** Whether a function has a result for these arguments, if they are of the right types. */
  #alwaysGivesValue(node: Call, definition: FunctionDefinition | undefined): boolean {
    const { name, target, arguments: given } = node;
    if (definition?.neverFails === true) return true;
    const [first, second] = given;
    if (name === "matches") {
      const pattern = fold(target === undefined ? (second ?? node) : (first ?? node));
      return pattern?.kind === "text" && compileRegularExpression(pattern.value).ok;
    }
    if (name === "inCidrRange" || name === "inCidrRanges") {
      return first !== undefined && this.#formOf(first) === "ip-address";
    }
    const kind = target && this.#kindOf(target);
    const isOfTime = kind === "timestamp" || kind === "duration";
    return isOfTime && given.length === 0 && name in timeParts;
  }

  #formOf(node: Expression): TextForm | undefined {
    return this.#condition.variableAt(node, this.bound)?.form;
  }

  #fieldNeeds(node: Expression & { kind: "select" }): readonly Formula[] {
    return this.absenceOfField(node) === undefined ? [] : [this.valueIsThere(node)];
  }

  #variableNeeds(variable: VariableDefinition): readonly Formula[] {
    const there = this.variableIsThere(variable);
    return there === always ? [] : [there];
  }

  /** Whether a part may have no value. */
  mayFail(node: Expression): boolean {
    return this.#kindOf(node) === "bool"
      ? mayFail(this.formula(node))
      : this.needs(node).length > 0;
  }

  /** A reader of what stands in a macro, which binds a name there. */
  insideOf({ arguments: [variable] }: Call): Reader {
    if (variable?.kind !== "identifier") return this;
    const bound = new Map(this.bound);
    bound.set(variable.name, { kind: "identifier", name: `${variable.name}__${bound.size}` });
    return new Reader(this.#condition, bound, this.#session);
  }

  /** A reader of what stands in a macro, for one of the values that its name is bound to. */
  #with(name: string, value: Expression): Reader {
    const bound = new Map([...this.bound, [name, this.#canonical(value)]]);
    return new Reader(this.#condition, bound, this.#session);
  }

  /** A part of which no more is known than that it is true or false, if it has a value. */
  #opaque(node: Expression): Formula {
    if (node.kind === "binary" && node.operator === "!=") {
      return not(this.#opaque({ ...node, operator: "==" }));
    }
    const value = this.#canonical(node);
    const isOpen = node.kind !== "binary" && this.#isOpen(node);
    const type: CelType = { kind: isOpen ? "dyn" : "bool" };
    const kind = this.#kindOf(node) ?? "bool";
    const text = printExpression(value);
    // A text, say, that stands where only a truth value can is not asked what texts are asked.
    const key = isOpen || kind === "bool" ? text : `${text} decides`;
    const subject = this.#subject(key, value, valuesOfType(type), this.#varies(node));
    // What has the wrong type for a decision is an error at run time.
    const needs = isOpen ? [isOfKind(subject, "bool")] : [];
    return requires([...this.needs(node), ...needs], isTrueAtom(subject));
  }

  #relation(node: Binary): Formula {
    const { left, right } = node;
    const operator = node.operator as Relation;
    const [one, other] = [this.#fold(left), this.#fold(right)];
    if (one !== undefined && other !== undefined) {
      const order = compareConstants(one, other);
      if (order === undefined) return this.#opaque(node);
      return Intervals.comparedWith(operator, 0).includes(order) ? always : never;
    }
    if (one !== undefined) return this.#compare(node, right, mirrored[operator], one);
    if (other !== undefined) return this.#compare(node, left, operator, other);
    if (operator === "==" || operator === "!=") {
      const list = left.kind === "list" ? left : right.kind === "list" ? right : undefined;
      const compared = list === left ? right : left;
      if (list !== undefined && this.#kindOf(compared) === "list") {
        const equal = this.#equalsList(node, compared, list.elements);
        return operator === "==" ? equal : not(equal);
      }
    }
    return this.#withItself(node) ?? this.#ofTruthValues(node) ?? this.#opaque(node);
  }

  /** `a == b` where both decide: both are true, or both are false. */
  #ofTruthValues({ operator, left, right }: Binary): Formula | undefined {
    if (this.#kindOf(left) !== "bool" || this.#kindOf(right) !== "bool") return undefined;
    if (operator !== "==" && operator !== "!=") return undefined;
    const [one, other] = [this.formula(left), this.formula(right)];
    const equal = any([all([one, other]), all([not(one), not(other)])]);
    return operator === "==" ? equal : not(equal);
  }

  /** `list == []`: how many items it has; what they are is not looked at. */
  #equalsList(node: Binary, list: Expression, items: readonly Expression[]): Formula {
    const { length, 0: first } = items;
    if (length === 1 && first !== undefined && this.#session.isForExamples) {
      return this.#ofOnlyItem(list, (item) => this.#equals(item, first));
    }
    const hasSize = this.#sizeOf(list, Intervals.comparedWith("==", BigInt(length)));
    if (length === 0) return requires(this.needs(list), hasSize);
    const equal = this.#opaque({ ...node, operator: "==" });
    const inner = equal.kind === "requires" ? equal.of : equal;
    return requires([...this.needs(node.left), ...this.needs(node.right)], all([hasSize, inner]));
  }

  /** `a == a`: what it comes to is known, when `a` has a value that equals itself. */
  #withItself({ operator, left, right }: Binary): Formula | undefined {
    const same = printExpression(this.#canonical(left)) === printExpression(this.#canonical(right));
    if (!same || !equalsItself(this.#typeOf(left)) || !this.#staysTheSame(left)) return undefined;
    const holds = Intervals.comparedWith(operator, 0).includes(0);
    return requires([...this.needs(left), ...this.needs(right)], holds ? always : never);
  }

  #compare(node: Binary, of: Expression, operator: Relation, constant: Constant): Formula {
    if (operator === "!=") return not(this.#compare(node, of, "==", constant));
    if (operator === "==") return this.#isOneOf(of, [constant]);
    return this.#asked(node, of, { kind: "order", operator, constant }, constant.kind);
  }

  /** `==` and `in`, which fail only when the value does, whatever its type is. */
  #isOneOf(of: Expression, values: readonly Constant[]): Formula {
    const constants = new Map(values.map((value) => [keyOf(value), value]));
    const { subject, toTest } = this.#term(of);
    const test = toTest({ kind: "one-of", constants });
    return requires(this.needs(of), this.#atom(of, subject, test));
  }

  /** A test that fails for values of other kinds, too. */
  #asked(node: Expression, of: Expression, test: Test, kind: ConstantKind): Formula {
    const { subject, toTest } = this.#term(of);
    const isKind = this.#isOpen(of) ? [isOfKind(subject, kind)] : [];
    // The number that is no number has no order: it fails, or is neither less nor greater.
    const isOrdered = test.kind === "order" && subject.values.number?.hasNotANumber === true;
    if (isOrdered && kind === "number") {
      isKind.push(
        any([numberAtom(subject, Intervals.all), this.#flag("NaN can be compared", node)]),
      );
    }
    return requires([...this.needs(of), ...isKind], this.#atom(node, subject, toTest(test)));
  }

  /**
   * A question about a subject. What the catalogue knows of its values is used only where it decides
   * together with something else: people write `>= 0` and `< 24` of an hour for symmetry, and a text
   * that is no scheme or address is found by a rule of its own. An hour that never is remains a mistake.
   */
  #atom(node: Expression, subject: Subject, test: Test): Formula {
    const atom: Formula = { kind: "atom", subject, test };
    const isDecided = (holds: boolean): boolean => !isPossibleFor(subject.values, test, holds);
    if (test.kind === "time-part" || this.#isPart(subject.node)) {
      if (!isDecided(false)) return atom;
      return this.#flag(`${printExpression(this.#canonical(node))} holds`, node);
    }
    const isText =
      test.kind === "one-of" || (test.kind === "text" && test.test.kind !== "in-ranges");
    if (subject.form === undefined || !isText || !isDecided(true)) return atom;
    const text = this.#subject(
      `${subject.key} as text`,
      subject.node,
      valuesOfType({ kind: "string" }),
    );
    return { ...atom, subject: text };
  }

  #isPart(node: Expression): boolean {
    return node.kind === "call" && node.name in timeParts;
  }

  #membership(node: Binary): Formula {
    const { left, right } = node;
    if (right.kind === "list") {
      const constants = right.elements.map(fold);
      if (!constants.every((one) => one !== undefined)) return this.#opaque(node);
      const item = this.#fold(left);
      if (item === undefined) return this.#isOneOf(left, constants);
      return constants.some((one) => keyOf(one) === keyOf(item)) ? always : never;
    }
    if (this.#kindOf(right) === "map") {
      return requires([...this.needs(left), ...this.needs(right)], this.entry(right, left));
    }
    if (this.#kindOf(right) !== "list") return this.#opaque(node);
    return this.#session.isForExamples
      ? this.#ofOnlyItem(right, (item) => this.#equals(item, left))
      : this.#withItems(this.#opaque(node), right);
  }

  #equals(left: Expression, right: Expression): Formula {
    return this.formula({ kind: "binary", operator: "==", left, right });
  }

  /** What is asked of the items of a list, where there is at most one. */
  #ofOnlyItem(
    list: Expression,
    ask: (item: Expression) => Formula,
    quantifier: "exists" | "all" = "exists",
  ): Formula {
    const isEmpty = this.#sizeOf(list, Intervals.comparedWith("==", 0n));
    return {
      kind: "choice",
      condition: requires(this.needs(list), isEmpty),
      whenTrue: quantifier === "all" ? always : never,
      whenFalse: ask({ kind: "index", operand: list, index: firstIndex }),
    };
  }

  /** A list that something is found in is not empty. */
  #withItems(found: Formula, list: Expression, ...others: readonly Formula[]): Formula {
    const hasItems = this.#sizeOf(list, Intervals.comparedWith(">=", 1n));
    if (found.kind !== "requires") return all([hasItems, ...others, found]);
    return requires(found.needs, all([hasItems, ...others, found.of]));
  }

  #call(node: Call): Formula | undefined {
    const { name, target, arguments: given } = node;
    const [first, second] = given;
    if (isMacro(node)) return this.#macro(node);
    const asked = entryAskedBy(node, this.#condition.dialect);
    if (asked?.form === "has") {
      const { maybeIn, key } = asked;
      const entries = [this.#askedEntry(asked), ...(maybeIn ? [this.entry(maybeIn, key)] : [])];
      return requires(this.needs(key), all(entries));
    }
    const [text, argument] = target === undefined ? [first, second] : [target, first];
    if (text === undefined || argument === undefined) return undefined;
    const test = textTest(name, this.#meant(argument), target !== undefined);
    if (test === undefined) return undefined;
    const value = this.#fold(text);
    if (value?.kind === "text") {
      return holdsFor(value.value, test) ? always : never;
    }
    if (value !== undefined) return undefined;
    const formula = this.#asked(node, text, { kind: "text", test }, "text");
    // The address of the other side always is one; of other texts that is not known.
    if (test.kind !== "in-ranges" || this.#formOf(text) === "ip-address") return formula;
    const isAddress = { kind: "in-ranges", addresses: allAddresses } as const;
    const { subject, toTest } = this.#term(text);
    const sure: Formula = {
      kind: "atom",
      subject,
      test: toTest({ kind: "text", test: isAddress }),
    };
    return requires([any([sure, this.#hasValue(node)])], formula);
  }

  #macro(node: Call): Formula | undefined {
    const { name, target, arguments: given } = node;
    const [first, body] = given;
    if (name === "has") {
      if (first?.kind !== "select") return undefined;
      const variable = this.#condition.variableAt(first, this.bound);
      if (variable !== undefined) {
        const absence = variable.setBy === undefined ? this.absenceOf(variable) : undefined;
        if (absence !== undefined) return this.#hasVariable(variable, absence);
        return variable.setBy === undefined ? undefined : this.variableIsThere(variable);
      }
      const { operand, field } = first;
      if (this.#kindOf(operand) === "map") {
        return requires(this.needs(operand), this.entry(operand, textLiteral(field)));
      }
      return this.absenceOfField(first) === undefined
        ? undefined
        : requires(this.needs(operand), this.valueIsThere(first));
    }
    if (target === undefined || body === undefined || first?.kind !== "identifier") {
      return undefined;
    }
    if (this.#session.isForExamples) {
      const example = this.#quantified(name, target, (item) =>
        this.#with(first.name, item).formula(body),
      );
      if (example !== undefined) return example;
    }
    const found = this.#opaque(node);
    if (name === "all") {
      const isEmpty = this.#sizeOf(target, Intervals.comparedWith("==", 0n));
      if (found.kind !== "requires") return any([isEmpty, found]);
      return requires(found.needs, any([isEmpty, found.of]));
    }
    if (name !== "exists" && name !== "exists_one") return undefined;
    return this.#withItems(found, target, ...this.#keysFound(target, first.name, body));
  }

  #quantified(
    name: string,
    list: Expression,
    ask: (item: Expression) => Formula,
  ): Formula | undefined {
    if (name === "all" || name === "exists") {
      if (list.kind === "list") {
        const parts = list.elements.map(ask);
        return requires(this.needs(list), name === "all" ? all(parts) : any(parts));
      }
    } else if (name !== "exists_one" || list.kind === "list") return undefined;
    if (this.#kindOf(list) !== "list") return undefined;
    return this.#ofOnlyItem(list, ask, name === "all" ? "all" : "exists");
  }

  /** `map.exists(key, key == 'x' && …)` is as good as `'x' in map`. */
  #keysFound(target: Expression, name: string, body: Expression): Formula[] {
    if (this.#kindOf(target) !== "map") return [];
    return operandsOf(body, "&&").flatMap((one) => {
      if (one.kind !== "binary" || one.operator !== "==") return [];
      const isKey = (side: Expression) => side.kind === "identifier" && side.name === name;
      const key = isKey(one.left) ? one.right : isKey(one.right) ? one.left : undefined;
      return key?.kind === "literal" ? [this.entry(target, key)] : [];
    });
  }

  /** How many items a list has, or a map entries, is in a set. */
  #sizeOf(list: Expression, numbers: Intervals): Formula {
    if (list.kind === "list") return numbers.includes(list.elements.length) ? always : never;
    const atom = numberAtom(this.#sizeSubject(this.#canonical(list)), numbers);
    if (list.kind !== "call" || list.target === undefined || !isMacro(list)) return atom;
    // Where there is nothing, nothing is left and nothing is made.
    if (list.name === "map" && list.arguments.length === 2) {
      return this.#sizeOf(list.target, numbers);
    }
    const isEmpty = this.#sizeOf(list.target, Intervals.comparedWith("==", 0n));
    return numbers.includes(0) ? any([isEmpty, atom]) : all([not(isEmpty), atom]);
  }

  #sizeSubject(list: Expression): Subject {
    return this.#subject(`size(${printExpression(list)})`, list, sizes, { isSize: true });
  }

  /** What a value follows from, and how to ask that for it. */
  #term(node: Expression): Term {
    const variable = this.#condition.variableAt(node, this.bound);
    const known = variable && this.#session.variables.get(variable);
    if (known !== undefined) return { subject: known, toTest: (test) => test };
    const derived = this.#sizeTerm(node) ?? this.#timePart(node) ?? this.#shifted(node);
    if (derived !== undefined) return derived;
    const value = this.#canonical(node);
    const form = this.#formOf(node);
    const subject = this.#subject(printExpression(value), value, this.#valuesOf(node, form), {
      ...(form && { form }),
      ...this.#varies(node),
    });
    if (variable !== undefined) this.#session.variables.set(variable, subject);
    return { subject, toTest: (test) => test };
  }

  #sizeTerm(node: Expression): Term | undefined {
    if (node.kind !== "call" || node.name !== "size") return undefined;
    const [operand, ...others] = [...(node.target ? [node.target] : []), ...node.arguments];
    if (operand === undefined || others.length > 0) return undefined;
    if (this.#kindOf(operand) === "string") {
      const toTest = (test: Test): Test => ({
        kind: "text",
        test: { kind: "size", sizes: pointsOf(test) },
      });
      return { ...this.#term(operand), toTest };
    }
    const isMapped = operand.kind === "call" && operand.name === "map" && isMacro(operand);
    const list = (isMapped && operand.arguments.length === 2 && operand.target) || operand;
    return { subject: this.#sizeSubject(this.#canonical(list)), toTest: ofNumbers };
  }

  #timePart(node: Expression): Term | undefined {
    if (node.kind !== "call" || node.target === undefined || node.arguments.length > 0) {
      return undefined;
    }
    const { name, target } = node;
    if (!(name in timeParts) || this.#kindOf(target) !== "timestamp") return undefined;
    const { subject, toPoints } = this.#pointTerm(target) ?? {};
    // The parts of a time that is moved are not those of the time.
    if (subject === undefined || toPoints !== sameTimes) return undefined;
    const toTest = (test: Test): Test => ({ kind: "time-part", name, numbers: pointsOf(test) });
    return { subject, toTest };
  }

  /** A term whose tests are sets of points; nothing for one of another kind. */
  #pointTerm(node: Expression): PointTerm | undefined {
    const { subject, toTest } = this.#term(node);
    const toPointsOf = (of: PointKind): PointTerm => ({
      subject,
      toTest,
      of,
      toPoints: (points) => toTest({ kind: "points", of, points }),
    });
    switch (this.#kindOf(node)) {
      case "int":
        return toPointsOf("number");
      case "duration":
        return toPointsOf("duration");
      case "timestamp": {
        const isItself = subject.key === printExpression(this.#canonical(node));
        return { ...toPointsOf("timestamp"), ...(isItself && { toPoints: sameTimes }) };
      }
      default:
        return undefined;
    }
  }

  /** A value from which another one follows by a step, so that tests of that are tests of it. */
  #shifted(node: Expression): Term | undefined {
    const step = this.#stepOf(node);
    const inner = step && this.#pointTerm(step.from);
    if (step === undefined || inner === undefined) return undefined;
    const range = rangeOf[step.to];
    const toTest = (test: Test): Test =>
      inner.toPoints(step.back(pointsOf(test).and(range).whole()));
    return { subject: inner.subject, toTest };
  }

  /** That a step has a result that its type holds, and what it begins with is there. */
  #stepNeeds(node: Expression): readonly Formula[] | undefined {
    const step = this.#stepOf(node);
    const inner = step && this.#pointTerm(step.from);
    if (step === undefined || inner === undefined) return undefined;
    const test = inner.toPoints(step.back(rangeOf[step.to]));
    const fits: Formula = { kind: "atom", subject: inner.subject, test };
    const isSure = narrow(inner.subject.values, test, false) === undefined;
    return [...(isSure ? [] : [fits]), ...this.needs(step.from)];
  }

  /** What a number, time or duration is made of with one constant, and the way back. */
  #stepOf(node: Expression): Step | undefined {
    const to = pointKinds[this.#kindOf(node) ?? ""];
    if (to === undefined) return undefined;
    if (node.kind === "call" && node.name === "int" && node.target === undefined) {
      const [from] = node.arguments;
      if (from === undefined || this.#kindOf(from) !== "timestamp") return undefined;
      return { from, to, back: (points) => multiplied(points, 1_000_000_000n) };
    }
    if (node.kind !== "binary") return undefined;
    const { operator, left, right } = node;
    const [one, other] = [wholeConstant(left), wholeConstant(right)];
    const constant = other ?? one;
    if (constant === undefined) return undefined;
    const from = other === undefined ? right : left;
    if (operator === "+") {
      return { from, to, back: (points) => points.mapped((end) => end - constant) };
    }
    if (operator === "-") {
      const back = (points: Intervals): Intervals =>
        other === undefined
          ? points.reversed((end) => constant - end)
          : points.mapped((end) => end + constant);
      return { from, to, back };
    }
    return operator === "/" && other !== undefined && other > 0n
      ? { from, to, back: (points) => dividedBy(points, other) }
      : undefined;
  }

  #valuesOf(node: Expression, form: TextForm | undefined): Values {
    const range = this.#rangeOf(node);
    if (range !== undefined) return numbersBetween(range);
    const values = valuesOfType(this.#typeOf(node));
    const { text } = values;
    if (text === undefined) return values;
    switch (form) {
      case "ip-address":
        return { text: text.where({ kind: "in-ranges", addresses: allAddresses }, true) };
      case "scheme":
        return { text: text.where({ kind: "one-of", texts: new Set(["http", "https"]) }, true) };
      case "country-code":
        return { text: text.where({ kind: "country-code" }, true) };
      default:
        return values;
    }
  }

  #rangeOf(node: Expression): Overload["range"] {
    if (node.kind !== "call" || node.target === undefined) return undefined;
    const kind = this.#kindOf(node.target);
    const overloads = functionOf(node, this.#condition.dialect)?.overloads ?? [];
    return overloads.find((one) => one.range !== undefined && one.target === kind)?.range;
  }

  #varies(node: Expression): Pick<Subject, "varies"> {
    return this.#session.isForExamples || this.#staysTheSame(node) ? {} : { varies: true };
  }

  /** Whether an expression gives the same whenever the same exchange asks for it. */
  #staysTheSame(node: Expression): boolean {
    const variable = this.#condition.variableAt(node, this.bound);
    if (variable !== undefined) return variable.varies === undefined;
    if (node.kind === "call" && functionOf(node, this.#condition.dialect)?.varies !== undefined)
      return false;
    const parts = isLogical(node) ? operandsOf(node, node.operator) : childrenOf(node);
    return parts.every((part) => this.#staysTheSame(part));
  }
}

/** Whether a formula can fail at all, as far as its form tells. */
function mayFail(formula: Formula): boolean {
  switch (formula.kind) {
    case "requires":
      return true;
    case "not":
      return mayFail(formula.of);
    case "all":
    case "any":
      return formula.parts.some(mayFail);
    case "choice":
      return [formula.condition, formula.whenTrue, formula.whenFalse].some(mayFail);
    default:
      return false;
  }
}

const isTrueTest: Test = {
  kind: "one-of",
  constants: new Map([[keyOf({ kind: "bool", value: true }), { kind: "bool", value: true }]]),
};

function isOpenType(type: CelType): boolean {
  return type.kind === "dyn" || (type.kind === "map" && isOpenType(type.value));
}

function isTrueAtom(subject: Subject): Formula {
  return { kind: "atom", subject, test: isTrueTest };
}

function isOfKind(subject: Subject, of: ConstantKind): Formula {
  return { kind: "atom", subject, test: { kind: "is", of } };
}

function numberAtom(subject: Subject, numbers: Intervals): Formula {
  return { kind: "atom", subject, test: { kind: "points", of: "number", points: numbers } };
}

/** One step from a value to another. */
interface Step {
  readonly from: Expression;
  readonly to: PointKind;
  /** The values from which it leads to one of some points. */
  readonly back: (points: Intervals) => Intervals;
}

const pointKinds: Readonly<Record<string, PointKind>> = {
  int: "number",
  timestamp: "timestamp",
  duration: "duration",
};

const wholeRange = Intervals.between(-(2n ** 63n), 2n ** 63n - 1n);

/** What a result must be, or the operation fails. */
const rangeOf: Readonly<Record<PointKind, Intervals>> = {
  number: wholeRange,
  duration: wholeRange,
  timestamp: allTimes,
};

function sameTimes(points: Intervals): Test {
  return { kind: "points", of: "timestamp", points };
}

function ofNumbers(test: Test): Test {
  return { kind: "points", of: "number", points: pointsOf(test) };
}

/** The value of a whole number, a time or a duration without variables. */
function wholeConstant(node: Expression): bigint | undefined {
  const constant = fold(node);
  if (constant === undefined || constant.kind === "text" || constant.kind === "bool") {
    return undefined;
  }
  return typeof constant.value === "bigint" ? constant.value : undefined;
}

function pointsOf(test: Test): Intervals {
  switch (test.kind) {
    case "points":
      return test.points;
    case "order":
      return isPoint(test.constant)
        ? Intervals.comparedWith(test.operator, test.constant.value)
        : Intervals.none;
    case "one-of":
      return Intervals.points(
        [...test.constants.values()].filter(isPoint).map(({ value }) => value),
      );
    default:
      return Intervals.none;
  }
}

function isPoint(constant: Constant): constant is Constant & { readonly kind: PointKind } {
  return constant.kind !== "text" && constant.kind !== "bool";
}

/** The whole numbers that give one of these when they are divided; the rest is cut off. */
function dividedBy(numbers: Intervals, divisor: bigint): Intervals {
  const rest = divisor - 1n;
  return numbers.mapped(
    (low) => low * divisor - (low <= 0n ? rest : 0n),
    (high) => high * divisor + (high >= 0n ? rest : 0n),
  );
}

/** Everything from a multiple of a unit to before the next one. */
function multiplied(numbers: Intervals, unit: bigint): Intervals {
  return numbers.mapped(
    (low) => low * unit,
    (high) => high * unit + unit - 1n,
  );
}

/** What a function asks of a text; nothing when it is another function, or what it asks is not known. */
function textTest(name: string, argument: Expression, isMethod: boolean): TextTest | undefined {
  const value = fold(argument);
  switch (name) {
    case "startsWith":
    case "endsWith":
    case "contains":
      return isMethod && value?.kind === "text" ? { kind: name, text: value.value } : undefined;
    case "matches":
      return value?.kind === "text" && compileRegularExpression(value.value).ok
        ? { kind: "matches", pattern: value.value }
        : undefined;
    case "inCidrRange":
    case "inCidrRanges": {
      const listed = argument.kind === "list" ? argument.elements.map(fold) : [value];
      const ranges = listed.flatMap((one) => (one?.kind === "text" ? [one.value] : []));
      if (isMethod || ranges.length < listed.length) return undefined;
      const addresses = ranges
        .map(addressesOf)
        .reduce((some, other) => some.or(other), Intervals.none);
      return { kind: "in-ranges", addresses };
    }
    default:
      return undefined;
  }
}

function equalsItself(type: CelType | undefined): boolean {
  if (type?.kind === "list") return equalsItself(type.element);
  if (type?.kind === "map") return equalsItself(type.key) && equalsItself(type.value);
  return type !== undefined && equalThemselves.has(type.kind);
}

// A double can be the number that is no number, and a dyn can be a double.
const equalThemselves: ReadonlySet<string> = new Set(
  "bool int uint string bytes timestamp duration".split(" "),
);
