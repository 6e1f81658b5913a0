import type { IncomingMessage } from "node:http";
import type { ConnectionInput, Exchange, RequestInput } from "@traffic-policy/policy-engine";
import type { Surroundings } from "../surroundings.ts";
import type { FieldText } from "./field-text.ts";
import { toFields, valuesOf, type Fields } from "./fields.ts";
import { withoutNamed } from "./hop-by-hop.ts";

/** A request as a policy sees it. */
export interface SeenRequest {
  readonly exchange: Exchange & { readonly request: RequestInput };
  /** What the client sent, without what its `connection` field names. */
  readonly fields: Fields;
}

/** The exchange that a request begins. */
export function exchangeOf(
  request: IncomingMessage,
  around: Surroundings,
  connection: ConnectionInput,
  text: FieldText,
): SeenRequest {
  const { url: target = "/" } = request;
  let fields = withoutNamed(toFields(request.rawHeaders, text));
  const [, scheme, asked] = /^(https?):\/\/([^/?#]*)/i.exec(target) ?? [];
  // RFC 9112, section 3.2.2: a host in the target counts, and the field does not.
  const [given] = valuesOf(fields, "host");
  const host = hostOf(asked ?? given, around);
  if (host !== given) {
    fields = [["host", host], ...fields.filter(([name]) => name !== "host")];
  }
  const path = scheme === undefined ? target : target.slice(`${scheme}://${asked}`.length);
  const { socket } = request;
  return {
    fields,
    exchange: {
      time: Date.now(),
      connection: {
        bytesIn: socket.bytesRead,
        bytesOut: socket.bytesWritten,
        ...connection,
      },
      endpoint: { url: around.url },
      request: {
        method: request.method ?? "GET",
        url: path.startsWith("/") ? path : `/${path}`,
        headers: fields,
        version: `HTTP/${request.httpVersion}`,
      },
      ...(around.variables && { variables: around.variables }),
    },
  };
}

/** A client that asks for the gateway itself asks for what rules take it for. */
function hostOf(asked: string | undefined, { publicAuthority, authority }: Surroundings): string {
  if (asked === undefined || asked === "") return publicAuthority;
  const port = authority.slice(authority.lastIndexOf(":"));
  const isOwn = asked === authority || asked.toLowerCase() === `localhost${port}`;
  const isOther = publicAuthority !== authority;
  return isOwn && isOther ? publicAuthority : asked;
}
