import { printExpression, type Expression } from "@traffic-policy/policy-language";
import { all, always, any, never, not, requires, type Formula, type Subject } from "../formula.ts";
import { failureOf, trueOf } from "../total.ts";
import { Intervals } from "../values/intervals.ts";
import { sizes } from "../values.ts";
import { numberAtom } from "./atoms.ts";
import { countOf, itemsOf, needsOfItems, some, type Items } from "./items.ts";
import type { Meaning, Reader } from "./reader.ts";

type Ask = (value: Meaning) => Formula;

/** Models CEL's `exists`: an item for which the question is true makes up for items for which it fails. */
export function someIs(items: Items, ask: Ask): Formula {
  if (items.from === undefined && items.each.every((item) => item.isKept === always)) {
    return requires(needsOfItems(items), any(items.each.map(({ value }) => ask(value))));
  }
  const found = some(items, ({ value, isKept }) => all([isKept, trueOf(ask(value))]));
  const failed = some(items, ({ value, isKept }) => all([isKept, failureOf(ask(value))]));
  const isKnown = failed === never ? [] : [any([found, not(failed)])];
  return requires([...needsOfItems(items), ...isKnown], found);
}

/** Models `exists_one`: the question may fail for no item. */
export function exactlyOneIs(items: Items, ask: Ask): Formula {
  const one = Intervals.comparedWith("==", 1n);
  const found = countOf(items, ({ value, isKept }) => all([isKept, trueOf(ask(value))]), one);
  const failed = some(items, ({ value, isKept }) => all([isKept, failureOf(ask(value))]));
  return requires([...needsOfItems(items), not(failed)], found);
}

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

export function isIn(reader: Reader, value: Expression, items: Items): Formula {
  const found = someIs(items, (item) => {
    const inner = reader.binding(itemName, item);
    const equal = inner.equals({ kind: "identifier", name: itemName }, value);
    // What the value needs is asked for only once.
    return equal.kind === "requires" && item.written === undefined ? equal.of : equal;
  });
  return requires(reader.needs(value), found);
}

const itemName = "item__";

export function sizeOf(reader: Reader, list: Expression, numbers: Intervals): Formula {
  const items = itemsOf(reader, list);
  return items === undefined
    ? numberAtom(sizeSubject(reader, reader.canonical(list)), numbers)
    : countOf(items, ({ isKept }) => isKept, numbers);
}

export function sizeSubject(reader: Reader, map: Expression): Subject {
  return reader.subject(`size(${printExpression(map)})`, map, sizes, { isSize: true });
}
