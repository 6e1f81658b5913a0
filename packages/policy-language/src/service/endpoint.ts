import { Type, type Static } from "@sinclair/typebox";
import { listFields } from "./list.ts";
import { refSchema } from "./ref.ts";

/** An active endpoint as the service answers it. */
export const endpointSchema = Type.Object({
  id: Type.String(),
  region: Type.String(),
  created_at: Type.String({ description: "RFC 3339." }),
  updated_at: Type.String({ description: "RFC 3339." }),
  public_url: Type.String(),
  // Described as one of four and one of two. A word that comes later is taken too: one endpoint of a
  // new kind must not make the list of all others unreadable.
  proto: Type.String({ description: "`http`, `https`, `tcp` or `tls`." }),
  hostport: Type.String(),
  type: Type.String({ description: "`ephemeral` or `edge`." }),
  // What does not apply to an endpoint is left out; the description shows this of references, and
  // nothing of endpoints whose tunnel or edge has no metadata.
  metadata: Type.Optional(Type.String()),
  domain: Type.Optional(refSchema),
  tcp_addr: Type.Optional(refSchema),
  tunnel: Type.Optional(refSchema),
  edge: Type.Optional(refSchema),
});

/** One page of the list of endpoints. */
export const endpointListSchema = Type.Object({
  endpoints: Type.Array(endpointSchema),
  ...listFields,
});

export type Endpoint = Static<typeof endpointSchema>;
export type EndpointList = Static<typeof endpointListSchema>;
