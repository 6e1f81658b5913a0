import { getOrAdd } from "@traffic-policy/policy-language";
import type { Atom, Relation, Subject } from "./formula.ts";
import { relatedValues, type Left, type RelationLiteral } from "./relations/related-values.ts";
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
  const found = first === undefined ? ofUrls : related(state, relations, ofUrls);
  if (found === "none") return { kind: "none" };
  if ("unknown" in found) return { kind: "unknown", subject: found.unknown };
  for (const one of found) state.set(one.subject.key, one);
  const model = [...state.values()];
  const unsure = model.find(({ values }) => values.text?.witness === "unknown");
  if (unsure !== undefined) return { kind: "unknown", subject: unsure.subject };
  return { kind: "model", values: new Map(model.map(({ subject, values }) => [subject, values])) };
}

/** Values of subjects that relations are about, some of which may be parts of one URL. */
function related(
  state: ReadonlyMap<string, Left>,
  relations: readonly RelationLiteral[],
  ofUrls: readonly Left[] | { readonly unknown: Subject },
): readonly Left[] | "none" | { readonly unknown: Subject } {
  const valuesFor = (known: ReadonlyMap<string, Left>): ReturnType<typeof relatedValues> =>
    relatedValues(relations, (subject) => known.get(subject.key)?.values ?? subject.values);
  const after = (some: readonly Left[]): ReadonlyMap<string, Left> =>
    new Map([...state, ...some.map((one) => [one.subject.key, one] as const)]);
  const found = valuesFor(state);
  if (found === "none") return found;
  if (found !== "unknown") {
    const both = urlValues(after(found.values).values());
    if (both !== "none" && !("unknown" in both)) return [...found.values, ...both];
  }
  // Other values may do for the relations and for the URL: the next are those that the URL had without them.
  if (!("unknown" in ofUrls)) {
    const others = valuesFor(after(ofUrls));
    if (typeof others !== "string") return [...ofUrls, ...others.values];
  }
  const [first] = relations as readonly [RelationLiteral];
  return { unknown: first.atom.left.subject };
}
