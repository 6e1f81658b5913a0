import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import sirv from "sirv";
import { listenOnLoopback } from "../loopback.ts";

export interface PageOptions {
  /** The absolute path of the folder with the files of the page, which are public. */
  readonly folder: string;
  /** Returns the Content-Security-Policy for a file of the folder; undefined for a file that brings its own. */
  readonly contentSecurityPolicy: (file: string) => string | undefined;
  /** Returns the current data that only holders of the link may see; it is sent as JSON. */
  readonly local: () => Promise<object>;
  readonly port?: number;
  readonly onProblem: (error: unknown) => void;
}

/** A page that is served. */
export interface ServedPage {
  /**
   * Opens the page, `…/#local.TOKEN`. With the token, once, it gets `local.json`: `{ "session": …, "local": … }`. It
   * asks again with the session in the token's place.
   */
  readonly link: string;
  close(): Promise<void>;
}

/**
 * Serves the files of a page on the loopback address, and with them what is only for who has the link. Other programs
 * and users of the machine can ask for the files; other pages cannot even do that, neither from their origins nor by
 * a name that resolves to the loopback address.
 *
 * @throws GatewayError when the port cannot be used
 */
export async function startPage(options: PageOptions): Promise<ServedPage> {
  const token = secret();
  const session = secret();
  let isSpent = false;
  let hosts: ReadonlySet<string> = new Set();
  const files = sirv(options.folder, {
    etag: true,
    dotfiles: false,
    setHeaders(response, path) {
      const policy = options.contentSecurityPolicy(path.slice(1));
      if (policy !== undefined) response.setHeader("content-security-policy", policy);
    },
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader("cache-control", "no-cache");
    response.setHeader("referrer-policy", "no-referrer");
    response.setHeader("x-content-type-options", "nosniff");
    response.setHeader("x-frame-options", "SAMEORIGIN");
    response.setHeader("cross-origin-resource-policy", "same-origin");
    const { host = "", origin = `http://${host}` } = request.headers;
    if (!hosts.has(host) || origin !== `http://${host}`) {
      refuse(response, 403, "Only the page itself is answered.");
      return;
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      refuse(response, 405, "Nothing can be sent here.");
      return;
    }
    const path = (request.url ?? "/").replace(/[?#].*/, "");
    if (path !== "/local.json") {
      files(request, response, () => refuse(response, 404, "There is no such file."));
      return;
    }
    // In a header, because a cookie would also be sent to other servers of this machine.
    const given = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    if (!isSame(given, session) && (isSpent || !isSame(given, token))) {
      refuse(response, 403, "This link has been used. Start the command again for another one.");
      return;
    }
    const text = JSON.stringify({ session, local: await options.local() });
    isSpent = true;
    response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(request.method === "HEAD" ? undefined : text);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      options.onProblem(error);
      refuse(response, 500, "This could not be made. The command says why.");
    });
  });
  const { authority, port } = await listenOnLoopback(server, { port: options.port ?? 0 });
  hosts = new Set([authority, `localhost:${port}`]);
  return {
    link: `http://${authority}/#local.${token}`,
    async close() {
      const closed = new Promise((settle) => server.close(settle));
      server.closeAllConnections();
      await closed;
    },
  };
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  response.end(`${sentence}\n`);
}
