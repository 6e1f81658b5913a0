import {
  childrenOf,
  isLogical,
  operandsOf,
  parseType,
  reading,
  variableNamed,
  type Call,
  type CelType,
  type Expression,
  type TextForm,
} from "@traffic-policy/policy-language";
import { canonicalValue, type BoundNames } from "../canonical.ts";
import { fold, type Constant } from "../constant.ts";
import type { Formula, Subject } from "../formula.ts";
import { valuesOfType, type Values } from "../values/values.ts";
import { isTrueAtom } from "./atoms.ts";
import type { Condition } from "./condition.ts";
import { decide } from "./decisions.ts";
import { functionOf } from "./functions.ts";
import { canFail, needsOf } from "./needs.ts";
import type { LogicSession } from "./session.ts";
import type { Term } from "./term.ts";
import { termOf } from "./terms.ts";

/** Reads the parts of a condition, where macros bind some names. */
export class Reader {
  /** The names that macros around the parts bind. */
  readonly bound: BoundNames;
  readonly condition: Condition;
  readonly session: LogicSession;

  constructor(condition: Condition, bound: BoundNames, session: LogicSession) {
    this.condition = condition;
    this.bound = bound;
    this.session = session;
  }

  /** What a part that decides says; outside of macros each is read once. */
  formula(node: Expression): Formula {
    return this.bound.size === 0 ? this.condition.formulaOf(node) : this.read(node);
  }

  /** Reads a part that decides. */
  read(node: Expression): Formula {
    return decide(this, node);
  }

  equals(left: Expression, right: Expression): Formula {
    return this.formula({ kind: "binary", operator: "==", left, right });
  }

  /** What must be true for an expression to have a value; nothing when it always has one. */
  needs(node: Expression): readonly Formula[] {
    return needsOf(this, node);
  }

  /** Whether a part may have no value. */
  mayFail(node: Expression): boolean {
    return this.kindOf(node) === "bool" ? canFail(this.formula(node)) : this.needs(node).length > 0;
  }

  /** What a value follows from, and how to ask that for it. */
  term(node: Expression): Term {
    return termOf(this, node);
  }

  /** What a name stands for that a macro binds, and everything else itself. */
  meant(node: Expression): Expression {
    const isName = node.kind === "identifier" && node.absolute === undefined;
    return (isName ? this.bound.get(node.name) : undefined) ?? node;
  }

  fold(node: Expression): Constant | undefined {
    return fold(this.meant(node));
  }

  canonical(node: Expression): Expression {
    return canonicalValue(node, this.condition, this.bound);
  }

  typeOf(node: Expression): CelType | undefined {
    const type = this.condition.types.get(node);
    if (type !== undefined && !(this.session.isForExamples && isOpenType(type))) return type;
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

  /** Whether the type is known at run time only. */
  isOpen(node: Expression): boolean {
    const kind = this.kindOf(node);
    return kind === undefined || kind === "dyn" || kind === "free";
  }

  subject(key: string, node: Expression, values: Values, more?: Partial<Subject>): Subject {
    const { subjects } = this.session;
    let subject = subjects.get(key);
    if (subject === undefined) subjects.set(key, (subject = { key, values, node, ...more }));
    return subject;
  }

  flag(key: string, node: Expression, more?: Partial<Subject>): Formula {
    return isTrueAtom(this.subject(key, node, valuesOfType({ kind: "bool" }), more));
  }

  presence(key: string, node: Expression, more?: Partial<Subject>): Formula {
    return this.flag(key, node, { isPresence: true, ...more });
  }

  formOf(node: Expression): TextForm | undefined {
    return this.condition.variableAt(node, this.bound)?.form;
  }

  /** A reader of what stands in a macro, which binds a name there. */
  insideOf({ arguments: [variable] }: Call): Reader {
    if (variable?.kind !== "identifier") return this;
    const bound = new Map(this.bound);
    bound.set(variable.name, { kind: "identifier", name: `${variable.name}__${bound.size}` });
    return new Reader(this.condition, bound, this.session);
  }

  /** A reader of what stands in a macro, for one of the values that its name is bound to. */
  with(name: string, value: Expression): Reader {
    const bound = new Map([...this.bound, [name, this.canonical(value)]]);
    return new Reader(this.condition, bound, this.session);
  }

  varies(node: Expression): Pick<Subject, "varies"> {
    return this.session.isForExamples || this.staysTheSame(node) ? {} : { varies: true };
  }

  /** Whether an expression gives the same whenever the same exchange asks for it. */
  staysTheSame(node: Expression): boolean {
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
