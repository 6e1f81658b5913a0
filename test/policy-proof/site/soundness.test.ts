import {
  compileSite,
  entriesFor,
  RateLimits,
  simulateSite,
  type BehaviourOptions,
  type CompiledSite,
  type Exchange,
  type Hop,
  type SiteOutcome,
} from "@traffic-policy/policy-engine";
import type { SiteEndpoint } from "@traffic-policy/policy-language/internal";
import { openQuestions } from "@traffic-policy/policy-engine/internal";
import {
  SiteProver,
  type Forbidden,
  type OpenAnswer,
  type SiteAnswer,
} from "@traffic-policy/policy-proof";
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

/** Another answer to an open question that exchanges are taken through the site with, besides the usual ones. */
const arbitraryAnswer: fc.Arbitrary<OpenAnswer> = fc.constantFrom(
  ...(
    [
      "onExpressionError",
      "laterRulesSee",
      "absentVariables",
      "restrictIpsWithoutAllow",
      "interpolatedCollections",
      "absentBucketKey",
      "outboundAfterAnswer",
      "responseRulesAfterForward",
      "urlNormalization",
    ] as const
  ).flatMap((question) => {
    const { answers = [], default: usual } = openQuestions[question];
    return answers.filter((one) => one !== usual).map((answer) => ({ question, answer }));
  }),
);

test.each([
  ["requests", arbitrarySite, exchangesOfSites, 6, 3000],
  ["connections", arbitraryTcpSite, connectionsOfSites, 40, 5000],
] as const)(
  "no exchange does what was proved of a site that none does: %s",
  async (_name, sites, exchanges, usual, long) => {
    const property = fc.asyncProperty(
      sites as fc.Arbitrary<RandomSite>,
      arbitraryAnswer,
      async (given, other) => {
        const site = await compileSite(aSite(given));
        expect((await refutedIn(site, exchanges, other)).slice(0, 3)).toEqual([]);
      },
    );
    const done = await seededAsync(property, usual, long, usual);
    expect(done).toBeGreaterThan(0);
    printTally();
  },
  timeout,
);

test(
  "nothing that is new is missed among what a change opens",
  async () => {
    const changed = fc
      .tuple(arbitrarySite, arbitrarySite, fc.nat())
      .filter(([one, other]) => Object.keys(one).join(" ") === Object.keys(other).join(" "))
      .map(([one, other, at]) => {
        const urls = Object.keys(other);
        const url = urls[at % urls.length] ?? "";
        const { [url]: _gone, ...others } = one;
        // What a public endpoint leaves, an endpoint with a wildcard may take.
        const isGone = at % 2 === 0 && !url.endsWith(".internal");
        const changedSite = isGone ? others : { ...one, [url]: other[url] };
        return at % 4 === 0 ? [changedSite, one] : [one, changedSite];
      }) as fc.Arbitrary<[RandomSite, RandomSite]>;
    const property = fc.asyncProperty(changed, arbitraryAnswer, async ([one, other], answer) => {
      const [before, after] = [await compileSite(aSite(one)), await compileSite(aSite(other))];
      expect(missedBetween(before, after).slice(0, 3)).toEqual([]);
      expect(missedBetween(before, after, answer).slice(0, 3)).toEqual([]);
    });
    const done = await seededAsync(property, 4, 1500, 4);
    expect(done).toBeGreaterThan(0);
    printTally();
  },
  timeout,
);

/** The exchanges that do what was proved that none does. */
async function refutedIn(
  site: CompiledSite,
  exchanges: readonly Exchange[],
  other: OpenAnswer,
): Promise<string[]> {
  const prover = new SiteProver(site, { isWhole: true });
  const passages = prover.entries.flatMap((from) => prover.passagesFrom(from));
  const proved = passages.flatMap(({ from, to, reached, without }) => [
    { from, what: { to }, answer: reached },
    ...[...without].map(([type, answer]) => ({ from, what: { to, without: [type] }, answer })),
  ]);
  // What has no way there was not asked about.
  const pairs = prover.entries.flatMap((from) =>
    site.site.endpoints
      .filter(
        (to) =>
          to.kind === "agent" && !proved.some((one) => one.from === from && one.what.to === to),
      )
      .map((to) => ({ from, what: { to }, answer: none })),
  );
  const asked = await forbiddenIn(site, prover);
  const claims = [...proved, ...pairs, ...asked];
  for (const { answer } of claims) count(answer);
  return exchanges.flatMap((exchange) =>
    entriesFor(site, exchange).flatMap((from) =>
      [undefined, other].flatMap((answered) => {
        const own = claims.filter((one) => one.from === from && holds(one.answer, answered));
        return possible(site, from, exchange, answered).flatMap((outcome) =>
          own
            .filter(({ what }) => does(outcome, what) && isMeant(exchange, what))
            .map(({ what }) => JSON.stringify({ exchange, to: what.to.name, what, answered })),
        );
      }),
    ),
  );
}

/** True for a proof that says nothing of another answer. */
function holds(answer: SiteAnswer, other: OpenAnswer | undefined): boolean {
  if (answer.kind !== "none") return false;
  return !answer.dependsOn.some(
    (one) => one.question === other?.question && one.answer === other.answer,
  );
}

