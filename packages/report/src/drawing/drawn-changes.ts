import {
  fromPointer,
  serialize,
  toPointer,
  type Change,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { fieldText } from "../changes/change-words.ts";
import type { Drawing, DrawnChange, DrawnRule, DrawnSection } from "./drawing.ts";

/** Marks how the rules of a drawing differ from those of an earlier policy, and adds those that are no longer there. */
export function withChanges(
  sections: readonly DrawnSection[],
  earlier: readonly DrawnSection[],
  changes: readonly Change[],
): readonly DrawnSection[] {
  const marks = marksOf(changes);
  return sections.map((section) => {
    const { name } = section;
    const before = earlier.find((one) => one.name === name)?.rules ?? [];
    const rules = section.rules.map((rule) => {
      const change = marks.get(rule.path);
      return change === undefined ? rule : { ...rule, change };
    });
    const places = oldPlaces(name, { before, after: rules }, changes);
    const removed = before.flatMap((rule): NonNullable<DrawnSection["removed"]> => {
      const at = places.get(rule.path);
      const { next: _next, ...gone } = rule;
      return at === undefined
        ? []
        : [{ at, rule: { ...gone, change: { kinds: ["removed"], fields: [] } } }];
    });
    return { ...section, rules, ...(removed.length > 0 && { removed }) };
  });
}

/** Counts the changes of a drawing; `beside` counts what is not a rule. */
export function changeCounts(
  sections: readonly DrawnSection[],
  changes: readonly Change[],
): NonNullable<Drawing["comparison"]>["counts"] {
  const all = sections.flatMap(({ rules, removed = [] }) => [
    ...rules,
    ...removed.map(({ rule }) => rule),
  ]);
  const count = (kind: DrawnChange["kinds"][number]): number =>
    all.filter(({ change }) => change?.kinds.includes(kind)).length;
  return {
    added: count("added"),
    removed: count("removed"),
    changed: count("changed"),
    moved: count("moved"),
    beside: changes.filter((change) => ruleOf(change) === undefined).length,
  };
}

/** Returns the sections with rules that are no longer there, which are drawn even if they have no others. */
export function sectionsWithRemoved(changes: readonly Change[]): ReadonlySet<string> {
  const removed = changes.filter(({ kind }) => kind === "removed");
  return new Set(removed.flatMap(({ path }) => fromPointer(path).slice(0, 1)));
}

/** Returns the pointer of the rule that a change is about, and the keys in it; undefined for anything else. */
function ruleOf({
  kind,
  path,
}: Change): { readonly path: string; readonly keys: readonly string[] } | undefined {
  const [section, index, ...keys] = fromPointer(path);
  const isRule = kind !== "enabled" && section !== undefined && /^\d+$/.test(index ?? "");
  return isRule ? { path: toPointer([section, index ?? ""]), keys } : undefined;
}

/** Returns the changes by the pointer of their rule in the later policy. */
function marksOf(changes: readonly Change[]): ReadonlyMap<string, DrawnChange> {
  const byRule = new Map<string, Change[]>();
  for (const change of changes) {
    const rule = change.kind === "removed" ? undefined : ruleOf(change);
    if (rule !== undefined) getOrAdd(byRule, rule.path, () => []).push(change);
  }
  return new Map([...byRule].map(([path, own]) => [path, markOf(own)]));
}

function markOf(changes: readonly Change[]): DrawnChange {
  const kinds = [...new Set(changes.map(({ kind }) => kind))].filter((kind) => kind !== "enabled");
  const moved = changes.find(({ kind }) => kind === "moved");
  const fields = changes
    .filter(({ kind }) => kind === "changed")
    .map((change) => ({
      name: fieldText(ruleOf(change)?.keys ?? []),
      before: valueText(change.before),
      after: valueText(change.after),
    }));
  return { kinds, fields, ...(moved && { from: Number(moved.before) + 1 }) };
}

function valueText(value: JsonValue | undefined): string {
  return value === undefined ? "none" : serialize(value);
}

/**
 * Finds the place of each rule that is no longer there: behind the nearest earlier rule that stayed in its place.
 *
 * @returns by pointer, the number of rules that are drawn above it
 */
function oldPlaces(
  section: string,
  {
    before,
    after,
  }: { readonly before: readonly DrawnRule[]; readonly after: readonly DrawnRule[] },
  changes: readonly Change[],
): ReadonlyMap<string, number> {
  const own = changes.filter(({ path }) => fromPointer(path)[0] === section);
  const pathsOf = (kind: Change["kind"]): string[] =>
    own.flatMap((one) => (one.kind === kind ? [one.path] : []));
  const removed = new Set(pathsOf("removed"));
  const gone = new Set(
    own.flatMap((one) => (one.kind === "moved" ? [toPointer([section, Number(one.before)])] : [])),
  );
  const come = new Set([...pathsOf("added"), ...pathsOf("moved")]);
  // Those that stayed are in the same order in both.
  const places = after.flatMap(({ path }, index) => (come.has(path) ? [] : [index]));
  const found = new Map<string, number>();
  let at = 0;
  for (const { path } of before) {
    if (removed.has(path)) found.set(path, at);
    else if (!gone.has(path)) at = (places.shift() ?? at - 1) + 1;
  }
  return found;
}
