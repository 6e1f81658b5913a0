import fc from "fast-check";
import { isJsonObject, parseJson, type JsonValue } from "@traffic-policy/policy-language";
import { changedDocuments } from "./changed-documents.ts";
import { changedTexts } from "./changed-texts.ts";

const deep = 10_000;

/** JSON for one value that hardly anybody expects anywhere. */
const extremeValues: readonly string[] = [
  "null",
  "true",
  "[]",
  "{}",
  '""',
  "0",
  "-1",
  "1.5",
  "1e999",
  "-0.0",
  "9".repeat(400),
  "18446744073709551616",
  String.raw`"\ud800"`,
  String.raw`"\u0000"`,
  '"__proto__"',
  '"toString"',
  '{"__proto__": {"a": 1}}',
  '{"constructor": 1, "toString": 2, "hasOwnProperty": 3}',
  '{"a": 1, "a": 2}',
  '["a", 1, null, [], {}]',
  JSON.stringify("é😀".repeat(5000)),
  "[".repeat(deep) + "]".repeat(deep),
  `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`,
];

/** Whole files that hardly anybody expects. */
const extremeTexts: readonly string[] = [
  "",
  " \n",
  "\ufeff",
  "\u0000",
  "\ud800",
  "{",
  "[".repeat(deep),
  '{"a":'.repeat(deep),
  "- ".repeat(deep),
  "? ".repeat(1000),
  `${"&a [*a, ".repeat(200)}`,
  "a: &a [1]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: [*b, *b, *b, *b, *b, *b, *b, *b]\n",
  "x".repeat(1_000_000),
  "\n".repeat(100_000),
];

const pieces: readonly string[] = [
  ..."{ } [ ] : , \" ' \\ / . - + 0 1 e null true \\u0000 \\ud800 __proto__ # & * ! | > % @ $ ` ~".split(
    " ",
  ),
  "\u0000",
  "\ud800",
  "\ufeff",
  "\u2028",
  "\n",
  "\r\n",
  "\t",
  "é",
  "😀",
  "https://",
  "1e999",
  "${",
];

/**
 * Texts that come near to what a reader takes, and often miss it: documents with changed parts, texts with
 * changed characters, and extremes.
 *
 * @param seeds - texts that it takes
 */
export function outsideTexts(seeds: readonly string[]): fc.Arbitrary<string> {
  const documents = seeds.flatMap((seed) => parseJson(seed).value ?? []);
  const changed = changedTexts(seeds, pieces);
  return fc.oneof(
    { weight: 10, arbitrary: changed },
    { weight: 1, arbitrary: fc.constantFrom(...extremeTexts) },
    ...(documents.length === 0
      ? []
      : [
          {
            weight: 10,
            arbitrary: changedDocuments(documents, pieces).map((one) => JSON.stringify(one)),
          },
        ]),
  );
}

/** A document as JSON, once for each of its places and each extreme value in it. */
export function* withExtremes(document: JsonValue): Generator<string> {
  const mark = "the extreme value goes here";
  for (const marked of withMark(document, mark)) {
    const [before = "", behind = ""] = JSON.stringify(marked).split(JSON.stringify(mark));
    for (const value of extremeValues) yield before + value + behind;
  }
  for (const text of extremeTexts) yield text;
}

function* withMark(document: JsonValue, mark: string): Generator<JsonValue> {
  yield mark;
  if (Array.isArray(document)) {
    for (const [index, item] of document.entries()) {
      for (const marked of withMark(item as JsonValue, mark)) yield document.with(index, marked);
    }
  } else if (isJsonObject(document)) {
    for (const [key, value] of Object.entries(document)) {
      for (const marked of withMark(value, mark)) yield { ...document, [key]: marked };
    }
    yield { ...document, unknownKey: mark };
  }
}