const none: SiteAnswer = { kind: "none", dependsOn: [] };

const notInside = "conn.client_ip != '10.0.0.1'";

/** Asks whether an endpoint is reached at all, and under a condition without one of two checks. */
async function forbiddenIn(site: CompiledSite, prover: SiteProver) {
  const to = site.site.endpoints.find(({ binding }) => binding === "internal");
  if (to === undefined) return [];
  const all: readonly Forbidden[] = [
    { to },
    { to, without: ["restrict-ips", "rate-limit"], when: notInside },
  ];
  const claims = [];
  for (const what of all) {
    const answers = await prover.forbidden(what);
    for (const from of prover.entries) {
      const answer = answers.find((one) => one.from === from)?.answer ?? none;
      claims.push({ from, what, answer });
    }
  }
  return claims;
}

function isMeant({ connection }: Exchange, { when }: Forbidden): boolean {
  return when === undefined || connection?.clientIp !== "10.0.0.1";
}

/** The exchanges that do something new which is not among what was opened. */
function missedBetween(before: CompiledSite, after: CompiledSite, other?: OpenAnswer): string[] {
  const names = ({ site }: CompiledSite): string =>
    site.endpoints
      .filter(({ binding }) => binding === "internal")
      .map(({ name }) => name)
      .join(" ");
  // Where a pool has another member, members and what is offline cannot be tried alike.
  if (names(before) !== names(after)) return [];
  const prover = new SiteProver(after, { isWhole: true });
  const opened = prover.entries.flatMap((from) => prover.openedFrom(from, before));
  for (const { answer } of opened) count(answer);
  return exchangesOfSites.flatMap((exchange) =>
    entriesFor(after, exchange).flatMap((from) => {
      const [earlier] = entriesFor(before, exchange);
      const were = earlier && possible(before, earlier, exchange, other);
      return possible(after, from, exchange, other).flatMap((outcome, index) => {
        const { reaches: to } = outcome;
        if (to === undefined) return [];
        const was = were?.[index];
        const isNew = was?.reaches?.name !== to.name;
        const isUnchecked = does(outcome, { to, without: ["restrict-ips"] });
        const wasUnchecked =
          !isNew && hopsTo(to, was, true)?.every((hop) => !ran(hop, "restrict-ips"));
        if (!isNew && (!isUnchecked || wasUnchecked === true)) return [];
        const isTold = opened.some(
          (one) =>
            one.from === from &&
            one.to === to &&
            (!isNew || !one.isUnchecked || isUnchecked) &&
            !holds(one.answer, other),
        );
        return isTold ? [] : [JSON.stringify({ exchange, to: to.name, other })];
      });
    }),
  );
}

/** Every outcome: with each member of each pool, and each endpoint offline. */
function possible(
  site: CompiledSite,
  from: SiteEndpoint,
  exchange: Exchange,
  other?: OpenAnswer,
): SiteOutcome[] {
  const options: Partial<BehaviourOptions> = other ? { [other.question]: other.answer } : {};
  const inner = site.site.endpoints.filter(({ binding }) => binding === "internal");
  const members = [[], ...inner.filter(({ isPooled }) => isPooled).map(({ name }) => [name])];
  const offline = [[], ...inner.map(({ name }) => [name]), inner.map(({ name }) => name)];
  return members.flatMap((chosen) =>
    offline.map((names) =>
      simulateSite(site, from, exchange, {
        ...options,
        trace: true,
        rateLimits: new RateLimits(),
        members: new Set(chosen),
        offline: new Set(names),
      }),
    ),
  );
}

function does(outcome: SiteOutcome, { to, without = [] }: Forbidden): boolean {
  const hops = hopsTo(to, outcome);
  return hops !== undefined && !hops.some((hop) => without.some((type) => ran(hop, type)));
}

/** The endpoints that an outcome has passed when it reaches one; undefined when it does not. */
function hopsTo(
  to: SiteEndpoint,
  outcome: SiteOutcome | undefined,
  byName = false,
): readonly Hop[] | undefined {
  const isIt = (one: SiteEndpoint | undefined): boolean =>
    one !== undefined && (byName ? one.name === to.name : one === to);
  if (to.kind === "agent") return isIt(outcome?.reaches) ? outcome?.hops : undefined;
  const at = outcome?.hops.findIndex(({ endpoint }) => isIt(endpoint)) ?? -1;
  return at < 0 ? undefined : outcome?.hops.slice(0, at);
}

function ran({ outcome: { trace } }: Hop, type: string): boolean {
  return (trace?.rules ?? []).some(({ actions }) =>
    actions.some((action) => action.type === type && action.result !== "skipped"),
  );
}

/** How often each answer was given, and why it was not known: printed with TEST_PRINT=1. */
const tally = new Map<string, number>();

function count(answer: SiteAnswer): void {
  const others = answer.kind === "none" ? answer.dependsOn : [];
  const text =
    answer.kind === "unknown"
      ? answer.reason
      : [answer.kind, ...others.map(({ question }) => question)].join(" but ");
  tally.set(text, (tally.get(text) ?? 0) + 1);
}

function printTally(): void {
  if (process.env["TEST_PRINT"] === "1") console.log(Object.fromEntries(tally));
}
