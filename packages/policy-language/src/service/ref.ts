import { Type, type Static } from "@sinclair/typebox";

/** How the service names another resource. */
export const refSchema = Type.Object({
  id: Type.String(),
  uri: Type.String({ description: "Where the resource is." }),
});

export type Ref = Static<typeof refSchema>;
