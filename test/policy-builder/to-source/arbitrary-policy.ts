import {
  directionsDialect,
  printExpression,
  type Dialect,
  type JsonObject,
} from "@traffic-policy/policy-language";
import fc from "fast-check";
import { anyText } from "../../any-text.ts";
import { arbitraryTree } from "../../policy-language/expression/arbitrary-tree.ts";
import { arbitraryExpression } from "../arbitrary-expression.ts";
import { arbitraryCondition } from "./arbitrary-condition.ts";

const strings = fc.oneof(
  fc.string({ maxLength: 8 }),
  anyText({ maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      "`",
      "\\",
      "${",
      "}",
      "\n",
      "\r",
      "\u2028",
      "\ud800",
      "\0",
      "x",
    ),
    maxLength: 6,
  }),
);

const keys = fc.oneof(strings, fc.constantFrom("__proto__", "constructor", "1", "type", "config"));

function objects<T>(values: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc
    .array(fc.tuple(keys, values), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));
}

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(strings, fc.boolean(), fc.constant(null), fc.integer()),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("json"), { maxLength: 3 }),
    objects(tie("json")),
  ),
}));

const syntax = arbitraryTree.map((tree) => {
  try {
    return printExpression(tree);
  } catch {
    return "half a surrogate pair";
  }
});

const expressions = fc.oneof(
  { arbitrary: arbitraryCondition, weight: 4 },
  { arbitrary: arbitraryExpression.map((one) => one.toString()), weight: 2 },
  syntax,
  strings,
);

/** Config strings, with interpolations in them. */
const texts = fc.oneof(
  strings,
  fc
    .array(
      fc.oneof(
        strings,
        expressions.map((one) => `\${${one}}`),
      ),
      { maxLength: 3 },
    )
    .map((parts) => parts.join("")),
  fc.constantFrom("${conn.client_ip}", "a ${req.method} b", "$${conn.geo.city}", "${'$'}{"),
);

/** The example of an action, with other values in the places of some of its own. */
function varied(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value === "string") return fc.oneof(fc.constant(value), texts, expressions);
  if (Array.isArray(value)) {
    return fc.oneof(fc.tuple(...value.map(varied)), fc.array(texts, { maxLength: 2 }));
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, member]) =>
      fc.tuple(fc.constant(key), varied(member)),
    );
    const same = fc.tuple(...members).map((entries) => Object.fromEntries(entries));
    return fc.oneof(
      { arbitrary: same, weight: 8 },
      fc.tuple(same, objects(json)).map(([one, others]) => ({ ...one, ...others })),
    );
  }
  return fc.oneof({ arbitrary: fc.constant(value), weight: 5 }, json);
}

function actionsOf(dialect: Dialect): fc.Arbitrary<unknown> {
  const known = fc.constantFrom(...dialect.actions.values()).chain(({ type, example }) =>
    fc.oneof(
      fc.constant({ type }),
      { arbitrary: varied(example).map((config) => ({ type, config })), weight: 5 },
      fc.oneof(json, fc.constantFrom({}, null, [])).map((config) => ({ type, config })),
    ),
  );
  return fc.oneof(
    { arbitrary: known, weight: 20 },
    fc.record({ type: strings, config: json }, { noNullPrototype: true }),
    fc.record({ type: strings }, { noNullPrototype: true }),
    json,
  );
}

const rulesOf = (dialect: Dialect): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      arbitrary: fc
        .tuple(
          fc.record(
            {
              name: fc.oneof({ arbitrary: strings, weight: 9 }, json),
              expressions: fc.oneof(
                { arbitrary: fc.array(expressions, { maxLength: 4 }), weight: 9 },
                json,
              ),
            },
            { requiredKeys: [], noNullPrototype: true },
          ),
          fc.oneof({ arbitrary: fc.array(actionsOf(dialect), { maxLength: 3 }), weight: 9 }, json),
          fc.oneof({ arbitrary: fc.constant({}), weight: 9 }, objects(json)),
        )
        .map(([members, list, others]) => ({ ...others, ...members, actions: list })),
      weight: 20,
    },
    json,
  );

const ruleListsOf = (dialect: Dialect): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      // The same rule twice, so that there are parts to give a name to.
      arbitrary: fc
        .tuple(fc.array(rulesOf(dialect), { maxLength: 3 }), fc.boolean())
        .map(([list, twice]) => (twice ? [...list, ...list] : list)),
      weight: 20,
    },
    json,
  );

/** Policy documents of a dialect: right, wrong, and with members that nobody knows. */
export function arbitraryPolicyOf(dialect: Dialect): fc.Arbitrary<JsonObject> {
  const lists = ruleListsOf(dialect);
  const sections = Object.fromEntries([...dialect.sections.keys()].map((name) => [name, lists]));
  return fc
    .tuple(
      fc.record(sections, { requiredKeys: [], noNullPrototype: true }),
      fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, objects(json)),
    )
    .map(([rules, others]) => ({ ...others, ...rules }) as JsonObject);
}

/** The same in the dialect of `inbound` and `outbound` rules. */
export const arbitraryPolicy = arbitraryPolicyOf(directionsDialect);
