import fc from "fast-check";

/** A condition in CEL, and in SMT-LIB when it is true and when it is false; else it fails. */
export interface Condition {
  readonly cel: string;
  readonly isTrue: string;
  readonly isFalse: string;
}

/**
 * What a condition may ask about, declared for the solver. The items of a list are those below its size; six are
 * enough for what conditions ask of it.
 */
export const declarations = `
  (declare-const text String) (declare-const other String) (declare-const entry String) (declare-const hasEntry Bool)
  (declare-const whole Int) (declare-const more Int) (declare-const flag Bool) (declare-const address Int)
  (declare-const size Int) (declare-const item0 String) (declare-const item1 String) (declare-const item2 String)
  (declare-const item3 String) (declare-const item4 String) (declare-const item5 String)
  (assert (and (<= ${-(2n ** 63n)} whole ${2n ** 63n - 1n}) (<= ${-(2n ** 63n)} more ${2n ** 63n - 1n})))
  (assert (<= 0 size 6))
  (assert (< -1 address ${2n ** 32n + 2n ** 128n}))
`.replaceAll(/ -(\d+)/g, " (- $1)");

/** A value that conditions compare. */
interface Term {
  readonly cel: string;
  readonly smt: string;
  /** When it has a value; always, when left out. */
  readonly isThere?: string;
}

const text: Term = { cel: "x.text", smt: "text" };
const other: Term = { cel: "x.other", smt: "other" };
const entry: Term = { cel: "x.map['k']", smt: "entry", isThere: "hasEntry" };
const first: Term = { cel: "x.list[0]", smt: "item0", isThere: "(> size 0)" };
const second: Term = { cel: "x.list[1]", smt: "item1", isThere: "(> size 1)" };
const whole: Term = { cel: "x.whole", smt: "whole" };
const more: Term = { cel: "x.more", smt: "more" };

/** A condition about values that may have to be there. */
function about(terms: readonly Term[], cel: string, smt: string): Condition {
  const needs = terms.flatMap(({ isThere }) => isThere ?? []);
  const all = (part: string): string => `(and true ${needs.join(" ")} ${part})`;
  return { cel, isTrue: all(smt), isFalse: all(`(not ${smt})`) };
}

function quoted(value: string): string {
  return `"${value}"`;
}

const literals = fc.constantFrom("", "a", "b", "ab", "ba", "abc", "/a", "/a/b", "bb");
const pieces = fc.constantFrom("a", "b", "ab", "/", "ba", "c");
const textTerms = fc.constantFrom(text, text, other, entry, first, second);
const sizes = fc.integer({ min: 0, max: 4 });
const wholes = fc.oneof(fc.integer({ min: -4, max: 5 }).map(BigInt), fc.constantFrom(2n ** 62n));
const relations = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");

function number(value: bigint): string {
  return value < 0n ? `(- ${-value})` : String(value);
}

function related(operator: string, one: string, two: string): string {
  if (operator === "!=") return `(not (= ${one} ${two}))`;
  return `(${operator === "==" ? "=" : operator} ${one} ${two})`;
}

/** Texts are ordered by two relations only. */
function relatedTexts(operator: string, one: string, two: string): string {
  switch (operator) {
    case "==":
    case "!=":
      return related(operator, one, two);
    case "<":
    case "<=":
      return `(str.${operator} ${one} ${two})`;
    default:
      return `(str.${operator === ">" ? "<" : "<="} ${two} ${one})`;
  }
}

/** A regular expression as RE2 and as SMT-LIB write it; it matches whole texts. */
interface Pattern {
  readonly re2: string;
  readonly smt: string;
}

const character = fc.oneof(
  fc
    .constantFrom("a", "b", "c", "/")
    .map((one): Pattern => ({ re2: one, smt: `(str.to_re ${quoted(one)})` })),
  fc.constantFrom(
    { re2: "[ab]", smt: '(re.range "a" "b")' },
    { re2: "[a-c]", smt: '(re.range "a" "c")' },
    { re2: "[^a]", smt: '(re.inter re.allchar (re.comp (str.to_re "a")))' },
    { re2: "(?s:.)", smt: "re.allchar" },
  ),
);

