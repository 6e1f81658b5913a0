import fc from "fast-check";
import {
  isJsonObject,
  toPointer,
  type Edit,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { choices, type Choices } from "./choices.ts";

const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("name", "type", "config", "a", "b c", "x-y", "é") },
  fc.constantFrom("10", "", "true", "a: b", "# a", "it's", "__proto__", "~/", "-", '"', "yes"),
);

const word = fc.constantFrom(
  ..."method post && || == != req.url 'a' \"b\" \\ / me me is it or".split(" "),
  "\n",
  ": ",
  " #",
  "{",
  "}",
  ",",
  "é",
  "😀",
  "\ud800",
  "\t",
  "\u2028",
  "- ",
  "?",
  "\n\n",
  "  ",
);

/** Texts as they stand in policies, and worse ones. */
const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.array(word, { maxLength: 6 }).map((words) => words.join(" ")) },
  { weight: 2, arbitrary: fc.array(word, { maxLength: 8 }).map((words) => words.join("")) },
  fc.constantFrom("req.method == 'post' && x == 1", "a\nb\n", "one two\n", "null", "1.5", "", "on"),
);

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.constantFrom(null, true, false, 0, -0, 403, 1.5, 1e21),
);

function members(values: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc
    .uniqueArray(fc.tuple(key, values), { maxLength: 4, selector: ([name]) => name })
    .map((entries) => {
      const object = Object.create(null) as Record<string, JsonValue>;
      for (const [name, value] of entries) object[name] = value;
      return object;
    });
}

const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    members(tie("value")),
  ),
}));

export const documents: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 3, arbitrary: members(value) },
  fc.array(value, { maxLength: 5 }),
  members(fc.array(members(value), { maxLength: 3 })),
);

/** Edits of places that are there, most of them; a few fixes, each with a few edits. */
export function fixesOf(document: JsonValue): fc.Arbitrary<{ readonly edits: Edit[] }[]> {
  const places = [...placesOf(document, [])];
  const edit = fc
    .record({ place: fc.constantFrom(...places), choices, text, value, key })
    .map((made) => editOf(made));
  const fix = fc.record({ edits: fc.array(edit, { minLength: 1, maxLength: 2 }) });
  return fc.array(fix, { minLength: 1, maxLength: 4 });
}

type Place = readonly [path: string, value: JsonValue];

function editOf(made: {
  readonly place: Place;
  readonly choices: Choices;
  readonly text: string;
  readonly value: JsonValue;
  readonly key: string;
}): Edit {
  const [path, before] = made.place;
  switch (made.choices.below(6)) {
    case 0:
      return { path, value: made.value };
    case 1:
      return { path, key: made.key };
    case 2:
      return { path, remove: true };
    case 3:
      if (isJsonObject(before)) return { path: path + toPointer([made.key]), value: made.value };
      if (Array.isArray(before)) return { path, items: [made.value, made.text] };
      break;
    default:
  }
  if (typeof before !== "string") return { path, remove: true };
  const start = made.choices.below(before.length + 1);
  const end = start + made.choices.below(before.length - start + 1);
  return { path, span: { start, end }, text: made.text };
}

function* placesOf(document: JsonValue, keys: readonly (string | number)[]): Generator<Place> {
  yield [toPointer(keys), document];
  if (!Array.isArray(document) && !isJsonObject(document)) return;
  for (const [name, below] of Object.entries(document)) yield* placesOf(below, [...keys, name]);
}
