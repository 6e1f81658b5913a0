import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { Atom, Formula, Relation, Side, Subject } from "@traffic-policy/policy-logic";
import type { Totals } from "./total.ts";

/**
 * Replaces the questions of a formula to transfer it to another request.
 *
 * @param formula - a formula that never fails
 * @param isKept - true when a fact about the original request also holds for the other
 * @param isGiven - the converse
 */
export function withOtherAtoms(
  formula: Formula,
  totals: Totals,
  other: (atom: Atom) => Atom,
  isKept: (atom: Atom) => boolean = () => false,
  isGiven: (atom: Atom) => boolean = () => false,
): Formula {
  const made = new Map<Formula, Formula>();
  const side = (one: Side): Side => {
    const test = { kind: "is", of: "text" } as const;
    return { ...one, subject: other({ kind: "atom", subject: one.subject, test }).subject };
  };
  const replaced = (relation: Relation): Relation => ({
    ...relation,
    left: side(relation.left),
    right: side(relation.right),
  });
  const of = (part: Formula): Formula =>
    getOrAdd(made, part, () => {
      switch (part.kind) {
        case "constant":
          return part;
        case "atom":
          if (isKept(part)) return totals.or([totals.atom(part), totals.atom(other(part))]);
          return isGiven(part)
            ? totals.and([totals.atom(part), totals.atom(other(part))])
            : totals.atom(other(part));
        case "relation":
          return totals.relation(replaced(part));
        case "not":
          return totals.not(of(part.of));
        case "all":
          return totals.and(part.parts.map(of));
        case "any":
          return totals.or(part.parts.map(of));
        case "choice":
          return totals.choice(of(part.condition), of(part.whenTrue), of(part.whenFalse));
        case "requires":
          throw new Error("A formula that may fail says nothing of another request.");
      }
    });
  return of(formula);
}

/** The same of another request, of which nothing is known. */
export function ofAnother(subject: Subject): Subject {
  const node = { kind: "identifier", name: "another_request" } as const;
  return { ...subject, key: `${subject.key} of another request`, node };
}
