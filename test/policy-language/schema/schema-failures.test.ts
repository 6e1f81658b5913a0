import { Type } from "@sinclair/typebox";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  directionsDialect,
  parseJson,
  policyDocumentSchema,
  type JsonSchema,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { isValid, schemaFailures } from "@traffic-policy/policy-language/internal";
import { changedDocuments } from "../../fuzz/changed-documents.ts";
import { seeded } from "../../seeded.ts";

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });

/** What Ajv says, by keyword and place; of a part of a wrong type only that. */
function byAjv(schema: JsonSchema, value: unknown): string[] {
  const validate = ajv.compile(schema);
  validate(value);
  const errors = validate.errors ?? [];
  const ofWrongType = new Set(
    errors.flatMap(({ keyword, instancePath }) => (keyword === "type" ? [instancePath] : [])),
  );
  return errors
    .filter(
      ({ keyword, instancePath, propertyName }) =>
        propertyName === undefined && (keyword === "type" || !ofWrongType.has(instancePath)),
    )
    .map(({ keyword, instancePath, params }) => {
      const { missingProperty, additionalProperty, propertyName } = params as {
        [name: string]: string | undefined;
      };
      const key = missingProperty ?? additionalProperty ?? propertyName;
      const end = key === undefined ? "" : `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return `${keyword} ${instancePath}${end}`;
    });
}

function told(schema: JsonSchema, value: unknown): string[] {
  return schemaFailures(schema, value).map(({ keyword, path }) => `${keyword} ${path}`);
}

const actions = [...directionsDialect.actions.values()];

const keywords: JsonSchema = {
  type: "object",
  required: ["name"],
  minProperties: 1,
  maxProperties: 4,
  propertyNames: { not: { enum: ["never"] } },
  properties: {
    name: { type: ["string", "null"], minLength: 2, maxLength: 4, pattern: "^[a-z😀]*$" },
    number: { type: "number", minimum: 0, maximum: 10 },
    share: { type: "integer", exclusiveMinimum: 1 },
    list: { type: "array", minItems: 1, maxItems: 2, items: { const: "a" } },
    inner: { $ref: "#/$defs/inner" },
  },
  patternProperties: { "^x-": { type: "boolean" } },
  additionalProperties: { enum: [1, "two", null] },
  $defs: { inner: { type: "object", properties: { a: { type: "string" } } } },
};

test.each<readonly [string, JsonSchema, JsonValue[]]>([
  [
    "documents",
    policyDocumentSchema(directionsDialect),
    actions.map(({ type, example }) => ({
      inbound: [
        { name: "a", expressions: ["true"], actions: [{ type, config: example as never }] },
      ],
    })),
  ],
  ...actions.map(
    ({ type, config, example }) => [type, config, [example as JsonValue]] as const as never,
  ),
  [
    "every keyword",
    keywords,
    [
      { name: "ab", number: 3, share: 2, inner: { a: "a" } },
      { name: "😀😀😀", list: ["a", "a", "a"], "x-a": true, never: 1 },
      { name: "AB", number: 11, share: 1, list: [], other: "two" },
    ],
  ],
])("%s: tells what Ajv tells, in its order", (_name, schema, seeds) => {
  seeded(
    fc.property(changedDocuments(seeds, ["a", "${"]), (value) => {
      expect(told(schema, value)).toEqual(byAjv(schema, value));
    }),
    200,
    20_000,
  );
});

describe("a number that kept its digits", () => {
  const { value } = parseJson('{"a": 12345678901234567890.5}');
  test.each(["object", "number", "integer", "string"])("is no %s", (type) => {
    expect(told({ properties: { a: { type } } }, value)).toEqual(["type /a"]);
  });
});

describe("a choice", () => {
  const schema = Type.Union([
    Type.Object({ kind: Type.Literal("a"), at: Type.Object({ name: Type.String() }) }),
    Type.Object({ kind: Type.Literal("b"), at: Type.Null() }),
  ]);

  test("takes what one of its schemas takes", () => {
    expect(isValid(schema, { kind: "b", at: null })).toBe(true);
  });

  test("tells what is wrong by the schema that fits best", () => {
    expect(told(schema, { kind: "a", at: { name: 1 } })).toEqual(["type /at/name"]);
    expect(told(schema, { kind: "c", at: null })).toEqual(["const /kind", "type /at"]);
  });
});
