import { getOrAdd } from "../../bounded-map.ts";
import type { Diagnostic } from "../../diagnostic.ts";
import { formatEndpointUrl } from "../endpoint-url.ts";
import { targetsOf, type Forward } from "../forwards.ts";
import type { Site, SiteEndpoint } from "../site.ts";
import { inPolicy } from "./finding.ts";

/** A step from an endpoint to another one. */
interface Step {
  readonly forward: Forward;
  readonly to: SiteEndpoint;
  /** True when all that comes to its rule takes it. */
  readonly isSure: boolean;
}

type Steps = ReadonlyMap<SiteEndpoint, readonly Step[]>;

/**
 * Finds forwards that lead back to where they begin. Those whose URL is not known are left out: an internal router
 * would seem to choose itself.
 */
export function loopDefects(forwards: readonly Forward[], site: Site): readonly Diagnostic[] {
  const steps = stepsOf(forwards, site);
  const sure = new Map(
    [...steps].map(([from, all]) => [from, all.filter(({ isSure }) => isSure)] as const),
  );
  const certain = loopsIn(sure);
  const inLoop = new Set(certain.flatMap((loop) => loop.map(({ to }) => to)));
  const perhaps = loopsIn(steps).filter((loop) => !loop.some(({ to }) => inLoop.has(to)));
  return [
    ...certain.map((loop) => findingOf(loop, true)),
    ...perhaps.map((loop) => findingOf(loop, false)),
  ];
}

function stepsOf(forwards: readonly Forward[], site: Site): Steps {
  const steps = new Map<SiteEndpoint, Step[]>();
  for (const forward of forwards) {
    if (forward.urls === undefined) continue;
    const targets = targetsOf(forward, site);
    for (const { endpoints, unsure } of targets) {
      const isOnly = targets.length === 1 && endpoints.length === 1 && unsure === undefined;
      const isSure = isOnly && forward.rule.isUnconditional;
      for (const from of forward.policy.endpoints) {
        const own = getOrAdd(steps, from, () => []);
        own.push(...endpoints.map((to) => ({ forward, to, isSure })));
      }
    }
  }
  return steps;
}

/** Returns a shortest loop through each endpoint that is in one, but none through an endpoint of another loop. */
function loopsIn(steps: Steps): readonly (readonly Step[])[] {
  const loops: (readonly Step[])[] = [];
  const done = new Set<SiteEndpoint>();
  for (const start of steps.keys()) {
    const loop = done.has(start) ? undefined : wayBack(start, steps);
    if (loop === undefined) continue;
    loops.push(loop);
    for (const { to } of loop) done.add(to);
  }
  return loops;
}

function wayBack(start: SiteEndpoint, steps: Steps): readonly Step[] | undefined {
  const before = new Map<SiteEndpoint, readonly Step[]>();
  const open: SiteEndpoint[] = [start];
  for (let from = open.shift(); from !== undefined; from = open.shift()) {
    const way = before.get(from) ?? [];
    for (const step of steps.get(from) ?? []) {
      if (step.to === start) return [...way, step];
      if (before.has(step.to)) continue;
      before.set(step.to, [...way, step]);
      open.push(step.to);
    }
  }
  return undefined;
}

function findingOf(loop: readonly Step[], isCertain: boolean): Diagnostic {
  const [first] = loop;
  const last = loop.at(-1);
  if (first === undefined || last === undefined) throw new Error("A loop has a step.");
  const { policy, path } = first.forward;
  const hosts = loop.map(({ to }) => formatEndpointUrl(to.url));
  const way = [formatEndpointUrl(last.to.url), ...hosts].join(" → ");
  const what = isCertain
    ? "All that gets there goes round until the service ends it (ERR_NGROK_3501)"
    : "It ends only where a condition stops it";
  return inPolicy(policy, path, {
    rule: "loop",
    severity: isCertain ? "error" : "warning",
    message: `This forward leads back to its own endpoint: ${way}. ${what}.`,
    help: "Forward to an endpoint that answers, or that passes to its upstream.",
  });
}
