import { Type, type Static } from "@sinclair/typebox";

const path = (description: string) => Type.String({ minLength: 1, description });

/** The configuration, without the parts that other packages add, as a JSON Schema. */
export const configurationSchema = Type.Object(
  {
    service: Type.Unsafe<"emulator" | ServiceConfiguration>({
      description: 'The service: `"emulator"`, or where it is.',
      type: ["string", "object"],
    }),
    targets: Type.Record(
      Type.String(),
      Type.Object(
        {
          kind: Type.Unsafe<"tcp-edge" | "https-route">({
            description: "The kind of target.",
            type: "string",
            enum: ["tcp-edge", "https-route"],
          }),
          edge: path("The identifier of the edge."),
          route: Type.Optional(path("The identifier of the route; HTTPS routes only.")),
          policy: path("The policy's file, relative to the configuration."),
          enabled: Type.Optional(
            Type.Boolean({ default: true, description: "Whether the policy is applied." }),
          ),
          tags: Type.Optional(
            Type.Array(Type.String({ minLength: 1 }), {
              description: "Words that `--tag` selects targets by.",
            }),
          ),
        },
        { additionalProperties: false },
      ),
      { description: "The places that hold a policy, by a name of your choice." },
    ),
  },
  { additionalProperties: false },
);

/** The object form of `service`, as a JSON Schema. */
export const serviceSchema = Type.Object(
  {
    baseUrl: Type.String({ minLength: 1, description: "The URL before the API's paths." }),
    versionHeader: Type.Optional(
      Type.Object(
        {
          name: Type.String({ description: "For example `Service-Version`." }),
          value: Type.String({ description: "For example `2`." }),
        },
        {
          additionalProperties: false,
          description:
            "The header that names the version of the API; `Service-Version: 2` unless it is set.",
        },
      ),
    ),
  },
  { additionalProperties: false },
);

type ServiceConfiguration = Static<typeof serviceSchema>;

/** A configuration, without the parts that other packages add; see `docs/configuration.md`. */
export type Configuration = Static<typeof configurationSchema>;

/** One entry of the configuration's `targets`. */
export type TargetConfiguration = Configuration["targets"][string];
