import type { Atom, Relation, Side, Subject } from "../formula.ts";
import { Intervals } from "../values/intervals.ts";

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
  if (atom.kind === "atom") return `${atom.subject.key} ${textOf(atom.test)}`;
  const side = ({ subject, shift = 0n }: Side): string => `${subject.key} ${shift}`;
  return `${side(atom.left)} ${atom.operator} ${side(atom.right)}`;
}

function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" ? JSON.stringify(value) : String(value);
  }
  if (value instanceof Intervals) return String(value);
  if (value instanceof Map) return `{${[...value.keys()].map(textOf).toSorted().join()}}`;
  if (value instanceof Set) return `{${[...value].map(textOf).toSorted().join()}}`;
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if ("values" in value && "key" in value) return textOf(value.key);
  const fields = Object.entries(value).map(([name, field]) => `${name}:${textOf(field)}`);
  return `(${fields.join()})`;
}
