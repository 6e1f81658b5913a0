import { printExpression, type Expression } from "@traffic-policy/policy-language";
import { all, always, any, never, not, requires, type Formula, type Subject } from "../formula.ts";
import { failureOf, trueOf } from "../total.ts";
import { Intervals } from "../values/intervals.ts";
import { sizes } from "../values.ts";
import { numberAtom } from "./atoms.ts";
import { countOf, itemsOf, needsOfItems, some, type Items } from "./items.ts";
import type { Meaning, Reader } from "./reader.ts";

type Ask = (value: Meaning) => Formula;

/** Some item is as asked, as CEL's `exists` has it: one that is makes up for others that fail. */
export function someIs(items: Items, ask: Ask): Formula {
  if (items.from === undefined && items.each.every((item) => item.isKept === always)) {
    return requires(needsOfItems(items), any(items.each.map(({ value }) => ask(value))));
  }
  const found = some(items, ({ value, isKept }) => all([isKept, trueOf(ask(value))]));
  const failed = some(items, ({ value, isKept }) => all([isKept, failureOf(ask(value))]));
  const isKnown = failed === never ? [] : [any([found, not(failed)])];
  return requires([...needsOfItems(items), ...isKnown], found);
}

/** Exactly one item is as asked; the question may fail for none of them. */
export function exactlyOneIs(items: Items, ask: Ask): Formula {
  const one = Intervals.comparedWith("==", 1n);
  const found = countOf(items, ({ value, isKept }) => all([isKept, trueOf(ask(value))]), one);
  const failed = some(items, ({ value, isKept }) => all([isKept, failureOf(ask(value))]));
  return requires([...needsOfItems(items), not(failed)], found);
}

/** `list == [a, b]`. */
export function equalsList(
  reader: Reader,
  list: Expression,
  written: Expression & { kind: "list" },
): Formula {
  const { elements } = written;
  const hasSize = sizeOf(reader, list, Intervals.comparedWith("==", BigInt(elements.length)));
  const needs = [...reader.needs(list), ...reader.needs(written)];
  if (elements.length === 0) return requires(needs, hasSize);
  const equal = elements.map((element, index) =>
    trueOf(reader.equals({ kind: "index", operand: list, index: wholeLiteral(index) }, element)),
  );
  return requires(needs, all([hasSize, ...equal]));
}

function wholeLiteral(value: number): Expression {
  return { kind: "literal", type: "int", value: BigInt(value) };
}

/** `value in list`, where the list is not one of constants. */
export function isIn(reader: Reader, value: Expression, items: Items): Formula {
  const found = someIs(items, (item) => {
    const inner = reader.binding(itemName, item);
    const equal = inner.equals({ kind: "identifier", name: itemName }, value);
    // What the value needs is asked for only once.
    return equal.kind === "requires" && item.written === undefined ? equal.of : equal;
  });
  return requires(reader.needs(value), found);
}

/** A name that nobody writes. */
const itemName = "item__";

/** How many items a list has, or a map entries, is in a set. */
export function sizeOf(reader: Reader, list: Expression, numbers: Intervals): Formula {
  const items = itemsOf(reader, list);
  return items === undefined
    ? numberAtom(sizeSubject(reader, reader.canonical(list)), numbers)
    : countOf(items, ({ isKept }) => isKept, numbers);
}

/** How many entries a map has, or items something that may be a list. */
export function sizeSubject(reader: Reader, map: Expression): Subject {
  return reader.subject(`size(${printExpression(map)})`, map, sizes, { isSize: true });
}
