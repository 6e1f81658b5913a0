import {
  compileSite,
  entriesFor,
  simulateSite,
  type SiteOutcome,
} from "@traffic-policy/policy-engine";
import type { CompiledSite } from "@traffic-policy/policy-engine";
import {
  formatEndpointUrl,
  type SiteEndpoint,
  serverText,
} from "@traffic-policy/policy-language/internal";
import { siteForwards } from "@traffic-policy/policy-language/site";
import { isCheck } from "@traffic-policy/policy-proof";
import { DrawingError, siteMermaid, type DrawnSite } from "@traffic-policy/report/drawing";
import { projectOf } from "../../configuration/project.ts";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { exchangeOf, type GivenExchange } from "../../exchange/given-exchange.ts";
import { printError } from "../../report/error.ts";
import { behaviourOptions, stubs } from "../../simulation/behaviour-options.ts";
import type { DrawOptions } from "./command.ts";
import { writePictures } from "./write-pictures.ts";

/** Runs `traffic-policy draw --site [path...]`: draws endpoints and the forwards between them. */
export async function drawSite(
  paths: readonly string[],
  given: GivenExchange | undefined,
  options: DrawOptions,
  context: Context,
): Promise<ExitStatus> {
  const reading = await projectOf(options, context).site(paths);
  for (const { error } of reading.failures) printError(error, context);
  const { endpoints } = reading.site;
  if (endpoints.length === 0) {
    throw new CommandError("There is no endpoint to draw.", {
      help: "`traffic-policy audit --site` says what was left out, and why.",
    });
  }
  const site = await compileSite(reading.site);
  const outcome = given && wayOf(site, given, options);
  const at = (endpoint: SiteEndpoint): number => endpoints.indexOf(endpoint);
  const forwards = (await siteForwards(reading.site)).map(({ from, to, ...others }) => ({
    ...others,
    from: at(from),
    to: to && at(to),
  }));
  const text = drawn({
    endpoints: endpoints.map((endpoint) => {
      const server = serverText(endpoint);
      return {
        url: formatEndpointUrl(endpoint.url),
        isEntry: endpoint.binding !== "internal",
        checks: checksOf(endpoint, site),
        isUnread: endpoint.unread !== undefined,
        ...(server !== undefined && { server }),
      };
    }),
    forwards,
    ...(outcome && {
      way: {
        hops: outcome.hops.map(({ endpoint }) => at(endpoint)),
        reachesServer: outcome.reaches !== undefined,
      },
    }),
  });
  const { out, format, force } = options;
  if (out === undefined) context.terminal.document(text);
  else await writePictures([{ name: "site", text }], { out, format, force }, context);
  return reading.failures.length > 0 ? exitStatus.failure : exitStatus.ok;
}

/** Takes a request through the site; where only the service knows the way, it is the likeliest. */
function wayOf(site: CompiledSite, given: GivenExchange, options: DrawOptions): SiteOutcome {
  const exchange = exchangeOf(given);
  const [entry] = entriesFor(site, exchange);
  if (entry === undefined) {
    throw new CommandError(`No endpoint of the site receives ${exchange.request?.url ?? "it"}.`);
  }
  const policies = site.site.endpoints.map((endpoint) => site.policyOf(endpoint));
  return simulateSite(site, entry, exchange, {
    ...behaviourOptions(options),
    stubs: stubs(options, ...policies),
  });
}

function checksOf(endpoint: SiteEndpoint, site: CompiledSite): readonly string[] {
  const { sections, dialect } = site.policyOf(endpoint);
  const actions = sections.flatMap(({ rules }) => rules.flatMap((rule) => rule.actions));
  return [...new Set(actions.filter((one) => isCheck(one, dialect)).map(({ type }) => type))];
}

function drawn(site: DrawnSite): string {
  try {
    return siteMermaid(site);
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
    throw new CommandError(error.message, { help: error.help });
  }
}
