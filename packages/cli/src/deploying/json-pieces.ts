import { serialize } from "@traffic-policy/policy-language";

/**
 * The lines of an object as JSON, in pieces: each item of its lists is one. As a whole they are what
 * `serialize` writes with an indentation of two, but of ten thousand targets that takes much memory.
 *
 * @param object - its lists may be anything that can be iterated, and what is `undefined` is left out
 */
export function* jsonPieces(object: Readonly<Record<string, unknown>>): Generator<string> {
  let separator = "{\n";
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${separator}  ${JSON.stringify(key)}: `;
    if (isList(value)) yield* listPieces(value);
    else yield indented(value, "  ");
    separator = ",\n";
  }
  yield separator === "{\n" ? "{}\n" : "\n}\n";
}

function* listPieces(list: Iterable<unknown>): Generator<string> {
  let isEmpty = true;
  for (const item of list) {
    yield `${isEmpty ? "[" : ","}\n    ${indented(item, "    ")}`;
    isEmpty = false;
  }
  yield isEmpty ? "[]" : "\n  ]";
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

// A line break in JSON is never inside of a string.
function indented(value: unknown, by: string): string {
  return serialize(value, 2).replaceAll("\n", `\n${by}`);
}
