import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionInput, Exchange, RequestInput } from "@traffic-policy/policy-engine";
import { GatewayError } from "../gateway-error.ts";
import type { GatewayOptions } from "../options.ts";
import type { FieldText } from "./field-text.ts";
import { toFields, valuesOf, type Fields } from "./fields.ts";
import { withoutNamed } from "./hop-by-hop.ts";

/** What is known of every exchange of a gateway. */
export interface Surroundings {
  /** What rules take the gateway's URL for. */
  readonly url: string;
  /** Host and port of that. */
  readonly publicAuthority: string;
  /** Host and port that the gateway really listens on. */
  readonly authority: string;
  readonly connection: ConnectionInput;
  readonly variables: Exchange["variables"];
}

/**
 * What surrounds the exchanges of a gateway.
 *
 * @param own - the gateway's own URL
 * @throws GatewayError when the URL of the options is none for the protocol
 */
export function surroundings(
  own: string,
  { url = own, connection = {}, variables, policy }: GatewayOptions,
): Surroundings {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const schemes = policy.protocol === "http" ? ["http:", "https:"] : ["tcp:", "tls:"];
  if (parsed === undefined || !schemes.includes(parsed.protocol) || parsed.hostname === "") {
    const example = policy.protocol === "http" ? "https://shop.example" : "tcp://shop.example:22";
    throw new GatewayError(`"${url}" cannot be the URL of an endpoint for ${policy.protocol}.`, {
      help: `Write one like ${example}.`,
    });
  }
  return {
    url: `${parsed.protocol}//${parsed.host}`,
    publicAuthority: parsed.host,
    authority: own.slice(own.indexOf("//") + 2),
    connection,
    variables,
  };
}

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

/** What is known of a connection from its beginning, with what was said of it instead. */
export function connectionOf(
  { remoteAddress, remotePort, localAddress }: Socket,
  start: number,
  given: ConnectionInput,
): ConnectionInput {
  return {
    ...(remoteAddress !== undefined && { clientIp: remoteAddress }),
    ...(remotePort !== undefined && { clientPort: remotePort }),
    ...(localAddress !== undefined && { serverIp: localAddress }),
    start,
    ...given,
  };
}
