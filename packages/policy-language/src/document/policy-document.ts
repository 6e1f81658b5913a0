import type { Dialect } from "../catalogue/dialect.ts";
import type { JsonSchema, ObjectSchema } from "../schema/json-schema.ts";

/** An action as the document holds it: `{type, config}`. */
export interface Action {
  type: string;
  config?: object | null;
}

/** A rule as the document holds it: `{name?, expressions?, actions}`. */
export interface Rule {
  name?: string;
  expressions?: string[] | null;
  actions: Action[];
}

/** A policy document of the `directions` dialect. */
export interface PolicyDocument {
  readonly inbound?: readonly Rule[] | null;
  readonly outbound?: readonly Rule[] | null;
}

/** A policy document of the `phases` dialect. */
export interface PhasesDocument {
  readonly on_tcp_connect?: readonly Rule[] | null;
  readonly on_http_request?: readonly Rule[] | null;
  readonly on_http_response?: readonly Rule[] | null;
  readonly on_event_stream_message?: readonly Rule[] | null;
}

/** The schema of an interface: TypeScript checks that it has the same fields, and the same required fields. */
interface SchemaOf<T> extends ObjectSchema {
  readonly properties: { readonly [Field in keyof T]-?: JsonSchema };
  readonly required: readonly RequiredField<T>[];
  readonly additionalProperties: false;
}

type RequiredField<T> = {
  [Field in keyof T]-?: undefined extends T[Field] ? never : Field & string;
}[keyof T];

// Published policies write `null` for an empty list or a missing config, and the service takes it.
const orNull = (type: string): readonly string[] => [type, "null"];

const actionSchema: SchemaOf<Action> = {
  type: "object",
  description: "One action of a rule.",
  properties: {
    type: { type: "string", description: "The type of the action: `deny`, `url-rewrite` …" },
    config: { type: orNull("object"), description: "The configuration; depends on the type." },
  },
  required: ["type"],
  additionalProperties: false,
};

const ruleSchema: SchemaOf<Rule> = {
  type: "object",
  description: "One rule: its actions run if all of its expressions are true.",
  properties: {
    name: { type: "string", description: "What the rule is for, in a few words." },
    expressions: {
      type: orNull("array"),
      items: { type: "string", description: "A CEL expression that is true or false." },
      description: "CEL conditions, all of which must be true; none: the rule always matches.",
    },
    actions: { type: "array", items: actionSchema, description: "The actions, in order." },
  },
  required: ["actions"],
  additionalProperties: false,
};

/** The JSON Schema of a dialect's policy documents; `config` is left to the action's own schema. */
export function policyDocumentSchema(dialect: Dialect): ObjectSchema {
  const rules = { type: orNull("array"), items: ruleSchema };
  return {
    type: "object",
    properties: Object.fromEntries([...dialect.sections.keys()].map((name) => [name, rules])),
    additionalProperties: false,
  };
}
