import { createServer, type Server } from "node:http";
import type { CompiledSite } from "@traffic-policy/policy-engine";
import { protocolOf } from "@traffic-policy/policy-engine/internal";
import { formatEndpointUrl, type SiteEndpoint } from "@traffic-policy/policy-language/internal";
import { startGateway } from "../gateway.ts";
import { listenOnLoopback } from "../loopback.ts";
import type { Gateway, GatewayOptions, ServedExchange } from "../options.ts";

/** How to start the gateways of a site. */
export interface SiteGatewayOptions extends Pick<
  GatewayOptions,
  "host" | "hostHeader" | "connection" | "variables" | "simulation" | "limits" | "onProblem"
> {
  readonly site: CompiledSite;
  /** The origin of the server behind an endpoint; undefined where there is none. */
  readonly serverOf: (endpoint: SiteEndpoint) => string | undefined;
  /** The port of the first endpoint that clients reach; the others have the next ones. 0 is any that is free. */
  readonly port?: number;
  readonly onExchange?: (served: ServedExchange, endpoint: SiteEndpoint) => void;
}

/** The gateways of a site that are running. */
export interface SiteGateway extends Pick<Gateway, "open" | "close"> {
  /** Where clients reach the endpoints that are reached from outside. */
  readonly entries: ReadonlyMap<SiteEndpoint, string>;
  /** The endpoints that are not served: those for connections. */
  readonly leftOut: readonly SiteEndpoint[];
}

/**
 * Starts a gateway for each endpoint of a site for HTTP. What a policy forwards goes to the gateway of the endpoint that
 * receives it, as `simulateSite` has it: of the members of a pool to the first.
 *
 * @throws GatewayError when an option makes no sense, or a port cannot be used
 */
export async function startSiteGateway({
  site,
  serverOf,
  port = 0,
  onExchange = () => {},
  ...options
}: SiteGatewayOptions): Promise<SiteGateway> {
  const { endpoints } = site.site;
  const served = endpoints.filter((endpoint) => protocolOf(endpoint) === "http");
  const nowhere = await startNowhere();
  const gateways = new Map<SiteEndpoint, Gateway>();
  const close: Gateway["close"] = async (how) => {
    await Promise.all([...gateways.values()].map((gateway) => gateway.close(how)));
    nowhere.server.closeAllConnections();
    nowhere.server.close();
  };
  const gatewayFor = (url: string): string | undefined => {
    const [first] = site.targetsOf(url).endpoints;
    return first && gateways.get(first)?.url;
  };
  const entries = new Map<SiteEndpoint, string>();
  try {
    for (const endpoint of served) {
      const isEntry = endpoint.binding !== "internal";
      const gateway = await startGateway({
        ...options,
        policy: isEntry ? site.policyOf(endpoint) : site.policyBehind(endpoint),
        upstream: (endpoint.kind === "agent" && serverOf(endpoint)) || nowhere.url,
        endpoints: gatewayFor,
        url: formatEndpointUrl(endpoint.url).replace("//*", "//www"),
        port: isEntry && port !== 0 ? port + entries.size : 0,
        onExchange: (exchange) => onExchange(exchange, endpoint),
      });
      gateways.set(endpoint, gateway);
      if (isEntry) entries.set(endpoint, gateway.url);
    }
  } catch (error) {
    await close({ now: true });
    throw error;
  }
  return {
    entries,
    leftOut: endpoints.filter((endpoint) => !served.includes(endpoint)),
    get open() {
      return [...gateways.values()].reduce((sum, gateway) => sum + gateway.open, 0);
    },
    close,
  };
}

interface Nowhere {
  readonly server: Server;
  readonly url: string;
}

/** Starts a server in the place of one that an endpoint does not have. */
async function startNowhere(): Promise<Nowhere> {
  const server = createServer((_request, response) => {
    response.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
    response.end("No rule of the endpoint ends the request, and there is no server behind it.\n");
  });
  const { authority } = await listenOnLoopback(server, {});
  return { server, url: `http://${authority}` };
}
