import {
  compileSite,
  entriesFor,
  RateLimits,
  simulateSite,
  type CompiledSite,
  type Exchange,
  type SiteOutcome,
} from "@traffic-policy/policy-engine";
import { SiteProver, type Passage } from "@traffic-policy/policy-proof";
import fc from "fast-check";
import { expect, test } from "vitest";
import { howMany, seededAsync } from "../../seeded.ts";
import { aSite } from "../../policy-engine/site/a-site.ts";
import {
  arbitrarySite,
  arbitraryTcpSite,
  connectionsOfSites,
  exchangesOfSites,
  type RandomSite,
} from "./random-sites.ts";

// With TEST_RUNS, a test takes as long as it takes.
const timeout = process.env["TEST_RUNS"] === undefined ? howMany(60_000, 7_200_000) : 7_200_000;

// Printed with TEST_PRINT=1.
const tally = new Map<string, number>();

test.each([
  ["requests", arbitrarySite, exchangesOfSites, 8, 3000],
  ["connections", arbitraryTcpSite, connectionsOfSites, 40, 5000],
] as const)(
  "no exchange does what was proved of a site that none does: %s",
  async (_name, site, exchanges, usual, long) => {
    await seededAsync(
      fc.asyncProperty(site as fc.Arbitrary<RandomSite>, (one) => check(one, exchanges)),
      usual,
      long,
      usual,
    );
    if (process.env["TEST_PRINT"] === "1") console.log(Object.fromEntries(tally));
  },
  timeout,
);

test(
  "nothing that is new is missed among what a change opens",
  async () => {
    const changed = fc.tuple(arbitrarySite, arbitrarySite, fc.nat()).map(([one, other, at]) => {
      const urls = Object.keys(other);
      const url = urls[at % urls.length] ?? "";
      return [one, { ...one, [url]: other[url] }] as [RandomSite, RandomSite];
    });
    await seededAsync(
      fc.asyncProperty(changed, ([one, other]) => checkOpened(one, other)),
      4,
      1500,
      4,
    );
    if (process.env["TEST_PRINT"] === "1") console.log(Object.fromEntries(tally));
  },
  timeout,
);

async function checkOpened(one: RandomSite, other: RandomSite): Promise<void> {
  const [before, after] = [await compileSite(aSite(one)), await compileSite(aSite(other))];
  const prover = new SiteProver(after, { isWhole: true });
  const opened = prover.entries.flatMap((from) => prover.openedFrom(from, before));
  for (const { answer } of opened) count(answer.kind === "unknown" ? answer.reason : "opened");
  for (const exchange of exchangesOfSites) {
    for (const from of entriesFor(after, exchange)) {
      const [earlier] = entriesFor(before, exchange);
      const was = earlier && possible(before, earlier, exchange);
      for (const [index, outcome] of possible(after, from, exchange).entries()) {
        const { reaches } = outcome;
        // Pools and offline endpoints are tried in the same order where the endpoints are the same.
        if (reaches === undefined || before.site.endpoints.length !== after.site.endpoints.length)
          continue;
        const old = was?.[index];
        const isSame = earlier?.name === from.name && old?.reaches?.name === reaches.name;
        const isNew = !isSame || (isUnchecked(outcome) && !isUnchecked(old));
        const isTold = opened.some(
          (found) =>
            found.from === from &&
            found.to === reaches &&
            (!isSame || !found.isUnchecked || isUnchecked(outcome)),
        );
        expect(!isNew || isTold, JSON.stringify({ exchange, to: reaches.name })).toBe(true);
      }
    }
  }
}

function isUnchecked({ hops }: SiteOutcome): boolean {
  return !hops.some((hop) =>
    hop.outcome.trace?.rules.some(({ actions }) =>
      actions.some(({ type, result }) => type === "restrict-ips" && result !== "skipped"),
    ),
  );
}

