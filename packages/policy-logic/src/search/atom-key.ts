import { relationKey, type Atom, type Relation, type Subject } from "../formula.ts";
import { questionText } from "../values/question-text.ts";

const keys = new WeakMap<object, string>();

/** A key that is equal for two atoms only when they ask the same question. */
export function atomKey(atom: Atom | Relation): string {
  let key = keys.get(atom);
  if (key === undefined) keys.set(atom, (key = makeKey(atom)));
  return key;
}

export function subjectsOfAtom(atom: Atom | Relation): readonly Subject[] {
  return atom.kind === "atom" ? [atom.subject] : [atom.left.subject, atom.right.subject];
}

function makeKey(atom: Atom | Relation): string {
  return atom.kind === "relation"
    ? relationKey(atom)
    : `${atom.subject.key} ${questionText(atom.test)}`;
}
