import { defaultPorts } from "../../exchange/exchange.ts";
import { formatUrl, hostAndPort, type UrlParts } from "../../exchange/url.ts";
import type { VariableReaders } from "../reader.ts";

const endpoint: VariableReaders = {
  "endpoint.addr": (run) => {
    const url = run.endpointUrl;
    return hostAndPort({ host: url.host, port: portOf(url) });
  },
  "endpoint.host": (run) => run.endpointUrl.host,
  "endpoint.id": (run) => run.exchange.endpoint?.id ?? "",
  "endpoint.port": (run) => portOf(run.endpointUrl),
  "endpoint.protocol": (run) => run.endpointUrl.scheme,
  "endpoint.url": (run) => run.exchange.endpoint?.url ?? formatUrl(run.endpointUrl),
};

export default endpoint;

export function portOf({ scheme, port }: UrlParts): number {
  return port ?? defaultPorts[scheme] ?? 0;
}
