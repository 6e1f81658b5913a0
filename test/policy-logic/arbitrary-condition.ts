import fc from "fast-check";

const texts = ["", "a", "ab", "b", "/a", "/a/b"];
const keys = ["k", "l"];
const textTerms = ["x.text", "x.other", "x.maybe", "x.map['k']", "x.map.l", "x.list[0]"];
const wholeTerms = [
  "x.whole",
  "x.more",
  "size(x.text)",
  "x.maybe.size()",
  "size(x.map)",
  "(x.whole + 1)",
  "-x.more",
];

const text = fc.constantFrom(...texts).map((value) => `'${value}'`);
const whole = fc.integer({ min: -2, max: 3 }).map(String);
const real = fc.constantFrom("-1.0", "0.0", "0.5", "2.0");
const relation = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");

function compared(
  terms: fc.Arbitrary<string>,
  literals: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  return fc.oneof(
    fc.tuple(terms, relation, literals).map((parts) => parts.join(" ")),
    fc.tuple(literals, relation, terms).map((parts) => parts.join(" ")),
    fc.tuple(terms, relation, terms).map((parts) => parts.join(" ")),
    fc
      .tuple(terms, fc.array(literals, { maxLength: 3 }))
      .map(([term, items]) => `${term} in [${items.join(", ")}]`),
  );
}

const ofText = fc
  .tuple(
    fc.constantFrom(...textTerms, "x.open"),
    fc.constantFrom("startsWith", "endsWith", "contains"),
    text,
  )
  .map(([term, method, argument]) => `${term}.${method}(${argument})`);

const atom = fc.oneof(
  { arbitrary: compared(fc.constantFrom(...textTerms), text), weight: 4 },
  { arbitrary: compared(fc.constantFrom(...wholeTerms), whole), weight: 4 },
  compared(fc.constant("x.real"), real),
  compared(fc.constant("x.open"), fc.oneof(text, whole)),
  { arbitrary: ofText, weight: 3 },
  fc.constantFrom(...keys).map((key) => `'${key}' in x.map`),
  fc.constantFrom(...keys).map((key) => `has(x.map.${key})`),
  fc.constantFrom(
    "x.flag",
    "x.flag == true",
    "false != x.flag",
    "true",
    "false",
    "size('ab') > 1",
    "'a' in x.list",
    "x.list.exists(item, item == 'a')",
    "x.list == x.list",
    "x.real == x.real",
    "x.open == x.open",
    "x.maybe == x.maybe",
    "x.open == true",
    "x.text == x.other",
    "x.other != x.text",
    "1 + 1 == 2",
    "x.text + 'b' == 'ab'",
  ),
);

const bodies = [
  "a == 'a'",
  "a != 'b'",
  "a.startsWith('a')",
  "int(a) > 0",
  "a == x.text",
  "x.flag",
  "a in x.others",
  "x.others.exists(b, a == b)",
  "!x.others.all(b, a == b || b == 'a')",
  "x.others.exists(b, b == 'a' && a == 'b')",
];

const ofLists = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("x.list", "x.others", "x.list.filter(a, a != 'b')", "['a', x.text]"),
      fc.constantFrom("exists", "all", "exists_one"),
      fc.constantFrom(...bodies),
    )
    .map(([list, macro, body]) => `${list}.${macro}(a, ${body})`),
  fc
    .tuple(fc.constantFrom("a + 'b'", "a", "x.text"), text)
    .map(([made, wanted]) => `${wanted} in x.list.map(a, ${made})`),
  fc
    .tuple(fc.constantFrom("a != 'b'", "a == x.text", "a in x.others"), relation, whole)
    .map(([body, sign, size]) => `size(x.list.filter(a, ${body})) ${sign} ${size}`),
  fc.constantFrom(
    "x.list[1] == 'a'",
    "x.list == ['a']",
    "x.list != ['b', 'a']",
    "x.others[0] in x.list",
    "x.text in x.list",
    "x.list.map(a, size(a)).exists(size, size == 1)",
    "x.list == x.others",
  ),
);

const converted = fc.oneof(
  compared(
    fc.constantFrom(
      "x.whole % 2",
      "x.whole * 2",
      "(3 - x.whole)",
      "x.whole / -2",
      "-x.whole",
      "int(x.real)",
    ),
    whole,
  ),
  compared(fc.constantFrom("double(x.whole)", "double(x.real)"), real),
  compared(
    fc.constantFrom("string(x.whole)", "string(x.flag)", "('a' + x.text)", "(x.text + 'b')"),
    text,
  ),
  fc.constantFrom(
    "bool(x.text)",
    "string(x.flag) == 'true'",
    "string(x.whole) in ['1', '02', '-2']",
  ),
);

/** Conditions about lists, conversions and arithmetic beside others. */
export const richCondition: fc.Arbitrary<string> = conditionOf(
  fc.oneof(
    { arbitrary: ofLists, weight: 5 },
    { arbitrary: converted, weight: 3 },
    { arbitrary: atom, weight: 2 },
  ),
);

/** Small conditions over the variables under `x`. */
export const arbitraryCondition: fc.Arbitrary<string> = conditionOf(atom);

function conditionOf(atoms: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { arbitrary: atoms, weight: 3 },
      {
        arbitrary: fc
          .tuple(tie("condition"), fc.constantFrom("&&", "||"), tie("condition"))
          .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
        weight: 3,
      },
      { arbitrary: tie("condition").map((operand) => `!(${operand})`), weight: 1 },
      {
        arbitrary: fc
          .tuple(tie("condition"), tie("condition"), tie("condition"))
          .map(([condition, one, other]) => `((${condition}) ? (${one}) : (${other}))`),
        weight: 1,
      },
    ),
  })).condition;
}
