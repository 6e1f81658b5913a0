import { Intervals } from "./intervals.ts";

/** A text that two questions share only when they ask the same. */
export function questionText(value: unknown): string {
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" ? JSON.stringify(value) : String(value);
  }
  if (value instanceof Intervals) return String(value);
  if (value instanceof Map) return `{${[...value.keys()].map(questionText).toSorted().join()}}`;
  if (value instanceof Set) return `{${[...value].map(questionText).toSorted().join()}}`;
  if (Array.isArray(value)) return `[${value.map(questionText).join()}]`;
  // Of a subject, only what it is.
  if ("values" in value && "key" in value) return questionText(value.key);
  const fields = Object.entries(value).map(([name, field]) => `${name}:${questionText(field)}`);
  return `(${fields.join()})`;
}
