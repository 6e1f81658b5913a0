import {
  outcomeWord,
  parseUrl,
  stubsOf,
  type CompiledPolicy,
  type Exchange,
  type Expectation,
  type PolicyCase,
  type PolicyCoverage,
  type RequestInput,
} from "@traffic-policy/policy-engine";
import { possible } from "../decided.ts";
import type { LogRecord } from "../fields.ts";
import { exchangeOf } from "../records.ts";
import type { SymbolicOptions } from "@traffic-policy/policy-proof/symbolic";
import { numberText } from "../report/numbers.ts";
import { wayText } from "../report/words.ts";
import { anonymousExchange, traced, type TracedOutcome } from "./anonymous.ts";
import { askedExchange } from "./asked.ts";
import { PathWords } from "./path-shape.ts";
import { PolicyWords } from "./policy-words.ts";
import type { Seen, SeenWay } from "./seen.ts";

/** A case that a log proposes. */
export interface RecordedCase {
  readonly case: PolicyCase;
  /** How many exchanges of its kind went that way. */
  readonly count: number;
}

/** What was seen and gives no case. */
export interface WithoutCase {
  /** What it would be called. */
  readonly name: string;
  readonly count: number;
  /** One sentence. */
  readonly reason: string;
}

export interface RecordedCases {
  readonly cases: readonly RecordedCase[];
  readonly without: readonly WithoutCase[];
  /** How many usual kinds the existing cases have already. */
  readonly known: number;
}

/** What a case says of an exchange, and what the policy does with it. */
export interface ReplayedCase {
  readonly exchange: Exchange;
  readonly outcome: TracedOutcome;
}

export interface RecordedCasesOptions extends SymbolicOptions {
  /** Cases of the policy that pass. */
  readonly existing?: readonly ReplayedCase[];
  /** What they have covered; it is not changed. */
  readonly coverage: PolicyCoverage;
}

/** So many of the most frequent kinds of each way get a case. */
const usualKinds = 3;
/** Of so many more, those that reach what no case has tried. */
const lookedAt = 20;

/**
 * Makes cases of what a log tells: for each way that exchanges go, the most frequent kinds, and others that reach a part
 * of the policy which no case has tried. Values are made up; see {@link anonymousExchange}. Each case has been replayed.
 */
export function recordedCases(
  policy: CompiledPolicy,
  seen: Seen,
  { options, stubs, existing = [], coverage }: RecordedCasesOptions,
): RecordedCases {
  // Where a condition looked at the clock, the record tells the time.
  const simulation = { ...options, stubs: stubsOf(stubs), clock: () => 0 };
  const literals = new PolicyWords(policy);
  const paths = new PathWords((text) => literals.has(text));
  for (const { kinds } of seen.ways) {
    for (const { record, count } of kinds) {
      const path = parseUrl(`https://host${String(record.fields.uri ?? "")}`)?.path;
      if (path !== undefined) paths.add(path, count);
    }
  }
  const keyOf = (exchange: Exchange, outcome: TracedOutcome): string =>
    JSON.stringify([outcomeKey(outcome), kindOf(exchange, paths)]);
  const known = new Set(existing.map(({ exchange, outcome }) => keyOf(exchange, outcome)));
  const covered = coverage.copy(policy);
  const found: Named[] = [];
  const without: Named[] = [];
  let alreadyThere = 0;
  for (const way of seen.ways) {
    for (const [index, { exchange, count }] of kindsOf(way).entries()) {
      const isUsual = index < usualKinds;
      const before = traced(policy, exchange, simulation);
      if (before === undefined) continue;
      const name = { exchange, way, count, isLeast: way.isCut };
      if (known.has(keyOf(exchange, before))) {
        if (isUsual) alreadyThere++;
        continue;
      }
      if (!isUsual && !reachesMore(before)) continue;
      const anonymous = anonymousExchange(exchange, { policy, simulation, literals, paths });
      if ("reason" in anonymous) {
        if (isUsual) without.push({ ...name, reason: anonymous.reason });
        continue;
      }
      const key = keyOf(anonymous.exchange, anonymous.outcome);
      if (known.has(key)) continue;
      known.add(key);
      covered.add(anonymous.outcome.trace);
      found.push({ ...name, exchange: anonymous.exchange, outcome: anonymous.outcome });
    }
  }
  const names = namesOf([...found, ...without], seen, policy, paths);
  return {
    cases: found.flatMap(({ exchange, outcome, count }, index) =>
      outcome === undefined
        ? []
        : [{ case: caseOf(names[index] ?? "", exchange, outcome, policy), count }],
    ),
    without: without.map(({ count, reason = "" }, index) => ({
      name: names[found.length + index] ?? "",
      count,
      reason,
    })),
    known: alreadyThere,
  };

  function reachesMore({ trace }: TracedOutcome): boolean {
    const more = covered.copy(policy);
    more.add(trace);
    return more.count().covered > covered.count().covered;
  }

  /** The most frequent kinds of a way, of which those with the same words in their paths are one. */
  function kindsOf({ kinds }: SeenWay): { readonly exchange: Exchange; readonly count: number }[] {
    const merged = new Map<string, { readonly record: LogRecord; count: number }>();
    for (const { record, count } of kinds) {
      const exchange = possible(() => exchangeOf(record));
      if (exchange === undefined) continue;
      const key = JSON.stringify(kindOf(exchange, paths));
      const one = merged.get(key);
      if (one === undefined) merged.set(key, { record, count });
      else one.count += count;
    }
    return [...merged]
      .toSorted(
        ([key, one], [otherKey, other]) => other.count - one.count || (key < otherKey ? -1 : 1),
      )
      .slice(0, lookedAt)
      .flatMap(([, { record, count }]) => {
        const exchange = askedExchange(policy, record, simulation);
        return exchange === undefined ? [] : [{ exchange, count }];
      });
  }
}

