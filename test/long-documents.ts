import fc from "fast-check";
import { stringify } from "yaml";

/** Longer than what is parsed as a whole. */
const long = "x".repeat(20_001);

const words = fc.constantFrom(
  "",
  "a",
  "Größe 📏",
  "req.host == 'a' && req.method == 'GET' || !(req.path == '/b')",
  'says "no": yes',
  "# no comment",
  "- a",
  "{",
  "]",
  "a: b",
  "inbound:",
  "\\",
  "two\nlines",
  "two\n\n  lines\n",
  "\ttab",
  "null",
  "12",
  "---",
  "&a",
  "*a",
  "it's",
);

const rule = fc.record(
  {
    name: words,
    expressions: fc.array(words, { maxLength: 3 }),
    actions: fc.array(
      fc.record(
        { type: words, config: fc.dictionary(fc.constantFrom("a", "b c", "ä", "-"), words) },
        { requiredKeys: ["type"] },
      ),
      { maxLength: 2 },
    ),
    "x-number": fc.constantFrom(1, true, null, [], {}, [[]], -1.5),
  },
  { requiredKeys: [] },
);

const policy = fc
  .record({
    inbound: fc.array(rule, { minLength: 1, maxLength: 4 }),
    outbound: fc.array(rule, { minLength: 1, maxLength: 3 }),
    where: fc.nat(),
  })
  .map(({ inbound, outbound, where }) => {
    const rules: object[] = [...inbound];
    rules.splice(where % (rules.length + 1), 0, { name: long });
    return { inbound: rules, outbound };
  });

export type Language = "json" | "yaml";

interface Written {
  readonly language: Language;
  readonly text: string;
}

const indentations = fc.constantFrom(undefined, 1, 2, "\t");

const inJson: fc.Arbitrary<Written> = fc.record({
  language: fc.constant("json"),
  text: fc
    .tuple(policy, indentations, fc.boolean(), fc.boolean())
    .map(([value, indentation, isEscaped, isCrlf]) => {
      let text = JSON.stringify(value, undefined, indentation);
      if (isEscaped) text = text.replaceAll("ö", "\\u00f6").replaceAll("/", "\\/");
      if (isCrlf) text = text.replaceAll("\n", "\r\n");
      return text;
    }),
});

/** Those in YAML. */
export const inYaml: fc.Arbitrary<Written> = fc.record({
  language: fc.constant("yaml"),
  text: fc
    .record({
      value: policy,
      style: fc.constantFrom(
        "PLAIN" as const,
        "QUOTE_SINGLE" as const,
        "QUOTE_DOUBLE" as const,
        "BLOCK_LITERAL" as const,
        "BLOCK_FOLDED" as const,
      ),
      indentation: fc.integer({ min: 1, max: 4 }),
      lineWidth: fc.constantFrom(20, 80, 0),
      isLeft: fc.boolean(),
      lineBreak: fc.constantFrom("\n", "\r\n"),
      alias: fc.constantFrom("", "*x"),
      comment: fc.constantFrom("", "# ä\n", "\n\n"),
    })
    .map(({ value, style, indentation, lineWidth, isLeft, lineBreak, comment, alias }) => {
      const text = stringify(value, {
        defaultStringType: style,
        defaultKeyType: "PLAIN",
        indent: indentation,
        lineWidth,
        indentSeq: !isLeft,
      });
      const [first = ""] = alias === "" ? [] : (/(?<=: )a$/m.exec(text) ?? []);
      const named =
        first === "" ? text : text.replace(/(?<=: )a$/m, "&x a").replaceAll(/(?<=- )a$/gm, alias);
      const commented = named.replaceAll(/^outbound/gm, `${comment}outbound`);
      return commented.replaceAll("\n", lineBreak);
    }),
});

/** Long documents, each in some of the ways in which it can be written. */
export const written = fc.oneof(inJson, inYaml);

const pieces = fc.constantFrom(
  ..."\" ' { } [ ] , : # & * ! | > - \\ \t \n".split(" "),
  " ",
  "\r\n",
  "\n  ",
  "\n- ",
  "\n  - ",
  "\n  ",
  "\ninbound:\n",
  '"a": [],',
  ": ",
  " #",
  "|\n",
  "---\n",
  "\n---\n",
  "...\n",
  "{}",
  ", {}",
  "&a ",
  "*a",
  "? ",
);

/** What somebody may type, or delete. */
export const damages = fc.array(
  fc.record({ at: fc.nat(), remove: fc.nat({ max: 6 }), piece: pieces }),
  {
    minLength: 1,
    maxLength: 3,
  },
);

export type Damage = typeof damages extends fc.Arbitrary<infer T> ? T : never;

/** The text with damage, nearly all of which is outside of what makes it long. */
export function damaged(text: string, damage: Damage): string {
  let now = text;
  for (const { at, remove, piece } of damage) {
    const filling = now.indexOf(long);
    const places = now.length - long.length + 10;
    let start = at % places;
    if (start > filling + 5) start += long.length - 10;
    now = now.slice(0, start) + piece + now.slice(start + remove);
  }
  return now;
}
