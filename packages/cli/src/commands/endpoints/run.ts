import type { Endpoint } from "@traffic-policy/api";
import type { Context, ExitStatus } from "../../context.ts";
import type { EndpointListOptions } from "./command.ts";
import type { ConnectionOptions } from "../../program/options.ts";
import { renderEndpoint, renderEndpoints } from "./report.ts";
import { printResource, printResources } from "../../service/print-resource.ts";
import { withClient } from "../../service/connect.ts";

/** Runs `traffic-policy endpoints list`. Filters on the client, because the service has no known filters. */
async function listEndpoints(options: EndpointListOptions, context: Context): Promise<ExitStatus> {
  const { type, proto, format } = options;
  const endpoints = await withClient(options, context, async (client) => {
    const found: Endpoint[] = [];
    for await (const endpoint of client.endpoints.list()) {
      if (type !== undefined && endpoint.type !== type) continue;
      if (proto !== undefined && endpoint.proto !== proto) continue;
      found.push(endpoint);
    }
    return found;
  });
  const none =
    type === undefined && proto === undefined
      ? "There are no active endpoints."
      : "No active endpoints match.";
  return printResources(
    endpoints,
    { key: "endpoints", render: renderEndpoints, none },
    format,
    context,
  );
}

async function getEndpoint(
  id: string,
  options: ConnectionOptions,
  context: Context,
): Promise<ExitStatus> {
  const endpoint = await withClient(options, context, (client) => client.endpoints.get(id));
  return printResource(endpoint, renderEndpoint, options.format, context);
}

export default { list: listEndpoints, get: getEndpoint };
