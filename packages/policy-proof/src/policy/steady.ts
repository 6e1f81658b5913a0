import { getOrAdd } from "@traffic-policy/policy-language";
import type { Formula, Relation, Subject } from "@traffic-policy/policy-logic";

/**
 * A formula in which what varies keeps its value: in one exchange the clock stands still, as it does in the
 * engine.
 */
export function steady(formula: Formula, known: Map<Formula, Formula>): Formula {
  return getOrAdd(known, formula, () => {
    const of = (part: Formula): Formula => steady(part, known);
    switch (formula.kind) {
      case "constant":
        return formula;
      case "atom":
        return formula.subject.varies
          ? { ...formula, subject: steadySubject(formula.subject) }
          : formula;
      case "relation":
        return steadyRelation(formula);
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
  const { left, right } = relation;
  if (!left.subject.varies && !right.subject.varies) return relation;
  return {
    ...relation,
    left: { ...left, subject: steadySubject(left.subject) },
    right: { ...right, subject: steadySubject(right.subject) },
  };
}

function isSame(parts: readonly Formula[], others: readonly Formula[]): boolean {
  return parts.every((part, at) => part === others[at]);
}
