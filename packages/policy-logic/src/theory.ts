import { getOrAdd } from "@traffic-policy/policy-language";
import type { Atom, Relation, Subject } from "./formula.ts";
import { relatedValues, type Left } from "./relations/related-values.ts";
import { urlGroups, urlValues } from "./relations/url.ts";
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
  const roots = new Map<string, string>();
  const rootOf = (key: string): string => {
    const next = roots.get(key);
    if (next === undefined || next === key) return key;
    const root = rootOf(next);
    roots.set(key, root);
    return root;
  };
  const groups = urlGroups(literals.flatMap(subjectsOf));
  const alone: Literal[][] = [];
  const together: (readonly [key: string, literal: Literal])[] = [];
  for (const literal of literals) {
    const [first, ...others] = subjectsOf(literal);
    // What varies may have another value each time.
    if (first === undefined || [first, ...others].some(({ varies }) => varies)) {
      alone.push([literal]);
      continue;
    }
    for (const { key } of others) roots.set(rootOf(key), rootOf(first.key));
    for (const { key } of [first, ...others]) {
      const group = groups.get(key);
      if (group !== undefined) roots.set(rootOf(key), rootOf(group));
    }
    together.push([first.key, literal]);
  }
  const found = new Map<string, Literal[]>();
  for (const [key, literal] of together) getOrAdd(found, rootOf(key), () => []).push(literal);
  return [...found.values(), ...alone];
}

function subjectsOf({ atom }: Literal): readonly Subject[] {
  return atom.kind === "atom" ? [atom.subject] : [atom.left.subject, atom.right.subject];
}

/** Whether the subjects of one component have values with which all of its literals hold. */
export function check(literals: readonly Literal[]): Verdict {
  const state = new Map<string, Left>();
  for (const { atom, holds } of literals) {
    if (atom.kind === "relation") continue;
    const { subject, values } = state.get(atom.subject.key) ?? {
      subject: atom.subject,
      values: atom.subject.values,
    };
    const left = narrow(values, atom.test, holds);
    if (left === undefined) return { kind: "none" };
    state.set(subject.key, { subject, values: left });
  }
  const relations = literals.flatMap(({ atom, holds }) =>
    atom.kind === "relation" ? [{ atom, holds }] : [],
  );
  const ofUrls = urlValues(state.values());
  if (ofUrls === "none") return { kind: "none" };
  const [first] = relations;
  if (first === undefined) {
    if ("unknown" in ofUrls) return { kind: "unknown", subject: ofUrls.unknown };
    for (const one of ofUrls) state.set(one.subject.key, one);
  } else {
    const found = relatedValues(
      relations,
      (subject) => state.get(subject.key)?.values ?? subject.values,
    );
    if (found === "none") return { kind: "none" };
    if (found === "unknown") return { kind: "unknown", subject: first.atom.left.subject };
    for (const one of found.values) state.set(one.subject.key, one);
    // Other values might do for both.
    const both = urlValues(state.values());
    if (both === "none" || "unknown" in both) {
      return { kind: "unknown", subject: first.atom.left.subject };
    }
    for (const one of both) state.set(one.subject.key, one);
  }
  const model = [...state.values()];
  const unsure = model.find(({ values }) => values.text?.witness === "unknown");
  if (unsure !== undefined) return { kind: "unknown", subject: unsure.subject };
  return { kind: "model", values: new Map(model.map(({ subject, values }) => [subject, values])) };
}

/** Clauses that always hold between two questions about related subjects, as far as they are cheap to see. */
export function lemmas(
  one: Atom | Relation,
  other: Atom | Relation,
): readonly (readonly Literal[])[] {
  if (one.kind === "relation" || other.kind === "relation") return [];
  return [];
}
