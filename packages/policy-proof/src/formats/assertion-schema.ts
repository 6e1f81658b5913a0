import { Type, type Static } from "@sinclair/typebox";
import {
  environmentsSchema,
  expectationSchema,
  policySchemas,
  settingSchemas,
} from "@traffic-policy/policy-engine/formats";

const closed = { additionalProperties: false } as const;

type TextAlternative = string | { readonly matches: string };

const matches = {
  properties: {
    matches: {
      type: "string",
      description: "A regular expression (RE2) that matches part of the text.",
    },
  },
  required: ["matches"],
  additionalProperties: false,
};

/** @param none - `null`, where the text may be missing */
const textOf = <Text>(description: string, none: readonly "null"[]) =>
  Type.Optional(
    Type.Unsafe<Text>({
      type: ["string", "object", "array", ...none],
      ...matches,
      items: { type: ["string", "object", ...none], ...matches },
      minItems: 1,
      description,
    }),
  );

const text = (description: string) =>
  textOf<TextAlternative | readonly TextAlternative[]>(
    `${description} A text, a regular expression as \`matches\`, or a list of alternatives.`,
    [],
  );

const textIfAny = (description: string) =>
  textOf<TextAlternative | null | readonly (TextAlternative | null)[]>(
    `${description} A text, a regular expression as \`matches\`, \`null\` for none, or a list of alternatives.`,
    ["null"],
  );

const named = (description: string) =>
  Type.Optional(
    Type.Record(Type.String({ minLength: 1 }), textIfAny("One of its values."), {
      minProperties: 1,
      description: `${description}, by name; of several values one has to be as it says.`,
    }),
  );

const group = <T extends Parameters<typeof Type.Object>[0]>(description: string, properties: T) =>
  Type.Optional(Type.Object(properties, { ...closed, minProperties: 1, description }));

const fields = Type.Object(
  {
    connection: group("Who is connected.", {
      clientIp: Type.Optional(
        Type.Unsafe<string | readonly string[]>({
          type: ["string", "array"],
          items: { type: "string" },
          minItems: 1,
          description: "The address of the client: an address, a CIDR, or a list of them.",
        }),
      ),
      geo: group("The likely location of the client.", {
        city: textIfAny("The city."),
        country: textIfAny("The country, in words."),
        countryCode: textIfAny("The country, in two letters: a code of ISO 3166."),
        subdivision: textIfAny("The part of the country."),
      }),
    }),
    request: group("The request as the client sends it.", {
      method: text("The HTTP method."),
      url: text("The whole URL."),
      host: text("The host of the URL."),
      path: text("The path of the URL."),
      query: textIfAny("The query string, without the `?`."),
      headers: named("Headers"),
      cookies: named("Cookies"),
      params: named("Parameters of the query string"),
    }),
    response: group("What the upstream answers.", {
      status: Type.Optional(
        Type.Unsafe<number | readonly number[]>({
          type: ["integer", "array"],
          items: { type: "integer", minimum: 100, maximum: 999 },
          minItems: 1,
          minimum: 100,
          maximum: 999,
          description: "The HTTP status, or a list of alternatives.",
        }),
      ),
    }),
  },
  { ...closed, minProperties: 1, description: "Fields that all have to be as they say." },
);

/** Fields of an exchange that all have to be as they say. */
export type ExchangeFields = Static<typeof fields>;

/** How an exchange ends, in a word. */
export type OutcomeWord = "denied" | "forwarded" | "answered" | "failed" | "closed";

export const outcomeWords: readonly OutcomeWord[] = [
  "denied",
  "forwarded",
  "answered",
  "failed",
  "closed",
];

type ExpectationFile = Static<typeof expectationSchema>;

const outcome = (description: string) =>
  Type.Optional(
    Type.Unsafe<OutcomeWord | ExpectationFile>({
      type: ["string", "object"],
      minProperties: 1,
      properties: expectationSchema.properties,
      additionalProperties: false,
      examples: outcomeWords,
      description: `${description} One of ${outcomeWords.join(", ")}, or the keys of a case's \`expect\`.`,
    }),
  );

const { type: _, ...fieldKeywords } = fields;

const when = Type.Optional(
  Type.Unsafe<string | ExchangeFields | readonly (string | ExchangeFields)[]>({
    ...fieldKeywords,
    type: ["string", "object", "array"],
    items: { ...fieldKeywords, type: ["string", "object"] },
    minItems: 1,
    description:
      "The exchanges that it is about: a CEL condition, fields, or a list of which all have to be true; every exchange if omitted.",
  }),
);

/** An assertion file, as a JSON Schema. */
export const assertionFileSchema = Type.Object(
  {
    ...policySchemas("assertions"),
    assertions: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, description: "What is asserted." }),
          ...settingSchemas,
          environments: environmentsSchema,
          when,
          always: outcome("What comes of each of them."),
          never: outcome("What comes of none of them."),
        },
        closed,
      ),
      { minItems: 1, description: "What holds for all exchanges that a condition is true for." },
    ),
  },
  closed,
);

/** An assertion file. */
export type AssertionFile = Static<typeof assertionFileSchema>;
