import {
  compileSite,
  simulateSite,
  type CompiledSite,
  type Hop,
  type SiteOutcome,
} from "@traffic-policy/policy-engine";
import type { SiteEndpoint } from "@traffic-policy/policy-language/internal";
import type { LeftOut } from "@traffic-policy/project";
import { askedOf, titleOf } from "@traffic-policy/policy-engine/report";
import { DrawingError, siteMermaid, siteSvg, type DrawnSite } from "@traffic-policy/report/drawing";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { projectOf } from "../../configuration/project.ts";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { exchangeOf, type GivenExchange } from "../../exchange/given-exchange.ts";
import { printError } from "../../report/error.ts";
import { behaviourOptions, stubs } from "../../simulation/behaviour-options.ts";
import { entriesAt } from "../../simulation/site-simulation.ts";
import { drawnSiteOf } from "../../site/drawn-site.ts";
import type { DrawOptions, PictureFormat } from "./command.ts";
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
  const outcome = given && wayOf(site, reading.leftOut, given, options);
  const picture: DrawnSite = {
    ...(await drawnSiteOf(reading, site)),
    ...(given &&
      outcome && {
        way: {
          hops: outcome.hops.map(({ endpoint }) => endpoints.indexOf(endpoint)),
          paths: outcome.hops.map(forwardTakenAt),
          reachesServer: outcome.reaches !== undefined,
          exchange: new SecretMask().text(titleOf(askedOf(given.exchange), given.exchange)),
        },
      }),
  };
  const { out, format, force } = options;
  const text = drawn(picture, format);
  if (out === undefined) context.terminal.document(text);
  else await writePictures([{ name: "site", text }], { out, format, force }, context);
  return reading.failures.length > 0 ? exitStatus.failure : exitStatus.ok;
}

function forwardTakenAt({ outcome: { trace } }: Hop): string | undefined {
  const actions = trace?.rules.flatMap((rule) => rule.actions) ?? [];
  return actions.find(({ type, result }) => type === "forward-internal" && result === "ended")
    ?.path;
}

/** Takes a request through the site; where only the service knows the way, it is the likeliest. */
function wayOf(
  site: CompiledSite,
  leftOut: readonly LeftOut[],
  given: GivenExchange,
  options: DrawOptions,
): SiteOutcome {
  const exchange = exchangeOf(given);
  const [entry] = entriesAt(site, leftOut, given, exchange) as [SiteEndpoint];
  const policies = site.site.endpoints.map((endpoint) => site.policyOf(endpoint));
  return simulateSite(site, entry, exchange, {
    ...behaviourOptions(options),
    trace: true,
    stubs: stubs(options, ...policies),
  });
}

function drawn(site: DrawnSite, format: PictureFormat): string {
  if (format === "svg") return siteSvg(site);
  try {
    return siteMermaid(site);
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
    throw new CommandError(error.message, {
      help: `${error.help.slice(0, -1)}, or use --format svg.`,
    });
  }
}
