import {
  parseExpression,
  printExpression,
  type Expression,
  type Overload,
  type TextForm,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import {
  offsetOfTimestamp,
  reading,
  variableNamed,
} from "@traffic-policy/policy-language/internal";
import { entryAskedBy } from "../canonical.ts";
import { always, type Test, type Values } from "../formula.ts";
import { testOfItem } from "../relations/items.ts";
import { allAddresses } from "../values/addresses.ts";
import { Intervals } from "../values/intervals.ts";
import { timeParts } from "../values/times.ts";
import { numbersBetween, valuesOfType } from "../values.ts";
import { affixed, numberInText } from "./conversions.ts";
import { functionOf } from "./functions.ts";
import { itemExpression, itemsOf, listSubject } from "./items.ts";
import { sizeSubject } from "./lists.ts";
import type { Reader } from "./reader.ts";
import { remainder, shifted } from "./steps.ts";
import { ofNumbers, pointsOf, sizedOperand, unchanged, type Term } from "./term.ts";

export function termOf(reader: Reader, node: Expression): Term {
  const variable = reader.condition.variableAt(node, reader.bound);
  const known = variable && reader.session.variables.get(variable);
  if (known !== undefined) return known;
  const current = variable && sameToday(reader, variable);
  const term = current && headerTerm(reader, current);
  const found = term ?? derivedTerm(reader, node) ?? ownTerm(reader, node, current);
  if (variable !== undefined) reader.session.variables.set(variable, found);
  return found;
}

function derivedTerm(reader: Reader, node: Expression): Term | undefined {
  return (
    sizeTerm(reader, node) ??
    timePart(reader, node) ??
    shifted(reader, node) ??
    remainder(reader, node) ??
    numberInText(reader, node) ??
    affixed(reader, node) ??
    itemTerm(reader, node)
  );
}

/** Returns a term for a value with no known source: it is its own subject. */
function ownTerm(reader: Reader, node: Expression, current: VariableDefinition | undefined): Term {
  const value = reader.canonical(current === undefined ? node : reading(current.name));
  const { form, urlPart } = current ?? {};
  const key = printExpression(value);
  const range = current === undefined ? rangeOf(reader, node) : current.range;
  const ofRange = range === undefined ? valuesOf(reader, node, form) : numbersBetween(range);
  const values = drawnFrom(reader, node) ?? ofRange;
  const subject = reader.subject(key, value, values, {
    ...(form && { form }),
    ...(range && { isInRange: true }),
    ...(urlPart && { urlPart: { ...urlPart, key } }),
    ...reader.varies(node),
  });
  return { subject, values: subject.values, toTest: unchanged, isItself: true };
}

/**
 * Returns the variable under its current name when both certainly have the same value; otherwise the variable itself.
 */
function sameToday(reader: Reader, variable: VariableDefinition): VariableDefinition {
  const { renamedTo, type, unsure } = variable;
  if (renamedTo === undefined || unsure !== undefined) return variable;
  const current = variableNamed(reader.condition.dialect, reading(renamedTo));
  return current?.type === type ? current : variable;
}

function sizeTerm(reader: Reader, node: Expression): Term | undefined {
  const operand = sizedOperand(node);
  if (operand === undefined) return undefined;
  const values = valuesOfType({ kind: "int" });
  if (reader.kindOf(operand) === "string") {
    const { subject, toTest } = reader.term(operand);
    return {
      subject,
      values,
      toTest: (test) => toTest({ kind: "text", test: { kind: "size", sizes: pointsOf(test) } }),
    };
  }
  const items = itemsOf(reader, operand);
  if (items?.from === undefined) {
    const subject = sizeSubject(reader, reader.canonical(operand));
    return { subject, values: subject.values, toTest: ofNumbers, isItself: true };
  }
  const {
    from: { subject },
    each,
  } = items;
  const kept = each[0]?.isKept ?? always;
  const toTest = (test: Test): Test => {
    const numbers = pointsOf(test);
    return {
      kind: "list",
      test:
        kept === always
          ? { kind: "size", sizes: numbers }
          : { kind: "count", formula: kept, numbers },
    };
  };
  return { subject, values, toTest };
}

function timePart(reader: Reader, node: Expression): Term | undefined {
  if (node.kind !== "call" || node.target === undefined || node.arguments.length > 0) {
    return undefined;
  }
  const { name, target } = node;
  if (!(name in timeParts) || reader.kindOf(target) !== "timestamp") return undefined;
  const isInUtc = reader.session.answers.timestampOffset === "dropped";
  if (!isInUtc && mayHaveOffset(reader, target)) return undefined;
  const { subject, toTest } = reader.term(target);
  // The parts of a time that is moved are not those of the time.
  if (toTest !== unchanged) return undefined;
  return {
    subject,
    values: valuesOfType({ kind: "int" }),
    toTest: (test) => ({ kind: "time-part", name, numbers: pointsOf(test) }),
  };
}

function mayHaveOffset(reader: Reader, time: Expression): boolean {
  const written = reader.writtenFor(time);
  if (written !== undefined) return mayHaveOffset(written.reader, written.node);
  if (reader.condition.variableAt(time, reader.bound) !== undefined) return false;
  if (time.kind === "binary") {
    const isTime = (node: Expression): boolean => reader.kindOf(node) !== "duration";
    return [time.left, time.right].some((node) => isTime(node) && mayHaveOffset(reader, node));
  }
  const [from] = time.kind === "call" && time.name === "timestamp" ? time.arguments : [];
  if (from === undefined) return true;
  const kind = reader.kindOf(from);
  if (kind !== "string") return kind !== "int" && mayHaveOffset(reader, from);
  // It is documented to be in UTC.
  if (reader.condition.variableAt(from, reader.bound)?.name === "time.now") return false;
  const text = reader.fold(from);
  return text?.kind !== "text" || offsetOfTimestamp(String(text.value)) !== 0;
}

function itemTerm(reader: Reader, node: Expression): Term | undefined {
  const fields: string[] = [];
  let inner = node;
  for (; inner.kind === "select" && reader.kindOf(inner.operand) === "record";) {
    fields.unshift(inner.field);
    inner = inner.operand;
  }
  const place = placeOf(reader, inner);
  if (place === undefined) return undefined;
  const { list, index, isPerhapsEmpty } = place;
  const items = itemsOf(reader, list);
  if (items?.from === undefined) {
    const element = list.kind === "list" ? list.elements[index] : undefined;
    return element && fields.length === 0 ? reader.term(element) : undefined;
  }
  const [item] = items.each;
  if (item === undefined || item.isKept !== always || item.value.written) return undefined;
  const type = reader.typeOf(list);
  if (type?.kind !== "list") return undefined;
  const path = fields.reduce<Expression>(
    (operand, field) => ({ kind: "select", operand, field }),
    itemExpression(type.element),
  );
  const values = valuesOfType(reader.typeOf(node));
  return firstTerm(reader, items.from.subject, { path, values, index, isPerhapsEmpty });
}

function firstTerm(
  reader: Reader,
  subject: Term["subject"],
  {
    path,
    values,
    index,
    isPerhapsEmpty,
  }: { path: Expression; values: Values; index: number; isPerhapsEmpty: boolean },
): Term {
  const item = {
    index,
    subject: reader.subject(printExpression(path), path, values),
    isPerhapsEmpty,
  };
  return { subject, values, toTest: (test) => testOfItem(item, test), item };
}

interface Place {
  readonly list: Expression;
  readonly index: number;
  /** True when the value may be asked for where there is none, and is then empty. */
  readonly isPerhapsEmpty: boolean;
}

function placeOf(reader: Reader, node: Expression): Place | undefined {
  if (node.kind === "call") {
    const asked = entryAskedBy(node, reader.condition);
    if (asked?.form !== "get" || asked.isList) return undefined;
    const list: Expression = { kind: "index", operand: asked.map, index: asked.key };
    return { list, index: 0, isPerhapsEmpty: true };
  }
  if (node.kind !== "index") return undefined;
  const index = reader.fold(node.index);
  const isPlace = index?.kind === "number" && typeof index.value === "bigint" && index.value >= 0n;
  return isPlace && index.value <= mostIndex
    ? { list: node.operand, index: Number(index.value), isPerhapsEmpty: false }
    : undefined;
}

const mostIndex = 100n;

function headerTerm(reader: Reader, { firstOf }: VariableDefinition): Term | undefined {
  const parsed = firstOf === undefined ? undefined : parseExpression(firstOf);
  if (parsed?.ok !== true) return undefined;
  const { reader: outer } = reader.condition;
  return firstTerm(outer, listSubject(outer, outer.canonical(parsed.tree)), {
    path: itemExpression({ kind: "string" }),
    values: valuesOfType({ kind: "string" }),
    index: 0,
    isPerhapsEmpty: true,
  });
}

function valuesOf(reader: Reader, node: Expression, form: TextForm | undefined): Values {
  const values = valuesOfType(reader.typeOf(node));
  const { text } = values;
  if (text === undefined) return values;
  switch (form) {
    case "ip-address":
      return { text: text.where({ kind: "in-ranges", addresses: allAddresses }, true) };
    case "scheme":
      return { text: text.where({ kind: "one-of", texts: new Set(["http", "https"]) }, true) };
    case "country-code":
      return { text: text.where({ kind: "country-code" }, true) };
    default:
      return values;
  }
}

function drawnFrom(reader: Reader, node: Expression): Values | undefined {
  if (node.kind !== "call") return undefined;
  if (functionOf(node, reader.condition.dialect)?.source !== "random") return undefined;
  const [least, most] = node.arguments.map((one) => reader.fold(one)?.value);
  if (reader.kindOf(node) === "double") {
    const points = Intervals.between(0, 1);
    return { number: { points, isWhole: false, hasNotANumber: false } };
  }
  return typeof least === "bigint" && typeof most === "bigint" && least <= most
    ? numbersBetween([least, most])
    : undefined;
}

function rangeOf(reader: Reader, node: Expression): Overload["range"] {
  if (node.kind !== "call" || node.target === undefined) return undefined;
  const kind = reader.kindOf(node.target);
  const { durationMilliseconds } = reader.session.answers;
  if (durationMilliseconds === "whole" && kind === "duration" && node.name === "getMilliseconds") {
    return undefined;
  }
  const overloads = functionOf(node, reader.condition.dialect)?.overloads ?? [];
  const { length } = node.arguments;
  return overloads.find(
    ({ range, target, parameters }) =>
      range !== undefined && target === kind && parameters.length === length,
  )?.range;
}
