import {
  printExpression,
  type Dialect,
  type Expression,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import {
  childrenOf,
  filledMaps,
  getOrAdd,
  isFilledByActions,
  variableNamed,
} from "@traffic-policy/policy-language/internal";
import {
  Intervals,
  never,
  always,
  type Atom,
  type Constant,
  type Formula,
  type ListTest,
  type Relation,
  type Subject,
  type Test,
} from "@traffic-policy/policy-logic";
import {
  keyOf,
  narrow,
  questionText,
  subjectsOf,
  valuesOfType,
} from "@traffic-policy/policy-logic/internal";
import type { RuleReference } from "@traffic-policy/policy-engine";
import { headerPart, type HeaderPart, type Part } from "./part.ts";
import { steady } from "./steady.ts";
import type { Totals } from "./total.ts";

/** A config text with everything that it reads. Equal keys mean equal values. */
export interface TextValue {
  readonly key: string;
  /** The value, when it is the same for every exchange. */
  readonly constant?: string;
  /** Undefined for a test that cannot be answered. */
  readonly holds?: (test: Test) => Formula | undefined;
}

export type Operation =
  | { readonly kind: "remove" }
  | { readonly kind: "set" | "append"; readonly value: TextValue }
  | {
      readonly kind: "answer";
      readonly key: string;
      readonly status: number | undefined;
      readonly contentType?: string;
    }
  /** The part gets an unknown value, which is the same for the same key and satisfies `holds`. */
  | {
      readonly kind: "other";
      readonly key: string;
      readonly holds?: (atom: Atom) => Formula | undefined;
    };

export interface Change {
  readonly part: Part;
  /** The condition of the change, provided that the rule is reached. */
  readonly guard: Formula;
  readonly operation: Operation;
  readonly rule?: RuleReference;
}

function keyOfOperation(operation: Operation): string {
  switch (operation.kind) {
    case "remove":
      return "remove";
    case "set":
    case "append":
      return `${operation.kind} ${operation.value.key}`;
    default:
      return `${operation.kind} ${operation.key}`;
  }
}

interface ChangeSettings {
  /** True when a header is present before any change. */
  readonly isThere: (header: HeaderPart) => Formula;
  readonly absentIsEmpty: boolean;
  /** True when the effects of actions of a type are known, so that nothing else sets their results. */
  readonly isSimulated: (type: string) => boolean;
  /** True when time is up: conditions on changed parts are then left open. */
  readonly isOver: () => boolean;
}

/**
 * The changes that the rules of a policy make, in order. Evaluates conditions after some of the changes: by
 * substitution where that is exact, otherwise as a question about a new, unknown value.
 */
export class ChangedParts {
  readonly #totals: Totals;
  readonly #dialect: Dialect;
  readonly #isThere: (header: HeaderPart) => Formula;
  readonly #absentIsEmpty: boolean;
  readonly #isSimulated: (type: string) => boolean;
  readonly #isOver: () => boolean;
  readonly #filled: readonly string[];
  readonly #all: Change[] = [];
  readonly #parts = new Map<Expression, ReadonlySet<string>>();
  readonly #relevant = new Map<string, (History | undefined)[]>();
  readonly #histories = new Map<number, History>();
  readonly #afterHistories = new Map<number, Map<string, Formula>>();
  readonly #seen = new Map<string, Map<Formula, Formula>>();
  readonly #steady = new Map<Formula, Formula>();

  constructor(
    totals: Totals,
    dialect: Dialect,
    { isThere, absentIsEmpty, isSimulated, isOver }: ChangeSettings,
  ) {
    this.#totals = totals;
    this.#dialect = dialect;
    this.#filled = filledMaps(dialect).map(({ name }) => name);
    this.#isThere = isThere;
    this.#absentIsEmpty = absentIsEmpty;
    this.#isSimulated = isSimulated;
    this.#isOver = isOver;
  }

  /** Returns the changes up to a moment, for another policy that an exchange comes to then: without what actions left. */
  branch(moment: number, isSimulated: ChangeSettings["isSimulated"]): ChangedParts {
    const branch = new ChangedParts(this.#totals, this.#dialect, {
      isThere: this.#isThere,
      absentIsEmpty: this.#absentIsEmpty,
      isOver: this.#isOver,
      isSimulated,
    });
    for (const change of this.#all.slice(0, moment)) {
      if (change.part.of !== "actions" && change.part.of !== "vars") branch.add(change);
    }
    return branch;
  }

  /** The number of changes so far, which identifies a moment of processing. */
  get count(): number {
    return this.#all.length;
  }

  add(change: Change): void {
    if (change.guard !== never) this.#all.push(change);
  }

  seen(given: Formula, moment: number): Formula {
    const formula = steady(given, this.#steady);
    if (moment === 0 && !readsResults(formula)) return formula;
    const known = getOrAdd(this.#seen, String(moment), () => new Map<Formula, Formula>());
    return getOrAdd(known, formula, () => this.#rewritten(formula, moment));
  }

  /** Returns a key that is equal at two moments only when everything an expression reads has the same value. */
  versionOf(node: Expression, moment: number): string {
    return versionAfter(this.#changesOf(node, moment));
  }

  /** Like {@link versionOf}, for parts of messages. */
  versionOfParts(parts: readonly string[], moment: number): string {
    return versionAfter(this.#changesOfParts(new Set(parts), moment));
  }

  rulesBehind(formula: Formula, moment: number): ReadonlySet<RuleReference> {
    const rules = new Set<RuleReference>();
    for (const node of nodesIn(formula)) {
      let changes = this.#changesOf(node, moment);
      for (; changes !== undefined; changes = changes.before) {
        if (changes.change.rule !== undefined) rules.add(changes.change.rule);
      }
    }
    return rules;
  }

  reads(node: Expression, parts: readonly string[]): boolean {
    const read = getOrAdd(this.#parts, node, () => partsReadBy(node, this.#dialect));
    return [...read].some((part) => parts.some((one) => affects(one, part)));
  }

  parts(): ReadonlyMap<string, Part> {
    return new Map(this.#all.map(({ part }) => [part.key, part]));
  }

  of({ key }: Part): readonly Change[] {
    return this.#all.filter((change) => affects(change.part.key, key));
  }

  since(moment: number): readonly Change[] {
    return this.#all.slice(moment);
  }

  #rewritten(formula: Formula, moment: number): Formula {
    const seen = (part: Formula): Formula => this.seen(part, moment);
    switch (formula.kind) {
      case "constant":
        return formula;
      case "atom": {
        const changes = this.#changesOf(formula.subject.node, moment);
        return changes === undefined && this.#setBy(formula.subject) === undefined
          ? formula
          : this.#after(formula, changes);
      }
      case "relation": {
        const [ofLeft, ofRight] = [formula.left, formula.right].map(({ subject }) =>
          this.#changesOf(subject.node, moment),
        );
        return ofLeft === undefined && ofRight === undefined
          ? formula
          : this.#relationAfter(formula, ofLeft, ofRight);
      }
      case "not":
        return { kind: "not", of: seen(formula.of) };
      case "all":
      case "any":
        return { kind: formula.kind, parts: formula.parts.map(seen) };
      case "requires":
        return { kind: "requires", needs: formula.needs.map(seen), of: seen(formula.of) };
      case "choice":
        return {
          kind: "choice",
          condition: seen(formula.condition),
          whenTrue: seen(formula.whenTrue),
          whenFalse: seen(formula.whenFalse),
        };
    }
  }

  #changesOf(node: Expression, moment: number): History | undefined {
    const parts = getOrAdd(this.#parts, node, () => partsReadBy(node, this.#dialect));
    return this.#changesOfParts(parts, moment);
  }

  #changesOfParts(parts: ReadonlySet<string>, moment: number): History | undefined {
    if (parts.size === 0) return undefined;
    const known = getOrAdd(this.#relevant, [...parts].join(" "), () => []);
    for (let at = known.length; at < moment; at++) {
      const [before, change] = [known[at - 1], this.#all[at]];
      const isRelevant =
        change !== undefined && [...parts].some((part) => affects(change.part.key, part));
      known.push(isRelevant ? this.#later(before, change) : before);
    }
    return known[moment - 1];
  }

  #later(before: History | undefined, change: Change): History {
    const { guard, part, operation } = change;
    const what = `${part.key} ${this.#totals.idOf(guard)} ${keyOfOperation(operation)}`;
    const id = this.#totals.idOfText(`${before?.id ?? ""} ${what}`);
    const length = (before?.length ?? 0) + 1;
    return getOrAdd(this.#histories, id, () => ({ id, length, before, change }));
  }

  #after(atom: Atom, changes: History | undefined): Formula {
    if (changes === undefined) {
      // What no action has left is not there.
      return this.#setBy(atom.subject) === undefined ? this.#totals.atom(atom) : never;
    }
    if (changes.length > mostChanges || this.#isOver()) {
      return this.#totals.atom({ ...atom, subject: versionOf(atom.subject, changes) });
    }
    const key = `${atom.subject.key} ${this.#totals.keyOfTest(atom.test)}`;
    const known = getOrAdd(this.#afterHistories, changes.id, () => new Map<string, Formula>());
    return getOrAdd(known, key, () => {
      const { guard } = changes.change;
      const changed =
        this.#substituted(atom, changes) ??
        this.#totals.atom({ ...atom, subject: versionOf(atom.subject, changes) });
      return this.#totals.choice(guard, changed, this.#after(atom, changes.before));
    });
  }

  #relationAfter(
    relation: Relation,
    ofLeft: History | undefined,
    ofRight: History | undefined,
  ): Formula {
    const { left, right } = relation;
    if (ofLeft !== undefined) {
      if (ofLeft.length > mostChanges) {
        const subject = versionOf(left.subject, ofLeft);
        return this.#relationAfter({ ...relation, left: { ...left, subject } }, undefined, ofRight);
      }
      const changed = { ...relation, left: { ...left, subject: versionOf(left.subject, ofLeft) } };
      return this.#totals.choice(
        ofLeft.change.guard,
        this.#relationAfter(changed, undefined, ofRight),
        this.#relationAfter(relation, ofLeft.before, ofRight),
      );
    }
    if (ofRight === undefined) return this.#totals.relation(relation);
    const subject = versionOf(right.subject, ofRight);
    if (ofRight.length > mostChanges) {
      return this.#totals.relation({ ...relation, right: { ...right, subject } });
    }
    return this.#totals.choice(
      ofRight.change.guard,
      this.#totals.relation({ ...relation, right: { ...right, subject } }),
      this.#relationAfter(relation, undefined, ofRight.before),
    );
  }

  /**
   * Returns the meaning of an atom after the last change, in terms of the value before; undefined when the value does
   * not follow from it.
   */
  #substituted({ subject, test }: Atom, changes: History): Formula | undefined {
    const { before } = changes;
    const { operation, part } = changes.change;
    const is = (constant: Constant): Formula | undefined => answerFor({ subject, test }, constant);
    const setBy = this.#setBy(subject);
    if (setBy !== undefined) {
      const isSure = part.key !== part.of && this.#isSimulated(setBy);
      return isSure ? is({ kind: "bool", value: true }) : undefined;
    }
    if (this.#filled.some((map) => affects(map, part.key))) {
      return this.#ofFilled({ kind: "atom", subject, test }, changes.change);
    }
    if (operation.kind === "other") {
      return subject.isPresence ? undefined : operation.holds?.({ kind: "atom", subject, test });
    }
    if (operation.kind === "answer") {
      if (subject.isPresence) return undefined;
      const { status, contentType } = operation;
      switch (this.#nameOf(subject.node)) {
        case "res.status_code":
          return status === undefined ? undefined : is({ kind: "number", value: BigInt(status) });
        case "res.content_type":
          return contentType === undefined ? undefined : is({ kind: "text", value: contentType });
        default:
          return undefined;
      }
    }
    if (test.kind === "list") {
      if (operation.kind === "remove") {
        const isNone = isEntry(subject.node, part) || isCookie(subject.node, part);
        return isNone ? answerOfNone(test.test) : undefined;
      }
      if (!isEntry(subject.node, part)) return undefined;
      return this.#withItem({ subject, test: test.test }, changes, operation);
    }
    if (subject.isPresence || !firstValues.has(this.#nameOf(subject.node) ?? "")) return undefined;
    if (operation.kind === "remove") {
      // The variable is empty without its header.
      return this.#absentIsEmpty ? is({ kind: "text", value: "" }) : undefined;
    }
    const { constant, holds } = operation.value;
    const known = constant === undefined ? holds?.(test) : is({ kind: "text", value: constant });
    if (operation.kind === "set") return known;
    // What is appended is the first value only when there was none.
    const there = this.#isThere(headerPart("req", "host"));
    if (there.kind !== "atom") return undefined;
    const added = known ?? this.#totals.atom({ subject: versionOf(subject, changes), test });
    const first = this.#after({ kind: "atom", subject, test }, before);
    return this.#totals.choice(this.#after(there, before), first, added);
  }

  #withItem(
    { subject, test }: { readonly subject: Subject; readonly test: ListTest },
    changes: History,
    { kind, value }: Operation & { readonly kind: "set" | "append" },
  ): Formula {
    const totals = this.#totals;
    const ofBefore = (asked: ListTest): Formula =>
      kind === "set"
        ? answerOfNone(asked)
        : this.#after(
            { kind: "atom", subject, test: { kind: "list", test: asked } },
            changes.before,
          );
    switch (test.kind) {
      case "size":
        return ofBefore({ kind: "size", sizes: oneLess(test.sizes) });
      case "count": {
        const isAdded = this.#ofItem(test.formula, subject, changes, value);
        const less = ofBefore({ ...test, numbers: oneLess(test.numbers) });
        return totals.choice(isAdded, less, ofBefore(test));
      }
      case "item": {
        const isAdded = this.#ofItem(test.formula, subject, changes, value);
        const size = BigInt(test.index);
        const has = (operator: string): Formula =>
          ofBefore({ kind: "size", sizes: Intervals.comparedWith(operator, size) });
        const last = totals.choice(has("=="), isAdded, answerOfNone(test));
        return totals.choice(has(">"), ofBefore(test), last);
      }
    }
  }

  #ofItem(formula: Formula, list: Subject, changes: History, value: TextValue): Formula {
    const totals = this.#totals;
    const of = (part: Formula): Formula => this.#ofItem(part, list, changes, value);
    switch (formula.kind) {
      case "not":
        return totals.not(of(formula.of));
      case "all":
        return totals.and(formula.parts.map(of));
      case "any":
        return totals.or(formula.parts.map(of));
      case "atom": {
        const { subject, test } = formula;
        const { constant, holds } = value;
        const isValue = subject.node.kind === "identifier";
        const known =
          constant === undefined
            ? holds?.(test)
            : answerFor({ subject, test }, { kind: "text", value: constant });
        if (isValue && known !== undefined) return known;
        const key = `${subject.key} of ${list.key}`;
        return totals.atom({ subject: versionOf({ ...subject, key }, changes), test });
      }
      case "constant":
        return formula;
      default:
        return totals.opaque(
          `${list.key} @${changes.id} ${questionText(formula)}`,
          `rules make ${list.key} so`,
        );
    }
  }

  #ofFilled(atom: Atom, { part, operation }: Change): Formula | undefined {
    const { node, key, isSize } = atom.subject;
    const isForgotten = operation.kind === "remove";
    const entry = entryOfFilled(node, this.#dialect);
    if (entry === undefined) {
      const isWhole = isSize && this.#filled.includes(this.#nameOf(node) ?? "");
      return isForgotten && isWhole ? answerFor(atom, { kind: "number", value: 0n }) : undefined;
    }
    const text = printExpression(node);
    if (key === `there is ${text}`) {
      return isForgotten ? never : entry === part.key ? always : undefined;
    }
    // Its size, say, is no question about the value itself.
    const isValue = operation.kind === "other" && entry === part.key && key === text;
    return isValue ? operation.holds?.(atom) : undefined;
  }

  /**
   * Returns the type of the actions that a question about a left result refers to; undefined for any other question.
   */
  #setBy({ node, isPresence }: Subject): string | undefined {
    return isPresence === true ? variableNamed(this.#dialect, node)?.setBy : undefined;
  }

  #nameOf(node: Expression): string | undefined {
    const variable = variableNamed(this.#dialect, node);
    return variable?.renamedTo === undefined ? variable?.name : undefined;
  }
}

/** After this many changes of the same part, its value is treated as unknown. */
const mostChanges = 100;

/** Changes of the same message parts, last change first. Equal histories have the same id. */
interface History {
  readonly id: number;
  readonly length: number;
  readonly change: Change;
  readonly before: History | undefined;
}

function versionAfter(changes: History | undefined): string {
  return changes === undefined ? "" : ` @${changes.id}`;
}

function versionOf(subject: Subject, { id }: History): Subject {
  const key = `${subject.key} @${id}`;
  const version = { ...subject, key, node: versioned(subject.node, id) };
  const { urlPart, form, ...others } = version;
  // Requests come with http and https; a rewrite may make any other scheme.
  if (form === "scheme") return { ...others, values: anyText };
  return urlPart?.part === "url" ? others : version;
}

const anyText = valuesOfType({ kind: "string" });

function nodesIn(formula: Formula): readonly Expression[] {
  switch (formula.kind) {
    case "constant":
      return [];
    case "atom":
      return [formula.subject.node];
    case "relation":
      return [formula.left.subject.node, formula.right.subject.node];
    case "not":
      return nodesIn(formula.of);
    case "all":
    case "any":
      return formula.parts.flatMap(nodesIn);
    case "requires":
      return [...formula.needs, formula.of].flatMap(nodesIn);
    case "choice":
      return [formula.condition, formula.whenTrue, formula.whenFalse].flatMap(nodesIn);
  }
}

function readsResults(formula: Formula): boolean {
  return [...subjectsOf(formula, { withNeeds: true })].some((key) => key.includes("actions."));
}

function affects(changed: string, part: string): boolean {
  if (changed === part) return true;
  if (part.endsWith("*") && changed.startsWith(part.slice(0, -1))) return true;
  return !changed.includes(".") && part.startsWith(`${changed}.`);
}

/** Evaluates a test for a constant; undefined when the answer is unknown, or the subject never has the value. */
export function answerFor(
  { subject, test }: Pick<Atom, "subject" | "test">,
  constant: Constant,
): Formula | undefined {
  const only = { kind: "one-of", constants: new Map([[keyOf(constant), constant]]) } as const;
  const values = narrow(subject.values, only, true);
  if (values === undefined) return undefined;
  const [yes, no] = [narrow(values, test, true), narrow(values, test, false)];
  if ((yes === undefined) === (no === undefined)) return undefined;
  return yes === undefined ? never : always;
}

function answerOfNone(test: ListTest): Formula {
  // Nobody asks for an item of none.
  if (test.kind === "item") return test.otherwise === true ? always : never;
  return (test.kind === "size" ? test.sizes : test.numbers).includes(0) ? always : never;
}

function oneLess(numbers: Intervals): Intervals {
  return numbers.whole().mapped((end) => end - 1n);
}

function isEntry(node: Expression, { header }: Part): boolean {
  if (node.kind !== "index") return false;
  const { operand, index } = node;
  const isText = index.kind === "literal" && index.type === "string";
  const isMap = operand.kind === "select" && operand.field === "headers";
  return isText && isMap && header === index.value;
}

function isCookie(node: Expression, { key }: Part): boolean {
  if (node.kind !== "index" || node.operand.kind !== "select") return false;
  const { operand, field } = node.operand;
  if (field !== "cookies" || operand.kind !== "identifier") return false;
  return key === headersOf[`${operand.name}.cookies`]?.key;
}

const messageOf: Readonly<Record<string, HeaderPart["of"]>> = {
  "req.headers": "req",
  "res.headers": "res",
};

const firstValues: ReadonlySet<string> = new Set(["req.host"]);

const headersOf: Readonly<Record<string, HeaderPart>> = {
  "req.content_encoding": headerPart("req", "content-encoding"),
  "req.content_type": headerPart("req", "content-type"),
  "req.content_type.parameters": headerPart("req", "content-type"),
  "req.content_type.raw": headerPart("req", "content-type"),
  "req.cookies": headerPart("req", "cookie"),
  "req.host": headerPart("req", "host"),
  "req.location": headerPart("req", "location"),
  "req.user_agent": headerPart("req", "user-agent"),
  "res.content_encoding": headerPart("res", "content-encoding"),
  "res.content_type": headerPart("res", "content-type"),
  "res.content_type.parameters": headerPart("res", "content-type"),
  "res.content_type.raw": headerPart("res", "content-type"),
  "res.cookies": headerPart("res", "set-cookie"),
  "res.location": headerPart("res", "location"),
};

/** Variables that keep their original value whatever rules do to the request. */
const kept = /^req\.(?:method|version|content_length|trailers|ts\.\w+|url\.raw(?:_path)?)$/;

function entryOfFilled(node: Expression, dialect: Dialect): string | undefined {
  if (node.kind !== "index" && node.kind !== "select") return undefined;
  const map = variableNamed(dialect, node.operand);
  if (map === undefined || !isFilledByActions(map, dialect)) return undefined;
  if (node.kind === "select") return `${map.name}.${node.field}`;
  const isText = node.index.kind === "literal" && node.index.type === "string";
  return `${map.name}.${isText ? node.index.value : "*"}`;
}

function partsReadBy(node: Expression, dialect: Dialect): ReadonlySet<string> {
  const parts = new Set<string>();
  visit(node);
  return parts;

  function visit(one: Expression): void {
    const variable = variableNamed(dialect, one);
    if (variable !== undefined) {
      add(variable);
      return;
    }
    const entry = entryOfFilled(one, dialect);
    if (entry !== undefined) {
      parts.add(entry);
      if (one.kind === "index") visit(one.index);
      return;
    }
    if (one.kind === "index") {
      const map = variableNamed(dialect, one.operand);
      const of = messageOf[map?.renamedTo ?? map?.name ?? ""];
      if (of !== undefined && one.index.kind === "literal" && one.index.type === "string") {
        parts.add(headerPart(of, String(one.index.value).toLowerCase()).key);
        return;
      }
    }
    for (const child of childrenOf(one)) visit(child);
  }

  function add(variable: VariableDefinition): void {
    const { name: given, renamedTo, setBy, outdated } = variable;
    const name = renamedTo ?? given;
    if (isFilledByActions(variable, dialect)) parts.add(`${name}.*`);
    else if (setBy !== undefined) parts.add(name);
    else if (outdated) parts.add(`${name.split(".", 1)[0]}.*`);
    else if (messageOf[name] !== undefined) parts.add(headerPart(messageOf[name], "*").key);
    else if (name in headersOf) parts.add(headersOf[name]?.key ?? name);
    else if (name.startsWith("endpoint.")) parts.add(name);
    else if (name.startsWith("req.url") && !kept.test(name)) parts.add("req.url");
    else if (/^re[qs]\./.test(name) && !kept.test(name)) parts.add(name);
  }
}

function versioned(node: Expression, id: number): Expression {
  switch (node.kind) {
    case "identifier":
      return { ...node, name: `${node.name}__${id}` };
    case "select":
      return { ...node, operand: versioned(node.operand, id) };
    case "index":
      return { ...node, operand: versioned(node.operand, id), index: versioned(node.index, id) };
    default:
      return { kind: "identifier", name: `changed__${id}` };
  }
}

/** True when an expression stands for the result of rule changes. */
export function isChanged(node: Expression): boolean {
  if (node.kind === "identifier") return changedName.test(node.name);
  if (node.kind === "select" && changedName.test(node.field)) return true;
  return childrenOf(node).some(isChanged);
}

const changedName = /__\d/;