const pattern: fc.Arbitrary<Pattern> = fc.letrec<{ pattern: Pattern }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { arbitrary: character, weight: 4 },
    {
      arbitrary: fc.tuple(tie("pattern"), tie("pattern")).map(([one, two]) => ({
        re2: `${one.re2}${two.re2}`,
        smt: `(re.++ ${one.smt} ${two.smt})`,
      })),
      weight: 4,
    },
    {
      arbitrary: fc.tuple(tie("pattern"), tie("pattern")).map(([one, two]) => ({
        re2: `(?:${one.re2}|${two.re2})`,
        smt: `(re.union ${one.smt} ${two.smt})`,
      })),
      weight: 2,
    },
    {
      arbitrary: fc.tuple(tie("pattern"), fc.constantFrom("*", "+", "?")).map(([one, times]) => ({
        re2: `(?:${one.re2})${times}`,
        smt: `(re.${times === "?" ? "opt" : times} ${one.smt})`,
      })),
      weight: 2,
    },
  ),
})).pattern;

const anywhere = "(re.* re.allchar)";

const ofTexts: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .tuple(textTerms, relations, literals)
    .map(([term, operator, value]) =>
      about(
        [term],
        `${term.cel} ${operator} '${value}'`,
        relatedTexts(operator, term.smt, quoted(value)),
      ),
    ),
  fc
    .tuple(textTerms, relations, textTerms)
    .map(([one, operator, two]) =>
      about(
        [one, two],
        `${one.cel} ${operator} ${two.cel}`,
        relatedTexts(operator, one.smt, two.smt),
      ),
    ),
  fc
    .tuple(textTerms, fc.array(literals, { minLength: 1, maxLength: 3 }))
    .map(([term, values]) =>
      about(
        [term],
        `${term.cel} in [${values.map((value) => `'${value}'`).join(", ")}]`,
        `(or false ${values.map((value) => `(= ${term.smt} ${quoted(value)})`).join(" ")})`,
      ),
    ),
  fc
    .tuple(
      textTerms,
      fc.constantFrom(["startsWith", "prefixof"], ["endsWith", "suffixof"], ["contains", ""]),
      pieces,
    )
    .map(([term, [method = "", name], piece]) =>
      about(
        [term],
        `${term.cel}.${method}('${piece}')`,
        name === ""
          ? `(str.contains ${term.smt} ${quoted(piece)})`
          : `(str.${name} ${quoted(piece)} ${term.smt})`,
      ),
    ),
  fc
    .tuple(textTerms, relations, sizes)
    .map(([term, operator, size]) =>
      about(
        [term],
        `size(${term.cel}) ${operator} ${size}`,
        related(operator, `(str.len ${term.smt})`, String(size)),
      ),
    ),
  fc.tuple(textTerms, pattern, fc.boolean(), fc.boolean()).map(([term, inner, begins, ends]) => {
    const parts = [...(begins ? [] : [anywhere]), inner.smt, ...(ends ? [] : [anywhere])];
    const anyPart = parts.length === 1 ? inner.smt : `(re.++ ${parts.join(" ")})`;
    return about(
      [term],
      `${term.cel}.matches('${begins ? "^" : ""}(?:${inner.re2})${ends ? "$" : ""}')`,
      `(str.in_re ${term.smt} ${anyPart})`,
    );
  }),
);

const ofNumbers: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .tuple(fc.constantFrom(whole, more), relations, wholes)
    .map(([term, operator, value]) =>
      about([term], `${term.cel} ${operator} ${value}`, related(operator, term.smt, number(value))),
    ),
  fc
    .tuple(fc.constantFrom(whole, more), relations, fc.constantFrom(whole, more))
    .map(([one, operator, two]) =>
      about([], `${one.cel} ${operator} ${two.cel}`, related(operator, one.smt, two.smt)),
    ),
  // A sum that is no number of 64 bits is a failure.
  fc
    .tuple(fc.integer({ min: -3, max: 3 }), relations, wholes)
    .map(([added, operator, value]): Condition => {
      const sum = `(+ whole ${number(BigInt(added))})`;
      const fits = `(<= ${number(-(2n ** 63n))} ${sum} ${2n ** 63n - 1n})`;
      const term = { cel: `(x.whole + ${added})`, smt: sum, isThere: fits };
      return about(
        [term],
        `${term.cel} ${operator} ${value}`,
        related(operator, sum, number(value)),
      );
    }),
);

