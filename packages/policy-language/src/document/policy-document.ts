import { Type, type Static, type TSchema } from "@sinclair/typebox";
import type { Dialect } from "../catalogue/dialect.ts";

// Published policies write `null` for an empty list or a missing config, and the service takes it.
const nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema["type"], "null"] });

/** One action of a rule: what is done. */
const actionSchema = Type.Object(
  {
    type: Type.String({ description: "What is done: `deny`, `url-rewrite` …" }),
    config: Type.Optional(nullable(Type.Object({}, { description: "How; depends on the type." }))),
  },
  { additionalProperties: false },
);

/** One rule: its actions are done when all of its expressions are true. */
const ruleSchema = Type.Object(
  {
    name: Type.Optional(Type.String({ description: "What the rule is for, in a few words." })),
    expressions: Type.Optional(
      nullable(
        Type.Array(Type.String(), {
          description: "CEL conditions, all of which must be true; none: the rule always matches.",
        }),
      ),
    ),
    actions: Type.Array(actionSchema, { description: "What is done, in order." }),
  },
  { additionalProperties: false },
);

/** The JSON Schema of a dialect's policy documents; `config` is left to the action's own schema. */
export function policyDocumentSchema(dialect: Dialect): TSchema {
  const rules = Type.Optional(nullable(Type.Array(ruleSchema)));
  return Type.Object(Object.fromEntries(dialect.directions.map((name) => [name, rules])), {
    additionalProperties: false,
  });
}

/** An action as the document holds it: `{type, config}`. */
export type Action = Static<typeof actionSchema>;

/** A rule as the document holds it: `{name?, expressions?, actions}`. */
export type Rule = Static<typeof ruleSchema>;

/** A policy document of the `directions` dialect. */
export interface PolicyDocument {
  readonly inbound?: readonly Rule[] | null;
  readonly outbound?: readonly Rule[] | null;
}
