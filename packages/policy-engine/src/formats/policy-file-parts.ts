import { Type } from "@sinclair/typebox";
import { exchangeSchema } from "./exchange-schema.ts";

const closed = { additionalProperties: false } as const;

const matches = {
  type: "string",
  description: "A regular expression (RE2) that matches part of the text.",
};

const text = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | { readonly matches: string }>({
      type: ["string", "object"],
      properties: { matches },
      required: ["matches"],
      additionalProperties: false,
      description: `${description} A text, or a regular expression as \`matches\`.`,
    }),
  );

const headers = (description: string) =>
  Type.Optional(
    Type.Unsafe<Readonly<Record<string, string | null | { readonly matches: string }>>>({
      type: "object",
      additionalProperties: {
        type: ["string", "null", "object"],
        properties: { matches },
        required: ["matches"],
        additionalProperties: false,
      },
      description: `${description}: name to a text, a regular expression as \`matches\`, or \`null\` for one that is not there.`,
    }),
  );

const rules = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      description: `${description} Each by its name, or like \`/inbound/0\`.`,
    }),
  );

/** The schema of the expected result of an exchange. */
export const expectationSchema = Type.Object(
  {
    outcome: Type.Optional(
      Type.Unsafe<"forwarded" | "answered" | "denied" | "closed" | "failed">({
        type: "string",
        enum: ["forwarded", "answered", "denied", "closed", "failed"],
        description: "How it ends; `denied` is answered or closed by `deny`.",
      }),
    ),
    by: Type.Optional(
      Type.Unsafe<string | { readonly action?: string; readonly rule?: string } | null>({
        type: ["string", "object", "null"],
        minProperties: 1,
        properties: {
          action: { type: "string", description: "The type of the action." },
          rule: { type: "string", description: "Its rule, by its name, or like `/inbound/0`." },
        },
        additionalProperties: false,
        description:
          "The type of the action that ends processing, or `action` and `rule`; `null` for none.",
      }),
    ),
    status: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 999, description: "The status that the client gets." }),
    ),
    headers: headers("Headers that the client gets"),
    body: text("The body that the client gets."),
    compression: Type.Optional(
      Type.Unsafe<string | null>({
        type: ["string", "null"],
        description: "The algorithm that the response is compressed with; `null` for none.",
      }),
    ),
    upstream: Type.Optional(
      Type.Unsafe<{
        readonly method?: string;
        readonly url?: string | { readonly matches: string };
        readonly headers?: Readonly<Record<string, string | null | { readonly matches: string }>>;
        readonly body?: string | { readonly matches: string };
      } | null>({
        type: ["object", "null"],
        minProperties: 1,
        properties: {
          method: { type: "string", description: "The method." },
          url: text("The whole URL."),
          headers: headers("Headers of the request"),
          body: text("The body."),
        },
        additionalProperties: false,
        description: "The request that reaches the upstream; `null` when none does.",
      }),
    ),
    matched: rules("Rules that match; others may match as well."),
    notMatched: rules("Rules that do not match."),
    onlyMatched: rules("All rules that match, in order."),
  },
  { ...closed, description: "The expected outcome; only what is named is compared." },
);

/** The schema of the expected result of a case, which may be one of a site. */
export const caseExpectationSchema = Type.Object(
  {
    ...expectationSchema.properties,
    endpoints: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        description:
          "In the cases of a site: all endpoints that the exchange comes to, in order, each by its URL or its name.",
      }),
    ),
    server: Type.Optional(
      Type.Unsafe<string | number | { readonly matches: string } | null>({
        type: ["string", "integer", "object", "null"],
        properties: { matches },
        required: ["matches"],
        additionalProperties: false,
        description:
          "In the cases of a site: the server that the exchange reaches, as its file writes it, or a regular expression as `matches`; `null` for none.",
      }),
    ),
  },
  { ...closed, description: "The expected outcome; only what is named is compared." },
);

/** How exchanges are simulated. */
export const settingSchemas = {
  options: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: "object",
      description:
        "Answers to the open questions about the service; `simulate --options` lists them.",
    }),
  ),
  stubs: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: "object",
      additionalProperties: { type: ["string", "integer", "object"] },
      description:
        "What actions without simulation do, by type: `next`, `close`, `fail`, a status, or `answer` with a response; beside `next`, `close`, `fail` or `answer` as an object, `results` are what the action leaves behind, by name.",
    }),
  ),
};

/** The environments that something of a file is for. */
export const environmentsSchema = Type.Optional(
  Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    description: "The environments of the configuration that it is for; all of them if omitted.",
  }),
);

/**
 * Creates the schemas for a file's statements about its policy.
 *
 * @param ending - the part of such file names before the last dot: `cases`
 */
export const policySchemas = (ending: string) => ({
  $schema: exchangeSchema.properties.$schema,
  policy: Type.Optional(
    Type.String({
      minLength: 1,
      description: `The policy's file, relative to this one; for \`web.${ending}.yaml\` it is \`web.policy\` with any ending if omitted.`,
    }),
  ),
  protocol: Type.Optional(
    Type.Unsafe<"http" | "tcp" | "tls">({
      type: "string",
      enum: ["http", "tcp", "tls"],
      description: "What the policy is for, if it does not say so itself.",
    }),
  ),
  ...settingSchemas,
  environments: environmentsSchema,
});
