import { GatewayError, startSiteGateway, type SiteGateway } from "@traffic-policy/gateway";
import { compileSite, type CompiledSite } from "@traffic-policy/policy-engine";
import {
  formatEndpointUrl,
  parseEndpointUrl,
  printable,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import { aligned } from "@traffic-policy/report";
import { projectOf } from "../../configuration/project.ts";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { printError } from "../../report/error.ts";
import { behaviourOptions, stubs } from "../../simulation/behaviour-options.ts";
import { localServer } from "../../site/local-server.ts";
import { givenValues } from "../../simulation/given-values.ts";
import type { ServeOptions } from "./command.ts";
import { measuring, printMeasuring } from "./measuring.ts";
import { Outlet, ServingReport } from "./report.ts";
import { endpointsIn, knownOfConnections, untilClosed } from "./serving.ts";

/** Runs `traffic-policy serve --site <path>`: serves the endpoints of a site for HTTP, until SIGINT or SIGTERM. */
export async function serveSite(
  path: string,
  options: ServeOptions,
  context: Context,
): Promise<ExitStatus> {
  const { terminal, files } = context;
  const { format, trace = false, port, host, hostHeader } = options;
  if (format === "json") {
    throw new CommandError("serve --site reports as text only.", {
      help: "Remove --format json, or serve one policy.",
    });
  }
  const reading = await projectOf(options, context).site([path]);
  for (const { error } of reading.failures) printError(error, context);
  const site = await compileSite(reading.site);
  const { endpoints } = reading.site;
  const policies = endpoints.map((endpoint) => site.policyOf(endpoint));
  const given = serversIn(options, site);
  terminal.waitForNobody();
  const outlet = new Outlet(terminal);
  const behaviour = behaviourOptions(options);
  const sources = new Map(endpoints.map((endpoint) => [site.policyOf(endpoint), endpoint.policy]));
  const nowhere = { file: path, document: undefined, errors: [], locate: () => undefined };
  const report = new ServingReport(
    { format, trace, behaviour, sourceOf: (policy) => sources.get(policy) ?? nowhere },
    terminal.style,
  );
  const measured = await measuring(options);
  const gateway = await started({
    site,
    port,
    host,
    hostHeader,
    ...knownOfConnections(options, files),
    serverOf: (endpoint) => given.get(endpoint) ?? localServer(endpoint),
    simulation: {
      random: Math.random,
      ...behaviour,
      ...(await givenValues(options, context)),
      stubs: stubs(options, ...policies),
      trace,
    },
    onExchange: (served, { url }) => {
      const endpoint = formatEndpointUrl(url);
      measured?.observe(served, endpoint);
      outlet.write(`${printable(endpoint)}  ${report.textOf(served)}`);
    },
    onProblem: (sentence) => terminal.err(`${printable(sentence)}\n`),
  }).catch((error: unknown) => {
    measured?.close();
    throw error;
  });
  const closed = untilClosed(measured?.around(gateway) ?? gateway, terminal);
  printMeasuring(measured, terminal);
  printStart(gateway, site, context, given);
  await closed;
  outlet.flush();
  return exitStatus.ok;
}

async function started(options: Parameters<typeof startSiteGateway>[0]): Promise<SiteGateway> {
  try {
    return await startSiteGateway(options);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new CommandError(error.message, { help: error.help, cause: error });
  }
}

/** Reads which local servers stand behind endpoints: `--endpoint https://billing.internal=http://localhost:3001`. */
function serversIn(
  { endpoint = [] }: ServeOptions,
  { site }: CompiledSite,
): ReadonlyMap<SiteEndpoint, string> {
  const servers = new Map<SiteEndpoint, string>();
  for (const [text, server] of Object.entries(endpointsIn(endpoint))) {
    const url = parseEndpointUrl(text);
    const shown = url && formatEndpointUrl(url);
    const found = site.endpoints.filter((one) => formatEndpointUrl(one.url) === shown);
    if (found.length === 0) {
      throw new CommandError(`--endpoint: The site has no endpoint ${text}.`, {
        help: "`traffic-policy audit --site` lists its endpoints.",
      });
    }
    for (const one of found) servers.set(one, server);
  }
  return servers;
}

function printStart(
  { entries, leftOut }: SiteGateway,
  { site }: CompiledSite,
  { terminal }: Context,
  given: ReadonlyMap<SiteEndpoint, string>,
): void {
  const { style, print, err } = terminal;
  const rows = [...entries].map(([{ url }, place]) => [formatEndpointUrl(url), style.bold(place)]);
  print([...aligned(rows, style), ""].join("\n"));
  const without = site.endpoints.filter(
    (one) =>
      one.kind === "agent" &&
      !given.has(one) &&
      localServer(one) === undefined &&
      !leftOut.includes(one),
  );
  for (const { url } of without) {
    err(
      `${formatEndpointUrl(url)} has no server on this machine: requests that get there are answered with 500. Name one with --endpoint.\n`,
    );
  }
  for (const { url } of leftOut) {
    err(`${formatEndpointUrl(url)} is not served: only endpoints for HTTP are.\n`);
  }
  err("Press Ctrl-C to stop.\n");
}
