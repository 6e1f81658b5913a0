import {
  parseExpression,
  printExpression,
  type Absence,
  type Expression,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import {
  absenceOf,
  getOrAdd,
  isFilledByActions,
  parseType,
  reading,
  variablesOf,
} from "@traffic-policy/policy-language/internal";
import { entryAskedBy, type AskedEntry } from "../canonical.ts";
import { keyOf, type Constant } from "../constant.ts";
import { all, always, any, never, not, type Formula } from "../formula.ts";
import { Intervals } from "../values/intervals.ts";
import { numberAtom } from "./atoms.ts";
import { listAtom, listSubject } from "./items.ts";
import { sizeOf, sizeSubject } from "./lists.ts";
import { hasValue } from "./opaque.ts";
import type { Reader } from "./reader.ts";

const someItems = Intervals.comparedWith(">=", 1n);

export function entry(
  reader: Reader,
  map: Expression,
  key: Expression,
  type = reader.typeOf(map),
): Formula {
  if (map.kind === "map") {
    const isThere = hasKey(reader, map.entries, key);
    if (isThere !== undefined) return isThere ? always : never;
  }
  const value: Expression = {
    kind: "index",
    operand: reader.canonical(map),
    index: reader.canonical(key),
  };
  // A header, cookie or parameter that is there has a value.
  return type?.kind === "map" && type.value.kind === "list"
    ? listAtom(listSubject(reader, value), { kind: "size", sizes: someItems })
    : reader.presence(`there is ${printExpression(value)}`, value);
}

function hasKey(
  reader: Reader,
  entries: readonly { readonly key: Expression }[],
  key: Expression,
): boolean | undefined {
  const text = printExpression(key);
  if (entries.some((one) => printExpression(one.key) === text)) return true;
  const wanted = reader.fold(key);
  const keys = entries.map((one) => reader.fold(one.key));
  if (wanted === undefined || keys.includes(undefined)) return undefined;
  return keys.some((one) => one !== undefined && keyOf(one) === keyOf(wanted));
}

export function askedEntry(
  reader: Reader,
  { map, key, type, maybeIn, isNowhere }: AskedEntry,
): Formula {
  if (isNowhere) return never;
  const isFound = entry(reader, map, key, type);
  // It only finds what the map has.
  return maybeIn === undefined ? isFound : all([isFound, entry(reader, maybeIn, key, type)]);
}

export function item(reader: Reader, { operand, index }: Expression & { kind: "index" }): Formula {
  const place = reader.fold(index);
  if (place?.kind !== "number") {
    return hasValue(reader, { kind: "index", operand, index });
  }
  if (place.value < 0) return never;
  if (operand.kind === "list") return place.value < operand.elements.length ? always : never;
  return sizeOf(reader, operand, Intervals.comparedWith(">", place.value));
}

export function variableIsThere(reader: Reader, variable: VariableDefinition): Formula {
  return getOrAdd(reader.session.variablesThere, variable, () =>
    valueOf(reader.condition.reader, variable),
  );
}

function valueOf(reader: Reader, variable: VariableDefinition): Formula {
  const { name, setBy, firstOf } = variable;
  const node = reading(name);
  // A map that actions fill is empty before they have.
  if (isFilledByActions(variable, reader.condition.dialect)) return always;
  if (setBy !== undefined) return reader.presence(`there is ${name}`, node);
  const absence = absenceOf(variable, reader.condition.dialect);
  if (absence === undefined) return always;
  const there = hasVariable(reader, variable, absence);
  // Nobody says that it has no value then: it may have an empty one.
  if (!absence.isInferred) return there;
  const { absentVariables } = reader.session.answers;
  if (absentVariables !== undefined) return absentVariables === "error" ? there : always;
  return any([
    there,
    firstOf === undefined
      ? isEmpty(reader, variable)
      : reader.flag(`${name} is perhaps empty`, node),
  ]);
}

function isEmpty(reader: Reader, { name, type }: VariableDefinition): Formula {
  const node = reading(name);
  const { kind } = parseType(type);
  if (kind === "list") {
    return listAtom(listSubject(reader, node), { kind: "size", sizes: Intervals.points([0n]) });
  }
  if (kind === "map") {
    const values = sizeSubject(reader, node);
    return numberAtom(values, Intervals.points([0n]));
  }
  if (kind !== "string") return reader.flag(`${name} is empty`, node);
  const empty: Constant = { kind: "text", value: "" };
  const constants = new Map([[keyOf(empty), empty]]);
  const { subject, toTest } = reader.term(node);
  return { kind: "atom", subject, test: toTest({ kind: "one-of", constants }) };
}

export function hasVariable(
  reader: Reader,
  { name, renamedTo, urlPart }: VariableDefinition,
  absence: Absence,
): Formula {
  const node = reading(name);
  const { group, guards = [], isInferred } = absence;
  if (isInferred && reader.session.answers.absentVariables !== undefined) {
    return any(missingTogether(reader, name, group).map((one) => not(isEmpty(reader, one))));
  }
  const implying = guards.flatMap((text) => guard(reader, text));
  const key = `there is ${group ?? renamedTo ?? name}`;
  const more = urlPart && { urlPart: { ...urlPart, key } };
  return any([reader.presence(key, node, more), ...implying]);
}

function missingTogether(
  reader: Reader,
  name: string,
  group: string | undefined,
): readonly VariableDefinition[] {
  return variablesOf(reader.condition.dialect).filter(
    (one) => one.name === name || (group !== undefined && one.missing?.group === group),
  );
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

export function valueIsThere(reader: Reader, node: Expression): Formula {
  const asked = node.kind === "call" ? entryAskedBy(node, reader.condition) : undefined;
  if (asked !== undefined) {
    const { absentValues, absentCookie } = reader.session.answers;
    const answer = asked.isList ? absentValues : absentCookie;
    const isFound = askedEntry(reader, asked);
    // What it gives when there is no entry is not documented: it may fail, or give something empty.
    if (answer === undefined) return any([isFound, hasValue(reader, node)]);
    return answer === "error" ? isFound : always;
  }
  const value = reader.canonical(node);
  return reader.presence(`there is ${printExpression(value)}`, value);
}

export function absenceOfField(
  reader: Reader,
  { operand, field }: Expression & { kind: "select" },
): Absence | undefined {
  const type = reader.typeOf(operand);
  if (type?.kind !== "record") return undefined;
  const { fields = [] } = reader.condition.dialect.records.get(type.name) ?? {};
  return fields.find(({ name }) => name === field)?.missing;
}
