import {
  type Call,
  type CelType,
  type Dialect,
  type Expression,
  type TextForm,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import {
  childrenOf,
  isLogical,
  operandsOf,
  parseType,
  reading,
  variableNamed,
} from "@traffic-policy/policy-language/internal";
import { canonicalValue, noNames, type BoundNames } from "../canonical.ts";
import { fold, type Constant } from "../constant.ts";
import type { Formula, Subject, Values } from "../formula.ts";
import { isSameType, typeKey, valuesOfType } from "../values.ts";
import { canFail } from "../total.ts";
import { isTrueAtom } from "./atoms.ts";
import { functionOf } from "./functions.ts";
import type { Answers, LogicSession } from "./session.ts";
import type { Term } from "./term.ts";

export interface Meaning {
  /** In canonical form; an arbitrary list item has a name of its own. */
  readonly expression: Expression;
  readonly type: CelType | undefined;
  readonly written?: { readonly node: Expression; readonly reader: Reader };
}

interface Expansions {
  left: number;
}

/** The limit for an outermost macro with all macros within it; beyond it, parts are opaque. */
const mostExpansions = 2000;

export interface ReadCondition {
  readonly dialect: Dialect;
  readonly types: ReadonlyMap<Expression, CelType>;
  readonly headerNames: Answers["headerNames"];
  readonly durationMilliseconds: Answers["durationMilliseconds"];
  readonly reader: Reader;
  formulaOf(node: Expression): Formula;
  canonicalText(node: Expression): string;
  variableAt(node: Expression, bound?: BoundNames): VariableDefinition | undefined;
}

export interface Steps {
  readonly decide: (reader: Reader, node: Expression) => Formula;
  readonly needsOf: (reader: Reader, node: Expression) => readonly Formula[];
  readonly termOf: (reader: Reader, node: Expression) => Term;
}

/** Reads the parts of a condition, within the names that macros bind. */
export class Reader {
  readonly bound: BoundNames;
  readonly #meanings: ReadonlyMap<string, Meaning>;
  readonly condition: ReadCondition;
  readonly session: LogicSession;
  readonly #steps: Steps;
  readonly #expansions: Expansions | undefined;

  constructor(
    condition: ReadCondition,
    session: LogicSession,
    steps: Steps,
    bound: BoundNames = noNames,
    meanings: ReadonlyMap<string, Meaning> = new Map(),
    expansions?: Expansions,
  ) {
    this.condition = condition;
    this.session = session;
    this.#steps = steps;
    this.bound = bound;
    this.#meanings = meanings;
    this.#expansions = expansions;
  }

  /** Returns the formula of a boolean part; outside of macros, each part is read once. */
  formula(node: Expression): Formula {
    const written = this.writtenFor(node);
    if (written !== undefined) return written.reader.formula(written.node);
    return this.bound.size === 0 ? this.condition.formulaOf(node) : this.read(node);
  }

  read(node: Expression): Formula {
    return this.#steps.decide(this, node);
  }

  equals(left: Expression, right: Expression): Formula {
    return this.formula({ kind: "binary", operator: "==", left, right });
  }

  needs(node: Expression): readonly Formula[] {
    const written = this.writtenFor(node);
    return written ? written.reader.needs(written.node) : this.#steps.needsOf(this, node);
  }

  mayFail(node: Expression): boolean {
    return this.kindOf(node) === "bool" ? canFail(this.formula(node)) : this.needs(node).length > 0;
  }

  /** Returns the subject that determines a value, and how to translate tests to it. */
  term(node: Expression): Term {
    const written = this.writtenFor(node);
    return written ? written.reader.term(written.node) : this.#steps.termOf(this, node);
  }

  meaningOf(node: Expression): Meaning | undefined {
    const isName = node.kind === "identifier" && node.absolute === undefined;
    return isName ? this.#meanings.get(node.name) : undefined;
  }

  writtenFor(node: Expression): Meaning["written"] {
    return this.meaningOf(node)?.written;
  }

  fold(node: Expression): Constant | undefined {
    return fold(node) ?? (this.#meanings.size > 0 ? fold(this.canonical(node)) : undefined);
  }

  canonical(node: Expression): Expression {
    return canonicalValue(node, this.condition, this.bound);
  }

  typeOf(node: Expression): CelType | undefined {
    const meaning = this.meaningOf(node);
    if (meaning !== undefined) return meaning.type;
    const type = this.condition.types.get(node);
    if (type !== undefined) {
      if (!isOpenType(type)) return type;
      this.session.seeDifference();
      if (!this.session.isForExamples) return type;
    }
    if (node.kind === "index") {
      const from = this.typeOf(node.operand);
      if (from?.kind === "list") return from.element;
      if (from?.kind === "map") return from.value;
    }
    // What a function asks for is written as an entry, which the checker has not seen; and what a name of
    // earlier days is of an unknown type for has a type today.
    const { dialect } = this.condition;
    const variable = variableNamed(dialect, node, this.bound);
    const { renamedTo } = variable ?? {};
    const current = type && renamedTo && variableNamed(dialect, reading(renamedTo));
    return variable ? parseType((current || variable).type) : type;
  }

  kindOf(node: Expression): CelType["kind"] | undefined {
    return this.typeOf(node)?.kind;
  }

  isOpen(node: Expression): boolean {
    const kind = this.kindOf(node);
    return kind === undefined || kind === "dyn" || kind === "free";
  }

  subject(key: string, node: Expression, values: Values, more?: Partial<Subject>): Subject {
    const { subjects } = this.session;
    const subject = subjects.get(key);
    if (subject === undefined) {
      const made = { key, values, node, ...more };
      subjects.set(key, made);
      return made;
    }
    // A name that macros bind has another type in another expression.
    return isSameType(subject.values, values)
      ? subject
      : this.subject(`${key} as ${typeKey(values)}`, node, values, more);
  }

  flag(key: string, node: Expression, more?: Partial<Subject>): Formula {
    return isTrueAtom(this.subject(key, node, valuesOfType({ kind: "bool" }), more));
  }

  presence(key: string, node: Expression, more?: Partial<Subject>): Formula {
    return this.flag(key, node, { isPresence: true, ...more });
  }

  formOf(node: Expression): TextForm | undefined {
    const written = this.writtenFor(node);
    if (written !== undefined) return written.reader.formOf(written.node);
    return this.condition.variableAt(node, this.bound)?.form;
  }

  /**
   * Returns a reader for the body of a macro, which binds a name. It uses up one expansion; {@link isSpent} is true
   * when that was too many.
   */
  insideOf({ arguments: [variable] }: Call): Reader {
    if (variable?.kind !== "identifier") return this;
    const bound = new Map(this.bound);
    bound.set(variable.name, { kind: "identifier", name: `${variable.name}__${bound.size}` });
    return new Reader(this.condition, this.session, this.#steps, bound, undefined, this.#spend(1));
  }

  binding(name: string, meaning: Meaning, expansions = this.#expansions): Reader {
    const bound = new Map([...this.bound, [name, meaning.expression]]);
    const meanings = new Map([...this.#meanings, [name, meaning]]);
    return new Reader(this.condition, this.session, this.#steps, bound, meanings, expansions);
  }

  /**
   * Returns the remaining expansions of the outermost macro after one for each item; undefined when there are too
   * many items. Ten nested macros over ten items each would never finish.
   */
  expansionsFor(items: number): Expansions | undefined {
    const expansions = this.#spend(items);
    return expansions.left < 0 ? undefined : expansions;
  }

  get isSpent(): boolean {
    return this.#expansions !== undefined && this.#expansions.left < 0;
  }

  #spend(items: number): Expansions {
    const expansions = this.#expansions ?? { left: mostExpansions };
    expansions.left -= items;
    return expansions;
  }

  get itemCount(): number {
    return [...this.#meanings.values()].filter(({ written }) => written === undefined).length;
  }

  varies(node: Expression): Pick<Subject, "varies"> {
    if (this.staysTheSame(node)) return {};
    this.session.seeDifference();
    return this.session.isForExamples ? {} : { varies: true };
  }

  staysTheSame(node: Expression): boolean {
    const written = this.writtenFor(node);
    if (written !== undefined) return written.reader.staysTheSame(written.node);
    const variable = this.condition.variableAt(node, this.bound);
    if (variable !== undefined) return variable.varies === undefined;
    if (node.kind === "call" && functionOf(node, this.condition.dialect)?.varies !== undefined)
      return false;
    const parts = isLogical(node) ? operandsOf(node, node.operator) : childrenOf(node);
    return parts.every((part) => this.staysTheSame(part));
  }
}

function isOpenType(type: CelType): boolean {
  return type.kind === "dyn" || (type.kind === "map" && isOpenType(type.value));
}
