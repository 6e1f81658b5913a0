import {
  entriesFor,
  type CompiledPolicy,
  type CompiledSite,
  type Hop,
  type SiteOutcome,
} from "@traffic-policy/policy-engine";
import {
  endpointText,
  expressionTexts,
  formatUrl,
  parseUrl,
  rulesBeforeUpstream,
} from "@traffic-policy/policy-engine/internal";
import {
  formatEndpointUrl,
  getOrAdd,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import { always, isTrue, never, type Formula, type Solver } from "@traffic-policy/policy-logic";
import { isAboutRequests, otherAnswers, type OpenAnswer } from "../answers.ts";
import { isAccessCheck, isCheck, letsPreflightsPass } from "../checks.ts";
import { Inquiry, tooLong, type Condition, type ProofOptions } from "../inquiry.ts";
import { SymbolicPolicy, type SymbolicSession } from "../policy/symbolic-policy.ts";
import { goalsOfCondition } from "../question.ts";
import type { Example } from "../witness/example.ts";
import { ConditionProbe } from "../witness/condition-probe.ts";
import { keptOf, restored, type AnswerMemory } from "./kept-passages.ts";
import {
  contentFrom,
  endpointsFrom,
  hasSameServer,
  isAlikeFrom,
  isSameEndpoint,
  mayTakeFrom,
  sameEndpoint,
} from "./same-endpoint.ts";
import type { Passage, SiteAnswer, SiteExample } from "./passage.ts";
import { SiteReplay, type Taken } from "./site-replay.ts";
import {
  escapedHost,
  partsOf,
  policiesOn,
  sendersOn,
  waysFrom,
  type Sender,
  type Way,
  type Ways,
} from "./ways.ts";

/** Something that no exchange may do. */
export interface Forbidden {
  /** The endpoint that none may reach: its server, or a cloud endpoint itself. */
  readonly to: SiteEndpoint;
  /** The types of checks of which one is enough to allow it. */
  readonly without?: readonly string[];
  /** A condition in CEL on the exchange as it comes to the site; every exchange when left out. */
  readonly when?: string;
}

/** The answer for one of the endpoints that clients reach. */
export interface ForbiddenAnswer {
  readonly from: SiteEndpoint;
  readonly answer: SiteAnswer;
}

/** Something that became possible by a change of a site. */
export interface Opened {
  readonly from: SiteEndpoint;
  /** The endpoint with the server; undefined for one that the site does not have, of which nothing is known. */
  readonly to?: SiteEndpoint;
  /** True when it is only new that the server is reached without any check of who comes. */
  readonly isUnchecked: boolean;
  /** An exchange that does it now, and did not before; or a proof that holds only with the usual answers. */
  readonly answer: SiteAnswer;
}

/** How a site is reasoned about. */
export interface SiteProofOptions extends ProofOptions {
  /**
   * True when the account has no other internal endpoints, so that forwards to others fail. Otherwise, what comes of
   * such a forward is unknown.
   */
  readonly isWhole?: boolean;
  /** Keeps answers for the next run. */
  readonly memory?: AnswerMemory;
}

/** Says what a site does to every exchange that comes to one of its endpoints. */
export class SiteProver {
  readonly #site: CompiledSite;
  readonly #options: SiteProofOptions;
  readonly #replay: SiteReplay;
  readonly #replaysBefore = new Map<CompiledSite, SiteReplay>();

  constructor(site: CompiledSite, options: SiteProofOptions = {}) {
    this.#site = site;
    this.#options = options;
    this.#replay = new SiteReplay(site, options);
  }

  /** The endpoints that clients outside of the account reach. */
  get entries(): readonly SiteEndpoint[] {
    return this.#site.site.endpoints.filter(({ binding }) => binding !== "internal");
  }

  /** The servers that exchanges from an endpoint may reach, and behind which checks they are. */
  passagesFrom(from: SiteEndpoint): Passage[] {
    const { memory, isWhole = false, options = {}, stubs = {} } = this.#options;
    if (memory === undefined) return this.#passagesFrom(from);
    const about = JSON.stringify([isWhole, options, stubs, contentFrom(from, this.#site)]);
    const kept = memory.read(about) as Parameters<typeof restored>[0] | undefined;
    const known = kept && restored(kept, from, this.#site.site.endpoints, this.#replay);
    if (known !== undefined) return known;
    const passages = this.#passagesFrom(from);
    const toKeep = keptOf(passages);
    // What is not proved because time is up may be proved by another run.
    const isOver = this.#options.budget?.isOver?.() === true;
    if (toKeep !== undefined && !isOver) memory.write(about, toKeep);
    return passages;
  }

  #passagesFrom(from: SiteEndpoint): Passage[] {
    const asking = this.#asking(from);
    return asking.destinations().map((to) => passageTo(to, from, asking));
  }

  /** Looks for an exchange that does what is forbidden, from each endpoint that has a way there. */
  async forbidden(what: Forbidden): Promise<ForbiddenAnswer[]> {
    const answers: ForbiddenAnswer[] = [];
    for (const from of this.entries) {
      const asking = this.#asking(from);
      const isWay = asking.waysTo(what.to).length > 0 || asking.othersTo(what.to) !== undefined;
      if (!isWay && !endpointsFrom(from, this.#site).has(what.to)) continue;
      const answer = asking.ask(what, await this.#probe(from, what));
      if (isWay || !isProved(answer)) answers.push({ from, answer });
    }
    return answers;
  }

  /** False if no exchange that clients send meets a condition, so that nothing is said of what meets it. */
  mayMeet(when: string): boolean {
    return this.entries.some((from) => this.#asking(from).mayMeet(when));
  }

  async #probe(from: SiteEndpoint, { when }: Forbidden): Promise<ConditionProbe | undefined> {
    if (when === undefined) return undefined;
    const policy = this.#site.policyOf(from);
    return ConditionProbe.of([when], sectionOf(policy), policy, this.#options);
  }

  /**
   * Looks for exchanges from an endpoint that reach a server now, or reach it without any check of who comes, and did not
   * at the site as it was before.
   */
  openedFrom(from: SiteEndpoint, before: CompiledSite): Opened[] {
    if (isAlikeFrom(from, this.#site, before)) return [];
    const asking = this.#asking(from, before);
    const { others } = asking;
    const opened = asking.destinations().flatMap((to): Opened[] => {
      const reached = asking.ask({ to });
      if (reached.kind !== "none") return [{ from, to, isUnchecked: false, answer: reached }];
      const without = asking.checksBefore(to).filter((type) => isAccessCheck(type));
      const unchecked = asking.ask({ to, without });
      return [
        { from, to, isUnchecked: false, answer: reached },
        { from, to, isUnchecked: true, answer: unchecked },
      ].filter(({ answer }) => !isProved(answer));
    });
    return others === undefined || opened.length > 0
      ? opened
      : [{ from, isUnchecked: false, answer: { kind: "unknown", reason: others } }];
  }

  #asking(from: SiteEndpoint, site?: CompiledSite): Asking {
    const before = site && {
      site,
      from: receiverOf(from, site),
      replay: getOrAdd(this.#replaysBefore, site, () => new SiteReplay(site, this.#options)),
    };
    return new Asking(this.#site, from, this.#options, this.#replay, before);
  }
}

/** True when it is proved with each answer to open questions. */
function isProved(answer: SiteAnswer): boolean {
  return answer.kind === "none" && answer.dependsOn.length === 0;
}

function passageTo(to: SiteEndpoint, from: SiteEndpoint, asking: Asking): Passage {
  const reached = asking.ask({ to });
  const types = asking.checksBefore(to);
  const without = new Map<string, SiteAnswer>();
  for (const type of types) {
    without.set(type, reached.kind === "none" ? reached : asking.ask({ to, without: [type] }));
  }
  const ofAccess = types.filter((type) => isAccessCheck(type));
  const known = ofAccess.map((type) => without.get(type));
  const [only] = known;
  const isLikeOnly = ofAccess.length === 1 && only !== undefined;
  const unchecked =
    known.find((answer) => answer !== undefined && isProved(answer)) ??
    (ofAccess.length === 0 ? reached : isLikeOnly ? only : asking.ask({ to, without: ofAccess }));
  return { from, to, ways: asking.waysTo(to).length, reached, without, unchecked };
}

const noWays: Ways = { ways: [] };
const outOfTime: Ways = { ways: [], others: tooLong.reason };

/** The site that is asked about, and the one before that it is compared with. */
interface Made {
  readonly ways: Ways;
  readonly before: Ways;
}

/** The site before. */
interface Before {
  readonly site: CompiledSite;
  /** The endpoint that received what the endpoint receives now; undefined if there was none. */
  readonly from: SiteEndpoint | undefined;
  readonly replay: SiteReplay;
}

class Asking {
  readonly #from: SiteEndpoint;
  readonly #site: CompiledSite;
  readonly #before: Before | undefined;
  readonly #options: SiteProofOptions;
  readonly #inquiry: Inquiry;
  readonly #replay: SiteReplay;
  /** By the first policy of each. */
  readonly #made = new WeakMap<SymbolicPolicy, Made>();
  readonly #senders = new Map<Ways, readonly Sender[]>();
  #labels: readonly string[] | undefined;
  #others: readonly OpenAnswer[] | undefined;

  constructor(
    site: CompiledSite,
    from: SiteEndpoint,
    options: SiteProofOptions,
    replay: SiteReplay,
    before?: Before,
  ) {
    this.#site = site;
    this.#from = from;
    this.#options = options;
    this.#replay = replay;
    this.#before = before;
    const url = urlOf(from);
    this.#inquiry = new Inquiry(
      [site.policyOf(from)],
      { ...options, ...(url !== undefined && { url }) },
      (settings, session, solver) => {
        const made = (entry: SiteEndpoint, of: CompiledSite): Ways =>
          this.#waysFrom(entry, of, { settings, session, solver });
        const ways = made(from, site);
        const earlier = this.#before?.from && made(this.#before.from, this.#before.site);
        const policies = [...ways.ways, ...(earlier?.ways ?? [])].map(({ policy }) => policy);
        const [first] = policies;
        if (first !== undefined) this.#made.set(first, { ways, before: earlier ?? noWays });
        return policies;
      },
    );
  }

  #waysFrom(
    entry: SiteEndpoint,
    site: CompiledSite,
    {
      settings,
      session,
      solver,
    }: {
      readonly settings: ProofOptions;
      readonly session: SymbolicSession;
      readonly solver: Solver;
    },
  ): Ways {
    const budget = { steps: 2000, ...this.#options.budget };
    return waysFrom(entry, site, {
      made: (policy, from) =>
        new SymbolicPolicy(policy, { ...settings, ...(from && { entry: from }) }, session),
      isImpossible: (formula) =>
        solver.solve([{ formula, outcomes: isTrue }], budget).kind === "none",
      isWhole: this.#options.isWhole === true,
    });
  }

  #madeOf([first]: readonly SymbolicPolicy[]): Made {
    return (first && this.#made.get(first)) ?? { ways: outOfTime, before: noWays };
  }

  get #ways(): Ways {
    return this.#madeOf(this.#inquiry.symbolic).ways;
  }

  /** The endpoints with a server that exchanges may come to, with whatever answer to an open question. */
  destinations(): readonly SiteEndpoint[] {
    const all = endpointsFrom(this.#from, this.#site);
    const isOver = this.#ways === outOfTime;
    const found = new Set(isOver ? all : this.#ways.ways.map(({ endpoint }) => endpoint));
    for (const other of all.size === found.size ? [] : this.#otherAnswers()) {
      const { ways } = this.#madeOf(this.#inquiry.symbolicWith(other));
      for (const { endpoint } of ways.ways) found.add(endpoint);
    }
    return [...found].filter(({ kind }) => kind === "agent");
  }

  /** The other answers that may change what becomes of exchanges: those that policies on the ways ask for. */
  #otherAnswers(when?: string): readonly OpenAnswer[] {
    const of = (conditions: readonly string[]): readonly OpenAnswer[] => {
      const { ways, before } = this.#madeOf(this.#inquiry.symbolic);
      const policies = [ways, before].flatMap((some) => [...policiesOn(some).values()]);
      return otherAnswers(this.#options.options ?? {}, policies, conditions).filter(
        ({ question }) => isAboutRequests(question),
      );
    };
    this.#others ??= of([]);
    return when === undefined ? this.#others : of([when]);
  }

  waysTo(to: SiteEndpoint): readonly Way[] {
    return this.#ways.ways.filter(({ endpoint }) => endpoint === to);
  }

  /** The types of the checks that stand on a way to an endpoint. */
  checksBefore(to: SiteEndpoint): readonly string[] {
    const types = this.waysTo(to).flatMap((way) =>
      partsOf(way).flatMap(({ policy }) => checksOf(policy).map(({ type }) => type)),
    );
    return [...new Set(types)];
  }

  /** The reason why there may be ways that are not followed. */
  get others(): string | undefined {
    return this.#ways.others;
  }

  /** The same for ways to an endpoint. */
  othersTo(to: SiteEndpoint, ways = this.#ways): string | undefined {
    if (ways.others !== undefined || to.binding !== "internal") return ways.others;
    const senders = getOrAdd(this.#senders, ways, () => sendersOn(ways));
    const sender = senders.find(({ text }) => text.includes(to.url.host));
    if (sender === undefined) return undefined;
    const { endpoint, type } = sender;
    return `${endpointText(endpoint)} may send requests to ${formatEndpointUrl(to.url)} by ${type}.`;
  }

  /** False if no exchange that comes to the endpoint meets a condition. */
  mayMeet(when: string): boolean {
    const [root] = this.#inquiry.symbolic;
    if (root === undefined) return true;
    const asked = goalsOfCondition(when, root, sectionOf(root.policy));
    return !this.#inquiry.isImpossible([...this.#atEntry(root), ...asked]);
  }

  /**
   * Looks for an exchange that does what is forbidden.
   *
   * @param probe - of the condition, if there is one
   */
  ask(what: Forbidden, probe?: ConditionProbe): SiteAnswer {
    const messages = { request: this.#isHttp, response: false };
    const found = this.#inquiry.ask<SiteExample>(
      (...policies) => this.#goals(policies, what),
      messages,
      (exchange) => this.#shown(exchange, what, probe),
    );
    if (found.kind === "found") return found;
    const others = this.othersTo(what.to);
    if (others !== undefined) return { kind: "unknown", reason: others };
    const goalsOf = (policies: readonly SymbolicPolicy[]): readonly Condition[] => {
      const { ways } = this.#madeOf(policies);
      // Without a goal, nothing is impossible.
      if (this.othersTo(what.to, ways) !== undefined) return [];
      const goals = this.#goals(policies, what);
      return found.kind === "none" ? goals : [...goals, ...this.#withoutUser(policies)];
    };
    if (found.kind !== "none" && !this.#inquiry.isImpossible(goalsOf(this.#inquiry.symbolic))) {
      return found;
    }
    const dependsOn = this.#otherAnswers(what.when).filter(
      (one) => !this.#inquiry.isImpossibleWith(one, goalsOf),
    );
    return { kind: "none", dependsOn };
  }

  /** Goals for exchanges without a user name in their URL, which none has. Proofs are shorter without them. */
  #withoutUser([root]: readonly SymbolicPolicy[]): Condition[] {
    if (!this.#isHttp || root === undefined) return [];
    const { scheme, host, port } = this.#from.url;
    const text = isOfHost("req.url", host, `(:${port ?? ""})?([/?#]|$)`, `${scheme}://`);
    return goalsOfCondition(text, root, sectionOf(root.policy));
  }

  get #isHttp(): boolean {
    return this.#site.policyOf(this.#from).protocol === "http";
  }

  #goals(policies: readonly SymbolicPolicy[], { to, without = [], when }: Forbidden): Condition[] {
    const [root] = policies;
    if (root === undefined) return [];
    const { totals } = root;
    const { ways, before } = this.#madeOf(policies);
    const does = (some: Ways): Formula =>
      totals.or(
        some.ways
          .filter(({ endpoint }) => endpoint.kind === to.kind && hasSameServer(endpoint, to))
          .map((way) => totals.and([arrival(way), totals.not(totals.or(passed(way, without)))])),
      );
    const wasSo = totals.and([does(before), ...this.#cameThere(root)]);
    const formula = totals.and([does(ways), totals.not(wasSo)]);
    const asked = when === undefined ? [] : goalsOfCondition(when, root, sectionOf(root.policy));
    return [...this.#atEntry(root), ...asked, { formula, outcomes: isTrue }];
  }

  /** Goals for exchanges that the endpoint receives. Hosts are taken to be written in lower case. */
  #atEntry(root: SymbolicPolicy): Condition[] {
    if (!this.#isHttp) return [];
    const { scheme, host, port } = this.#from.url;
    return [
      `req.url.scheme == '${scheme}'`,
      isOfHost("req.url.host", host),
      isOfHost("req.host", host, `(:${port ?? ""})?$`),
      ...takenBy(takersFrom(this.#from, this.#site)).map((taken) => `!(${taken})`),
    ].flatMap((text) => goalsOfCondition(text, root, sectionOf(root.policy)));
  }

  /** The conditions that exchanges came to the same endpoint before, which others may have taken. */
  #cameThere(root: SymbolicPolicy): readonly Formula[] {
    const { site, from } = this.#before ?? {};
    if (site === undefined || from === undefined || !this.#isHttp) return [];
    return takenBy(takersFrom(from, site)).map((taken) => {
      const formula = root.atStart(`!(${taken})`, sectionOf(root.policy));
      return formula === undefined ? never : root.totals.isTrue(formula);
    });
  }

  #shown(
    example: Example,
    what: Forbidden,
    probe: ConditionProbe | undefined,
  ): SiteExample | undefined {
    for (const exchange of this.#atHosts(example)) {
      if (hasUser(exchange)) continue;
      if (!entriesFor(this.#site, exchange).includes(this.#from)) continue;
      if (probe?.areTrue(exchange) === false) continue;
      const shown = this.#shownAt(exchange, what);
      if (shown !== undefined) return shown;
    }
    return undefined;
  }

  #shownAt(exchange: Example, { to, without = [] }: Forbidden): SiteExample | undefined {
    for (const taken of this.#takenTo(to, without)) {
      const outcome = this.#replay.run(this.#from, exchange, taken);
      if (outcome === undefined) continue;
      if (isForbidden(outcome, to, without) && !this.#wasSo(exchange, taken, { to, without })) {
        return { exchange, outcome, taken };
      }
    }
    return undefined;
  }

  /** The exchange at the endpoint; at hosts that the site names, too, where it receives those of a wildcard. */
  #atHosts(example: Example): readonly Example[] {
    const { url } = this.#from;
    if (!this.#isHttp) return [{ ...example, endpoint: { url: formatEndpointUrl(url) } }];
    const { request } = example;
    if (!url.host.startsWith("*.") || request === undefined) return [example];
    this.#labels ??= labelsIn(this.#site, this.#from);
    return [
      example,
      ...this.#labels.map((label) => ({
        ...example,
        request: { ...request, url: withHost(request.url, `${label}${url.host.slice(1)}`) },
      })),
    ];
  }

  /** True when an exchange did the same at the site before, or perhaps did. */
  #wasSo(example: Example, taken: Taken, { to, without = [] }: Forbidden): boolean {
    if (this.#before === undefined) return false;
    const { site, replay } = this.#before;
    return entriesFor(site, example).some((from) => {
      const outcome = replay.run(from, example, taken);
      return outcome === undefined || isForbidden(outcome, to, without);
    });
  }

  /** The states of the site that the ways to an endpoint take for granted; the likeliest first. */
  #takenTo(to: SiteEndpoint, without: readonly string[]): readonly Taken[] {
    const ways = this.waysTo(to).map((way): Omit<Taken, "passed"> => {
      const parts = partsOf(way);
      const members = new Set(parts.map(({ endpoint }) => endpoint.name));
      const passedOver = parts
        .flatMap(({ policy }) => targetsGoneOnAfter(policy.policy))
        .flatMap((url) => this.#site.targetsOf(url).endpoints.map(({ name }) => name))
        .filter((name) => !members.has(name));
      return { members, offline: new Set(passedOver) };
    });
    const credentials = this.checksBefore(to).filter(
      (type) => ofCredentials.has(type) && !without.includes(type),
    );
    const all = ways.flatMap(({ members, offline }) =>
      [new Set<string>(), ...(offline.size > 0 ? [offline] : [])].flatMap((own) =>
        [new Set<string>(), ...(credentials.length > 0 ? [new Set(credentials)] : [])].map(
          (types): Taken => ({ members, offline: own, passed: types }),
        ),
      ),
    );
    const byText = new Map(
      all.map((taken) => [
        JSON.stringify([taken.members, taken.offline, taken.passed].map((one) => [...one])),
        taken,
      ]),
    );
    const weight = (taken: Taken): number => taken.offline.size * 10 + taken.passed.size;
    return [...byText.values()]
      .toSorted((one, other) => weight(one) - weight(other))
      .slice(0, mostTaken);
  }
}

/** Checks of something that examples cannot have. */
const ofCredentials: ReadonlySet<string> = new Set([
  "basic-auth",
  "jwt-validation",
  "oauth",
  "openid-connect",
  "saml",
  "verify-webhook",
]);

const mostTaken = 12;

interface Check {
  readonly type: string;
  /** True when an exchange comes to it. */
  readonly when: Formula;
}

function checksOf(symbolic: SymbolicPolicy): readonly Check[] {
  const { rules, totals, policy } = symbolic;
  return rules.flatMap(({ reached, actions }) =>
    actions
      .filter(({ action }) => isCheck(action, policy.dialect))
      .map(({ action, runs }) => {
        const asks = letsPreflightsPass(action) ? [isNoPreflight(symbolic)] : [];
        return { type: action.type, when: totals.and([reached, runs, ...asks]) };
      }),
  );
}

function isNoPreflight(symbolic: SymbolicPolicy): Formula {
  const formula = symbolic.atStart("req.method != 'OPTIONS'", sectionOf(symbolic.policy));
  return formula === undefined ? never : symbolic.totals.isTrue(formula);
}

/** True when an exchange that takes the way reaches the server at its end, or the cloud endpoint there. */
function arrival({ endpoint, policy }: Way): Formula {
  return endpoint.kind === "agent" ? policy.reachesEnd : (policy.entry?.when ?? always);
}

/** The conditions under which an exchange comes to one of the checks on a way. */
function passed(way: Way, types: readonly string[]): readonly Formula[] {
  const parts = partsOf(way).filter((part) => part !== way || way.endpoint.kind === "agent");
  return parts.flatMap(({ policy }) =>
    checksOf(policy).flatMap(({ type, when }) => (types.includes(type) ? [when] : [])),
  );
}

function isForbidden(outcome: SiteOutcome, to: SiteEndpoint, without: readonly string[]): boolean {
  const hops = hopsTo(to, outcome);
  return hops !== undefined && !hasPassed(hops, without);
}

/** Returns the hops whose checks an exchange has passed when it reaches an endpoint; undefined when it does not. */
function hopsTo(to: SiteEndpoint, { hops, reaches }: SiteOutcome): readonly Hop[] | undefined {
  if (to.kind === "agent") return reaches && hasSameServer(reaches, to) ? hops : undefined;
  const at = hops.findIndex(({ endpoint }) => isSameEndpoint(endpoint, to));
  return at < 0 ? undefined : hops.slice(0, at);
}

function hasPassed(hops: readonly Hop[], types: readonly string[]): boolean {
  return hops.some(({ outcome, policy: { dialect, sections } }) => {
    const checks = new Set(
      sections
        .flatMap(({ rules }) => rules.flatMap(({ actions }) => actions))
        .filter((action) => types.includes(action.type) && isCheck(action, dialect))
        .map(({ path }) => path),
    );
    return outcome.trace?.rules.some(({ actions }) =>
      actions.some(({ path, result }) => checks.has(path) && result !== "skipped"),
    );
  });
}

function hasUser({ request }: Example): boolean {
  return /^[a-z]+:\/\/[^/?#]*@/i.test(request?.url ?? "");
}

function sectionOf(policy: CompiledPolicy): string {
  return rulesBeforeUpstream(policy)?.name ?? "";
}

/** The labels that may stand in place of the `*` in a host: those that the policy there and internal hosts have. */
function labelsIn(site: CompiledSite, from: SiteEndpoint): readonly string[] {
  const texts = expressionTexts(site.policyOf(from)).flatMap((text) =>
    [...text.matchAll(/(["'])((?:(?!\1).)*)\1/g)].map(([, , literal = ""]) => literal),
  );
  const hosts = site.site.endpoints.map(({ url }) => url.host.split(".", 1)[0] ?? "");
  const labels = [...texts, ...hosts].filter((text) => /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/.test(text));
  return [...new Set(labels)].slice(0, mostLabels);
}

const mostLabels = 20;

function withHost(text: string, host: string): string {
  const url = parseUrl(text);
  return url === undefined ? text : formatUrl({ ...url, host });
}

/** The URLs of forwards after whose failure the next action runs. */
function targetsGoneOnAfter({ sections }: CompiledPolicy): readonly string[] {
  return sections
    .flatMap(({ rules }) => rules.flatMap(({ actions }) => actions))
    .flatMap(({ goesOnAfterFailure, config: { url } }) =>
      goesOnAfterFailure === true && typeof url === "string" ? [url] : [],
    );
}

/** Returns the endpoint that receives the traffic for the URL of an endpoint at another time of the site. */
function receiverOf(endpoint: SiteEndpoint, site: CompiledSite): SiteEndpoint | undefined {
  const { url, binding } = endpoint;
  return sameEndpoint(endpoint, site) ?? site.site.receiving(url, binding).endpoints[0];
}

/** Returns the endpoints that take traffic for hosts of an endpoint with a `*`. */
function takersFrom(from: SiteEndpoint, { site }: CompiledSite): readonly SiteEndpoint[] {
  const { scheme, port } = from.url;
  return site.endpoints.filter(
    (one) => mayTakeFrom(from, one) && one.url.scheme === scheme && one.url.port === port,
  );
}

/** Returns conditions of which one is true for the requests that endpoints take. */
function takenBy(takers: readonly SiteEndpoint[]): readonly string[] {
  const hosts = takers.map(({ url }) => url.host);
  const exact = hosts.filter((host) => !host.startsWith("*."));
  const wild = hosts.filter((host) => host.startsWith("*."));
  return [
    ...(exact.length > 0 ? [`req.url.host in ${JSON.stringify(exact)}`] : []),
    ...wild.map((host) => isOfHost("req.url.host", host)),
  ];
}

/** Returns the condition that a text has a host of an endpoint's, which may begin with a `*`, and what is around it. */
function isOfHost(variable: string, host: string, end = "$", start = ""): string {
  const labels = host.startsWith("*.") ? String.raw`([^.:/@]+\.)+` : "";
  const pattern = `^${start}${labels}${escapedHost(host.replace(/^\*\./, ""))}${end}`;
  return `${variable}.matches(${JSON.stringify(pattern)})`;
}

function urlOf({ url }: SiteEndpoint): string | undefined {
  if (url.scheme !== "http" && url.scheme !== "https") return undefined;
  return `${formatEndpointUrl({ ...url, host: url.host.replace(/^\*/, "www") })}/`;
}
