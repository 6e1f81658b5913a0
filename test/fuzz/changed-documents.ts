import fc from "fast-check";
import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { changeText, type TextChange } from "./changed-texts.ts";

/** What is put into a document where it mostly does not belong. */
const strange: readonly JsonValue[] = [
  null,
  true,
  0,
  -1.5,
  200,
  1e300,
  "",
  "a",
  "${req.method}",
  "${",
  "10.0.0.0/8",
  "^/(a|b",
  [],
  [[]],
  [null],
  ["a", 1],
  {},
  { a: {} },
  { type: "deny" },
  { type: "no-such-action", config: [] },
];

/** One of some documents after no or a few changes of its parts, its keys, and the texts in it. */
export function changedDocuments(
  seeds: readonly JsonValue[],
  pieces: readonly string[],
): fc.Arbitrary<JsonValue> {
  const change = fc.record({
    part: fc.nat(),
    kind: fc.constantFrom("text", "text", "text", "replace", "remove", "repeat", "rename", "graft"),
    at: fc.nat(),
    length: fc.nat(12),
    piece: fc.constantFrom(...pieces),
    repeats: fc.nat(3),
    value: fc.constantFrom(...strange),
    donor: fc.constantFrom(...seeds),
  });
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(change, { maxLength: 5 }))
    .map(([seed, changes]) => {
      const holder: Record<string, JsonValue> = { document: structuredClone(seed) };
      for (const one of changes) apply(holder, one);
      return holder["document"] ?? null;
    });
}

interface Change extends TextChange {
  readonly part: number;
  readonly kind: string;
  readonly value: JsonValue;
  readonly donor: JsonValue;
}

type Container = Record<string, JsonValue> | JsonValue[];

/** A place in a document: what holds it, and under which key. */
type Slot = readonly [holder: Container, key: string];

function apply(holder: Record<string, JsonValue>, change: Change): void {
  const all = slotsOf(holder);
  const texts = all.filter(([parent, key]) => typeof valueIn(parent, key) === "string");
  const slots = change.kind === "text" && texts.length > 0 ? texts : all;
  const [parent, key] = slots[change.part % slots.length] ?? [holder, "document"];
  const value = valueIn(parent, key);
  switch (change.kind) {
    case "remove":
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else if (parent !== holder) delete parent[key];
      break;
    case "repeat":
      if (Array.isArray(parent)) parent.push(structuredClone(value ?? null));
      else put(parent, `${key}s`, structuredClone(value ?? null));
      break;
    case "rename":
      if (Array.isArray(parent) || parent === holder) break;
      delete parent[key];
      put(parent, changeText(key, change), value ?? null);
      break;
    case "graft": {
      const donors = slotsOf({ document: change.donor });
      const [from, name] = donors[change.at % donors.length] ?? [{ document: null }, "document"];
      put(parent, key, structuredClone(valueIn(from, name) ?? null));
      break;
    }
    default:
      put(
        parent,
        key,
        typeof value === "string" ? changeText(value, change) : structuredClone(change.value),
      );
  }
}

function slotsOf(holder: Container): Slot[] {
  return Object.entries(holder).flatMap(([key, value]): Slot[] => [
    [holder, key],
    ...(Array.isArray(value) || isJsonObject(value) ? slotsOf(value as Container) : []),
  ]);
}

function valueIn(holder: object, key: string): JsonValue | undefined {
  return (holder as Record<string, JsonValue>)[key];
}

function put(holder: object, key: string, value: JsonValue): void {
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
