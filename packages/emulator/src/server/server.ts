import { fastify, type FastifyInstance } from "fastify";
import { addRoutePolicyOperations } from "../operations/route-traffic-policy.ts";
import { addTcpEdgeOperations } from "../operations/tcp-edges.ts";
import type { Store } from "../state/store.ts";
import { checkAccess, type Access } from "./access.ts";
import { sendError } from "./errors.ts";
import { parseBody } from "./json-body.ts";
import { notFound } from "./refusal.ts";

/** Bytes that the body of a request may have. */
const largestBody = 1024 * 1024;

// The contract calls identifiers opaque; Fastify would refuse those of more than 100 characters.
const longestIdentifier = 2048;

/** The emulator's HTTP server, not yet listening. */
export function createServer(store: Store, access: Access): FastifyInstance {
  const server = fastify({
    bodyLimit: largestBody,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    frameworkErrors: (error, _request, reply) => sendError(error, reply),
    routerOptions: { maxParamLength: longestIdentifier },
    // The body is taken as it is: nothing converted, added or removed before it is judged.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => parseBody(body),
  );
  server.addHook("onRequest", async (request) => checkAccess(request, access));
  server.setErrorHandler((error: Parameters<typeof sendError>[0], _request, reply) =>
    sendError(error, reply),
  );
  server.setNotFoundHandler(({ method, url }) => {
    throw notFound(`There is no operation ${method} ${url}.`);
  });
  addTcpEdgeOperations(server, store);
  addRoutePolicyOperations(server, store);
  return server;
}
