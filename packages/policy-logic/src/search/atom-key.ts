import { relationKey, type Atom, type Relation, type Subject } from "../formula.ts";
import { questionText } from "../values/question-text.ts";

const keys = new WeakMap<object, string>();

/** A text that two atoms share only when they ask the same. */
export function atomKey(atom: Atom | Relation): string {
  let key = keys.get(atom);
  if (key === undefined) keys.set(atom, (key = makeKey(atom)));
  return key;
}

/** The subjects that an atom is about. */
export function subjectsOfAtom(atom: Atom | Relation): readonly Subject[] {
  return atom.kind === "atom" ? [atom.subject] : [atom.left.subject, atom.right.subject];
}

function makeKey(atom: Atom | Relation): string {
  return atom.kind === "relation"
    ? relationKey(atom)
    : `${atom.subject.key} ${questionText(atom.test)}`;
}
