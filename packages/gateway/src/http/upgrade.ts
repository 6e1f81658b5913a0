import { ServerResponse, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { listOf } from "../fields.ts";

/** A connection whose client wants to speak something else on it. */
export interface Upgrade {
  readonly socket: Duplex;
  /** What the client has sent after the head of its request. */
  readonly head: Buffer;
  /** As the client names it: `websocket`. */
  readonly protocol: string;
}

/**
 * The protocol that a client wants to change to; nothing for HTTP/2, which would carry requests past
 * the policy, so that the request is served as if nobody had asked. Source: RFC 9110, section 7.8.
 */
export function wantedProtocol({ headers }: IncomingMessage): string | undefined {
  const wanted = headers.upgrade ?? "";
  const isHttp = listOf([wanted]).some((name) => /^(?:h2|http|tls)/.test(name));
  return wanted === "" || isHttp ? undefined : wanted;
}

/** A response on a connection that Node has given away with a request to upgrade it. */
export function responseOn(socket: Duplex, request: IncomingMessage): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  // Node hands out the socket of the server, which is one of `net`.
  response.assignSocket(socket as IncomingMessage["socket"]);
  response.once("finish", () => {
    response.detachSocket(socket as IncomingMessage["socket"]);
    socket.end();
    // The rest of what the client sends belongs to nobody.
    socket.resume();
  });
  return response;
}
