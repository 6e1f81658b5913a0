import { Type, type Static } from "@sinclair/typebox";
import type { KeySet } from "../tokens/key-set.ts";
import { exchangeSchema } from "./exchange-schema.ts";
import { keySetSchema } from "./given-schemas.ts";
import {
  environmentsSchema,
  caseExpectationSchema,
  policySchemas,
  settingSchemas,
} from "./policy-file-parts.ts";

const closed = { additionalProperties: false } as const;

const { $schema: _, request, secrets, random, ...exchange } = exchangeSchema.properties;

// What cases and rows have in common is in the schema once.
const definitions = {
  connection: exchange.connection,
  request: { ...request, required: [] } as unknown as typeof request,
  response: exchange.response,
  expectation: caseExpectationSchema,
};

const defined = <Name extends keyof typeof definitions>(name: Name) =>
  Type.Optional(Type.Unsafe<Static<(typeof definitions)[Name]>>({ $ref: `#/$defs/${name}` }));

/** Parts of an exchange. A template and its rows need to be complete only together. */
const parts = {
  ...exchange,
  connection: defined("connection"),
  request: defined("request"),
  response: defined("response"),
  times: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description:
        "How often it happens; the last one counts. For `rate-limit` and `circuit-breaker`.",
    }),
  ),
  expect: defined("expectation"),
};

const keySets = Type.Optional(
  Type.Unsafe<Readonly<Record<string, KeySet>>>({
    type: "object",
    additionalProperties: keySetSchema,
    description:
      "The JSON Web Key Sets that tokens are verified with, by the URL where the policy says that they are.",
  }),
);

const given = { keySets, secrets, random };

const row = Type.Object(
  { name: Type.Optional(Type.String({ description: "The name of the row." })), ...parts },
  { ...closed, description: "What differs from the template, or is added to it." },
);

/** A case file, as a JSON Schema. */
export const caseFileSchema = Type.Object(
  {
    ...policySchemas("cases"),
    site: Type.Optional(
      Type.Unsafe<string | readonly string[]>({
        type: ["string", "array"],
        minLength: 1,
        minItems: 1,
        items: { type: "string", minLength: 1 },
        description:
          "Instead of a policy: the files, folders or globs with the endpoints of a site, relative to this file; the requests go through all of it.",
      }),
    ),
    ...given,
    cases: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, description: "What is tested." }),
          ...settingSchemas,
          ...given,
          environments: environmentsSchema,
          ...parts,
          each: Type.Optional(
            Type.Array(row, {
              minItems: 1,
              description: "One case each: what differs from this one, which is the template.",
            }),
          ),
        },
        closed,
      ),
      { minItems: 1, description: "Exchanges, each with its expected outcome." },
    ),
  },
  { ...closed, $defs: definitions },
);

/** A case file. */
export type CaseFile = Static<typeof caseFileSchema>;
