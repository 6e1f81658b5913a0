import { Intervals } from "./intervals.ts";

const known = new WeakMap<object, string>();

/** A text that two questions share only when they ask the same. */
export function questionText(question: object): string {
  let text = known.get(question);
  if (text === undefined) known.set(question, (text = textOf(question)));
  return text;
}

function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" ? JSON.stringify(value) : String(value);
  }
  if (value instanceof Intervals) return String(value);
  if (value instanceof Map) return `{${[...value.keys()].map(textOf).toSorted().join()}}`;
  if (value instanceof Set) return `{${[...value].map(textOf).toSorted().join()}}`;
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  // Of a subject, only what it is.
  if ("values" in value && "key" in value) return textOf(value.key);
  const fields = Object.entries(value).map(([name, field]) => `${name}:${textOf(field)}`);
  return `(${fields.join()})`;
}
