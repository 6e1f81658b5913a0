import { keyOf, type Constant } from "../constant.ts";
import type { Atom, ItemOf, Test, Values } from "../formula.ts";
import { narrow } from "../values.ts";

export function testOfItem({ index, subject, isPerhapsEmpty }: ItemOf, test: Test): Test {
  const formula: Atom = { kind: "atom", subject, test };
  const empty = isPerhapsEmpty ? narrow(subject.values, isOnly(emptyText), true) : undefined;
  const otherwise = empty && { otherwise: narrow(empty, test, true) !== undefined };
  return { kind: "list", test: { kind: "item", index, formula, ...otherwise } };
}

export function testOfValue(item: ItemOf, { test }: Atom): Test | undefined {
  if (test.kind !== "list" || test.test.kind !== "item") return undefined;
  const { index, formula, otherwise } = test.test;
  const isSame =
    index === item.index &&
    (otherwise !== undefined) === item.isPerhapsEmpty &&
    formula.kind === "atom" &&
    formula.subject.key === item.subject.key;
  return isSame ? formula.test : undefined;
}

export function isOnly(constant: Constant): Test {
  return { kind: "one-of", constants: new Map([[keyOf(constant), constant]]) };
}

const emptyText: Constant = { kind: "text", value: "" };

export function onlyValue(values: Values, constant: Constant): Values | undefined {
  return narrow(values, isOnly(constant), true);
}
