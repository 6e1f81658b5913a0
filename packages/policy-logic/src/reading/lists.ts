import {
  isMacro,
  printExpression,
  type Binary,
  type Expression,
} from "@traffic-policy/policy-language";
import { firstIndex } from "../canonical.ts";
import { all, always, any, never, not, requires, type Formula, type Subject } from "../formula.ts";
import { Intervals } from "../values/intervals.ts";
import { sizes } from "../values/values.ts";
import { numberAtom } from "./atoms.ts";
import { opaque } from "./opaque.ts";
import type { Reader } from "./reader.ts";

/** `list == []`: how many items it has; what they are is not looked at. */
export function equalsList(
  reader: Reader,
  node: Binary,
  list: Expression,
  items: readonly Expression[],
): Formula {
  const { length, 0: first } = items;
  if (length === 1 && first !== undefined && reader.session.isForExamples) {
    return ofOnlyItem(reader, list, (item) => reader.equals(item, first));
  }
  const hasSize = sizeOf(reader, list, Intervals.comparedWith("==", BigInt(length)));
  if (length === 0) return requires(reader.needs(list), hasSize);
  const equal = opaque(reader, { ...node, operator: "==" });
  const inner = equal.kind === "requires" ? equal.of : equal;
  return requires([...reader.needs(node.left), ...reader.needs(node.right)], all([hasSize, inner]));
}

/** What is asked of the items of a list, where there is at most one. */
export function ofOnlyItem(
  reader: Reader,
  list: Expression,
  ask: (item: Expression) => Formula,
  quantifier: "exists" | "all" = "exists",
): Formula {
  const isEmpty = sizeOf(reader, list, Intervals.comparedWith("==", 0n));
  return {
    kind: "choice",
    condition: requires(reader.needs(list), isEmpty),
    whenTrue: quantifier === "all" ? always : never,
    whenFalse: ask({ kind: "index", operand: list, index: firstIndex }),
  };
}

/** A list that something is found in is not empty. */
export function withItems(
  reader: Reader,
  found: Formula,
  list: Expression,
  ...others: readonly Formula[]
): Formula {
  const hasItems = sizeOf(reader, list, Intervals.comparedWith(">=", 1n));
  if (found.kind !== "requires") return all([hasItems, ...others, found]);
  return requires(found.needs, all([hasItems, ...others, found.of]));
}

/** How many items a list has, or a map entries, is in a set. */
export function sizeOf(reader: Reader, list: Expression, numbers: Intervals): Formula {
  if (list.kind === "list") return numbers.includes(list.elements.length) ? always : never;
  const atom = numberAtom(sizeSubject(reader, reader.canonical(list)), numbers);
  if (list.kind !== "call" || list.target === undefined || !isMacro(list)) return atom;
  // Where there is nothing, nothing is left and nothing is made.
  if (list.name === "map" && list.arguments.length === 2) {
    return sizeOf(reader, list.target, numbers);
  }
  const isEmpty = sizeOf(reader, list.target, Intervals.comparedWith("==", 0n));
  return numbers.includes(0) ? any([isEmpty, atom]) : all([not(isEmpty), atom]);
}

export function sizeSubject(reader: Reader, list: Expression): Subject {
  return reader.subject(`size(${printExpression(list)})`, list, sizes, { isSize: true });
}