interface Named {
  readonly exchange: Exchange;
  readonly way: SeenWay;
  readonly count: number;
  readonly isLeast: boolean;
  readonly outcome?: TracedOutcome;
  readonly reason?: string;
}

/** What a policy does with an exchange, as far as cases are told apart by it. */
function outcomeKey({ result, directions, response, matched }: TracedOutcome): unknown {
  const by = directions.findLast((one) => one.by !== undefined)?.by?.path ?? null;
  const status = result === "forwarded" ? null : (response?.status ?? null);
  return [result, by, status, matched.map(({ path }) => path)];
}

/** Method, host and shape of the path; nothing for a connection. */
function kindOf({ request }: Exchange, paths: PathWords): readonly string[] {
  if (request === undefined) return [];
  const url = parseUrl(request.url);
  const path = url?.path ?? request.url.split("?")[0] ?? "";
  return [request.method ?? "GET", (url?.host ?? "").toLowerCase(), paths.shapeOf(path)];
}

function caseOf(
  name: string,
  exchange: Exchange,
  outcome: TracedOutcome,
  policy: CompiledPolicy,
): PolicyCase {
  const word = outcomeWord(outcome);
  const { response, request, matched } = outcome;
  const by = outcome.directions.findLast((one) => one.by !== undefined)?.by;
  const rule = by && matched.find(({ path }) => by.path.startsWith(`${path}/`));
  const called = ({
    name: own,
    path,
  }: {
    readonly name?: string;
    readonly path: string;
  }): string =>
    own !== undefined && policy.rules.filter((one) => one.name === own).length === 1 ? own : path;
  const isAnswer = word !== "forwarded" && response !== undefined;
  const location = isAnswer ? response.headers["location"]?.join(", ") : undefined;
  const sent = exchange.request?.url;
  const expect: Expectation = {
    outcome: word,
    ...(by && { by: { action: by.type, ...(rule && { rule: called(rule) }) } }),
    ...(isAnswer && { status: response.status }),
    ...(location !== undefined && { headers: { location } }),
    ...(word === "forwarded" &&
      request !== undefined &&
      request.url !== sent &&
      isRewritten(outcome) && { upstream: { url: request.url } }),
    // The one that ends it is named before.
    ...(matched.some((one) => one !== rule) && { matched: matched.map(called) }),
  };
  return { name, ...plain(exchange), expect };
}

function isRewritten({ trace }: TracedOutcome): boolean {
  return trace.rules.some(({ actions }) =>
    actions.some(({ changes }) => changes.some(({ what }) => what === "url")),
  );
}

/** With a text in place of a list of one, and without what is empty. */
function plain(exchange: Exchange): Exchange {
  const { request, response, ...others } = exchange;
  return {
    ...others,
    ...(request && { request: withPlainHeaders(methodFirst(request)) }),
    ...(response && { response: withPlainHeaders(response) }),
  };
}

function methodFirst({ method, ...others }: RequestInput): RequestInput {
  return { ...(method !== undefined && { method }), ...others };
}

function withPlainHeaders<Message extends object>(message: Message): Message {
  const { headers = {}, ...others } = message as {
    readonly headers?: Readonly<Record<string, readonly string[]>>;
  };
  const entries = Object.entries(headers).map(([name, values]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  return {
    ...others,
    ...(entries.length > 0 && { headers: Object.fromEntries(entries) as unknown }),
  } as Message;
}

/** What was seen and how often, with as much as it takes to tell one from another. */
function namesOf(
  all: readonly Named[],
  seen: Seen,
  policy: CompiledPolicy,
  paths: PathWords,
): string[] {
  const noun = policy.protocol === "http" ? "request" : "connection";
  const total = numberText(seen.exchanges);
  const isPlural = seen.exchanges === 1 ? "" : "s";
  const count = ({ count: own, isLeast }: Named): string =>
    ` (${isLeast ? "at least " : ""}${numberText(own)} of ${total} ${noun}${isPlural})`;
  const ending = ({ way }: Named): string => {
    if (way.ending.kind === "failed") return "fails";
    return `is ${wayText({ kind: way.ending.kind, ending: way.ending })}`;
  };
  const subject = (one: Named, hasHost: boolean): string => {
    const [method = "A connection", host = "", shape = ""] = kindOf(one.exchange, paths);
    if (one.exchange.request === undefined) return method;
    return `${method} ${hasHost ? host : ""}${shape || "/"}`;
  };
  const rules = ({ way }: Named): string => {
    if (way.matched.length === 0) return ", no rule matches";
    const called = way.matched.map(
      (path) => policy.rules.find((rule) => rule.path === path)?.name ?? path,
    );
    return ` after ${called.join(", ")}`;
  };
  const forms: ((one: Named) => string)[] = [
    (one) => `${subject(one, false)} ${ending(one)}`,
    (one) => `${subject(one, true)} ${ending(one)}`,
    (one) => `${subject(one, false)} ${ending(one)}${rules(one)}`,
    (one) => `${subject(one, true)} ${ending(one)}${rules(one)}`,
  ];
  return all.map((one) => {
    const form =
      forms.find((text) => all.filter((other) => text(other) === text(one)).length === 1) ??
      forms.at(-1);
    return `${form?.(one) ?? ""}${count(one)}`;
  });
}