async function check(given: RandomSite, exchanges: readonly Exchange[]): Promise<void> {
  const site = await compileSite(aSite(given));
  const prover = new SiteProver(site, { isWhole: true });
  const passages = prover.entries.flatMap((from) => prover.passagesFrom(from));
  for (const { reached, without } of passages) {
    for (const answer of [reached, ...without.values()]) {
      count(answer.kind === "unknown" ? answer.reason : answer.kind);
    }
  }
  await checkForbidden(site, prover, exchanges);
  for (const exchange of exchanges) {
    for (const from of entriesFor(site, exchange)) {
      for (const outcome of possible(site, from, exchange)) {
        if (outcome.reaches !== undefined) {
          const passage = passages.find((one) => one.from === from && one.to === outcome.reaches);
          expect(violations(passage, outcome), JSON.stringify(exchange)).toEqual([]);
        }
      }
    }
  }
}

/** Asks whether an endpoint in the middle is reached under some condition, with and without a check. */
async function checkForbidden(
  site: CompiledSite,
  prover: SiteProver,
  exchanges: readonly Exchange[],
): Promise<void> {
  const [to] = site.site.endpoints.filter(({ binding }) => binding === "internal");
  if (to === undefined) return;
  for (const [index, when] of [undefined, "conn.client_ip != '10.0.0.1'"].entries()) {
    const without = index === 0 ? [] : ["restrict-ips", "rate-limit"];
    const answers = await prover.forbidden({ to, without, ...(when !== undefined && { when }) });
    for (const { answer } of answers)
      count(answer.kind === "unknown" ? answer.reason : answer.kind);
    for (const exchange of exchanges) {
      if (when !== undefined && exchange.connection?.clientIp === "10.0.0.1") continue;
      for (const from of entriesFor(site, exchange)) {
        const answer = answers.find((one) => one.from === from)?.answer;
        if (answer?.kind === "found" || answer?.kind === "unknown") continue;
        for (const outcome of possible(site, from, exchange)) {
          const at = outcome.hops.findIndex(({ endpoint }) => endpoint === to);
          const isThere = to.kind === "agent" ? outcome.reaches === to : at >= 0;
          const hops = to.kind === "agent" ? outcome.hops : outcome.hops.slice(0, at);
          const ran = hops.flatMap((hop) =>
            (hop.outcome.trace?.rules ?? []).flatMap(({ actions }) =>
              actions.filter(({ result }) => result !== "skipped").map(({ type }) => type),
            ),
          );
          const isForbidden = isThere && !without.some((type) => ran.includes(type));
          expect(isForbidden, JSON.stringify({ exchange, to: to.name, without })).toBe(false);
        }
      }
    }
  }
}

/** Every outcome: with each member of each pool, and each endpoint offline. */
function possible(
  site: CompiledSite,
  from: ReturnType<typeof entriesFor>[number],
  exchange: Exchange,
): SiteOutcome[] {
  const inner = site.site.endpoints.filter(({ binding }) => binding === "internal");
  const pooled = inner.filter(({ isPooled }) => isPooled);
  const members = [[], ...pooled.map(({ name }) => [name])];
  const offline = [[], ...inner.map(({ name }) => [name]), inner.map(({ name }) => name)];
  return members.flatMap((chosen) =>
    offline.map((names) =>
      simulateSite(site, from, exchange, {
        trace: true,
        rateLimits: new RateLimits(),
        members: new Set(chosen),
        offline: new Set(names),
      }),
    ),
  );
}

/** What the outcome does that was proved that none does. */
function violations(passage: Passage | undefined, outcome: SiteOutcome): string[] {
  if (passage === undefined) return ["No way was found."];
  const ran = new Set(
    outcome.hops.flatMap((hop) =>
      (hop.outcome.trace?.rules ?? []).flatMap(({ actions }) =>
        actions.filter(({ result }) => result !== "skipped").map(({ type }) => type),
      ),
    ),
  );
  return [
    ...(passage.reached.kind === "none" ? ["It was proved unreachable."] : []),
    ...[...passage.without].flatMap(([type, { kind }]) =>
      kind === "none" && !ran.has(type) ? [`It was proved that all pass ${type}.`] : [],
    ),
  ];
}

function count(kind: string): void {
  tally.set(kind, (tally.get(kind) ?? 0) + 1);
}
