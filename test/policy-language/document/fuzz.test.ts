import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import {
  compare,
  isJsonObject,
  parseJson,
  serialize,
  toPointer,
  type JsonValue,
  type ParsedDocument,
  type Span,
} from "@traffic-policy/policy-language";
import { describeDocumentError } from "@traffic-policy/policy-language/internal";
import { parseYaml } from "@traffic-policy/policy-language/yaml";
import { changedTexts } from "../../fuzz/changed-texts.ts";
import { seeded } from "../../seeded.ts";

const runs = 1000;
const long = 30_000;
const longest = 2000;

const jsonSeeds = [
  '{"inbound": [{"name": "a\\u0026b", "expressions": ["x == \\"1\\"", ""], "actions": [{"type": "deny", "config": {"status_code": 403}}]}]}',
  '[1, -2.5e+10, 12345678901234567890, true, false, null, "\\ud83d\\ude00\\n", {"__proto__": {}, "10": 1, "2": 2}]',
  '\ufeff{\r\n  "a": [],\r\n  "a": {"b": [[[]]]}\r\n}',
];

const yamlSeeds = [
  'inbound:\n  - name: a\n    expressions:\n      - |\n        x == 1 &&\n          y\n      - >-\n        folded text\n        on two lines\n\n          deeper\n    actions: [{type: deny, "config": {status_code: 403}}]\n',
  "a: &x {b: [1, .5, 0x1F, ~]}\nc: *x\n'it''s': \"\\ud800\\x41 \\\n  b\n\n  c\"\nd: plain\n  on two\n\n  lines\n? e\n: !!str 1\n",
  "%YAML 1.2\n---\r\n- |2+\r\n   x\r\n  y\r\n\r\n- >1\n  z\n- ''\n- \"\"\n...\n# end\n",
  ...jsonSeeds,
];

const json = [
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  "\\u12",
  "\\ud800",
  "-",
  "0",
  "e",
  ".",
  "/*",
  "tru",
  "\ufeff",
];
const yaml = [
  "'",
  "|",
  ">",
  "|2-\n",
  "- ",
  "? ",
  ": ",
  " #",
  "&a ",
  "*a",
  "!!int ",
  "!",
  "<<: ",
  "---\n",
  "...\n",
  "%",
  "~",
  "\t",
  "''",
  "\\\n",
];
const any = [
  "\n",
  "\r\n",
  "\n  ",
  " ",
  "a",
  "\ud800",
  "😀",
  "\u0000",
  "\u2028",
  "[[[[[[[[",
  '{"a":',
];

/** A text of the pieces, or one of the seeds with some of its parts changed. */
function texts(seeds: readonly string[], pieces: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 }));
  const random = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(""));
  return fc
    .oneof({ weight: 3, arbitrary: changedTexts(seeds, pieces) }, random)
    .map((text) => text.slice(0, longest));
}

const slowest = { text: "", milliseconds: 0 };
let count = 0;

afterAll(() => {
  const { text, milliseconds } = slowest;
  console.log(
    `Of ${count} texts the slowest took ${milliseconds.toFixed(1)} ms: ${JSON.stringify(text.slice(0, 200))}`,
  );
});

test("any text is read as JSON, or its errors have a place in it", () => {
  seeded(
    fc.property(texts(jsonSeeds, [...json, ...any]), (text) => {
      expect([
        ...faultsOf(
          text,
          timed(text, () => parseJson(text)),
        ),
      ]).toEqual([]);
    }),
    runs,
    long,
  );
});

test("any text is read as YAML, or its errors have a place in it", () => {
  seeded(
    fc.property(texts(yamlSeeds, [...json, ...yaml, ...any]), (text) => {
      expect([
        ...faultsOf(
          text,
          timed(text, () => parseYaml(text)),
        ),
      ]).toEqual([]);
    }),
    runs,
    long,
  );
});

test("what is JSON means the same as YAML, if YAML takes it", () => {
  seeded(
    fc.property(texts(jsonSeeds, [...json, ...any]), (text) => {
      const [asJson, asYaml] = [parseJson(text), parseYaml(text)];
      const isBoth = asJson.errors.length === 0 && asYaml.errors.length === 0;
      const [one, other] = isBoth ? [asJson.value, asYaml.value] : [];
      expect(compare(one ?? null, other ?? null).state).toBe("identical");
    }),
    runs / 2,
    long / 3,
  );
});

function timed(text: string, parse: () => ParsedDocument): ParsedDocument {
  const start = performance.now();
  const parsed = parse();
  const milliseconds = performance.now() - start;
  count += 1;
  if (milliseconds > slowest.milliseconds) Object.assign(slowest, { text, milliseconds });
  return parsed;
}

/** What is wrong with what was made of a text. */
function* faultsOf(
  text: string,
  { value, errors, positions }: ParsedDocument,
): Generator<object | string> {
  for (const error of errors) {
    if (!isInside(text, error.span)) yield { error };
    if (error.first !== undefined && !isInside(text, error.first)) yield { error };
    if (!describeDocumentError(error).message.endsWith(".")) yield { error };
  }
  if (errors.some(({ code }) => code !== "duplicate-key")) {
    if (value !== undefined) yield "there is a value in spite of an error";
    return;
  }
  const written = serialize(value);
  if (serialize(parseJson(written).value) !== written) yield { written };
  for (const [pointer, part] of partsOf(value ?? null, [])) {
    for (const span of [positions.key(pointer), positions.value(pointer)]) {
      if (!isInside(text, span)) yield { pointer, span };
    }
    const units = typeof part === "string" ? part.length : 0;
    for (let unit = 0; unit < units; unit++) {
      const span = positions.within(pointer, { start: unit, end: unit + 1 });
      if (!isInside(text, span) || !standsFor(text.slice(span.start, span.end), String(part)[unit]))
        yield { pointer, part, unit, span };
    }
  }
}

function* partsOf(
  value: JsonValue,
  keys: readonly (string | number)[],
): Generator<[pointer: string, value: JsonValue]> {
  yield [toPointer(keys), value];
  if (!Array.isArray(value) && !isJsonObject(value)) return;
  for (const [key, member] of Object.entries(value)) yield* partsOf(member, [...keys, key]);
}

/** A unit is written as it is, as an escape, or as a line break; or it is one at the file's end. */
function standsFor(written: string, unit: string | undefined): boolean {
  return written === unit || /^(?:\\.+|''|\r?\n|)$/s.test(written);
}

function isInside(text: string, span: Span | undefined): span is Span {
  return span !== undefined && 0 <= span.start && span.start <= span.end && span.end <= text.length;
}
