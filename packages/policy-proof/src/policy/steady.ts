import { type Dialect, type Expression } from "@traffic-policy/policy-language";
import { childrenOf, getOrAdd } from "@traffic-policy/policy-language/internal";
import { type Formula, type Relation, type Subject } from "@traffic-policy/policy-logic";
import { functionOf } from "@traffic-policy/policy-logic/internal";

/** Fixes varying values within a formula: in a single exchange the clock stands still, as in the engine. */
export function steady(formula: Formula, known: Map<Formula, Formula>): Formula {
  return varying(formula, known, steadySubject);
}

/**
 * Takes the varying values of a formula at the moment when the client connected. For a connection with several
 * requests, that may be long ago.
 */
export function whenConnected(formula: Formula, known: Map<Formula, Formula>): Formula {
  return varying(formula, known, (subject) => ({
    ...subject,
    key: `${subject.key}${whenItBegan}`,
  }));
}

/**
 * Names the random numbers of an expression, because each is drawn independently.
 *
 * @param name - of the expression, in the policy
 */
export function drawnIn(name: string, dialect: Dialect): (formula: Formula) => Formula {
  const known = new Map<Formula, Formula>();
  let count = 0;
  const named = (subject: Subject): Subject => {
    if (!isDrawn(subject.node, dialect)) return subject;
    count += 1;
    return { ...steadySubject(subject), key: `${subject.key} (${name}, ${count})` };
  };
  return (formula) => varying(formula, known, named);
}

export function isDrawn(node: Expression, dialect: Dialect): boolean {
  const isCall = node.kind === "call" && functionOf(node, dialect)?.source === "random";
  return isCall || childrenOf(node).some((child) => isDrawn(child, dialect));
}

export function isWhenConnected({ key }: Subject): boolean {
  return key.endsWith(whenItBegan);
}

const whenItBegan = " when the client connected";

function varying(
  formula: Formula,
  known: Map<Formula, Formula>,
  changed: (subject: Subject) => Subject,
): Formula {
  return getOrAdd(known, formula, () => {
    const of = (part: Formula): Formula => varying(part, known, changed);
    switch (formula.kind) {
      case "constant":
        return formula;
      case "atom":
        return formula.subject.varies ? { ...formula, subject: changed(formula.subject) } : formula;
      case "relation":
        return varyingRelation(formula, changed);
      case "not": {
        const inner = of(formula.of);
        return inner === formula.of ? formula : { kind: "not", of: inner };
      }
      case "all":
      case "any": {
        const parts = formula.parts.map(of);
        return isSame(parts, formula.parts) ? formula : { kind: formula.kind, parts };
      }
      case "requires": {
        const [needs, inner] = [formula.needs.map(of), of(formula.of)];
        return isSame(needs, formula.needs) && inner === formula.of
          ? formula
          : { kind: "requires", needs, of: inner };
      }
      case "choice": {
        const before = [formula.condition, formula.whenTrue, formula.whenFalse];
        const [condition, whenTrue, whenFalse] = before.map(of) as [Formula, Formula, Formula];
        return isSame([condition, whenTrue, whenFalse], before)
          ? formula
          : { kind: "choice", condition, whenTrue, whenFalse };
      }
    }
  });
}

export function steadySubject(subject: Subject): Subject {
  if (!subject.varies) return subject;
  const { varies: _, ...others } = subject;
  return others;
}

export function steadyRelation(relation: Relation): Relation {
  return varyingRelation(relation, steadySubject);
}

function varyingRelation(relation: Relation, changed: (subject: Subject) => Subject): Relation {
  const { left, right } = relation;
  if (!left.subject.varies && !right.subject.varies) return relation;
  const of = (subject: Subject): Subject => (subject.varies ? changed(subject) : subject);
  return {
    ...relation,
    left: { ...left, subject: of(left.subject) },
    right: { ...right, subject: of(right.subject) },
  };
}

function isSame(parts: readonly Formula[], others: readonly Formula[]): boolean {
  return parts.every((part, at) => part === others[at]);
}
