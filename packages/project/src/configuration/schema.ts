import { Type, type Static } from "@sinclair/typebox";
import type { JsonValue } from "@traffic-policy/policy-language";

const text = (description: string) => Type.String({ minLength: 1, description });

const closed = { additionalProperties: false } as const;

const places = ["tcp-edge", "https-route", "cloud-endpoint"] as const;

const holders = [...places, "agent-endpoint"] as const;

const word = <Words extends readonly string[]>(words: Words, description: string) =>
  Type.Unsafe<Words[number]>({ description, type: "string", enum: [...words] });

const targetKind = word(
  [...places, "policy-file"] as const,
  "The kind of target; `policy-file` for a policy that is deployed by other means.",
);

const targetFields = {
  edge: Type.Optional(text("The identifier of the edge, here or in each environment.")),
  route: Type.Optional(text("The identifier of the route, for HTTPS routes only.")),
  endpoint: Type.Optional(
    text("The identifier of the endpoint, for cloud endpoints only, instead of an edge."),
  ),
  url: Type.Optional(
    text(
      "The URL of the endpoint, for cloud endpoints only: where the site of `audit --site` has it.",
    ),
  ),
  for: Type.Optional(word(holders, "What holds the policy, for policy files only.")),
  out: Type.Optional(
    text(
      "Where `build` puts the policy, for policy files only: a file, or a place in one, like `web.yaml#NgrokTrafficPolicy/web`.",
    ),
  ),
  policy: Type.Optional(text("The policy's file, relative to the configuration.")),
  enabled: Type.Optional(
    Type.Boolean({
      default: true,
      description: "Whether the policy is applied; for edges and their routes only.",
    }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      description: "Words that `--tag` selects targets by.",
    }),
  ),
  service: Type.Optional(text("Which of `services` it is at, instead of `service`.")),
};

/** An environment's settings for a target: a complete target, or its differences from the shared target. */
export const targetPartSchema = Type.Object(
  { kind: Type.Optional(targetKind), ...targetFields },
  closed,
);

/** The object form of `service`, as a JSON Schema. */
export const serviceSchema = Type.Object(
  {
    baseUrl: Type.Optional(text("The URL before the API's paths.")),
    versionHeader: Type.Optional(
      Type.Object(
        {
          name: Type.String({ description: "For example `Service-Version`." }),
          value: Type.String({ description: "For example `2`." }),
        },
        {
          ...closed,
          description:
            "The header that names the version of the API; `Service-Version: 2` unless it is set.",
        },
      ),
    ),
    apiKeyVariable: Type.Optional(
      text("The environment variable that holds the API key, instead of `TRAFFIC_POLICY_API_KEY`."),
    ),
    apiKeyFile: Type.Optional(
      text("A file that holds the API key, relative to the configuration; never commit it."),
    ),
    emulator: Type.Optional(
      text("The name of an emulator on this machine, in place of a service with a base URL."),
    ),
  },
  closed,
);

const serviceField = (description: string) =>
  Type.Unsafe<"emulator" | ServiceConfiguration>({ description, type: ["string", "object"] });

const shared = {
  service: Type.Optional(serviceField('The service: `"emulator"`, or where it is.')),
  services: Type.Optional(
    Type.Record(Type.String(), serviceField("Like `service`."), {
      description: "More services, by a name of your choice, for targets that name one.",
    }),
  ),
  values: Type.Optional(
    Type.Unsafe<Readonly<Record<string, JsonValue>>>({
      type: "object",
      description: "What a policy that is a function gets: any JSON, by a name of your choice.",
    }),
  ),
  limits: Type.Optional(
    Type.Object(
      {
        maxChanges: Type.Optional(
          Type.Unsafe<number | string>({
            type: ["integer", "string"],
            description:
              "How many targets a run may change: a number, or a percentage like `20%`; `--max-changes` replaces it.",
          }),
        ),
        concurrency: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 1000,
            description: "Targets at the same time; `--concurrency` replaces it.",
          }),
        ),
      },
      { ...closed, description: "Limits of a run that writes to targets." },
    ),
  ),
};

export const environmentSchema = Type.Object(
  {
    ...shared,
    targets: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Unsafe<Static<typeof targetPartSchema> | false>({
          type: ["object", "boolean"],
          description: "What differs from the shared target; `false` leaves it out.",
        }),
        { description: "Its targets: identifiers of shared ones, and more of its own." },
      ),
    ),
  },
  { ...closed, description: "An environment: what differs from what all of them share." },
);

/** The configuration, without the parts that other packages add, as a JSON Schema. */
export const configurationSchema = Type.Object(
  {
    $schema: Type.Optional(
      text("The JSON Schema of configurations, for an editor; the command does not read it."),
    ),
    extends: Type.Optional(
      text(
        "Another configuration, relative to this one: it is inherited, except for its targets, projects and baseline.",
      ),
    ),
    ...shared,
    targets: Type.Optional(
      Type.Record(Type.String(), Type.Object({ kind: targetKind, ...targetFields }, closed), {
        description: "The places that hold a policy, by a name of your choice.",
      }),
    ),
    environments: Type.Optional(
      Type.Record(Type.String(), environmentSchema, {
        description: "Environments such as staging and production, by name.",
      }),
    ),
    defaultEnvironment: Type.Optional(
      text("The environment that is used without `--environment`."),
    ),
    projects: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description:
          "Folders with configurations of their own: paths or globs. By default, the packages of a pnpm or npm workspace.",
      }),
    ),
  },
  closed,
);

export type ServiceConfiguration = Static<typeof serviceSchema>;

/** A configuration, without the parts that other packages add; see `docs/configuration.md`. */
export type Configuration = Static<typeof configurationSchema>;

export type EnvironmentConfiguration = Static<typeof environmentSchema>;

/** One entry of the configuration's `targets`. */
export type TargetConfiguration = NonNullable<Configuration["targets"]>[string];
