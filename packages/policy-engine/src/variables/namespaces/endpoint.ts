import { defaultPorts, defaults } from "../../exchange/defaults.ts";
import { formatUrl, hostAndPort, parseUrl, type UrlParts } from "../../exchange/url.ts";
import type { Run } from "../../run/run.ts";
import type { VariableReaders } from "../variable-reader.ts";

const endpoint: VariableReaders = {
  "endpoint.addr": (run) => {
    const url = urlOf(run);
    return hostAndPort({ host: url.host, port: portOf(url) });
  },
  "endpoint.host": (run) => urlOf(run).host,
  "endpoint.id": (run) => run.exchange.endpoint?.id ?? defaults.endpoint.id,
  "endpoint.port": (run) => portOf(urlOf(run)),
  "endpoint.protocol": (run) => urlOf(run).scheme,
  "endpoint.url": (run) => run.exchange.endpoint?.url ?? formatUrl(urlOf(run)),
};

export default endpoint;

const urls = new WeakMap<Run, UrlParts>();

/** The URL of the endpoint: the one that is given, or scheme, host and port of the request. */
export function urlOf(run: Run): UrlParts {
  let url = urls.get(run);
  if (url === undefined) {
    url = findUrl(run);
    urls.set(run, url);
  }
  return url;
}

function findUrl(run: Run): UrlParts {
  const { endpoint: given } = run.exchange;
  const parsed = given?.url === undefined ? undefined : parseUrl(given.url);
  if (parsed !== undefined) return parsed;
  const request = run.request && parseUrl(run.request.sentUrl);
  if (request === undefined) {
    const port = run.exchange.connection?.serverPort;
    return {
      scheme: run.protocol === "http" ? defaults.request.scheme : run.protocol,
      host: defaults.request.host,
      path: "",
      ...(port !== undefined && { port }),
    };
  }
  const { scheme, host, port } = request;
  return { scheme, host, path: "", ...(port !== undefined && { port }) };
}

/** The port of a URL, or the one of its scheme. */
export function portOf({ scheme, port }: UrlParts): number {
  return port ?? defaultPorts[scheme] ?? 0;
}
