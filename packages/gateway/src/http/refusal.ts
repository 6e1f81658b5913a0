import type { IncomingMessage } from "node:http";

/** Why a request is not even shown to the policy. */
export interface Refusal {
  readonly status: number;
  /** One sentence, for the client. */
  readonly message: string;
}

// RFC 9112, section 3.2, and RFC 3986, section 3.2.2: a name or an address, and perhaps a port.
const authority = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]+)(?::\d*)?$/;

/**
 * Finds what is wrong with a request that Node's parser takes, and that upstreams could understand
 * differently: that is how requests are smuggled.
 */
export function refusalOf(request: IncomingMessage): Refusal | undefined {
  const { rawHeaders, httpVersion } = request;
  const hosts: string[] = [];
  const codings: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase();
    if (name === "host") hosts.push(rawHeaders[index + 1] ?? "");
    else if (name === "transfer-encoding") codings.push(rawHeaders[index + 1] ?? "");
  }
  if (hosts.length > 1) return refused("The request has several host headers.");
  const [host] = hosts;
  if (host === undefined && httpVersion !== "1.0")
    return refused("The request has no host header.");
  if (host !== undefined && !authority.test(host)) return refused("The host header is not a host.");
  if (codings.length > 0) {
    if (httpVersion === "1.0") return refused("HTTP/1.0 has no transfer codings.");
    if (codings.length > 1 || codings[0]?.toLowerCase() !== "chunked") {
      return { status: 501, message: "The only supported transfer coding is chunked." };
    }
  }
  const target = request.url ?? "";
  if (target.startsWith("/")) return undefined;
  if (target === "*") return { status: 501, message: "Requests for * are not forwarded." };
  const [, asked] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? [];
  if (asked !== undefined && authority.test(asked)) return undefined;
  return refused("The request target is neither a path nor an http URL.");
}

function refused(message: string): Refusal {
  return { status: 400, message };
}
