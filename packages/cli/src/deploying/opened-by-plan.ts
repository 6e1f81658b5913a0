import { readModule, type Plan, type TrafficPolicyModule } from "@traffic-policy/api";
import {
  printable,
  Site,
  unknownPart,
  type HeldSource,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import type { Opened } from "@traffic-policy/policy-proof";
import type { ConfigurationOptions, SiteReading } from "@traffic-policy/project";
import { pathOfPolicy } from "@traffic-policy/project/internal";
import type { NamedTarget } from "@traffic-policy/project/selection";
import type { Style } from "@traffic-policy/report";
import { projectOf } from "../configuration/project.ts";
import type { Context } from "../context.ts";
import { openedJson } from "../site/answer-json.ts";
import { leftOutEndpoints } from "../site/left-out-text.ts";
import { openedLines, openedResult } from "../site/opened-text.ts";
import { openedWays } from "../site/opened-ways.ts";

/** A changed target, or an endpoint that may lead to one, of which it is not known what it opens. */
interface NotLookedAt {
  readonly name: string;
  /** In a few words behind its name. */
  readonly reason: string;
}

/** The ways to servers that exist once a plan is applied, and not before. */
export class OpenedByPlan {
  readonly #ways: readonly Opened[];
  readonly #notLookedAt: readonly NotLookedAt[];

  constructor(ways: readonly Opened[], notLookedAt: readonly NotLookedAt[]) {
    this.#ways = ways;
    this.#notLookedAt = notLookedAt;
  }

  /** True when it is proved that the plan opens nothing. */
  get isNothing(): boolean {
    return (
      this.#notLookedAt.length === 0 && this.#ways.every(({ answer }) => answer.kind === "none")
    );
  }

  /** In a few words: `1 way opened`. */
  get result(): string {
    const count = this.#notLookedAt.length;
    return openedResult(this.#ways, count > 0 ? [`${count}`] : []);
  }

  lines(style: Style): string[] {
    return [
      ...this.#ways.flatMap((one) => openedLines(one, style)),
      ...this.#notLookedAt.map(
        ({ name, reason }) => `  ${style.yellow("?")} ${printable(name)} ${reason}`,
      ),
    ];
  }

  json(): { opened: ReturnType<typeof openedJson>; notLookedAt: readonly NotLookedAt[] } {
    return { opened: openedJson(this.#ways), notLookedAt: this.#notLookedAt };
  }
}

/** How long the proofs about each endpoint that clients reach may take, in seconds. */
const timeout = 30;

/**
 * Compares the site of a project as it is stored with what a plan makes of it. Endpoints that the plan does not change are
 * taken as their files have them.
 */
export async function openedByPlan(
  plan: Plan,
  byName: ReadonlyMap<string, NamedTarget>,
  options: ConfigurationOptions,
  context: Context,
): Promise<OpenedByPlan> {
  const reading = await projectOf(options, context).site([]);
  const [before, after] = [new Map<SiteEndpoint, Known>(), new Map<SiteEndpoint, Known>()];
  const notLookedAt = plan.unread.map(({ name }) => ({ name, reason: "could not be planned" }));
  for (const planned of plan.targets) {
    const { name, action, stored, local } = planned;
    const isChanged = action !== "unchanged";
    const target = byName.get(name);
    const endpoint = target && endpointOf(target, reading, context);
    if (endpoint === undefined) {
      const reason = target && reasonFor(target, reading, context);
      if (isChanged) notLookedAt.push({ name, reason: reason ?? "is not in the site" });
      continue;
    }
    const [one, other] = [known(stored, name), known(local, name)];
    const reason = isChanged ? (one.reason ?? other.reason) : undefined;
    if (reason !== undefined) notLookedAt.push({ name, reason });
    before.set(endpoint, isChanged ? one : other);
    after.set(endpoint, other);
  }
  const isInside = [...before.keys()].some(
    (one) => one.binding === "internal" && before.get(one) !== after.get(one),
  );
  // What is left out may forward to a changed endpoint.
  for (const { file, reason } of isInside ? leftOutEndpoints(reading.leftOut) : []) {
    notLookedAt.push({ name: file, reason: `was left out: ${reason}` });
  }
  const ways = await openedWays(
    withPolicies(reading.site, after),
    withPolicies(reading.site, before),
    { isWhole: false, timeout },
    context,
  );
  return new OpenedByPlan(ways, notLookedAt);
}

/** The policy of an endpoint as a plan has it, or the reason why it is not known. */
interface Known {
  readonly policy?: HeldSource;
  readonly reason?: string;
}

function known(module: TrafficPolicyModule | undefined, name: string): Known {
  if (module?.enabled !== true) return {};
  const { document } = readModule(module);
  if (document === undefined) return { reason: "has a policy that cannot be read" };
  const unknown = unknownPart(document);
  if (unknown !== undefined) return { reason: `has ${unknown}, whose effect is not known` };
  return { policy: { file: name, document, errors: [], locate: () => undefined } };
}

function withPolicies(site: Site, policies: ReadonlyMap<SiteEndpoint, Known>): Site {
  return new Site(
    site.endpoints.map((endpoint) => {
      const { policy: _, unread: _unread, ...others } = endpoint;
      const now = policies.get(endpoint);
      if (now === undefined) return endpoint;
      const { policy, reason: unread } = now;
      return { ...others, ...(policy && { policy }), ...(unread !== undefined && { unread }) };
    }),
  );
}

function endpointOf(
  { key, configuration }: NamedTarget,
  { site }: SiteReading,
  { files }: Context,
): SiteEndpoint | undefined {
  const file = files.nameOf(configuration.file);
  // The name of an endpoint begins with its file where another one has its key.
  const names = new Set([key, `${file}#${key}`]);
  return site.endpoints.find(({ name, location }) => names.has(name) && location?.file === file);
}

function reasonFor(
  { key, configuration }: NamedTarget,
  { leftOut }: SiteReading,
  { files }: Context,
): string | undefined {
  const path = pathOfPolicy({ file: files.nameOf(configuration.file), holder: key });
  const reason = leftOut.find(({ file }) => file === path)?.reason;
  return reason && `is not in the site: ${reason}`;
}
