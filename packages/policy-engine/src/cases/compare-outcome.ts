import { toPointer } from "@traffic-policy/policy-language";
import {
  decodeUtf8,
  didYouMean,
  formatEndpointUrl,
  parseEndpointUrl,
  serverText,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import type { Body } from "../exchange/message.ts";
import type { HeaderRecord } from "../exchange/message.ts";
import type { JsonLike } from "../expression/plain-value.ts";
import type { NotSimulated, Outcome, RuleReference } from "../outcome.ts";
import type { SiteOutcome } from "../site/simulate-site.ts";
import {
  expectedTextJson,
  isExpectedText,
  type ExpectedHeaders,
  type ExpectedText,
  type Expectation,
} from "./policy-case.ts";

/** One thing that is not as it was expected. */
export interface Difference {
  /** JSON Pointer into the expectation: `/headers/location`; empty for what it does not name. */
  readonly path: string;
  /** The compared part, in words: `header location`. */
  readonly what: string;
  readonly expected: JsonLike;
  readonly received: JsonLike;
  /** A hint or a reason, in a sentence. */
  readonly note?: string;
  /**
   * Set when the expectation cannot be decided: the exchange fails, something is not simulated, or the policy has no
   * such rule.
   */
  readonly undecided?: true;
}

/** Checks whether a difference is that only the service knows what there is. */
export function isNotKnown({ received, undecided }: Difference): boolean {
  return undecided === true && received === notKnown;
}

export interface KnownOfOutcome {
  /** The endpoints of the site, so that one that is none of them is reported. */
  readonly endpoints?: readonly SiteEndpoint[];
  /** Texts that stand for unknown values. A text that contains any of them is unknown. */
  readonly unknownTexts?: readonly string[];
  /** True when all effects of an action that is not simulated are known, because this is one of several outcomes. */
  readonly isCovered?: (action: NotSimulated) => boolean;
}

/** Returns the differences between an outcome and the expectation. */
export function compareOutcome(
  outcome: Outcome,
  expectation: Expectation,
  known: KnownOfOutcome = {},
): Difference[] {
  const comparison = new OutcomeComparison(outcome, known);
  comparison.compare(expectation);
  return comparison.differences;
}

/** How an outcome ends, as an expectation calls it. */
export function outcomeWord({ result, directions }: Outcome): Outcome["result"] | "denied" {
  const isEnded = result === "answered" || result === "closed";
  const by = directions.findLast((one) => one.result === "ended")?.by;
  return isEnded && by?.type === "deny" ? "denied" : result;
}

class OutcomeComparison {
  readonly differences: Difference[] = [];
  readonly #outcome: Outcome & Partial<Pick<SiteOutcome, "hops" | "reaches">>;
  readonly #known: KnownOfOutcome;

  constructor(outcome: Outcome, known: KnownOfOutcome) {
    this.#outcome = outcome;
    this.#known = known;
  }

  compare(expectation: Expectation): void {
    const { status, headers, body, compression, upstream } = expectation;
    const { response, notSimulated } = this.#outcome;
    const unread = notSimulated.filter(({ path }) => path === "");
    for (const { message } of unread)
      this.#add("", "way through the site", "known", notKnown, message, true);
    // It may decide all of the rest.
    if (unread.length > 0) return;
    for (const one of notSimulated) {
      if (this.#known.isCovered?.(one) === true) continue;
      const { type } = one;
      const note = `"${type}" is not simulated: say what it does with a stub.`;
      this.#add("", `action ${type}`, "simulated", "not simulated", note, true);
    }
    this.#outcomeWord(expectation);
    this.#endedBy(expectation.by);
    if (status !== undefined && response?.status !== status) {
      const received = this.#isUnknownAnswer ? notKnown : (response?.status ?? null);
      this.#add(
        "/status",
        "status",
        status,
        received,
        this.#whyNoResponse(),
        this.#isUnknownAnswer,
      );
    }
    this.#headers("/headers", "header", headers, response?.headers, this.#whyNoResponse());
    if (body !== undefined) {
      const received = this.#isUnknownAnswer ? undefined : bodyText(response?.body);
      this.#text("/body", "body", body, received);
    }
    const algorithm = response?.compression ?? null;
    if (compression !== undefined && compression !== algorithm) {
      this.#add("/compression", "compression", compression, algorithm);
    }
    if (upstream === null) {
      const { request } = this.#outcome;
      if (request !== undefined) {
        this.#add("/upstream", "request to the upstream", null, request.url);
      }
    } else if (upstream !== undefined) this.#upstream(upstream);
    this.#rules(expectation);
    if (expectation.endpoints !== undefined) this.#endpoints(expectation.endpoints);
    if (expectation.server !== undefined) this.#server(expectation.server);
  }

  #outcomeWord({ outcome: expected }: Expectation): void {
    const { result, errors } = this.#outcome;
    const word = outcomeWord(this.#outcome);
    if (expected === undefined ? result !== "failed" : expected === word || expected === result) {
      return;
    }
    const reason = result === "failed" ? errors[0]?.message : undefined;
    const isFailure = result === "failed";
    this.#add("/outcome", "outcome", expected ?? "not failed", word, reason, isFailure);
  }

  #endedBy(expected: Expectation["by"]): void {
    if (expected === undefined) return;
    const by = this.#outcome.directions.findLast(({ by: ended }) => ended !== undefined)?.by;
    if (expected === null) {
      if (by !== undefined) this.#add("/by", "ended by", null, by.type);
      return;
    }
    const { action, rule = undefined } =
      typeof expected === "string" ? { action: expected } : expected;
    if (action !== undefined && by?.type !== action) {
      this.#add("/by", "ended by", action, by?.type ?? null);
    }
    if (rule === undefined || !this.#isKnown("/by/rule", rule)) return;
    const holder = this.#outcome.matched.find(({ path }) => by?.path.startsWith(`${path}/`));
    if (holder === undefined || !isCalled(holder, rule)) {
      this.#add("/by/rule", "ended by the rule", rule, holder?.name ?? holder?.path ?? null);
    }
  }

  #upstream(expected: NonNullable<Expectation["upstream"]>): void {
    const { request } = this.#outcome;
    if (request === undefined) {
      const url = expected.url === undefined ? "a request" : expectedTextJson(expected.url);
      this.#add("/upstream", "request to the upstream", url, null);
      return;
    }
    const { method, url, headers, body } = expected;
    if (method !== undefined && method !== request.method) {
      this.#add("/upstream/method", "method for the upstream", method, request.method);
    }
    if (url !== undefined) {
      this.#text("/upstream/url", "URL for the upstream", url, request.url);
    }
    this.#headers("/upstream/headers", "header for the upstream", headers, request.headers);
    if (body !== undefined) {
      this.#text("/upstream/body", "body for the upstream", body, bodyText(request.body));
    }
  }

  #rules({ matched = [], notMatched = [], onlyMatched }: Expectation): void {
    const all = this.#outcome.matched;
    for (const [index, name] of matched.entries()) {
      const path = `/matched/${index}`;
      if (!this.#isKnown(path, name) || all.some((rule) => isCalled(rule, name))) continue;
      this.#add(path, `rule ${JSON.stringify(name)}`, "matched", this.#resultOf(name));
    }
    for (const [index, name] of notMatched.entries()) {
      const path = `/notMatched/${index}`;
      if (!this.#isKnown(path, name) || !all.some((rule) => isCalled(rule, name))) continue;
      this.#add(path, `rule ${JSON.stringify(name)}`, "not matched", "matched");
    }
    if (onlyMatched === undefined) return;
    const known = onlyMatched.every((name, index) => this.#isKnown(`/onlyMatched/${index}`, name));
    const isSame =
      all.length === onlyMatched.length &&
      all.every((rule, index) => isCalled(rule, onlyMatched[index] ?? ""));
    if (!known || isSame) return;
    const received = all.map(({ name, path }) => name ?? path);
    this.#add("/onlyMatched", "rules that match", [...onlyMatched], received);
  }

  #endpoints(expected: readonly string[]): void {
    const { hops } = this.#outcome;
    if (hops === undefined) {
      this.#add("/endpoints", "endpoints", [...expected], notKnown, onlyOfSites, true);
      return;
    }
    const { endpoints = hops.map(({ endpoint }) => endpoint) } = this.#known;
    const unknown = expected.findIndex((name) => !endpoints.some((one) => isEndpoint(one, name)));
    if (unknown !== -1) {
      const name = expected[unknown] ?? "";
      const names = endpoints.flatMap((one) => [formatEndpointUrl(one.url), one.name]);
      const what = `endpoint ${JSON.stringify(name)}`;
      const note = didYouMean(name, names);
      const path = `/endpoints/${unknown}`;
      this.#add(path, what, "an endpoint of the site", "no such endpoint", note, true);
      return;
    }
    const isSame =
      hops.length === expected.length &&
      hops.every(({ endpoint }, index) => isEndpoint(endpoint, expected[index] ?? ""));
    if (isSame) return;
    const received = hops.map(({ endpoint }) => formatEndpointUrl(endpoint.url));
    this.#add("/endpoints", "endpoints on the way", [...expected], received);
  }

  #server(expected: NonNullable<Expectation["server"]> | null): void {
    const { hops, reaches } = this.#outcome;
    const json = typeof expected === "number" ? String(expected) : expected;
    const shown = json === null ? null : expectedTextJson(json);
    if (hops === undefined) {
      this.#add("/server", "server", shown, notKnown, onlyOfSites, true);
      return;
    }
    const server = reaches && serverText(reaches);
    if (json === null || reaches === undefined) {
      if (json === null && reaches === undefined) return;
      this.#add("/server", "server", shown, server ?? (reaches ? notNamed : null));
    } else if (server === undefined) {
      const note = `The file of ${reaches.name} does not name its server.`;
      this.#add("/server", "server", shown, notKnown, note, true);
    } else if (!isExpectedText(server, json)) this.#add("/server", "server", shown, server);
  }

  #resultOf(name: string): string {
    const rule = this.#outcome.trace?.rules.find((one) => isCalled(one, name));
    switch (rule?.result) {
      case "skipped":
        return "not reached";
      case "failed":
        return "failed";
      default:
        return "not matched";
    }
  }

  /** Reports a name that no rule has, because a missing rule never matches. */
  #isKnown(path: string, name: string): boolean {
    const { rules } = this.#outcome;
    if (rules.some((rule) => isCalled(rule, name))) return true;
    const known = rules.flatMap((rule) => rule.name ?? []);
    const what = `rule ${JSON.stringify(name)}`;
    this.#add(path, what, "a rule of the policy", "no such rule", didYouMean(name, known), true);
    return false;
  }

  #headers(
    path: string,
    what: string,
    expected: ExpectedHeaders = {},
    headers: HeaderRecord = {},
    note?: string,
  ): void {
    for (const [name, value] of Object.entries(expected)) {
      const received = Object.hasOwn(headers, name.toLowerCase())
        ? headers[name.toLowerCase()]?.join(", ")
        : undefined;
      const at = path + toPointer([name]);
      if (value !== null) this.#text(at, `${what} ${name}`, value, received, note);
      else if (received !== undefined) this.#add(at, `${what} ${name}`, null, received);
      else if (this.#isUnknownAnswer && path === "/headers") {
        this.#add(at, `${what} ${name}`, null, notKnown, note, true);
      }
    }
  }

  #text(
    path: string,
    what: string,
    expected: ExpectedText,
    received: string | undefined,
    note?: string,
  ): void {
    const beginning = received === undefined ? undefined : this.#beginningOf(received);
    const isUnknown =
      received === undefined
        ? this.#isUnknownAnswer && !path.startsWith("/upstream")
        : beginning !== undefined;
    if (beginning !== undefined && isExpectedBeginning(beginning, expected)) return;
    if (!isUnknown && received !== undefined && isExpectedText(received, expected)) return;
    const why = isUnknown ? onlyTheService : note;
    const seen = isUnknown ? notKnown : (received ?? null);
    this.#add(path, what, expectedTextJson(expected), seen, why, isUnknown);
  }

  /** Returns the part of a text before its first unknown value; undefined for a known text. */
  #beginningOf(text: string): string | undefined {
    const { unknownTexts = [] } = this.#known;
    const places = unknownTexts.map((one) => text.indexOf(one)).filter((place) => place >= 0);
    return places.length === 0 ? undefined : text.slice(0, Math.min(...places));
  }

  get #isUnknownAnswer(): boolean {
    const { response, result } = this.#outcome;
    return response === undefined && result === "answered";
  }

  #whyNoResponse(): string | undefined {
    const { response, result } = this.#outcome;
    if (this.#isUnknownAnswer) return onlyTheService;
    return response === undefined && result === "forwarded"
      ? "The exchange has no response of the upstream, so the client gets none."
      : undefined;
  }

  #add(
    path: string,
    what: string,
    expected: JsonLike,
    received: JsonLike,
    note?: string,
    undecided = false,
  ): void {
    this.differences.push({
      path,
      what,
      expected,
      received,
      ...(note !== undefined && { note }),
      ...(undecided && { undecided }),
    });
  }
}

/**
 * True when a text fits, whatever follows its known beginning. A pattern fits when its match in the beginning does
 * not depend on the text after it.
 */
function isExpectedBeginning(beginning: string, expected: ExpectedText): boolean {
  if (typeof expected === "string") return false;
  const pattern = expected instanceof RegExp ? expected.source : expected.matches;
  return !/\$|\\[bBzZ]|\(\?[=!<]/.test(pattern) && isExpectedText(beginning, expected);
}

const notKnown = "not known";

const notNamed = "a server that its file does not name";

const onlyOfSites = "Only a site has endpoints on the way and servers behind them.";

function isEndpoint({ name, url }: SiteEndpoint, called: string): boolean {
  if (name === called) return true;
  const given = parseEndpointUrl(called);
  return given !== undefined && formatEndpointUrl(given) === formatEndpointUrl(url);
}

const onlyTheService = "Only the service knows it.";

function isCalled({ name, path }: Pick<RuleReference, "name" | "path">, called: string): boolean {
  return name === called || path === called;
}

function bodyText(body: Body | undefined): string {
  if (body === undefined || typeof body === "string") return body ?? "";
  return decodeUtf8(body) ?? `${body.length} bytes`;
}
