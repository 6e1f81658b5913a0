import type { CelInput, CelList, CelValue } from "@bufbuild/cel";
import { sortByKey, type Extensions, type Tools } from "./extension.ts";

export const listExtensions: Extensions = {
  join(tools, list: CelList, separator = "") {
    return [...list].map((item) => textOf(item, tools)).join(separator);
  },
  slice({ library }, list: CelList, start: bigint, end: bigint) {
    if (start < 0n || end > list.size || start > end) {
      throw new Error(`There is no slice from ${start} to ${end} of a list of ${list.size} items.`);
    }
    return library.cel.celList([...list].slice(Number(start), Number(end)));
  },
  flatten(tools, list: CelList, depth = 1n) {
    if (depth < 0n) throw new Error("The depth of flatten() is negative.");
    return tools.library.cel.celList([...flat(list, depth, tools)]);
  },
  sort: (tools, list: CelList) =>
    sorted(
      [...list].map((item) => [item, item]),
      "sort",
      tools,
    ),
  [sortByKey]: (tools, pairs: CelList) =>
    sorted(
      Array.from(pairs as Iterable<CelList>, ([key = null, item = null]) => [key, item]),
      "sortBy",
      tools,
    ),
  distinct({ library, equals }, list: CelList) {
    const found: CelValue[] = [];
    // Texts equal nothing but the same text: most lists are of these.
    const texts = new Set<string>();
    for (const item of list) {
      const isKnown =
        typeof item === "string"
          ? texts.has(item)
          : found.some((one) => typeof one !== "string" && equals(one, item));
      if (isKnown) continue;
      if (typeof item === "string") texts.add(item);
      found.push(item);
    }
    return library.cel.celList(found);
  },
  "lists.range"({ library }, count: bigint) {
    if (count < 0n) throw new Error("lists.range() needs a count that is not negative.");
    if (count > longestRange) {
      throw new Error(`lists.range() is simulated for up to ${longestRange} numbers.`);
    }
    return library.cel.celList(Array.from({ length: Number(count) }, (_none, at) => BigInt(at)));
  },
};

const longestRange = 1_000_000n;

function textOf(item: CelValue, { library }: Tools): string {
  if (typeof item === "string") return item;
  throw new Error(
    `join() needs texts, and there is a value of type ${library.cel.celType(item).name}.`,
  );
}

function* flat(list: CelList, depth: bigint, tools: Tools): Generator<CelValue> {
  for (const item of list) {
    if (depth > 0n && tools.library.cel.isCelList(item)) yield* flat(item, depth - 1n, tools);
    else yield item;
  }
}

/** Sorts items by their keys; the sort is stable. */
function sorted(
  pairs: readonly (readonly [key: CelValue, item: CelValue])[],
  name: string,
  { library, isLess }: Tools,
): CelInput {
  const { celList, celType } = library.cel;
  const [first] = pairs;
  for (const [key] of pairs) {
    const types = [first?.[0] ?? null, key].map((one) => celType(one).name);
    if (types[0] !== types[1]) {
      throw new Error(`${name}() needs values of one type, not of ${types.join(" and ")}.`);
    }
    if (!isOrdered(types[1] ?? "")) {
      throw new Error(`${name}() cannot order values of type ${types[1]}.`);
    }
  }
  const inOrder = pairs.toSorted(([one], [other]) =>
    isLess(one, other) ? -1 : isLess(other, one) ? 1 : 0,
  );
  return celList(inOrder.map(([, item]) => item));
}

const ordered: ReadonlySet<string> = new Set([
  "bool",
  "bytes",
  "double",
  "google.protobuf.Duration",
  "google.protobuf.Timestamp",
  "int",
  "string",
  "uint",
]);

function isOrdered(type: string): boolean {
  return ordered.has(type);
}
