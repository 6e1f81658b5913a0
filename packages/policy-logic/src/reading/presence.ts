import {
  getOrAdd,
  parseExpression,
  parseType,
  printExpression,
  reading,
  variableNamed,
  type Absence,
  type Expression,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import { entryAskedBy, type AskedEntry } from "../canonical.ts";
import { fold, keyOf, type Constant } from "../constant.ts";
import { always, any, never, type Formula } from "../formula.ts";
import { Intervals } from "../values/intervals.ts";
import { numberAtom } from "./atoms.ts";
import { sizeOf, sizeSubject } from "./lists.ts";
import { hasValue } from "./opaque.ts";
import type { Reader } from "./reader.ts";

/** A map has a key. */
export function entry(
  reader: Reader,
  map: Expression,
  key: Expression,
  type = reader.typeOf(map),
): Formula {
  if (map.kind === "map") {
    const wanted = printExpression(key);
    if (map.entries.some((one) => printExpression(one.key) === wanted)) return always;
  }
  const value: Expression = {
    kind: "index",
    operand: reader.canonical(map),
    index: reader.canonical(key),
  };
  // A header, cookie or parameter that is there has a value.
  return type?.kind === "map" && type.value.kind === "list"
    ? numberAtom(sizeSubject(reader, value), Intervals.comparedWith(">=", 1n))
    : reader.presence(`there is ${printExpression(value)}`, value);
}

export function askedEntry(reader: Reader, { map, maybeIn, key }: AskedEntry): Formula {
  return entry(reader, map, key, reader.typeOf(maybeIn ?? map));
}

/** A list has an item at an index. */
export function item(reader: Reader, { operand, index }: Expression & { kind: "index" }): Formula {
  const place = fold(index);
  if (place?.kind !== "number") {
    return hasValue(reader, { kind: "index", operand, index });
  }
  if (place.value < 0) return never;
  if (operand.kind === "list") return place.value < operand.elements.length ? always : never;
  return sizeOf(reader, operand, Intervals.comparedWith(">", place.value));
}

/** A variable that may be missing has a value, be it an empty one. */
export function variableIsThere(reader: Reader, variable: VariableDefinition): Formula {
  return getOrAdd(reader.session.variablesThere, variable, () =>
    valueOf(reader.condition.reader, variable),
  );
}

function valueOf(reader: Reader, variable: VariableDefinition): Formula {
  const { name, setBy } = variable;
  const node = reading(name);
  if (setBy !== undefined) return reader.presence(`there is ${name}`, node);
  const absence = absenceOf(reader, variable);
  if (absence === undefined) return always;
  const there = hasVariable(reader, variable, absence);
  // Nobody says that it has no value then: it may have an empty one.
  return absence.isInferred ? any([there, isEmpty(reader, variable)]) : there;
}

function isEmpty(reader: Reader, { name, type }: VariableDefinition): Formula {
  const node = reading(name);
  const { kind } = parseType(type);
  if (kind === "list") return numberAtom(sizeSubject(reader, node), Intervals.points([0n]));
  if (kind !== "string") return reader.flag(`${name} is empty`, node);
  const empty: Constant = { kind: "text", value: "" };
  const constants = new Map([[keyOf(empty), empty]]);
  const { subject } = reader.term(node);
  return { kind: "atom", subject, test: { kind: "one-of", constants } };
}

/** What `has(…)` says of a variable that may be missing. */
export function hasVariable(
  reader: Reader,
  { name, renamedTo }: VariableDefinition,
  absence: Absence,
): Formula {
  const node = reading(name);
  const { group, guards = [] } = absence;
  const implying = guards.flatMap((text) => guard(reader, text));
  return any([reader.presence(`there is ${group ?? renamedTo ?? name}`, node), ...implying]);
}

/** When a variable is missing, by its own or its present name; nothing when it always has a value. */
export function absenceOf(
  reader: Reader,
  { missing, renamedTo }: VariableDefinition,
): Absence | undefined {
  if (missing !== undefined || renamedTo === undefined) return missing;
  return variableNamed(reader.condition.dialect, reading(renamedTo))?.missing;
}

function guard(reader: Reader, text: string): readonly Formula[] {
  const { guards } = reader.session;
  if (!guards.has(text)) {
    const parsed = parseExpression(text);
    guards.set(text, parsed.ok ? parsed.tree : undefined);
  }
  const tree = guards.get(text);
  return tree?.kind === "binary" ? [entry(reader, tree.right, tree.left)] : [];
}

/** A field of a record, or the result of a function, that may be missing is there. */
export function valueIsThere(reader: Reader, node: Expression): Formula {
  const asked = node.kind === "call" ? entryAskedBy(node, reader.condition.dialect) : undefined;
  // What it gives when there is no entry is not documented: it may fail, or give something empty.
  if (asked !== undefined) return any([askedEntry(reader, asked), hasValue(reader, node)]);
  const value = reader.canonical(node);
  return reader.presence(`there is ${printExpression(value)}`, value);
}

/** When a field is missing; nothing when it always has a value. */
export function absenceOfField(
  reader: Reader,
  { operand, field }: Expression & { kind: "select" },
): Absence | undefined {
  const type = reader.typeOf(operand);
  if (type?.kind !== "record") return undefined;
  const { fields = [] } = reader.condition.dialect.records.get(type.name) ?? {};
  return fields.find(({ name }) => name === field)?.missing;
}
