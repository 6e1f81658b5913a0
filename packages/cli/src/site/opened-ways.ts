import { compileSite } from "@traffic-policy/policy-engine";
import {
  formatEndpointUrl,
  isInternalHost,
  parseEndpointUrl,
  Site,
} from "@traffic-policy/policy-language/internal";
import { forwardedTo } from "@traffic-policy/policy-language/site";
import { SiteProver, type Opened } from "@traffic-policy/policy-proof";
import type { Context } from "../context.ts";
import { inSteps } from "../progress/steps.ts";

interface OpeningOptions {
  readonly isWhole: boolean;
  /** How long the proofs about each endpoint that clients reach may take, in seconds. */
  readonly timeout: number;
}

/**
 * Returns the ways to servers that a site has, and did not have as it was before. Endpoints outside of the site, to which
 * policies forward, count as servers.
 */
export async function openedWays(
  site: Site,
  before: Site,
  { isWhole, timeout }: OpeningOptions,
  context: Pick<Context, "clock" | "terminal">,
): Promise<readonly Opened[]> {
  const urls = isWhole ? [] : [...(await fixedTargets(site)), ...(await fixedTargets(before))];
  const compiled = await compileSite(withServersAt(urls, site));
  const earlier = await compileSite(withServersAt(urls, before));
  let end = 0;
  const isOver = (): boolean => context.clock.elapsed() >= end;
  const prover = new SiteProver(compiled, { isWhole, budget: { isOver } });
  const { entries } = prover;
  const opened: Opened[] = [];
  await inSteps("Comparing", entries.length, context, async (step) => {
    for (const from of entries) {
      end = context.clock.elapsed() + timeout * 1000;
      opened.push(...prover.openedFrom(from, earlier));
      await step();
    }
  });
  return opened;
}

async function fixedTargets(site: Site): Promise<readonly string[]> {
  const forwards = await forwardedTo(site);
  return [...forwards.values()].flat().filter((url) => !url.includes("*"));
}

function withServersAt(texts: readonly string[], site: Site): Site {
  const added = [...new Set(texts)].flatMap((name) => {
    const url = parseEndpointUrl(name);
    if (url === undefined || !isInternalHost(url.host)) return [];
    if (site.receiving(url, "internal").endpoints.length > 0) return [];
    return [
      {
        name: formatEndpointUrl(url),
        url,
        binding: "internal",
        kind: "agent",
        isPooled: false,
      } as const,
    ];
  });
  return added.length === 0 ? site : new Site([...site.endpoints, ...added]);
}
