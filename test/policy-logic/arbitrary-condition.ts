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

/** Small conditions over the variables under `x`. */
export const arbitraryCondition: fc.Arbitrary<string> = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { arbitrary: atom, weight: 3 },
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
