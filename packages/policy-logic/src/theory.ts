import { getOrAdd } from "@traffic-policy/policy-language";
import type { Atom, Relation, Subject } from "./formula.ts";
import { narrow, type Values } from "./values/values.ts";

/** A question with the answer that is wanted. */
export interface Literal {
  readonly atom: Atom | Relation;
  readonly holds: boolean;
}

/** Whether subjects have values with which literals hold. */
export type Verdict =
  /** Each of the values does; where relations ask for more than one, there is one for each subject. */
  | { readonly kind: "model"; readonly values: ReadonlyMap<Subject, Values> }
  | { readonly kind: "none" }
  /** It is too much to tell for a subject. */
  | { readonly kind: "unknown"; readonly subject: Subject };

/** Groups literals so that no two groups have anything to do with each other. */
export function componentsOf(literals: readonly Literal[]): Literal[][] {
  const alone: Literal[][] = [];
  const groups = new Map<string, Literal[]>();
  for (const literal of literals) {
    const subjects = subjectsOf(literal);
    // What varies may have another value each time.
    if (subjects.some(({ varies }) => varies)) alone.push([literal]);
    else if (subjects[0]) getOrAdd(groups, subjects[0].key, () => []).push(literal);
  }
  return [...groups.values(), ...alone];
}

function subjectsOf({ atom }: Literal): readonly Subject[] {
  return atom.kind === "atom" ? [atom.subject] : [atom.left.subject, atom.right.subject];
}

/** Whether the subjects of one component have values with which all of its literals hold. */
export function check(literals: readonly Literal[]): Verdict {
  const values = new Map<Subject, Values>();
  let of: Subject | undefined;
  for (const { atom, holds } of literals) {
    if (atom.kind === "relation") return { kind: "unknown", subject: atom.left.subject };
    of ??= atom.subject;
    const left = narrow(values.get(of) ?? of.values, atom.test, holds);
    if (left === undefined) return { kind: "none" };
    values.set(of, left);
  }
  for (const [subject, { text }] of values) {
    if (text?.witness === "unknown") return { kind: "unknown", subject };
  }
  return { kind: "model", values };
}

/** Clauses that always hold between two questions about related subjects, as far as they are cheap to see. */
export function lemmas(
  one: Atom | Relation,
  other: Atom | Relation,
): readonly (readonly Literal[])[] {
  if (one.kind === "relation" || other.kind === "relation") return [];
  return [];
}
