import { ServerResponse, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { listOf } from "../fields.ts";

export interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly protocol: string;
}

/**
 * Returns the protocol that a client wants to switch to. Undefined for HTTP/2, which would carry requests past the
 * policy; that request is served without an upgrade. Source: RFC 9110, section 7.8.
 */
export function wantedProtocol({ headers }: IncomingMessage): string | undefined {
  const wanted = headers.upgrade ?? "";
  const isHttp = listOf([wanted]).some((name) => /^(?:h2|http|tls)/.test(name));
  return wanted === "" || isHttp ? undefined : wanted;
}

/** Creates a response on a socket that Node has detached for an upgrade request. */
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
