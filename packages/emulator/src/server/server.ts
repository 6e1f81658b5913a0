import { schemaProblems, type JsonSchema } from "@traffic-policy/policy-language";
import { fastify, type FastifyInstance } from "fastify";
import { addFaults } from "../faults/add-faults.ts";
import type { Fault } from "../faults/fault.ts";
import {
  addCloudEndpointOperations,
  type CloudEndpointOptions,
} from "../operations/cloud-endpoints.ts";
import { addEndpointOperations } from "../operations/endpoints.ts";
import { addRoutePolicyOperations } from "../operations/route-traffic-policy.ts";
import { addTcpEdgeOperations } from "../operations/tcp-edges.ts";
import type { Store } from "../state/store.ts";
import {
  checkAccess,
  parseBody,
  checkIsLocal,
  checkIdentifiers,
  noOperation,
  routedPath,
  RateLimit,
  type Access,
} from "./check-request.ts";
import { sendError, invalidBody } from "./refusal.ts";
import { RequestLog, type ReceivedRequest } from "./received-request.ts";

const largestBody = 1024 * 1024;

/** How the server answers. */
export interface ServerOptions extends Access, CloudEndpointOptions {
  /** Items of a page of a list. */
  readonly pageSize: number;
  readonly requestsPerMinute: number;
  /** What goes wrong with a request; asked once for each. */
  readonly nextFault: (request: ReceivedRequest) => Fault | undefined;
}

/** In place of those of Fastify, which make code of every schema; its types know no others. */
const compilersFactory: object = {
  buildValidator: () => bodyCheck,
  buildSerializer: () => () => JSON.stringify,
};

/** The check of a body by the schema of its operation: it is taken as it is, nothing converted or added. */
function bodyCheck({ schema }: { schema: JsonSchema }): (body: unknown) => unknown {
  const subject = (path: string): string => path.slice(1).replaceAll("/", ".") || "The body";
  return (body) => {
    const [problem] = schemaProblems(schema, body, { subject });
    return problem === undefined ? { value: body } : { error: invalidBody(problem.message) };
  };
}

/** The emulator's HTTP server, not yet listening. */
export function createServer(store: Store, options: ServerOptions): FastifyInstance {
  const server = fastify({
    bodyLimit: largestBody,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    rewriteUrl: routedPath,
    // How long an identifier may be is looked at later, as the rest of the request is.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
    schemaController: { compilersFactory },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => parseBody(body),
  );
  // Before faults: a web page should not even use them up.
  server.addHook("onRequest", async (request) => checkIsLocal(request));
  // What goes wrong on the way to a service goes wrong whatever the request is.
  const log = new RequestLog();
  addFaults(server, (request) => options.nextFault(log.entryFor(request)));
  const rateLimit = new RateLimit(options.requestsPerMinute);
  server.addHook("onRequest", async (request) => {
    checkAccess(request, options);
    rateLimit.check();
    checkIdentifiers(request);
  });
  server.setErrorHandler((error: Parameters<typeof sendError>[0], _request, reply) =>
    sendError(error, reply),
  );
  server.setNotFoundHandler((request) => {
    throw noOperation(request);
  });
  addTcpEdgeOperations(server, store, options);
  addEndpointOperations(server, store, options);
  addCloudEndpointOperations(server, store, options);
  addRoutePolicyOperations(server, store);
  return server;
}
