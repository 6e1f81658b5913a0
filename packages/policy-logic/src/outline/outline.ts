import type { Span } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { Name, OutlineParts, Use } from "./collect.ts";

/*
 * The outline of conditions is their text without the constants that no answer about them depends on: whether they
 * contradict, imply or repeat each other, always hold or may fail is the same for all conditions with one outline.
 *
 * A constant is left out where a value is compared with it that may be this constant as well as another, and
 * - nothing else asks for the value, except whether there is one; or
 * - everything asks if it equals constants: then only those that are the same matter; or
 * - everything asks for its order: then only the order of the constants matters, as long as there are numbers between.
 * The names of headers, parameters and cookies are left out, and then only those that are the same matter.
 */

/** Returns the outline of conditions that have to be true together. */
export function outlineOf(conditions: readonly OutlineParts[]): string {
  const wholeMaps = new Set(conditions.flatMap((condition) => [...condition.wholeMaps]));
  const uses = new Map<string, Use[]>();
  for (const condition of conditions) {
    for (const one of condition.uses) {
      if (one.kind !== "there") getOrAdd(uses, one.of.name, () => []).push(one);
    }
  }
  const marks = new Map<Span, string>();
  for (const some of uses.values()) markConstants(some, wholeMaps, marks);
  const names = conditions.flatMap((condition) => condition.names);
  if (names.length > 0) markNames(names, wholeMaps, marks);
  return conditions.map((condition) => outlineText(condition, marks)).join("\n");
}

function outlineText(
  { text, uses, names }: OutlineParts,
  marks: ReadonlyMap<Span, string>,
): string {
  const spans = names.map(({ span }) => span);
  for (const { constants } of uses) for (const { span } of constants) spans.push(span);
  spans.sort((one, other) => one.start - other.start);
  let outline = "";
  let end = 0;
  for (const span of spans) {
    const mark = marks.get(span);
    if (mark === undefined) continue;
    outline += text.slice(end, span.start) + mark;
    end = span.end;
  }
  return outline + text.slice(end);
}

function markConstants(
  uses: readonly Use[],
  wholeMaps: ReadonlySet<string>,
  marks: Map<Span, string>,
): void {
  const [first, ...others] = uses;
  if (first === undefined || first.kind === "other") return;
  const { of, kind } = first;
  if (of.map !== undefined && wholeMaps.has(of.map)) return;
  if (others.length > 0 && (of.urlPart !== undefined || kind === "alone")) return;
  if (others.some((one) => one.kind !== kind)) return;
  const constants = uses.flatMap((one) => one.constants);
  const values = [...new Set(constants.map(({ value }) => value))];
  if (kind === "order") {
    values.sort((one, other) => Number(one) - Number(other));
    const isClose = (value: string | bigint, index: number): boolean =>
      index > 0 && Number(value) - Number(values[index - 1]) < 2;
    if (values.some(isClose)) return;
  }
  for (const { span, value } of constants) marks.set(span, `\0${values.indexOf(value)}`);
}

function markNames(
  names: readonly Name[],
  wholeMaps: ReadonlySet<string>,
  marks: Map<Span, string>,
): void {
  const fixed = new Set(wholeMaps);
  for (const { map, value } of names) if (styleOf(value) === undefined) fixed.add(map);
  const known: string[] = [];
  for (const { span, map, value } of names) {
    if (fixed.has(map)) continue;
    const key = `${map} ${value.toLowerCase()}`;
    if (!known.includes(key)) known.push(key);
    marks.set(span, `\0${styleOf(value)}${known.indexOf(key)}`);
  }
}

/** How a name is written; undefined for one that might be looked for under another name. */
function styleOf(name: string): string | undefined {
  if (/^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/.test(name)) return "name";
  return /^[A-Z][a-z0-9]*(?:-[A-Z][a-z0-9]*)*$/.test(name) ? "Name" : undefined;
}