const six = 2n ** 32n;
const ranges = [
  ["10.0.0.0/8", 10n << 24n, 24n],
  ["10.128.0.0/9", (10n << 24n) + (128n << 16n), 23n],
  ["10.1.0.0/16", (10n << 24n) + (1n << 16n), 16n],
  ["0.0.0.0/0", 0n, 32n],
  ["2001:db8::/32", six + (0x20010db8n << 96n), 96n],
  ["::/0", six, 128n],
] as const;

const ofAddresses: fc.Arbitrary<Condition> = fc
  .constantFrom(...ranges)
  .map(([cidr, low, bits]) =>
    about(
      [],
      `inCidrRange(conn.client_ip, '${cidr}')`,
      `(<= ${low} address ${low + (1n << bits) - 1n})`,
    ),
  );

const items = ["item0", "item1", "item2", "item3", "item4", "item5"];

/** That some item of the list is there and something holds for it. */
function some(holds: (item: string) => string): string {
  return `(or ${items.map((item, index) => `(and (> size ${index}) ${holds(item)})`).join(" ")})`;
}

const ofLists: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .tuple(relations, fc.integer({ min: 0, max: 2 }))
    .map(([operator, size]) =>
      about([], `size(x.list) ${operator} ${size}`, related(operator, "size", String(size))),
    ),
  literals.map((value) =>
    about(
      [],
      `'${value}' in x.list`,
      some((item) => `(= ${item} ${quoted(value)})`),
    ),
  ),
  pieces.map((piece) =>
    about(
      [],
      `x.list.exists(v, v.startsWith('${piece}'))`,
      some((item) => `(str.prefixof ${quoted(piece)} ${item})`),
    ),
  ),
  pieces.map((piece) =>
    about(
      [],
      `x.list.all(v, v.contains('${piece}'))`,
      `(not ${some((item) => `(not (str.contains ${item} ${quoted(piece)}))`)})`,
    ),
  ),
);

const atom: fc.Arbitrary<Condition> = fc.oneof(
  { arbitrary: ofTexts, weight: 5 },
  { arbitrary: ofNumbers, weight: 3 },
  { arbitrary: ofAddresses, weight: 2 },
  { arbitrary: ofLists, weight: 2 },
  fc.constant(about([], "x.flag", "flag")),
  fc.constant(about([], "'k' in x.map", "hasEntry")),
);

/** Conditions of a few parts. */
export const condition: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { arbitrary: atom, weight: 3 },
    {
      arbitrary: fc.tuple(tie("condition"), tie("condition")).map(([one, two]) => ({
        cel: `(${one.cel}) && (${two.cel})`,
        isTrue: `(and ${one.isTrue} ${two.isTrue})`,
        isFalse: `(or ${one.isFalse} ${two.isFalse})`,
      })),
      weight: 4,
    },
    {
      arbitrary: fc.tuple(tie("condition"), tie("condition")).map(([one, two]) => ({
        cel: `(${one.cel}) || (${two.cel})`,
        isTrue: `(or ${one.isTrue} ${two.isTrue})`,
        isFalse: `(and ${one.isFalse} ${two.isFalse})`,
      })),
      weight: 3,
    },
    {
      arbitrary: tie("condition").map(({ cel, isTrue, isFalse }) => ({
        cel: `!(${cel})`,
        isTrue: isFalse,
        isFalse: isTrue,
      })),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(tie("condition"), tie("condition"), tie("condition"))
        .map(([of, one, two]) => {
          const chosen = (yes: string, no: string): string =>
            `(or (and ${of.isTrue} ${yes}) (and ${of.isFalse} ${no}))`;
          return {
            cel: `(${of.cel}) ? (${one.cel}) : (${two.cel})`,
            isTrue: chosen(one.isTrue, two.isTrue),
            isFalse: chosen(one.isFalse, two.isFalse),
          };
        }),
      weight: 1,
    },
  ),
})).condition;
